// The address tells the file that is open, at which line, as text or table, and the face in hand.
import { openFile, openFor, opened, showGrid } from "./editor.js";

export function noteOpen(host, open) {
  if (host.place().room !== "shelf") return;
  const item = open ? [open.file, open.at, open.grid ? "table" : "text", ...(open.figure ? host.nameOfFace(open.figure) : [])] : [];
  host.noted(item.join("|"), true);
}

// Opens what an address tells, where nothing is open.
export async function openAgain(host, item) {
  if (opened()) return noteOpen(host, opened());
  if (!item) return;
  const [file, line, look, ...face] = item.split("|");
  const at = Number(line) || 1;
  await host.ask(`sources?${host.query()}`).catch(() => {}); // a program that was begun anew opens what it listed
  if (opened() || host.place().item !== item) return;
  const figure = host.faceCalled(...face);
  if (figure) await openFor(figure, { file, line: at, column: 0 });
  else await openFile(file, at);
  if (opened()?.file === file && look === "table") showGrid();
}
