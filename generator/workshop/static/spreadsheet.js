// Cards from a table as people have it: chosen or pasted, seen as cards, printed. The server reads it anew each time.
import { drawn, element, fill } from "./common.js";
import { pagesOf } from "./printed_pages.js";

const PASTED = "-";
const brought = { name: "", content: "", text: "", sheet: "", sheets: [] }; // outlasts the room
let host = null;
let parts = {};
let rounds = 0; // what was asked for last is shown, however late an answer before it comes

// The card of tables; `rows` are the options of the command line that it prints with.
export function spreadsheetCard(context, rows) {
  host = context;
  parts = {
    sheet: element("div", {}),
    rows: element("details", {}, element("summary", {}, say("options"))),
    told: element("p", { role: "status" }),
    faults: element("ul", { class: "faults", "aria-live": "assertive" }),
    cards: element("div", { class: "faces" }),
    further: element("div", { class: "buttons" }),
    make: element("button", { class: "main", disabled: true }, say("make")),
    pages: pagesOf({ host, say, asks: (signal) => host.ask("spreadsheet/pages", sent(), signal), fails }),
    printed: element("pre", { class: "told", role: "status" }),
  };
  const file = element("input", { type: "file", id: "spreadsheet-file", accept: ".csv,.tsv,.txt,.xlsx,.ods,.json", onchange: (event) => chosen(event.target.files[0]) });
  const text = element("textarea", { id: "spreadsheet-text", rows: 4, spellcheck: "false", onchange: (event) => pasted(event.target.value) });
  text.value = brought.text;
  const paste = element("details", { open: Boolean(brought.text) }, element("summary", {}, say("paste_table")), element("label", { for: "spreadsheet-text", class: "hint" }, say("about_paste")), text);
  parts.form = element("form", { class: "card spreadsheet", onsubmit: make, onchange: (event) => parts.rows.contains(event.target) && look() },
    element("h2", {}, say("cards_of_table")),
    element("p", {}, say("about_cards_of_table")),
    element("p", {}, element("label", { for: "spreadsheet-file" }, `${say("table_file")} `), file),
    paste, parts.sheet, parts.rows, parts.told, parts.faults, parts.cards, parts.further,
    element("div", { class: "buttons" }, parts.pages.button, parts.make), parts.pages.place, parts.printed,
  );
  takesRows(rows);
  if (brought.content) look();
  return parts.form;
}

// The options anew, as after a printer was measured; what was chosen stays.
export function takesRows(rows) {
  const before = new FormData(parts.form);
  fill(parts.rows, parts.rows.firstElementChild, ...rows);
  for (const field of parts.rows.querySelectorAll("[name]")) {
    if (field.type === "checkbox") field.checked = before.has(field.name);
    else if (before.has(field.name)) field.value = before.get(field.name);
  }
}

function say(key, values) {
  return host.words().say(key, values);
}

async function chosen(file) {
  if (!file) return;
  Object.assign(brought, { name: file.name, sheet: "", sheets: [], content: inBase64(new Uint8Array(await file.arrayBuffer())) });
  look();
}

function pasted(text) {
  Object.assign(brought, { name: PASTED, text, sheet: "", sheets: [], content: text.trim() ? inBase64(new TextEncoder().encode(text)) : "" });
  look();
}

function inBase64(bytes) {
  let signs = "";
  for (let at = 0; at < bytes.length; at += 8192) signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(signs);
}

// What the form says, as the command line would take it.
function values() {
  const flags = new Set([...parts.rows.querySelectorAll("[type=checkbox]")].map((field) => field.name));
  const given = [...new FormData(parts.form)].filter(([name, value]) => name && value);
  return { lang: host.place().language, ...Object.fromEntries(given.map(([name, value]) => [name, flags.has(name) ? true : value])) };
}

function sent(more = {}) {
  const { name, content, sheet } = brought;
  return { name, content, sheet, values: values(), ...more };
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
    tells(problem.faults?.length ? problem.faults : [{ message: problem.status === 413 ? say("table_too_large") : problem.message || say("closed") }]);
  }
}

function shows(found, first) {
  choosesSheet(found.sheets);
  const faces = found.cards.map(face(found.sides));
  if (first) parts.cards.append(...faces);
  else fill(parts.cards, ...faces);
  const shown = parts.cards.childElementCount;
  const more = (found.kinds ?? 0) - shown;
  fill(parts.further, more > 0 ? element("button", { type: "button", onclick: () => look(shown) }, say("more_cards", { count: more })) : null);
  const size = found.size?.join(" \u00d7 ");
  parts.told.textContent = found.kinds ? say("table_cards", { kinds: found.kinds, copies: found.copies, size }) : "";
  tells(found.notes);
  isReady(Boolean(found.kinds));
  if (found.kinds && !first) parts.pages.again();
}

function isReady(ready) {
  for (const button of [parts.make, parts.pages.button]) button.disabled = !ready;
}

// Faults and notes with their cells: file, line and column, as the terminal tells them.
function tells(faults) {
  const name = (fault) => (fault.file === PASTED ? say("pasted") : fault.file);
  const rows = faults.map((fault) => {
    const where = fault.file ? [name(fault), ...(fault.line ? [fault.line, fault.column] : [])].join(":") : "";
    return element("li", { class: fault.severity ?? "error" }, element("code", {}, where), ` ${fault.message}`, fault.hint ? ` (${fault.hint})` : "");
  });
  fill(parts.faults, ...rows);
}

function choosesSheet(sheets) {
  if (JSON.stringify(sheets) === JSON.stringify(brought.sheets) && parts.sheet.hasChildNodes() === sheets.length > 1) return;
  brought.sheets = sheets;
  const takes = (event) => {
    brought.sheet = event.target.value;
    look();
  };
  const select = element("select", { id: "spreadsheet-sheet", onchange: takes }, ...sheets.map((name) => element("option", { value: name, selected: name === brought.sheet }, name)));
  fill(parts.sheet, sheets.length > 1 ? element("label", { for: "spreadsheet-sheet" }, `${say("sheet_of_table")} `, select) : null);
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
  try {
    parts.printed.textContent = host.toldOf(await host.download("spreadsheet/print", sent()));
  } catch (problem) {
    fails(problem);
  }
  parts.make.disabled = false;
}

function fails(problem) {
  fill(parts.printed);
  tells(problem.faults?.length ? problem.faults : [{ message: problem.message || say("closed") }]);
}
