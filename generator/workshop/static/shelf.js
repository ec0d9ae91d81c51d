// The shelf: every face of a game in the section of its deck, its sheets or its pages, and a search over them.
import { addsPicture } from "./dropped_pictures.js";
import { handsOver, openFile } from "./editor.js";
import { element, fill } from "./elements.js";
import { allFaces, drawAgain, faces, forgetFaces, prove, sameFace, turn, variants } from "./faces.js";
import * as host from "./host_page.js";
import { isInHand, markFaults, readAgain } from "./open_file.js";
import { deckList, sectionOf } from "./stage.js";

const { main, say } = host;
let needle = ""; // what the shelf is searched for
let shown = ""; // the shelf as it was drawn last

export function showShelf() {
  const inHand = forgetFaces();
  shown = JSON.stringify(host.shelf());
  const { decks, sheets, pages } = host.shelf();
  const sections = decks.map((deck) => {
    const frames = deck.cards.flatMap((card) => faces("deck", deck.name, card));
    return section(`${deck.title}`, frames, () => turn(deck.name), deck.file);
  });
  sections.push(
    section(
      say("sheets"),
      sheets.flatMap((sheet) => faces("sheet", sheet.name, "", sheet.title)),
    ),
  );
  sections.push(
    section(
      say("pages"),
      pages.flatMap((page) => faces("page", page.name, "", page.title)),
    ),
  );
  const filter = say("filter");
  const search = element("input", { type: "search", class: "search", placeholder: filter, "aria-label": filter });
  search.value = needle;
  search.oninput = () => sifts(search.value);
  const clears = () => {
    search.value = "";
    sifts("");
    search.focus();
  };
  const clear = element("button", { onclick: clears }, say("clear_filter"));
  const status = element("p", { role: "status" });
  const none = element("div", { class: "card empty", id: "nothing-found", hidden: true }, status, clear);
  const quiet = (word, onclick) => element("button", { class: "quiet", onclick }, say(word));
  const begins = (what) => () =>
    host.opens(
      () => import("./new_things.js"),
      "new_things",
      (things) => things[what](),
    );
  const gallery = () =>
    host.opens(
      () => import("./gallery.js"),
      "gallery",
      ({ showsGallery }) => showsGallery(),
    );
  const pictures = [quiet("pictures_and_icons", gallery), quiet("add_picture", addsPicture)];
  const deck = element("button", { class: "main", onclick: begins("beginsDeck") }, say("new_deck"));
  const bar = element(
    "div",
    { class: "shelf-bar" },
    search,
    element("div", { class: "buttons" }, quiet("new_game", begins("beginsGame")), ...pictures, deck),
  );
  fill(main, bar, deckList(say("on_the_shelf"), sections.filter(Boolean), host.noted), ...sections, none);
  sifts(needle);
  if (inHand) handsOver(sameFace(inHand));
}

// Shows the faces whose captions hold every word, and the sections that have some.
function sifts(text) {
  needle = text;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { frame, name, card } of allFaces()) {
    const caption = frame.querySelector("figcaption").firstChild.textContent;
    const said = `${caption} ${name} ${card.replaceAll("_", " ")}`.toLowerCase();
    frame.hidden = !words.every((word) => said.includes(word));
  }
  main.classList.toggle("sifted", words.length > 0);
  for (const each of main.querySelectorAll(".of-faces")) each.hidden = !each.querySelector("figure:not([hidden])");
  for (const each of main.querySelectorAll(".deck-list button")) each.hidden = !sectionOf(main, each.textContent);
  const none = main.querySelector("#nothing-found");
  none.hidden = !words.length || allFaces().some(({ frame }) => !frame.hidden);
  none.firstChild.textContent = none.hidden ? "" : say("nothing_found", { text });
}

function section(title, frames, turned = null, file = "") {
  if (!frames.length) return null;
  const quiet = (word, onclick) => element("button", { class: "quiet", onclick }, word);
  const sides = turned ? quiet(`${say("front")} / ${say("back")}`, turned) : null;
  const rows = file ? quiet(say("as_table"), () => openFile(file, 1, true)) : null;
  const head = element("div", { class: "head" }, element("h2", { tabindex: -1 }, title), sides, rows);
  const strip = inRows(element("div", { class: "faces" }, ...frames));
  return element("section", { class: "of-faces", "data-file": file || null }, head, strip);
}

// What stands side by side stands in one row.
function inRows(strip) {
  const count = variants().length;
  if (count) strip.style.gridTemplateColumns = `repeat(${count}, minmax(0, 22rem))`;
  strip.classList.toggle("beside", count > 0);
  return strip;
}

// Draws the faces anew after a file was changed, or the shelf where it has others, or other captions, now.
export async function redraw() {
  await readAgain(); // the text follows at once, however long the pictures take
  try {
    const isHere = (await host.readShelf()) && host.place().room === "shelf"; // the room may be left meanwhile
    if (isHere && JSON.stringify(host.shelf()) !== shown) {
      markFaults([], true);
      return showShelf();
    }
  } catch {
    // the faults stand at each picture
  }
  if (!(await drawAgain())) return;
  for (const { frame } of allFaces()) if (isInHand(frame)) prove(frame);
}
