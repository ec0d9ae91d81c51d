// The score pad on a phone: sit down, tap the own sheet or type its lines, see the table. Only what differs is changed
// on the page, so that the field with the focus stays as it is; nothing is sent but what a player left.
import { listen } from "./common.js";
import { HEADINGS, lettersIn, loadFonts } from "./fonts.js";
import { PadPage, Reveal } from "./pad_page.js";
import { focusOn } from "./line_field.js";
import { isOnSheet, loadSheet, mark, paper } from "./paper.js";
import { secret, speak } from "./phone.js";
import { asked, form, ties } from "./sheet_form.js";
import { PAUSE, ask, fontAddress, queue, refusalOf, say, seen, send, state, tellState, written } from "./table_line.js";
import { claims, everybody, faults, lines, people, tabs } from "./table_views.js";
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
  if (!secret) return asksCode();
  if (!queue.me.token) return sitDown();
  await enter();
}

// Who typed the address types the code, too.
function asksCode(fault = "") {
  const goes = (event) => {
    event.preventDefault();
    location.hash = written("code").trim().toUpperCase();
    location.reload();
  };
  const attributes = { id: "code", maxlength: 12, required: true, autocomplete: "off", autocapitalize: "characters" };
  page.goesTo(() =>
    h(
      "form",
      { key: "code", onsubmit: goes, class: "card" },
      h("label", { for: "code" }, say("code_of_table")),
      h("input", { ...attributes, class: "code" }),
      h("p", { class: "fault", role: "alert" }, fault),
      h("button", { class: "main" }, say("next")),
    ),
  );
  document.getElementById("code").focus();
}

const tells = (word) => page.goesTo(() => h("p", { class: "card" }, say(word)));

const seatsNow = () => ask("seats", { secret, phone: queue.me.phone });
let comes = 0; // counts what somebody who comes is shown: an answer to what is left does nothing

// Who comes takes a new seat, or says whose it is; a phone that has a seat is led to it.
async function sitDown(fault = "") {
  const here = ++comes;
  const told = await seatsNow();
  if (here !== comes) return;
  if (told.token) return enter(told.token);
  if (told.status === 429) {
    tells("too_many_codes");
    return setTimeout(sitDown, 10 * PAUSE);
  }
  const isUnknown = told.status === 403 || told.status === 404;
  if (isUnknown) return queue.me.token ? tells("table_gone") : asksCode(say("no_table"));
  if (told.status !== 200) {
    tellState(told.why ?? "away");
    return setTimeout(sitDown, PAUSE, fault);
  }
  queue.me = { ...queue.me, token: "" };
  tellState();
  document.getElementById("title").textContent = told.title;
  const join = async (event) => {
    event.preventDefault();
    const answer = await ask("join", { secret, name: written("name"), phone: queue.me.phone });
    if (here !== comes) return;
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
  page.goesTo(() => [form, back(told.seats)]);
  document.getElementById("name").focus();
  while (here === comes) {
    await new Promise((later) => setTimeout(later, 2 * PAUSE));
    const now = here === comes ? await seatsNow() : {};
    if (here !== comes) return;
    if (now.token) return enter(now.token); // its answer came too late, or never
    if (now.seats) page.goesTo(() => [form, back(now.seats)]);
  }
}

let claimed = null; // the seat that is asked for

// Asks for a seat until it is given: a free one is given at once.
async function claim(seat) {
  claimed = seat.id;
  comes += 1;
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
  comes += 1;
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
  if (state.table.view.revealed) {
    reveal.tab(state.tab, true, true);
    state.tab = "finish";
  }
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
  const isNext = view.round !== state.table.view.round;
  if (isNext) begins();
  state.table.view = view;
  queue.heard(view.revision);
  page.show();
  // whoever was at the end of the last sheet goes on at the top of the next
  if (isNext && document.activeElement?.id.startsWith("q-line.") && state.hand) focusOn(seen(), state.hand);
  watchFinish();
}

// Another game begins in the same seats.
function begins() {
  queue.forget();
  [told, toldAt] = [null, -1];
  Object.assign(state, { hand: null, seat: state.table.seat });
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
  loadFonts([HEADINGS], fontAddress);
  if (view.revealed.done && toldAt !== view.revision) {
    toldAt = view.revision;
    const answer = await ask("finish");
    if (answer.status === 200) await loadFonts(answer.fonts, fontAddress, lettersIn(answer.svg));
    if (answer.status === 200) told = answer;
    else toldAt = -1; // asked again with what is heard next
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
  const tab = { table: everybody, lines: points, finish, sheet: isOnSheet() ? sheet : form }[state.tab];
  if (seat) mark(seat);
  return [people(), claims(), tabs(), seat ? tab(seat) : h("p", { class: "card" }, say("seat_gone"))];
}

const points = (seat) => lines(seat, ties([seat]));

// The sheet with what no box of it tells.
function sheet(seat) {
  return paper(seat, [photo?.photoButton(seat), asked(seat), faults()]);
}

const wake = () => state.table && send();
window.addEventListener("online", wake);
window.addEventListener("storage", () => page.show()); // another tab of this phone did something
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
import("./focus.js").then(
  ({ keepFocus }) => keepFocus(),
  () => {},
); // first of all a sheet is shown
begin();
