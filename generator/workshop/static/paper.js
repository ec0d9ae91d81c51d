// The sheet as a picture with boxes to tap.
import { svgElement } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { ask, change, fontAddress, queue, say, seatNow, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

let sheet = null; // the picture and the ids of its boxes, if players can tap the sheet
let zoom = Math.max(1, Math.min(2.2, 860 / Math.min(innerWidth, 960))); // letters of a sheet are small on a phone

// Returns whether there is a picture that has these boxes.
export function isOnSheet(boxes = []) {
  return Boolean(sheet) && boxes.every((box) => sheet.boxes.has(box));
}

export async function loadSheet() {
  const answer = await ask("sheet");
  sheet = null;
  if (!answer.svg) return;
  await loadFonts(answer.fonts, fontAddress, lettersIn(answer.svg));
  const picture = svgElement(answer.svg);
  picture.setAttribute("role", "group"); // a group of boxes to tap
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const [id, label] of Object.entries(answer.boxes)) {
    const box = picture.querySelector(`[id="${CSS.escape(id)}"]`);
    if (!box) continue;
    box.setAttribute("role", "checkbox");
    box.setAttribute("tabindex", "0");
    box.setAttribute("aria-label", label || id.replaceAll(".", " ").replaceAll("_", " "));
    box.classList.add("box");
  }
  const boxAt = (event) => event.target.closest(".box");
  picture.onclick = (event) => tap(boxAt(event));
  picture.onkeydown = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    tap(boxAt(event));
  };
  sheet = { picture, boxes: new Set(Object.keys(answer.boxes)) };
}

export function paper(seat, below) {
  const size = (factor) => () => {
    zoom = Math.min(6, Math.max(1, zoom * factor));
    state.show();
  };
  const bar = h(
    "div",
    { class: "zoom" },
    h("button", { onclick: size(1 / 1.4), "aria-label": say("smaller") }, "\u2212"),
    h("button", { onclick: size(1.4), "aria-label": say("larger") }, "+"),
  );
  const insert = (page) => page && page.firstChild !== sheet.picture && page.replaceChildren(sheet.picture);
  const page = h("div", { class: "page", ref: insert, style: { width: `${zoom * 100}%` } });
  const outer = h("div", { id: "paper", tabindex: 0, role: "group", "aria-label": say("tab_sheet") }, page);
  return h("section", { key: "sheet", class: "sheet" }, bar, outer, h("div", { class: "card" }, below));
}

function tap(box) {
  if (!box) return;
  const seat = seatNow();
  change({ do: "tick", seat: seat.id, box: box.id, on: !queue.tickedBoxes(seat.id, seat.held).has(box.id) });
}

export function mark(seat) {
  if (!sheet || state.tab !== "sheet") return;
  const ticked = queue.tickedBoxes(seat.id, seat.held);
  for (const box of sheet.picture.querySelectorAll(".box")) {
    if (box.getAttribute("aria-checked") === String(ticked.has(box.id))) continue;
    box.classList.toggle("on", ticked.has(box.id));
    box.setAttribute("aria-checked", String(ticked.has(box.id)));
  }
}
