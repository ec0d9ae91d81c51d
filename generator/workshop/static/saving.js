// Saving the game of a table: asked once where somebody still counts, sheets contradict themselves, or it was
// corrected elsewhere.
import { isUnusual } from "./common.js";
import { confirms } from "./dialog.js";
import * as host from "./host_page.js";

const { say } = host;

// Saves a game after what is to be asked; returns whether it was saved.
export async function saveGame(table, asked = {}) {
  const unfinished = table.seats.filter((seat) => seat.open.length).map((seat) => seat.name);
  const list = table.faults.map((fault) => `${fault.text}${fault.hint ? ` (${fault.hint})` : ""}`);
  for (const seat of table.seats)
    for (const line of table.lines)
      if (isUnusual(seat, line))
        list.push(say("unusual_line", { name: seat.name, line: `${line.letter} ${line.word}` }));
  const question = { yes: say("save_anyway"), no: say("drop_entry") };
  const text = unfinished.length ? say("sure_unfinished", { names: unfinished.join(", ") }) : say("sure_contradictory");
  if ((unfinished.length || list.length) && !(await confirms({ ...question, text, list }))) return false;
  try {
    await host.ask(`tables/${table.id}/save`, asked);
  } catch (problem) {
    if (!problem.corrected_elsewhere) throw problem;
    const over = say("sure_over", { id: problem.corrected_elsewhere });
    if (!(await confirms({ ...question, text: over, isDanger: true }))) return false;
    await host.ask(`tables/${table.id}/save`, { ...asked, over: true });
  }
  return true;
}
