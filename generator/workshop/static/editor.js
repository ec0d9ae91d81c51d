// The file that a picture was made from: shown at the line, saved by the server. What is not saved stays as a draft.
import { element, fill } from "./common.js";
import { fileList } from "./file_list.js";
import { gridOf } from "./grid.js";
import { drafts, guarded, mayLeave, toldOf } from "./leaving.js";
import { framesLine, placesOf } from "./places.js";
import { panelOf } from "./source_panel.js";

let host = null;
let open = null;
let met = []; // the faults that were told last
let opener = null; // what had the focus when the first file was opened

export function setEditor(context) {
  host = context;
}

const work = guarded({
  isOpen: () => open !== null,
  isUnsaved: () => open !== null && (open.editor.text() !== open.text || Boolean(open.grid?.isTyping())),
  staysAt: (place) => place.room === "shelf" && place.game === open.game,
  save: () => open.target && saveSource(),
  undo: () => open.grid?.undo(),
  redo: () => open.grid?.redo(),
});

function say(key, values) {
  return host.words().say(key, values);
}

// Opens the words, the cell or the data that a part of a picture shows, else its layout; the picture follows what is typed there.
export async function openSource(marked) {
  if (!marked) return;
  const [first, ...others] = placesOf(marked);
  const figure = marked.closest("figure"); // the picture may be drawn anew meanwhile
  await openFor(figure, first);
  if (open?.file === first.file) offerPlaces(others);
}

// Opens a file for the picture of a figure, at a line, or where a value begins in it.
export async function openFor(figure, { file, line, column }) {
  await openFile(file, line, false, file.endsWith(".yaml") ? column : 0);
  if (open?.file !== file) return;
  follow(figure);
  fill(open.elsewhere);
  showCursor();
}

// All else that a part of a picture was made from is offered beside what it shows, its layout too.
function offerPlaces(places) {
  const { figure } = open;
  const lead = (place) => element("button", { class: "place", onclick: () => openFor(figure, place) }, `${place.file}:${place.line}`);
  fill(open.elsewhere, ...(places.length ? [`${say("said_in")} `, ...places.map(lead)] : []));
}

// One picture at a time follows what is typed; the one before shows what is saved.
function follow(figure) {
  const before = open.figure;
  if (before === figure) return;
  framesLine(before);
  handsOver(figure);
  if (before) host.prove(before);
  if (!work.isUnsaved()) return;
  if (before) host.drawSoon(before);
  drawFigure();
}

// The figure in hand is another one, or another one stands for it.
export function handsOver(figure) {
  open.figure = figure;
  host.takesInHand(figure);
  if (figure) host.prove(figure);
  host.noteOpen(open);
}

export const opened = () => open;

export const isInHand = (figure) => Boolean(figure) && open?.figure === figure;

// What is typed for the picture of a figure and not saved yet, or nothing.
export function unsavedFor(figure) {
  return open?.figure === figure && work.isUnsaved() ? { file: open.file, text: open.editor.text() } : undefined;
}

// Marks the parts of the picture that the line of the cursor makes.
export function showCursor() {
  if (open?.figure) framesLine(open.figure, open.file, open.editor.line());
}

// Tells whether the file was opened anew. A line is chosen as a whole, or the cursor stands at its column from the start.
export async function openFile(file, line, asTable = false, column = 0) {
  if (open?.file === file) return asTable ? showGrid() : open.editor.goTo(line, column);
  if (!mayLeave(host.words(), null, [work])) return open?.files.shows();
  if (!open) opener = document.activeElement;
  try {
    const { textEditor } = await import("./text_editor.js"); // large, and asked for where a file is opened
    const found = await host.ask(`source?${new URLSearchParams({ file })}`);
    if (open?.file === file) return asTable ? showGrid() : open.editor.goTo(line, column); // asked for twice
    showSource(found, textEditor, line, asTable, column);
    host.noteOpen(open);
    host.tell("");
    open.files.shows((await host.ask(`sources?${host.query()}`)).files);
    return true;
  } catch (problem) {
    host.tell(problem.message || problem.faults?.[0]?.message || say("closed"));
  }
}

