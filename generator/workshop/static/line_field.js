// The field of a line, on the pad and on the desk: what is typed is meant when the field is left.
import { signed } from "./common.js";
import { isLeft, ofSeat } from "./controls.js";
import { queue, send, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

export const idOf = (letter) => `line.${letter}`;
export const fieldOf = (seat, letter) => `q-${idOf(letter)}${ofSeat(seat)}`;

// What the table has of a line; what an untouched sheet counts is not in the way of a finger.
function knownOf(seat, letter) {
  const counted = seat.lines[letter];
  return seat.answers[idOf(letter)] ?? (counted?.told ? String(counted.points) : "");
}

export const meantOf = (seat, letter) => queue.meant(seat.id, idOf(letter), knownOf(seat, letter));
export const isInHand = (seat, letter) => state.hand === letter && (!state.isDesk || state.seat === seat.id);

function takes(seat, letter) {
  if (isInHand(seat, letter)) return;
  Object.assign(state, { hand: letter, seat: seat.id });
  state.show();
}

export function focusOn(seat, letter) {
  takes(seat, letter);
  document.getElementById(fieldOf(seat, letter))?.focus();
}

export function leaves(seat, letter) {
  if (queue.left(seat.id, idOf(letter), knownOf(seat, letter))) send();
}

let entered = null; // the field that a press of the mouse enters: its click selects all, and the next sets the cursor

const presses = ({ target }) => (entered = document.activeElement === target ? null : target);

function selectsAll({ target }) {
  if (entered === target && target.selectionStart === target.selectionEnd) target.select();
  entered = null;
}

// Enter and the arrows lead from field to field, on the desk down a column to the top of the next.
const moves = (seat, letter) => (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const { lines, seats: all } = state.table.view;
  const seats = state.isDesk ? all : [seat];
  const places = seats.flatMap((each) => lines.map((line) => ({ seat: each, letter: line.letter })));
  const at = places.findIndex((each) => each.seat.id === seat.id && each.letter === letter) + step;
  const next = places.at(at % places.length);
  leaves(seat, letter); // also where the only line is the next
  focusOn(next.seat, next.letter);
};

let stood = ""; // in the field that has the focus

function selectsWhatStands(field) {
  stood = field.value;
  field.select(); // what is typed replaces it
}

// A number that came from elsewhere into the field in hand is replaced by what is typed, too.
const follows = (field) =>
  field && field === document.activeElement && !queue.typing && field.value !== stood && selectsWhatStands(field);

export function lineField(seat, letter, attributes) {
  const id = idOf(letter);
  const leave = (event) => {
    if (!isLeft(event)) return;
    leaves(seat, letter);
    state.show();
  };
  const take = () => takes(seat, letter);
  return h("input", {
    id: fieldOf(seat, letter),
    value: queue.beingTyped(seat.id, id) ?? signed(meantOf(seat, letter)),
    inputmode: "none", // the keys of the page are in the place of a phone's own
    autocomplete: "off",
    enterkeyhint: "next",
    "aria-invalid": queue.refused(seat.id, id) ? "true" : null,
    class: queue.waits(seat.id, id) ? "waits" : "",
    onkeydown: moves(seat, letter),
    ref: (field) => follows(field), // each time it is drawn
    onfocus: (event) => (take(), selectsWhatStands(event.target)),
    onmousedown: presses,
    onclick: (event) => (take(), selectsAll(event)), // the line that was filled last keeps the focus, but no keys
    oninput: (event) => queue.typed(seat.id, id, event.target.value),
    onchange: leave,
    onblur: leave,
    ...attributes,
  });
}
