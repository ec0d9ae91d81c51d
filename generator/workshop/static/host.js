// The workshop's own page: the shelf with live pictures, printing by form, tables to score at.
import { HEADINGS, loadFonts } from "./fonts.js";
import { takesDrops } from "./dropped_pictures.js";
import { tellsOfFile } from "./open_file.js";
import { closeEditor, openFile, openFor, openRecord, openSource } from "./editor.js";
import { showFaults } from "./faults.js";
import { openAgain } from "./file_address.js";
import { keepFocus } from "./focus.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";
import { goesTo, mayLeave, whenLedTo } from "./leaving.js";
import { redraw, showShelf } from "./shelf.js";

const { main, say } = host;
const chosen = host.place();
const withoutKey = /** @type {HTMLTemplateElement} */ (document.getElementById("without-key"));
// What each room but the first is made of comes when somebody points at its button, or enters it.
const SCRIPTS = {
  dungeons: () => host.comes(() => import("./dungeons.js"), "dungeons"),
  print: () => host.comes(() => import("./printing.js"), "printing"),
  scoring: () => host.comes(() => import("./tables.js"), "tables"),
  history: () => host.comes(() => import("./history.js"), "history"),
};
const rooms = ["shelf", ...Object.keys(SCRIPTS)];
let entered = ""; // the room that is shown

async function begin() {
  try {
    const language = (navigator.language || "en").slice(0, 2);
    await host.readWords(language);
    document.title = say("workshop");
    document.getElementById("title").textContent = say("workshop");
    await host.readGames(chosen.language || language);
    if (!rooms.includes(chosen.room)) chosen.room = "shelf";
    if (!host.gameCalled(chosen.game)) chosen.game = await whichGame();
    if (!host.gameCalled(chosen.game).languages.includes(chosen.language)) chosen.language = "";
    chosen.language ||= languageOf(chosen.game, language);
  } catch (problem) {
    if (problem.faults?.length) return showFaults(main, problem);
    if (problem.status === 403) return main.replaceChildren(withoutKey.content.cloneNode(true));
    return host.tell(say("closed"));
  }
  document.documentElement.lang = say("words_language");
  main.dataset.waits = document.body.dataset.waits = say("table_is_read");
  goesTo(host.key, chosen, true);
  host.listens("changes", changed);
  await load();
}

// A language that is wanted where the game has it, else the first that it has.
function languageOf(game, wanted) {
  const { languages } = host.gameCalled(game);
  return languages.includes(wanted) ? wanted : languages[0];
}

// The game that the page opens with: the one that is meant, else the one that is chosen from several of one's own.
function whichGame() {
  const { games, meant } = host.games();
  if (meant.length === 1) return meant[0];
  const own = games.filter((game) => meant.includes(game.game));
  return new Promise((choose) => {
    const button = ({ game, title }) => html`<button key=${game} onclick=${() => choose(game)}>${title}</button>`;
    host.stage()(
      html`<section class="card">
        <h2>${say("which_game")}</h2>
        <div class="buttons">${own.map(button)}</div>
      </section>`,
    );
  });
}

let revision = null;

function changed(number) {
  if (revision !== null && number !== revision) {
    const seen = { shelf: redraw, dungeons: async () => (await SCRIPTS.dungeons()).readDungeonsAgain() }[chosen.room];
    Promise.resolve(seen?.())
      .then(listGames)
      .catch(() => {}); // the workshop was closed meanwhile, which is told at the head
  }
  revision = number;
}

async function listGames() {
  if (await host.readGamesAgain()) showHead();
}

async function load() {
  const { room } = chosen;
  try {
    if (!(await host.readShelf())) return; // the page went on to another game, which is read by itself
  } catch (problem) {
    showHead();
    return room === chosen.room && showFaults(main, problem, false, openFile);
  }
  show();
}

// Goes to another place, where nothing unsaved is left or the one who wrote it says so; what is not named stays.
async function go(changes) {
  const place = { ...chosen, item: "", view: "", ...changes };
  if (!(await mayLeave(host.words(), place))) return showHead();
  goesTo(host.key, place);
  await arrive(place);
}

async function arrive(place) {
  const speaks = place.language !== chosen.language;
  const reads = place.game !== chosen.game || speaks;
  Object.assign(chosen, place);
  if (speaks) listGames().catch(() => {}); // their titles; what is wrong is told by what is read next
  closeEditor(chosen);
  await (reads || (place.room === "shelf" && !host.shelf()) ? load() : show());
}

