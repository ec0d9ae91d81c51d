// What the face in hand comes to on paper: its faults in every language, its ink. Asked for when typing rests, given
// up with the next key.
import { BalanceOf, played } from "./balance.js";
import { EyesField } from "./eyes.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const REST = 300; // milliseconds without a key
let shown = null; // what is told below the face in hand

// `asks(what, signal)` asks the server for the "proof" or the "balance"; `opens` leads to the line of a fault. The
// faults that are `known` stand below the picture.
export async function proves({ frame, asks, opens, known }) {
  const own = beganAt(frame, opens);
  await new Promise((later) => setTimeout(later, REST));
  if (shown !== own) return;
  try {
    const found = await asks("proof", own.asking.signal);
    if (shown !== own) return;
    if (found.languages) Object.assign(own, { found, problem: null, known: known() });
  } catch (problem) {
    if (shown !== own) return;
    Object.assign(own, { problem });
  }
  own.isBusy = false;
  draws();
  const balance = await played(own.asking.signal, (signal) => asks("balance", signal));
  if (shown !== own || own.asking.signal.aborted) return;
  Object.assign(own, { balance, isPlaying: false });
  draws();
}

const draws = () => render(html`<${Panel} ...${shown} />`, shown.frame.querySelector(".of-proof"));

// What was told before stays in sight, in a dashed frame, until something else is known: the faces below do not jump.
function beganAt(frame, opens) {
  dropProof(frame, true);
  if (shown && shown.frame !== frame) dropProof(shown.frame);
  shown = { known: [], ...shown, frame, opens, isBusy: true, isPlaying: true, asking: new AbortController() };
  draws();
  return shown;
}

// What is asked for a face is not wanted any more; what was told of it goes, too, but where it `stays`.
export function dropProof(frame, stays = false) {
  if (!shown || shown.frame !== frame) return;
  shown.asking.abort();
  if (stays && frame.isConnected) {
    shown = { ...shown, isBusy: true };
    return draws();
  }
  render(null, frame.querySelector(".of-proof"));
  shown = null;
}

// A number and its sign of parts in a hundred stand in one line.
export const unbroken = (text) => text.replaceAll(" %", "\u00a0%");

function Panel({ found, problem, isBusy, balance, isPlaying, opens, known }) {
  const told = problem
    ? html`<h3>${host.say("proof")}</h3>
        <p class="fault">${problem.message || host.say("closed")}</p>`
    : found && toldOf(found, known, opens);
  const balanced = html`<${BalanceOf} found=${balance} isOld=${isPlaying} opens=${opens} />`;
  const asked = { "aria-label": host.say("proof"), lang: host.say("words_language"), "aria-busy": isBusy || null };
  return html`<section class="proof" ...${asked}>${told}${told && !problem && balanced}</section>`;
}

function toldOf({ languages, faults, ink, plates }, known, opens) {
  const say = (word, values) => unbroken(host.say(word, values));
  const isKnown = ({ code, file, line }) =>
    known.some((fault) => fault.code === code && fault.file === file && fault.line === line);
  const news = faults.filter((fault) => !isKnown(fault));
  if (faults.length && !news.length && ink === null) return null;
  const problem = news.length ? { faults: news } : null;
  const clean = html`<p>${say("proof_clean", { languages: languages.map(host.spoken).join(", ") })}</p>`;
  return html`<h3>${say("proof")}</h3>
    ${faults.length ? html`<${Faults} problem=${problem} opens=${opens} />` : clean}
    ${ink !== null && html`<p>${say("ink_covers", { percent: ink })}</p>`}
    ${plates && html`<${Inks} plates=${plates} say=${say} />`} <${EyesField} say=${say} />`;
}

// What a printing house takes of each of its inks, and the spot where most of all four lies.
function Inks({ plates: { press, inks, spot }, say }) {
  const figures = new Intl.NumberFormat(say("words_language"));
  const shares = Object.fromEntries(Object.entries(inks).map(([ink, share]) => [ink, figures.format(share)]));
  const isOver = spot.most > spot.bound;
  return html`<p>${say("plates", { press, ...shares })}</p>
    <p class=${isOver ? "fault" : null}>${say(isOver ? "overfull_spot" : "fullest_spot", spot)}</p>`;
}
