// The field of a line, on the pad and on the desk. Typed text counts when the user leaves the field.
import { signed } from "./common.js";
import { isFieldLeft, suffixOf } from "./controls.js";
import { queue, send, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

export const questionId = (letter) => `line.${letter}`;
export const fieldId = (seat, letter) => `q-${questionId(letter)}${suffixOf(seat)}`;

// The table's value of a line. An untouched sheet shows no count, which would be in the way of a finger.
function currentOf(seat, letter) {
  const result = seat.lines[letter];
  return seat.answers[questionId(letter)] ?? (result?.answered ? String(result.points) : "");
}

export const wantedText = (seat, letter) => queue.wantedText(seat.id, questionId(letter), currentOf(seat, letter));
export const isSelected = (seat, letter) => state.hand === letter && (!state.isDesk || state.seat === seat.id);

function selectLine(seat, letter) {
  if (isSelected(seat, letter)) return;
  Object.assign(state, { hand: letter, seat: seat.id });
  state.show();
}

export function focusLine(seat, letter) {
  selectLine(seat, letter);
  document.getElementById(fieldId(seat, letter))?.focus();
}

export function leaveField(seat, letter) {
  if (queue.leaveField(seat.id, questionId(letter), currentOf(seat, letter))) send();
}

let enteredField = null; // the field that a mouse press enters: its click selects all, and the next sets the cursor

const notePress = ({ target }) => (enteredField = document.activeElement === target ? null : target);

function selectAll({ target }) {
  if (enteredField === target && target.selectionStart === target.selectionEnd) target.select();
  enteredField = null;
}

// Enter and the arrows go from field to field; on the desk, down a column and then to the top of the next.
const moveOnKey = (seat, letter) => (event) => {
  const step = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (!step) return;
  event.preventDefault();
  const { lines, seats: all } = state.table.view;
  const seats = state.isDesk ? all : [seat];
  const places = seats.flatMap((each) => lines.map((line) => ({ seat: each, letter: line.letter })));
  const at = places.findIndex((each) => each.seat.id === seat.id && each.letter === letter) + step;
  const next = places.at(at % places.length);
  leaveField(seat, letter); // also if there is only one line
  focusLine(next.seat, next.letter);
};

let lastText = ""; // of the focused field

function selectsText(field) {
  lastText = field.value;
  field.select();
}

// Typing also replaces a number that came from elsewhere into the selected field.
const keepSelected = (field) =>
  field && field === document.activeElement && !queue.typing && field.value !== lastText && selectsText(field);

export function lineField(seat, letter, attributes) {
  const id = questionId(letter);
  const leave = (event) => {
    if (!isFieldLeft(event)) return;
    leaveField(seat, letter);
    state.show();
  };
  const take = () => selectLine(seat, letter);
  return h("input", {
    id: fieldId(seat, letter),
    value: queue.beingTyped(seat.id, id) ?? signed(wantedText(seat, letter)),
    inputmode: "none", // the page's keys replace the phone's keys
    autocomplete: "off",
    enterkeyhint: "next",
    "aria-invalid": queue.refused(seat.id, id) ? "true" : null,
    class: queue.isWaiting(seat.id, id) ? "waits" : "",
    onkeydown: moveOnKey(seat, letter),
    ref: (field) => keepSelected(field), // at every drawing
    onfocus: (event) => (take(), selectsText(event.target)),
    onmousedown: notePress,
    onclick: (event) => (take(), selectAll(event)), // the line that was filled last keeps the focus, but no keys
    oninput: (event) => queue.setTyping(seat.id, id, event.target.value),
    onchange: leave,
    onblur: leave,
    ...attributes,
  });
}
