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

const SILENCE = 20000; // milliseconds without a byte after which a line is given up: the server speaks more often
const ASLEEP = 5000; // milliseconds without a look at the clock, after which this page slept

const HELD = 4; // lines that all tabs of a browser hold together: it has six to a host, and requests need some
const ASKS = 1500; // milliseconds after which a tab that holds no line asks again

/** @typedef {(state: "here" | "away" | "gone") => void} LineState */

// Does something with one of the lines that tabs hold, or with none where all are held or nobody sees this tab.
function holding(does, at = 0) {
  if (at === HELD || document.visibilityState !== "visible") return does(false);
  if (!navigator.locks) return does(true); // a phone
  const goesOn = (lock) => (lock ? does(true) : holding(does, at + 1));
  return navigator.locks.request(`line ${at}`, { ifAvailable: true }, goesOn);
}

// Reads an event stream with our own header, and begins again when the line breaks, is silent, or this page was asleep.
// A tab that holds no line asks now and then: the first event has all that it missed. Who leaves is told by a signal.
// "away" is said at each try that fails: an answer to something else may have taken the word from the page meanwhile.
export async function listen(
  address,
  headers,
  heard,
  state = /** @type {LineState} */ (() => {}),
  leaves = /** @type {AbortSignal | null} */ (null),
) {
  let pause = 250;
  let told = "";
  const tells = (now) => told !== "gone" && (now === "away" || now !== told) && state((told = now));
  const reads = async (isHeld) => {
    const { signal, hears, ends } = watched(leaves);
    let isHere = false;
    try {
      const answer = await fetch(address, { headers, cache: "no-store", signal });
      if (answer.status === 403) tells("gone");
      if (!answer.ok) throw new Error(String(answer.status));
      tells("here");
      [isHere, pause] = [true, 250];
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        hears();
        text += value;
        const parts = text.split("\n\n");
        text = parts.pop();
        for (const part of parts) if (part.startsWith("data: ")) heard(JSON.parse(part.slice(6)));
        if (!isHeld && parts.length) await reader.cancel();
      }
    } catch {
      // the line is broken: said below
    }
    if (!isHere && signal.reason !== "turned") tells("away"); // a line that breaks off is begun anew first
    const rest = isHere && !isHeld ? ASKS : pause;
    await new Promise((later) => (setTimeout(later, rest), signal.addEventListener("abort", later)));
    ends();
    pause = Math.min(pause * 2, 4000);
  };
  while (!leaves?.aborted && told !== "gone") await holding(reads);
}

// Gives a line up that is silent for too long, or when this tab is left or seen again.
function watched(leaves) {
  const given = new AbortController();
  const turns = () => given.abort("turned");
  if (leaves?.aborted) turns();
  leaves?.addEventListener("abort", turns, { signal: given.signal });
  document.addEventListener("visibilitychange", turns, { signal: given.signal });
  let [last, looked] = [Date.now(), Date.now()];
  const look = () => {
    const now = Date.now();
    if (now - last > SILENCE || now - looked > ASLEEP) given.abort();
    looked = now;
  };
  const clock = setInterval(look, 1000);
  const ends = () => (clearInterval(clock), given.abort());
  return { signal: given.signal, hears: () => (last = Date.now()), ends };
}
