// Edits the source file of a picture: opens it at a line, as text or as rows. Unsaved text stays as a draft.
import { element } from "./elements.js";
import {
  cardOf,
  drawCard,
  drawSoon,
  findFace,
  faceOfCard,
  nameOfFace,
  showProof,
  recordOf,
  selectFace,
} from "./faces.js";
import { listFiles } from "./file_list.js";
import { focusRestorer } from "./focus.js";
import { gridOf } from "./grid.js";
import * as host from "./host_page.js";
import { drafts, registerWork, mayLeave, draftMessage } from "./leaving.js";
import { fileOf, isUnsaved, keepDraft, markFaultsAgain, open, saveSource } from "./open_file.js";
import { setOpen, showCursor, showFileFaults, unsavedFor } from "./open_file.js";
import { frameLine, placeIn, placesOf } from "./places.js";
import { panelOf } from "./source_panel.js";
import { isDeck } from "./stage.js";

const { say } = host;
let openings = 0;
let returnFocus = () => {}; // to the element that had it before the first file opened

const isOfFile = (item) => item !== "" && !isDeck(item);

const work = registerWork({
  isOpen: () => open !== null,
  isUnsaved,
  staysAt: (place) => place.room === "shelf" && place.game === open.game && isOfFile(place.item),
  save: () => open.target && saveSource(),
  undo: () => open.grid?.undo(),
  redo: () => open.grid?.redo(),
});

// Opens the words, the cell or the data that a part of a picture shows, else its layout. The picture follows the
// typed text.
export async function openSource(part) {
  if (!part) return;
  const [first, ...others] = placesOf(part);
  const figure = part.closest("figure"); // the page may redraw the picture while we wait
  await openFor(figure, first);
  if (open?.file === first.file) offerPlaces(others);
}

// Opens the row of a card, or the layout of a face without a row.
export async function openRecord(figure) {
  const record = await recordOf(figure);
  if (record) return openFor(figure, { ...placeIn(record), column: 0 });
  return openSource(figure.querySelector(".picture [data-place]"));
}

// Opens a file for the picture of a figure, at a line, or at the start of a value in it.
export async function openFor(figure, { file, line, column }) {
  const name = nameOfFace(figure);
  await openFile(file, line, false, file.endsWith(".yaml") ? column : 0);
  if (open?.file !== file) return;
  // the shelf may have been redrawn, with another figure for the face
  follow(figure?.isConnected ? figure : (findFace(...name) ?? figure));
  open.update({ elsewhere: [] });
  showCursor();
}

// Offers the other sources of a part of a picture beside the open one, its layout too.
function offerPlaces(places) {
  const { figure } = open;
  const link = (place) => ({ text: `${place.file}:${place.line}`, open: () => openFor(figure, place) });
  open.update({ elsewhere: places.map(link) });
}

// One picture at a time follows the typed text; the previous one shows the saved text.
function follow(figure) {
  const before = open.figure;
  if (before === figure) return;
  frameLine(before);
  selectFigure(figure);
  if (before) showProof(before);
  if (!isUnsaved()) return;
  if (before) drawSoon(before);
  drawFigure();
}

// Selects another figure, or the new figure of the same face.
export function selectFigure(figure) {
  open.figure = figure;
  selectFace(figure, chooser);
  if (figure) showProof(figure);
  noteOpenFile();
}

// A field with all decks, sheets and pages; a choice selects the first face.
function chooser() {
  const sections = [...host.main.querySelectorAll(".of-faces")];
  const selectedIndex = () => String(sections.findIndex((each) => each.classList.contains("at-work")));
  const openSection = async ({ dataset, firstElementChild, lastElementChild }) => {
    if (dataset.file && document.body.classList.contains("with-grid")) await openFile(dataset.file, 1, true);
    else await openRecord(lastElementChild.querySelector("figure"));
    if (firstElementChild.isConnected) select.value = selectedIndex();
  };
  const option = (each, at) => element("option", { value: String(at) }, each.querySelector("h2").textContent);
  const onChange = () => openSection(sections[Number(select.value)]);
  const select = element("select", { "aria-label": say("what_is_shown"), onchange: onChange }, ...sections.map(option));
  select.value = selectedIndex();
  return select;
}

// Writes the open file, its line, its view (text or table) and the selected face into the address.
export function noteOpenFile() {
  if (host.place().room !== "shelf") return;
  const face = open?.figure ? nameOfFace(open.figure) : [];
  const item = open ? [open.file, open.at, open.grid ? "table" : "text", ...face] : [];
  // opening a file is a step, so that Back leads to the shelf; a change within the file is not a step
  host.noteItem(item.join("|"), Boolean(open) === isOfFile(host.place().item));
}

// Opens a file and selects the whole line, or puts the cursor at a column. The last of several calls wins.
export async function openFile(file, line, asTable = false, column = 0) {
  const show = () => (asTable ? showGrid() : open.editor.goTo(line, column));
  const opening = ++openings;
  if (open?.file === file) return show();
  if (!(await mayLeave(host.words(), null, [work]))) return open?.update();
  if (!open) returnFocus = focusRestorer();
  try {
    const { textEditor } = await host.loadScript(() => import("./text_editor.js"), "text_editor"); // a large script
    const listing = host.ask(`sources?${host.query()}`); // after that, the workshop accepts all of them
    const askSource = () => host.ask(`source?${new URLSearchParams({ file })}`);
    const source = await askSource().catch(() => listing.then(askSource));
    if (opening !== openings) return; // the user chose another file meanwhile
    showSource(source, textEditor, line, asTable, column);
    noteOpenFile();
    host.tell("");
    listFiles((await listing).files);
    open?.update();
  } catch (problem) {
    host.tell(problem.message || problem.faults?.[0]?.message || say("closed"));
  }
}

