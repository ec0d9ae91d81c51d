// The faces of a game as pictures: drawn when they come near, again when a file changes, with what is typed and not
// saved.
import { drawn } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { element, fill } from "./elements.js";
import { showFaults } from "./faults.js";
import * as host from "./host_page.js";
import { lookCloser } from "./look.js";
import { isInHand, markFaults, showCursor, unsavedFor } from "./open_file.js";
import { dropProof, proves } from "./proof.js";
import { shapes, stages } from "./stage.js";

const { say } = host;
let pictures = [];
let looked = null; // the picture last pointed at
let redraws = 0;
const opens = (file, line) => host.calls("open", { file, line });

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const picture = pictureOf(entry.target);
      if (!picture) continue;
      picture.seen = entry.isIntersecting;
      if (picture.seen && picture.stale) host.few(() => picture.seen && picture.stale && draw(picture));
    }
  },
  { rootMargin: "300px" },
);

const pictureOf = (frame) => pictures.find((each) => each.frame === frame);

// Forgets all faces, before others are made; returns the one in hand.
export function forgetFaces() {
  const inHand = pictures.find(({ frame }) => isInHand(frame));
  near.disconnect();
  pictures = [];
  return inHand;
}

export const allFaces = () => pictures;

// The face that stands for another one now, in the same language or edition where there is one.
export function sameFace({ kind, name, card, variant }) {
  const same = pictures.filter((each) => each.kind === kind && each.name === name && each.card === card);
  return (same.find((each) => JSON.stringify(each.variant) === JSON.stringify(variant)) ?? same[0])?.frame;
}

// The languages or editions that are to stand beside each other; none where one alone is shown.
export function variants() {
  const { beside, game } = host.place();
  if (beside === "edition") return ["", ...host.games().editions];
  return beside === "language" ? host.gameCalled(game).languages : [];
}

// What a card is called: by its name where it has one.
export const captionOf = (deck, card) =>
  host.shelf()?.decks.find(({ name }) => name === deck)?.names[card] || card.replaceAll("_", " ");

// One face, or one for each language or edition that is to stand beside the others.
export function faces(kind, name, card, caption = "") {
  const said = caption || captionOf(name, card);
  const known = variants();
  if (!known.length) return [face(kind, name, card, said, {})];
  const { beside } = host.place();
  return known.map((each) => face(kind, name, card, `${said} · ${host.editionCalled(each)}`, { [beside]: each }));
}

function face(kind, name, card, caption, variant) {
  const opensPart = (event) => host.calls("source", { part: event.target.closest("[data-place]") });
  const place = element("div", { class: "picture", onclick: opensPart });
  const note = element("ul", { class: "faults" });
  const source = button(say("source_of", { name: caption }), "✎", () => host.calls("record", { figure: frame }));
  const closer = button(say("look_closer", { name: caption }), "⤢", () => lookAt(frame));
  const looks = () => (looked = frame);
  const frame = element(
    "figure",
    { class: kind, lang: variant.language ?? host.place().language, onpointerenter: looks, onfocusin: looks },
    place,
    element("figcaption", {}, element("span", {}, caption), " ", source, closer),
    note,
    element("div", { class: "of-proof" }),
  );
  const state = { side: "front", faults: [], stale: true, seen: false, number: pictures.length };
  pictures.push({ kind, name, card, variant, frame, place, note, ...state });
  near.observe(frame);
  return frame;
}

const button = (label, sign, onclick) => element("button", { class: "source-of", "aria-label": label, onclick }, sign);

// Puts a face on the stage of its deck, or none; a `chooser` leads from there to the other decks.
export function takeInHand(frame, chooser) {
  stages(frame, chooser);
  for (const each of pictures.filter(({ isNew, frame: other }) => isNew && other !== frame)) each.frame.remove();
  pictures = pictures.filter(({ isNew, frame: other }) => !isNew || other === frame);
}

// The face of a card of a deck, the first where none is named; one that is typed just now and not saved has one while
// it is in hand.
export function faceOfCard(deck, card) {
  const own = pictures.filter((each) => each.kind === "deck" && each.name === deck);
  const found = card === undefined ? own[0] : own.find((each) => each.card === card);
  if (found || !own.length || variants().length) return found?.frame;
  const frame = face("deck", deck, card, card.replaceAll("_", " "), {});
  pictures.at(-1).isNew = true;
  own[0].frame.closest(".of-faces").querySelector(".faces").append(frame);
  return frame;
}

// Which card of a deck a face shows; none of it where it is of another.
export function cardOf(frame, deck) {
  const { kind, name, card } = pictureOf(frame) ?? {};
  return kind === "deck" && name === deck ? card : undefined;
}

// The place of the row that a face was made from, where it was made from one; the picture is drawn first.
export async function recordOf(frame) {
  const picture = pictureOf(frame);
  if (!picture.place.hasChildNodes()) await draw(picture);
  return picture.record;
}

