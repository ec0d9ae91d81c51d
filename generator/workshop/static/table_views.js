// The views for everybody at a table: the people, their lines, their totals.
import { isUnusual, shownTotal, signOf, signed } from "./common.js";
import { askYesNo } from "./dialog.js";
import { keys } from "./keys.js";
import { fieldId, questionId, isSelected, lineField } from "./line_field.js";
import { Listing } from "./listing.js";
import { pointsTable } from "./points_table.js";
import { change, queue, refusalOf, refusalText, say, seatNow, state, textOf } from "./table_line.js";
import { h } from "./vendor/preact.js";

const isOwn = (seat) => Number(seat.id === state.table.seat);
const ownFirst = () => [...state.table.view.seats].sort((one, other) => isOwn(other) - isOwn(one));

const HIDDEN = "\u2022\u2022\u2022"; // until the points are revealed
const pointsText = (points) => (points === null ? HIDDEN : signed(points));

export function people() {
  const buttons = ownFirst().map((seat) => {
    const see = () => {
      state.seat = seat.id;
      state.show();
    };
    const progress = h("small", {}, signOf(seat, state.table.view, say));
    return h(
      "button",
      {
        key: seat.id,
        "aria-pressed": String(seat.id === seatNow()?.id),
        "data-player": seat.colour,
        class: isOwn(seat) ? "own" : "",
        onclick: see,
      },
      h("span", { class: "name" }, seat.name),
      h("b", {}, pointsText(shownTotal(seat, state.table.view))),
      progress,
    );
  });
  return h("nav", { key: "people", class: "people", "aria-label": say("people") }, buttons);
}

// Another phone asks for this player's seat.
export function claims() {
  const mySeat = state.table.view.seats.find((seat) => seat.id === state.table.seat);
  return (mySeat?.asks ?? []).map((code) => {
    const act = (what) => () => change({ do: what, seat: mySeat.id, code });
    return h(
      "section",
      { key: `claim-${code}`, class: "card claim", role: "alert" },
      h("p", {}, say("asks_for_seat", { name: mySeat.name, code })),
      h(
        "p",
        { class: "buttons" },
        h("button", { class: "main", onclick: act("let") }, say("let_in")),
        h("button", { onclick: act("deny") }, say("send_away")),
      ),
    );
  });
}

// The player's own seat: rename it, hand it to another phone, or leave it.
function ownSeat() {
  const mySeat = state.table.view.seats.find((seat) => seat.id === state.table.seat);
  if (!mySeat) return null;
  const rename = (event) => {
    event.preventDefault();
    change({ do: "name", seat: mySeat.id, text: textOf("own-name") });
  };
  const askFirst = (what, text, word) => async () => {
    const question = { text: say(text), yes: say(word), no: say("drop_entry"), isDanger: true };
    if (await askYesNo(question)) change({ do: what, seat: mySeat.id });
  };
  const refusal = queue.refused(mySeat.id, "name");
  return h(
    "details",
    { key: "own", class: "card" },
    h("summary", {}, say("your_seat")),
    h(
      "form",
      { onsubmit: rename },
      h("label", { for: "own-name" }, say("your_name")),
      h("input", { id: "own-name", maxlength: 60, required: true, defaultValue: mySeat.name }),
      h("p", { class: "fault", role: "alert" }, refusalOf(refusal)),
      h("button", {}, say("rename")),
    ),
    h(
      "p",
      { class: "buttons" },
      h("button", { onclick: askFirst("free", "sure_hand_over", "hand_over") }, say("hand_over")),
      h("button", { onclick: askFirst("remove", "sure_leave_table", "leave_table") }, say("leave_table")),
    ),
  );
}

