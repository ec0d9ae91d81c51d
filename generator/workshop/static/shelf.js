// The shelf: every face of a game as a picture, which follows its files and what is typed.
import { drawn, element, fill, loadFonts } from "./common.js";
import { pictureButton } from "./dropped_pictures.js";
import { handsOver, isInHand, markFaults, openFile, openFor, openSource, readAgain, showCursor, unsavedFor } from "./editor.js";
import { lookCloser } from "./look.js";
import { placeIn } from "./places.js";
import { dropProof, proves } from "./proof.js";
import { newButtons } from "./new_things.js";
import { deckList, sectionOf, shapes, stages } from "./stage.js";

let host = null;
let shelf = null;
let pictures = [];

export function setShelf(context) {
  host = context;
}

function say(key, values) {
  return host.words().say(key, values);
}

// What the game has to show.
export async function readShelf() {
  return (shelf = await host.ask(`shelf?${host.query()}`));
}

// Every picture is drawn when it comes near, and again when a file changes.

let looked = null; // the picture last pointed at
let redraws = 0;
let needle = ""; // what the shelf is searched for

const near = new IntersectionObserver(
  (entries) => {
    for (const entry of entries) {
      const picture = pictures.find((each) => each.frame === entry.target);
      if (!picture) continue;
      picture.seen = entry.isIntersecting;
      if (entry.isIntersecting && picture.stale) draw(picture);
    }
  },
  { rootMargin: "300px" },
);

export function showShelf() {
  const inHand = pictures.find(({ frame }) => isInHand(frame));
  near.disconnect();
  pictures = [];
  const sections = [];
  for (const deck of shelf.decks) {
    const frames = deck.cards.flatMap((card) => faces("deck", deck.name, card));
    sections.push(section(`${deck.title}`, frames, () => turn(deck.name), deck.file));
  }
  sections.push(section(say("sheets"), shelf.sheets.flatMap((sheet) => faces("sheet", sheet.name, "", sheet.title))));
  sections.push(section(say("pages"), shelf.pages.flatMap((page) => faces("page", page.name, "", page.title))));
  const search = element("input", { type: "search", class: "search", placeholder: say("filter"), "aria-label": say("filter"), value: needle, oninput: () => sifts(search.value) });
  const clears = () => {
    search.value = "";
    sifts("");
    search.focus();
  };
  const none = element("div", { class: "card empty", id: "nothing-found", hidden: true }, element("p", { role: "status" }), element("button", { onclick: clears }, say("clear_filter")));
  const [game, deck] = newButtons(host);
  fill(host.main, element("div", { class: "shelf-bar" }, search, element("div", { class: "buttons" }, game, pictureButton(host), deck)), deckList(say("on_the_shelf"), sections.filter(Boolean)), ...sections, none);
  sifts(needle);
  if (inHand) handsOver(sameFace(inHand));
}

// The picture that stands for another one now, in the same language or edition where there is one.
function sameFace({ kind, name, card, variant }) {
  const same = pictures.filter((each) => each.kind === kind && each.name === name && each.card === card);
  return (same.find((each) => JSON.stringify(each.variant) === JSON.stringify(variant)) ?? same[0])?.frame;
}

// Shows the faces whose captions hold every word, and the sections that have some.
function sifts(text) {
  needle = text;
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  for (const { frame, name } of pictures) {
    const said = `${frame.querySelector("figcaption").firstChild.textContent} ${name}`.toLowerCase();
    frame.hidden = !words.every((word) => said.includes(word));
  }
  host.main.classList.toggle("sifted", words.length > 0);
  for (const each of host.main.querySelectorAll(".of-faces")) each.hidden = !each.querySelector("figure:not([hidden])");
  for (const each of host.main.querySelectorAll(".deck-list button")) each.hidden = !sectionOf(host.main, each.textContent);
  const none = host.main.querySelector("#nothing-found");
  none.hidden = !words.length || pictures.some(({ frame }) => !frame.hidden);
  none.firstChild.textContent = none.hidden ? "" : say("nothing_found", { text });
}

function section(title, frames, turned = null, file = "") {
  if (!frames.length) return null;
  const button = turned ? element("button", { class: "quiet", onclick: turned }, `${say("front")} / ${say("back")}`) : null;
  const rows = file ? element("button", { class: "quiet", onclick: () => openFile(file, 1, true) }, say("as_table")) : null;
  return element("section", { class: "of-faces", "data-file": file || null }, element("div", { class: "head" }, element("h2", { tabindex: -1 }, title), button, rows), inRows(element("div", { class: "faces" }, ...frames)));
}

