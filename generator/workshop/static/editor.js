// The file that a picture was made from: shown at the line, as text or as rows. What is not saved stays as a draft.
import { element } from "./elements.js";
import {
  cardOf,
  drawCard,
  drawSoon,
  faceCalled,
  faceOfCard,
  nameOfFace,
  prove,
  recordOf,
  takeInHand,
} from "./faces.js";
import { listFiles } from "./file_list.js";
import { leadsBack } from "./focus.js";
import { gridOf } from "./grid.js";
import * as host from "./host_page.js";
import { drafts, guarded, mayLeave, toldOf } from "./leaving.js";
import { fileOf, isUnsaved, keepDraft, markFaultsAgain, open, saveSource } from "./open_file.js";
import { setOpen, showCursor, tellFaults, unsavedFor } from "./open_file.js";
import { framesLine, placeIn, placesOf } from "./places.js";
import { panelOf } from "./source_panel.js";
import { isDeck } from "./stage.js";

const { say } = host;
let leads = () => {}; // back to what had the focus when the first file was opened

const isOfFile = (item) => item !== "" && !isDeck(item);

const work = guarded({
  isOpen: () => open !== null,
  isUnsaved,
  staysAt: (place) => place.room === "shelf" && place.game === open.game && isOfFile(place.item),
  save: () => open.target && saveSource(),
  undo: () => open.grid?.undo(),
  redo: () => open.grid?.redo(),
});

// Opens the words, the cell or the data that a part of a picture shows, else its layout; the picture follows what is
// typed there.
export async function openSource(part) {
  if (!part) return;
  const [first, ...others] = placesOf(part);
  const figure = part.closest("figure"); // the picture may be drawn anew meanwhile
  await openFor(figure, first);
  if (open?.file === first.file) offerPlaces(others);
}

// Opens the row of a card, the layout of what has none.
export async function openRecord(figure) {
  const record = await recordOf(figure);
  if (record) return openFor(figure, { ...placeIn(record), column: 0 });
  return openSource(figure.querySelector(".picture [data-place]"));
}

// Opens a file for the picture of a figure, at a line, or where a value begins in it.
export async function openFor(figure, { file, line, column }) {
  const name = nameOfFace(figure);
  await openFile(file, line, false, file.endsWith(".yaml") ? column : 0);
  if (open?.file !== file) return;
  // the shelf may have been drawn anew meanwhile, with another figure for the face
  follow(figure?.isConnected ? figure : (faceCalled(...name) ?? figure));
  open.shows({ elsewhere: [] });
  showCursor();
}

// All else that a part of a picture was made from is offered beside what it shows, its layout too.
function offerPlaces(places) {
  const { figure } = open;
  const lead = (place) => ({ text: `${place.file}:${place.line}`, leads: () => openFor(figure, place) });
  open.shows({ elsewhere: places.map(lead) });
}

// One picture at a time follows what is typed; the one before shows what is saved.
function follow(figure) {
  const before = open.figure;
  if (before === figure) return;
  framesLine(before);
  handsOver(figure);
  if (before) prove(before);
  if (!isUnsaved()) return;
  if (before) drawSoon(before);
  drawFigure();
}

// The figure in hand is another one, or another one stands for it.
export function handsOver(figure) {
  open.figure = figure;
  takeInHand(figure, chooser);
  if (figure) prove(figure);
  noteOpen();
}

// All decks, sheets and pages that can be taken in hand; the first face of the one that is chosen is.
function chooser() {
  const sections = [...host.main.querySelectorAll(".of-faces")];
  const inHand = () => String(sections.findIndex((each) => each.classList.contains("at-work")));
  const leads = async ({ dataset, firstElementChild, lastElementChild }) => {
    if (dataset.file && document.body.classList.contains("with-grid")) await openFile(dataset.file, 1, true);
    else await openRecord(lastElementChild.querySelector("figure"));
    if (firstElementChild.isConnected) select.value = inHand();
  };
  const option = (each, at) => element("option", { value: String(at) }, each.querySelector("h2").textContent);
  const chosen = () => leads(sections[Number(select.value)]);
  const select = element("select", { "aria-label": say("what_is_shown"), onchange: chosen }, ...sections.map(option));
  select.value = inHand();
  return select;
}

// The address tells the file that is open, at which line, as text or table, and the face in hand.
export function noteOpen() {
  if (host.place().room !== "shelf") return;
  const face = open?.figure ? nameOfFace(open.figure) : [];
  const item = open ? [open.file, open.at, open.grid ? "table" : "text", ...face] : [];
  // the file that is opened is a step from the shelf, to which Back leads; what changes within it is none
  host.noted(item.join("|"), Boolean(open) === isOfFile(host.place().item));
}

// Tells whether the file was opened anew. A line is chosen as a whole, or the cursor stands at its column from the
// start.
export async function openFile(file, line, asTable = false, column = 0) {
  const shows = () => (asTable ? showGrid() : open.editor.goTo(line, column));
  if (open?.file === file) return shows();
  if (!(await mayLeave(host.words(), null, [work]))) return open?.shows();
  if (!open) leads = leadsBack();
  try {
    const { textEditor } = await host.comes(() => import("./text_editor.js"), "text_editor"); // large
    const listed = host.ask(`sources?${host.query()}`); // after which the workshop takes them all
    const asks = () => host.ask(`source?${new URLSearchParams({ file })}`);
    const found = await asks().catch(() => listed.then(asks));
    if (open?.file === file) return shows(); // asked for twice
    showSource(found, textEditor, line, asTable, column);
    noteOpen();
    host.tell("");
    listFiles((await listed).files);
    open?.shows();
    return true;
  } catch (problem) {
    host.tell(problem.message || problem.faults?.[0]?.message || say("closed"));
  }
}

