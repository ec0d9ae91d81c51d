// The faces of a game as pictures. The page draws them when they come near, and again when a file changes, with
// unsaved text.
import { svgElement } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { element, fill } from "./elements.js";
import { showFaults } from "./faults.js";
import * as host from "./host_page.js";
import { openLook } from "./look.js";
import { isFigureOpen, markFaults, showCursor, unsavedFor } from "./open_file.js";
import { dropProof, startProof } from "./proof.js";
import { setShape, stageFace } from "./stage.js";

const { say } = host;
let pictures = [];
let lastPointed = null; // the face that the user last pointed at
let redraws = 0;
const openAt = (file, line) => host.dispatch("open", { file, line });

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const picture = pictureOf(entry.target);
      if (!picture) continue;
      picture.seen = entry.isIntersecting;
      if (picture.seen && picture.stale) host.limitDrawing(() => picture.seen && picture.stale && draw(picture));
    }
  },
  { rootMargin: "300px" },
);

const pictureOf = (frame) => pictures.find((each) => each.frame === frame);

// Forgets all faces before the page makes new ones; returns the selected one.
export function forgetFaces() {
  const selected = pictures.find(({ frame }) => isFigureOpen(frame));
  near.disconnect();
  pictures = [];
  return selected;
}

export const allFaces = () => pictures;

// The current face of the same card, in the same language or edition if it has one.
export function sameFace({ kind, name, card, variant }) {
  const same = pictures.filter((each) => each.kind === kind && each.name === name && each.card === card);
  return (same.find((each) => JSON.stringify(each.variant) === JSON.stringify(variant)) ?? same[0])?.frame;
}

// The languages or editions to show side by side; none if the page shows only one.
export function variants() {
  const { beside, game } = host.place();
  if (beside === "edition") return ["", ...host.games().editions];
  return beside === "language" ? host.findGame(game).languages : [];
}

// The caption of a card: its name if it has one.
export const captionOf = (deck, card) =>
  host.shelf()?.decks.find(({ name }) => name === deck)?.names[card] || card.replaceAll("_", " ");

// One face, or one for each language or edition to show side by side.
export function faces(kind, name, card, caption = "") {
  const label = caption || captionOf(name, card);
  const values = variants();
  if (!values.length) return [face(kind, name, card, label, {})];
  const { beside } = host.place();
  return values.map((each) => face(kind, name, card, `${label} · ${host.editionName(each)}`, { [beside]: each }));
}

