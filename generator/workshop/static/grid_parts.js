// A long table in parts: only rows near the visible area are on the page; the others leave empty space.
import { element, fill } from "./elements.js";

const MOST = 40; // rows of a part
const NEAR = "800px";
const USUAL = 92; // pixels of a row that the page never showed

/** @type {IntersectionObserver | null} */
let near = null;
/** @type {WeakMap<Element, { rows: any[], from: number, make: any, height: number }>} */
const parts = new WeakMap();

// The parts of a table with these rows; `make(row, index)` makes a row when it comes near the visible area of `root`.
export function partsOf(rows, make, root) {
  near?.disconnect();
  const onView = (entries) => entries.forEach(({ target, isIntersecting }) => (isIntersecting ? show : hide)(target));
  near = new IntersectionObserver(onView, { root, rootMargin: NEAR });
  const bodies = [];
  for (let from = 0; from < rows.length || !bodies.length; from += MOST) {
    const part = element("tbody");
    const ownRows = rows.slice(from, from + MOST);
    parts.set(part, { rows: ownRows, from, make, height: ownRows.length * USUAL });
    bodies.push(part);
    if (from) hide(part);
    else show(part);
    near.observe(part);
  }
  return bodies;
}

// Shows the part with the row of an index, wherever it is.
export function showPart(table, index) {
  const part = table.tBodies[Math.floor(index / MOST)];
  if (index >= 0 && part) show(part);
}

const isShown = (part) => part.dataset.shown !== undefined;

function show(part) {
  if (isShown(part)) return;
  const { rows, from, make } = parts.get(part);
  part.dataset.shown = "";
  fill(part, ...rows.map((row, at) => make(row, from + at)));
}

// Keeps the part with the selected cell, because Tab leads to it.
function hide(part) {
  if (part.querySelector("[tabindex='0']")) return;
  const entry = parts.get(part);
  if (isShown(part)) entry.height = part.offsetHeight || entry.height;
  delete part.dataset.shown;
  const room = element("tr", { "aria-hidden": "true" });
  room.style.height = `${entry.height}px`;
  fill(part, room);
}
