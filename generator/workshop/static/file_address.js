// The address tells the file that is open, at which line, as text or table, and the face in hand.
import { noteOpen, openFile, openFor, showGrid } from "./editor.js";
import { faceCalled } from "./faces.js";
import * as host from "./host_page.js";
import { open } from "./open_file.js";
import { isDeck, leadsToDeck } from "./stage.js";

// Opens what an address tells, where nothing is open.
export async function openAgain(item) {
  if (open) return noteOpen();
  if (isDeck(item)) return leadsToDeck(host.main, item);
  if (!item) return;
  const [file, line, look, ...face] = item.split("|");
  const at = Number(line) || 1;
  await host.ask(`sources?${host.query()}`).catch(() => {}); // a program that was begun anew opens what it listed
  if (open || host.place().item !== item) return;
  const figure = faceCalled(...face);
  if (figure) await openFor(figure, { file, line: at, column: 0 });
  else await openFile(file, at);
  if (open?.file === file && look === "table") showGrid();
}
