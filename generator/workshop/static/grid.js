// The text of a deck as a grid with one row a card. Every change is a change of the text, which the editor keeps, draws
// and saves.
import { element, fill } from "./elements.js";
import { RowPictures } from "./grid_pictures.js";
import { build, cellAt, goTo, grid, idOf, keys, setView, markRows } from "./grid_table.js";
import { setGrid, showPictures, showRow, showSelectedCard } from "./grid_table.js";
import { actionOf, freeKey, pasteEdits, refusalOf, tableOf } from "./grid_text.js";
import { copyCell, GridTools } from "./grid_tools.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const { say } = host;

// A grid for the open file: `context` reads and writes its text, draws the picture of a row, and names the `card` to
// begin with.
export function gridOf(context) {
  setGrid({
    ...context,
    columns: [],
    rows: [],
    order: [],
    view: {},
    at: null,
    cell: null,
    refused: new Map(),
    queue: Promise.resolve(),
    onTap,
  });
  const views = { filter: (needle) => setView({ needle }), pictures: showPictures };
  const actions = { addRow, copyRow, removeRow, undo, redo, addColumn, ...views };
  grid.tools = element("div");
  render(html`<${GridTools} say=${say} fields=${grid.fields} actions=${actions} />`, grid.tools);
  grid.status = element("p", { class: "message", role: "status" });
  grid.table = element("table", {
    role: "grid",
    "aria-label": grid.file,
    onkeydown: onKeyDown,
    onpaste: onPaste,
    oncopy: (event) => copyCell(event, grid),
    ondblclick: () => !grid.cell && editCell(),
  });
  grid.scroller = element("div", { class: "grid-scroll" }, grid.table);
  grid.pictures = new RowPictures(
    (at, place, number) => grid.draw(grid.rows[at].key, place, number),
    grid.scroller,
    (faults) => grid.showFaults(faults),
  );
  grid.element = element(
    "div",
    { class: "grid" },
    grid.tools,
    grid.status,
    grid.scroller,
    element("p", { class: "hint" }, say("about_grid")),
  );
  return {
    element: grid.element,
    read,
    focus: () => cellAt(grid.at)?.focus(),
    settled,
    isTyping,
    refused: () => [...grid.refused.values()],
    restore,
    markRows,
    undo,
    redo,
  };
}

function tell(text) {
  grid.status.textContent = text;
}

// the text and its rows

// Asks the server to change a text, and puts the answer into the editor. One undo takes back all changes of a `step`.
async function change(edits, base = grid.text(), { step = { isBegun: false }, clears = true } = {}) {
  const target = grid;
  try {
    const answer = await host.ask("source/rows", { file: target.file, text: base, edits });
    if (target !== grid) return false;
    if (answer.text !== grid.text()) {
      grid.write(answer.text, step.isBegun);
      step.isBegun = true;
    }
    apply(answer);
    if (clears) tell("");
    return true;
  } catch (problem) {
    if (target !== grid) return false;
    tell(refusalOf(problem, edits, say));
    return false;
  }
}

const enqueue = (does) => (grid.queue = grid.queue.then(does, does));

// Reads the rows of the current text.
function read() {
  grid.columns = [];
  return enqueue(() => change([]));
}

function apply({ columns, rows }) {
  const names = [...grid.columns, ...columns.filter((name) => !grid.columns.includes(name))];
  const isSame = names.length === grid.columns.length && rows.length === grid.rows.length && grid.columns.length > 0;
  const before = keys();
  const changed = rows.map((row, at) => JSON.stringify(row.cells) !== JSON.stringify(grid.rows[at]?.cells));
  Object.assign(grid, { columns: names, rows });
  if (before.length !== rows.length) grid.pictures.move(before, keys());
  if (!isSame) build();
  if (before.length !== rows.length) grid.pictures.reportFaults();
  if (isSame) showSelectedCard();
  changed.forEach((is, at) => {
    if (!is) return;
    if (isSame) showRow(at);
    grid.pictures.stale(at);
  });
  grid.pictures.again();
}

function addColumn(name) {
  if (!grid.columns.includes(name)) grid.columns.push(name);
  build();
  goTo({ row: grid.at?.row ?? grid.order[0], column: name });
}

function addRow() {
  const row = grid.at ? grid.at.row + 1 : grid.rows.length;
  rowChanged([{ do: "add", row, key: freeKey("new", keys()) }], row);
}

function copyRow() {
  if (!grid.at) return;
  const { row } = grid.at;
  rowChanged([{ do: "copy", row, key: freeKey(`${grid.rows[row].key}_2`.slice(0, 60), keys()) }], row + 1);
}

