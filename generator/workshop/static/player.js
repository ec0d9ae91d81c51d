// The score pad on a phone: sit down, tap the own sheet or type its lines, see the table. Only what differs is changed
// on the page, so that the field with the focus stays as it is; nothing is sent but what a player left.
import { listen, loadFonts, signed } from "./common.js";
import { asks } from "./form.js";
import { PadPage, Reveal } from "./pad_page.js";
import { isOnSheet, loadSheet, mark, paper } from "./paper.js";
import {
  PAUSE,
  ask,
  queue,
  refusalOf,
  say,
  secret,
  seen,
  send,
  speak,
  state,
  tellState,
  written,
} from "./table_line.js";
import { claims, everybody, faults, lines, members, people, tabs, total, writer } from "./table_views.js";
import { h, render } from "./vendor/preact.js";

const main = document.getElementById("main");
const page = new PadPage((drawn) => render(drawn, main));
const reveal = new Reveal();
state.show = () => page.show();

async function begin() {
  const language = (navigator.language || "en").slice(0, 2);
  await speak(language);
  document.title = say("pad");
  document.getElementById("title").textContent = say("pad");
  if (!secret) return tells("no_table");
  if (!queue.me.token) return sitDown();
  await enter();
}

const tells = (word) => page.goesTo(() => h("p", { class: "card" }, say(word)));

// Who comes takes a new seat, or says whose it is; a phone that has a seat is led to it.
async function sitDown(fault = "") {
  const told = await ask("seats", { secret, phone: queue.me.phone });
  if (told.token) return enter(told.token);
  if (told.status === 403 || told.status === 404) return tells(queue.me.token ? "table_gone" : "no_table");
  if (told.status !== 200) {
    tellState(told.why ?? "away");
    return setTimeout(sitDown, PAUSE, fault);
  }
  queue.me = { ...queue.me, token: "" };
  tellState();
  const join = async (event) => {
    event.preventDefault();
    const answer = await ask("join", { secret, name: written("name"), phone: queue.me.phone });
    if (answer.token) return enter(answer.token);
    sitDown(answer.status === 200 ? refusalOf(answer) : say(answer.why ?? "away"));
  };
  const form = h(
    "form",
    { key: "join", onsubmit: join, class: "card" },
    h("label", { for: "name" }, say("your_name")),
    h("input", { id: "name", maxlength: 60, required: true, autocomplete: "given-name" }),
    h("p", { class: "fault", role: "alert" }, fault),
    h("button", { class: "main" }, say("sit_down")),
  );
  const known = told.seats.map((seat) =>
    h("button", { key: seat.id, class: "known", onclick: () => claim(seat) }, say("i_am", { name: seat.name })),
  );
  const back = known.length
    ? h("section", { key: "known", class: "card" }, h("p", { class: "hint" }, say("sat_before")), known)
    : null;
  page.goesTo(() => [form, back]);
  document.getElementById("name").focus();
}

let claimed = null; // the seat that is asked for

// Asks for a seat until it is given: a free one is given at once.
async function claim(seat) {
  claimed = seat.id;
  const leave = () => {
    claimed = null;
    sitDown();
  };
  while (claimed === seat.id) {
    const answer = await ask("claim", { secret, seat: seat.id, phone: queue.me.phone });
    if (claimed !== seat.id) return;
    if (answer.token) return enter(answer.token);
    if (answer.why) return sitDown(say(answer.why));
    if (answer.code) {
      const told = h("p", {}, say("show_code", { name: seat.name }));
      const waits = h(
        "section",
        { class: "card", role: "status" },
        told,
        h("p", { class: "code" }, answer.code),
        h("button", { onclick: leave }, say("back_one")),
      );
      page.goesTo(() => waits);
    }
    await new Promise((later) => setTimeout(later, PAUSE));
  }
}

async function enter(token = queue.me.token) {
  queue.me = { ...queue.me, token };
  const answer = await ask("table");
  if (answer.status === 403) return sitDown();
  if (answer.status !== 200) {
    tellState(answer.why ?? "away");
    return setTimeout(enter, PAUSE);
  }
  state.table = answer;
  await speak(state.table.view.language);
  state.seat = state.table.seat;
  if (state.table.view.revealed) state.tab = "finish";
  await loadSheet();
  page.goesTo(atTable);
  if (answer.photo)
    import("./photo_pad.js").then(
      (made) => ((photo = made), page.show()),
      () => {},
    );
  watchFinish();
  listen("events", { "x-seat": queue.me.token }, heard, (line) => {
    state.line = line === "here" ? "here" : "away";
    if (line === "gone") return sitDown(); // the seat was given to another phone, or taken away
    tellState();
    if (line === "here") send();
  });
}

