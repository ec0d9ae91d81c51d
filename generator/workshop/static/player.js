// The score pad on a phone: sit down, tap the own sheet or type its shields, see the table.
//
// What is shown follows from the queue and from what the table told last; only what differs is changed on the page, so that the
// field with the focus stays as it is. Nothing is sent but what a player left.
import { Words, drawn, grid, listen, loadFonts, signed } from "./common.js";
import { asks, isLeft, setForm } from "./form.js";
import { Queue, takeOver } from "./queue.js";
import { h, render } from "./vendor/preact.js";

const main = document.getElementById("main");
const secret = location.hash.slice(1);
const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
const queue = new Queue(localStorage, secret, fresh());
takeOver(localStorage, secret, queue);
if (secret && !queue.me.phone) queue.me = { phone: fresh(), token: "" };
const PATIENCE = 12000; // milliseconds after which an answer is not waited for
const PAUSE = 1500; // milliseconds after which what was not taken is sent again
let words = new Words();
let table = null; // what the table told last: the own seat, the questions, the view
let shown = { seat: null, tab: "sheet" };
let sheet = null;
let line = "here"; // or why nothing comes or goes: the key of a word
let zoom = Math.max(1, Math.min(2.2, 860 / Math.min(innerWidth, 960))); // letters of a sheet are small on a phone

// Asks the table; status 0 is no answer.
async function ask(path, sent) {
  const headers = { "x-seat": queue.me.token ?? "" };
  const request = sent ? { method: "POST", headers, body: JSON.stringify(sent) } : { headers };
  const silence = new AbortController();
  const late = setTimeout(() => silence.abort(), PATIENCE);
  try {
    const answer = await fetch(path, { ...request, signal: silence.signal });
    return { status: answer.status, ...(await answer.json()) };
  } catch {
    return { status: 0 };
  } finally {
    clearTimeout(late);
  }
}

async function begin() {
  const language = (navigator.language || "en").slice(0, 2);
  await speak(language);
  document.title = words.say("pad");
  document.getElementById("title").textContent = words.say("pad");
  if (!secret) return render(h("p", {}, words.say("no_table")), main);
  if (!queue.me.token) return sitDown();
  await enter();
}

// What stands in the field of an id.
function written(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id)).value;
}

async function speak(language) {
  const told = await ask(`words/${language}`);
  if (told.status === 200) words = new Words(told);
  document.documentElement.lang = language;
}

// Who comes takes a new seat, or says whose it is; a phone that has a seat is led to it.
async function sitDown(fault = "") {
  const told = await ask("seats", { secret, phone: queue.me.phone });
  if (told.token) return enter(told.token);
  if (told.status === 403 || told.status === 404) return render(h("p", { class: "card" }, words.say(queue.me.token ? "table_gone" : "no_table")), main);
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
    sitDown(answer.status === 200 ? refusalOf(answer) : words.say(answer.why ?? "away"));
  };
  const form = h(
    "form",
    { key: "join", onsubmit: join, class: "card" },
    h("label", { for: "name" }, words.say("your_name")),
    h("input", { id: "name", maxlength: 60, required: true, autocomplete: "given-name" }),
    h("p", { class: "fault", role: "alert" }, fault),
    h("button", { class: "main" }, words.say("sit_down")),
  );
  const known = told.seats.map((seat) => h("button", { key: seat.id, class: "known", onclick: () => claim(seat) }, words.say("i_am", { name: seat.name })));
  const back = known.length ? h("section", { key: "known", class: "card" }, h("p", { class: "hint" }, words.say("sat_before")), known) : null;
  render([form, back], main);
  document.getElementById("name").focus();
}

