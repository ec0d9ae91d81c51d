// The connection of the desk to its open table. It has the lines and keys of a phone, for all players.
import { Queue } from "./queue.js";
import * as host from "./host_page.js";
import { ask, connect, queue, send, state, showState } from "./table_line.js";

const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
/** @type {AbortController | null} */
let controller = null;
let openId = ""; // the id of the open table

async function askOf(table, path, body) {
  try {
    return { status: 200, ...(await host.ask(`tables/${table}/${path}`, body)) };
  } catch (problem) {
    return { ...problem, status: problem.status ?? 0 };
  }
}

// Opens a table on the desk; `show` draws it. A table that is already open stays as it is.
export async function openOnDesk(table, show) {
  state.show = show;
  if (openId === table.id) {
    // a broken line connects again after a while: the table that was read in between is newer
    if (state.table && table.revision > state.table.view.revision) receive(table, controller.signal);
    return;
  }
  leaveTable();
  openId = table.id;
  controller = new AbortController();
  const { signal } = controller;
  const connection = {
    ask: (path, sent) => askOf(table.id, path, sent),
    font: (name) => `fonts/${table.game}/${name}`,
    tell: (text) => !signal.aborted && host.tell(text),
  };
  connect(new Queue(localStorage, table.id, fresh()), connection);
  Object.assign(state, { isDesk: true, words: host.words(), table: null, seat: null, hand: null, tab: "lines" });
  const answer = await ask("table");
  if (signal.aborted) return;
  if (answer.status !== 200) return leaveTable(); // the next read of the tables tries again
  state.table = answer;
  host.listenTo(`tables/${table.id}/events`, (view) => receive(view, signal), signal);
  send();
}

function receive(view, signal) {
  if (signal.aborted) return;
  if (view.round !== state.table.view.round) {
    queue.forget();
    Object.assign(state, { hand: null, seat: null });
  }
  state.table = { ...state.table, view };
  queue.setRevision(view.revision);
  state.line = "here";
  showState();
  state.show();
}

// Whether the desk can fill in the lines of a table.
export const isOnDesk = (table) => openId === table.id && state.table !== null;

export function leaveTable() {
  controller?.abort();
  openId = "";
  state.table = null;
}
