// The text of a dungeon as its file has it, written in an editor that is loaded when it is opened. It stays while the
// page is away.
import { opens, say } from "./host_page.js";
import { html, useEffect, useRef } from "./html.js";

let text = "";
let faults = [];
let editor = null;
let isPut = false;

export const textNow = () => (editor ? editor.text() : text);

export function putText(wanted) {
  text = wanted;
  isPut = true;
  editor?.put(wanted, "unseen");
  isPut = false;
}

export function markText(met) {
  faults = met;
  editor?.marks(met);
}

// `typed` hears of what somebody types, `takes` of a text that is to be taken.
export function MapText({ typed, takes }) {
  const place = useRef(null);
  const leaves = () => {
    text = textNow();
    editor?.close();
    editor = null;
  };
  useEffect(() => leaves, []);
  const loads = ({ target }) => {
    if (target.open && !editor) opens(() => import("./text_editor.js"), "text_editor", begins);
  };
  const begins = ({ textEditor }) => {
    if (editor || !place.current) return;
    editor = textEditor({
      name: "dungeon.yaml",
      text,
      label: say("text_of_file"),
      say,
      changed: () => isPut || typed(),
      moved: () => {},
      completes: async () => [],
    });
    place.current.append(editor.element);
    editor.marks(faults);
  };
  return html`<details ontoggle=${loads}>
    <summary>${say("text_of_file")}</summary>
    <div class="of-text" ref=${place}></div>
    <button onclick=${() => takes(textNow())}>${say("apply")}</button>
  </details>`;
}
