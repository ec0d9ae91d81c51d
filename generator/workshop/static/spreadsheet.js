// Cards from a table as people have it: chosen or pasted, seen as cards, printed. The server reads it anew each time.
import { drawn } from "./common.js";
import { element, fill } from "./elements.js";
import {
  fieldsOf,
  forgetsFaults,
  inBase64,
  keepsValues,
  saysOfOptions,
  tellsAtFields,
  valuesOf,
} from "./form_fields.js";
import * as host from "./host_page.js";
import { pagesOf, toldOf } from "./printed_pages.js";

const { say } = host;

const PASTED = "-";
// Outlasts the room; `typed` is what stands in the field for a table, whether it was left and read or not.
const brought = { name: "", content: "", text: "", typed: "", sheet: "", sheets: [] };
let parts = {};
let options = [];
let rounds = 0; // what was asked for last is shown, however late an answer before it comes

// The card of tables, with the options of the command line that it prints with.
export function spreadsheetCard(given) {
  parts = {
    sheet: element("div", {}),
    rows: element("div", {}),
    told: element("p", { role: "status" }),
    faults: element("ul", { class: "faults", "aria-live": "assertive" }),
    cards: element("div", { class: "faces" }),
    further: element("div", { class: "buttons" }),
    make: element("button", { class: "main", disabled: true }, say("make")),
    pages: pagesOf({ name: "table", asks: (signal) => host.ask("spreadsheet/pages", sent(), signal), fails }),
    printed: element("pre", { class: "told", role: "status" }),
  };
  const file = element("input", {
    type: "file",
    id: "spreadsheet-file",
    accept: ".csv,.tsv,.txt,.xlsx,.ods,.json",
    onchange: (event) => chosen(event.target.files[0]),
  });
  const text = element("textarea", {
    id: "spreadsheet-text",
    rows: 4,
    spellcheck: "false",
    oninput: (event) => (brought.typed = event.target.value),
    onchange: (event) => pasted(event.target.value),
  });
  text.value = brought.typed;
  const paste = element(
    "details",
    { open: Boolean(brought.typed) },
    element("summary", {}, say("paste_table")),
    element("label", { for: "spreadsheet-text", class: "hint" }, say("about_paste")),
    text,
  );
  parts.form = element(
    "form",
    {
      class: "card spreadsheet",
      "data-product": "table",
      onsubmit: make,
      onchange: (event) => parts.rows.contains(event.target) && look(),
    },
    element("h2", {}, say("cards_of_table")),
    element("p", {}, say("about_cards_of_table")),
    element("p", {}, element("label", { for: "spreadsheet-file" }, `${say("table_file")} `), file),
    paste,
    parts.sheet,
    parts.rows,
    parts.told,
    parts.faults,
    parts.cards,
    parts.further,
    element("div", { class: "buttons makes" }, parts.make, parts.printed),
    parts.pages.place,
  );
  takesOptions(given);
  if (brought.typed !== brought.text) pasted(brought.typed);
  else if (brought.content) look();
  return parts.form;
}

// The options anew, as after a printer was measured; what was chosen stays.
export function takesOptions(given) {
  options = given;
  const fields = () => parts.rows.querySelectorAll("[name]");
  const before = fields();
  fill(parts.rows, fieldsOf(host.words(), "spreadsheet", options));
  keepsValues(before, fields());
  parts.rows.firstElementChild.dispatchEvent(new Event("change"));
}

async function chosen(file) {
  if (!file) return;
  Object.assign(brought, {
    name: file.name,
    sheet: "",
    sheets: [],
    content: inBase64(new Uint8Array(await file.arrayBuffer())),
  });
  look();
}

function pasted(text) {
  Object.assign(brought, {
    name: PASTED,
    text,
    sheet: "",
    sheets: [],
    content: text.trim() ? inBase64(new TextEncoder().encode(text)) : "",
  });
  look();
}

