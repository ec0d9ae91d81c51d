// The way from the desk to the table that is open on it: its lines and keys are those of a phone, for all players.
import { Queue } from "./queue.js";
import * as host from "./host_page.js";
import { ask, connects, queue, send, state, tellState } from "./table_line.js";

const fresh = () => crypto.getRandomValues(new Uint32Array(4)).join("-");
/** @type {AbortController | null} */
let listens = null;
let at = ""; // the table that is open

async function askOf(table, path, sent) {
  try {
    return { status: 200, ...(await host.ask(`tables/${table}/${path}`, sent)) };
  } catch (problem) {
    return { ...problem, status: problem.status ?? 0 };
  }
}

// Opens a table on the desk; `shows` draws it. One that is open already stays as it is.
export async function sitsAt(table, shows) {
  state.show = shows;
  if (at === table.id) {
    // a line that was broken is begun anew after a while: what was read meanwhile is newer
    if (state.table && table.revision > state.table.view.revision) heard(table, listens.signal);
    return;
  }
  leavesTable();
  at = table.id;
  listens = new AbortController();
  const { signal } = listens;
  const way = {
    ask: (path, sent) => askOf(table.id, path, sent),
    font: (name) => `fonts/${table.game}/${name}`,
    tell: (text) => !signal.aborted && host.tell(text),
  };
  connects(new Queue(localStorage, table.id, fresh()), way);
  Object.assign(state, { isDesk: true, words: host.words(), table: null, seat: null, hand: null, tab: "lines" });
  const found = await ask("table");
  if (signal.aborted) return;
  if (found.status !== 200) return leavesTable(); // tried again when the tables are read the next time
  state.table = found;
  host.listens(`tables/${table.id}/events`, (view) => heard(view, signal), signal);
  send();
}

function heard(view, signal) {
  if (signal.aborted) return;
  if (view.round !== state.table.view.round) {
    queue.forget();
    Object.assign(state, { hand: null, seat: null });
  }
  state.table = { ...state.table, view };
  queue.heard(view.revision);
  state.line = "here";
  tellState();
  state.show();
}

// Whether the lines of a table can be filled in here.
export const isOnDesk = (table) => at === table.id && state.table !== null;

export function leavesTable() {
  listens?.abort();
  at = "";
  state.table = null;
}
