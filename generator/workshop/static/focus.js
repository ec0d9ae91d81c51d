// Keeps the focus where the user works, even if the page draws its element again, removes it, or disables it during
// some work.

const TYPED_IN = "input:not([type=checkbox], [type=radio], [type=range]), textarea";
const REACHED = "a[href], button, input, select, textarea, summary, [tabindex='0']";
const STAYS = { preventScroll: true };
const ROOMS = "main, header, dialog, aside"; // the focus stays within one of them

/** @typedef {{ target: HTMLElement, way: [Element, number][] }} FocusPlace */
/** @type {FocusPlace | null} */
// the element that has the focus or had it when it was removed, and its way up: parents, with the index of the child
let last = null;

// Returns a function that puts the focus back where it is now, even if the page draws that element again.
export const focusRestorer = (to = last) => () => to && (canHave(to.target) ? to.target : near(to))?.focus(STAYS);

export function keepFocus() {
  const keep = (target) => (last = { target, way: wayTo(target) });
  if (isSomewhere()) keep(document.activeElement);
  document.addEventListener("focusin", ({ target }) => keep(target));
  const leave = ({ target }) => queueMicrotask(() => isLeft(target) && (last = null));
  // in this order, and before a drawing that they cause
  for (const type of ["change", "blur"]) document.addEventListener(type, leave, true);
  keepInSight();
  new MutationObserver(seek).observe(document.body, {
    childList: true,
    subtree: true,
    attributes: true,
    attributeFilter: ["disabled", "hidden", "open"],
  });
}

// Late content, such as a picture or an editor, may push the focused element out of sight: the page follows it until
// the user scrolls.
function keepInSight() {
  /** @type {Element | null} */
  let focused = null;
  document.addEventListener("focusin", ({ target }) => (focused = target instanceof Element ? target : null));
  for (const type of ["wheel", "touchmove", "pointerdown"])
    document.addEventListener(type, () => (focused = null), { passive: true, capture: true });
  const follow = () =>
    focused &&
    focused === document.activeElement &&
    focused.matches(":focus-visible") &&
    focused.scrollIntoView({ block: "nearest", inline: "nearest" });
  new ResizeObserver(follow).observe(document.body);
}

// The user left it. A removed element sends the same events while it is still on the page.
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

// An element that is disabled during its work comes back. A later drawing starts the search again.
function seek() {
  if (!last || isSomewhere()) return;
  const { target } = last;
  if (target.isConnected && target.matches(":disabled")) return;
  const same = canHave(target) ? target : document.getElementById(target.id);
  const element = same && canHave(same) ? same : near(last);
  element?.focus(STAYS);
}

// The element that is in its place now, or else the first one around that place.
function near({ target, way }) {
  const from = way.findIndex(([parent]) => parent.isConnected);
  let [place] = way[from];
  if (!place.closest(ROOMS)) return null;
  for (const [, index] of way.slice(0, from + 1).reverse())
    place = place.children[Math.min(index, place.children.length - 1)] ?? place;
  const accepts = (each) =>
    // a phone must not open its keyboard by itself
    each.matches(REACHED) && canHave(each) && (target.matches(TYPED_IN) || !each.matches(TYPED_IN));
  for (; place; place = place.matches(ROOMS) ? null : place.parentElement) {
    const match = [place, ...place.querySelectorAll("*")].find(accepts);
    if (match) return match;
  }
  return null;
}
