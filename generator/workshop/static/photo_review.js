// What was read of a sheet, held against its picture: every box that counts is marked on it, and a tap puts one right.
// Those in doubt are asked first, enlarged, and each row is shown beside its part of the picture. Nothing leaves before
// all are answered and somebody says that the rows are right: one by one where the sheet is hard to read.
import { opensDialog } from "./dialog.js";
import { html, useState } from "./html.js";

const AROUND = 14; // points beside a box that is shown enlarged
const BESIDE = 4; // points beside a row
// how a sheet is asked about that is the only one
const ALONE = { faults: [], meant: (all) => all, above: (_seen, _at, _shows) => null, why: (_meant) => "" };
const SIGNS = { null: "?", true: "\u25a0", false: "\u25a1" };

// A sheet with what is meant of each of its boxes, null where nobody looked yet, and the rows still to be confirmed.
const reviewed = (sheet) => ({
  sheet,
  answers: new Map(sheet.boxes.map((box) => [box.id, box.ticked])),
  unconfirmed: new Set(sheet.said.length ? sheet.rows : []),
});

const openIn = ({ answers, unconfirmed }) => idsOf(answers, null).length + unconfirmed.size;
const idsOf = (answers, value) => [...answers].filter(([, ticked]) => ticked === value).map(([id]) => id);

// What the table is told of a sheet.
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

// A sheet with its marks; `shows` draws it again when something else is meant.
function Sheet({ seen, say, shows }) {
  const { sheet, answers, unconfirmed } = seen;
  const put = (id, ticked) => () => {
    answers.set(id, ticked);
    shows();
  };
  const mark = ({ id, name, place }) => {
    const turns = put(id, !answers.get(id));
    const keys = (event) => {
      if (event.key !== " " && event.key !== "Enter") return;
      event.preventDefault();
      turns();
    };
    const asks = { role: "checkbox", tabindex: 0, "aria-label": name, "aria-checked": answers.get(id) ?? "mixed" };
    const does = { onclick: turns, onkeydown: keys };
    return html`<${Frame} key=${id} class="seen-box" place=${place} data-box=${id} ...${asks} ...${does} />`;
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
    const confirms = ({ target }) => {
      unconfirmed[target.checked ? "delete" : "add"](each);
      shows();
    };
    const check = html`<label class="inline">
      <input type="checkbox" checked=${!unconfirmed.has(each)} onchange=${confirms} />${` ${say("photo_row_right")}`}
    </label>`;
    return html`<li key=${at}>
      <${Cut} sheet=${sheet} boxes=${boxes} around=${BESIDE} frames=${frames} />
      <div>
        <span>${each.name}</span><b>${boxes.map(({ id }) => SIGNS[answers.get(id)]).join("")}</b>
        ${sheet.said.length > 0 && check}
      </div>
    </li>`;
  };
  const reached = { tabindex: 0, role: "group", "aria-label": say("photo_check") };
  return html`<div class="seen-sheet">
    ${sheet.said.map((text) => html`<p key=${text} class="fault" role="alert">${text}</p>`)}
    <ul class="doubts">
      ${sheet.boxes.filter((box) => box.ticked === null).map(doubt)}
    </ul>
    <div class="seen-paper" ...${reached}>
      <svg viewBox=${`0 0 ${sheet.size.join(" ")}`} role="group" aria-label=${say("photo_check")}>
        ${pictureOf(sheet)} ${sheet.boxes.map(mark)}
      </svg>
    </div>
    <div class="seen-rows" ...${reached}>
      <ul>
        ${sheet.rows.map(row)}
      </ul>
    </div>
  </div>`;
}

// Which cards lay on the table, asked once for all sheets.
function NamedCards({ cards, named, shows }) {
  const field = ({ id, name, options }) => {
    const takes = ({ target }) => {
      named[id] = target.value;
      shows();
    };
    const option = ({ sent, name: title }) => html`<option key=${sent} value=${sent}>${title}</option>`;
    return html`<label key=${id} class="field" for=${`card-${id}`}>
      ${name}
      <select id=${`card-${id}`} onchange=${takes}>
        ${[{ sent: "", name: "" }, ...options].map(option)}
      </select>
    </label>`;
  };
  return html`<div class="fields named-cards">${cards.map(field)}</div>`;
}

function Foot({ say, open, why, take, closes }) {
  const [fault, setFault] = useState("");
  const [isTaking, setTaking] = useState(false);
  const takes = async () => {
    setTaking(true);
    const refusal = await take();
    if (!refusal) return closes();
    setFault(refusal);
    setTaking(false);
  };
  const rests = Boolean(isTaking || open || why);
  return html`<div class="photo-foot">
    <p class="left" role="status">${open ? say("photo_doubts", { count: open }) : why}</p>
    <p class="fault" role="alert">${fault}</p>
    <button type="button" class="main" disabled=${rests} onclick=${takes}>${say("photo_take")}</button>
  </div>`;
}

// Opens what stands over the page while a picture is read, and then holds what was seen.
export function photoDialog(title, say) {
  if (!document.getElementById("photo-look")) {
    const look = { rel: "stylesheet", href: "photo.css", id: "photo-look" };
    document.head.append(Object.assign(document.createElement("link"), look));
  }
  let isOpen = true;
  let content = (_closes) => html`<p role="status">${say("photo_reading")}</p>`;
  const draws = (closes) =>
    html`<div class="photo-head">
        <h2 id="photo-title">${title}</h2>
        <button type="button" onclick=${() => closes()}>${say("close")}</button>
      </div>
      <div class="photo-content">${content(closes)}</div>`;
  const dialog = opensDialog({ class: "photo", "aria-labelledby": "photo-title" }, draws, () => (isOpen = false));
  const holds = (drawn) => {
    content = drawn;
    dialog.show();
  };
  const faultsOf = (faults) => faults.map((each) => html`<p key=${each} class="fault" role="alert">${each}</p>`);
  return {
    isOpen: () => isOpen,
    fails: (...faults) => holds(() => faultsOf(faults)),
    // Shows sheets, each below what `above` draws of it. `take` hears that those that are `meant` were confirmed, with
    // the cards that were named, and tells what is in its way; `why` says what else is.
    asks({ sheets, cards, take, ...more }) {
      const { faults, meant, above, why } = { ...ALONE, ...more };
      const all = sheets.map(reviewed);
      const named = {};
      const shows = () => dialog.show();
      // those cards are to be named of which a box is ticked on any sheet
      const isTicked = (head) =>
        meant(all).some(({ answers }) => idsOf(answers, true).some((id) => id.startsWith(head)));
      const isAsked = ({ id, boxes }) => !named[id] && boxes.some(isTicked);
      const section = (seen, at) =>
        html`<section key=${at}>${above(seen, at, shows)}<${Sheet} seen=${seen} say=${say} shows=${shows} /></section>`;
      const takes = () => take(meant(all), Object.fromEntries(Object.entries(named).filter(([, sent]) => sent)));
      holds((closes) => {
        const open = meant(all).reduce((sum, each) => sum + openIn(each), cards.filter(isAsked).length);
        return html`<p role="status">${say("photo_check")}</p>
          ${faultsOf(faults)} ${all.map(section)} <${NamedCards} cards=${cards} named=${named} shows=${shows} />
          <${Foot} say=${say} open=${open} why=${why(meant(all))} take=${takes} closes=${() => closes()} />`;
      });
    },
  };
}
