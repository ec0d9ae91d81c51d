// The score pad on a phone: sit down, tap the own sheet or type its shields, see the table.
//
// What is shown follows from the queue and from what the table told last; only what differs is changed on the page, so that the
// field with the focus stays as it is. Nothing is sent but what a player left.
import { Words, drawn, grid, listen, loadFonts, signed } from "./common.js";
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

async function speak(language) {
  const told = await ask(`words/${language}`);
  if (told.status === 200) words = new Words(told);
  document.documentElement.lang = language;
}

function sitDown(fault = "") {
  const join = async (event) => {
    event.preventDefault();
    const answer = await ask("join", { secret, name: document.getElementById("name").value, phone: queue.me.phone });
    if (answer.token) return enter(answer.token);
    if (answer.status === 200) return sitDown(answer.said.join(" "));
    sitDown(words.say([403, 404].includes(answer.status) ? "no_table" : (answer.why ?? "away")));
  };
  const form = h(
    "form",
    { onsubmit: join, class: "card" },
    h("label", { for: "name" }, words.say("your_name")),
    h("input", { id: "name", maxlength: 60, required: true, autocomplete: "given-name" }),
    h("p", { class: "fault", role: "alert" }, fault),
    h("button", { class: "main" }, words.say("sit_down")),
  );
  render(form, main);
  document.getElementById("name").focus();
}

async function enter(token = queue.me.token) {
  queue.me = { ...queue.me, token };
  const answer = await ask("table");
  if (answer.status === 403) {
    queue.me = { ...queue.me, token: "" };
    return sitDown(words.say("table_gone"));
  }
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
    line = { here: "here", away: "away", gone: "table_gone" }[state];
    tellState();
    if (state === "here") send();
  });
}

async function loadSheet() {
  const answer = await ask("sheet");
  if (!answer.svg) {
    sheet = null;
    shown.tab = "lines";
    return;
  }
  await loadFonts(answer.fonts, (name) => `fonts/${name}`);
  const picture = drawn(answer.svg);
  picture.setAttribute("role", "group"); // its boxes are tapped
  picture.removeAttribute("width");
  picture.removeAttribute("height");
  for (const id of answer.boxes) {
    const box = picture.querySelector(`[id="${CSS.escape(id)}"]`);
    if (!box) continue;
    box.setAttribute("role", "checkbox");
    box.setAttribute("tabindex", "0");
    box.setAttribute("aria-label", id.replaceAll(".", " ").replaceAll("_", " "));
    box.classList.add("box");
  }
  picture.onclick = (event) => tapped(event.target.closest(".box"));
  picture.onkeydown = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    tapped(event.target.closest(".box"));
  };
  sheet = { picture };
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
  const tab = { table: everybody, lines, sheet: paper }[shown.tab];
  render([people(), tabs(), seat ? tab(seat) : h("p", { class: "card" }, words.say("seat_gone"))], main);
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
    return h("button", { key: seat.id, "aria-pressed": String(seat.id === seen()?.id), class: own, onclick: see }, h("span", {}, seat.name), h("b", {}, signed(seat.total)));
  });
  return h("nav", { key: "people", class: "people", "aria-label": words.say("people") }, buttons);
}

function tabs() {
  const buttons = [...(sheet ? ["sheet"] : []), "lines", "table"].map((name) => {
    const see = () => {
      shown.tab = name;
      show();
    };
    return h("button", { key: name, role: "tab", id: `tab-${name}`, "aria-selected": String(name === shown.tab), onclick: see }, words.say(`tab_${name}`));
  });
  return h("div", { key: "tabs", class: "tabs", role: "tablist" }, buttons);
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

// What no box of the sheet tells: asked in the words of the scorer at the table.
function asked(seat) {
  const rows = [...table.questions, ...(seat.more ?? [])].map((question) => field(seat, question.id, question.words, seat.answers[question.id] ?? "", question.possible ?? ""));
  return rows.length ? h("div", { key: `questions-${seat.id}`, class: "questions" }, rows) : null;
}

// A field of a sheet; the seat is part of its key, so that what is typed for one player is never shown to another.
function field(seat, id, label, known, hint, mode = null) {
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
    { key: `${seat.id} ${id}`, class: mode ? "row number" : "row" },
    h("label", { for: `q-${id}` }, label),
    input,
    h("p", { id: `n-${id}`, class: refusal ? "hint fault" : "hint", role: refusal ? "alert" : null }, told || hint),
  );
}

