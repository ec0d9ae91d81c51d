// The stage shows the selected face large in front of its deck. The other faces of the deck are a strip below it. All
// other decks wait until the face goes back, so that pictures, rows and text are of one deck.
import { element } from "./elements.js";

const LARGEST = (4 * 96) / 72; // pixels of the screen for a point: four times as large as it is printed
let current = null; // the face on the stage, with the empty place that it left

// Puts a face on the stage of its deck, or clears the stage. `chooser` leads from there to the other decks.
export function stageFace(frame, chooser) {
  if (current?.frame === frame) return;
  withFocus(() => {
    putBack();
    const section = frame?.closest(".of-faces");
    if (section) putOn(frame, section, chooser);
  });
  frame?.firstElementChild.scrollIntoView({ block: "nearest" });
  current?.slot.scrollIntoView({ block: "nearest", inline: "center" });
}

function putOn(frame, section, chooser) {
  const strip = section.querySelector(".faces");
  const slot = element("div", { class: "slot" });
  section.classList.add("at-work");
  const choice = chooser();
  section.querySelector(".head").prepend(choice);
  frame.classList.add("in-hand");
  if (!strip.classList.contains("beside")) {
    frame.replaceWith(slot);
    strip.before(frame);
  }
  current = { frame, slot, section, choice };
}

function putBack() {
  if (!current) return;
  const { frame, slot, section, choice } = current;
  current = null;
  slot.replaceWith(frame);
  choice.remove();
  frame.classList.remove("in-hand");
  section.classList.remove("at-work");
}

// An element that moves on a page loses the focus.
function withFocus(move) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  move();
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

// Sets the shape of a face and its largest size in its style. Faces beside it that are not drawn yet get the same
// shape.
export function setShape(frame, [width, height]) {
  for (const each of [frame, frame.closest(".faces")]) each?.style.setProperty("--shape", String(width / height));
  frame.style.setProperty("--most", `${width * LARGEST}px`);
}

// The first visible part of the shelf with a title: several decks may have the same title.
export const sectionOf = (main, title) =>
  [...main.querySelectorAll(".of-faces:not([hidden])")].find((each) => each.querySelector("h2").textContent === title);

const DECK = "deck:";
// Whether an address names a part of the shelf, not a file.
export const isDeck = (item) => item.startsWith(DECK);
export const isDeckTitled = (item, title) => item === `${DECK}${title}`;

// Goes to the part of the shelf that an address names.
export function goToDeck(main, item) {
  const section = sectionOf(main, item.slice(DECK.length));
  section?.querySelector("h2").focus({ preventScroll: true });
  section?.scrollIntoView({ block: "start" });
}

// The titles of all parts of the shelf, while the stage is empty. Each title leads to its faces.
export function deckList(label, sections, remember) {
  const onChoose = ({ target }) => {
    const item = `${DECK}${target.textContent}`;
    remember(item);
    goToDeck(target.closest("main"), item);
  };
  const titles = [...new Set(sections.map((each) => each.querySelector("h2").textContent))];
  return element(
    "nav",
    { class: "deck-list", "aria-label": label, hidden: titles.length < 2 },
    ...titles.map((title) => element("button", { class: "quiet", onclick: onChoose }, title)),
  );
}
