// What a page knows of its table and tells it: the queue of what was done there, and the way that it is sent. A phone
// and the desk have the same lines and keys; each connects them with its own way to the table.
import { Words } from "./common.js";

export const PAUSE = 1500; // milliseconds after which what was not taken is sent again

// `table` is what the table told last: the own seat, the questions, the view; `seat` is the one whose sheet is seen;
// `line` is "here", or why nothing comes or goes, as the key of a word; `hand` is the letter of the line that is filled
// in; `isDesk` where all sheets are on one page; `show` draws all anew.
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

export function connects(ownQueue, ownWay) {
  queue = ownQueue;
  way = ownWay;
}

export const say = (key, values) => state.words.say(key, values);
export const refusalOf = (answer) => state.words.refusal(answer);
// what stands in a field, and no total has it
export const refused = (answer, { possible = "" } = {}) =>
  [refusalOf(answer).replace(/\.?$/, "."), possible && say("possible_points", { possible }), say("not_counted")]
    .filter(Boolean)
    .join(" ");

// Asks the table; status 0 is no answer.
export const ask = (path, sent) => way.ask(path, sent);
export const fontAddress = (name) => way.font(name);

// What stands in the field of an id.
export function written(id) {
  return /** @type {HTMLInputElement} */ (document.getElementById(id)).value;
}

// what a player does: it waits in the queue until the table has it, in its order, also over a reload

export function change(what) {
  queue.add({ ...what, round: state.table.view.round });
  state.show();
  send();
}

let sending = /** @type {Promise<void> | null} */ (null);
let again = null;

// Sends what waits; resolves when the table has all of it, or cannot be reached.
export function send() {
  if (!sending && !queue.next()) tellState();
  else sending ??= sends();
  return sending ?? Promise.resolve();
}

async function sends() {
  clearTimeout(again);
  let why = "";
  for (let entry = queue.next(); entry && !why; entry = queue.next()) {
    const to = queue; // the desk may go on to another table meanwhile
    tellState();
    const reply = await ask("change", entry);
    const stays = to.settled(entry, reply.status, reply);
    if (to === queue) why = stays;
    state.show();
  }
  sending = null;
  if (why) again = setTimeout(send, PAUSE);
  tellState(why);
}

// Tells what is not sent yet, and why.
export function tellState(why = "") {
  const count = queue.waiting.length;
  const reason = why || (state.line === "here" ? "" : state.line);
  way.tell([count ? say("waiting", { count }) : "", reason ? say(reason) : ""].filter(Boolean).join(". "), !!reason);
}

// The seat whose sheet is seen: the own one where the other has left.
export function seen() {
  const { seats } = state.table.view;
  return seats.find((seat) => seat.id === state.seat) ?? seats.find((seat) => seat.id === state.table.seat) ?? seats[0];
}

// A button that is tapped takes no focus in some browsers, yet the field was left, and the button counts on from what
// stands there.
function leavesField({ target }) {
  const field = document.activeElement;
  // a form that is sent by Enter clicks its button, and keeps the focus
  if (state.table && target.closest("button:not([data-key])") && field instanceof HTMLInputElement && !field.form)
    field.blur();
}
addEventListener("click", leavesField, true);
// What stands in a field when the page goes was meant.
addEventListener("pagehide", () => /** @type {HTMLElement} */ (document.activeElement)?.blur());
