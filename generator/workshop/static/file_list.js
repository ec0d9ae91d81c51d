// The files of a game: one is chosen from the list, or by a line that holds what is looked for.
import { html } from "./html.js";

const WAITS = 200; // milliseconds after a key until the files are searched
const NOTHING = { hits: [], count: 0, fault: "" };
// what stays when another file is opened
let known = [];
let needle = "";
let lines = NOTHING;
let asked = 0;
let draws = () => {}; // the panel that is on the page: it may be made anew while an answer is on its way

// The files that the list offers; drawings are chosen from the gallery.
export const listFiles = (files) => (known = files.filter((each) => !each.file.endsWith(".svg")));

// `opens` opens a file from the list, `finds` tells the lines that hold some words, `draw` draws the panel again.
export function FileFields({ say, file, own, opens, finds, draw }) {
  draws = draw;
  const files = known.some((each) => each.file === file) ? known : [{ file, own }, ...known];
  const option = (each) => html`<option key=${each.file} value=${each.file}>${nameFirst(each)}</option>`;
  const looks = async ({ target }) => {
    needle = target.value;
    const round = ++asked;
    const wanted = needle.trim();
    await new Promise((later) => setTimeout(later, WAITS));
    if (round !== asked) return;
    const fails = (problem) => ({ ...NOTHING, fault: problem.message || say("closed") });
    const answer = wanted ? await finds(wanted).catch(fails) : NOTHING;
    if (round !== asked) return;
    lines = answer;
    draws();
  };
  const label = say("find_in_files");
  return html`<input type="search" value=${needle} placeholder=${label} aria-label=${label} oninput=${looks} />
    <select
      id="files"
      aria-label=${say("text_of_file")}
      title=${file}
      value=${file}
      onchange=${({ target }) => opens(target.value, 1)}
    >
      ${files.map(option)}
    </select>`;
}

// The lines that were found; `opensText` opens a file at a line.
export function Found({ say, opensText }) {
  const { hits, count, fault } = lines;
  const word = count > hits.length ? "found_more" : "found_lines";
  const told = fault || !needle.trim() ? fault : say(word, { count, shown: hits.length });
  const hit = ({ file, line, text }, at) =>
    html`<li key=${at}>
      <button class="place" onclick=${() => opensText(file, line)}>${`${file}:${line}`}</button>${" "}${marked(text)}
    </li>`;
  return html`<div class="found">
    <p role="status">${told}</p>
    <ul>
      ${hits.map(hit)}
    </ul>
  </div>`;
}

// The name of a file before its folder, so that a narrow field cuts what all have in common.
function nameFirst({ file, own }) {
  const at = file.lastIndexOf("/") + 1;
  return [`${file.slice(at)}${own ? " ★" : ""}`, file.slice(0, Math.max(0, at - 1))].filter(Boolean).join(" · ");
}

// A line with what was looked for marked in it.
function marked(text) {
  const at = text.toLowerCase().indexOf(needle.trim().toLowerCase());
  if (at < 0) return text;
  const end = at + needle.trim().length;
  return [text.slice(0, at), html`<mark>${text.slice(at, end)}</mark>`, text.slice(end)];
}
