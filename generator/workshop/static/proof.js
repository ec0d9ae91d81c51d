// What the face in hand comes to on paper: its faults in every language, its ink. Asked for when typing rests, given
// up with the next key.
import { tellsBalance } from "./balance.js";
import { element, fill } from "./elements.js";
import { eyesField } from "./eyes.js";
import { showFaults } from "./faults.js";
import * as host from "./host_page.js";

const REST = 300; // milliseconds without a key
let shown = null; // the panel with its frame, while a face is in hand

// `asks(what, signal)` asks the server for the "proof" or the "balance"; `opens` leads to the line of a fault. The
// faults that are `known` stand below the picture.
export async function proves({ frame, asks, opens, known }) {
  const own = beganAt(frame);
  await new Promise((later) => setTimeout(later, REST));
  if (shown !== own) return;
  try {
    const found = await asks("proof", own.asking.signal);
    if (shown === own && found.languages) tells(own, found, opens, known());
  } catch (problem) {
    if (shown === own)
      fill(
        own.panel,
        element("h3", {}, host.say("proof")),
        element("p", { class: "fault" }, problem.message || host.say("closed")),
      );
  }
  if (shown !== own) return;
  own.panel.removeAttribute("aria-busy");
  await tellsBalance({
    part: own.balance,
    signal: own.asking.signal,
    asks: (signal) => asks("balance", signal),
    opens,
  });
}

// What was told before stays in sight, in a dashed frame, until something else is known: the faces below do not jump.
function beganAt(frame) {
  dropProof(frame, true);
  if (shown && shown.frame !== frame) dropProof(shown.frame);
  const panel =
    shown?.panel ??
    element("section", {
      class: "proof",
      "aria-label": host.say("proof"),
      lang: host.say("words_language"),
    });
  const balance = shown?.balance ?? element("div", { class: "balance" });
  if (!shown) frame.append(panel);
  panel.setAttribute("aria-busy", "true");
  return (shown = { frame, panel, balance, asking: new AbortController() });
}

// What is asked for a face is not wanted any more; what was told of it goes, too, but where it `stays`.
export function dropProof(frame, stays = false) {
  if (!shown || shown.frame !== frame) return;
  shown.asking.abort();
  shown.panel.setAttribute("aria-busy", "true");
  if (stays && frame.isConnected) return void (shown = { ...shown });
  shown.panel.remove();
  shown = null;
}

// A number and its sign of parts in a hundred stand in one line.
export const unbroken = (text) => text.replaceAll(" %", "\u00a0%");

function tells({ panel, balance }, { languages, faults, ink, plates }, opens, known) {
  const say = (word, values) => unbroken(host.say(word, values));
  const list = element("ul", { class: "faults" });
  const news = faults.filter(
    (fault) => !known.some(({ code, file, line }) => code === fault.code && file === fault.file && line === fault.line),
  );
  if (faults.length && !news.length && ink === null) return fill(panel);
  if (news.length) showFaults(list, { faults: news }, true, opens);
  const clean = element("p", {}, say("proof_clean", { languages: languages.map(host.spoken).join(", ") }));
  fill(
    panel,
    element("h3", {}, say("proof")),
    faults.length ? list : clean,
    ink === null ? null : element("p", {}, say("ink_covers", { percent: ink })),
    ...(plates ? inksOf(plates, say) : []),
    eyesField(say),
    balance,
  );
}

// What a printing house takes of each of its inks, and the spot where most of all four lies.
function inksOf({ press, inks, spot }, say) {
  const figures = new Intl.NumberFormat(say("words_language"));
  const shares = Object.fromEntries(Object.entries(inks).map(([ink, share]) => [ink, figures.format(share)]));
  const isOver = spot.most > spot.bound;
  return [
    element("p", {}, say("plates", { press, ...shares })),
    element("p", isOver ? { class: "fault" } : {}, say(isOver ? "overfull_spot" : "fullest_spot", spot)),
  ];
}