function refusalOf(answer) {
  return [...(answer.said ?? []), answer.why ? words.say(answer.why) : ""].filter(Boolean).join(" ");
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
    if (answer.why) return sitDown(words.say(answer.why));
    if (answer.code) {
      const told = h("p", {}, words.say("show_code", { name: seat.name }));
      render(h("section", { class: "card", role: "status" }, told, h("p", { class: "code" }, answer.code), h("button", { onclick: leave }, words.say("back_one"))), main);
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
  table = answer;
  await speak(table.view.language);
  shown.seat = table.seat;
  await loadSheet();
  show();
  listen("events", { "x-seat": queue.me.token }, heard, (state) => {
    line = state === "here" ? "here" : "away";
    if (state === "gone") return sitDown(); // the seat was given to another phone, or taken away
    tellState();
    if (state === "here") send();
  });
}

async function loadSheet() {
  const answer = await ask("sheet");
  sheet = null;
  if (!answer.svg) return;
  await loadFonts(answer.fonts, (name) => `fonts/${name}`);
  const picture = drawn(answer.svg);
  picture.setAttribute("role", "group"); // its boxes are tapped
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const [id, spoken] of Object.entries(answer.boxes)) {
    const box = picture.querySelector(`[id="${CSS.escape(id)}"]`);
    if (!box) continue;
    box.setAttribute("role", "checkbox");
    box.setAttribute("tabindex", "0");
    box.setAttribute("aria-label", spoken || id.replaceAll(".", " ").replaceAll("_", " "));
    box.classList.add("box");
  }
  const boxAt = (event) => event.target.closest(".box");
  picture.onclick = (event) => tapped(boxAt(event));
  picture.onkeydown = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    tapped(boxAt(event));
  };
  sheet = { picture, boxes: new Set(Object.keys(answer.boxes)) };
}

function heard(view) {
  table.view = view;
  queue.heard(view.revision);
  show();
}

// what a player does: it waits in the queue until the table has it, in its order, also over a reload

function change(what) {
  queue.add(what);
  show();
  send();
}

let sending = false;
let again = null;

async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(again);
  let why = "";
  for (let entry = queue.next(); entry && !why; entry = queue.next()) {
    tellState();
    const reply = await ask("change", entry);
    why = queue.settled(entry, reply.status, reply);
    show();
  }
  sending = false;
  if (why) again = setTimeout(send, PAUSE);
  tellState(why);
}

// Tells what is not sent yet, and why.
function tellState(why = "") {
  const state = document.getElementById("state");
  const count = queue.waiting.length;
  const reason = why || (line === "here" ? "" : line);
  const told = [count ? words.say("waiting", { count }) : "", reason ? words.say(reason) : ""].filter(Boolean).join(". ");
  if (state.textContent !== told) state.textContent = told;
  state.className = reason ? "away" : "";
}

// what is seen

function show() {
  const { view } = table;
  document.getElementById("title").textContent = view.title;
  const seat = seen();
  const tab = { table: everybody, lines, sheet: sheet ? paper : form }[shown.tab];
  render([people(), claims(), tabs(), seat ? tab(seat) : h("p", { class: "card" }, words.say("seat_gone"))], main);
  if (seat) mark(seat);
}

// The seat whose sheet is seen: the own one where the other has left.
function seen() {
  const { seats } = table.view;
  return seats.find((seat) => seat.id === shown.seat) ?? seats.find((seat) => seat.id === table.seat) ?? seats[0];
}

function people() {
  const buttons = table.view.seats.map((seat) => {
    const see = () => {
      shown.seat = seat.id;
      show();
    };
    const own = seat.id === table.seat ? "own" : "";
    const counting = seat.open.length ? h("small", {}, words.say("still_open", { count: seat.open.length })) : h("small", {}, "\u2713");
    return h("button", { key: seat.id, "aria-pressed": String(seat.id === seen()?.id), class: own, onclick: see }, h("span", {}, seat.name), h("b", {}, signed(seat.total)), counting);
  });
  return h("nav", { key: "people", class: "people", "aria-label": words.say("people") }, buttons);
}

// Another phone asks for the own seat.
function claims() {
  const own = table.view.seats.find((seat) => seat.id === table.seat);
  return (own?.asks ?? []).map((code) => {
    const does = (what) => () => change({ do: what, seat: own.id, code });
    return h(
      "section",
      { key: `claim-${code}`, class: "card claim", role: "alert" },
      h("p", {}, words.say("asks_for_seat", { name: own.name, code })),
      h("p", { class: "buttons" }, h("button", { class: "main", onclick: does("let") }, words.say("let_in")), h("button", { onclick: does("deny") }, words.say("send_away"))),
    );
  });
}