function face(kind, name, card, caption, variant) {
  const openPart = (event) => host.dispatch("source", { part: event.target.closest("[data-place]") });
  const place = element("div", { class: "picture", onclick: openPart });
  const note = element("ul", { class: "faults" });
  const source = button(say("source_of", { name: caption }), "✎", () => host.dispatch("record", { figure: frame }));
  const closer = button(say("look_closer", { name: caption }), "⤢", () => lookAt(frame));
  const onPoint = () => (lastPointed = frame);
  const frame = element(
    "figure",
    { class: kind, lang: variant.language ?? host.place().language, onpointerenter: onPoint, onfocusin: onPoint },
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

// Puts a face, or none, on the stage of its deck; a `chooser` leads from there to the other decks.
export function selectFace(frame, chooser) {
  stageFace(frame, chooser);
  for (const each of pictures.filter(({ isNew, frame: other }) => isNew && other !== frame)) each.frame.remove();
  pictures = pictures.filter(({ isNew, frame: other }) => !isNew || other === frame);
}

// The face of a card of a deck, the first if no card is named. A new card that is not saved has a face while it is
// selected.
export function faceOfCard(deck, card) {
  const deckFaces = pictures.filter((each) => each.kind === "deck" && each.name === deck);
  const match = card === undefined ? deckFaces[0] : deckFaces.find((each) => each.card === card);
  if (match || !deckFaces.length || variants().length) return match?.frame;
  const frame = face("deck", deck, card, card.replaceAll("_", " "), {});
  pictures.at(-1).isNew = true;
  deckFaces[0].frame.closest(".of-faces").querySelector(".faces").append(frame);
  return frame;
}

// The card of a deck that a face shows, or nothing if the face is of another deck.
export function cardOf(frame, deck) {
  const { kind, name, card } = pictureOf(frame) ?? {};
  return kind === "deck" && name === deck ? card : undefined;
}

// The place of the row that a face was made from, if there was one; draws the picture first.
export async function recordOf(frame) {
  const picture = pictureOf(frame);
  if (!picture.place.hasChildNodes()) await draw(picture);
  return picture.record;
}

// Shows a face as printed: large, with its edges, its other side, in all languages.
function lookAt(frame) {
  const { kind, name, card, variant, place } = pictureOf(frame);
  const { game, language, edition } = host.place();
  const languages = [...new Set([variant.language ?? language, ...host.findGame(game).languages])];
  const drawFace = (more) => faceOf({ kind, name, card, edition, ...variant, ...more }, unsavedFor(frame));
  const caption = place.closest("figure").querySelector("figcaption").firstChild.textContent;
  openLook({ say, caption, isCard: kind === "deck", languages, spoken: host.languageName, drawFace });
}

async function faceOf(parameters, unsaved) {
  const answer = await host.ask(`picture?${host.query(parameters)}`, unsaved);
  await loadFonts(answer.fonts, (font) => `fonts/${host.game()}/${font}`, lettersIn(answer.svg));
  return answer;
}

export function turnDeck(deck) {
  for (const picture of pictures.filter((each) => each.kind === "deck" && each.name === deck)) {
    picture.side = picture.side === "front" ? "back" : "front";
    picture.stale = true;
    if (picture.seen) draw(picture);
    if (isFigureOpen(picture.frame)) showProof(picture.frame);
  }
}

// Shows its faults beside those of other pictures, or as the only ones.
async function draw(picture, onlyThis = false) {
  picture.stale = false;
  const request = (picture.asked = (picture.asked ?? 0) + 1);
  const { kind, name, card, side, number, variant, frame } = picture;
  const { edition } = host.place();
  try {
    const answer = await faceOf(
      { kind, name, card, side, edition, prefix: `f${number}-`, ...variant },
      unsavedFor(frame),
    );
    if (request !== picture.asked) return; // a later request is on its way
    if (onlyThis) markFaults([], true);
    fill(picture.place, svgElement(answer.svg));
    setShape(frame, answer.size);
    picture.record = answer.record;
    picture.note.replaceChildren();
    picture.faults = [];
    frame.classList.remove("old");
    showCursor();
  } catch (problem) {
    frame.classList.toggle("old", picture.place.hasChildNodes());
    showFaults(picture.note, problem, false, openAt);
    picture.faults = problem.faults ?? [];
    markFaults(picture.faults, onlyThis);
  }
  frame.dataset.drawn = String(Number(frame.dataset.drawn ?? 0) + 1);
}

// Draws the front of a card in its own place, with the unsaved text; returns the faults that prevent the drawing.
export async function drawCard(place, deck, card, prefix, unsaved) {
  const { edition } = host.place();
  try {
    const answer = await host.limitDrawing(() =>
      faceOf({ kind: "deck", name: deck, card, side: "front", edition, prefix }, unsaved),
    );
    fill(place, svgElement(answer.svg));
    place.classList.remove("old");
    return [];
  } catch (problem) {
    place.classList.add("old");
    if (problem.faults?.length) return problem.faults;
    return [{ message: problem.message || say("closed"), hint: "", file: "", line: 0 }];
  }
}

// While a picture is drawn, the next one waits, so that the last typed text is drawn.
export async function drawSoon(frame) {
  const picture = pictureOf(frame);
  if (!picture) return;
  picture.waits = true;
  dropProof(frame, true);
  picture.busy ??= drawWaiting(picture);
  await picture.busy;
}

async function drawWaiting(picture) {
  while (picture.waits) {
    picture.waits = false;
    await draw(picture, true);
  }
  picture.busy = null;
  showProof(picture.frame);
}

export const untilDrawn = (frame) => pictureOf(frame)?.busy;

// Shows below the selected face how it prints on paper.
export function showProof(frame) {
  const picture = pictureOf(frame);
  if (!picture || !isFigureOpen(frame)) return dropProof(frame);
  const { kind, name, card, side, variant } = picture;
  const parameters = { kind, name, card, side, edition: host.place().edition, ...variant };
  startProof({
    frame,
    request: (path, signal) => host.ask(`${path}?${host.query(parameters)}`, unsavedFor(frame), signal),
    openAt: (file, line) => host.dispatch("open", { file, line, figure: frame }),
    known: () => picture.faults,
  });
}

// The name of a face in an address, and the face with such a name.
export function nameOfFace(frame) {
  const { kind, name, card } = pictureOf(frame) ?? {};
  return kind ? [kind, name, card] : [];
}

export const findFace = (kind, name, card = "") =>
  pictures.find((each) => each.kind === kind && each.name === name && each.card === card)?.frame;

// How far a picture is from the user's eye: the last pointed one is nearest, then those in the middle of the window.
function distance({ frame }) {
  if (frame === lastPointed) return -1;
  const { x, y, width, height } = frame.getBoundingClientRect();
  return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
}

// Draws all faces again, visible ones at once; returns false if a later change ended that.
export async function drawAgain() {
  markFaults([], true);
  for (const picture of pictures) picture.stale = true;
  const waiting = pictures.filter((picture) => picture.seen).sort((one, other) => distance(one) - distance(other));
  const round = ++redraws; // a later change starts again
  const next = async () => {
    while (waiting.length && round === redraws) await draw(waiting.shift());
  };
  if (waiting.length) await draw(waiting.shift());
  await Promise.all([next(), next()]);
  return round === redraws;
}
