// The dungeon on the drawing table: its text, what was drawn, what the server says of it. Changes are made one after
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
  title: "", // of the dungeon as it was opened
  isDrawn: false,
  shown: "",
  list: [],
  home: "",
  note: { text: "", isBad: false, drop: null }, // what is told at the head; `drop` gives a draft up
  problem: null, // what is wrong with what was sent last
  pictures: {}, // how it prints, by what they show
  previewed: 0,
  trial: { told: "", isRunning: false }, // what is earned on it
  isHot: false,
  hasWay: true,
};
let before = [];
let after = [];
let queue = Promise.resolve();
let shows = (_found) => {};
let isUnsaved = () => false;
let draws = () => {};

// The page of a host: `show` takes what the server said, `unsaved` tells whether anything is not in a file, `draws`
// draws the page.
export function begun(show, unsaved, redraws) {
  [shows, isUnsaved, draws] = [show, unsaved, redraws];
}

export const draw = () => draws();

export function inTurn(does) {
  queue = queue.then(does);
  return queue;
}

export function allDone() {
  return queue;
}

// What was drawn before is not undone any more; `opened` is, where there is one.
export function forget(...opened) {
  before = opened;
  after = [];
}

export function path(does) {
  return `dungeons/${encodeURIComponent(state.name)}${does ? `/${does}` : ""}?${host.query()}`;
}

export function tell(text, isBad = false, drop = null) {
  state.note = { text, isBad, drop };
  draw();
}

export function isKnown(name) {
  return state.list.some((each) => each.name === name);
}

export const isOwn = (name) => state.list.some((each) => each.name === name && each.own);

// The name of the dungeon, in the language of the page, else as it was written in another.
export function titleNow() {
  const { words } = state.view;
  const said = words.find((each) => each.language === host.place().language) ?? words[0];
  const any = words.find((each) => each.name) ?? said;
  return said.name || any.name || state.list.find((each) => each.name === state.name)?.title || "";
}

// The file that a dungeon is saved as; its draft is known by that.
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

// Whether the text of the file was typed in, and not taken yet.
export function isRetyped() {
  return state.shown !== "" && textNow() !== state.shown;
}

// changes: one after the other, each with the text that the last one left, or that was opened or begun before it

export function change(...edits) {
  return inTurn(async () => {
    const old = state.text;
    if (await send(old, edits)) drew(old);
  });
}

// Something was drawn: it can be undone, and stays as a draft.
export function drew(old) {
  if (state.text === old) return;
  state.isDrawn = true;
  before.push(old);
  after = [];
  draw();
  keepDraft();
}

export async function send(text, edits) {
  try {
    shows(await host.ask(path("draw"), { text, edits }));
    tell("");
    return true;
  } catch (problem) {
    if (problem.faults?.length) {
      state.problem = problem;
      markText(problem.faults);
      draw();
    } else tell(problem.message, true);
    return false;
  }
}

function step(from, to) {
  inTurn(async () => {
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
