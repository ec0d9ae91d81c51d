// The score pad on a phone: sit down, tap the own sheet or type its lines, see the table. The page changes only where
// it differs, so that the field with the focus stays as it is. It sends only the text of fields that a player left.
import { listen } from "./common.js";
import { HEADINGS, lettersIn, loadFonts } from "./fonts.js";
import { PadPage, Reveal } from "./pad_page.js";
import { focusLine } from "./line_field.js";
import { isOnSheet, loadSheet, mark, paper } from "./paper.js";
import { secret, setLanguage } from "./phone.js";
import { openQuestions, form, ties } from "./sheet_form.js";
import { PAUSE, ask, fontAddress, queue, refusalOf, say, seatNow } from "./table_line.js";
import { send, showState, state, textOf } from "./table_line.js";
import { claims, everybody, faults, lines, people, tabs } from "./table_views.js";
import { h, render } from "./vendor/preact.js";

const main = document.getElementById("main");
const page = new PadPage((drawn) => render(drawn, main));
const reveal = new Reveal();
state.show = () => page.show();

async function begin() {
  const language = (navigator.language || "en").slice(0, 2);
  await setLanguage(language);
  document.title = say("pad");
  document.getElementById("title").textContent = say("pad");
  if (!secret) return askForCode();
  if (!queue.me.token) return sitDown();
  await enter();
}

// A player who typed the address types the code, too.
function askForCode(fault = "") {
  const submit = (event) => {
    event.preventDefault();
    location.hash = textOf("code").trim().toUpperCase();
    location.reload();
  };
  const attributes = { id: "code", maxlength: 12, required: true, autocomplete: "off", autocapitalize: "characters" };
  page.setPage(() =>
    h(
      "form",
      { key: "code", onsubmit: submit, class: "card" },
      h("label", { for: "code" }, say("code_of_table")),
      h("input", { ...attributes, class: "code" }),
      h("p", { class: "fault", role: "alert" }, fault),
      h("button", { class: "main" }, say("next")),
    ),
  );
  document.getElementById("code").focus();
}

const showMessage = (word) => page.setPage(() => h("p", { class: "card" }, say(word)));

const seatsNow = () => ask("seats", { secret, phone: queue.me.phone });
let steps = 0; // counts the pages that a new player sees: an answer to an earlier page does nothing

// A new player takes a new seat, or says which seat is theirs. A phone that has a seat goes to it.
async function sitDown(fault = "") {
  const step = ++steps;
  const seating = await seatsNow();
  if (step !== steps) return;
  if (seating.token) return enter(seating.token);
  if (seating.status === 429) {
    showMessage("too_many_codes");
    return setTimeout(sitDown, 10 * PAUSE);
  }
  const isUnknown = seating.status === 403 || seating.status === 404;
  if (isUnknown) return queue.me.token ? showMessage("table_gone") : askForCode(say("no_table"));
  if (seating.status !== 200) {
    showState(seating.why ?? "away");
    return setTimeout(sitDown, PAUSE, fault);
  }
  queue.me = { ...queue.me, token: "" };
  showState();
  document.getElementById("title").textContent = seating.title;
  const join = async (event) => {
    event.preventDefault();
    const answer = await ask("join", { secret, name: textOf("name"), phone: queue.me.phone });
    if (step !== steps) return;
    if (answer.token) return enter(answer.token);
    sitDown(answer.status === 200 ? refusalOf(answer) : say(answer.why ?? "join_late"));
  };
  const form = h(
    "form",
    { key: "join", onsubmit: join, class: "card" },
    h("label", { for: "name" }, say("your_name")),
    h("input", { id: "name", maxlength: 60, required: true, autocomplete: "given-name" }),
    h("p", { class: "fault", role: "alert" }, fault),
    h("button", { class: "main" }, say("sit_down")),
  );
  const seat = (each) =>
    h("button", { key: each.id, class: "known", onclick: () => claim(each) }, say("i_am", { name: each.name }));
  const back = (seats) =>
    seats.length
      ? h("section", { key: "known", class: "card" }, h("p", { class: "hint" }, say("sat_before")), seats.map(seat))
      : null;
  page.setPage(() => [form, back(seating.seats)]);
  document.getElementById("name").focus();
  while (step === steps) {
    await new Promise((later) => setTimeout(later, 2 * PAUSE));
    const now = step === steps ? await seatsNow() : {};
    if (step !== steps) return;
    if (now.token) return enter(now.token); // the answer to its request came too late, or never
    if (now.seats) page.setPage(() => [form, back(now.seats)]);
  }
}

let claimedSeat = null;

