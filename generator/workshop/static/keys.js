// The keys of the pad: every number that the line in hand can have, so that one tap fills it; digits where there are
// too many. What is tapped goes the way of what is typed.
import { signed } from "./common.js";
import { button } from "./controls.js";
import { fieldOf, focusOn, idOf, leaves, meantOf } from "./line_field.js";
import { change, queue, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

// The line that is filled in next, after the one of a letter; nothing where none is open.
function openAfter(seat, letter) {
  const { lines } = state.table.view;
  const start = lines.findIndex((line) => line.letter === letter) + 1;
  return (
    [...lines.slice(start), ...lines.slice(0, start)].find(
      (line) => line.letter !== letter && meantOf(seat, line.letter) === "",
    )?.letter ?? ""
  );
}

// Goes on to the next open line; on the desk, where all have a column, to that of another player at the end of one.
const goesOn = (seat, letter) => () => {
  const { seats } = state.table.view;
  const own = openAfter(seat, letter);
  if (own || !state.isDesk) return focusOn(seat, own);
  const at = seats.findIndex((each) => each.id === seat.id);
  const other = [...seats.slice(at + 1), ...seats.slice(0, at)].find((each) => openAfter(each, ""));
  return other ? focusOn(other, openAfter(other, "")) : focusOn(seat, "");
};

// The keys for the line in hand: the one that was tapped last, or else the first that is open.
export function keys(seat) {
  state.hand ??= openAfter(seat, "");
  const line = state.table.view.lines.find((each) => each.letter === state.hand);
  if (!line) return null;
  const next = goesOn(seat, line.letter);
  return h(
    "div",
    // the field keeps the focus, so that it is left as any other is
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
      button(say("next"), () => (leaves(seat, line.letter), next()), { "data-key": "next" }),
    ),
    h("div", { class: line.values ? "values" : "digits" }, line.values ? values(seat, line, next) : digits(seat, line)),
  );
}

function values(seat, line, next) {
  const meant = meantOf(seat, line.letter);
  const put = (text) => () => {
    queue.typing = null; // what was begun is not meant any more
    if (text !== meant) change({ do: "answer", seat: seat.id, question: idOf(line.letter), text });
    next();
  };
  return line.values.map((value) =>
    button(signed(value), put(String(value)), {
      key: value,
      "data-key": value,
      "aria-pressed": String(String(value) === meant),
    }),
  );
}

function digits(seat, line) {
  const id = idOf(line.letter);
  const begun = () => queue.beingTyped(seat.id, id); // asked at each tap: keys of a keyboard draw nothing anew
  const stands = () => begun() ?? meantOf(seat, line.letter);
  const type = (made) => () => {
    const text = made();
    document.getElementById(fieldOf(seat, line.letter))?.focus();
    queue.typed(seat.id, id, text);
    state.show();
  };
  const turned = (text) => (text.startsWith("-") ? text.slice(1) : `-${text}`);
  const signs = [..."1234567890"].map((digit) =>
    button(
      digit,
      type(() => (begun() ?? "") + digit),
      { key: digit, "data-key": digit },
    ),
  );
  const minus =
    line.least < 0
      ? [
          button(
            "\u2212",
            type(() => turned(stands())),
            { key: "-", "data-key": "-" },
          ),
        ]
      : [];
  return [
    ...signs,
    ...minus,
    button(
      "\u232b",
      type(() => stands().slice(0, -1)),
      { key: "out", "data-key": "out", "aria-label": say("rub_out") },
    ),
  ];
}
