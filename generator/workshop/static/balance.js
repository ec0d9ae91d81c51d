// @ts-check Results of a quick simulation of the selected face. It runs after the proof, once typing pauses. The next
// key cancels it.
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html } from "./html.js";

const REST = 500; // milliseconds after the proof, without typing

/**
 * @typedef {{ mean: number, low: number | null, high: number | null }} Figure with the bounds of the true mean
 * @typedef {{ heading: string, shares: { name: string, share: Figure }[] }} Shares in the language of the cards
 * @typedef {Figure | null} Maybe
 * @typedef {{ games: number, points: Figure, dealt: Maybe, kept: Maybe, change: Maybe, worth: Maybe }} Figures
 * @typedef {Figures & { shares: Shares[], missing?: string, faults?: object[] }} Balance
 * @typedef {(file: string, line: number) => void} Opens
 * @typedef {(signal: AbortSignal) => Promise<Balance>} Asks
 */

// Plays once nothing was typed for a while, and returns the result. It is null if the next key cancelled it, or if the
// game cannot be played: the proof shows why. `asks(signal)` asks the server. Games without rules have no figures.
/** @param {AbortSignal} signal @param {Asks} request */
export async function requestBalance(signal, request) {
  await new Promise((later) => setTimeout(later, REST));
  if (signal.aborted) return null;
  try {
    const balance = await request(signal);
    return signal.aborted ? null : balance;
  } catch {
    return null;
  }
}

// The result in sentences; `isOld` if it is of another text. `openAt` opens the line of a fault.
/** @param {{ found: Balance | null, isOld: boolean, openAt: Opens }} props */
export function BalanceOf({ found, isOld, openAt }) {
  return html`<div class="balance" aria-busy=${isOld || null}>${found && sentences(found, openAt)}</div>`;
}

/** @param {Balance} balance @param {Opens} openAt */
function sentences(balance, openAt) {
  const say = (/** @type {string} */ word, /** @type {object} */ values = {}) => host.say(word, values);
  const line = (/** @type {string} */ word, /** @type {object} */ values = {}) =>
    html`<p key=${word}>${say(word, values)}</p>`;
  const head = html`<h3>${say("balance")}</h3>`;
  if (balance.missing) {
    const { faults } = balance;
    return [head, line(balance.missing), faults ? html`<${Faults} problem=${{ faults }} openAt=${openAt} />` : null];
  }
  if (balance.games === undefined) return [];
  if (!balance.games) return [head, line("balance_never")];
  const { games, points, dealt, kept, change, worth } = balance;
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
    ...balance.shares.map(({ heading, shares }) => {
      const parts = shares.map(({ name, share }) => `${name} ${percent(share)}`.trim());
      return html`<p key=${heading} lang=${host.place().language}>${`${heading}: ${parts.join(", ")}`}</p>`;
    }),
    html`<p class="hint">${say("about_balance")}</p>`,
  ];
}

// Formats numbers in the language of the page.
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