// The own seat: another name, another phone, or none.
function ownSeat() {
  const own = table.view.seats.find((seat) => seat.id === table.seat);
  if (!own) return null;
  const rename = (event) => {
    event.preventDefault();
    change({ do: "name", seat: own.id, text: written("own-name") });
  };
  const sure = (what, word) => () => confirm(words.say(word)) && change({ do: what, seat: own.id });
  const refusal = queue.refused(own.id, "name");
  return h(
    "details",
    { key: "own", class: "card" },
    h("summary", {}, words.say("your_seat")),
    h(
      "form",
      { onsubmit: rename },
      h("label", { for: "own-name" }, words.say("your_name")),
      h("input", { id: "own-name", maxlength: 60, required: true, defaultValue: own.name }),
      h("p", { class: "fault", role: "alert" }, refusal ? refusalOf(refusal) : ""),
      h("button", {}, words.say("rename")),
    ),
    h("p", { class: "buttons" }, h("button", { onclick: sure("free", "sure_hand_over") }, words.say("hand_over")), h("button", { onclick: sure("remove", "sure_leave_table") }, words.say("leave_table"))),
  );
}

function tabs() {
  const buttons = ["sheet", "lines", "table"].map((name) => {
    const see = () => {
      shown.tab = name;
      show();
    };
    return h("button", { key: name, id: `tab-${name}`, "aria-current": name === shown.tab ? "page" : undefined, onclick: see }, words.say(`tab_${name}`));
  });
  return h("div", { key: "tabs", class: "tabs" }, buttons);
}

function paper(seat) {
  const size = (factor) => () => {
    zoom = Math.min(6, Math.max(1, zoom * factor));
    show();
  };
  const bar = h(
    "div",
    { class: "zoom" },
    h("button", { onclick: size(1 / 1.4), "aria-label": words.say("smaller") }, "\u2212"),
    h("button", { onclick: size(1.4), "aria-label": words.say("larger") }, "+"),
  );
  const holds = (page) => page && page.firstChild !== sheet.picture && page.replaceChildren(sheet.picture);
  const page = h("div", { class: "page", ref: holds, style: { width: `${zoom * 100}%` } });
  const outer = h("div", { id: "paper", tabindex: 0, role: "group", "aria-label": words.say("tab_sheet") }, page);
  return h("section", { key: "sheet", class: "sheet" }, bar, outer, h("div", { class: "card" }, asked(seat), faults()));
}

function tapped(box) {
  if (!box) return;
  const seat = seen();
  change({ do: "tick", seat: seat.id, box: box.id, on: !queue.held(seat.id, seat.held).has(box.id) });
}

function mark(seat) {
  if (!sheet || shown.tab !== "sheet") return;
  const held = queue.held(seat.id, seat.held);
  for (const box of sheet.picture.querySelectorAll(".box")) {
    if (box.getAttribute("aria-checked") === String(held.has(box.id))) continue;
    box.classList.toggle("on", held.has(box.id));
    box.setAttribute("aria-checked", String(held.has(box.id)));
  }
}

setForm({
  queue,
  say: (key, values) => words.say(key, values),
  ask,
  show: () => show(),
  put: (seat, question, text) => change({ do: "answer", seat, question, text }),
  tick: (seat, box, on) => change({ do: "tick", seat, box, on }),
  held: (seat) => queue.held(seat.id, seat.held),
});

// The questions of a line: what no box tells, and cards that have a box each, where the sheet has them all.
function questionsOf(seat, letter) {
  const grown = (question) => seat.more.filter((each) => each.id.split(".")[0] === question.id.split(".")[0]).map((each) => ({ ...question, ...each }));
  const isOnSheet = ({ boxes, control }) => sheet && control.options.every((each) => sheet.boxes.has(`${boxes[0]}.${each.sent}`));
  const own = table.questions.filter((each) => each.letter === letter && (!each.boxes.length || isOnSheet(each)));
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
  return h("section", { key: `form-${seat.id}`, class: "card form" }, table.view.lines.map((line) => answered(seat, line)), ties, total(seat), members(seat), writer(seat), faults());
}

// What no box of the sheet tells, below it.
function asked(seat) {
  const open = table.view.lines.filter((line) => questionsOf(seat, line.letter).length);
  return open.length ? h("div", { key: `questions-${seat.id}`, class: "form" }, open.map((line) => answered(seat, line))) : null;
}

function total(seat) {
  return h("p", { key: "total", class: "total" }, h("span", {}, table.view.total), h("b", {}, signed(seat.total)));
}

function writer(seat) {
  return seat.writer ? h("p", { key: "writer", class: "hint" }, words.say("written_by", { name: seat.writer })) : null;
}