function heard(view) {
  reveal.heard(Boolean(state.table.view.revealed), Boolean(view.revealed));
  state.table.view = view;
  queue.heard(view.revision);
  page.show();
  watchFinish();
}

// The end of the game, as the big screen shows it: what draws it is loaded when it begins.
let photo = null; // what reads a sheet from its picture, where the program does
let board = null;
let told = null;
let toldAt = -1;

async function watchFinish() {
  const { view } = state.table;
  if (!view.revealed) return;
  board ??= await import("./finish.js").catch(() => null);
  loadFonts(["display.bold"], (name) => `fonts/${name}`);
  if (view.revealed.done && toldAt !== view.revision) {
    toldAt = view.revision;
    const answer = await ask("finish");
    if (answer.status === 200) await loadFonts(answer.fonts, (name) => `fonts/${name}`);
    if (answer.status === 200) told = answer;
  }
  page.show();
}

const share = async () => (await board.share(queue.me.token, state.table.view.game)) || tellState("away");

function finish() {
  const { view } = state.table;
  if (!board) return h("p", { class: "card" }, "\u2026");
  return [
    board.finish(view, say, told),
    board.notCounted(state.table, queue, say),
    view.revealed.done
      ? h("p", { class: "card" }, h("button", { class: "main", onclick: share }, say("picture_to_share")))
      : null,
  ];
}

// what is seen

function atTable() {
  const { view } = state.table;
  state.tab = reveal.tab(state.tab, Boolean(view.revealed), Boolean(queue.typing));
  document.getElementById("title").textContent = view.title;
  const seat = seen();
  const tab = { table: everybody, lines, finish, sheet: isOnSheet() ? sheet : form }[state.tab];
  if (seat) mark(seat);
  return [people(), claims(), tabs(), seat ? tab(seat) : h("p", { class: "card" }, say("seat_gone"))];
}

// The sheet with what no box of it tells.
function sheet(seat) {
  return paper(seat, [photo?.photoButton(seat), asked(seat), faults()]);
}

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

// A line with its questions and what it counts.
function answered(seat, line) {
  const questions = questionsOf(seat, line.letter);
  const counted = seat.lines[line.letter];
  const name = `${line.letter} ${line.word}`;
  const rows = questions.map((each) => asks(seat, each, each.name || name, seat.answers[each.id] ?? ""));
  return h(
    "section",
    { key: `line-${seat.id}-${line.letter}`, class: "line" },
    h("div", { class: "line-head" }, h("h2", {}, name), h("b", {}, counted ? signed(counted.points) : "")),
    rows,
    h("p", { class: "hint" }, counted?.why ?? ""), // its place is kept while it is empty: nothing moves under a finger
  );
}

// All of a sheet as questions, where no picture of it can be tapped.
function form(seat) {
  const ties = questionsOf(seat, "").map((each) => asks(seat, each, each.name, seat.answers[each.id] ?? ""));
  return h(
    "section",
    { key: `form-${seat.id}`, class: "card form" },
    state.table.view.lines.map((line) => answered(seat, line)),
    ties,
    total(seat),
    members(seat),
    writer(seat),
    faults(),
  );
}

// What no box of the sheet tells, below it.
function asked(seat) {
  const open = state.table.view.lines.filter((line) => questionsOf(seat, line.letter).length);
  return open.length
    ? h(
        "div",
        { key: `questions-${seat.id}`, class: "form" },
        open.map((line) => answered(seat, line)),
      )
    : null;
}

// A button that is tapped takes no focus in some browsers, yet the field was left, and the button counts on from what
// stands there.
const leavesField = (event) =>
  event.target.closest("button:not([data-key])") &&
  document.activeElement?.matches("input") &&
  /** @type {HTMLElement} */ (document.activeElement).blur();
addEventListener("click", leavesField, true);
// what stands in a field when the page goes was meant
addEventListener("pagehide", () => /** @type {HTMLElement} */ (document.activeElement)?.blur());
const wake = () => state.table && send();
window.addEventListener("online", wake);
window.addEventListener("storage", () => page.show()); // another tab of this phone did something
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
import("./focus.js").then(
  ({ keepFocus }) => keepFocus(),
  () => {},
); // first of all a sheet is shown
begin();
