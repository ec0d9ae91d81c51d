// The state that a page has of its table, the queue of changes made on the page, and the way to send them. A phone and
// the desk have the same lines and keys; each connects them with its own way to the table.
import { Words } from "./common.js";

export const PAUSE = 1500; // milliseconds before the page sends a change again that the table did not take

// `table` is the last answer of the table: the own seat, the questions, the view. `seat` is that of the shown sheet.
// `line` is "here", or why nothing comes or goes, as the key of a word. `hand` is the letter of the line that a player
// fills in. `isDesk` is true if all sheets are on one page. `show` draws all again.
export const state = {
  words: new Words(),
  table: null,
  seat: null,
  tab: globalThis.sessionStorage?.getItem("scrawl-tab") || "sheet", // stays over a reload
  hand: null,
  line: "here",
  isDesk: false,
  show: () => {},
};

/**
 * @typedef {{ ask: (path: string, sent?: any) => Promise<any>, font: (name: string) => string,
 *   tell: (text: string, isAway: boolean) => void }} Way
 */
/** @type {Way} */
let way = null;
/** @type {import("./queue.js").Queue} */
export let queue = null;

export function connect(newQueue, newWay) {
  queue = newQueue;
  way = newWay;
}

export const say = (key, values) => state.words.say(key, values);
export const refusalOf = (answer) => state.words.refusal(answer);
// for an answer that is in a field but in no total
export const refusalText = (answer, { possible = "" } = {}) =>
  [refusalOf(answer).replace(/\.?$/, "."), possible && say("possible_points", { possible }), say("not_counted")]
    .filter(Boolean)
    .join(" ");

// Asks the table; status 0 is no answer.
export const ask = (path, body) => way.ask(path, body);
export const fontAddress = (name) => way.font(name);

export function textOf(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id)).value;
}

// a player's actions wait in the queue until the table has them, in their order, also over a reload

export function change(action) {
  queue.add({ ...action, round: state.table.view.round });
  state.show();
  send();
}

let sending = /** @type {Promise<void> | null} */ (null);
let timer = null;

// Sends the waiting changes; resolves when the table has them all, or does not answer.
export function send() {
  if (!sending && !queue.next()) showState();
  else sending ??= sendAll();
  return sending ?? Promise.resolve();
}

async function sendAll() {
  clearTimeout(timer);
  let why = "";
  for (let entry = queue.next(); entry && !why; entry = queue.next()) {
    const sender = queue; // the desk may open another table in between
    showState();
    const reply = await ask("change", entry);
    const reason = sender.settle(entry, reply.status, reply);
    if (sender === queue) why = reason;
    state.show();
  }
  sending = null;
  if (why) timer = setTimeout(send, PAUSE);
  showState(why);
}

// Shows how much is not sent yet, and why.
export function showState(why = "") {
  const count = queue.waiting.length;
  const reason = why || (state.line === "here" ? "" : state.line);
  way.tell([count ? say("waiting", { count }) : "", reason ? say(reason) : ""].filter(Boolean).join(". "), !!reason);
}

// The seat of the shown sheet: the own one if the other player has left.
export function seatNow() {
  const { seats } = state.table.view;
  return seats.find((seat) => seat.id === state.seat) ?? seats.find((seat) => seat.id === state.table.seat) ?? seats[0];
}

// In some browsers a tapped button takes no focus. The player has still left the field, and the button counts on from
// its text.
function leaveField({ target }) {
  const field = document.activeElement;
  // Enter sends a form by a click on its button, and the focus stays
  if (state.table && target.closest("button:not([data-key])") && field instanceof HTMLInputElement && !field.form)
    field.blur();
}
addEventListener("click", leaveField, true);
// The text in a field counts when the page goes.
addEventListener("pagehide", () => /** @type {HTMLElement} */ (document.activeElement)?.blur());
