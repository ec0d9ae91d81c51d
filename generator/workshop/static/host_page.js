// Shared by all rooms of the host's page: where the page is, its words, its games, and requests with the key.
import { Words, listen } from "./common.js";
import { writeAddress, placeIn } from "./leaving.js";
import { formsOf, translateAnswer, translate } from "./messages.js";
import { render } from "./vendor/preact.js";

const ANYWHERE = { room: "shelf", game: "", item: "", language: "", edition: "", beside: "", view: "" };
const MOST_PAUSE = 2000; // milliseconds, the longest pause before a repeated read request
const address = placeIn(location.hash);
export const key = address.key || sessionStorage.getItem("scrawl-key") || "";
sessionStorage.setItem("scrawl-key", key);
export const headers = { "x-key": key };
export const main = /** @type {any} */ (document.getElementById("main"));
const stored = address.room ? {} : JSON.parse(sessionStorage.getItem("scrawl-chosen") ?? "{}");
const current = { ...ANYWHERE, ...stored, ...address }; // the address comes first
delete current.key;
let dictionary = new Words();
let forms = formsOf({});
let gameList = { games: [], editions: [], requested: [] };
let lastShelf = null; // the last shelf that was read
let shelfQuery = ""; // its game and language

export const place = () => current;
export const words = () => dictionary;
export const say = (key, values) => dictionary.say(key, values);
const cardCalled = (key) => lastShelf?.decks.map(({ names }) => names[key]).find(Boolean) || key;
// A message of the program in the language of the page.
export const sayMessage = (message) => translate(forms, message);
export const game = () => current.game;
export const games = () => gameList;
export const findGame = (name) => gameList.games.find((each) => each.game === name);
// null if the files of the game cannot be read
export const shelf = () => (shelfQuery === query() ? lastShelf : null);
export const isScored = () => shelf()?.scored;

// Asks the server, with JSON in both directions. Throws its refusals, with their faults.
export const ask = (path, data, signal) => readAnswer(path, { ...requestOf(data), signal });

// Sends a file as it is.
export const sendFile = (path, file) => readAnswer(path, { method: "POST", headers, body: file });

const requestOf = (data) =>
  data === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(data) };

const AFTER = 1000; // milliseconds after a click or a key in which requests count as its result
let lastAction = -AFTER;
let pending = 0;
for (const acts of ["click", "change", "keydown"]) addEventListener(acts, () => (lastAction = performance.now()), true);

// The page shows that it is busy during a request that a click made.
async function showing(request) {
  if (performance.now() - lastAction > AFTER) return request();
  document.documentElement.toggleAttribute("data-busy", Boolean(++pending));
  try {
    return await request();
  } finally {
    document.documentElement.toggleAttribute("data-busy", Boolean(--pending));
  }
}

// Repeats read requests for some seconds, as event streams do; throws a sentence if the server does not answer.
async function reach(path, request) {
  for (let pause = 250; ; pause *= 2) {
    try {
      const answer = await fetch(path, request);
      if (document.getElementById("state").textContent === say("closed")) tell("");
      return answer;
    } catch (problem) {
      if (request.signal?.aborted) throw problem;
      if (request.method || pause > MOST_PAUSE) throw new Error(say("closed"));
      await new Promise((later) => setTimeout(later, pause));
    }
  }
}

async function readAnswer(path, request) {
  const answer = await showing(() => reach(path, request));
  const body = translateAnswer(forms, await answer.json());
  if (!answer.ok) throw refusal(answer.status, body);
  return body;
}

function refusal(status, body) {
  return Object.assign(new Error(body.fault ?? ""), { ...body, status, faults: body.faults ?? [] });
}

async function fetchFile(path, data) {
  const answer = await showing(() => reach(path, requestOf(data)));
  if (!answer.ok) throw refusal(answer.status, translateAnswer(forms, await answer.json()));
  return answer;
}

// The name of the file in an answer.
export const nameOf = (answer) => /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))[1];

// Saves the server's answer as a file in the browser.
export async function download(path, data) {
  const answer = await fetchFile(path, data);
  const link = { href: URL.createObjectURL(await answer.blob()), download: nameOf(answer) };
  Object.assign(document.createElement("a"), link).click();
  return answer;
}

