// Shared by the parts of the scoring room: the tables from the last request, and one way to change them.
import * as host from "./host_page.js";

export const room = {
  tables: [],
  unopened: [],
  players: [],
  maps: [],
  isRead: false,
  opened: "", // the table whose first field takes the focus when the page shows it
  turn: 0, // counts changes: an answer to an earlier request is not shown
  fault: "",
  reads: null,
  show: null,
};
/** @type {Promise<boolean> | null} */
let busy = null; // the running action

// Runs an action and reads the tables again. Returns whether it succeeded, and shows why not. A second click does
// nothing while the first action runs, unless it waits for its turn.
export async function perform(action, waits = false) {
  if (busy && !waits) return false;
  while (busy) await busy;
  busy = run(action);
  try {
    return await busy;
  } finally {
    busy = null;
    room.show();
  }
}

async function run(action) {
  room.turn += 1;
  room.fault = "";
  try {
    await action();
    room.turn += 1;
    await room.reads();
    return true;
  } catch (problem) {
    room.fault = problem.faults?.length ? problem.faults[0].message : problem.message || host.say("closed");
    return false;
  }
}
