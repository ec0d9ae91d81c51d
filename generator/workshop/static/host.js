// The workshop's own page: the shelf with live pictures, printing by form, tables to score at.
import { Words, element, fill, listen, loadFonts } from "./common.js";
import { readDungeonsAgain, showDungeons } from "./dungeons.js";
import { takesDrops } from "./dropped_pictures.js";
import { closeEditor, openFile, setEditor } from "./editor.js";
import { noteOpen, openAgain } from "./file_address.js";
import { keepFocus } from "./focus.js";
import { showHistory } from "./history.js";
import { goesTo, mayLeave, placeIn, whenLedTo } from "./leaving.js";
import { leavePages, setPrinting, printed, showForms, toldOf } from "./printing.js";
import { cardOf, drawCard, drawSoon, faceCalled, faceOfCard, nameOfFace, prove, readShelf, redraw, setShelf, showShelf, takesInHand } from "./shelf.js";
import { closeScoreboard } from "./scoreboard.js";
import { showTables } from "./tables.js";

const address = placeIn(location.hash);
const key = address.key || sessionStorage.getItem("scrawl-key") || "";
sessionStorage.setItem("scrawl-key", key);
const main = document.getElementById("main");
const withoutKey = /** @type {HTMLTemplateElement} */ (document.getElementById("without-key"));
const rooms = ["shelf", "dungeons", "print", "scoring", "history"];
const anywhere = { room: "shelf", game: "", item: "", language: "", edition: "", beside: "" };
const chosen = { ...anywhere, ...(address.room ? {} : JSON.parse(sessionStorage.getItem("scrawl-chosen") ?? "{}")), ...address }; // what the address tells
delete chosen.key;
let words = new Words();
let games = { games: [], editions: [] };
let shelf = null; // what the game has to show
let listening = new Set();
let entered = ""; // the room that is shown

async function ask(path, sent, signal) {
  const headers = { "x-key": key };
  const answer = await fetch(path, sent === undefined ? { headers, signal } : { method: "POST", headers, body: JSON.stringify(sent), signal });
  const said = await answer.json();
  if (!answer.ok) throw refused(answer.status, said);
  return said;
}

function refused(status, said) {
  return Object.assign(new Error(said.fault ?? ""), { ...said, status, faults: said.faults ?? [] });
}

// Has the browser save what the server answers.
async function download(path, sent) {
  const headers = { "x-key": key };
  const answer = await fetch(path, sent === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(sent) });
  if (!answer.ok) throw refused(answer.status, await answer.json());
  const name = /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))[1];
  element("a", { href: URL.createObjectURL(await answer.blob()), download: name }).click();
  return answer;
}

// Sends a file as it is.
async function sendFile(path, file) {
  const answer = await fetch(path, { method: "POST", headers: { "x-key": key }, body: file });
  const said = await answer.json();
  if (!answer.ok) throw refused(answer.status, said);
  return said;
}

// The address of a picture that the server draws, for an img; who is done with it revokes it.
async function picture(path) {
  const answer = await fetch(path, { headers: { "x-key": key } });
  if (!answer.ok) throw refused(answer.status, await answer.json());
  return URL.createObjectURL(await answer.blob());
}

function query(more = {}) {
  return new URLSearchParams({ game: chosen.game, language: chosen.language, ...more }).toString();
}

function tell(text) {
  document.getElementById("state").textContent = text;
}

async function begin() {
  try {
    const language = (navigator.language || "en").slice(0, 2);
    words = new Words(await ask(`words/${language}`));
    document.title = words.say("workshop");
    document.getElementById("title").textContent = words.say("workshop");
    games = await ask(`games?${new URLSearchParams({ language: chosen.language || language })}`);
    if (!rooms.includes(chosen.room)) chosen.room = "shelf";
    if (!games.games.some((game) => game.game === chosen.game)) chosen.game = await whichGame();
    const known = games.games.find((game) => game.game === chosen.game).languages;
    if (!known.includes(chosen.language)) chosen.language = known.includes(language) ? language : known[0];
  } catch (problem) {
    if (problem.faults?.length) return showFaults(main, problem);
    if (problem.status === 403) return fill(main, withoutKey.content.cloneNode(true));
    return tell(words.say("closed"));
  }
  document.documentElement.lang = words.say("words_language");
  goesTo(key, chosen, true);
  listen("changes", { "x-key": key }, changed, (state) => tell(state === "here" ? "" : words.say("closed")));
  await load();
}

