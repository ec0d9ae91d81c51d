// The files of a game: users choose one from the list, or by a line that has the search text.
import { html } from "./html.js";

const DELAY = 200; // milliseconds between a key and the search
const NOTHING = { words: "", hits: [], count: 0, fault: "" };
// stays when another file opens
let allFiles = [];
let needle = "";
let lines = NOTHING;
let searches = 0;
let redraw = () => {}; // of the panel on the page: a new panel may replace it while an answer is on its way

// Sets the files that the list offers; the gallery offers the drawings.
export const listFiles = (files) => (allFiles = files.filter((each) => !each.file.endsWith(".svg")));

// `onOpen` opens a file from the list, `onFind` returns the lines that have some words, `draw` draws the panel again.
export function FileFields({ say, file, own, onOpen, onFind, draw }) {
  redraw = draw;
  const files = allFiles.some((each) => each.file === file) ? allFiles : [{ file, own }, ...allFiles];
  const option = (each) => html`<option key=${each.file} value=${each.file}>${nameFirst(each)}</option>`;
  const search = async ({ target }) => {
    needle = target.value;
    const round = ++searches;
    const words = needle.trim();
    await new Promise((later) => setTimeout(later, DELAY));
    if (round !== searches) return;
    const failure = (problem) => ({ ...NOTHING, fault: problem.message || say("closed") });
    const answer = words ? await onFind(words).catch(failure) : NOTHING;
    if (round !== searches) return;
    lines = { ...answer, words };
    redraw();
  };
  const label = say("find_in_files");
  return html`<input type="search" value=${needle} placeholder=${label} aria-label=${label} oninput=${search} />
    <select
      id="files"
      aria-label=${say("text_of_file")}
      title=${file}
      value=${file}
      onchange=${({ target }) => onOpen(target.value, 1)}
    >
      ${files.map(option)}
    </select>`;
}

// The matching lines; `openAt` opens a file at a line.
export function Found({ say, openAt }) {
  const { words, hits, count, fault } = lines;
  const word = count > hits.length ? "found_more" : "found_lines";
  const message = fault || !words ? fault : say(word, { count, shown: hits.length });
  const hit = ({ file, line, text }, at) =>
    html`<li key=${at}>
      <button class="place" onclick=${() => openAt(file, line)}>${`${file}:${line}`}</button>${" "}${highlight(text)}
    </li>`;
  return html`<div class="found">
    <p role="status">${message}</p>
    <ul>
      ${hits.map(hit)}
    </ul>
  </div>`;
}

// The name of a file before its folder, so that a narrow field cuts the part that all have in common.
function nameFirst({ file, own }) {
  const at = file.lastIndexOf("/") + 1;
  return [`${file.slice(at)}${own ? " ★" : ""}`, file.slice(0, Math.max(0, at - 1))].filter(Boolean).join(" · ");
}

// A line in which the search text is marked.
function highlight(text) {
  const at = text.toLowerCase().indexOf(needle.trim().toLowerCase());
  if (at < 0) return text;
  const end = at + needle.trim().length;
  return [text.slice(0, at), html`<mark>${text.slice(at, end)}</mark>`, text.slice(end)];
}
