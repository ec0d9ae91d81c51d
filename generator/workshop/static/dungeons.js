// The drawing table: sends each stroke, and shows the server's answer. It does not know the rules of a map.
import * as drawing from "./drawing.js";
import { Page } from "./dungeon_page.js";
import * as host from "./host_page.js";
import { html } from "./html.js";
import { drafts, registerWork, mayLeave, draftMessage } from "./leaving.js";
import { drawWay } from "./map_board.js";
import { markText, putText, textNow } from "./map_text.js";
import { preview, stopPlaying } from "./map_trial.js";
import { isTyping, commit } from "./map_words.js";
import { printCommand } from "./printed_pages.js";

const { allDone, draw, recordStep, fileOf, folder, forget, enqueue, isKnown, isOwn, isRetyped, keepDraft } = drawing;
const { path, redo, say, send, state, showNote, titleNow, undo } = drawing;
let previews = 0;

const work = registerWork({
  isOpen: () => host.place().room === "dungeons" && state.view !== null,
  isUnsaved: () => state.view !== null && ((state.isDrawn && state.text !== state.saved) || isRetyped() || isTyping()),
  staysAt: (place) => place.game === state.game && (place.room !== "dungeons" || ["", state.name].includes(place.item)),
  save: () => save(),
  undo: () => undo(),
  redo: () => redo(),
});

export async function showRoom() {
  const connect = (redraw) => drawing.startDrawing(show, work.isUnsaved, redraw);
  const draftNames = () => drafts.below(folder()).map((file) => file.replace(/\.yaml$/, ""));
  if (state.game !== host.game()) Object.assign(state, { game: host.game(), name: "", view: null, pictures: {} });
  const answer = await host.ask(`dungeons?${host.query()}`);
  if (host.place().room !== "dungeons") return; // the user left the room
  const page = host.stage(() => connect(() => {}));
  if (!answer.dungeons) return page(html`<p class="card">${say("no_dungeons")}</p>`);
  Object.assign(state, { list: answer.dungeons, home: answer.home });
  connect(() => {
    page(html`<${Page} actions=${{ open: openChosen, begin, save, print, retype }} drafts=${draftNames()} />`);
    drawWay();
  });
  draw();
  const { item } = host.place();
  if (state.view && ["", state.name].includes(item)) {
    host.noteItem(state.name, true);
    return enqueue(() => send(state.text, []));
  }
  const ownDungeons = state.list.filter((each) => each.own);
  await open(isKnown(item) || drafts.find(fileOf(item)) ? item : (ownDungeons[0] ?? state.list[0]).name, true);
}

// Reads what another program saved: new names, and the text of the open dungeon if it has no unsaved work.
export async function readDungeonsAgain() {
  const query = host.query();
  const answer = await host.ask(`dungeons?${query}`);
  if (!answer.dungeons || !state.view || query !== host.query()) return; // the user chose another game
  state.list = answer.dungeons;
  draw();
  await allDone();
  if (work.isUnsaved() || !state.list.some((each) => each.name === state.name && each.own)) return;
  enqueue(async () => {
    try {
      const there = await host.ask(path(""));
      if (there.text !== state.text && !work.isUnsaved()) await take(there);
    } catch (problem) {
      showProblem(problem);
    }
  });
  await allDone();
}

// opening, beginning, generating, saving

// Opens a dungeon of the list, unless the user wants to stay with unsaved work.
const openChosen = async (name) => ((await mayLeave(host.words(), null, [work])) ? open(name) : draw());

// Opens a dungeon of the list, or one that is only a draft.
function open(name, replaces = false) {
  state.name = name;
  host.noteItem(name, replaces);
  const draft = drafts.find(fileOf(name));
  return enqueue(async () => {
    if (isKnown(name)) await take(host.ask(path("")));
    else await take(host.ask(path("draw"), { text: draft.text, edits: [] }), { seen: "", saved: "" });
    if (draft) await continueDraft(draft);
  });
}