// A browser tells the change of a field that is taken off the page, too, and that of a window left: nobody left the field then.
function leave(event, known) {
  const field = event.target;
  if (!field.isConnected || (event.type === "blur" && document.activeElement === field)) return;
  const { seat, question } = queue.typing ?? {};
  if (queue.left(known)) send();
  if (event.type === "change" && seat !== undefined) queue.entered(seat, question, field.value);
  show();
}

function lines(seat) {
  const rows = table.view.lines.map((line) => {
    const counted = seat.lines[line.letter];
    const own = seat.answers[`line.${line.letter}`];
    const known = own ?? (counted ? String(counted.points) : "");
    return field(seat, `line.${line.letter}`, `${line.letter} ${line.word}`, known, counted ? counted.why : "", line.least < 0 ? "text" : "numeric");
  });
  const total = h("p", { key: "total", class: "total" }, h("span", {}, table.view.total), h("b", {}, signed(seat.total)));
  const writer = seat.writer ? h("p", { key: "writer", class: "hint" }, words.say("written_by", { name: seat.writer })) : null;
  // where no sheet asks what its boxes do not tell, it is asked here
  const hint = sheet ? h("p", { key: "hint", class: "hint" }, words.say("type_shields")) : asked(seat);
  return h("section", { key: `lines-${seat.id}`, class: "card lines" }, hint, rows, total, members(seat), writer, faults());
}

function everybody() {
  const { view } = table;
  const across = (name, cells, kind = {}) => h("tr", kind, h("th", { scope: "row" }, name), cells);
  const head = h("tr", {}, h("td", {}), view.seats.map((seat) => h("th", { key: seat.id, scope: "col" }, seat.name)));
  const points = (seat, letter) => (seat.lines[letter] ? signed(seat.lines[letter].points) : "\u2013");
  const rows = view.lines.map((line) => across(`${line.letter} ${line.word}`, view.seats.map((seat) => h("td", { key: seat.id }, points(seat, line.letter))), { key: line.letter }));
  const total = across(view.total, view.seats.map((seat) => h("td", { key: seat.id }, signed(seat.total))), { key: "total", class: "sum" });
  const rank = across(words.say("rank"), view.seats.map((seat) => h("td", { key: seat.id }, `${seat.rank}.`)), { key: "rank" });
  const saved = view.saved ? h("p", { class: "hint" }, words.say("saved", { id: view.saved })) : null;
  const all = h("table", {}, h("thead", {}, head), h("tbody", {}, rows, total, rank));
  return h("section", { key: "table", class: "card" }, h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.say("tab_table") }, all), view.seats.map(members), saved, faults());
}

// where the members of a sheet stand, where a ledger tells it
function members(seat) {
  if (!seat.members) return null;
  const holds = (place) => place?.replaceChildren(grid(seat.members));
  return h("div", { key: `members-${seat.id}`, class: "scroll", tabindex: 0, role: "group", "aria-label": words.say("members"), ref: holds });
}

function faults() {
  const rows = table.view.faults.map((fault) => h("li", { key: fault.text, class: fault.severity }, fault.text, fault.hint ? ` (${fault.hint})` : ""));
  return rows.length ? h("ul", { key: "faults", class: "faults", role: "alert" }, rows) : null;
}

const wake = () => table && send();
window.addEventListener("online", wake);
window.addEventListener("storage", () => table && show()); // another tab of this phone did something
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && wake());
begin();
