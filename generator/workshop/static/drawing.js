// The dungeon on the drawing table: its text, its drawn changes, and the server's answer. Changes are made one after
// the other.
import * as host from "./host_page.js";
import { drafts } from "./leaving.js";
import { markText, textNow } from "./map_text.js";

export const { say } = host;
export const state = {
  game: "",
  name: "",
  text: "",
  seen: "",
  view: null,
  tool: "edges",
  level: 0,
  at: "",
  saved: "",
  title: "", // of the dungeon when it was opened
  isDrawn: false,
  shown: "",
  list: [],
  home: "",
  note: { text: "", isBad: false, drop: null }, // the message at the top; `drop` discards a draft
  problem: null, // the error of the last request
  pictures: {}, // of the printed dungeon, by caption
  previewed: 0,
  trial: { message: "", isRunning: false }, // a simulation of the points on it
  isHot: false,
  hasWay: true,
};
let before = [];
let after = [];
let queue = Promise.resolve();
let showAnswer = (_answer) => {};
let isUnsaved = () => false;
let drawPage = () => {};

// For the host's page: `show` takes the server's answer, `unsaved` returns whether anything is not in a file, and
// `redraw` draws the page.
export function startDrawing(show, unsaved, redraw) {
  [showAnswer, isUnsaved, drawPage] = [show, unsaved, redraw];
}

export const draw = () => drawPage();

export function enqueue(task) {
  queue = queue.then(task);
  return queue;
}

export function allDone() {
  return queue;
}

// Forgets the steps of undo and redo; undo only leads to the given texts, if any.
export function forget(...texts) {
  before = texts;
  after = [];
}

export function path(does) {
  return `dungeons/${encodeURIComponent(state.name)}${does ? `/${does}` : ""}?${host.query()}`;
}

export function showNote(text, isBad = false, drop = null) {
  state.note = { text, isBad, drop };
  draw();
}

export function isKnown(name) {
  return state.list.some((each) => each.name === name);
}

export const isOwn = (name) => state.list.some((each) => each.name === name && each.own);

// The name of the dungeon in the language of the page, else in another language.
export function titleNow() {
  const { words } = state.view;
  const preferred = words.find((each) => each.language === host.place().language) ?? words[0];
  const any = words.find((each) => each.name) ?? preferred;
  return preferred.name || any.name || state.list.find((each) => each.name === state.name)?.title || "";
}

// The file that a dungeon is saved as. It is also the key of its draft.
export function fileOf(name) {
  return `${folder()}${name}.yaml`;
}

export function folder() {
  return `${state.home}/cards/${state.game}/dungeons/`;
}

export function keepDraft() {
  const file = fileOf(state.name);
  if (!isUnsaved()) drafts.drop(file);
  else drafts.keep(file, { text: state.text, seen: state.seen, typed: isRetyped() ? textNow() : "" });
}

// Whether somebody changed the text of the file, and it is not applied yet.
export function isRetyped() {
  return state.shown !== "" && textNow() !== state.shown;
}

// changes: one after the other, each on the text after the last one, or on the text that was opened or begun before

export function change(...edits) {
  return enqueue(async () => {
    const old = state.text;
    if (await send(old, edits)) recordStep(old);
  });
}

// After a drawn change: it can be undone, and stays as a draft.
export function recordStep(old) {
  if (state.text === old) return;
  state.isDrawn = true;
  before.push(old);
  after = [];
  draw();
  keepDraft();
}

export async function send(text, edits) {
  try {
    showAnswer(await host.ask(path("draw"), { text, edits }));
    showNote("");
    return true;
  } catch (problem) {
    if (problem.faults?.length) {
      state.problem = problem;
      markText(problem.faults);
      draw();
    } else showNote(problem.message, true);
    return false;
  }
}

function step(from, to) {
  enqueue(async () => {
    if (!from.length) return;
    const old = state.text;
    if (await send(from.at(-1), [])) {
      from.pop();
      to.push(old);
      state.isDrawn = true;
      draw();
      keepDraft();
    }
  });
}

export const undo = () => step(before, after);
export const redo = () => step(after, before);

export const canUndo = () => before.length > 0;
export const canRedo = () => after.length > 0;
