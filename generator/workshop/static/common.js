// Shared by both pages: requests with a secret, an event stream that reconnects, words.

// A word may contain {name}. A missing word shows its key, so that somebody notices it.
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

  // Why the server refused a change, from its answer; empty without a reason.
  refusal(answer) {
    return [...(answer?.messages ?? []), answer?.why ? this.say(answer.why) : ""].filter(Boolean).join(" ");
  }
}

// A number, or a text with numbers, with a true minus.
export const signed = (text) => String(text).replace(/(^|[\s(])-(?=\d)/g, "$1\u2212");

export const linePoints = (seat, letter) => seat.lines[letter]?.points ?? 0;

// The points of a player in the revealed lines; before and after the reveal, the saved total. On a phone it is null
// for other players, until all lines are revealed or the host shows the totals.
export function shownTotal(seat, { revealed }) {
  if (!revealed || revealed.done) return seat.total;
  return revealed.lines.reduce((sum, letter) => sum + linePoints(seat, letter), 0);
}

// Whether no sheet of this game can give the points of a line; they count all the same.
export const isUnusual = (seat, { letter, values }) =>
  Boolean(values && seat.lines[letter]?.answered && !values.includes(seat.lines[letter].points));

// The mark after a player: a contradiction or an unusual number, the count of open lines, or a tick for a full sheet.
export function signOf(seat, view, say) {
  const isContradictory =
    view.faults.some((fault) => fault.seat === seat.id) || view.lines.some((line) => isUnusual(seat, line));
  const open = seat.open.length ? say("still_open", { count: seat.open.length }) : "";
  return [isContradictory ? "\u26a0" : "", open].filter(Boolean).join(" ") || "\u2713";
}

// Turns SVG text from our own program into a picture for the page.
export function svgElement(svg) {
  const parsed = new DOMParser().parseFromString(svg, "image/svg+xml");
  return document.importNode(parsed.documentElement, true);
}

const SILENCE = 20000; // milliseconds without a byte before we drop a line: the server sends more often
const ASLEEP = 5000; // milliseconds between two looks at the clock that mean that this page slept

const SHARED_LINES = 4; // for all tabs of a browser: it has six to a host, and requests need some
const ASK_PAUSE = 1500; // milliseconds until a tab without a line asks again

/** @typedef {(state: "here" | "away" | "gone") => void} LineState */

// Runs a task with one of the shared lines, or with none if all are in use or nobody sees this tab.
function withLine(task, at = 0) {
  if (at === SHARED_LINES || document.visibilityState !== "visible") return task(false);
  if (!navigator.locks) return task(true); // a phone
  const onLock = (lock) => (lock ? task(true) : withLine(task, at + 1));
  return navigator.locks.request(`line ${at}`, { ifAvailable: true }, onLock);
}

// Reads an event stream with our own header. It reconnects when the line breaks, is silent, or this page was asleep.
// A tab without a line asks now and then: the first event has everything it missed. `leaveSignal` ends the reading.
// Each failed try reports "away": the answer to another request may have removed the message from the page.
export async function listen(
  address,
  headers,
  onEvent,
  state = /** @type {LineState} */ (() => {}),
  leaveSignal = /** @type {AbortSignal | null} */ (null),
) {
  let pause = 250;
  let lastState = "";
  const report = (now) => lastState !== "gone" && (now === "away" || now !== lastState) && state((lastState = now));
  const readOnce = async (isHeld) => {
    const { signal, gotBytes, stop } = watchLine(leaveSignal);
    let isHere = false;
    try {
      const answer = await fetch(address, { headers, cache: "no-store", signal });
      if (answer.status === 403) report("gone");
      if (!answer.ok) throw new Error(String(answer.status));
      report("here");
      [isHere, pause] = [true, 250];
      const reader = answer.body.pipeThrough(new TextDecoderStream()).getReader();
      let text = "";
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        gotBytes();
        text += value;
        const parts = text.split("\n\n");
        text = parts.pop();
        for (const part of parts) if (part.startsWith("data: ")) onEvent(JSON.parse(part.slice(6)));
        if (!isHeld && parts.length) await reader.cancel();
      }
    } catch {
      // the line is broken: reported below
    }
    if (!isHere && signal.reason !== "turned") report("away"); // a broken line reconnects first
    const rest = isHere && !isHeld ? ASK_PAUSE : pause;
    await new Promise((resolve) => (setTimeout(resolve, rest), signal.addEventListener("abort", resolve)));
    stop();
    pause = Math.min(pause * 2, 4000);
  };
  while (!leaveSignal?.aborted && lastState !== "gone") await withLine(readOnce);
}

// Drops a line that is silent for too long, or when somebody leaves this tab or sees it again.
function watchLine(leaveSignal) {
  const controller = new AbortController();
  const onTurn = () => controller.abort("turned");
  if (leaveSignal?.aborted) onTurn();
  leaveSignal?.addEventListener("abort", onTurn, { signal: controller.signal });
  document.addEventListener("visibilitychange", onTurn, { signal: controller.signal });
  let [lastByte, lastLook] = [Date.now(), Date.now()];
  const look = () => {
    const now = Date.now();
    if (now - lastByte > SILENCE || now - lastLook > ASLEEP) controller.abort();
    lastLook = now;
  };
  const clock = setInterval(look, 1000);
  const stop = () => (clearInterval(clock), controller.abort());
  return { signal: controller.signal, gotBytes: () => (lastByte = Date.now()), stop };
}
