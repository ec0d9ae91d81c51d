// What every room of the host's page shares: where the page is, its words, its games, and requests with the key.
import { Words, listen } from "./common.js";
import { goesTo, placeIn } from "./leaving.js";
import { formsOf, inWords, worded } from "./messages.js";
import { render } from "./vendor/preact.js";

const ANYWHERE = { room: "shelf", game: "", item: "", language: "", edition: "", beside: "", view: "" };
const MOST_PAUSE = 2000; // milliseconds until what is read is asked for again
const address = placeIn(location.hash);
export const key = address.key || sessionStorage.getItem("scrawl-key") || "";
sessionStorage.setItem("scrawl-key", key);
export const headers = { "x-key": key };
export const main = /** @type {any} */ (document.getElementById("main"));
const remembered = address.room ? {} : JSON.parse(sessionStorage.getItem("scrawl-chosen") ?? "{}");
const chosen = { ...ANYWHERE, ...remembered, ...address }; // what the address tells goes first
delete chosen.key;
let known = new Words();
let forms = formsOf({});
let listed = { games: [], editions: [], meant: [] };
let shown = null; // the shelf that was read last
let shownFor = ""; // of which game, in which language

export const place = () => chosen;
export const words = () => known;
export const say = (key, values) => known.say(key, values);
const cardCalled = (key) => shown?.decks.map(({ names }) => names[key]).find(Boolean) || key;
// A message of the program in the language of the page.
export const sayMessage = (message) => worded(forms, message);
export const game = () => chosen.game;
export const games = () => listed;
export const gameCalled = (name) => listed.games.find((each) => each.game === name);
// null where the files of the game cannot be read
export const shelf = () => (shownFor === query() ? shown : null);
export const isScored = () => shelf()?.scored;

// Asks the server, with JSON in both directions; throws what it refuses, with its faults.
export const ask = (path, sent, signal) => readAnswer(path, { ...requestOf(sent), signal });

// Sends a file as it is.
export const sendFile = (path, file) => readAnswer(path, { method: "POST", headers, body: file });

const requestOf = (sent) =>
  sent === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(sent) };

const AFTER = 1000; // milliseconds after a click or a key in which what is asked for was meant by it
let acted = -AFTER;
let pending = 0;
for (const acts of ["click", "change", "keydown"]) addEventListener(acts, () => (acted = performance.now()), true);

// While the server is asked because of a click, the page says so.
async function showing(asks) {
  if (performance.now() - acted > AFTER) return asks();
  document.documentElement.toggleAttribute("data-busy", Boolean(++pending));
  try {
    return await asks();
  } finally {
    document.documentElement.toggleAttribute("data-busy", Boolean(--pending));
  }
}

// What is only read is asked for again for some seconds, as lines are; throws a sentence where nothing answers.
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
  const said = inWords(forms, await answer.json());
  if (!answer.ok) throw refused(answer.status, said);
  return said;
}

function refused(status, said) {
  return Object.assign(new Error(said.fault ?? ""), { ...said, status, faults: said.faults ?? [] });
}

async function fetchFile(path, sent) {
  const answer = await showing(() => reach(path, requestOf(sent)));
  if (!answer.ok) throw refused(answer.status, inWords(forms, await answer.json()));
  return answer;
}

// What a file is called that the server answers with.
export const nameOf = (answer) => /filename="([^"]+)"/.exec(answer.headers.get("content-disposition"))[1];

// Has the browser save what the server answers.
export async function download(path, sent) {
  const answer = await fetchFile(path, sent);
  const link = { href: URL.createObjectURL(await answer.blob()), download: nameOf(answer) };
  Object.assign(document.createElement("a"), link).click();
  return answer;
}

const MOST_DRAWN = 3; // a browser has six lines to a host: one hears of changes, and clicks need some
let drawing = 0;
const waiting = [];

// Has pictures drawn a few at a time, so that what somebody clicks on does not wait for all of them.
export async function few(draws) {
  if (drawing === MOST_DRAWN) await new Promise((goes) => waiting.push(goes));
  else drawing += 1;
  try {
    return await draws();
  } finally {
    if (waiting.length) waiting.shift()();
    else drawing -= 1;
  }
}

