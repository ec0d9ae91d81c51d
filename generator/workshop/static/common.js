// What both pages need: requests with a secret, an event stream that comes back, words.

// Words may hold {name}; a word that is missing shows its key, so that it is noticed.
export class Words {
  constructor(words = {}) {
    this.words = words;
  }

  find(key) {
    return this.words[key];
  }

  say(key, values = {}) {
    const phrase = this.words[key] ?? key;
    return phrase.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);
  }

  // Why a change was refused, as the answer to it tells; nothing where there is none.
  refusal(answer) {
    return [...(answer?.said ?? []), answer?.why ? this.say(answer.why) : ""].filter(Boolean).join(" ");
  }
}

// A number, or a text with numbers, with a true minus.
export const signed = (text) => String(text).replace(/(^|[\s(])-(?=\d)/g, "$1\u2212");

export const counts = (seat, letter) => seat.lines[letter]?.points ?? 0;

// The points of a player in the lines that are revealed; before and after the reveal, the total that is saved. It is
// null on a phone for another player, until all is revealed or the host shows the totals.
export function reached(seat, { revealed }) {
  if (!revealed || revealed.done) return seat.total;
  return revealed.lines.reduce((sum, letter) => sum + counts(seat, letter), 0);
}

// Whether a line counts points that no sheet of this box gives; they count all the same.
export const isUnusual = (seat, { letter, values }) =>
  Boolean(values && seat.lines[letter]?.told && !values.includes(seat.lines[letter].points));

// The sign behind a player: a contradiction or an unusual number, what is open, or that all is told.
export function signOf(seat, view, say) {
  const isContradictory =
    view.faults.some((fault) => fault.seat === seat.id) || view.lines.some((line) => isUnusual(seat, line));
  const open = seat.open.length ? say("still_open", { count: seat.open.length }) : "";
  return [isContradictory ? "\u26a0" : "", open].filter(Boolean).join(" ") || "\u2713";
}

// Svg text from our own program becomes a picture of the page.
export function drawn(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

// milliseconds without a byte after which a line is given up: the server says more often that it stands
const SILENCE = 20000;
const ASLEEP = 5000; // milliseconds without a look at the clock, after which this page slept

/** @typedef {(state: "here" | "away" | "gone") => void} LineState */

// Reads an event stream with our own header, and begins again when the line breaks, is silent, or this page was asleep.
// Who leaves is told by a signal.
export async function listen(
  address,
  headers,
  heard,
  state = /** @type {LineState} */ (() => {}),
  leaves = /** @type {AbortSignal | null} */ (null),
) {
  let pause = 250;
  while (!leaves?.aborted) {
    const watch = watched(leaves);
    let isHere = false;
    try {
      const answer = await fetch(address, { headers, cache: "no-store", signal: watch.signal });
      if (answer.status === 403) return state("gone");
      if (!answer.ok) throw new Error(String(answer.status));
      state("here");
      isHere = true;
      pause = 250;
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        watch.hears();
        text += value;
        const parts = text.split("\n\n");
        text = parts.pop();
        for (const part of parts) if (part.startsWith("data: ")) heard(JSON.parse(part.slice(6)));
      }
    } catch {
      // the line is broken: said below
    } finally {
      watch.ends();
    }
    if (leaves?.aborted) return; // who listened left
    if (!isHere) state("away"); // a line that breaks off is begun anew first
    await new Promise((later) => setTimeout(later, pause));
    pause = Math.min(pause * 2, 4000);
  }
}

// Gives a line up that is silent for too long.
function watched(leaves) {
  const given = new AbortController();
  leaves?.addEventListener("abort", () => given.abort());
  let last = Date.now();
  let looked = Date.now();
  const look = () => {
    const now = Date.now();
    if (now - last > SILENCE || now - looked > ASLEEP) given.abort();
    looked = now;
  };
  const wakes = () => document.visibilityState === "visible" && look();
  const clock = setInterval(look, 1000);
  document.addEventListener("visibilitychange", wakes);
  const ends = () => {
    clearInterval(clock);
    document.removeEventListener("visibilitychange", wakes);
  };
  return { signal: given.signal, hears: () => (last = Date.now()), ends };
}
