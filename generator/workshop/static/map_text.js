// The text of a dungeon's file, in an editor that loads when somebody opens it. The text stays while another page is
// open.
import { withScript, say } from "./host_page.js";
import { html, useEffect, useRef } from "./html.js";

let text = "";
let faults = [];
let editor = null;
let isPut = false;

export const textNow = () => (editor ? editor.text() : text);

export function putText(newText) {
  text = newText;
  isPut = true;
  editor?.put(newText, "unseen");
  isPut = false;
}

export function markText(newFaults) {
  faults = newFaults;
  editor?.marks(newFaults);
}

// Calls `onType` when somebody types, and `onTake` with the text to apply.
export function MapText({ onType, onTake }) {
  const place = useRef(null);
  const closeEditor = () => {
    text = textNow();
    editor?.close();
    editor = null;
  };
  useEffect(() => closeEditor, []);
  const load = ({ target }) => {
    if (target.open && !editor) withScript(() => import("./text_editor.js"), "text_editor", startEditor);
  };
  const startEditor = ({ textEditor }) => {
    if (editor || !place.current) return;
    editor = textEditor({
      name: "dungeon.yaml",
      text,
      label: say("text_of_file"),
      say,
      changed: () => isPut || onType(),
      moved: () => {},
      completes: async () => [],
    });
    place.current.append(editor.element);
    editor.marks(faults);
  };
  return html`<details ontoggle=${load}>
    <summary>${say("text_of_file")}</summary>
    <div class="of-text" ref=${place}></div>
    <button onclick=${() => onTake(textNow())}>${say("apply")}</button>
  </details>`;
}