// What stands side by side stands in one row.
function inRows(faces) {
  const count = variants().length;
  if (count) faces.style.gridTemplateColumns = `repeat(${count}, minmax(0, 22rem))`;
  faces.classList.toggle("beside", count > 0);
  return faces;
}

function variants() {
  if (host.place().beside === "edition") return ["", ...host.games().editions];
  return host.place().beside === "language" ? host.games().games.find((game) => game.game === host.place().game).languages : [];
}

// One picture, or one for each language or edition that is to stand beside the others.
function faces(kind, name, card, caption = "") {
  const said = caption || card.replaceAll("_", " ");
  const known = variants();
  if (!known.length) return [face(kind, name, card, said, {})];
  return known.map((each) => face(kind, name, card, `${said} · ${each || say("usual")}`, { [host.place().beside]: each }));
}

function face(kind, name, card, caption, variant) {
  const place = element("div", { class: "picture", onclick: (event) => openSource(event.target.closest("[data-place]")) });
  const note = element("ul", { class: "faults" });
  const source = element("button", { class: "source-of", "aria-label": say("source_of", { name: caption }), onclick: () => openRecord(frame) }, "✎");
  const closer = element("button", { class: "source-of", "aria-label": say("look_closer", { name: caption }), onclick: () => lookAt(frame) }, "⤢");
  const looks = () => (looked = frame);
  const frame = element("figure", { class: kind, lang: variant.language ?? host.place().language, onpointerenter: looks, onfocusin: looks }, place, element("figcaption", {}, element("span", {}, caption), " ", source, closer), note);
  pictures.push({ kind, name, card, variant, side: "front", frame, place, note, faults: [], stale: true, seen: false, number: pictures.length });
  near.observe(frame);
  return frame;
}

// The row of a card, the layout of what has none.
async function openRecord(frame) {
  const picture = pictures.find((each) => each.frame === frame);
  if (!picture.place.hasChildNodes()) await draw(picture);
  const { record, place } = picture;
  if (record) return openFor(frame, { ...placeIn(record), column: 0 });
  return openSource(place.querySelector("[data-place]"));
}

// The face in hand, which stands on the stage of its deck, or none.
export function takesInHand(frame) {
  stages(frame, chooser);
  for (const each of pictures.filter(({ isNew, frame: other }) => isNew && other !== frame)) each.frame.remove();
  pictures = pictures.filter(({ isNew, frame: other }) => !isNew || other === frame);
}

// All decks, sheets and pages that can be taken in hand; the first face of the one that is chosen is.
function chooser() {
  const sections = [...host.main.querySelectorAll(".of-faces")];
  const inHand = () => String(sections.findIndex((each) => each.classList.contains("at-work")));
  const leads = async ({ dataset, firstElementChild, lastElementChild }) => {
    if (dataset.file && document.body.classList.contains("with-grid")) await openFile(dataset.file, 1, true);
    else await openRecord(lastElementChild.querySelector("figure"));
    if (firstElementChild.isConnected) select.value = inHand();
  };
  const select = element("select", { "aria-label": say("what_is_shown"), onchange: () => leads(sections[Number(select.value)]) }, ...sections.map((each, at) => element("option", { value: String(at) }, each.querySelector("h2").textContent)));
  select.value = inHand();
  return select;
}

// The picture of a card of a deck, the first where none is named; one that is typed just now and not saved has one while it is in hand.
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
export const cardOf = (frame, deck) => pictures.find((each) => each.frame === frame && each.kind === "deck" && each.name === deck)?.card;

// A face as it is printed: large, with its edges, its other side, in all languages.
function lookAt(frame) {
  const { kind, name, card, variant, place } = pictures.find((each) => each.frame === frame);
  const { games } = host.games();
  const { game, language, edition } = host.place();
  const languages = [...new Set([variant.language ?? language, ...games.find((each) => each.game === game).languages])];
  const draws = (more) => faceOf({ kind, name, card, edition, ...variant, ...more }, unsavedFor(frame));
  lookCloser({ say, caption: place.closest("figure").querySelector("figcaption").firstChild.textContent, isCard: kind === "deck", languages, spoken: host.spoken, draws });
}