async function take(request, overrides = {}) {
  try {
    const answer = await request;
    Object.assign(state, { seen: answer.seen, at: "", saved: answer.text, isDrawn: false, shown: "" }, overrides);
    putText("");
    forget();
    state.name = answer.name ?? state.name;
    show(answer);
    state.title = titleNow();
    showNote("");
    return true;
  } catch (problem) {
    showProblem(problem);
  }
}

function showProblem(problem) {
  state.problem = problem;
  draw();
}

// Continues a draft; undo leads to the saved text.
async function continueDraft(draft) {
  const openedText = state.text;
  if (draft.text !== openedText && !(await send(draft.text, []))) return;
  if (draft.text !== openedText) forget(openedText);
  state.isDrawn = true;
  if (draft.typed) putText(draft.typed);
  if (!work.isUnsaved()) return keepDraft();
  const drop = () => {
    drafts.drop(fileOf(state.name));
    state.view = null;
    open(isKnown(state.name) ? state.name : state.list[0].name, true);
  };
  showNote(draftMessage(host.words(), draft, state.seen), false, drop);
}

async function begin(event) {
  event.preventDefault();
  if (!(await mayLeave(host.words(), null, [work]))) return;
  const form = new FormData(event.target);
  const action = String(form.get("code")).trim() ? "generate" : event.submitter.value; // Enter has the first button
  const request = {
    name: form.get("name"),
    own: form.get("own") === "on",
    columns: Number(form.get("columns")),
    rows: Number(form.get("rows")),
  };
  if (action === "generate")
    for (const each of ["code", "difficulty", "walls", "water", "traps"]) request[each] = form.get(each);
  enqueue(async () => {
    if (!(await take(host.ask(`dungeons/${action}?${host.query()}`, request), { saved: "" }))) return;
    host.noteItem(state.name);
    event.target.closest("details").open = false;
  });
}

// Prints the sheet from the file in the user's folder.
async function print() {
  if (state.text !== state.saved || !isKnown(state.name)) {
    await save();
    if (state.text !== state.saved) return;
  }
  showNote(say("making"));
  try {
    showNote(await printCommand("sheets", { lang: host.place().language, maps: [state.name] }));
  } catch (problem) {
    showNote(problem.message, true);
  }
}

async function save() {
  commit();
  if (isRetyped()) retype(textNow());
  await allDone();
  if (isRetyped()) return; // the page shows its faults
  const draftFile = fileOf(state.name);
  // a dungeon of the game with a new name becomes another dungeon
  const title = isKnown(state.name) && !isOwn(state.name) && titleNow() !== state.title ? titleNow() : "";
  try {
    const answer = await host.ask(path("save"), { text: state.text, seen: state.seen, title });
    const { name, seen } = answer;
    Object.assign(state, { name, seen, title: titleNow(), saved: state.text, isDrawn: false });
    host.noteItem(name, true);
    drafts.drop(draftFile);
    keepDraft();
    showNote(say("saved_at", { path: answer.saved }));
    state.list = (await host.ask(`dungeons?${host.query()}`)).dungeons;
    draw();
  } catch (problem) {
    const [fault] = problem.faults ?? [];
    showNote(fault ? `${fault.message}: ${fault.hint}` : problem.message, true);
  }
}

function retype(text) {
  enqueue(async () => {
    const old = state.text;
    if (text !== old && !(await send(text, []))) return;
    putText((state.shown = state.text));
    recordStep(old);
  });
}

function show(answer) {
  Object.assign(state, { view: answer, text: answer.text, problem: null });
  if (!answer.rooms.some((room) => room.name === state.at)) state.at = answer.rooms[0].name;
  if (!isRetyped()) putText((state.shown = answer.text));
  markText(isRetyped() ? [] : answer.faults);
  stopPlaying(); // and draws the page
  clearTimeout(previews);
  previews = setTimeout(preview, 200);
}
