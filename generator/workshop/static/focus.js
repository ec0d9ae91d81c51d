// The focus stays where somebody works, also where what had it is drawn anew, taken away, or at rest while something
// is done.

const TYPED_IN = "input:not([type=checkbox], [type=radio], [type=range]), textarea";
const REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const STAYS = { preventScroll: true };
const ROOMS = "main, header, dialog, aside"; // the focus is sought in the one that it was in

/** @typedef {{ target: HTMLElement, way: [Element, number][] }} Kept */
/** @type {Kept | null} */
// what has the focus or had it when it was taken away, and the way up from there: parents, and which child leads to it
let last = null;

// Leads back to what has the focus now, also where it is drawn anew meanwhile.
export const leadsBack = (to = last) => () => to && (canHave(to.target) ? to.target : near(to))?.focus(STAYS);

export function keepFocus() {
  const keeps = (target) => (last = { target, way: wayTo(target) });
  if (isSomewhere()) keeps(document.activeElement);
  document.addEventListener("focusin", ({ target }) => keeps(target));
  const leaves = ({ target }) => queueMicrotask(() => isLeft(target) && (last = null));
  // in this order, and before anything is drawn because of it
  for (const told of ["change", "blur"]) document.addEventListener(told, leaves, true);
  staysInSight();
  new MutationObserver(seek).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "open"],
  });
}

// What comes late, such as a picture or an editor, may push what has the focus out of sight: it is followed, until
// somebody scrolls.
function staysInSight() {
  /** @type {Element | null} */
  let seen = null;
  document.addEventListener("focusin", ({ target }) => (seen = target instanceof Element ? target : null));
  for (const moves of ["wheel", "touchmove", "pointerdown"])
    document.addEventListener(moves, () => (seen = null), { passive: true, capture: true });
  const follows = () =>
    seen &&
    seen === document.activeElement &&
    seen.matches(":focus-visible") &&
    seen.scrollIntoView({ block: "nearest", inline: "nearest" });
  new ResizeObserver(follows).observe(document.body);
}

// Somebody left it; what is taken off the page tells the same while it still stands there.
const isLeft = (target) => last?.target === target && document.activeElement !== target && canHave(target);

const isSomewhere = () => document.activeElement !== null && document.activeElement !== document.body;
const canHave = (element) => element.isConnected && !element.matches(":disabled") && element.checkVisibility();

function wayTo(element) {
  /** @type {[Element, number][]} */
  const way = [];
  for (let at = element; at.parentElement; at = at.parentElement)
    way.push([at.parentElement, [...at.parentElement.children].indexOf(at)]);
  return way;
}

// What is disabled while it does something comes back; what is drawn later is sought again then.
function seek() {
  if (!last || isSomewhere()) return;
  const { target } = last;
  if (target.isConnected && target.matches(":disabled")) return;
  const same = canHave(target) ? target : document.getElementById(target.id);
  const found = same && canHave(same) ? same : near(last);
  found?.focus(STAYS);
}

// What stands in its place now, or else what is first in what holds the place.
function near({ target, way }) {
  const from = way.findIndex(([parent]) => parent.isConnected);
  let [place] = way[from];
  if (!place.closest(ROOMS)) return null;
  for (const [, index] of way.slice(0, from + 1).reverse())
    place = place.children[Math.min(index, place.children.length - 1)] ?? place;
  const takes = (each) =>
    // no phone opens its keys unasked
    each.matches(REACHED) && canHave(each) && (target.matches(TYPED_IN) || !each.matches(TYPED_IN));
  for (; place; place = place.matches(ROOMS) ? null : place.parentElement) {
    const found = [place, ...place.querySelectorAll("*")].find(takes);
    if (found) return found;
  }
  return null;
}
