// The tools above a grid: rows, undo, a filter, further columns, pictures or none.
import { html } from "./html.js";

export function GridTools({ say, fields, actions }) {
  const tool = (word, weight, action, sign = "") => {
    const label = sign ? say(word) : null;
    return html`<button type="button" class=${weight} aria-label=${label} title=${label} onclick=${action}>
      ${sign || say(word)}
    </button>`;
  };
  const addColumn = (event) => {
    event.preventDefault();
    const [name] = event.target.elements;
    if (name.value.trim()) actions.addColumn(name.value.trim());
    name.value = "";
  };
  const labels = (word) => ({ placeholder: say(word), "aria-label": say(word) });
  return html`<div class="grid-tools" role="group" aria-label=${say("as_table")}>
    ${tool("add_row", null, actions.addRow)} ${tool("copy_row", "quiet", actions.copyRow)}
    ${tool("remove_row", "danger", actions.removeRow)} ${tool("undo", "quiet", actions.undo, "\u21b6")}
    ${tool("redo", "quiet", actions.redo, "\u21b7")}
    <input type="search" ...${labels("filter")} oninput=${({ target }) => actions.filter(target.value)} />
    <form onsubmit=${addColumn}>
      <input list="grid-fields" ...${labels("new_column")} />
      <datalist id="grid-fields">${fields.map((each) => html`<option key=${each} value=${each}></option>`)}</datalist>
      <button aria-label=${say("add_column")} title=${say("add_column")}>+</button>
    </form>
    <label class="inline">
      <input type="checkbox" defaultChecked onchange=${({ target }) => actions.pictures(target.checked)} />
      ${say("pictures")}
    </label>
  </div>`;
}

// Copies the selected cell to the clipboard; while the user types in it, the browser copies the selected text.
export function copyCell(event, { cell, at, rows }) {
  if (cell || !at) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", rows[at.row].cells[at.column] ?? "");
}