function showSource(found, textEditor, line, asTable, column) {
  const text = found.text.replaceAll("\r\n", "\n"); // the server gives lines their ends back
  const draft = drafts.find(fileOf(found));
  const files = fileList({ say, file: found.file, own: found.own, opens: opensListed, finds, opensText });
  const editor = textEditor({ name: found.file, text: draft?.text ?? text, label: found.file, say, changed: typed, moved: showCursor, completes });
  const made = panelOf({ found, say, files, editor, saves: saveSource, turns: () => (open.grid ? showText() : showGrid()), closes: () => mayLeave(host.words(), null, [work]) && closeEditor() });
  document.body.classList.remove("with-grid");
  dropPanel();
  document.body.append(made.panel);
  document.body.classList.add("with-source");
  open = { ...found, ...made, game: host.game(), text, editor, files, at: line, grid: null, bad: new Set(), figure: open?.figure };
  goOn(draft);
  markFaults(met);
  typed();
  if (asTable || draft?.cells?.length) showGrid(draft?.cells);
  else open.editor.goTo(line, column);
}

// What the schema of the file has for a place of its text; nothing for one that is broken otherwise.
const completes = (line, column, text) => host.ask("source/words", { file: open.file, text, line, column }).then(({ words }) => words, () => []);

// What the files of the game hold, the one that is open as it is typed.
const finds = async (wanted) => host.ask(`sources/found?${host.query()}`, { wanted, file: open.file, text: open.editor.text() });

async function opensText(file, line) {
  await opensListed(file, line);
  if (open?.file !== file) return;
  if (open.grid) await showText();
  open.editor.goTo(line);
}

// The face in hand stays, but for a file with the cards of another deck: then its first card is.
async function opensListed(file, line) {
  await openFile(file, line);
  if (open?.file === file && open.deck && !host.cardOf(open.figure, open.deck)) follow(host.faceOfCard(open.deck));
}

function dropPanel() {
  open?.panel.remove();
  open?.editor.close();
}

// The cards of a deck as rows, instead of its text; `cells` were typed and refused before.
export function showGrid(cells = []) {
  if (open.grid || !open.deck) return;
  const shown = open;
  const { file, fields, deck } = shown;
  const write = (text, isMore) => {
    if (open === shown) shown.editor.put(text, isMore ? "joined" : "alone");
  };
  const draw = (key, place, at) => host.drawCard(place, deck, key, `g${at}-`, work.isUnsaved() ? { file, text: shown.editor.text() } : undefined);
  shown.grid = gridOf({ host, file, fields, card: host.cardOf(shown.figure, deck), draw, write, text: shown.editor.text, undo: shown.editor.undo, redo: shown.editor.redo, bad: () => shown.bad, kept: () => keepDraft(shown), inHand: (key) => open === shown && follow(host.faceOfCard(deck, key)), faulty: (faults) => open === shown && tellFaults(faults, ({ file }) => file && file !== open.file) });
  host.noteOpen(open);
  shown.grid.restore(cells);
  shown.panel.querySelector(".lines").before(shown.grid.element);
  document.body.classList.add("with-grid");
  shown.turn.textContent = say("as_text");
  shown.grid.read().then(shown.grid.focus);
}

async function showText() {
  document.body.classList.remove("with-grid");
  if (!open?.grid) return;
  const { grid, turn, editor } = open;
  await grid.settled();
  if (grid.isTyping() && !mayLeave(host.words(), null, [{ isUnsaved: grid.isTyping }])) return document.body.classList.add("with-grid");
  grid.element.remove();
  open.grid = null;
  host.noteOpen(open);
  turn.textContent = say("as_table");
  keepDraft(open);
  editor.focus();
}

// Where a file is saved; its draft is known by that.
const fileOf = ({ target, file }) => target || file;