function sent(more = {}) {
  const { name, content, sheet } = brought;
  forgetsFaults(parts.form);
  return { name, content, sheet, values: valuesOf(parts.form, options, host.place().language), ...more };
}

async function look(first = 0) {
  const round = ++rounds;
  if (!first) {
    fill(parts.printed);
    isReady(false);
  }
  if (!brought.content) return shows({ cards: [], notes: [], sheets: [] }, 0);
  parts.told.textContent = say("table_is_read");
  try {
    const found = await host.ask("spreadsheet/cards", sent({ first }));
    if (round === rounds) shows(found, first);
  } catch (problem) {
    if (round !== rounds) return;
    shows({ cards: [], notes: [], sheets: problem.sheets ?? [] }, 0);
    parts.told.textContent = say("not_read");
    tells(
      problem.faults?.length
        ? problem.faults
        : [{ message: problem.status === 413 ? say("table_too_large") : problem.message || say("closed") }],
    );
  }
}

function shows(found, first) {
  choosesSheet(found.sheets);
  const faces = found.cards.map(face(found.sides));
  if (first) parts.cards.append(...faces);
  else fill(parts.cards, ...faces);
  const shown = parts.cards.childElementCount;
  const more = (found.kinds ?? 0) - shown;
  fill(
    parts.further,
    more > 0
      ? element("button", { type: "button", onclick: () => look(shown) }, say("more_cards", { count: more }))
      : null,
  );
  const size = found.size?.join(" \u00d7 ");
  parts.told.textContent = found.kinds ? say("table_cards", { kinds: found.kinds, copies: found.copies, size }) : "";
  tells(found.notes);
  isReady(Boolean(found.kinds));
  if (found.kinds && !first) parts.pages.shows();
}

function isReady(ready) {
  parts.make.disabled = !ready;
}

// Faults and notes with their cells: file, line and column, as the terminal tells them.
function tells(faults) {
  const name = (fault) => (fault.file === PASTED ? say("pasted") : fault.file);
  const rows = faults.map((fault) => {
    const where = fault.file ? [name(fault), ...(fault.line ? [fault.line, fault.column] : [])].join(":") : "";
    return element(
      "li",
      { class: fault.severity ?? "error" },
      element("code", {}, where),
      ` ${fault.message}`,
      fault.hint ? ` (${fault.hint})` : "",
    );
  });
  fill(parts.faults, ...rows);
}

function choosesSheet(sheets) {
  if (JSON.stringify(sheets) === JSON.stringify(brought.sheets) && parts.sheet.hasChildNodes() === sheets.length > 1)
    return;
  brought.sheets = sheets;
  const takes = (event) => {
    brought.sheet = event.target.value;
    look();
  };
  const select = element(
    "select",
    { id: "spreadsheet-sheet", onchange: takes },
    ...sheets.map((name) => element("option", { value: name, selected: name === brought.sheet }, name)),
  );
  fill(
    parts.sheet,
    sheets.length > 1 ? element("label", { for: "spreadsheet-sheet" }, `${say("sheet_of_table")} `, select) : null,
  );
}

function face(sides) {
  return ({ copies, svg }) => {
    const place = element("div", { class: "picture" }, drawn(svg));
    place.style.aspectRatio = sides.join(" / ");
    return element("figure", { class: "deck" }, place, element("figcaption", {}, `${copies}\u00d7`));
  };
}

async function make(event) {
  event.preventDefault();
  parts.make.disabled = true;
  parts.printed.textContent = say("making");
  parts.pages.clears();
  try {
    parts.printed.textContent = toldOf(await host.download("spreadsheet/print", sent()));
    parts.pages.shows();
  } catch (problem) {
    fails(problem);
  }
  parts.make.disabled = false;
}

function fails(problem, isAsked = true) {
  fill(parts.printed);
  tells(tellsAtFields(host.words(), parts.form, saysOfOptions(host.words(), options), problem, isAsked));
}