function removeRow() {
  if (grid.at) rowChanged([{ do: "remove", row: grid.at.row }], Math.min(grid.at.row, grid.rows.length - 2));
}

// Adding or removing a row would move refused text of later rows to other rows, so it is resolved first.
async function rowChanged(edits, row) {
  await settled();
  if (grid.refused.size) return tell(say("refused_first"));
  const column = grid.at?.column ?? grid.columns[0];
  if (await enqueue(() => change(edits))) goTo({ row, column });
}

const undo = () => stepBack(grid.undo);
const redo = () => stepBack(grid.redo);

async function stepBack(does) {
  await settled();
  if (grid.refused.size) return dropRefused();
  if (does()) await read();
}

// Drops the refused text, which was typed last.
function dropRefused() {
  grid.refused.clear();
  grid.keepDraft();
  tell("");
  build();
}

// the selected cell

function onTap(at) {
  if (grid.cell && idOf(grid.cell) === idOf(at)) return;
  if (grid.at && idOf(grid.at) === idOf(at) && cellAt(at) === document.activeElement) return editCell();
  goTo(at);
}

function moveBy(down, right) {
  const { order, columns, at } = grid;
  const row = order[Math.max(0, Math.min(order.length - 1, order.indexOf(at.row) + down))];
  goTo({ row, column: columns[Math.max(0, Math.min(columns.length - 1, columns.indexOf(at.column) + right))] });
}

function onKeyDown(event) {
  if (!grid.at || event.target.closest("thead")) return;
  const action = actionOf(event, Boolean(grid.cell));
  if (!action) return;
  if (action.prevents) event.preventDefault();
  if (action.leaves) action.leaves === "back" ? takeBack() : finish();
  if (action.steps) moveBy(...action.steps);
  if (action.edits !== undefined) editCell(action.edits, action.ends);
}

// Opens the selected cell for typing, with its content or with `text` instead.
function editCell(text = null, ends = false) {
  const cell = cellAt(grid.at);
  const original = grid.refused.get(idOf(grid.at))?.text ?? grid.rows[grid.at.row].cells[grid.at.column] ?? "";
  const area = element("textarea", {
    rows: String(Math.max(1, original.split("\n").length)),
    "aria-label": `${grid.rows[grid.at.row].key} ${grid.at.column}`,
    spellcheck: "false",
    oninput: onInput,
    onblur: () => grid.cell?.area === area && finish(),
  });
  area.value = text ?? original;
  grid.cell = { ...grid.at, area, original };
  fill(cell, area);
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
  if (!ends) return;
  onInput();
  finish();
  goTo(grid.at);
}

// Puts typed text into the deck at once, as one change of the text before.
function onInput() {
  const { cell } = grid;
  cell.wants = cell.area.value;
  if (cell.busy) return;
  cell.busy = true;
  grid.sent = cell;
  enqueue(async () => {
    cell.base ??= grid.text();
    while (cell.wants !== undefined) {
      const text = cell.wants;
      cell.wants = undefined;
      const id = idOf(cell);
      const isTaken = await change([{ do: "set", row: cell.row, column: cell.column, text }], cell.base, {
        step: cell,
      });
      if (isTaken) grid.refused.delete(id);
      else {
        grid.refused.set(id, { row: cell.row, column: cell.column, text });
        await change([], cell.base, { step: cell, clears: false });
        grid.keepDraft();
      }
      if (grid.cell !== cell) showRow(cell.row);
    }
    cell.busy = false;
  });
}

function finish() {
  const { row } = grid.cell;
  grid.cell = null;
  showRow(row);
}

function takeBack() {
  const { cell } = grid;
  if (cell.area.value !== cell.original) {
    cell.area.value = cell.original;
    onInput();
  }
  finish();
}

function settled() {
  if (grid.cell) finish();
  // tries refused cells once more: maybe the server did not answer
  return enqueue(async () => {
    for (const [id, cell] of grid.refused)
      if (await change([{ do: "set", ...cell }])) (grid.refused.delete(id), showRow(cell.row), grid.keepDraft());
  });
}

const isTyping = () =>
  grid.refused.size > 0 || Boolean(grid.sent?.busy || (grid.cell && grid.cell.area.value !== grid.cell.original));

// Puts back refused text from a draft.
const restore = (refused) => refused.forEach((each) => grid.refused.set(idOf(each), each));

function onPaste(event) {
  const text = event.clipboardData.getData("text/plain");
  if (!grid.at || !text || (grid.cell && !text.includes("\t"))) return;
  event.preventDefault();
  if (grid.cell) takeBack();
  const { columns, rows, order, at } = grid;
  enqueue(() => change(pasteEdits({ columns, rows, order, at, pasted: tableOf(text) })));
}
