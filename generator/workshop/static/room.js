// What the parts of the scoring room share: the tables as they were read last, and one way to change them.
import * as host from "./host_page.js";

export const room = {
  tables: [],
  unopened: [],
  players: [],
  maps: [],
  isRead: false,
  opened: "", // the table whose first field takes the focus when it is shown
  turn: 0, // what was asked for before a change is not shown after it
  fault: "",
  reads: null,
  show: null,
};
/** @type {Promise<boolean> | null} */
let busy = null; // what is under way

// Does something, and reads the tables anew; tells whether it was done, and shows why not. A second click does nothing
// while the first is under way, unless it waits for its turn.
export async function acts(does, waits = false) {
  if (busy && !waits) return false;
  while (busy) await busy;
  busy = done(does);
  try {
    return await busy;
  } finally {
    busy = null;
    room.show();
  }
}

async function done(does) {
  room.turn += 1;
  room.fault = "";
  try {
    await does();
    room.turn += 1;
    await room.reads();
    return true;
  } catch (problem) {
    room.fault = problem.faults?.length ? problem.faults[0].message : problem.message || host.say("closed");
    return false;
  }
}
