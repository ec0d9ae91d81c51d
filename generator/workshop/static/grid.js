// The text of a deck as a grid, one row a card: every change is one of the text, which the editor keeps, draws and
// saves.
import { element, fill } from "./elements.js";
import { RowPictures } from "./grid_pictures.js";
import { build, cellAt, goTo, grid, idOf, keys, looksAt, marks } from "./grid_table.js";
import { setGrid, showPictures, showRow, showsInHand } from "./grid_table.js";
import { actionOf, freeKey, pasteEdits, refusalOf, tableOf } from "./grid_text.js";
import { copies, GridTools } from "./grid_tools.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const { say } = host;

// A grid for the file that is open: `context` gives and takes its text, draws the picture of a row, and tells the
// `card` that it begins with.
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
    taps: tapped,
  });
  const views = { filter: (needle) => looksAt({ needle }), pictures: showPictures };
  const does = { addRow, copyRow, removeRow, undo, redo, addColumn, ...views };
  grid.tools = element("div");
  render(html`<${GridTools} say=${say} fields=${grid.fields} does=${does} />`, grid.tools);
  grid.told = element("p", { class: "told", role: "status" });
  grid.table = element("table", {
    role: "grid",
    "aria-label": grid.file,
    onkeydown: pressed,
    onpaste: pasted,
    oncopy: (event) => copies(event, grid),
    ondblclick: () => !grid.cell && edits(),
  });
  grid.scroller = element("div", { class: "grid-scroll" }, grid.table);
  grid.pictures = new RowPictures(
    (at, place, number) => grid.draw(grid.rows[at].key, place, number),
    grid.scroller,
    (faults) => grid.faulty(faults),
  );
  grid.element = element(
    "div",
    { class: "grid" },
    grid.tools,
    grid.told,
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
    marks,
    undo,
    redo,
  };
}

function tell(text) {
  grid.told.textContent = text;
}

// the text and its rows

// Has the server change a text; what came of it is the text of the editor. What one `step` changes is undone at once.
async function change(edits, base = grid.text(), { step = { isBegun: false }, tells = true } = {}) {
  const asked = grid;
  try {
    const found = await host.ask("source/rows", { file: asked.file, text: base, edits });
    if (asked !== grid) return false;
    if (found.text !== grid.text()) {
      grid.write(found.text, step.isBegun);
      step.isBegun = true;
    }
    takes(found);
    if (tells) tell("");
    return true;
  } catch (problem) {
    if (asked !== grid) return false;
    tell(refusalOf(problem, edits, say));
    return false;
  }
}

const queued = (does) => (grid.queue = grid.queue.then(does, does));

// The rows of the text as it is now.
function read() {
  grid.columns = [];
  return queued(() => change([]));
}

function takes({ columns, rows }) {
  const known = [...grid.columns, ...columns.filter((name) => !grid.columns.includes(name))];
  const isSame = known.length === grid.columns.length && rows.length === grid.rows.length && grid.columns.length > 0;
  const before = keys();
  const changed = rows.map((row, at) => JSON.stringify(row.cells) !== JSON.stringify(grid.rows[at]?.cells));
  Object.assign(grid, { columns: known, rows });
  if (before.length !== rows.length) grid.pictures.move(before, keys());
  if (!isSame) build();
  if (before.length !== rows.length) grid.pictures.tells();
  if (isSame) showsInHand();
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

// Rows come and go: what was refused of those behind would stand in another one, and is told first.
async function rowChanged(edits, row) {
  await settled();
  if (grid.refused.size) return tell(say("refused_first"));
  const column = grid.at?.column ?? grid.columns[0];
  if (await queued(() => change(edits))) goTo({ row, column });
}

const undo = () => goesBack(grid.undo);
const redo = () => goesBack(grid.redo);

async function goesBack(does) {
  await settled();
  if (grid.refused.size) return dropRefused();
  if (does()) await read();
}

// What was typed last.
function dropRefused() {
  grid.refused.clear();
  grid.kept();
  tell("");
  build();
}

// the cell in hand

function tapped(at) {
  if (grid.cell && idOf(grid.cell) === idOf(at)) return;
  if (grid.at && idOf(grid.at) === idOf(at) && cellAt(at) === document.activeElement) return edits();
  goTo(at);
}

function steps(down, right) {
  const { order, columns, at } = grid;
  const row = order[Math.max(0, Math.min(order.length - 1, order.indexOf(at.row) + down))];
  goTo({ row, column: columns[Math.max(0, Math.min(columns.length - 1, columns.indexOf(at.column) + right))] });
}

function pressed(event) {
  if (!grid.at || event.target.closest("thead")) return;
  const action = actionOf(event, Boolean(grid.cell));
  if (!action) return;
  if (action.prevents) event.preventDefault();
  if (action.leaves) action.leaves === "back" ? takeBack() : finish();
  if (action.steps) steps(...action.steps);
  if (action.edits !== undefined) edits(action.edits, action.ends);
}

// Opens the cell in hand to be typed in, with what stands in it or a text instead.
function edits(text = null, ends = false) {
  const cell = cellAt(grid.at);
  const known = grid.refused.get(idOf(grid.at))?.text ?? grid.rows[grid.at.row].cells[grid.at.column] ?? "";
  const area = element("textarea", {
    rows: String(Math.max(1, known.split("\n").length)),
    "aria-label": `${grid.rows[grid.at.row].key} ${grid.at.column}`,
    spellcheck: "false",
    oninput: typed,
    onblur: () => grid.cell?.area === area && finish(),
  });
  area.value = text ?? known;
  grid.cell = { ...grid.at, area, known };
  fill(cell, area);
  area.focus();
  area.setSelectionRange(area.value.length, area.value.length);
  if (!ends) return;
  typed();
  finish();
  goTo(grid.at);
}

// What is typed is in the text at once, as one change of what was there before.
function typed() {
  const { cell } = grid;
  cell.wants = cell.area.value;
  if (cell.busy) return;
  cell.busy = true;
  grid.sent = cell;
  queued(async () => {
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
        await change([], cell.base, { step: cell, tells: false });
        grid.kept();
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
  if (cell.area.value !== cell.known) {
    cell.area.value = cell.known;
    typed();
  }
  finish();
}

function settled() {
  if (grid.cell) finish();
  // what was refused is asked once more: nothing may have answered
  return queued(async () => {
    for (const [id, cell] of grid.refused)
      if (await change([{ do: "set", ...cell }])) (grid.refused.delete(id), showRow(cell.row), grid.kept());
  });
}

const isTyping = () =>
  grid.refused.size > 0 || Boolean(grid.sent?.busy || (grid.cell && grid.cell.area.value !== grid.cell.known));

// What was typed and refused before, as a draft kept it.
const restore = (refused) => refused.forEach((each) => grid.refused.set(idOf(each), each));

function pasted(event) {
  const text = event.clipboardData.getData("text/plain");
  if (!grid.at || !text || (grid.cell && !text.includes("\t"))) return;
  event.preventDefault();
  if (grid.cell) takeBack();
  const { columns, rows, order, at } = grid;
  queued(() => change(pasteEdits({ columns, rows, order, at, pasted: tableOf(text) })));
}
