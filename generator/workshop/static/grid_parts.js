// The rows of a long table in parts: only those near what is seen stand on the page, the others leave their room.
import { element, fill } from "./elements.js";

const MOST = 40; // rows of a part
const NEAR = "800px";
const USUAL = 92; // pixels of a row that was not shown yet

/** @type {IntersectionObserver | null} */
let near = null;
/** @type {WeakMap<Element, { rows: any[], from: number, make: any, height: number }>} */
const parts = new WeakMap();

// The parts of a table with these rows, each made by `make(row, index)` when it comes near what `root` shows.
export function partsOf(rows, make, root) {
  near?.disconnect();
  const looks = (entries) => entries.forEach(({ target, isIntersecting }) => (isIntersecting ? shows : leaves)(target));
  near = new IntersectionObserver(looks, { root, rootMargin: NEAR });
  const made = [];
  for (let from = 0; from < rows.length || !made.length; from += MOST) {
    const part = element("tbody");
    const own = rows.slice(from, from + MOST);
    parts.set(part, { rows: own, from, make, height: own.length * USUAL });
    made.push(part);
    if (from) leaves(part);
    else shows(part);
    near.observe(part);
  }
  return made;
}

// Shows the part with the row of an index, wherever it is.
export function showPart(table, index) {
  const part = table.tBodies[Math.floor(index / MOST)];
  if (index >= 0 && part) shows(part);
}

const isShown = (part) => part.dataset.shown !== undefined;

function shows(part) {
  if (isShown(part)) return;
  const { rows, from, make } = parts.get(part);
  part.dataset.shown = "";
  fill(part, ...rows.map((row, at) => make(row, from + at)));
}

// The cell in hand, to which Tab leads, stays.
function leaves(part) {
  if (part.querySelector("[tabindex='0']")) return;
  const known = parts.get(part);
  if (isShown(part)) known.height = part.offsetHeight || known.height;
  delete part.dataset.shown;
  const room = element("tr", { "aria-hidden": "true" });
  room.style.height = `${known.height}px`;
  fill(part, room);
}
