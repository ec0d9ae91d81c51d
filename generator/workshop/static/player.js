// The score pad on a phone: sit down, tap the own sheet or type its shields, see the table.
import { Words, drawn, element, fill, grid, listen, loadFonts, signed } from "./common.js";
import { Queue, takeOver } from "./queue.js";

const main = document.getElementById("main");
const secret = location.hash.slice(1);
const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
const queue = new Queue(localStorage, secret, fresh());
takeOver(localStorage, secret, queue);
if (secret && !queue.me.phone) queue.me = { phone: fresh(), token: "" };
const PATIENCE = 12000; // milliseconds after which an answer is not waited for
let words = new Words();
let table = { seat: 0, questions: [], view: null };
let shown = { seat: 0, tab: "sheet" };
let sheet = null;
let sending = false;

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

function tell(text, kind = "") {
  const state = document.getElementById("state");
  state.textContent = text;
  state.className = kind;
}

async function begin() {
  const language = (navigator.language || "en").slice(0, 2);
  words = new Words(await (await fetch(`words/${language}`)).json());
  document.documentElement.lang = language;
  document.title = words.say("pad");
  if (!secret) return fill(main, element("p", {}, words.say("no_table")));
  if (!queue.me.token) return sitDown();
  await enter();
}

function sitDown(fault = "") {
  document.getElementById("title").textContent = words.say("pad");
  const name = element("input", { id: "name", maxlength: 60, required: true, autocomplete: "given-name" });
  const join = async (event) => {
    event.preventDefault();
    const answer = await ask("join", { secret, name: name.value, phone: queue.me.phone });
    if (answer.token) {
      queue.me = { ...queue.me, token: answer.token };
      return enter();
    }
    if (answer.status === 200) return sitDown(answer.said.join(" "));
    sitDown(words.say([403, 404].includes(answer.status) ? "no_table" : (answer.why ?? "away")));
  };
  const form = element(
    "form",
    { onsubmit: join, class: "card" },
    element("label", { for: "name" }, words.say("your_name")),
    name,
    element("p", { class: "fault", role: "alert" }, fault),
    element("button", { class: "main" }, words.say("sit_down")),
  );
  fill(main, form);
  name.focus();
}

