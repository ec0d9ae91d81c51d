// The file that is open beside the pictures: what is typed in it and not saved, its faults, the picture that follows
// it.
import * as host from "./host_page.js";
import { drafts } from "./leaving.js";
import { framesLine } from "./places.js";

export let open = null; // what the server told of the file, its panel, editor, grid, and the figure of its picture
let met = []; // the faults that were told last

export function setOpen(file) {
  open = file;
}

export const isInHand = (figure) => Boolean(figure) && open?.figure === figure;

export const isUnsaved = () => open !== null && (open.editor.text() !== open.text || Boolean(open.grid?.isTyping()));

// What is typed for the picture of a figure and not saved yet, or nothing.
export function unsavedFor(figure) {
  return open?.figure === figure && isUnsaved() ? { file: open.file, text: open.editor.text() } : undefined;
}

// Marks the parts of the picture that the line of the cursor makes.
export function showCursor() {
  if (open?.figure) framesLine(open.figure, open.file, open.editor.line());
}

// Where a file is saved; its draft is known by that.
export const fileOf = ({ target, file, is_part: isPart }) => `${target || file}${isPart ? " (words)" : ""}`;

export function keepDraft(edited) {
  const cells = edited.grid?.refused() ?? [];
  if (edited.editor.text() === edited.text && !cells.length) drafts.drop(fileOf(edited));
  else drafts.keep(fileOf(edited), { text: edited.editor.text(), seen: edited.seen, cells });
}

// Faults of the open file stand at their lines, also where it is opened later; anew, they are all that there are.
// Those that stay while one types are not taken away in between, by which the text would jump. The rows of a grid tell
// their own.
export function markFaults(faults, anew = false) {
  met = [...(anew ? [] : met), ...faults.filter((fault) => anew || !met.includes(fault))].slice(-100);
  const own = faults.filter((fault) => fault.file === open?.file);
  if (open?.grid || (!own.length && !(anew && open?.bad.size))) return;
  tellFaults(own);
}

export const markFaultsAgain = () => markFaults(met);

export function tellFaults(faults, below = () => true) {
  const listed = faults.filter(below);
  open.shows({ problem: listed.length ? { faults: listed } : null });
  const own = faults.filter((fault) => fault.file === open.file);
  open.bad = new Set(own.map((fault) => fault.line));
  open.editor.marks(own);
  open.grid?.marks(open.bad);
}

// What another program saved meanwhile.
export async function readAgain() {
  const asked = open;
  if (!asked?.file || isUnsaved()) return;
  const { seen } = asked;
  try {
    const found = await host.ask(`source?${new URLSearchParams({ file: asked.file })}`);
    const text = found.text.replaceAll("\r\n", "\n");
    if (open !== asked || open.seen !== seen || text === open.text || isUnsaved()) return;
    Object.assign(open, found, { text });
    open.editor.put(text, "unseen");
    open.grid?.read();
  } catch {
    // it is gone, or no text: what was read of it stays
  }
}

// Where somebody else saved the file meanwhile: the text of one side is kept. Tells whether it is to be saved again. A
// workshop that was started again takes files of a game once it listed them.
async function isSettled(saved, text) {
  await host.ask(`sources?${host.query()}`);
  const found = await host.ask(`source?${new URLSearchParams({ file: saved.file })}`);
  if (found.seen === saved.seen) return true;
  const theirs = found.text.replaceAll("\r\n", "\n");
  const { asksWhose } = await host.comes(() => import("./conflict.js"), "conflict");
  const whose = theirs === text ? "keep" : await asksWhose(host.say, saved.file, theirs, text);
  if (!whose || open !== saved) return false;
  Object.assign(saved, found, { text: theirs });
  if (whose === "keep") return true;
  saved.editor.put(theirs, "unseen");
  saved.grid?.read();
  keepDraft(saved);
  return false;
}

export const tellsOfFile = (text) => open?.shows({ told: text });

let saving = Promise.resolve();

// One after the other: each has the sign of what the one before wrote.
export function saveSource() {
  const saves = () => open && saveOpen(open);
  return (saving = saving.then(saves, saves));
}

// Words that were changed in a built-in file are now in a file of one's own, which is opened in its place.
function opensOverride(saved, text, { file, line, saved: path }) {
  drafts.drop(fileOf(saved));
  const isStill = open === saved && saved.editor.text() === text;
  Object.assign(saved, { text, file: "" });
  host.calls("saved");
  if (isStill) host.calls("open", { file, line, told: host.say("words_saved_at", { path }) });
}

// What is typed while it is saved, or another file that is opened meanwhile, is not saved with it.
async function saveOpen(saved, isAgain = false) {
  await saved.grid?.settled();
  if (saved.grid?.isTyping()) return saved.shows({ told: host.say("refused_first") });
  const text = saved.editor.text();
  try {
    const kept = await host.ask("source", { file: saved.file, text, seen: saved.seen });
    if (kept.file) return opensOverride(saved, text, kept);
    Object.assign(saved, { seen: kept.seen, text, own: true });
    keepDraft(saved);
    saved.shows({ told: host.say("saved_at", { path: kept.saved }) });
    host.calls("saved");
  } catch (problem) {
    const fault = await (problem.status === 409 && !isAgain ? isSettled(saved, text).catch((later) => later) : problem);
    if (fault === true) return saveOpen(saved, true);
    const { faults, message } = fault || problem;
    saved.shows({ told: faults?.length ? faults[0].message : message || host.say("closed") });
  }
}
