// What was read of a sheet, held against its picture: every box that counts is marked on it, and a tap puts one right.
// Those in doubt are asked first, enlarged, and each row is shown beside its part of the picture. Nothing leaves before
// all are answered and somebody says that the rows are right: one by one where the sheet is hard to read.
import { element, fill } from "./elements.js";

const SVG = "http://www.w3.org/2000/svg";
const AROUND = 14; // points beside a box that is shown enlarged
const BESIDE = 4; // points beside a row

function shape(name, attributes) {
  const made = document.createElementNS(SVG, name);
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  return made;
}

// A sheet with its marks; `answers` has what is meant of each box, null where nobody looked yet, and `changed` hears
// of each.
export function reviewedSheet(sheet, say, changed) {
  const answers = new Map(sheet.boxes.map((box) => [box.id, box.ticked]));
  const marks = new Map();
  const rowOf = new Map(); // what shows the row of a box, as it is meant
  const show = (id) => {
    const ticked = answers.get(id);
    marks.get(id).setAttribute("aria-checked", ticked === null ? "mixed" : String(ticked));
    rowOf.get(id)?.();
  };
  const put = (id, ticked) => {
    answers.set(id, ticked);
    show(id);
    for (const [value, button] of choices.get(id) ?? []) button.setAttribute("aria-pressed", String(value === ticked));
    changed();
  };
  const choices = new Map();
  const picture = shape("svg", {
    viewBox: `0 0 ${sheet.size.join(" ")}`,
    role: "group",
    "aria-label": say("photo_check"),
  });
  picture.append(shape("image", { href: sheet.picture, width: sheet.size[0], height: sheet.size[1] }));
  for (const box of sheet.boxes) {
    const [x, y, width, height] = box.place;
    const mark = shape("rect", {
      x,
      y,
      width,
      height,
      rx: 1,
      role: "checkbox",
      tabindex: 0,
      "aria-label": box.name,
      "data-box": box.id,
      class: "seen-box",
    });
    const tapped = () => put(box.id, !answers.get(box.id));
    mark.addEventListener("click", tapped);
    mark.addEventListener("keydown", (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      tapped();
    });
    marks.set(box.id, mark);
    picture.append(mark);
    show(box.id);
  }
  const cutOut = (places, around, ...more) => {
    const [left, top] = [0, 1].map((side) => Math.min(...places.map((place) => place[side])) - around);
    const [wide, high] = [0, 1].map(
      (side) => Math.max(...places.map((place) => place[side] + place[side + 2])) + around - [left, top][side],
    );
    const kind = high > wide ? "cut tall" : "cut";
    const cut = shape("svg", { viewBox: `${left} ${top} ${wide} ${high}`, class: kind, "aria-hidden": "true" });
    cut.append(shape("image", { href: sheet.picture, width: sheet.size[0], height: sheet.size[1] }), ...more);
    return cut;
  };
  const unconfirmed = new Set();
  const rows = sheet.rows.map((row) => {
    const boxes = sheet.boxes.filter((box) => row.boxes.includes(box.id));
    const seen = element("b", {});
    const sign = (ticked) => (ticked === null ? "?" : ticked ? "\u25a0" : "\u25a1");
    const frames = boxes.map(({ place: [x, y, width, height] }) =>
      shape("rect", { x, y, width, height, rx: 1, class: "row-box" }),
    );
    const shows = () => {
      seen.textContent = boxes.map(({ id }) => sign(answers.get(id))).join("");
      for (const [at, { id }] of boxes.entries()) frames[at].setAttribute("data-ticked", String(answers.get(id)));
    };
    for (const { id } of boxes) rowOf.set(id, shows);
    shows();
    const cut = cutOut(
      boxes.map((box) => box.place),
      BESIDE,
      ...frames,
    );
    if (!sheet.said.length) return element("li", {}, cut, element("div", {}, element("span", {}, row.name), seen));
    unconfirmed.add(row);
    const check = element("input", {
      type: "checkbox",
      onchange: () => {
        unconfirmed[check.checked ? "delete" : "add"](row);
        changed();
      },
    });
    const asks = element("label", { class: "inline" }, check, ` ${say("photo_row_right")}`);
    return element("li", {}, cut, element("div", {}, element("span", {}, row.name), seen, asks));
  });
  const doubts = sheet.boxes
    .filter((box) => box.ticked === null)
    .map((box) => {
      const [x, y, width, height] = box.place;
      const frame = { x: x - 1, y: y - 1, width: width + 2, height: height + 2, class: "asked-frame" };
      const cut = cutOut([box.place], AROUND, shape("rect", frame));
      const one = (ticked, word) => [
        ticked,
        element("button", { type: "button", "aria-pressed": "false", onclick: () => put(box.id, ticked) }, say(word)),
      ];
      const both = [one(true, "photo_ticked"), one(false, "photo_empty")];
      choices.set(box.id, both);
      return element(
        "li",
        { "data-doubt": box.id },
        cut,
        element(
          "div",
          { role: "group", "aria-label": box.name },
          element("span", {}, box.name),
          ...both.map(([, button]) => button),
        ),
      );
    });
  const reached = { tabindex: 0, role: "group", "aria-label": say("photo_check") };
  const paper = element("div", { class: "seen-paper", ...reached }, picture);
  return {
    place: element(
      "div",
      { class: "seen-sheet" },
      ...sheet.said.map((text) => element("p", { class: "fault", role: "alert" }, text)),
      element("ul", { class: "doubts" }, ...doubts),
      paper,
      element("div", { class: "seen-rows", ...reached }, element("ul", {}, ...rows)),
    ),
    open: () => [...answers.values()].filter((each) => each === null).length + unconfirmed.size,
    boxes: () => ({ ticked: idsOf(answers, true), empty: idsOf(answers, false) }),
    isTicked: (head) => [...answers].some(([id, ticked]) => ticked && id.startsWith(head)),
  };
}

