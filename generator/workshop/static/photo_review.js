// Compares the boxes that were read from a sheet with its picture: every box that counts is marked, and a tap corrects
// one. Boxes in doubt come first, enlarged, and each row is shown beside its part of the picture. Nothing is sent
// before all boxes are answered and somebody confirms the rows: one by one if the sheet is hard to read.
import { openDialog } from "./dialog.js";
import { html, useState } from "./html.js";

const AROUND = 14; // points beside an enlarged box
const BESIDE = 4; // points beside a row
// the options for a single sheet
const SINGLE = { faults: [], selected: (all) => all, above: (_seen, _at, _show) => null, why: (_reviews) => "" };
const SIGNS = { null: "?", true: "\u25a0", false: "\u25a1" };

// A sheet with the answer for each of its boxes, null if nobody looked yet, and the rows still to be confirmed.
const reviewOf = (sheet) => ({
  sheet,
  answers: new Map(sheet.boxes.map((box) => [box.id, box.ticked])),
  unconfirmed: new Set(sheet.messages.length ? sheet.rows : []),
});

const openIn = ({ answers, unconfirmed }) => idsOf(answers, null).length + unconfirmed.size;
const idsOf = (answers, value) => [...answers].filter(([, ticked]) => ticked === value).map(([id]) => id);

// The boxes of a sheet as the table takes them.
export const boxesOf = ({ answers }) => ({ ticked: idsOf(answers, true), empty: idsOf(answers, false) });

function Frame({ place: [x, y, width, height], around = 0, ...more }) {
  const box = { x: x - around, y: y - around, width: width + 2 * around, height: height + 2 * around };
  return html`<rect rx="1" ...${box} ...${more} />`;
}

const pictureOf = ({ picture, size }) => html`<image href=${picture} width=${size[0]} height=${size[1]} />`;

// A part of the picture, with frames on it.
function Cut({ sheet, boxes, around, frames }) {
  const least = (side) => Math.min(...boxes.map(({ place }) => place[side])) - around;
  const most = (side) => Math.max(...boxes.map(({ place }) => place[side] + place[side + 2])) + around;
  const [left, top] = [least(0), least(1)];
  const [wide, high] = [most(0) - left, most(1) - top];
  const kind = high > wide ? "cut tall" : "cut";
  return html`<svg viewBox=${`${left} ${top} ${wide} ${high}`} class=${kind} aria-hidden="true">
    ${pictureOf(sheet)} ${boxes.map((box) => html`<${Frame} key=${box.id} place=${box.place} ...${frames(box)} />`)}
  </svg>`;
}

// A sheet with its marks; `show` draws it again when an answer changes.
function Sheet({ seen, say, show }) {
  const { sheet, answers, unconfirmed } = seen;
  const put = (id, ticked) => () => {
    answers.set(id, ticked);
    show();
  };
  const mark = ({ id, name, place }) => {
    const toggle = put(id, !answers.get(id));
    const keys = (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      toggle();
    };
    const checkbox = { role: "checkbox", tabindex: 0, "aria-label": name, "aria-checked": answers.get(id) ?? "mixed" };
    const handlers = { onclick: toggle, onkeydown: keys };
    return html`<${Frame} key=${id} class="seen-box" place=${place} data-box=${id} ...${checkbox} ...${handlers} />`;
  };
  const doubt = (box) => {
    const { id, name } = box;
    const answer = (ticked, word) =>
      html`<button type="button" aria-pressed=${answers.get(id) === ticked} onclick=${put(id, ticked)}>
        ${say(word)}
      </button>`;
    return html`<li key=${id} data-doubt=${id}>
      <${Cut} sheet=${sheet} boxes=${[box]} around=${AROUND} frames=${() => ({ class: "asked-frame", around: 1 })} />
      <div role="group" aria-label=${name}>
        <span>${name}</span>${answer(true, "photo_ticked")}${answer(false, "photo_empty")}
      </div>
    </li>`;
  };
  const row = (each, at) => {
    const boxes = sheet.boxes.filter((box) => each.boxes.includes(box.id));
    const frames = ({ id }) => ({ class: "row-box", "data-ticked": String(answers.get(id)) });
    const confirmRow = ({ target }) => {
      unconfirmed[target.checked ? "delete" : "add"](each);
      show();
    };
    const check = html`<label class="inline">
      <input type="checkbox" checked=${!unconfirmed.has(each)} onchange=${confirmRow} />${` ${say("photo_row_right")}`}
    </label>`;
    return html`<li key=${at}>
      <${Cut} sheet=${sheet} boxes=${boxes} around=${BESIDE} frames=${frames} />
      <div>
        <span>${each.name}</span><b>${boxes.map(({ id }) => SIGNS[answers.get(id)]).join("")}</b>
        ${sheet.messages.length > 0 && check}
      </div>
    </li>`;
  };
  const scrollable = { tabindex: 0, role: "group", "aria-label": say("photo_check") };
  return html`<div class="seen-sheet">
    ${sheet.messages.map((text) => html`<p key=${text} class="fault" role="alert">${text}</p>`)}
    <ul class="doubts">
      ${sheet.boxes.filter((box) => box.ticked === null).map(doubt)}
    </ul>
    <div class="seen-paper" ...${scrollable}>
      <svg viewBox=${`0 0 ${sheet.size.join(" ")}`} role="group" aria-label=${say("photo_check")}>
        ${pictureOf(sheet)} ${sheet.boxes.map(mark)}
      </svg>
    </div>
    <div class="seen-rows" ...${scrollable}>
      <ul>
        ${sheet.rows.map(row)}
      </ul>
    </div>
  </div>`;
}

