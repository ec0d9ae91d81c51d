// The proof of the selected face: its faults in every language, its ink. The page asks for it when typing rests, and
// gives up the request at the next key.
import { BalanceOf, requestBalance } from "./balance.js";
import { EyesField } from "./eyes.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const REST = 300; // milliseconds without a key
let current = null; // the proof below the selected face

// `request(what, signal)` asks the server for the "proof" or the "balance"; `openAt` leads to the line of a fault.
// `known` returns the faults that are already below the picture.
export async function startProof({ frame, request, openAt, known }) {
  const proof = beginAt(frame, openAt);
  await new Promise((later) => setTimeout(later, REST));
  if (current !== proof) return;
  try {
    const found = await request("proof", proof.asking.signal);
    if (current !== proof) return;
    if (found.languages) Object.assign(proof, { found, problem: null, known: known() });
  } catch (problem) {
    if (current !== proof) return;
    Object.assign(proof, { problem });
  }
  proof.isBusy = false;
  redraw();
  const balance = await requestBalance(proof.asking.signal, (signal) => request("balance", signal));
  if (current !== proof || proof.asking.signal.aborted) return;
  Object.assign(proof, { balance, isPlaying: false });
  redraw();
}

const redraw = () => render(html`<${Panel} ...${current} />`, current.frame.querySelector(".of-proof"));

// The old proof stays visible, in a dashed frame, until a new one arrives: the faces below do not jump.
function beginAt(frame, openAt) {
  dropProof(frame, true);
  if (current && current.frame !== frame) dropProof(current.frame);
  current = { known: [], ...current, frame, openAt, isBusy: true, isPlaying: true, asking: new AbortController() };
  redraw();
  return current;
}

// Gives up the request for a face. Its proof goes, too, unless it `stays`.
export function dropProof(frame, stays = false) {
  if (!current || current.frame !== frame) return;
  current.asking.abort();
  if (stays && frame.isConnected) {
    current = { ...current, isBusy: true };
    return redraw();
  }
  render(null, frame.querySelector(".of-proof"));
  current = null;
}

// Keeps a number and its percent sign in one line.
export const unbroken = (text) => text.replaceAll(" %", "\u00a0%");

function Panel({ found, problem, isBusy, balance, isPlaying, openAt, known }) {
  const content = problem
    ? html`<h3>${host.say("proof")}</h3>
        <p class="fault">${problem.message || host.say("closed")}</p>`
    : found && proofContent(found, known, openAt);
  const balancePart = html`<${BalanceOf} found=${balance} isOld=${isPlaying} openAt=${openAt} />`;
  const attributes = { "aria-label": host.say("proof"), lang: host.say("words_language"), "aria-busy": isBusy || null };
  return html`<section class="proof" ...${attributes}>${content}${content && !problem && balancePart}</section>`;
}

function proofContent({ languages, faults, ink, plates }, known, openAt) {
  const say = (word, values) => unbroken(host.say(word, values));
  const isKnown = ({ code, file, line }) =>
    known.some((fault) => fault.code === code && fault.file === file && fault.line === line);
  const newFaults = faults.filter((fault) => !isKnown(fault));
  if (faults.length && !newFaults.length && ink === null) return null;
  const problem = newFaults.length ? { faults: newFaults } : null;
  const clean = html`<p>${say("proof_clean", { languages: languages.map(host.languageName).join(", ") })}</p>`;
  return html`<h3>${say("proof")}</h3>
    ${faults.length ? html`<${Faults} problem=${problem} openAt=${openAt} />` : clean}
    ${ink !== null && html`<p>${say("ink_covers", { percent: ink })}</p>`}
    ${plates && html`<${Inks} plates=${plates} say=${say} />`} <${EyesField} say=${say} />`;
}

// The share of each ink at a printing house, and the spot with the most of all four.
function Inks({ plates: { press, inks, spot }, say }) {
  const figures = new Intl.NumberFormat(say("words_language"));
  const shares = Object.fromEntries(Object.entries(inks).map(([ink, share]) => [ink, figures.format(share)]));
  const isOver = spot.most > spot.bound;
  return html`<p>${say("plates", { press, ...shares })}</p>
    <p class=${isOver ? "fault" : null}>${say(isOver ? "overfull_spot" : "fullest_spot", spot)}</p>`;
}