// The game that the page opens with: the one that is meant, else the one that is chosen from several of one's own.
function whichGame() {
  if (games.meant.length === 1) return games.meant[0];
  const own = games.games.filter((game) => games.meant.includes(game.game));
  return new Promise((choose) =>
    fill(
      main,
      element("section", { class: "card" },
        element("h2", {}, words.say("which_game")),
        element("div", { class: "buttons" }, ...own.map((game) => element("button", { onclick: () => choose(game.game) }, game.title))),
      ),
    ),
  );
}

let revision = null;

function changed(number) {
  if (revision !== null && number !== revision) {
    const seen = chosen.room === "shelf" ? redraw() : chosen.room === "dungeons" ? readDungeonsAgain() : null;
    Promise.resolve(seen).then(listGames).catch(() => {}); // the workshop was closed meanwhile, which is told at the head
  }
  revision = number;
}

async function listGames() {
  const known = await ask(`games?${query()}`);
  if (JSON.stringify(known) === JSON.stringify(games)) return;
  games = known;
  showHead();
}

async function load() {
  try {
    shelf = await readShelf();
  } catch (problem) {
    showHead();
    return showFaults(main, problem, false, openFile);
  }
  show();
}

function choice(id, label, options, value, take) {
  const select = element("select", { id, onchange: (event) => take(event.target.value) });
  for (const [option, text] of options) select.append(element("option", { value: option, selected: option === value }, text));
  return element("label", { for: id }, label, select);
}

// A language by its own name.
function spoken(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language);
  } catch {
    return language;
  }
}

// Goes to another place, where nothing unsaved is left or the one who wrote it says so; what is not named stays.
async function go(changes) {
  const place = { ...chosen, item: "", ...changes };
  if (!mayLeave(words, place)) return showHead();
  goesTo(key, place);
  await arrive(place);
}

async function arrive(place) {
  const speaks = place.language !== chosen.language;
  const reads = place.game !== chosen.game || speaks;
  Object.assign(chosen, place);
  if (speaks) listGames().catch(() => {}); // their titles; what is wrong is told by what is read next
  closeEditor(chosen);
  await (reads ? load() : show());
}

// A room tells what of it is open: a dungeon, a saved game.
function noted(item, replaces = false) {
  chosen.item = item;
  goesTo(key, chosen, replaces);
  remember();
}

// The number of a game's colour, by its name; those in the box differ.
function colourOf(game) {
  return [...game].reduce((sum, sign) => (sum * 12 + sign.codePointAt(0)) % 1000003, 0) % 8;
}

function remember() {
  sessionStorage.setItem("scrawl-chosen", JSON.stringify(chosen));
}

function guardTheWay() {
  const isOurs = (place) => place.key === key && rooms.includes(place.room) && games.games.some((game) => game.game === place.game);
  const arrives = ({ key: _, ...place }) => arrive({ ...anywhere, language: chosen.language, ...place });
  whenLedTo(
    (place) => mayLeave(words, place),
    (place) => (isOurs(place) ? arrives(place) : location.reload()),
  );
}