async function enter() {
  const answer = await ask("table");
  if (answer.status === 403) {
    queue.me = { ...queue.me, token: "" };
    return sitDown(words.say("table_gone"));
  }
  if (answer.status !== 200) {
    tell(words.say(answer.why ?? "away"), "away");
    return setTimeout(enter, 1500);
  }
  table = answer;
  words = new Words(await (await fetch(`words/${table.view.language}`)).json());
  document.documentElement.lang = table.view.language;
  shown.seat = table.seat;
  await loadSheet();
  show();
  listen("events", { "x-seat": queue.me.token }, heard, (state) => {
    if (state === "here") tell(waitingText());
    if (state === "away") tell(words.say("away"), "away");
    if (state === "gone") tell(words.say("table_gone"), "away");
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
  sheet = { picture, boxes: new Set(answer.boxes) };
  sheet.picture.removeAttribute("width");
  sheet.picture.removeAttribute("height");
}

function heard(view) {
  table.view = view;
  show();
}

// Changes wait in the queue until the table has them, in their order, also over a reload.
function change(what) {
  queue.add(what);
  mark();
  send();
}

async function send() {
  if (sending) return;
  sending = true;
  let why = "";
  for (let entry = queue.next(); entry && !why; entry = why ? null : queue.next()) {
    tell(waitingText());
    const reply = await ask("change", entry);
    why = queue.settled(entry, reply.status, reply);
    const refusal = queue.refused(entry.seat, entry.question ?? entry.box ?? entry.do);
    if (refusal) refused(entry, refusal.said.join(" ") || words.say(refusal.why));
  }
  sending = false;
  tell(why ? `${waitingText()}. ${words.say(why)}` : "", why ? "away" : "");
  if (why) setTimeout(send, 1500);
}

function waitingText() {
  const count = queue.waiting.length;
  return count ? words.say("waiting", { count }) : "";
}

function refused(done, said) {
  const field = document.getElementById(`q-${done.question}`);
  const note = document.getElementById(`n-${done.question}`);
  if (note) note.textContent = said;
  if (field) field.setAttribute("aria-invalid", "true");
  if (!note) tell(said, "away");
}

function show() {
  const view = table.view;
  document.getElementById("title").textContent = view.title;
  const focused = document.activeElement?.id;
  const typed = focused && document.activeElement.tagName === "INPUT" ? document.activeElement.value : null;
  const scroll = document.getElementById("paper")?.scrollTop;
  const across = document.getElementById("paper")?.scrollLeft;
  fill(main, people(), tabs(), shown.tab === "table" ? everybody() : shown.tab === "lines" ? lines() : paper());
  const again = focused && document.getElementById(focused);
  if (again) {
    if (typed !== null) again.value = typed;
    again.focus({ preventScroll: true });
  }
  const sheetPlace = document.getElementById("paper");
  if (sheetPlace && scroll !== undefined) sheetPlace.scrollTo(across, scroll);
  mark();
}

// The seat whose sheet is seen: the own one where the other has left.
function seen() {
  const { seats } = table.view;
  return seats.find((seat) => seat.id === shown.seat) ?? seats.find((seat) => seat.id === table.seat) ?? seats[0];
}

function people() {
  const buttons = table.view.seats.map((seat) =>
    element(
      "button",
      {
        "aria-pressed": String(seat.id === shown.seat),
        class: seat.id === table.seat ? "own" : "",
        onclick: () => {
          shown.seat = seat.id;
          show();
        },
      },
      element("span", {}, seat.name),
      element("b", {}, signed(seat.total)),
    ),
  );
  return element("nav", { class: "people", "aria-label": words.say("people") }, ...buttons);
}

function tabs() {
  const names = [...(sheet ? ["sheet"] : []), "lines", "table"];
  const buttons = names.map((name) =>
    element(
      "button",
      {
        role: "tab",
        id: `tab-${name}`,
        "aria-selected": String(name === shown.tab),
        onclick: () => {
          shown.tab = name;
          show();
        },
      },
      words.say(`tab_${name}`),
    ),
  );
  return element("div", { class: "tabs", role: "tablist" }, ...buttons);
}

let zoom = Math.max(1, Math.min(2.2, 860 / Math.min(innerWidth, 960))); // letters of a sheet are small on a phone

function paper() {
  const inner = element("div", { class: "page" }, sheet.picture);
  const outer = element("div", { id: "paper", tabindex: 0, role: "group", "aria-label": words.say("tab_sheet") }, inner);
  inner.style.setProperty("width", `${zoom * 100}%`);
  const size = (factor) => () => {
    zoom = Math.min(6, Math.max(1, zoom * factor));
    inner.style.setProperty("width", `${zoom * 100}%`);
  };
  const bar = element(
    "div",
    { class: "zoom" },
    element("button", { onclick: size(1 / 1.4), "aria-label": words.say("smaller") }, "\u2212"),
    element("button", { onclick: size(1.4), "aria-label": words.say("larger") }, "+"),
  );
  for (const box of sheet.boxes) {
    const group = sheet.picture.querySelector(`[id="${CSS.escape(box)}"]`);
    if (!group || group.dataset.ready) continue;
    group.dataset.ready = "1";
    group.setAttribute("role", "checkbox");
    group.setAttribute("tabindex", "0");
    group.setAttribute("aria-label", box.replaceAll(".", " ").replaceAll("_", " "));
    group.classList.add("box");
  }
  sheet.picture.onclick = (event) => tapped(event.target.closest(".box"));
  sheet.picture.onkeydown = (event) => {
    if (event.key !== " " && event.key !== "Enter") return;
    event.preventDefault();
    tapped(event.target.closest(".box"));
  };
  return element("section", { class: "sheet" }, bar, outer, element("div", { class: "card" }, asked(), faults()));
}

function tapped(group) {
  if (!group) return;
  const seat = seen();
  change({ do: "tick", seat: seat.id, box: group.id, on: !queue.held(seat.id, seat.held).has(group.id) });
}

function mark() {
  if (!sheet || shown.tab !== "sheet") return;
  const held = queue.held(seen().id, seen().held);
  for (const group of sheet.picture.querySelectorAll(".box")) {
    group.classList.toggle("on", held.has(group.id));
    group.setAttribute("aria-checked", String(held.has(group.id)));
  }
}

// What no box of the sheet tells: asked in the words of the scorer at the table.
function asked() {
  const seat = seen();
  const rows = [...table.questions, ...(seat.more ?? [])].map((question) => field(question.id, question.words, seat.answers[question.id] ?? "", question.possible ?? ""));
  return rows.length ? element("div", { class: "questions" }, ...rows) : null;
}

function field(id, label, value, hint, number = false) {
  const input = element("input", {
    id: `q-${id}`,
    value,
    inputmode: number ? "text" : null,
    pattern: number ? "[-\u2212+]?[0-9]*" : null,
    autocomplete: "off",
    "aria-describedby": `n-${id}`,
    onchange: (event) => change({ do: "answer", seat: seen().id, question: id, text: event.target.value }),
  });
  return element(
    "div",
    { class: number ? "row number" : "row" },
    element("label", { for: `q-${id}` }, label),
    input,
    element("p", { id: `n-${id}`, class: "hint" }, hint),
  );
}

function lines() {
  const seat = seen();
  const rows = table.view.lines.map((line) => {
    const counted = seat.lines[line.letter];
    const own = seat.answers[`line.${line.letter}`];
    const label = `${line.letter} ${line.word}`;
    return field(`line.${line.letter}`, label, own ?? (counted ? String(counted.points) : ""), counted ? counted.why : "", true);
  });
  const total = element("p", { class: "total" }, element("span", {}, table.view.total), element("b", {}, signed(seat.total)));
  const writer = seat.writer ? element("p", { class: "hint" }, words.say("written_by", { name: seat.writer })) : null;
  // where no sheet asks what its boxes do not tell, it is asked here
  const hint = sheet ? element("p", { class: "hint" }, words.say("type_shields")) : asked();
  return element("section", { class: "card lines" }, hint, ...rows, total, members(seat), writer, faults());
}

function everybody() {
  const view = table.view;
  const head = element("tr", {}, element("td", {}), ...view.seats.map((seat) => element("th", { scope: "col" }, seat.name)));
  const rows = view.lines.map((line) =>
    element(
      "tr",
      {},
      element("th", { scope: "row" }, `${line.letter} ${line.word}`),
      ...view.seats.map((seat) => element("td", {}, seat.lines[line.letter] ? signed(seat.lines[line.letter].points) : "\u2013")),
    ),
  );
  const total = element("tr", { class: "sum" }, element("th", { scope: "row" }, view.total), ...view.seats.map((seat) => element("td", {}, signed(seat.total))));
  const rank = element("tr", {}, element("th", { scope: "row" }, words.say("rank")), ...view.seats.map((seat) => element("td", {}, `${seat.rank}.`)));
  const saved = view.saved ? element("p", { class: "hint" }, words.say("saved", { id: view.saved })) : null;
  return element("section", { class: "card scroll" }, element("table", {}, element("thead", {}, head), element("tbody", {}, ...rows, total, rank)), ...view.seats.map(members), saved, faults());
}

// where the members of a sheet stand, where a ledger tells it
function members(seat) {
  if (!seat.members) return null;
  return element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.say("members") }, grid(seat.members));
}

function faults() {
  const rows = table.view.faults.map((fault) => element("li", { class: fault.severity }, fault.text, fault.hint ? ` (${fault.hint})` : ""));
  return rows.length ? element("ul", { class: "faults", role: "alert" }, ...rows) : null;
}

window.addEventListener("online", () => send());
document.addEventListener("visibilitychange", () => document.visibilityState === "visible" && queue.me.token && send());
begin();