const idsOf = (answers, value) => [...answers].filter(([, ticked]) => ticked === value).map(([id]) => id);

// Asks which cards lay on the table, once for all sheets; those are to be named of which a box is ticked on any of
// them.
export function namedCards(cards, sheets, changed) {
  const asked = cards.map(({ id, name, boxes, options }) => {
    const choices = [{ sent: "", name: "" }, ...options].map((each) =>
      element("option", { value: each.sent }, each.name),
    );
    const select = /** @type {HTMLSelectElement} */ (
      element("select", { id: `card-${id}`, onchange: () => changed() }, ...choices)
    );
    return { id, boxes, select, place: element("label", { class: "field", for: `card-${id}` }, name, select) };
  });
  const isOpen = ({ boxes, select }) =>
    !select.value && boxes.some((head) => sheets().some((sheet) => sheet.isTicked(head)));
  return {
    place: element("div", { class: "fields named-cards" }, ...asked.map((each) => each.place)),
    open: () => asked.filter(isOpen).length,
    cards: () => ({
      cards: Object.fromEntries(asked.filter(({ select }) => select.value).map(({ id, select }) => [id, select.value])),
    }),
  };
}

// Opens what stands over the page while a picture is read, and then holds what was seen.
export function photoDialog(title, say) {
  if (!document.getElementById("photo-look"))
    document.head.append(element("link", { rel: "stylesheet", href: "photo.css", id: "photo-look" }));
  const content = element("div", { class: "photo-content" });
  const heading = element("h2", { id: "photo-title" }, title);
  const close = element("button", { type: "button" }, say("close"));
  const dialog = element(
    "dialog",
    { class: "photo", "aria-labelledby": "photo-title", onclose: () => dialog.remove() },
    element("div", { class: "photo-head" }, heading, close),
    content,
  );
  close.addEventListener("click", () => dialog.close());
  document.body.append(dialog);
  dialog.showModal();
  const told = (text, kind) => element("p", { class: kind, role: kind ? "alert" : "status" }, text);
  return {
    isOpen: () => dialog.open,
    close: () => dialog.close(),
    waits: () => fill(content, told(say("photo_reading"), null)),
    fails: (...faults) => fill(content, ...faults.map((each) => told(each, "fault"))),
    // Shows sheets; `take` hears that all of it was confirmed, and tells what is in its way, if anything.
    asks(parts, unanswered, why, take) {
      const count = element("p", { class: "left", role: "status" });
      const button = element("button", { type: "button", class: "main" }, say("photo_take"));
      const said = element("p", { class: "fault", role: "alert" });
      const look = () => {
        const open = unanswered();
        count.textContent = open ? say("photo_doubts", { count: open }) : why();
        button.disabled = Boolean(open || why());
      };
      button.addEventListener("click", async () => {
        button.disabled = true;
        const fault = await take();
        if (!fault) return dialog.close();
        said.textContent = fault;
        look();
      });
      fill(
        content,
        told(say("photo_check"), null),
        ...parts,
        element("div", { class: "photo-foot" }, count, said, button),
      );
      look();
      return look;
    },
  };
}