// The address of a picture that the server draws, for an img; who is done with it revokes it.
export async function picture(path) {
  return URL.createObjectURL(await (await few(() => fetchFile(path))).blob());
}

export const query = (more = {}) =>
  new URLSearchParams({ game: chosen.game, language: chosen.language, ...more }).toString();

export const listens = (path, heard, leaves) =>
  listen(path, headers, heard, (state) => tell(state === "here" ? "" : say("closed")), leaves);

export function tell(text) {
  const place = document.getElementById("state");
  if (place.textContent !== text) place.textContent = text; // what is not new is not read aloud again
}

export async function readWords(language) {
  known = new Words(await ask(`words/${language}`));
  forms = formsOf(known.find("messages"), cardCalled);
}
export const readGames = async (language) => (listed = await ask(`games?${new URLSearchParams({ language })}`));

// Reads the shelf of the place; tells whether the page is still there, else what was read is of another game.
export async function readShelf() {
  const asked = query();
  try {
    const read = await ask(`shelf?${asked}`);
    if (asked === query()) [shown, shownFor] = [read, asked];
  } catch (problem) {
    if (asked === query()) throw problem;
  }
  return asked === query();
}

// The games as the page's language calls them; tells whether they are others than before.
export async function readGamesAgain() {
  const before = JSON.stringify(listed);
  listed = await ask(`games?${query()}`);
  return JSON.stringify(listed) !== before;
}

// Moves the page to another place without asking; what is not named is nowhere.
export const placeAnywhere = ({ key: _, ...place }) => ({ ...ANYWHERE, language: chosen.language, ...place });

// A room tells what of it is open: a dungeon, a saved game.
export function noted(item, replaces = false) {
  chosen.item = item;
  goesTo(key, chosen, replaces);
  remember();
}

export function remember() {
  sessionStorage.setItem("scrawl-chosen", JSON.stringify(chosen));
}

let tries = 0;

// A script that comes when it is needed. A browser remembers of an address that nothing came from it: the next time,
// another address of the same script is asked.
export const comes = (load, name) =>
  load()
    .catch(() => import(`./${name}.js?${++tries}`))
    .catch(() => Promise.reject(new Error(say("closed"))));

// Does something with a script that comes when it is needed, and tells why it cannot.
export const opens = (load, name, does) =>
  comes(load, name)
    .then(does)
    .catch((problem) => tell(problem.message || say("closed")));

let leave = null; // ends what goes on in the room that is shown

export function whenLeft(ends) {
  leaveRoom();
  leave = ends;
}

// A place of its own for the room that is entered, drawn by Preact; `ends` hears when the room is left.
export function stage(ends = () => {}) {
  const place = document.createElement("div");
  whenLeft(() => {
    render(null, place);
    ends();
  });
  main.replaceChildren(place);
  return (drawn) => render(drawn, place);
}

export function leaveRoom() {
  leave?.();
  leave = null;
}

// Asks the page for what no room does by itself: to "go" to another place, to "open" a file at a line, the "source" of
// a part of a picture or the "record" of a face, to show a game or a deck that was "begun", to draw what was "saved".
export function calls(name, detail = {}) {
  document.dispatchEvent(new CustomEvent(name, { detail }));
}

export const go = (changes) => calls("go", changes);

// An edition by its name in the page's language, which its own file has not; all else as it is.
export const editionCalled = (name) =>
  name ? (known.find(`choice_${name.replaceAll("-", "_")}`) ?? name) : say("usual");

// A language by its own name.
export function spoken(language) {
  try {
    return new Intl.DisplayNames([language], { type: "language" }).of(language);
  } catch {
    return language;
  }
}

// The number of a game's colour, by its name; those in the box differ.
export function colourOf(game) {
  return [...game].reduce((sum, sign) => (sum * 12 + sign.codePointAt(0)) % 1000003, 0) % 8;
}
