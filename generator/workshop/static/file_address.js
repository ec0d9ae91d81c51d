// Reads the open file, its line, its view (text or table) and the selected face from the address.
import { noteOpenFile, openFile, openFor, showGrid } from "./editor.js";
import { findFace } from "./faces.js";
import * as host from "./host_page.js";
import { open } from "./open_file.js";
import { isDeck, goToDeck } from "./stage.js";

// Opens the file that an address names, if none is open.
export async function openAgain(item) {
  if (open) return noteOpenFile();
  if (isDeck(item)) return goToDeck(host.main, item);
  if (!item) return;
  const [file, line, look, ...face] = item.split("|");
  const at = Number(line) || 1;
  await host.ask(`sources?${host.query()}`).catch(() => {}); // a restarted program opens only files that it listed
  if (open || host.place().item !== item) return;
  const figure = findFace(...face);
  if (figure) await openFor(figure, { file, line: at, column: 0 });
  else await openFile(file, at);
  if (open?.file === file && look === "table") showGrid();
}