function guardTheWay() {
  const isOurs = (place) => place.key === host.key && rooms.includes(place.room) && host.gameCalled(place.game);
  whenLedTo(
    (place) => mayLeave(host.words(), place),
    (place) => (isOurs(place) ? arrive(host.placeAnywhere(place)) : location.reload()),
  );
}

// Leads to what was begun just now: a game, and a file of it where there is one.
async function showBegun({ game, file, told = "" }) {
  host.tell((main.dataset.told = say("being_opened"))); // in place of the cards of another deck
  try {
    await host.readGamesAgain();
    const isHere = game === chosen.game;
    await go({ room: "shelf", game, language: languageOf(game, chosen.language) });
    if (isHere) await load();
    if (file) await openFile(file, 1, true);
  } finally {
    delete main.dataset.told;
    host.tell("");
  }
  if (told) tellsOfFile(told);
}

/** @type {Record<string, (detail: any) => any>} */
const CALLS = {
  go,
  open: ({ file, line, figure, told = "" }) =>
    (figure ? openFor(figure, { file, line, column: 0 }) : openFile(file, line)).then(() => told && tellsOfFile(told)),
  source: ({ part }) => openSource(part),
  record: ({ figure }) => openRecord(figure),
  begun: (made) => showBegun(made).catch((problem) => host.tell(problem.message || say("closed"))),
  saved: () => redraw(),
};
for (const [name, answers] of Object.entries(CALLS))
  document.addEventListener(name, (/** @type {any} */ event) => answers(event.detail));

function showHead() {
  const { games, editions } = host.games();
  const takes = (what) => (value) => go({ item: chosen.item, [what]: value });
  const takesGame = (game) => go({ game, language: languageOf(game, chosen.language) });
  const titles = games.map((each) => [each.game, each.title]);
  const languages = host.gameCalled(chosen.game).languages.map((each) => [each, host.spoken(each)]);
  const looks = ["", ...editions].map((each) => [each, host.editionCalled(each)]);
  const sets = [
    ["", "–"],
    ["language", say("languages")],
    ["edition", say("editions")],
  ];
  const isShelf = chosen.room === "shelf";
  const button = (room) => {
    const current = room === chosen.room ? "page" : null;
    const nears = () => SCRIPTS[room]?.().catch(() => {}); // asked for again where it is entered
    return html`<button
      key=${room}
      aria-current=${current}
      onclick=${() => go({ room })}
      onpointerenter=${nears}
      onfocus=${nears}
    >
      ${say(room)}
    </button>`;
  };
  render(rooms.map(button), document.getElementById("rooms"));
  const page = chosen.room === "scoring" ? "workshop-scoring" : chosen.room === "print" ? "printing" : "workshop";
  const reads = () =>
    host.opens(
      () => import("./handbook.js"),
      "handbook",
      ({ showsHandbook }) => showsHandbook(page),
    );
  const choices = html`${chosen.room !== "history" && choice("game", titles, takesGame)}
    ${choice("language", languages, takes("language"))} ${isShelf && choice("edition", looks, takes("edition"))}
    ${isShelf && choice("beside", sets, takes("beside"))}
    <button id="handbook" type="button" onclick=${reads}>${say("handbook")}</button>`;
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
  // nothing of the room before stands under the name of the next; the same one stays until it is drawn again
  if (entered !== chosen.room) {
    host.leaveRoom();
    main.replaceChildren();
  }
  entered = chosen.room;
  loadFonts([HEADINGS], (name) => `fonts/${chosen.game}/${name}`);
  document.body.dataset.colour = String(host.colourOf(chosen.game));
  showHead();
  const shown = chosen.room === "shelf" ? (showShelf(), openAgain(chosen.item)) : enters(chosen.room);
  return Promise.resolve(shown).catch((problem) => showFaults(main, problem));
}

async function enters(room) {
  const scripts = await SCRIPTS[room]();
  if (["scoring", "history"].includes(room)) await styleRooms();
  if (chosen.room === room) await scripts.showRoom();
}

// The rooms of those who play have styles of their own, which come when one of them is entered.
async function styleRooms() {
  if (document.getElementById("style-pad")) return;
  const link = (name) => {
    const { href } = new URL(`./${name}.css`, import.meta.url);
    return Object.assign(document.createElement("link"), { rel: "stylesheet", href, id: `style-${name}` });
  };
  const links = ["finish", "pad", "rooms"].map(link);
  const come = links.map((each) => new Promise((comes) => (each.onload = each.onerror = comes)));
  document.head.append(...links);
  await Promise.all(come);
}

guardTheWay();
keepFocus();
takesDrops(() => chosen.room === "shelf");
begin();