function showSource(found, textEditor, line, asTable, column) {
  const text = found.text.replaceAll("\r\n", "\n"); // the server gives lines their ends back
  const draft = drafts.find(fileOf(found));
  const { file } = found;
  const files = { opens: opensListed, finds, opensText };
  const begun = draft?.text ?? text;
  const editor = textEditor({
    name: file,
    text: begun,
    label: file,
    say,
    changed: typed,
    moved: showCursor,
    completes,
    gives,
  });
  gives.textContent = "";
  const turns = () => (open.grid ? showText() : showGrid());
  const closes = async () => (await mayLeave(host.words(), null, [work])) && closeEditor();
  const made = panelOf({ found, say, files, editor, saves: saveSource, turns, closes });
  document.body.classList.remove("with-grid");
  dropPanel();
  document.body.append(made.panel);
  document.body.classList.add("with-source");
  const state = { at: line, grid: null, bad: new Set(), figure: open?.figure };
  setOpen({ ...found, ...made, game: host.game(), text, editor, ...state });
  goOn(draft);
  markFaultsAgain();
  typed();
  if (asTable || draft?.cells?.length) showGrid(draft?.cells);
  else open.editor.goTo(line, column);
}

// What the schema of the file has for a place of its text; nothing for one that is broken otherwise.
// Of a formula that is typed, it also shows what it gives.
const completes = (line, column, text, typed = false) =>
  host.ask("source/words", { file: open.file, text, line, column }).then(
    ({ words, formula }) => {
      if (typed) gives.textContent = formula ? say("formula_gives", formula) : "";
      return words;
    },
    () => [],
  );
const gives = Object.assign(document.createElement("p"), { id: "gives" });
gives.setAttribute("role", "status");

// What the files of the game hold, the one that is open as it is typed.
const finds = async (wanted) =>
  host.ask(`sources/found?${host.query()}`, { wanted, file: open.file, text: open.editor.text() });

async function opensText(file, line) {
  await opensListed(file, line);
  if (open?.file !== file) return;
  if (open.grid) await showText();
  open.editor.goTo(line);
}

// The face in hand stays, but for a file with the cards of another deck: then its first card is.
async function opensListed(file, line) {
  await openFile(file, line);
  if (open?.file === file && open.deck && !cardOf(open.figure, open.deck)) follow(faceOfCard(open.deck));
}

function dropPanel() {
  open?.panel.remove();
  open?.editor.close();
}

// The cards of a deck as rows, instead of its text; `cells` were typed and refused before.
export function showGrid(cells = []) {
  if (open.grid || !open.deck) return;
  const shown = open;
  const { file, fields, deck, editor } = shown;
  shown.grid = gridOf({
    file,
    fields,
    card: cardOf(shown.figure, deck),
    draw: (key, place, at) => drawCard(place, deck, key, `g${at}-`, unsavedFor(open.figure)),
    write: (text, isMore) => open === shown && editor.put(text, isMore ? "joined" : "alone"),
    text: editor.text,
    undo: editor.undo,
    redo: editor.redo,
    bad: () => shown.bad,
    kept: () => keepDraft(shown),
    inHand: (key) => open === shown && follow(faceOfCard(deck, key)),
    faulty: (faults) => open === shown && tellFaults(faults, (fault) => fault.file && fault.file !== open.file),
  });
  noteOpen();
  shown.grid.restore(cells);
  shown.panel.querySelector(".lines").before(shown.grid.element);
  document.body.classList.add("with-grid");
  shown.shows({ isTable: true });
  shown.grid.read().then(shown.grid.focus);
}

export async function showText() {
  document.body.classList.remove("with-grid");
  if (!open?.grid) return;
  const { grid, editor, shows } = open;
  await grid.settled();
  if (grid.isTyping() && !(await mayLeave(host.words(), null, [{ isUnsaved: grid.isTyping }])))
    return document.body.classList.add("with-grid");
  grid.element.remove();
  open.grid = null;
  noteOpen();
  shows({ isTable: false });
  keepDraft(open);
  editor.focus();
}

// The draft that was left goes on; it can be dropped.
function goOn(draft) {
  if (!draft || (draft.text === open.text && !draft.cells?.length)) return drafts.drop(fileOf(open));
  const drop = () => {
    open.editor.put(open.text);
    open.shows({ told: "" });
    typed();
    if (open.grid) return showsAnew();
    open.editor.focus();
  };
  open.shows({ told: toldOf(host.words(), draft, open.seen), drop });
}

function typed() {
  if (open.file.endsWith(".svg"))
    open.shows({ drawing: `data:image/svg+xml,${encodeURIComponent(open.editor.text())}` });
  keepDraft(open);
  drawFigure();
}

// The picture shows what is typed.
function drawFigure() {
  if (open.figure) drawSoon(open.figure);
}

// The grid of a text that is another one now.
function showsAnew() {
  open.grid.element.remove();
  open.grid = null;
  showGrid();
}

// Closes the file, but for a place where it stays.
export function closeEditor(place = null) {
  if (!open || (place && work.staysAt(place))) return;
  const [figure, wasUnsaved] = [open.figure, isUnsaved()];
  dropPanel();
  setOpen(null);
  framesLine(figure);
  prove(figure);
  takeInHand(null, chooser);
  if (figure && wasUnsaved) drawSoon(figure);
  document.body.classList.remove("with-source", "with-grid");
  if (place) return;
  noteOpen();
  figure?.scrollIntoView({ block: "center" });
  leads();
}