function showSource(source, textEditor, line, asTable, column) {
  const text = source.text.replaceAll("\r\n", "\n"); // the server gives lines their ends back
  const draft = drafts.find(fileOf(source));
  const { file } = source;
  const files = { onOpen: openListed, onFind: findText, openAt: openText };
  const editor = textEditor({
    name: file,
    text: draft?.text ?? text,
    label: file,
    say,
    changed: onTyping,
    moved: showCursor,
    completes: completions,
    gives: formulaNote,
  });
  formulaNote.textContent = "";
  const onToggle = () => (open.grid ? showText() : showGrid());
  const onClose = async () => (await mayLeave(host.words(), null, [work])) && closeEditor();
  const view = panelOf({ found: source, say, files, editor, onSave: saveSource, onToggle, onClose });
  document.body.classList.remove("with-grid");
  dropPanel();
  document.body.append(view.panel);
  document.body.classList.add("with-source");
  const state = { at: line, grid: null, bad: new Set(), figure: open?.figure };
  setOpen({ ...source, ...view, game: host.game(), text, editor, ...state });
  continueDraft(draft);
  markFaultsAgain();
  onTyping();
  if (asTable || draft?.cells?.length) showGrid(draft?.cells);
  else open.editor.goTo(line, column);
}

// The words that the schema of the file allows at a place of its text; none if the text is broken elsewhere.
// For a typed formula, it also shows the value.
const completions = (line, column, text, isTyped = false) =>
  host.ask("source/words", { file: open.file, text, line, column }).then(
    ({ words, formula }) => {
      if (isTyped) formulaNote.textContent = formula ? say("formula_gives", formula) : "";
      return words;
    },
    () => [],
  );
const formulaNote = Object.assign(document.createElement("p"), { id: "gives" });
formulaNote.setAttribute("role", "status");

// Searches the files of the game; in the open one, the typed text.
const findText = async (needle) =>
  host.ask(`sources/found?${host.query()}`, { wanted: needle, file: open.file, text: open.editor.text() });

async function openText(file, line) {
  await openListed(file, line);
  if (open?.file !== file) return;
  if (open.grid) await showText();
  open.editor.goTo(line);
}

// Keeps the selected face. For a file with the cards of another deck, it selects the first card.
async function openListed(file, line) {
  await openFile(file, line);
  if (open?.file === file && open.deck && !cardOf(open.figure, open.deck)) follow(faceOfCard(open.deck));
}

function dropPanel() {
  open?.panel.remove();
  open?.editor.close();
}

// Shows the cards of a deck as rows, instead of its text; `cells` are earlier entries that were refused.
export function showGrid(cells = []) {
  if (open.grid || !open.deck) return;
  const source = open;
  const { file, fields, deck, editor } = source;
  source.grid = gridOf({
    file,
    fields,
    card: cardOf(source.figure, deck),
    draw: (key, place, at) => drawCard(place, deck, key, `g${at}-`, unsavedFor(open.figure)),
    write: (text, isMore) => open === source && editor.put(text, isMore ? "joined" : "alone"),
    text: editor.text,
    undo: editor.undo,
    redo: editor.redo,
    bad: () => source.bad,
    keepDraft: () => keepDraft(source),
    select: (key) => open === source && follow(faceOfCard(deck, key)),
    showFaults: (faults) =>
      open === source && showFileFaults(faults, ({ file: other }) => other && other !== open.file),
  });
  noteOpenFile();
  source.grid.restore(cells);
  source.panel.querySelector(".lines").before(source.grid.element);
  document.body.classList.add("with-grid");
  source.update({ isTable: true });
  source.grid.read().then(source.grid.focus);
}

export async function showText() {
  document.body.classList.remove("with-grid");
  if (!open?.grid) return;
  const { grid, editor, update } = open;
  await grid.settled();
  if (grid.isTyping() && !(await mayLeave(host.words(), null, [{ isUnsaved: grid.isTyping }])))
    return document.body.classList.add("with-grid");
  grid.element.remove();
  open.grid = null;
  noteOpenFile();
  update({ isTable: false });
  keepDraft(open);
  editor.focus();
}

// Continues a draft; the user can drop it.
function continueDraft(draft) {
  if (!draft || (draft.text === open.text && !draft.cells?.length)) return drafts.drop(fileOf(open));
  const drop = () => {
    open.editor.put(open.text);
    open.update({ message: "" });
    onTyping();
    if (open.grid) return rebuildGrid();
    open.editor.focus();
  };
  open.update({ message: draftMessage(host.words(), draft, open.seen), drop });
}

function onTyping() {
  if (open.file.endsWith(".svg"))
    open.update({ drawing: `data:image/svg+xml,${encodeURIComponent(open.editor.text())}` });
  keepDraft(open);
  drawFigure();
}

// Draws the picture with the typed text.
function drawFigure() {
  if (open.figure) drawSoon(open.figure);
}

// Shows the grid of a new text.
function rebuildGrid() {
  open.grid.element.remove();
  open.grid = null;
  showGrid();
}

// Closes the file, unless it stays open at the new place.
export function closeEditor(place = null) {
  if (!open || (place && work.staysAt(place))) return;
  const [figure, wasUnsaved] = [open.figure, isUnsaved()];
  dropPanel();
  setOpen(null);
  frameLine(figure);
  showProof(figure);
  selectFace(null, chooser);
  if (figure && wasUnsaved) drawSoon(figure);
  document.body.classList.remove("with-source", "with-grid");
  if (place) return;
  noteOpenFile();
  figure?.scrollIntoView({ block: "center" });
  returnFocus();
}
