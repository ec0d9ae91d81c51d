// A sheet as questions: all of it if no picture of it can be tapped, else those that no box of the picture answers.
import { signed } from "./common.js";
import { questionField } from "./form.js";
import { isOnSheet } from "./paper.js";
import { say, state } from "./table_line.js";
import { faults, members, total, writer } from "./table_views.js";
import { h } from "./vendor/preact.js";

const boxesOf = ({ boxes, control }) => control.options.map((each) => `${boxes[0]}.${each.sent}`);

// The questions of a line: those that no box answers, and cards with a box each, if the sheet has all of them.
function questionsOf(seat, letter) {
  const moreOf = (question) =>
    seat.more
      .filter((each) => each.id.split(".")[0] === question.id.split(".")[0])
      .map((each) => ({ ...question, ...each }));
  const questions = state.table.questions.filter(
    (each) => each.letter === letter && (!each.boxes.length || isOnSheet(boxesOf(each))),
  );
  return questions.flatMap((question) => [question, ...(question.control.kind === "entry" ? moreOf(question) : [])]);
}

export const questionsIn = (seat, line, isLeftOut = (_question) => false) =>
  questionsOf(seat, line.letter)
    .filter((each) => !isLeftOut(each))
    .map((each) => questionField(seat, each, each.name || `${line.letter} ${line.word}`, seat.answers[each.id] ?? ""));

// Tie-breaks that no line asks: at the desk, for tied players and those who answered; on a phone at any time, so that
// it does not show who is tied.
const tieQuestions = (seat) =>
  questionsOf(seat, "")
    .filter((each) => !state.isDesk || seat.answers[each.id] || state.table.view.faults.some(isOfTie(seat)))
    .map((each) => {
      const label = state.isDesk ? `${seat.name}: ${each.name}` : each.name;
      return questionField(seat, each, label, seat.answers[each.id] ?? "");
    });

const isOfTie = (seat) => (fault) => fault.code === "G027" && fault.seat === seat.id;

// The tie questions with a word on their purpose; a solo player is never tied.
export function ties(seats) {
  const questions = state.table.view.most > 1 ? seats.flatMap(tieQuestions) : [];
  return questions.length
    ? h("div", { key: "ties", class: "form" }, h("p", { class: "hint" }, say("decides_ties")), questions)
    : null;
}

function lineSection(seat, line) {
  const result = seat.lines[line.letter];
  const name = `${line.letter} ${line.word}`;
  const rows = questionsIn(seat, line);
  return h(
    "section",
    { key: `line-${seat.id}-${line.letter}`, class: "line" },
    h("div", { class: "line-head" }, h("h2", {}, name), h("b", {}, result ? signed(result.points) : "")),
    rows,
    h("p", { class: "hint" }, result?.why ?? ""), // it keeps its place while empty: nothing moves under a finger
  );
}

// All of a sheet as questions, if no picture of it can be tapped.
export function form(seat) {
  return h(
    "section",
    { key: `form-${seat.id}`, class: "card form" },
    state.table.view.lines.map((line) => lineSection(seat, line)),
    ties([seat]),
    total(seat),
    members(seat),
    writer(seat),
    faults(),
  );
}

// The questions that no box of the sheet answers, below it.
export function openQuestions(seat) {
  const open = state.table.view.lines.filter((line) => questionsOf(seat, line.letter).length);
  const rows = open.map((line) => lineSection(seat, line));
  return [rows.length ? h("div", { key: `questions-${seat.id}`, class: "form" }, rows) : null, ties([seat])];
}