// A field of a sheet; the seat is part of its key, so that what is typed for one player is never shown to another.
function field(seat, id, label, known, hint, mode) {
  const refusal = queue.refused(seat.id, id);
  const told = refusal ? [...refusal.said, refusal.why ? words.say(refusal.why) : ""].filter(Boolean).join(" ") : "";
  const input = h("input", {
    id: `q-${id}`,
    value: queue.text(seat.id, id, known),
    inputmode: mode,
    autocomplete: "off",
    "aria-describedby": `n-${id}`,
    "aria-invalid": refusal ? "true" : null,
    class: queue.waits(seat.id, id) ? "waits" : "",
    onfocus: (event) => queue.entered(seat.id, id, event.target.value),
    oninput: (event) => queue.typed(seat.id, id, event.target.value),
    onchange: (event) => leave(event, known),
    onblur: (event) => leave(event, known),
  });
  return h(
    "div",
    { key: `${seat.id} ${id}`, class: "row number" },
    h("label", { for: `q-${id}` }, label),
    input,
    h("p", { id: `n-${id}`, class: refusal ? "hint fault" : "hint", role: refusal ? "alert" : null }, told || hint),
  );
}

function leave(event, known) {
  if (!isLeft(event)) return;
  const { seat, question } = queue.typing ?? {};
  if (queue.left(known)) send();
  if (event.type === "change" && seat !== undefined) queue.entered(seat, question, event.target.value);
  show();
}

function lines(seat) {
  const rows = table.view.lines.map((line) => {
    const counted = seat.lines[line.letter];
    const own = seat.answers[`line.${line.letter}`];
    const known = own ?? (counted ? String(counted.points) : "");
    return field(seat, `line.${line.letter}`, `${line.letter} ${line.word}`, known, counted ? counted.why : "", line.least < 0 ? "text" : "numeric");
  });
  const hint = h("p", { key: "hint", class: "hint" }, words.say("type_shields"));
  return h("section", { key: `lines-${seat.id}`, class: "card lines" }, hint, rows, total(seat), members(seat), writer(seat), faults());
}

function everybody() {
  const { view } = table;
  const across = (name, cells, kind = {}) => h("tr", kind, h("th", { scope: "row" }, name), cells);
  const head = h("tr", {}, h("td", {}), view.seats.map((seat) => h("th", { key: seat.id, scope: "col" }, seat.name)));
  const points = (seat, letter) => (seat.lines[letter] ? signed(seat.lines[letter].points) : "\u2013");
  const rows = view.lines.map((line) => across(`${line.letter} ${line.word}`, view.seats.map((seat) => h("td", { key: seat.id }, points(seat, line.letter))), { key: line.letter }));
  const total = across(view.total, view.seats.map((seat) => h("td", { key: seat.id }, signed(seat.total))), { key: "total", class: "sum" });
  const hasBegun = (seat) => seat.held.length || Object.keys(seat.answers).length; // else nobody has a place yet
  const rank = across(words.say("rank"), view.seats.map((seat) => h("td", { key: seat.id }, hasBegun(seat) ? `${seat.rank}.` : "\u2013")), { key: "rank" });
  const saved = view.saved ? h("p", { class: "hint" }, words.say("saved", { id: view.saved })) : null;
  const all = h("table", {}, h("thead", {}, head), h("tbody", {}, rows, total, rank));
  return h("section", { key: "table", class: "card" }, h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.say("tab_table") }, all), view.seats.map(members), saved, faults(), ownSeat());
}

// where the members of a sheet stand, where a ledger tells it
function members(seat) {
  if (!seat.members) return null;
  const holds = (place) => place?.replaceChildren(grid(seat.members));
  return h("div", { key: `members-${seat.id}`, class: "scroll", tabindex: 0, role: "group", "aria-label": words.say("members"), ref: holds });
}

function faults() {
  const rows = table.view.faults.map((fault) => h("li", { key: fault.text, class: fault.severity }, fault.text, fault.hint ? ` (${fault.hint})` : ""));
  return rows.length ? h("div", { key: "faults", role: "alert" }, h("ul", { class: "faults" }, rows)) : null;
}

addEventListener("pagehide", () => /** @type {HTMLElement} */ (document.activeElement)?.blur()); // what stands in a field when the page goes was meant
const wake = () => table && send();
window.addEventListener("online", wake);
window.addEventListener("storage", () => table && show()); // another tab of this phone did something
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
begin();
