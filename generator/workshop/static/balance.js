// @ts-check What a quick simulation says of the face in hand: played once its proof is told and typing rests, given up
// with the next key.
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html } from "./html.js";

const REST = 500; // milliseconds after the proof, in which nothing was typed

/**
 * @typedef {{ mean: number, low: number | null, high: number | null }} Figure with the bounds of the true mean
 * @typedef {{ heading: string, shares: { name: string, share: Figure }[] }} Told in the language of the cards
 * @typedef {Figure | null} Known
 * @typedef {{ games: number, points: Figure, dealt: Known, kept: Known, change: Known, worth: Known }} Figures
 * @typedef {Figures & { shares: Told[], lacks?: string, faults?: object[] }} Balance
 * @typedef {(file: string, line: number) => void} Opens
 * @typedef {(signal: AbortSignal) => Promise<Balance>} Asks
 */

// What is found by playing once nothing is typed for a while; nothing where it was given up, or cannot be played: the
// proof tells what is wrong. `asks(signal)` asks the server. Games without rules tell nothing.
/** @param {AbortSignal} signal @param {Asks} asks */
export async function played(signal, asks) {
  await new Promise((later) => setTimeout(later, REST));
  if (signal.aborted) return null;
  try {
    const found = await asks(signal);
    return signal.aborted ? null : found;
  } catch {
    return null;
  }
}

// What was found, in sentences; `isOld` where it is of another text. `opens` leads to the line of a fault.
/** @param {{ found: Balance | null, isOld: boolean, opens: Opens }} asked */
export function BalanceOf({ found, isOld, opens }) {
  return html`<div class="balance" aria-busy=${isOld || null}>${found && sentences(found, opens)}</div>`;
}

/** @param {Balance} found @param {Opens} opens */
function sentences(found, opens) {
  const say = (/** @type {string} */ word, /** @type {object} */ values = {}) => host.say(word, values);
  const line = (/** @type {string} */ word, /** @type {object} */ values = {}) =>
    html`<p key=${word}>${say(word, values)}</p>`;
  const head = html`<h3>${say("balance")}</h3>`;
  if (found.lacks) {
    const { faults } = found;
    return [head, line(found.lacks), faults ? html`<${Faults} problem=${{ faults }} opens=${opens} />` : null];
  }
  if (found.games === undefined) return [];
  if (!found.games) return [head, line("balance_never")];
  const { games, points, dealt, kept, change, worth } = found;
  const figures = figuresIn(say("words_language"));
  const gain = (/** @type {string} */ word, /** @type {Figure | null} */ figure) =>
    figure && line(word, figures.gain(figure));
  const percent = (/** @type {Figure} */ figure) => say("balance_share", figures.share(figure));
  const isSame = change && !change.mean && !change.high;
  return [
    head,
    line(dealt ? "balance_with" : "balance_played", { ...figures.points(points), games: figures.whole(games) }),
    isSame ? line("balance_same") : gain("balance_change", change),
    gain("balance_worth", worth),
    dealt && line("balance_dealt", { share: percent(dealt) }),
    kept && line("balance_kept", { share: percent(kept) }),
    ...found.shares.map(({ heading, shares }) => {
      const parts = shares.map(({ name, share }) => `${name} ${percent(share)}`.trim());
      return html`<p key=${heading} lang=${host.place().language}>${`${heading}: ${parts.join(", ")}`}</p>`;
    }),
    html`<p class="hint">${say("about_balance")}</p>`,
  ];
}

// Numbers as the language of the page writes them.
/** @param {string} language */
function figuresIn(language) {
  const decimals = { minimumFractionDigits: 1, maximumFractionDigits: 1 };
  const plain = new Intl.NumberFormat(language, decimals);
  const signed = new Intl.NumberFormat(language, { ...decimals, signDisplay: "exceptZero" });
  const whole = new Intl.NumberFormat(language);
  const reach = (/** @type {Figure} */ { mean, high }) => (high === null ? "?" : plain.format(high - mean));
  const hundredth = (/** @type {number | null} */ part) => whole.format(Math.round(100 * (part ?? 0)));
  return {
    whole: whole.format,
    points: (/** @type {Figure} */ figure) => ({ mean: plain.format(figure.mean), reach: reach(figure) }),
    gain: (/** @type {Figure} */ figure) => ({
      mean: signed.format(figure.mean).replace("-", "\u2212"),
      reach: reach(figure),
    }),
    share: (/** @type {Figure} */ { mean, low, high }) => ({
      part: hundredth(mean),
      low: hundredth(low),
      high: hundredth(high),
    }),
  };
}