// A face as it is printed: large, with its edges, its other side, in all languages.
function lookAt(frame) {
  const { kind, name, card, variant, place } = pictureOf(frame);
  const { game, language, edition } = host.place();
  const languages = [...new Set([variant.language ?? language, ...host.gameCalled(game).languages])];
  const draws = (more) => faceOf({ kind, name, card, edition, ...variant, ...more }, unsavedFor(frame));
  const caption = place.closest("figure").querySelector("figcaption").firstChild.textContent;
  lookCloser({ say, caption, isCard: kind === "deck", languages, spoken: host.spoken, draws });
}

async function faceOf(asked, unsaved) {
  const made = await host.ask(`picture?${host.query(asked)}`, unsaved);
  await loadFonts(made.fonts, (font) => `fonts/${host.game()}/${font}`, lettersIn(made.svg));
  return made;
}

export function turn(deck) {
  for (const picture of pictures.filter((each) => each.kind === "deck" && each.name === deck)) {
    picture.side = picture.side === "front" ? "back" : "front";
    picture.stale = true;
    if (picture.seen) draw(picture);
    if (isInHand(picture.frame)) prove(picture.frame);
  }
}

// Its faults are told beside those of other pictures, or as all that there are.
async function draw(picture, alone = false) {
  picture.stale = false;
  const asked = (picture.asked = (picture.asked ?? 0) + 1);
  const { kind, name, card, side, number, variant, frame } = picture;
  const { edition } = host.place();
  try {
    const made = await faceOf(
      { kind, name, card, side, edition, prefix: `f${number}-`, ...variant },
      unsavedFor(frame),
    );
    if (asked !== picture.asked) return; // a later one is on its way
    if (alone) markFaults([], true);
    fill(picture.place, drawn(made.svg));
    shapes(frame, made.size);
    picture.record = made.record;
    picture.note.replaceChildren();
    picture.faults = [];
    frame.classList.remove("old");
    showCursor();
  } catch (problem) {
    frame.classList.toggle("old", picture.place.hasChildNodes());
    showFaults(picture.note, problem, false, opens);
    picture.faults = problem.faults ?? [];
    markFaults(picture.faults, alone);
  }
  frame.dataset.drawn = String(Number(frame.dataset.drawn ?? 0) + 1);
}

// Draws the front of a card in a place of its own, as what is typed makes it; tells what keeps it from being drawn.
export async function drawCard(place, deck, card, prefix, unsaved) {
  const { edition } = host.place();
  try {
    const made = await host.few(() =>
      faceOf({ kind: "deck", name: deck, card, side: "front", edition, prefix }, unsaved),
    );
    fill(place, drawn(made.svg));
    place.classList.remove("old");
    return [];
  } catch (problem) {
    place.classList.add("old");
    if (problem.faults?.length) return problem.faults;
    return [{ message: problem.message || say("closed"), hint: "", file: "", line: 0 }];
  }
}

// While a picture is drawn the next waits, and what was typed last is drawn.
export async function drawSoon(frame) {
  const picture = pictureOf(frame);
  if (!picture) return;
  picture.waits = true;
  dropProof(frame, true);
  picture.busy ??= drawsWhatWaits(picture);
  await picture.busy;
}

async function drawsWhatWaits(picture) {
  while (picture.waits) {
    picture.waits = false;
    await draw(picture, true);
  }
  picture.busy = null;
  prove(picture.frame);
}

export const untilDrawn = (frame) => pictureOf(frame)?.busy;

// What the face in hand comes to on paper is told below it.
export function prove(frame) {
  const picture = pictureOf(frame);
  if (!picture || !isInHand(frame)) return dropProof(frame);
  const { kind, name, card, side, variant } = picture;
  const asked = { kind, name, card, side, edition: host.place().edition, ...variant };
  proves({
    frame,
    asks: (what, signal) => host.ask(`${what}?${host.query(asked)}`, unsavedFor(frame), signal),
    opens: (file, line) => host.calls("open", { file, line, figure: frame }),
    known: () => picture.faults,
  });
}

// What a face is called in an address, and the face that is called so.
export function nameOfFace(frame) {
  const { kind, name, card } = pictureOf(frame) ?? {};
  return kind ? [kind, name, card] : [];
}

export const faceCalled = (kind, name, card = "") =>
  pictures.find((each) => each.kind === kind && each.name === name && each.card === card)?.frame;

// How far a picture is from where one looks: the one last pointed at, then those in the middle of the window.
function fromSight({ frame }) {
  if (frame === looked) return -1;
  const { x, y, width, height } = frame.getBoundingClientRect();
  return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
}

// Draws all faces anew, those in sight at once; tells whether that was ended by a later change.
export async function drawAgain() {
  markFaults([], true);
  for (const picture of pictures) picture.stale = true;
  const waiting = pictures.filter((picture) => picture.seen).sort((one, other) => fromSight(one) - fromSight(other));
  const round = ++redraws; // a later change begins anew
  const next = async () => {
    while (waiting.length && round === redraws) await draw(waiting.shift());
  };
  if (waiting.length) await draw(waiting.shift());
  await Promise.all([next(), next()]);
  return round === redraws;
}
