// What comes of a dungeon: what is earned on it, and how it will print.
import { lettersIn, loadFonts } from "./fonts.js";
import { allDone, draw, path, say, state } from "./drawing.js";
import * as host from "./host_page.js";
import { Drawn, html } from "./html.js";

// What is earned here, found by playing: takes seconds, can be stopped, and is of this very text.
let playing = null;

export function stopPlaying() {
  playing?.abort();
  playing = null;
  shows("");
}

function shows(told) {
  state.trial = { told, isRunning: playing !== null };
  draw();
}

async function play() {
  if (playing) return stopPlaying();
  await allDone();
  const own = (playing = new AbortController());
  shows(say("playing"));
  let told = "";
  try {
    const found = await host.ask(path("play"), { text: state.text }, own.signal);
    told = found.told || say(found.lacks);
  } catch (problem) {
    told = problem.faults?.length ? problem.faults[0].message : problem.message || say("closed");
  }
  if (playing !== own) return;
  playing = null;
  shows(told);
}

export function Trial() {
  const { told, isRunning } = state.trial;
  const { games } = state.view;
  const word = isRunning ? say("stop") : say("play_it", { games });
  return html`${games > 0 && html`<button id="play-it" onclick=${play}>${word}</button>`}
    <p id="played" role="status">${told}</p>`;
}

export async function preview() {
  const text = state.text;
  const wanted = [
    ["card", "front", "front"],
    ["card", "back", "back"],
    ["sheet", "front", "sheet"],
  ];
  for (const [kind, side, caption] of wanted) {
    try {
      const made = await host.ask(path("picture"), { text, kind, side });
      if (text !== state.text) return;
      await loadFonts(made.fonts, (font) => `fonts/${state.game}/${font}`, lettersIn(made.svg));
      state.pictures[caption] = made.svg || "";
      draw();
    } catch {
      // the faults stand beside the map
    }
  }
  state.previewed += 1;
  draw();
}

// A picture that is not drawn yet has its room; one that there is none of has not.
export function Preview({ caption }) {
  const svg = state.pictures[caption];
  return html`<figure class="preview" hidden=${svg === ""}>
    ${
      svg &&
      html`<${Drawn} svg=${svg} />
        <figcaption>${say(caption)}</figcaption>`
    }
  </figure>`;
}