// The draft that was left goes on; it can be dropped.
function goOn(draft) {
  if (!draft || (draft.text === open.text && !draft.cells?.length)) return drafts.drop(fileOf(open));
  const drop = () => {
    open.editor.put(open.text);
    open.said.textContent = "";
    typed();
    if (open.grid) return showsAnew();
    open.editor.focus();
  };
  fill(open.said, `${toldOf(host.words(), draft, open.seen)} `, element("button", { onclick: drop }, say("drop_draft")));
}

function typed() {
  if (open.shown) open.shown.src = `data:image/svg+xml,${encodeURIComponent(open.editor.text())}`;
  keepDraft(open);
  drawFigure();
}

// The picture shows what is typed.
function drawFigure() {
  if (open.figure) host.drawSoon(open.figure);
}

function keepDraft(edited) {
  const cells = edited.grid?.refused() ?? [];
  if (edited.editor.text() === edited.text && !cells.length) drafts.drop(fileOf(edited));
  else drafts.keep(fileOf(edited), { text: edited.editor.text(), seen: edited.seen, cells });
}

// The grid of a text that is another one now.
function showsAnew() {
  open.grid.element.remove();
  open.grid = null;
  showGrid();
}

// What another program saved meanwhile.
export async function readAgain() {
  const asked = open;
  if (!asked || work.isUnsaved()) return;
  const { seen } = asked;
  try {
    const found = await host.ask(`source?${new URLSearchParams({ file: asked.file })}`);
    const text = found.text.replaceAll("\r\n", "\n");
    if (open !== asked || open.seen !== seen || text === open.text || work.isUnsaved()) return;
    Object.assign(open, found, { text });
    open.editor.put(text, "unseen");
    open.grid?.read();
  } catch {
    // it is gone, or no text: what was read of it stays
  }
}

let saving = Promise.resolve();

// One after the other: each has the sign of what the one before wrote.
function saveSource() {
  return (saving = saving.then(() => open && saveOpen(open)));
}

// What is typed while it is saved, or another file that is opened meanwhile, is not saved with it.
async function saveOpen(saved) {
  await saved.grid?.settled();
  if (saved.grid?.isTyping()) return void (saved.said.textContent = say("refused_first"));
  const text = saved.editor.text();
  try {
    const kept = await host.ask("source", { file: saved.file, text, seen: saved.seen });
    Object.assign(saved, { seen: kept.seen, text, own: true });
    keepDraft(saved);
    saved.said.textContent = say("saved_at", { path: kept.saved });
    host.redraw();
  } catch (problem) {
    saved.said.textContent = problem.faults?.length ? problem.faults[0].message : problem.message || say("closed");
  }
}

// Faults of the open file stand at their lines, also where it is opened later; anew, they are all that there are. Those that
// stay while one types are not taken away in between, by which the text would jump. The rows of a grid tell their own.
export function markFaults(faults, anew = false) {
  met = [...(anew ? [] : met), ...faults.filter((fault) => anew || !met.includes(fault))].slice(-100);
  const own = faults.filter((fault) => fault.file === open?.file);
  if (open?.grid || (!own.length && !(anew && open?.bad.size))) return;
  tellFaults(own);
}

function tellFaults(faults, below = () => true) {
  host.showFaults(open.faults, { faults: faults.filter(below) }, true);
  marks(faults.filter((fault) => fault.file === open.file));
}

function marks(faults) {
  open.bad = new Set(faults.map((fault) => fault.line));
  open.editor.marks(faults);
  open.grid?.marks(open.bad);
}

// Closes the file, but for a place where it stays.
export function closeEditor(place = null) {
  if (!open || (place && work.staysAt(place))) return;
  const { figure } = open;
  const wasUnsaved = work.isUnsaved();
  dropPanel();
  open = null;
  framesLine(figure);
  host.prove(figure);
  host.takesInHand(null);
  if (figure && wasUnsaved) host.drawSoon(figure);
  document.body.classList.remove("with-source", "with-grid");
  if (place) return;
  host.noteOpen(open);
  figure?.scrollIntoView({ block: "center" });
  if (opener?.isConnected) opener.focus({ preventScroll: true });
}
