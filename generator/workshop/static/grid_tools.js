// The tools above a grid: rows, undo, a filter, further columns, pictures or none.
import { element } from "./elements.js";

export function gridTools(say, fields, does) {
  const tool = (word, weight, run, sign = "") =>
    element(
      "button",
      {
        type: "button",
        class: weight,
        onclick: run,
        "aria-label": sign ? say(word) : null,
        title: sign ? say(word) : null,
      },
      sign || say(word),
    );
  const filter = element("input", {
    type: "search",
    placeholder: say("filter"),
    "aria-label": say("filter"),
    oninput: () => does.filter(filter.value),
  });
  const name = element("input", {
    list: "grid-fields",
    placeholder: say("new_column"),
    "aria-label": say("new_column"),
  });
  const adds = (event) => {
    event.preventDefault();
    if (name.value.trim()) does.addColumn(name.value.trim());
    name.value = "";
  };
  const known = element(
    "datalist",
    { id: "grid-fields" },
    ...fields.map((field) => element("option", { value: field })),
  );
  const pictures = element("input", {
    type: "checkbox",
    checked: true,
    onchange: () => does.pictures(pictures.checked),
  });
  return element(
    "div",
    { class: "grid-tools", role: "group", "aria-label": say("as_table") },
    tool("add_row", null, does.addRow),
    tool("copy_row", "quiet", does.copyRow),
    tool("remove_row", "danger", does.removeRow),
    tool("undo", "quiet", does.undo, "\u21b6"),
    tool("redo", "quiet", does.redo, "\u21b7"),
    filter,
    element(
      "form",
      { onsubmit: adds },
      name,
      known,
      element("button", { "aria-label": say("add_column"), title: say("add_column") }, "+"),
    ),
    element("label", { class: "inline" }, pictures, say("pictures")),
  );
}

// The cell in hand goes to the clipboard; while one types in it, what is marked there does.
export function copies(event, { cell, at, rows }) {
  if (cell || !at) return;
  event.preventDefault();
  event.clipboardData.setData("text/plain", rows[at.row].cells[at.column] ?? "");
}
