// The tools above a grid: rows, undo, a filter, further columns, pictures or none.
import { html } from "./html.js";

export function GridTools({ say, fields, does }) {
  const tool = (word, weight, acts, sign = "") => {
    const label = sign ? say(word) : null;
    return html`<button type="button" class=${weight} aria-label=${label} title=${label} onclick=${acts}>
      ${sign || say(word)}
    </button>`;
  };
  const adds = (event) => {
    event.preventDefault();
    const [name] = event.target.elements;
    if (name.value.trim()) does.addColumn(name.value.trim());
    name.value = "";
  };
  const named = (word) => ({ placeholder: say(word), "aria-label": say(word) });
  return html`<div class="grid-tools" role="group" aria-label=${say("as_table")}>
    ${tool("add_row", null, does.addRow)} ${tool("copy_row", "quiet", does.copyRow)}
    ${tool("remove_row", "danger", does.removeRow)} ${tool("undo", "quiet", does.undo, "\u21b6")}
    ${tool("redo", "quiet", does.redo, "\u21b7")}
    <input type="search" ...${named("filter")} oninput=${({ target }) => does.filter(target.value)} />
    <form onsubmit=${adds}>
      <input list="grid-fields" ...${named("new_column")} />
      <datalist id="grid-fields">${fields.map((each) => html`<option key=${each} value=${each}></option>`)}</datalist>
      <button aria-label=${say("add_column")} title=${say("add_column")}>+</button>
    </form>
    <label class="inline">
      <input type="checkbox" defaultChecked onchange=${({ target }) => does.pictures(target.checked)} />
      ${say("pictures")}
    </label>
  </div>`;
}

// The cell in hand goes to the clipboard; while one types in it, what is marked there does.
export function copies(event, { cell, at, rows }) {
  if (cell || !at) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", rows[at.row].cells[at.column] ?? "");
}