// Asks for a seat until the table gives it; the table gives a free one at once.
async function claim(seat) {
  claimedSeat = seat.id;
  steps += 1;
  const leave = () => {
    claimedSeat = null;
    sitDown();
  };
  while (claimedSeat === seat.id) {
    const answer = await ask("claim", { secret, seat: seat.id, phone: queue.me.phone });
    if (claimedSeat !== seat.id) return;
    if (answer.token) return enter(answer.token);
    if (answer.why) return sitDown(say(answer.why));
    if (answer.code) {
      const instruction = h("p", {}, say("show_code", { name: seat.name }));
      const waitingCard = h(
        "section",
        { class: "card", role: "status" },
        instruction,
        h("p", { class: "code" }, answer.code),
        h("button", { onclick: leave }, say("back_one")),
      );
      page.setPage(() => waitingCard);
    }
    await new Promise((later) => setTimeout(later, PAUSE));
  }
}

async function enter(token = queue.me.token) {
  steps += 1;
  queue.me = { ...queue.me, token };
  const answer = await ask("table");
  if (answer.status === 403) return sitDown();
  if (answer.status !== 200) {
    showState(answer.why ?? "away");
    return setTimeout(enter, PAUSE);
  }
  state.table = answer;
  await setLanguage(state.table.view.language);
  state.seat = state.table.seat;
  if (state.table.view.revealed) {
    reveal.tab(state.tab, true, true);
    state.tab = "finish";
  }
  await loadSheet();
  page.setPage(atTable);
  if (answer.photo)
    import("./photo_pad.js").then(
      (module) => ((photo = module), page.show()),
      () => {},
    );
  watchFinish();
  listen("events", { "x-seat": queue.me.token }, receive, (line) => {
    state.line = line === "here" ? "here" : "away";
    if (line === "gone") return sitDown(); // another phone got the seat, or somebody removed it
    showState();
    if (line === "here") send();
  });
}

function receive(view) {
  reveal.update(Boolean(state.table.view.revealed), Boolean(view.revealed));
  const isNext = view.round !== state.table.view.round;
  if (isNext) beginNext();
  state.table.view = view;
  queue.setRevision(view.revision);
  page.show();
  // a player at the end of the last sheet continues at the top of the next
  if (isNext && document.activeElement?.id.startsWith("q-line.") && state.hand) focusLine(seatNow(), state.hand);
  watchFinish();
}

// Another game begins in the same seats.
function beginNext() {
  queue.forget();
  [result, resultRevision] = [null, -1];
  Object.assign(state, { hand: null, seat: state.table.seat });
}

// The end of the game, as the big screen shows it. Its script loads when the end begins.
let photo = null;
let board = null;
let result = null;
let resultRevision = -1;

async function watchFinish() {
  const { view } = state.table;
  if (!view.revealed) return;
  board ??= await import("./finish.js").catch(() => null);
  loadFonts([HEADINGS], fontAddress);
  if (view.revealed.done && resultRevision !== view.revision) {
    resultRevision = view.revision;
    const answer = await ask("finish");
    if (answer.status === 200) await loadFonts(answer.fonts, fontAddress, lettersIn(answer.svg));
    if (answer.status === 200) result = answer;
    else resultRevision = -1; // the next view asks again
  }
  page.show();
}

const share = async () => (await board.share(queue.me.token, state.table.view.game)) || showState("away");

function finish() {
  const { view } = state.table;
  if (!board) return h("p", { class: "card" }, "\u2026");
  return [
    board.finish(view, say, result),
    board.notCounted(state.table, queue, say),
    view.revealed.done
      ? h("p", { class: "card" }, h("button", { class: "main", onclick: share }, say("picture_to_share")))
      : null,
  ];
}

function atTable() {
  const { view } = state.table;
  state.tab = reveal.tab(state.tab, Boolean(view.revealed), Boolean(queue.typing));
  document.getElementById("title").textContent = view.title;
  const seat = seatNow();
  const tab = { table: everybody, lines: points, finish, sheet: isOnSheet() ? sheet : form }[state.tab];
  if (seat) mark(seat);
  return [people(), claims(), tabs(), seat ? tab(seat) : h("p", { class: "card" }, say("seat_gone"))];
}

const points = (seat) => lines(seat, ties([seat]));

// The sheet with the questions that have no box on it.
function sheet(seat) {
  return paper(seat, [photo?.photoButton(seat), openQuestions(seat), faults()]);
}

const wake = () => state.table && send();
window.addEventListener("online", wake);
window.addEventListener("storage", () => page.show()); // another tab of this phone changed something
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
import("./focus.js").then(
  ({ keepFocus }) => keepFocus(),
  () => {},
); // after the sheet, which comes first
begin();
