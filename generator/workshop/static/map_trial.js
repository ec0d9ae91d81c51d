// Tries a dungeon: the points that players earn on it, and how it will print.
import { lettersIn, loadFonts } from "./fonts.js";
import { allDone, draw, path, say, state } from "./drawing.js";
import * as host from "./host_page.js";
import { Drawn, html } from "./html.js";

// Plays games to measure the points: takes seconds, can be stopped, and is valid only for this text.
let playing = null;

export function stopPlaying() {
  playing?.abort();
  playing = null;
  showResult("");
}

function showResult(text) {
  state.trial = { message: text, isRunning: playing !== null };
  draw();
}

async function play() {
  if (playing) return stopPlaying();
  await allDone();
  const run = (playing = new AbortController());
  showResult(say("playing"));
  let result = "";
  try {
    const answer = await host.ask(path("play"), { text: state.text }, run.signal);
    result = answer.result || say(answer.missing);
  } catch (problem) {
    result = problem.faults?.length ? problem.faults[0].message : problem.message || say("closed");
  }
  if (playing !== run) return;
  playing = null;
  showResult(result);
}

export function Trial() {
  const { message: result, isRunning } = state.trial;
  const { games } = state.view;
  const word = isRunning ? say("stop") : say("play_it", { games });
  return html`${games > 0 && html`<button id="play-it" onclick=${play}>${word}</button>`}
    <p id="played" role="status">${result}</p>`;
}

export async function preview() {
  const text = state.text;
  const views = [
    ["card", "front", "front"],
    ["card", "back", "back"],
    ["sheet", "front", "sheet"],
  ];
  for (const [kind, side, caption] of views) {
    try {
      const picture = await host.ask(path("picture"), { text, kind, side });
      if (text !== state.text) return;
      await loadFonts(picture.fonts, (font) => `fonts/${state.game}/${font}`, lettersIn(picture.svg));
      state.pictures[caption] = picture.svg || "";
      draw();
    } catch {
      // the page shows the faults beside the map
    }
  }
  state.previewed += 1;
  draw();
}

// A picture that is not drawn yet keeps its space; a picture that does not exist does not.
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
