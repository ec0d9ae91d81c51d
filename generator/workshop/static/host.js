// The page of the workshop: the shelf with live pictures, the form for printing, tables for scoring.
import { HEADINGS, loadFonts } from "./fonts.js";
import { acceptDrops } from "./dropped_pictures.js";
import { showFileMessage } from "./open_file.js";
import { closeEditor, openFile, openFor, openRecord, openSource } from "./editor.js";
import { showFaults } from "./faults.js";
import { openAgain } from "./file_address.js";
import { keepFocus } from "./focus.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";
import { writeAddress, mayLeave, onNavigation } from "./leaving.js";
import { redraw, showShelf } from "./shelf.js";

const { main, say } = host;
const chosen = host.place();
const withoutKey = /** @type {HTMLTemplateElement} */ (document.getElementById("without-key"));
// The scripts of each room but the first load when the user points at the button of the room, or enters it.
const SCRIPTS = {
  dungeons: () => host.loadScript(() => import("./dungeons.js"), "dungeons"),
  print: () => host.loadScript(() => import("./printing.js"), "printing"),
  scoring: () => host.loadScript(() => import("./tables.js"), "tables"),
  history: () => host.loadScript(() => import("./history.js"), "history"),
};
const rooms = ["shelf", ...Object.keys(SCRIPTS)];
let currentRoom = ""; // the room that the page shows

async function begin() {
  try {
    const language = (navigator.language || "en").slice(0, 2);
    await host.readWords(language);
    document.title = say("workshop");
    document.getElementById("title").textContent = say("workshop");
    await host.readGames(chosen.language || language);
    if (!rooms.includes(chosen.room)) chosen.room = "shelf";
    if (!host.findGame(chosen.game)) chosen.game = await whichGame();
    if (!host.findGame(chosen.game).languages.includes(chosen.language)) chosen.language = "";
    chosen.language ||= languageOf(chosen.game, language);
  } catch (problem) {
    if (problem.faults?.length) return showFaults(main, problem);
    if (problem.status === 403) return main.replaceChildren(withoutKey.content.cloneNode(true));
    return host.tell(say("closed"));
  }
  document.documentElement.lang = say("words_language");
  main.dataset.waits = document.body.dataset.waits = say("table_is_read");
  writeAddress(host.key, chosen, true);
  host.listenTo("changes", changed);
  await load();
}

// The wanted language if the game has it, else the first language of the game.
function languageOf(game, wanted) {
  const { languages } = host.findGame(game);
  return languages.includes(wanted) ? wanted : languages[0];
}

// The game to open the page with: the only one that the server suggests, else the user's choice of the suggested ones.
function whichGame() {
  const { games, requested } = host.games();
  if (requested.length === 1) return requested[0];
  const candidates = games.filter((game) => requested.includes(game.game));
  return new Promise((choose) => {
    const button = ({ game, title }) => html`<button key=${game} onclick=${() => choose(game)}>${title}</button>`;
    host.stage()(
      html`<section class="card">
        <h2>${say("which_game")}</h2>
        <div class="buttons">${candidates.map(button)}</div>
      </section>`,
    );
  });
}

let revision = null;

function changed(number) {
  if (revision !== null && number !== revision) {
    const update = { shelf: redraw, dungeons: async () => (await SCRIPTS.dungeons()).readDungeonsAgain() }[chosen.room];
    Promise.resolve(update?.())
      .then(listGames)
      .catch(() => {}); // the workshop closed in between; the head of the page says so
  }
  revision = number;
}

async function listGames() {
  if (await host.readGamesAgain()) showHead();
}

async function load() {
  const { room } = chosen;
  try {
    if (!(await host.readShelf())) return; // the page moved on to another game and reads that one
  } catch (problem) {
    showHead();
    return room === chosen.room && showFaults(main, problem, false, openFile);
  }
  show();
}

// Goes to another place if nothing is unsaved or the user agrees; parts that `changes` does not name stay.
async function go(changes) {
  const place = { ...chosen, item: "", view: "", ...changes };
  if (!(await mayLeave(host.words(), place))) return showHead();
  writeAddress(host.key, place);
  await arrive(place);
}

async function arrive(place) {
  const isNewLanguage = place.language !== chosen.language;
  const mustLoad = place.game !== chosen.game || isNewLanguage;
  Object.assign(chosen, place);
  if (isNewLanguage) listGames().catch(() => {}); // their titles; the next read shows any fault
  closeEditor(chosen);
  await (mustLoad || (place.room === "shelf" && !host.shelf()) ? load() : show());
}

function guardTheWay() {
  const isOurs = (place) => place.key === host.key && rooms.includes(place.room) && host.findGame(place.game);
  onNavigation(
    (place) => mayLeave(host.words(), place),
    (place) => (isOurs(place) ? arrive(host.placeAnywhere(place)) : location.reload()),
  );
}

