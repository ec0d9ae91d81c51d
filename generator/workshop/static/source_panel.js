// The panel of an open file: what it is and what was said of it, its text, what is wrong in it.
import { Faults } from "./faults.js";
import { FileFields, Found } from "./file_list.js";
import { html, render } from "./html.js";

// How a built-in file is saved.
const waysOf = ({ is_part: isPart }) => (isPart ? "saved_as_words" : "saved_as_own");

// The panel, and `shows`, which changes what it tells: `told` with a way to `drop` a draft, places `elsewhere`, a
// `problem`, whether it is a table, and the `drawing` of a picture. `files` has what the list of files needs; `saves`,
// `turns` (between rows and text, where the file is a deck) and `closes` are what its buttons do.
export function panelOf({ found, say, files, editor, saves, turns, closes }) {
  const panel = Object.assign(document.createElement("aside"), { className: "source" });
  panel.setAttribute("aria-label", say("text_of_file"));
  const view = { told: found.own ? "" : say(waysOf(found)), drop: null, elsewhere: [], problem: null, isTable: false };
  const shows = (change = {}) => {
    Object.assign(view, change.told === undefined ? {} : { drop: null }, change);
    render(html`<${Panel} ...${{ found, say, files, saves, turns, closes, view, draw: shows }} />`, panel);
  };
  shows();
  panel.lastElementChild.before(editor.element); // where Preact leaves it
  return { panel, shows };
}

function Panel({ found, say, files, saves, turns, closes, view, draw }) {
  const { file, own, deck } = found;
  const place = ({ text, leads }) => html`<button key=${text} class="place" onclick=${leads}>${text}</button>`;
  return html`<div class="source-bar">
      <${FileFields} ...${{ ...files, say, file, own }} draw=${() => draw()} />
      ${deck && html`<button onclick=${turns}>${say(view.isTable ? "as_text" : "as_table")}</button>`}
      <button class="main" onclick=${saves} aria-keyshortcuts="Control+S">${say("save")}</button>
      <button class="quiet" onclick=${closes}>${say("close")}</button>
    </div>
    <${Found} say=${say} opensText=${files.opensText} />
    <p role="status">
      ${view.told}${view.drop && " "}${view.drop && html`<button onclick=${view.drop}>${say("drop_draft")}</button>`}
    </p>
    <p class="elsewhere">${view.elsewhere.length > 0 && `${say("said_in")} `}${view.elsewhere.map(place)}</p>
    ${file.endsWith(".svg") && html`<img class="drawn" alt=${file} src=${view.drawing} />`}
    <${Faults} problem=${view.problem} />`;
}
