// The table of a grid: its cells, the selected cell, rows with faults, their pictures.
import { element, fill } from "./elements.js";
import { partsOf, showPart } from "./grid_parts.js";
import { nextSort, orderOf } from "./grid_text.js";
import * as host from "./host_page.js";

const { say } = host;

/** @type {any} */
export let grid = null; // the shown grid: rows and columns of the text, the selected cell, typed text not taken yet

export function setGrid(newGrid) {
  grid = newGrid;
}

export const idOf = ({ row, column }) => `${row} ${column}`;

export const keys = () => grid.rows.map((row) => row.key);

export function setView(view) {
  build(Object.assign(grid.view, view));
}

export function build(view = grid.view) {
  const isInCell = grid.table.contains(document.activeElement) && !document.activeElement.closest("thead");
  grid.order = orderOf(grid.rows, view);
  const direction = (name) => (view.column !== name ? null : view.falls ? "descending" : "ascending");
  const heading = (name) =>
    element(
      "th",
      { scope: "col", "aria-sort": direction(name) },
      element(
        "button",
        { type: "button", title: say("sort_by", { name }), onclick: () => setView(nextSort(view, name)) },
        host.words().find(`heading_${name}`) ?? name,
        direction(name) ? (view.falls ? " ▾" : " ▴") : null,
      ),
    );
  grid.pictures.unwatch();
  fill(
    grid.table,
    element("thead", {}, element("tr", {}, element("td", {}), ...grid.columns.map(heading))),
    ...partsOf(grid.order, rowOf, grid.scroller),
  );
  grid.table.setAttribute("aria-rowcount", String(grid.order.length + 1));
  if (!grid.order.length) grid.table.append(element("caption", {}, say("no_rows")));
  if (!grid.order.includes(grid.at?.row) || !grid.columns.includes(grid.at?.column)) grid.at = firstCell();
  cellAt(grid.at)?.setAttribute("tabindex", "0");
  showSelectedCard();
  if (isInCell) cellAt(grid.at)?.focus();
}

function rowOf(at, index) {
  const row = element(
    "tr",
    { "data-row": String(at), "aria-rowindex": String(index + 2) },
    element("td", { class: "thumb" }, ...grid.pictures.place(at)),
    ...grid.columns.map((name) => cellOf(at, name)),
  );
  markRow(row, grid.bad());
  grid.pictures.watch(row);
  return row;
}

// The cell where a grid begins: in the row of the selected card, else in the first row.
function firstCell() {
  if (!grid.order.length) return null;
  return { row: grid.order.find((at) => grid.rows[at].key === grid.card) ?? grid.order[0], column: grid.columns[0] };
}

function cellOf(at, name) {
  const isKey = name === "key";
  const cell = element(isKey ? "th" : "td", {
    role: isKey ? "rowheader" : "gridcell",
    scope: isKey ? "row" : null,
    tabindex: "-1",
    "data-column": name,
    onclick: () => grid.onTap({ row: at, column: name }),
  });
  showCell(cell, at, name);
  return cell;
}

function showCell(cell, row, column) {
  const refusal = grid.refused.get(idOf({ row, column }));
  cell.textContent = refusal?.text ?? grid.rows[row].cells[column] ?? "";
  cell.toggleAttribute("data-refused", Boolean(refusal));
  if (refusal) cell.setAttribute("aria-invalid", "true");
  else cell.removeAttribute("aria-invalid");
}

const rowAt = (row) => grid.table.querySelector(`tr[data-row="${row}"]`);

export function cellAt(at) {
  if (!at) return null;
  if (!rowAt(at.row)) showPart(grid.table, grid.order.indexOf(at.row));
  return [...(rowAt(at.row)?.cells ?? [])].find((cell) => cell.dataset.column === at.column);
}

export function showRow(row) {
  for (const cell of rowAt(row)?.cells ?? []) {
    const isTyped = grid.cell && grid.cell.row === row && grid.cell.column === cell.dataset.column;
    if (cell.dataset.column && !isTyped) showCell(cell, row, cell.dataset.column);
  }
}

// Shows the card of the selected row large beside the grid.
export const showSelectedCard = () => grid.at && grid.select(grid.rows[grid.at.row].key);

// Marks the rows that have a wrong line.
export function markRows(bad) {
  for (const row of grid.table.querySelectorAll("tr[data-row]")) markRow(row, bad);
}

function markRow(row, bad) {
  const { first, last } = grid.rows[Number(row.dataset.row)];
  row.classList.toggle(
    "bad",
    [...bad].some((line) => line >= first && line <= last),
  );
}

export function showPictures(isShown) {
  grid.element.classList.toggle("no-pictures", !isShown);
  grid.pictures.turn(isShown);
}

export function goTo(at) {
  cellAt(grid.at)?.setAttribute("tabindex", "-1");
  const cell = cellAt(at);
  if (!cell) return;
  grid.at = at;
  cell.setAttribute("tabindex", "0");
  cell.focus();
  showSelectedCard();
}
