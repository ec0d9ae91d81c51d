// What comes of a dungeon: what is earned on it, and how it will print.
import { drawn } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { allDone, parts, path, say, state } from "./drawing.js";
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";

// What is earned here, found by playing: takes seconds, can be stopped, and is of this very text.
let playing = null;

export function stopPlaying() {
  playing?.abort();
  playing = null;
  parts.played.textContent = "";
}

export async function play() {
  if (playing) {
    stopPlaying();
    parts.play.textContent = say("play_it", { games: state.view.games });
    return;
  }
  await allDone();
  const own = (playing = new AbortController());
  parts.play.textContent = say("stop");
  parts.played.textContent = say("playing");
  let said = "";
  try {
    const found = await host.ask(path("play"), { text: state.text }, own.signal);
    said = found.told || say(found.lacks);
  } catch (problem) {
    said = problem.faults?.length ? problem.faults[0].message : problem.message || say("closed");
  }
  if (playing !== own) return;
  playing = null;
  parts.played.textContent = said;
  parts.play.textContent = say("play_it", { games: state.view.games });
}

export async function preview() {
  const text = state.text;
  const wanted = [
    ["card", "front", parts.card, "front"],
    ["card", "back", parts.back, "back"],
    ["sheet", "front", parts.sheet, "sheet"],
  ];
  for (const [kind, side, place, caption] of wanted) {
    try {
      const made = await host.ask(path("picture"), { text, kind, side });
      if (text !== state.text) return;
      await loadFonts(made.fonts, (font) => `fonts/${state.game}/${font}`, lettersIn(made.svg));
      place.hidden = !made.svg;
      fill(place, ...(made.svg ? [drawn(made.svg), element("figcaption", {}, say(caption))] : []));
    } catch {
      // the faults stand beside the map
    }
  }
  parts.board.dataset.previewed = String(Number(parts.board.dataset.previewed ?? 0) + 1);
}
