// Saves a game. Asks once if somebody still counts, sheets contradict themselves, or it was corrected elsewhere.
import { isUnusual, signed } from "./common.js";
import { askYesNo } from "./dialog.js";
import * as host from "./host_page.js";

const { say } = host;

// The questions for faults of a sheet, by fault code; any other fault is a contradiction.
const SENTENCES = { G027: "sure_untold", unusual: "sure_unusual" };

// Saves the game of a table after the questions; returns whether it was saved.
export async function saveGame(id, request = {}) {
  const { view } = await host.ask(`tables/${id}/table`); // the current state: other phones may still send
  const unfinished = view.seats.filter((seat) => seat.open.length).map((seat) => seat.name);
  const list = view.faults.map((fault) => `${fault.text}${fault.hint ? ` (${fault.hint})` : ""}`);
  const kinds = new Set(view.faults.map((fault) => SENTENCES[fault.code] ?? "sure_contradictory"));
  for (const seat of view.seats)
    for (const line of view.lines.filter((each) => isUnusual(seat, each))) {
      const points = signed(seat.lines[line.letter].points);
      const values = { name: seat.name, line: `${line.letter} ${line.word}`, points, possible: line.possible };
      list.push(say("unusual_line", values));
      kinds.add(SENTENCES.unusual);
    }
  const question = { yes: say("save_anyway"), no: say("drop_entry") };
  const [kind] = kinds.size === 1 ? kinds : ["sure_several"];
  const text = unfinished.length ? say("sure_unfinished", { names: unfinished.join(", ") }) : say(kind);
  if ((unfinished.length || list.length) && !(await askYesNo({ ...question, text, list }))) return false;
  try {
    await host.ask(`tables/${id}/save`, request);
  } catch (problem) {
    if (!problem.corrected_elsewhere) throw problem;
    const over = say("sure_over", { id: problem.corrected_elsewhere });
    if (!(await askYesNo({ ...question, text: over, isDanger: true }))) return false;
    await host.ask(`tables/${id}/save`, { ...request, over: true });
  }
  return true;
}
