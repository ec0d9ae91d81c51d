// A table on the big screen: its points are shown to all from here, line by line, and every phone shows the same.
import { Words } from "./common.js";
import { HEADINGS, lettersIn, loadFonts } from "./fonts.js";
import { finish } from "./finish.js";
import * as host from "./host_page.js";
import { saveGame } from "./saving.js";
import { h } from "./vendor/preact.js";

const A_LINE = 2200; // milliseconds that a line is seen for
const THE_LAST = 3600; // and the last one, before the winner is told

let leaves = null; // ends what the board that is shown listens to

// Leaves the board, where one is shown.
function closeScoreboard() {
  leaves?.abort();
  leaves = null;
  document.body.classList.remove("with-board");
}

export async function showScoreboard(id) {
  const draws = host.stage(closeScoreboard); // which leaves the board that was shown before
  leaves = new AbortController();
  const here = leaves.signal;
  const board = {
    id,
    draws,
    here,
    view: null,
    words: new Words(),
    told: null,
    toldAt: -1,
    code: "",
    plays: !matchMedia("(prefers-reduced-motion: reduce)").matches,
    fault: "",
    clock: 0,
  };
  document.body.classList.add("with-board");
  here.addEventListener("abort", () => clearTimeout(board.clock));
  await host.listens(`tables/${encodeURIComponent(id)}/events`, (view) => heard(board, view), here);
}

async function heard(board, view) {
  if (!board.view) {
    const [words, { tables }] = await Promise.all([host.ask(`words/${view.language}`), host.ask("tables")]);
    board.words = new Words(words);
    board.code = tables.find((each) => each.id === board.id)?.links[0].code ?? "";
    await loadFonts([HEADINGS], (name) => `fonts/${view.game}/${name}`);
  }
  if (board.here.aborted) return;
  if (view.round !== board.view?.round) [board.told, board.toldAt] = [null, -1];
  board.view = view;
  show(board);
  if (view.revealed?.done && board.toldAt !== view.revision) learn(board, view.revision);
  goOn(board);
}

// What the ledger tells of the game, and the picture of its winner.
async function learn(board, revision) {
  board.toldAt = revision;
  try {
    const told = await host.ask(`tables/${board.id}/finish`);
    await loadFonts(told.fonts, (name) => `fonts/${board.view.game}/${name}`, lettersIn(told.svg));
    if (board.toldAt === revision) board.told = told;
    show(board);
  } catch {
    board.toldAt = -1; // asked again with the next change
  }
}

// Shows the next line after a while, where that goes by itself.
function goOn(board) {
  clearTimeout(board.clock);
  const { revealed, lines } = board.view;
  if (!board.plays || !revealed || revealed.done) return;
  board.clock = setTimeout(() => does(board, "next"), revealed.lines.length < lines.length ? A_LINE : THE_LAST);
}

// Does something, and tells why it cannot.
async function tries(board, acts) {
  try {
    await acts();
    board.fault = "";
  } catch (problem) {
    board.fault = problem.message || host.say("closed");
  }
  show(board);
}

function does(board, what) {
  const { revealed } = board.view;
  const seen = revealed ? revealed.lines.length + Number(revealed.done) : 0;
  return tries(board, () => host.ask(`tables/${board.id}/reveal`, { does: what, seen }));
}

function show(board) {
  if (board.here.aborted) return;
  const say = (key, values) => board.words.say(key, values);
  board.draws([
    finish(board.view, say, board.told, board.code),
    h("div", { key: "bar", class: "board-bar" }, acts(board), h("p", { class: "fault", role: "alert" }, board.fault)),
  ]);
}

function acts(board) {
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
  const stays = [
    button("full_screen", full),
    button("back_to_table", () => host.go({ room: "scoring", item: board.id })),
  ];
  const { revealed } = view;
  if (!revealed) {
    const isEarly = view.seats.some((seat) => seat.open.length);
    return [
      button(isEarly ? "reveal_early" : "reveal", () => does(board, "next"), {
        class: isEarly ? null : "main",
        disabled: !view.seats.length,
      }),
      ...stays,
    ];
  }
  if (!revealed.done)
    return [
      button("next_line", () => does(board, "next"), { class: "main" }),
      button(board.plays ? "pause" : "by_itself", pause),
      button("at_once", () => does(board, "rest")),
      ...stays,
    ];
  const isSaved = view.saved !== null && !view.wants_saving;
  const again = () => tries(board, () => host.ask(`tables/${board.id}/again`, {}));
  const share = () => tries(board, () => host.download(`tables/${board.id}/board.png`));
  const saves = () => tries(board, () => saveGame(board.id));
  const save = view.wants_saving
    ? button(view.saved ? "save_corrections" : "save_game", saves, { class: "main" })
    : null;
  return [
    h("b", { key: "saved", role: "status" }, isSaved ? say("saved", { id: view.saved }) : ""),
    save,
    isSaved ? button("play_again", again, { class: "main" }) : null,
    button("picture_to_share", share),
    button("show_again", () => does(board, "hide")),
    ...stays,
  ];
}