async function faceOf(asked, unsaved) {
  const made = await host.ask(`picture?${host.query(asked)}`, unsaved);
  await loadFonts(made.fonts, (font) => `fonts/${host.place().game}/${font}`);
  return made;
}

function turn(deck) {
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
  const { kind, name, card, side, number, variant } = picture;
  try {
    const made = await faceOf({ kind, name, card, side, edition: host.place().edition, prefix: `f${number}-`, ...variant }, unsavedFor(picture.frame));
    if (asked !== picture.asked) return; // a later one is on its way
    if (alone) markFaults([], true);
    fill(picture.place, drawn(made.svg));
    shapes(picture.frame, made.size);
    picture.record = made.record;
    picture.note.replaceChildren();
    picture.faults = [];
    picture.frame.classList.remove("old");
    showCursor();
  } catch (problem) {
    picture.frame.classList.toggle("old", picture.place.hasChildNodes());
    host.showFaults(picture.note, problem, false, openFile);
    picture.faults = problem.faults ?? [];
    markFaults(picture.faults, alone);
  }
  picture.frame.dataset.drawn = String(Number(picture.frame.dataset.drawn ?? 0) + 1);
}

// Draws the front of a card in a place of its own, as what is typed makes it; tells what keeps it from being drawn.
export async function drawCard(place, deck, card, prefix, unsaved) {
  try {
    const made = await faceOf({ kind: "deck", name: deck, card, side: "front", edition: host.place().edition, prefix }, unsaved);
    fill(place, drawn(made.svg));
    place.classList.remove("old");
    return [];
  } catch (problem) {
    place.classList.add("old");
    return problem.faults?.length ? problem.faults : [{ message: problem.message || say("closed"), hint: "", file: "", line: 0 }];
  }
}

// While a picture is drawn the next waits, and what was typed last is drawn.
export async function drawSoon(frame) {
  const picture = pictures.find((each) => each.frame === frame);
  if (!picture) return;
  picture.waits = true;
  dropProof(frame, true);
  if (picture.busy) return;
  picture.busy = true;
  while (picture.waits) {
    picture.waits = false;
    await draw(picture, true);
  }
  picture.busy = false;
  prove(frame);
}

// What the face in hand comes to on paper is told below it.
export function prove(frame) {
  const picture = pictures.find((each) => each.frame === frame);
  if (!picture || !isInHand(frame)) return dropProof(frame);
  const { kind, name, card, side, variant } = picture;
  const asked = { kind, name, card, side, edition: host.place().edition, ...variant };
  proves({ frame, host, asks: (what, signal) => host.ask(`${what}?${host.query(asked)}`, unsavedFor(frame), signal), opens: (file, line) => openFor(frame, { file, line, column: 0 }), known: () => picture.faults });
}

// What a face is called in an address, and the face that is called so.
export function nameOfFace(frame) {
  const { kind, name, card } = pictures.find((each) => each.frame === frame) ?? {};
  return kind ? [kind, name, card] : [];
}

export const faceCalled = (kind, name, card = "") => pictures.find((each) => each.kind === kind && each.name === name && each.card === card)?.frame;

// How far a picture is from where one looks: the one last pointed at, then those in the middle of the window.
function fromSight({ frame }) {
  if (frame === looked) return -1;
  const { x, y, width, height } = frame.getBoundingClientRect();
  return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
}

export async function redraw() {
  markFaults([], true);
  for (const picture of pictures) picture.stale = true;
  const waiting = pictures.filter((picture) => picture.seen).sort((one, other) => fromSight(one) - fromSight(other));
  const round = ++redraws; // a later change begins anew
  const next = async () => {
    while (waiting.length && round === redraws) await draw(waiting.shift());
  };
  if (waiting.length) await draw(waiting.shift());
  await Promise.all([next(), next()]);
  if (round !== redraws) return;
  await readAgain();
  pictures.filter(({ frame }) => isInHand(frame)).forEach(({ frame }) => prove(frame));
  try {
    const after = await host.ask(`shelf?${host.query()}`);
    const same = JSON.stringify(after) === JSON.stringify(shelf);
    shelf = after;
    if (!same) return showShelf();
  } catch {
    // the faults stand at each picture
  }
}