function showHead() {
  const game = games.games.find((each) => each.game === chosen.game);
  const editions = [["", words.say("usual")], ...games.editions.map((each) => [each, each])];
  const beside = [["", "–"], ["language", words.say("languages")], ["edition", words.say("editions")]];
  const takes = (what) => (value) => go({ item: chosen.item, [what]: value });
  const isShelf = chosen.room === "shelf";
  fill(
    document.getElementById("rooms"),
    ...rooms.map((room) =>
      element("button", { "aria-current": room === chosen.room ? "page" : null, onclick: () => go({ room }) }, words.say(room)),
    ),
  );
  fill(
    document.getElementById("choices"),
    chosen.room === "history" ? null : choice("game", words.say("game"), games.games.map((each) => [each.game, each.title]), chosen.game, takesGame),
    choice("language", words.say("language"), game.languages.map((each) => [each, spoken(each)]), chosen.language, takes("language")),
    isShelf ? choice("edition", words.say("edition"), editions, chosen.edition, takes("edition")) : null,
    isShelf ? choice("beside", words.say("beside"), beside, chosen.beside, takes("beside")) : null,
  );
}

// Leads to what was begun just now: a game, and a file of it where there is one.
async function opens(game, file) {
  games = await ask(`games?${query()}`);
  const isHere = game === chosen.game;
  const { languages } = games.games.find((each) => each.game === game);
  await go({ room: "shelf", game, language: languages.includes(chosen.language) ? chosen.language : languages[0] });
  if (isHere) await load();
  if (file) openFile(file, 1, true);
}

function takesGame(game) {
  const { languages } = games.games.find((each) => each.game === game);
  go({ game, language: languages.includes(chosen.language) ? chosen.language : languages[0] });
}

const listens = (path, heard, leaves) => listen(path, { "x-key": key }, heard, (state) => tell(state === "away" ? words.say("closed") : ""), leaves);
const room = { headers: { "x-key": key }, ask, listens, query, go, noted, noteOpen: (open) => noteOpen(room, open), opens, tell, showFaults, download, picture, sendFile, printed, toldOf, redraw, cardOf, drawCard, drawSoon, faceCalled, faceOfCard, nameOfFace, prove, takesInHand, words: () => words, game: () => chosen.game, place: () => chosen, isScored: () => shelf?.scored, shelf: () => shelf, colourOf, games: () => games, spoken, main };
setEditor(room);
setShelf(room);
setPrinting(room);

function show() {
  remember();
  if (entered !== chosen.room) fill(main); // nothing of the room before stands under the name of the next
  entered = chosen.room;
  loadFonts(["display.bold", "text.regular", "text.bold"], (name) => `fonts/${chosen.game}/${name}`);
  closeScoreboard();
  leavePages();
  document.body.dataset.colour = String(colourOf(chosen.game));
  showHead();
  const shown = { shelf: () => (showShelf(), openAgain(room, chosen.item)), print: () => showForms(main, room), dungeons: () => showDungeons(main, room), scoring: () => dressed(() => showTables(main, room)), history: () => dressed(() => showHistory(main, room)) }[chosen.room];
  return Promise.resolve(shown()).catch((problem) => showFaults(main, problem));
}

// The rooms of those who play have a style of their own, which comes when one of them is entered.
async function dressed(shows) {
  const entering = chosen.room;
  if (!document.querySelector("link[href='rooms.css']")) await new Promise((come) => document.head.append(element("link", { rel: "stylesheet", href: "rooms.css", onload: come, onerror: come })));
  if (chosen.room === entering) await shows();
}

// Where `calm`, no faults are no trouble; `opens` leads to the line of a fault.
function showFaults(parent, problem, calm = false, opens = null) {
  if (calm && !problem.faults?.length) return fill(parent);
  const faults = problem.faults?.length ? problem.faults : [{ message: problem.message || words.say("closed"), hint: "", file: "" }];
  const rows = faults.slice(0, 6).map((fault) => {
    const where = fault.file ? `${fault.file}${fault.line ? `:${fault.line}` : ""}` : "";
    const place = opens && where ? element("button", { class: "place", onclick: () => opens(fault.file, fault.line || 1) }, where) : element("code", {}, where);
    return element("li", {}, fault.language ? element("b", {}, `${spoken(fault.language)}: `) : null, place, ` ${fault.message}`, fault.hint ? ` (${fault.hint})` : "");
  });
  fill(parent, ...rows);
}

guardTheWay();
keepFocus();
takesDrops(room, () => chosen.room === "shelf");
begin();
