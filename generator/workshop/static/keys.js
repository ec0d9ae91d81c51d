// The keys of the pad: every number that the selected line can have, so that one tap fills it; digits if there are
// too many. A tap works as typed text does.
import { signed } from "./common.js";
import { button } from "./controls.js";
import { fieldId, focusLine, questionId, leaveField, wantedText } from "./line_field.js";
import { change, queue, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

// The letter of the next open line, after the one of a letter; empty if none is open.
function openAfter(seat, letter) {
  const { lines } = state.table.view;
  const start = lines.findIndex((line) => line.letter === letter) + 1;
  return (
    [...lines.slice(start), ...lines.slice(0, start)].find(
      (line) => line.letter !== letter && wantedText(seat, line.letter) === "",
    )?.letter ?? ""
  );
}

// Goes to the next open line. On the desk, where all players have a column, the end of one leads to another player.
const goNext = (seat, letter) => () => {
  const { seats } = state.table.view;
  const nextLetter = openAfter(seat, letter);
  if (nextLetter || !state.isDesk) return focusLine(seat, nextLetter);
  const at = seats.findIndex((each) => each.id === seat.id);
  const other = [...seats.slice(at + 1), ...seats.slice(0, at)].find((each) => openAfter(each, ""));
  return other ? focusLine(other, openAfter(other, "")) : focusLine(seat, "");
};

// The keys for the selected line: the line of the last tap, or else the first open line.
export function keys(seat) {
  state.hand ??= openAfter(seat, "");
  const line = state.table.view.lines.find((each) => each.letter === state.hand);
  if (!line) return null;
  const next = goNext(seat, line.letter);
  return h(
    "div",
    // the field keeps the focus, so that the player leaves it like any other
    {
      key: "keys",
      class: "keys",
      onmousedown: (event) => event.preventDefault(),
      role: "group",
      "aria-label": `${line.letter} ${line.word}`,
    },
    h(
      "p",
      {},
      h("b", {}, `${line.letter} ${line.word}`),
      button(say("next"), () => (leaveField(seat, line.letter), next()), { "data-key": "next" }),
    ),
    h("div", { class: line.values ? "values" : "digits" }, line.values ? values(seat, line, next) : digits(seat, line)),
  );
}

function values(seat, line, next) {
  const current = wantedText(seat, line.letter);
  const put = (text) => () => {
    queue.typing = null; // drops the typed text
    if (text !== current) change({ do: "answer", seat: seat.id, question: questionId(line.letter), text });
    next();
  };
  return line.values.map((value) =>
    button(signed(value), put(String(value)), {
      key: value,
      "data-key": value,
      "aria-pressed": String(String(value) === current),
    }),
  );
}

function digits(seat, line) {
  const id = questionId(line.letter);
  const typedText = () => queue.beingTyped(seat.id, id); // read at each tap: a keyboard redraws nothing
  const current = () => typedText() ?? wantedText(seat, line.letter);
  const type = (edit) => () => {
    const text = edit();
    document.getElementById(fieldId(seat, line.letter))?.focus();
    queue.setTyping(seat.id, id, text);
    state.show();
  };
  const toggleMinus = (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`);
  const digitKeys = [..."1234567890"].map((digit) =>
    button(
      digit,
      type(() => (typedText() ?? "") + digit),
      { key: digit, "data-key": digit },
    ),
  );
  const minus =
    line.least < 0
      ? [
          button(
            "\u2212",
            type(() => toggleMinus(current())),
            { key: "-", "data-key": "-" },
          ),
        ]
      : [];
  return [
    ...digitKeys,
    ...minus,
    button(
      "\u232b",
      type(() => current().slice(0, -1)),
      { key: "out", "data-key": "out", "aria-label": say("rub_out") },
    ),
  ];
}