export function tabs() {
  const finishTab = state.table.view.revealed ? ["finish"] : [];
  const buttons = ["sheet", "lines", "table", ...finishTab].map((name) => {
    const see = () => {
      state.tab = name;
      sessionStorage.setItem("scrawl-tab", name);
      state.show();
    };
    return h(
      "button",
      { key: name, id: `tab-${name}`, "aria-current": name === state.tab ? "page" : undefined, onclick: see },
      say(`tab_${name}`),
    );
  });
  return h("div", { key: "tabs", class: "tabs" }, buttons);
}

export function total(seat) {
  const { view } = state.table;
  return h("p", { key: "total", class: "total" }, h("span", {}, view.total), h("b", {}, pointsText(seat.total)));
}

export function writer(seat) {
  return seat.writer ? h("p", { key: "writer", class: "hint" }, say("written_by", { name: seat.writer })) : null;
}

// The reason for the points of a line, or that they are unusual.
export const whyOf = (seat, line) =>
  isUnusual(seat, line)
    ? `\u26a0 ${say("unusual_number", { possible: line.possible })}`
    : (seat.lines[line.letter]?.why ?? "");

// A line with its field. The seat is part of its key, so that text typed for one player never shows at another.
function row(seat, line) {
  const id = questionId(line.letter);
  const refusal = queue.refused(seat.id, id);
  const kind = isSelected(seat, line.letter) ? "row number in-hand" : "row number";
  return h(
    "div",
    { key: `${seat.id} ${id}`, class: kind },
    h("label", { for: fieldId(seat, line.letter) }, `${line.letter} ${line.word}`),
    lineField(seat, line.letter, { "aria-describedby": `n-${id}` }),
    h(
      "p",
      { id: `n-${id}`, class: refusal ? "hint fault" : "hint", role: refusal ? "alert" : null },
      refusal ? refusalText(refusal, line) : whyOf(seat, line),
    ),
  );
}

// `more` has the questions below the lines.
export function lines(seat, more = null) {
  const pad = keys(seat); // this sets the selected line
  const rows = state.table.view.lines.map((line) => row(seat, line));
  const hint = h("p", { key: "hint", class: "hint" }, say("type_shields"));
  return h(
    "section",
    { key: `lines-${seat.id}`, class: "card lines" },
    hint,
    rows,
    more,
    total(seat),
    members(seat),
    writer(seat),
    faults(),
    pad,
  );
}

export function everybody() {
  const { view } = state.table;
  const seats = ownFirst();
  const pointsOf = (seat, letter) => (seat.lines[letter] ? signed(seat.lines[letter].points) : "\u2013");
  const isSeen = (seat, letter) => seat.total !== null || view.revealed?.lines.includes(letter);
  const points = (seat, letter) => (isSeen(seat, letter) ? pointsOf(seat, letter) : HIDDEN);
  const hasBegun = (seat) => seat.held.length || Object.keys(seat.answers).length; // before that, nobody has a rank
  const placeOf = (seat) => (hasBegun(seat) && seat.rank ? `${seat.rank}.` : "\u2013");
  const saved = view.saved ? h("p", { class: "hint" }, say("saved", { id: view.saved })) : null;
  const total = (seat) => pointsText(seat.total ?? shownTotal(seat, view));
  const all = pointsTable(view, seats, points, total, { name: say("rank"), of: placeOf });
  return h(
    "section",
    { key: "table", class: "card" },
    h("p", { class: "won" }, view.winner),
    h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("tab_table") }, all),
    view.seats.map(members),
    saved,
    faults(),
    ownSeat(),
  );
}

export function members(seat) {
  if (!seat.members) return null;
  const attributes = { class: "scroll", tabindex: 0, role: "group", "aria-label": say("members") };
  return h("div", { key: `members-${seat.id}`, ...attributes }, h(Listing, { listing: seat.members }));
}

export function faults() {
  const rows = state.table.view.faults.map((fault) =>
    h("li", { key: fault.text, class: fault.severity }, fault.text, fault.hint ? ` (${fault.hint})` : ""),
  );
  return rows.length ? h("div", { key: "faults", role: "alert" }, h("ul", { class: "faults" }, rows)) : null;
}
