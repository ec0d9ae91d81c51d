// Saving the game of a table: asked first where somebody still counts, or it was corrected elsewhere.
import * as host from "./host_page.js";

const { say } = host;

// Tells whether a game is to be saved though somebody still counts.
export function mayBeSaved(table) {
  const unfinished = table.seats.filter((seat) => seat.open.length).map((seat) => seat.name);
  return !unfinished.length || confirm(say("sure_unfinished", { names: unfinished.join(", ") }));
}

// Saves a game; one that was corrected elsewhere since only where that is meant.
export async function saveGame(table, asked) {
  try {
    await host.ask(`tables/${table.id}/save`, asked);
  } catch (problem) {
    if (!problem.corrected_elsewhere) throw problem;
    if (confirm(say("sure_over", { id: problem.corrected_elsewhere })))
      await host.ask(`tables/${table.id}/save`, { ...asked, over: true });
  }
}