const MOST_DRAWN = 3; // a browser opens six connections to a host: one is for events, and clicks need some
let drawing = 0;
const waiting = [];

// Draws pictures a few at a time, so that a click does not wait for all of them.
export async function limitDrawing(draw) {
  if (drawing === MOST_DRAWN) await new Promise((resolve) => waiting.push(resolve));
  else drawing += 1;
  try {
    return await draw();
  } finally {
    if (waiting.length) waiting.shift()();
    else drawing -= 1;
  }
}

// The address of a picture from the server, for an img; the caller revokes it.
export async function picture(path) {
  return URL.createObjectURL(await (await limitDrawing(() => fetchFile(path))).blob());
}

export const query = (more = {}) =>
  new URLSearchParams({ game: current.game, language: current.language, ...more }).toString();

export const listenTo = (path, onEvent, signal) =>
  listen(path, headers, onEvent, (state) => tell(state === "here" ? "" : say("closed")), signal);

export function tell(text) {
  const place = document.getElementById("state");
  if (place.textContent !== text) place.textContent = text; // a screen reader must not repeat old text
}

export async function readWords(language) {
  dictionary = new Words(await ask(`words/${language}`));
  forms = formsOf(dictionary.find("messages"), cardCalled);
}
export const readGames = async (language) => (gameList = await ask(`games?${new URLSearchParams({ language })}`));

// Reads the shelf of the place. Returns whether the page is still there; if not, the answer is for another game.
export async function readShelf() {
  const params = query();
  try {
    const answer = await ask(`shelf?${params}`);
    if (params === query()) [lastShelf, shelfQuery] = [answer, params];
  } catch (problem) {
    if (params === query()) throw problem;
  }
  return params === query();
}

// Reads the games with names in the page's language; returns whether they changed.
export async function readGamesAgain() {
  const before = JSON.stringify(gameList);
  gameList = await ask(`games?${query()}`);
  return JSON.stringify(gameList) !== before;
}

// A place to move to without asking. Parts that are not given are empty; the language stays.
export const placeAnywhere = ({ key: _, ...place }) => ({ ...ANYWHERE, language: current.language, ...place });

// A room reports what is open in it: a dungeon, a saved game.
export function noteItem(item, replaces = false) {
  current.item = item;
  writeAddress(key, current, replaces);
  remember();
}

export function remember() {
  sessionStorage.setItem("scrawl-chosen", JSON.stringify(current));
}

let attempts = 0;

// Loads a script when it is needed. A browser remembers an address that failed, so the next try uses another address of
// the same script.
export const loadScript = (load, name) =>
  load()
    .catch(() => import(`./${name}.js?${++attempts}`))
    .catch(() => Promise.reject(new Error(say("closed"))));

// Does something with a script that is loaded when needed; shows why it cannot.
export const withScript = (load, name, does) =>
  loadScript(load, name)
    .then(does)
    .catch((problem) => tell(problem.message || say("closed")));

let leave = null; // ends the work of the current room

export function whenLeft(onLeave) {
  leaveRoom();
  leave = onLeave;
}

// A separate element for the new room, drawn by Preact. `onLeave` runs when the user leaves the room.
export function stage(onLeave = () => {}) {
  const place = document.createElement("div");
  whenLeft(() => {
    render(null, place);
    onLeave();
  });
  main.replaceChildren(place);
  return (content) => render(content, place);
}

export function leaveRoom() {
  leave?.();
  leave = null;
}

// Asks the page for actions that no room does by itself: "go" to another place, "open" a file at a line, open the
// "source" of a picture part or the "record" of a face, show a "begun" game or deck, draw "saved" changes.
export function dispatch(name, detail = {}) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

export const go = (changes) => dispatch("go", changes);

// An edition's name in the page's language, as its file has none; other names do not change.
export const editionName = (name) =>
  name ? (dictionary.find(`choice_${name.replaceAll("-", "_")}`) ?? name) : say("usual");

// The name of a language in that language.
export function languageName(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language);
  } catch {
    return language;
  }
}

// The number of a game's colour, from its name; included games have different colours.
export function colourOf(game) {
  return [...game].reduce((sum, sign) => (sum * 12 + sign.codePointAt(0)) % 1000003, 0) % 8;
}
