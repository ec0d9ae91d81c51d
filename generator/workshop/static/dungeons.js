// The drawing table: sends what the hand does, shows what the server says of it. It knows no rule of a map.
import * as drawing from "./drawing.js";
import { Page } from "./dungeon_page.js";
import * as host from "./host_page.js";
import { html } from "./html.js";
import { drafts, guarded, mayLeave, toldOf } from "./leaving.js";
import { drawWay } from "./map_board.js";
import { markText, putText, textNow } from "./map_text.js";
import { preview, stopPlaying } from "./map_trial.js";
import { isTyping, told } from "./map_words.js";
import { printed } from "./printed_pages.js";

const { allDone, draw, drew, fileOf, folder, forget, inTurn, isKnown, isOwn, isRetyped, keepDraft, path } = drawing;
const { redo, say, send, state, tell, titleNow, undo } = drawing;
let previews = 0;

const work = guarded({
  isOpen: () => host.place().room === "dungeons" && state.view !== null,
  isUnsaved: () => state.view !== null && ((state.isDrawn && state.text !== state.saved) || isRetyped() || isTyping()),
  staysAt: (place) => place.game === state.game && (place.room !== "dungeons" || ["", state.name].includes(place.item)),
  save: () => save(),
  undo: () => undo(),
  redo: () => redo(),
});

export async function showRoom() {
  const begun = (draws) => drawing.begun(show, work.isUnsaved, draws);
  const left = () => drafts.below(folder()).map((file) => file.replace(/\.yaml$/, ""));
  if (state.game !== host.game()) Object.assign(state, { game: host.game(), name: "", view: null, pictures: {} });
  const found = await host.ask(`dungeons?${host.query()}`);
  if (host.place().room !== "dungeons") return; // it was left
  const page = host.stage(() => begun(() => {}));
  if (!found.dungeons) return page(html`<p class="card">${say("no_dungeons")}</p>`);
  Object.assign(state, { list: found.dungeons, home: found.home });
  begun(() => {
    page(html`<${Page} does=${{ opens, begin, save, print, retyped }} left=${left()} />`);
    drawWay();
  });
  draw();
  const { item } = host.place();
  if (state.view && ["", state.name].includes(item)) {
    host.noted(state.name, true);
    return inTurn(() => send(state.text, []));
  }
  const own = state.list.filter((each) => each.own);
  await open(isKnown(item) || drafts.find(fileOf(item)) ? item : (own[0] ?? state.list[0]).name, true);
}

// What another program saved meanwhile: new names, and the text of the dungeon on the table where nothing is drawn in
// it.
export async function readDungeonsAgain() {
  const asked = host.query();
  const found = await host.ask(`dungeons?${asked}`);
  if (!found.dungeons || !state.view || asked !== host.query()) return; // another game was chosen meanwhile
  state.list = found.dungeons;
  draw();
  await allDone();
  if (work.isUnsaved() || !state.list.some((each) => each.name === state.name && each.own)) return;
  inTurn(async () => {
    try {
      const there = await host.ask(path(""));
      if (there.text !== state.text && !work.isUnsaved()) await take(there);
    } catch (problem) {
      fails(problem);
    }
  });
  await allDone();
}

// opening, beginning, generating, saving

// Opens a dungeon of the list, where what is not saved of the one that is open may be left.
const opens = async (name) => ((await mayLeave(host.words(), null, [work])) ? open(name) : draw());

// Opens a dungeon of the list, or one of which there is a draft alone.
function open(name, replaces = false) {
  state.name = name;
  host.noted(name, replaces);
  const draft = drafts.find(fileOf(name));
  return inTurn(async () => {
    if (isKnown(name)) await take(host.ask(path("")));
    else await take(host.ask(path("draw"), { text: draft.text, edits: [] }), { seen: "", saved: "" });
    if (draft) await goOn(draft);
  });
}

async function take(asked, known = {}) {
  try {
    const found = await asked;
    Object.assign(state, { seen: found.seen, at: "", saved: found.text, isDrawn: false, shown: "" }, known);
    putText("");
    forget();
    state.name = found.name ?? state.name;
    show(found);
    state.title = titleNow();
    tell("");
    return true;
  } catch (problem) {
    fails(problem);
  }
}

function fails(problem) {
  state.problem = problem;
  draw();
}

// The draft that was left goes on; undoing it leads to what is saved.
async function goOn(draft) {
  const opened = state.text;
  if (draft.text !== opened && !(await send(draft.text, []))) return;
  if (draft.text !== opened) forget(opened);
  state.isDrawn = true;
  if (draft.typed) putText(draft.typed);
  if (!work.isUnsaved()) return keepDraft();
  const drop = () => {
    drafts.drop(fileOf(state.name));
    state.view = null;
    open(isKnown(state.name) ? state.name : state.list[0].name, true);
  };
  tell(toldOf(host.words(), draft, state.seen), false, drop);
}

async function begin(event) {
  event.preventDefault();
  if (!(await mayLeave(host.words(), null, [work]))) return;
  const form = new FormData(event.target);
  const does = String(form.get("code")).trim() ? "generate" : event.submitter.value; // Enter has the first button
  const asked = {
    name: form.get("name"),
    own: form.get("own") === "on",
    columns: Number(form.get("columns")),
    rows: Number(form.get("rows")),
  };
  if (does === "generate")
    for (const each of ["code", "difficulty", "walls", "water", "traps"]) asked[each] = form.get(each);
  inTurn(async () => {
    if (!(await take(host.ask(`dungeons/${does}?${host.query()}`, asked), { saved: "" }))) return;
    host.noted(state.name);
    event.target.closest("details").open = false;
  });
}

// The sheet is printed as it stands in the user's folder.
async function print() {
  if (state.text !== state.saved || !isKnown(state.name)) {
    await save();
    if (state.text !== state.saved) return;
  }
  tell(say("making"));
  try {
    tell(await printed("sheets", { lang: new URLSearchParams(host.query()).get("language"), maps: [state.name] }));
  } catch (problem) {
    tell(problem.message, true);
  }
}

async function save() {
  told();
  if (isRetyped()) retyped(textNow());
  await allDone();
  if (isRetyped()) return; // its faults are told
  const draft = fileOf(state.name);
  // one of the game's own that is called otherwise becomes another dungeon
  const title = isKnown(state.name) && !isOwn(state.name) && titleNow() !== state.title ? titleNow() : "";
  try {
    const kept = await host.ask(path("save"), { text: state.text, seen: state.seen, title });
    const { name, seen } = kept;
    Object.assign(state, { name, seen, title: titleNow(), saved: state.text, isDrawn: false });
    host.noted(name, true);
    drafts.drop(draft);
    keepDraft();
    tell(say("saved_at", { path: kept.saved }));
    state.list = (await host.ask(`dungeons?${host.query()}`)).dungeons;
    draw();
  } catch (problem) {
    tell(problem.faults?.length ? `${problem.faults[0].message}: ${problem.faults[0].hint}` : problem.message, true);
  }
}

function retyped(text) {
  inTurn(async () => {
    const old = state.text;
    if (text !== old && !(await send(text, []))) return;
    putText((state.shown = state.text));
    drew(old);
  });
}

function show(found) {
  Object.assign(state, { view: found, text: found.text, problem: null });
  if (!found.rooms.some((room) => room.name === state.at)) state.at = found.rooms[0].name;
  if (!isRetyped()) putText((state.shown = found.text));
  markText(isRetyped() ? [] : found.faults);
  stopPlaying(); // and draws the page
  clearTimeout(previews);
  previews = setTimeout(preview, 200);
}
