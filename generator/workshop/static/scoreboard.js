// A table on the big screen: it shows the points to all, line by line, and every phone shows the same.
import { Words } from "./common.js";
import { HEADINGS, lettersIn, loadFonts } from "./fonts.js";
import { finish } from "./finish.js";
import * as host from "./host_page.js";
import { saveGame } from "./saving.js";
import { h } from "./vendor/preact.js";

const A_LINE = 2200; // milliseconds that a line is shown
const THE_LAST = 3600; // and the last one, before the winner is shown

let listening = null; // ends the events of the current board

// Leaves the board, if one is shown.
function closeScoreboard() {
  listening?.abort();
  listening = null;
  document.body.classList.remove("with-board");
}

export async function showScoreboard(id) {
  const draw = host.stage(closeScoreboard); // this also leaves the previous board
  listening = new AbortController();
  const here = listening.signal;
  const board = {
    id,
    draw,
    here,
    view: null,
    words: new Words(),
    result: null,
    resultAt: -1,
    code: "",
    plays: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    fault: "",
    clock: 0,
  };
  document.body.classList.add("with-board");
  here.addEventListener("abort", () => clearTimeout(board.clock));
  await host.listenTo(`tables/${encodeURIComponent(id)}/events`, (view) => receive(board, view), here);
}

async function receive(board, view) {
  if (!board.view) {
    const [words, { tables }] = await Promise.all([host.ask(`words/${view.language}`), host.ask("tables")]);
    board.words = new Words(words);
    board.code = tables.find((each) => each.id === board.id)?.links[0].code ?? "";
    await loadFonts([HEADINGS], (name) => `fonts/${view.game}/${name}`);
  }
  if (board.here.aborted) return;
  if (view.round !== board.view?.round) [board.result, board.resultAt] = [null, -1];
  board.view = view;
  show(board);
  if (view.revealed?.done && board.resultAt !== view.revision) learn(board, view.revision);
  goOn(board);
}

// Reads the history's words on the game, and the picture of its winner.
async function learn(board, revision) {
  board.resultAt = revision;
  try {
    const result = await host.ask(`tables/${board.id}/finish`);
    await loadFonts(result.fonts, (name) => `fonts/${board.view.game}/${name}`, lettersIn(result.svg));
    if (board.resultAt === revision) board.result = result;
    show(board);
  } catch {
    board.resultAt = -1; // asks again with the next change
  }
}

// Shows the next line after a while, if the board plays by itself.
function goOn(board) {
  clearTimeout(board.clock);
  const { revealed, lines } = board.view;
  if (!board.plays || !revealed || revealed.done) return;
  board.clock = setTimeout(() => reveal(board, "next"), revealed.lines.length < lines.length ? A_LINE : THE_LAST);
}

// Does something, or shows why it cannot.
async function attempt(board, action) {
  try {
    await action();
    board.fault = "";
  } catch (problem) {
    board.fault = problem.message || host.say("closed");
  }
  show(board);
}

function reveal(board, what) {
  const { revealed } = board.view;
  const seen = revealed ? revealed.lines.length + Number(revealed.done) : 0;
  return attempt(board, () => host.ask(`tables/${board.id}/reveal`, { does: what, seen }));
}

function show(board) {
  if (board.here.aborted) return;
  const say = (key, values) => board.words.say(key, values);
  const fault = h("p", { class: "fault", role: "alert" }, board.fault);
  board.draw([
    finish(board.view, say, board.result, board.code),
    h("div", { key: "bar", class: "board-bar" }, buttons(board), fault),
  ]);
}

function buttons(board) {
  const { view } = board;
  const { say } = host;
  const button = (key, click, more = {}) => h("button", { key, id: `board-${key}`, onclick: click, ...more }, say(key));
  const pause = () => {
    board.plays = !board.plays;
    show(board);
    goOn(board);
  };
  const full = () =>
    document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen();
  const otherButtons = [
    button("full_screen", full),
    button("back_to_table", () => host.go({ room: "scoring", item: board.id })),
  ];
  const { revealed } = view;
  if (!revealed) {
    const isEarly = view.seats.some((seat) => seat.open.length);
    return [
      button(isEarly ? "reveal_early" : "reveal", () => reveal(board, "next"), {
        class: isEarly ? null : "main",
        disabled: !view.seats.length,
      }),
      ...otherButtons,
    ];
  }
  if (!revealed.done)
    return [
      button("next_line", () => reveal(board, "next"), { class: "main" }),
      button(board.plays ? "pause" : "by_itself", pause),
      button("at_once", () => reveal(board, "rest")),
      ...otherButtons,
    ];
  const isSaved = view.saved !== null && !view.wants_saving;
  const again = () => attempt(board, () => host.ask(`tables/${board.id}/again`, {}));
  const share = () => attempt(board, () => host.download(`tables/${board.id}/board.png`));
  const saveNow = () => attempt(board, () => saveGame(board.id));
  const save = view.wants_saving
    ? button(view.saved ? "save_corrections" : "save_game", saveNow, { class: "main" })
    : null;
  return [
    h("b", { key: "saved", role: "status" }, isSaved ? say("saved", { id: view.saved }) : ""),
    save,
    isSaved ? button("play_again", again, { class: "main" }) : null,
    button("picture_to_share", share),
    button("show_again", () => reveal(board, "hide")),
    ...otherButtons,
  ];
}
