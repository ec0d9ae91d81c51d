// The panel of an open file: what it is and what was said of it, its text, what is wrong in it.
import { element } from "./elements.js";

// How a built-in file is saved.
const waysOf = ({ target, is_part: isPart }) => (target ? (isPart ? "saved_as_words" : "saved_as_own") : "no_home");

// `saves`, `turns` (between rows and text, where the file is a deck) and `closes` are what its buttons do.
export function panelOf({ found, say, files, editor, saves, turns, closes }) {
  const said = element("p", { role: "status" }, found.own ? "" : say(waysOf(found)));
  const elsewhere = element("p", { class: "elsewhere" });
  const faults = element("ul", { class: "faults" });
  const turn = found.deck ? element("button", { onclick: turns }, say("as_table")) : null;
  const save = element(
    "button",
    { class: "main", disabled: !found.target, onclick: saves, "aria-keyshortcuts": "Control+S" },
    say("save"),
  );
  const close = element("button", { class: "quiet", onclick: closes }, say("close"));
  const bar = element("div", { class: "source-bar" }, ...files.fields, turn, save, close);
  const shown = found.file.endsWith(".svg") ? element("img", { class: "drawn", alt: found.file }) : null;
  const panel = element(
    "aside",
    { class: "source", "aria-label": say("text_of_file") },
    bar,
    files.found,
    said,
    elsewhere,
    shown,
    editor.element,
    faults,
  );
  return { panel, said, elsewhere, faults, turn, shown };
}
