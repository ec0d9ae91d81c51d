// The panel of an open file: its name, messages, text and faults.
import { Faults } from "./faults.js";
import { FileFields, Found } from "./file_list.js";
import { html, render } from "./html.js";

// How a built-in file is saved.
const wayOf = ({ is_part: isPart }) => (isPart ? "saved_as_words" : "saved_as_own");

// Returns the panel, and `update`, which changes it: a `message` with a way to `drop` a draft, places `elsewhere`,
// a `problem`, whether it is a table, and the `drawing` of a picture. `files` has the data for the list of files.
// `onSave`, `onToggle` (between the rows and the text of a deck) and `onClose` are the actions of its buttons.
export function panelOf({ found, say, files, editor, onSave, onToggle, onClose }) {
  const panel = Object.assign(document.createElement("aside"), { className: "source" });
  panel.setAttribute("aria-label", say("text_of_file"));
  const message = found.own ? "" : say(wayOf(found));
  const view = { message, drop: null, elsewhere: [], problem: null, isTable: false };
  const update = (change = {}) => {
    Object.assign(view, change.message === undefined ? {} : { drop: null }, change);
    render(html`<${Panel} ...${{ found, say, files, onSave, onToggle, onClose, view, draw: update }} />`, panel);
  };
  update();
  panel.lastElementChild.before(editor.element); // where Preact leaves it
  return { panel, update };
}

function Panel({ found, say, files, onSave, onToggle, onClose, view, draw }) {
  const { file, own, deck } = found;
  const place = ({ text, open }) => html`<button key=${text} class="place" onclick=${open}>${text}</button>`;
  return html`<div class="source-bar">
      <${FileFields} ...${{ ...files, say, file, own }} draw=${() => draw()} />
      ${deck && html`<button onclick=${onToggle}>${say(view.isTable ? "as_text" : "as_table")}</button>`}
      <button class="main" onclick=${onSave} aria-keyshortcuts="Control+S">${say("save")}</button>
      <button class="quiet" onclick=${onClose}>${say("close")}</button>
    </div>
    <${Found} say=${say} openAt=${files.openAt} />
    <p role="status">
      ${view.message}${view.drop && " "}${view.drop && html`<button onclick=${view.drop}>${say("drop_draft")}</button>`}
    </p>
    <p class="elsewhere">${view.elsewhere.length > 0 && `${say("said_in")} `}${view.elsewhere.map(place)}</p>
    ${file.endsWith(".svg") && html`<img class="drawn" alt=${file} src=${view.drawing} />`}
    <${Faults} problem=${view.problem} />`;
}
