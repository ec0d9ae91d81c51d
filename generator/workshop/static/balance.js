// @ts-check What a quick simulation says of the face in hand: played once its proof is told and typing rests, given up
// with the next key.
import { element, fill } from "./elements.js";
import { showFaults } from "./faults.js";
import * as host from "./host_page.js";

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

// Fills a part of the panel; `asks(signal)` asks the server, `opens` leads to the line of a fault. Games without rules
// tell nothing.
/** @param {{ part: HTMLElement, signal: AbortSignal, asks: Asks, opens: Opens }} asked */
export async function tellsBalance({ part, signal, asks, opens }) {
  part.setAttribute("aria-busy", "true"); // what was told before is of another text
  await new Promise((later) => setTimeout(later, REST));
  if (signal.aborted) return;
  try {
    const found = await asks(signal);
    if (!signal.aborted) fill(part, ...sentences(found, opens));
  } catch {
    if (!signal.aborted) part.replaceChildren(); // the proof tells what is wrong
  }
  if (!signal.aborted) part.removeAttribute("aria-busy");
}

/**
 * @param {Balance} found @param {(file: string, line: number) => void} opens
 * @returns {(HTMLElement | null)[]}
 */
function sentences(found, opens) {
  const say = (/** @type {string} */ word, /** @type {object} */ values = {}) => host.say(word, values);
  const line = (/** @type {string} */ word, /** @type {object} */ values = {}) => element("p", {}, say(word, values));
  const head = element("h3", {}, say("balance"));
  if (found.lacks) {
    const list = element("ul", { class: "faults" });
    if (found.faults) showFaults(list, { faults: found.faults }, true, opens);
    return [head, line(found.lacks), found.faults ? list : null];
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
    ...found.shares.map(({ heading, shares }) =>
      element(
        "p",
        { lang: host.place().language },
        `${heading}: ${shares.map(({ name, share }) => `${name} ${percent(share)}`.trim()).join(", ")}`,
      ),
    ),
    element("p", { class: "hint" }, say("about_balance")),
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
