// The shelf: every face of a game in the section of its deck, its sheets or its pages, and a search over them.
import { addPicture } from "./dropped_pictures.js";
import { selectFigure, openFile } from "./editor.js";
import { element, fill } from "./elements.js";
import { allFaces, drawAgain, faces, forgetFaces, showProof, sameFace, turnDeck, variants } from "./faces.js";
import * as host from "./host_page.js";
import { isFigureOpen, markFaults, readAgain } from "./open_file.js";
import { deckList, sectionOf } from "./stage.js";

const { main, say } = host;
let needle = ""; // the search text
let lastShelf = ""; // the shelf of the last drawing

export function showShelf() {
  const selected = forgetFaces();
  lastShelf = JSON.stringify(host.shelf());
  const { decks, sheets, pages } = host.shelf();
  const sections = decks.map((deck) => {
    const frames = deck.cards.flatMap((card) => faces("deck", deck.name, card));
    return section(`${deck.title}`, frames, () => turnDeck(deck.name), deck.file);
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
  search.oninput = () => filterFaces(search.value);
  const clearSearch = () => {
    search.value = "";
    filterFaces("");
    search.focus();
  };
  const clear = element("button", { onclick: clearSearch }, say("clear_filter"));
  const status = element("p", { role: "status" });
  const none = element("div", { class: "card empty", id: "nothing-found", hidden: true }, status, clear);
  const quiet = (word, onclick) => element("button", { class: "quiet", onclick }, say(word));
  const begin = (what) => () =>
    host.withScript(
      () => import("./new_things.js"),
      "new_things",
      (things) => things[what](),
    );
  const gallery = () =>
    host.withScript(
      () => import("./gallery.js"),
      "gallery",
      ({ openGallery }) => openGallery(),
    );
  const pictures = [quiet("pictures_and_icons", gallery), quiet("add_picture", addPicture)];
  const deck = element("button", { class: "main", onclick: begin("beginDeck") }, say("new_deck"));
  const bar = element(
    "div",
    { class: "shelf-bar" },
    search,
    element("div", { class: "buttons" }, quiet("new_game", begin("beginGame")), ...pictures, deck),
  );
  fill(main, bar, deckList(say("on_the_shelf"), sections.filter(Boolean), host.noteItem), ...sections, none);
  filterFaces(needle);
  if (selected) selectFigure(sameFace(selected));
}

// Shows the faces whose captions contain every word, and the sections with such faces.
function filterFaces(text) {
  needle = text;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { frame, name, card } of allFaces()) {
    const caption = frame.querySelector("figcaption").firstChild.textContent;
    const searchable = `${caption} ${name} ${card.replaceAll("_", " ")}`.toLowerCase();
    frame.hidden = !words.every((word) => searchable.includes(word));
  }
  main.classList.toggle("sifted", words.length > 0);
  for (const each of main.querySelectorAll(".of-faces")) each.hidden = !each.querySelector("figure:not([hidden])");
  for (const each of main.querySelectorAll(".deck-list button")) each.hidden = !sectionOf(main, each.textContent);
  const none = main.querySelector("#nothing-found");
  none.hidden = !words.length || allFaces().some(({ frame }) => !frame.hidden);
  none.firstChild.textContent = none.hidden ? "" : say("nothing_found", { text });
}

function section(title, frames, onTurn = null, file = "") {
  if (!frames.length) return null;
  const quiet = (word, onclick) => element("button", { class: "quiet", onclick }, word);
  const sides = onTurn ? quiet(`${say("front")} / ${say("back")}`, onTurn) : null;
  const rows = file ? quiet(say("as_table"), () => openFile(file, 1, true)) : null;
  const head = element("div", { class: "head" }, element("h2", { tabindex: -1 }, title), sides, rows);
  const strip = inRows(element("div", { class: "faces" }, ...frames));
  return element("section", { class: "of-faces", "data-file": file || null }, head, strip);
}

// Puts variants side by side in one row.
function inRows(strip) {
  const count = variants().length;
  if (count) strip.style.gridTemplateColumns = `repeat(${count}, minmax(0, 22rem))`;
  strip.classList.toggle("beside", count > 0);
  return strip;
}

// Redraws the faces after a file changed, or the whole shelf if it now has other faces or captions.
export async function redraw() {
  await readAgain(); // the text changes at once, however long the pictures take
  try {
    const isHere = (await host.readShelf()) && host.place().room === "shelf"; // the user may have left the room
    if (isHere && JSON.stringify(host.shelf()) !== lastShelf) {
      markFaults([], true);
      return showShelf();
    }
  } catch {
    // each picture shows its faults
  }
  if (!(await drawAgain())) return;
  for (const { frame } of allFaces()) if (isFigureOpen(frame)) showProof(frame);
}
