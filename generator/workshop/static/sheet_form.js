// A sheet as questions: all of it where no picture of it can be tapped, or what no box of the picture tells.
import { signed } from "./common.js";
import { asks } from "./form.js";
import { isOnSheet } from "./paper.js";
import { say, state } from "./table_line.js";
import { faults, members, total, writer } from "./table_views.js";
import { h } from "./vendor/preact.js";

const boxesOf = ({ boxes, control }) => control.options.map((each) => `${boxes[0]}.${each.sent}`);

// The questions of a line: what no box tells, and cards that have a box each, where the sheet has them all.
function questionsOf(seat, letter) {
  const grown = (question) =>
    seat.more
      .filter((each) => each.id.split(".")[0] === question.id.split(".")[0])
      .map((each) => ({ ...question, ...each }));
  const own = state.table.questions.filter(
    (each) => each.letter === letter && (!each.boxes.length || isOnSheet(boxesOf(each))),
  );
  return own.flatMap((question) => [question, ...(question.control.kind === "entry" ? grown(question) : [])]);
}

export const questionsIn = (seat, line, isLeftOut = (_question) => false) =>
  questionsOf(seat, line.letter)
    .filter((each) => !isLeftOut(each))
    .map((each) => asks(seat, each, each.name || `${line.letter} ${line.word}`, seat.answers[each.id] ?? ""));

// What decides a tie and no line asks: at the desk of players who are tied or have told it; on a phone at any time, so
// that nobody learns from it who is tied.
const tieQuestions = (seat) =>
  questionsOf(seat, "")
    .filter((each) => !state.isDesk || seat.answers[each.id] || state.table.view.faults.some(isOfTie(seat)))
    .map((each) => {
      const label = state.isDesk ? `${seat.name}: ${each.name}` : each.name;
      return asks(seat, each, label, seat.answers[each.id] ?? "");
    });

const isOfTie = (seat) => (fault) => fault.code === "G027" && fault.seat === seat.id;

// The same with a word on what it is for; who plays alone is never tied.
export function ties(seats) {
  const asked = state.table.view.most > 1 ? seats.flatMap(tieQuestions) : [];
  return asked.length
    ? h("div", { key: "ties", class: "form" }, h("p", { class: "hint" }, say("decides_ties")), asked)
    : null;
}

// A line with its questions and what it counts.
function answered(seat, line) {
  const counted = seat.lines[line.letter];
  const name = `${line.letter} ${line.word}`;
  const rows = questionsIn(seat, line);
  return h(
    "section",
    { key: `line-${seat.id}-${line.letter}`, class: "line" },
    h("div", { class: "line-head" }, h("h2", {}, name), h("b", {}, counted ? signed(counted.points) : "")),
    rows,
    h("p", { class: "hint" }, counted?.why ?? ""), // its place is kept while it is empty: nothing moves under a finger
  );
}

// All of a sheet as questions, where no picture of it can be tapped.
export function form(seat) {
  return h(
    "section",
    { key: `form-${seat.id}`, class: "card form" },
    state.table.view.lines.map((line) => answered(seat, line)),
    ties([seat]),
    total(seat),
    members(seat),
    writer(seat),
    faults(),
  );
}

// What no box of the sheet tells, below it.
export function asked(seat) {
  const open = state.table.view.lines.filter((line) => questionsOf(seat, line.letter).length);
  const rows = open.map((line) => answered(seat, line));
  return [rows.length ? h("div", { key: `questions-${seat.id}`, class: "form" }, rows) : null, ties([seat])];
}
