// The files of a game: one is chosen from the list, or by a line that holds what is looked for.
import { element, fill } from "./elements.js";

const WAITS = 200; // milliseconds after a key until the files are searched
const NOTHING = { hits: [], count: 0, fault: "" };
// what stays when another file is opened
let known = [];
let needle = "";
let lines = NOTHING;
let asked = 0;
let tellsHere = () => {}; // into the list that stands on the page: it may be made anew while an answer is on its way

// `opens` opens a file from the list, `opensText` at a line, `finds` tells the lines that hold some words.
export function fileList({ say, file, own, opens, opensText, finds }) {
  const select = element("select", {
    id: "files",
    "aria-label": say("text_of_file"),
    title: file,
    onchange: () => opens(select.value, 1),
  });
  const search = element("input", {
    type: "search",
    value: needle,
    placeholder: say("find_in_files"),
    "aria-label": say("find_in_files"),
    oninput: () => looksFor(search.value),
  });
  const told = element("p", { role: "status" });
  const list = element("ul", {});
  const found = element("div", { class: "found" }, told, list);

  function shows(files = known) {
    known = files.filter((each) => !each.file.endsWith(".svg")); // drawings are chosen from the gallery
    const names = known.some((each) => each.file === file) ? known : [{ file, own }, ...known];
    fill(
      select,
      ...names.map((each) => element("option", { value: each.file, selected: each.file === file }, nameFirst(each))),
    );
  }

  function looksFor(wanted) {
    needle = wanted;
    const round = ++asked;
    setTimeout(async () => {
      if (round !== asked) return;
      const answer = wanted.trim()
        ? await finds(wanted.trim()).catch((problem) => ({
            ...NOTHING,
            fault: problem.message || say("closed"),
          }))
        : NOTHING;
      if (round !== asked) return;
      lines = answer;
      tellsHere();
    }, WAITS);
  }

  function tells() {
    const { hits, count, fault } = lines;
    told.textContent =
      fault || !needle.trim()
        ? fault
        : say(count > hits.length ? "found_more" : "found_lines", { count, shown: hits.length });
    fill(
      list,
      ...hits.map((hit) =>
        element(
          "li",
          {},
          element(
            "button",
            { class: "place", onclick: () => opensText(hit.file, hit.line) },
            `${hit.file}:${hit.line}`,
          ),
          " ",
          ...marked(hit.text),
        ),
      ),
    );
  }

  shows();
  tellsHere = tells;
  tells();
  return { fields: [search, select], found, shows };
}

// The name of a file before its folder, so that a narrow field cuts what all have in common.
function nameFirst({ file, own }) {
  const at = file.lastIndexOf("/") + 1;
  return [`${file.slice(at)}${own ? " ★" : ""}`, file.slice(0, Math.max(0, at - 1))].filter(Boolean).join(" · ");
}

// A line with what was looked for marked in it.
function marked(text) {
  const at = text.toLowerCase().indexOf(needle.trim().toLowerCase());
  if (at < 0) return [text];
  const end = at + needle.trim().length;
  return [text.slice(0, at), element("mark", {}, text.slice(at, end)), text.slice(end)];
}