// Goes to a new game, and to a file of it if there is one.
async function showBegun({ game, file, message = "" }) {
  host.tell((main.dataset.message = say("being_opened"))); // in place of the cards of another deck
  try {
    await host.readGamesAgain();
    const isHere = game === chosen.game;
    await go({ room: "shelf", game, language: languageOf(game, chosen.language) });
    if (isHere) await load();
    if (file) await openFile(file, 1, true);
  } finally {
    delete main.dataset.message;
    host.tell("");
  }
  if (message) showFileMessage(message);
}

/** @type {Record<string, (detail: any) => any>} */
const CALLS = {
  go,
  open: ({ file, line, figure, message = "" }) =>
    (figure ? openFor(figure, { file, line, column: 0 }) : openFile(file, line)).then(
      () => message && showFileMessage(message),
    ),
  source: ({ part }) => openSource(part),
  record: ({ figure }) => openRecord(figure),
  begun: (detail) => showBegun(detail).catch((problem) => host.tell(problem.message || say("closed"))),
  saved: () => redraw(),
};
for (const [name, handler] of Object.entries(CALLS))
  document.addEventListener(name, (/** @type {any} */ event) => handler(event.detail));

function showHead() {
  const { games, editions } = host.games();
  const choose = (key) => (value) => go({ item: chosen.item, [key]: value });
  const setGame = (game) => go({ game, language: languageOf(game, chosen.language) });
  const titles = games.map((each) => [each.game, each.title]);
  const languages = host.findGame(chosen.game).languages.map((each) => [each, host.languageName(each)]);
  const variants = ["", ...editions].map((each) => [each, host.editionName(each)]);
  const besideOptions = [
    ["", "–"],
    ["language", say("languages")],
    ["edition", say("editions")],
  ];
  const isShelf = chosen.room === "shelf";
  const button = (room) => {
    const current = room === chosen.room ? "page" : null;
    const preload = () => SCRIPTS[room]?.().catch(() => {}); // entering the room tries again
    return html`<button
      key=${room}
      aria-current=${current}
      onclick=${() => go({ room })}
      onpointerenter=${preload}
      onfocus=${preload}
    >
      ${say(room)}
    </button>`;
  };
  render(rooms.map(button), document.getElementById("rooms"));
  const page = chosen.room === "scoring" ? "workshop-scoring" : chosen.room === "print" ? "printing" : "workshop";
  const openHandbook = () =>
    host.withScript(
      () => import("./handbook.js"),
      "handbook",
      ({ openHandbook }) => openHandbook(page),
    );
  const choices = html`${chosen.room !== "history" && choice("game", titles, setGame)}
    ${choice("language", languages, choose("language"))} ${isShelf && choice("edition", variants, choose("edition"))}
    ${isShelf && choice("beside", besideOptions, choose("beside"))}
    <button id="handbook" type="button" onclick=${openHandbook}>${say("handbook")}</button>`;
  render(choices, document.getElementById("choices"));
}

function choice(id, options, take) {
  const option = ([value, text]) => html`<option key=${value} value=${value}>${text}</option>`;
  return html`<label key=${id} for=${id}>
    ${say(id)}
    <select id=${id} value=${chosen[id]} onchange=${(event) => take(event.target.value)}>
      ${options.map(option)}
    </select>
  </label>`;
}

function show() {
  host.remember();
  // the next room must not show anything of the room before; the same room stays until it is drawn again
  if (currentRoom !== chosen.room) {
    host.leaveRoom();
    main.replaceChildren();
  }
  currentRoom = chosen.room;
  loadFonts([HEADINGS], (name) => `fonts/${chosen.game}/${name}`);
  document.body.dataset.colour = String(host.colourOf(chosen.game));
  showHead();
  const result = chosen.room === "shelf" ? (showShelf(), openAgain(chosen.item)) : enterRoom(chosen.room);
  return Promise.resolve(result).catch((problem) => showFaults(main, problem));
}

async function enterRoom(room) {
  const scripts = await SCRIPTS[room]();
  if (["scoring", "history"].includes(room)) await styleRooms();
  if (chosen.room === room) await scripts.showRoom();
}

// The rooms for players have their own styles, which load when the user enters one of them.
async function styleRooms() {
  if (document.getElementById("style-pad")) return;
  const link = (name) => {
    const { href } = new URL(`./${name}.css`, import.meta.url);
    return Object.assign(document.createElement("link"), { rel: "stylesheet", href, id: `style-${name}` });
  };
  const links = ["finish", "pad", "rooms"].map(link);
  const loads = links.map((each) => new Promise((resolve) => (each.onload = each.onerror = resolve)));
  document.head.append(...links);
  await Promise.all(loads);
}

guardTheWay();
keepFocus();
acceptDrops(() => chosen.room === "shelf");
begin();