// The cards on the table, asked once for all sheets.
function NamedCards({ cards, named, show }) {
  const field = ({ id, name, options }) => {
    const nameCard = ({ target }) => {
      named[id] = target.value;
      show();
    };
    const option = ({ sent, name: title }) => html`<option key=${sent} value=${sent}>${title}</option>`;
    return html`<label key=${id} class="field" for=${`card-${id}`}>
      ${name}
      <select id=${`card-${id}`} onchange=${nameCard}>
        ${[{ sent: "", name: "" }, ...options].map(option)}
      </select>
    </label>`;
  };
  return html`<div class="fields named-cards">${cards.map(field)}</div>`;
}

function Foot({ say, open, why, take, close }) {
  const [fault, setFault] = useState("");
  const [isTaking, setTaking] = useState(false);
  const takeSheets = async () => {
    setTaking(true);
    const refusal = await take();
    if (!refusal) return close();
    setFault(refusal);
    setTaking(false);
  };
  const isDisabled = Boolean(isTaking || open || why);
  return html`<div class="photo-foot">
    <p class="left" role="status">${open ? say("photo_doubts", { count: open }) : why}</p>
    <p class="fault" role="alert">${fault}</p>
    <button type="button" class="main" disabled=${isDisabled} onclick=${takeSheets}>${say("photo_take")}</button>
  </div>`;
}

// Opens a dialog over the page while a picture is read, and then shows the sheets in it.
export function photoDialog(title, say) {
  if (!document.getElementById("photo-look")) {
    const look = { rel: "stylesheet", href: "photo.css", id: "photo-look" };
    document.head.append(Object.assign(document.createElement("link"), look));
  }
  let isOpen = true;
  let content = (_closes) => html`<p role="status">${say("photo_reading")}</p>`;
  const drawContent = (close) =>
    html`<div class="photo-head">
        <h2 id="photo-title">${title}</h2>
        <button type="button" onclick=${() => close()}>${say("close")}</button>
      </div>
      <div class="photo-content">${content(close)}</div>`;
  const dialog = openDialog({ class: "photo", "aria-labelledby": "photo-title" }, drawContent, () => (isOpen = false));
  const setContent = (drawing) => {
    content = drawing;
    dialog.show();
  };
  const faultsOf = (faults) => faults.map((each) => html`<p key=${each} class="fault" role="alert">${each}</p>`);
  return {
    isOpen: () => isOpen,
    fail: (...faults) => setContent(() => faultsOf(faults)),
    // Shows sheets, each below the content that `above` draws. `take` gets the confirmed sheets that `selected` selects
    // and the named cards; it returns why it cannot take them. `why` gives other reasons.
    review({ sheets, cards, take, ...more }) {
      const { faults, selected, above, why } = { ...SINGLE, ...more };
      const all = sheets.map(reviewOf);
      const named = {};
      const show = () => dialog.show();
      // asks for a card if a box of it is ticked on any sheet
      const isTicked = (head) =>
        selected(all).some(({ answers }) => idsOf(answers, true).some((id) => id.startsWith(head)));
      const isAsked = ({ id, boxes }) => !named[id] && boxes.some(isTicked);
      const section = (seen, at) =>
        html`<section key=${at}>${above(seen, at, show)}<${Sheet} seen=${seen} say=${say} show=${show} /></section>`;
      const takeAll = () => take(selected(all), Object.fromEntries(Object.entries(named).filter(([, value]) => value)));
      setContent((close) => {
        const open = selected(all).reduce((sum, each) => sum + openIn(each), cards.filter(isAsked).length);
        return html`<p role="status">${say("photo_check")}</p>
          ${faultsOf(faults)} ${all.map(section)} <${NamedCards} cards=${cards} named=${named} show=${show} />
          <${Foot} say=${say} open=${open} why=${why(selected(all))} take=${takeAll} close=${() => close()} />`;
      });
    },
  };
}
