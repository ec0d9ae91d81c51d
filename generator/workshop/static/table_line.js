// What a phone knows of its table and tells it: the queue of what its player did, and the line that it is sent on.
import { Words } from "./common.js";
import { Queue } from "./queue.js";

export const secret = location.hash.slice(1);
const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
export const queue = new Queue(localStorage, secret, fresh());
if (secret && !queue.me.phone) queue.me = { phone: fresh(), token: "" };
const PATIENCE = 12000; // milliseconds after which an answer is not waited for
export const PAUSE = 1500; // milliseconds after which what was not taken is sent again

// `table` is what the table told last: the own seat, the questions, the view; `line` is "here", or why nothing comes
// or goes, as the key of a word; `hand` is the letter of the line that is filled in; `show` draws all anew.
export const state = {
  words: new Words(),
  table: null,
  seat: null,
  tab: "sheet",
  hand: null,
  line: "here",
  show: () => {},
};

export const say = (key, values) => state.words.say(key, values);
export const refusalOf = (answer) => state.words.refusal(answer);
// what stands in a field, and no total has it
export const refused = (answer) => `${refusalOf(answer)} ${say("not_counted")}`;

// Asks the table; status 0 is no answer.
export async function ask(path, sent) {
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

// What stands in the field of an id.
export function written(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id)).value;
}

export async function speak(language) {
  const told = await ask(`words/${language}`);
  if (told.status === 200) state.words = new Words(told);
  document.documentElement.lang = language;
}

// what a player does: it waits in the queue until the table has it, in its order, also over a reload

export function change(what) {
  queue.add(what);
  state.show();
  send();
}

let sending = false;
let again = null;

export async function send() {
  if (sending) return;
  sending = true;
  clearTimeout(again);
  let why = "";
  for (let entry = queue.next(); entry && !why; entry = queue.next()) {
    tellState();
    const reply = await ask("change", entry);
    why = queue.settled(entry, reply.status, reply);
    state.show();
  }
  sending = false;
  if (why) again = setTimeout(send, PAUSE);
  tellState(why);
}

// Tells what is not sent yet, and why.
export function tellState(why = "") {
  const place = document.getElementById("state");
  const count = queue.waiting.length;
  const reason = why || (state.line === "here" ? "" : state.line);
  const told = [count ? say("waiting", { count }) : "", reason ? say(reason) : ""].filter(Boolean).join(". ");
  if (place.textContent !== told) place.textContent = told;
  place.className = reason ? "away" : "";
}

// The seat whose sheet is seen: the own one where the other has left.
export function seen() {
  const { seats } = state.table.view;
  return seats.find((seat) => seat.id === state.seat) ?? seats.find((seat) => seat.id === state.table.seat) ?? seats[0];
}
