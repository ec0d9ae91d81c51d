// The stage: the face in hand stands large before the deck that it is of, whose other faces are a strip below it. All
// other decks wait until it is put back, so that pictures, rows and text are of one deck.
import { element } from "./elements.js";

const LARGEST = (4 * 96) / 72; // pixels of the screen for a point: four times as large as it is printed
let staged = null; // the face that stands there, with the empty place that it left

// Puts a face on the stage of its deck, or clears the stage. `chooser` leads from there to the other decks.
export function stages(frame, chooser) {
  if (staged?.frame === frame) return;
  keepingFocus(() => {
    putBack();
    const section = frame?.closest(".of-faces");
    if (section) takes(frame, section, chooser);
  });
  frame?.firstElementChild.scrollIntoView({ block: "nearest" });
  staged?.slot.scrollIntoView({ block: "nearest", inline: "center" });
}

function takes(frame, section, chooser) {
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
  staged = { frame, slot, section, choice };
}

function putBack() {
  if (!staged) return;
  const { frame, slot, section, choice } = staged;
  staged = null;
  slot.replaceWith(frame);
  choice.remove();
  frame.classList.remove("in-hand");
  section.classList.remove("at-work");
}

// What is moved on a page loses the focus.
function keepingFocus(moves) {
  const focused = /** @type {HTMLElement} */ (document.activeElement);
  moves();
  if (focused?.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
}

// The shape of a face and how large it is shown at most, as its style knows them; those beside it that are not drawn
// yet are taken for alike.
export function shapes(frame, [width, height]) {
  for (const each of [frame, frame.closest(".faces")]) each?.style.setProperty("--shape", String(width / height));
  frame.style.setProperty("--most", `${width * LARGEST}px`);
}

// The first part of the shelf that is shown under a title: several decks may have the same.
export const sectionOf = (main, title) =>
  [...main.querySelectorAll(".of-faces:not([hidden])")].find((each) => each.querySelector("h2").textContent === title);

const DECK = "deck:";
// Whether an address names a part of the shelf, and no file.
export const isDeck = (item) => item.startsWith(DECK);
export const isDeckCalled = (item, title) => item === `${DECK}${title}`;

// Leads to the part of the shelf that an address names.
export function leadsToDeck(main, item) {
  const section = sectionOf(main, item.slice(DECK.length));
  section?.querySelector("h2").focus({ preventScroll: true });
  section?.scrollIntoView({ block: "start" });
}

// All that stands on the shelf by its titles, while nothing stands on the stage: each leads to its faces.
export function deckList(label, sections, notes) {
  const leads = ({ target }) => {
    const item = `${DECK}${target.textContent}`;
    notes(item);
    leadsToDeck(target.closest("main"), item);
  };
  const titles = [...new Set(sections.map((each) => each.querySelector("h2").textContent))];
  return element(
    "nav",
    { class: "deck-list", "aria-label": label, hidden: titles.length < 2 },
    ...titles.map((title) => element("button", { class: "quiet", onclick: leads }, title)),
  );
}
