// The text of a dungeon as its file has it: told by its `value`, written in an editor that is loaded when it is opened.
import { element } from "./elements.js";

let before = null; // the editor that stood here last

// `typed` is told of what somebody types, `takes` of a text that is to be taken.
export function mapText(say, typed, takes) {
  let text = "";
  let faults = [];
  let editor = null;
  let isPut = false;
  const place = element("div", { class: "lines" }); // room for the editor, which comes later
  const apply = element("button", { onclick: () => takes(told.value) }, say("apply"));
  const whole = element("details", { ontoggle: loads }, element("summary", {}, say("text_of_file")), place, apply);

  async function loads() {
    if (!whole.open || editor) return;
    const { textEditor } = await import("./text_editor.js");
    if (editor) return;
    before?.close();
    before = editor = textEditor({
      name: "dungeon.yaml",
      text,
      label: say("text_of_file"),
      say,
      changed: () => isPut || typed(),
      moved: () => {},
      completes: async () => [],
    });
    place.replaceWith(editor.element);
    editor.marks(faults);
  }

  const told = {
    element: whole,
    get value() {
      return editor ? editor.text() : text;
    },
    set value(wanted) {
      text = wanted;
      isPut = true;
      editor?.put(wanted, "unseen");
      isPut = false;
    },
    marks(met) {
      faults = met;
      editor?.marks(met);
    },
  };
  return told;
}
