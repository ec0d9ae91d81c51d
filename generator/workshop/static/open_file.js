// The file that is open beside the pictures: its unsaved text, its faults, and the picture that follows it.
import * as host from "./host_page.js";
import { drafts } from "./leaving.js";
import { frameLine } from "./places.js";

export let open = null; // the server's data of the file, its panel, editor, grid, and the figure of its picture
let recent = []; // the last faults, of all files

export function setOpen(file) {
  open = file;
}

export const isFigureOpen = (figure) => Boolean(figure) && open?.figure === figure;

export const isUnsaved = () => open !== null && (open.editor.text() !== open.text || Boolean(open.grid?.isTyping()));

// The unsaved text for the picture of a figure, or undefined.
export function unsavedFor(figure) {
  return open?.figure === figure && isUnsaved() ? { file: open.file, text: open.editor.text() } : undefined;
}

// Marks the parts of the picture that the line of the cursor makes.
export function showCursor() {
  if (open?.figure) frameLine(open.figure, open.file, open.editor.line());
}

// The path where a file is saved; its draft has that name.
export const fileOf = ({ target, file, is_part: isPart }) => `${target || file}${isPart ? " (words)" : ""}`;

export function keepDraft(source) {
  const cells = source.grid?.refused() ?? [];
  if (source.editor.text() === source.text && !cells.length) drafts.drop(fileOf(source));
  else drafts.keep(fileOf(source), { text: source.editor.text(), seen: source.seen, cells });
}

// Shows faults of the open file at their lines, also if the file opens later. If `isAll`, they replace earlier ones.
// Faults that stay while the user types are not removed in between, because the text would jump. A grid shows its
// own faults.
export function markFaults(faults, isAll = false) {
  recent = [...(isAll ? [] : recent), ...faults.filter((fault) => isAll || !recent.includes(fault))].slice(-100);
  const fileFaults = faults.filter((fault) => fault.file === open?.file);
  if (open?.grid || (!fileFaults.length && !(isAll && open?.bad.size))) return;
  showFileFaults(fileFaults);
}

export const markFaultsAgain = () => markFaults(recent);

export function showFileFaults(faults, isInPanel = () => true) {
  const panelFaults = faults.filter(isInPanel);
  open.update({ problem: panelFaults.length ? { faults: panelFaults } : null });
  const fileFaults = faults.filter((fault) => fault.file === open.file);
  open.bad = new Set(fileFaults.map((fault) => fault.line));
  open.editor.marks(fileFaults);
  open.grid?.markRows(open.bad);
}

// Reads the text that another program saved.
export async function readAgain() {
  const source = open;
  if (!source?.file || isUnsaved()) return;
  const { seen } = source;
  try {
    const answer = await host.ask(`source?${new URLSearchParams({ file: source.file })}`);
    const text = answer.text.replaceAll("\r\n", "\n");
    if (open !== source || open.seen !== seen || text === open.text || isUnsaved()) return;
    Object.assign(open, answer, { text });
    open.editor.put(text, "unseen");
    open.grid?.read();
  } catch {
    // the file is gone, or it is not text: the old text stays
  }
}

// If somebody else saved the file, keeps the text of one side. Returns whether to save again. A restarted workshop
// accepts the files of a game only after it listed them.
async function isSettled(source, text) {
  await host.ask(`sources?${host.query()}`);
  const answer = await host.ask(`source?${new URLSearchParams({ file: source.file })}`);
  if (answer.seen === source.seen) return true;
  const otherText = answer.text.replaceAll("\r\n", "\n");
  const { askWhichVersion } = await host.loadScript(() => import("./conflict.js"), "conflict");
  const whose = otherText === text ? "keep" : await askWhichVersion(host.say, source.file, otherText, text);
  if (!whose || open !== source) return false;
  Object.assign(source, answer, { text: otherText });
  if (whose === "keep") return true;
  source.editor.put(otherText, "unseen");
  source.grid?.read();
  keepDraft(source);
  return false;
}

export const showFileMessage = (text) => open?.update({ message: text });

let saving = Promise.resolve();

// Saves one after the other: each request needs the `seen` of the one before.
export function saveSource() {
  const save = () => open && saveOpen(open);
  return (saving = saving.then(save, save));
}

// Changed words of a built-in file are now in the user's own file, which opens in its place.
function openOverride(source, text, { file, line, saved: path }) {
  drafts.drop(fileOf(source));
  const isStill = open === source && source.editor.text() === text;
  Object.assign(source, { text, file: "" });
  host.dispatch("saved");
  if (isStill) host.dispatch("open", { file, line, message: host.say("words_saved_at", { path }) });
}

// Does not save text that the user types during the request, or another file that opens during it.
async function saveOpen(source, isAgain = false) {
  await source.grid?.settled();
  if (source.grid?.isTyping()) return source.update({ message: host.say("refused_first") });
  const text = source.editor.text();
  try {
    const answer = await host.ask("source", { file: source.file, text, seen: source.seen });
    if (answer.file) return openOverride(source, text, answer);
    Object.assign(source, { seen: answer.seen, text, own: true });
    keepDraft(source);
    source.update({ message: host.say("saved_at", { path: answer.saved }) });
    host.dispatch("saved");
  } catch (problem) {
    const fault = await (problem.status === 409 && !isAgain ? isSettled(source, text).catch((err) => err) : problem);
    if (fault === true) return saveOpen(source, true);
    const { faults, message } = fault || problem;
    source.update({ message: faults?.length ? faults[0].message : message || host.say("closed") });
  }
}
