// The workshop's own page: the shelf with live pictures, printing by form, tables to score at.
import { Words, drawn, element, fill, listen, loadFonts } from "./common.js";
import { readDungeonsAgain, showDungeons } from "./dungeons.js";
import { closeEditor, forgetFaults, markFaults, openFile, openSource, readAgain, setEditor, showCursor, unsavedFor } from "./editor.js";
import { showHistory } from "./history.js";
import { goesTo, mayLeave, placeIn, whenLedTo } from "./leaving.js";
import { printersCard } from "./printers.js";
import { spreadsheetCard, takesRows } from "./spreadsheet.js";
import { showTables } from "./tables.js";

const address = placeIn(location.hash);
const key = address.key || sessionStorage.getItem("scrawl-key") || "";
sessionStorage.setItem("scrawl-key", key);
const main = document.getElementById("main");
const rooms = ["shelf", "dungeons", "print", "scoring", "history"];
const anywhere = { room: "shelf", game: "", item: "", language: "", edition: "", beside: "" };
const chosen = { ...anywhere, ...(address.room ? {} : JSON.parse(sessionStorage.getItem("scrawl-chosen") ?? "{}")), ...address }; // what the address tells
delete chosen.key;
let words = new Words();
let games = { games: [], editions: [] };
let shelf = null;
let pictures = [];
let forms = [];
let listening = new Set();

async function ask(path, sent, signal) {
  const headers = { "x-key": key };
  const answer = await fetch(path, sent === undefined ? { headers } : { method: "POST", headers, body: JSON.stringify(sent), signal });
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
    return tell(problem.status === 403 ? words.say("no_key") : words.say("closed"));
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
    Promise.resolve(seen).then(listGames);
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
    shelf = await ask(`shelf?${query()}`);
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

function takesGame(game) {
  const { languages } = games.games.find((each) => each.game === game);
  go({ game, language: languages.includes(chosen.language) ? chosen.language : languages[0] });
}

const room = { ask, query, go, noted, tell, showFaults, download, printed, toldOf, redraw, drawSoon, writtenAt, words: () => words, game: () => chosen.game, place: () => chosen, isScored: () => shelf.scored };
setEditor(room);

function show() {
  remember();
  showHead();
  const shown = { shelf: showShelf, print: showForms, dungeons: () => showDungeons(main, room), scoring: () => showTables(main, room), history: () => showHistory(main, room) }[chosen.room];
  return Promise.resolve(shown()).catch((problem) => showFaults(main, problem));
}

// shelf: every face is a picture that is drawn when it comes near, and again when a file changes

let looked = null; // the picture last pointed at
let redraws = 0;

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

function showShelf() {
  near.disconnect();
  pictures = [];
  const sections = [];
  for (const deck of shelf.decks) {
    const frames = deck.cards.flatMap((card) => faces("deck", deck.name, card));
    sections.push(section(`${deck.title}`, frames, () => turn(deck.name)));
  }
  sections.push(section(words.say("sheets"), shelf.sheets.flatMap((sheet) => faces("sheet", sheet.name, "", sheet.title))));
  sections.push(section(words.say("pages"), shelf.pages.flatMap((page) => faces("page", page.name, "", page.title))));
  fill(main, ...sections);
}

function section(title, frames, turned) {
  if (!frames.length) return null;
  const button = turned ? element("button", { onclick: turned }, `${words.say("front")} / ${words.say("back")}`) : null;
  return element("section", {}, element("div", { class: "head" }, element("h2", {}, title), button), inRows(element("div", { class: "faces" }, ...frames)));
}

// What stands side by side stands in one row.
function inRows(faces) {
  const count = variants().length;
  if (count) faces.style.gridTemplateColumns = `repeat(${count}, minmax(0, 22rem))`;
  return faces;
}

function variants() {
  if (chosen.beside === "edition") return ["", ...games.editions];
  return chosen.beside === "language" ? games.games.find((game) => game.game === chosen.game).languages : [];
}

// One picture, or one for each language or edition that is to stand beside the others.
function faces(kind, name, card, caption = "") {
  const said = caption || card.replaceAll("_", " ");
  const known = variants();
  if (!known.length) return [face(kind, name, card, said, {})];
  return known.map((each) => face(kind, name, card, `${said} · ${each || words.say("usual")}`, { [chosen.beside]: each }));
}

function face(kind, name, card, caption, variant) {
  const place = element("div", { class: "picture", onclick: (event) => openSource(event.target.closest("[data-place]")) });
  const note = element("ul", { class: "faults" });
  const source = element("button", { class: "source-of", "aria-label": words.say("source_of", { name: caption }), onclick: () => openSource(place.querySelector("[data-place]")) }, "✎");
  const looks = () => (looked = frame);
  const frame = element("figure", { class: kind, lang: variant.language ?? chosen.language, onpointerenter: looks, onfocusin: looks }, place, element("figcaption", {}, caption, " ", source), note);
  pictures.push({ kind, name, card, variant, side: "front", frame, place, note, stale: true, seen: false, number: pictures.length });
  near.observe(frame);
  return frame;
}

function turn(deck) {
  for (const picture of pictures.filter((each) => each.kind === "deck" && each.name === deck)) {
    picture.side = picture.side === "front" ? "back" : "front";
    picture.stale = true;
    if (picture.seen) draw(picture);
  }
}

async function draw(picture) {
  picture.stale = false;
  const asked = (picture.asked = (picture.asked ?? 0) + 1);
  const { kind, name, card, side, number, variant } = picture;
  try {
    const made = await ask(`picture?${query({ kind, name, card, side, edition: chosen.edition, prefix: `f${number}-`, ...variant })}`, unsavedFor(picture.frame));
    await loadFonts(made.fonts, (font) => `fonts/${chosen.game}/${font}`);
    if (asked !== picture.asked) return; // a later one is on its way
    fill(picture.place, drawn(made.svg));
    picture.note.replaceChildren();
    picture.frame.classList.remove("old");
    showCursor();
  } catch (problem) {
    picture.frame.classList.toggle("old", picture.place.hasChildNodes());
    showFaults(picture.note, problem, false, openFile);
    markFaults(problem.faults ?? []);
  }
  picture.frame.dataset.drawn = String(Number(picture.frame.dataset.drawn ?? 0) + 1);
}

// While a picture is drawn the next waits, and what was typed last is drawn.
async function drawSoon(frame) {
  const picture = pictures.find((each) => each.frame === frame);
  if (!picture) return;
  picture.waits = true;
  if (picture.busy) return;
  picture.busy = true;
  while (picture.waits) {
    picture.waits = false;
    forgetFaults();
    await draw(picture);
  }
  picture.busy = false;
}

// Where a text of a picture is written besides its layout.
async function writtenAt(frame, text) {
  const picture = pictures.find((each) => each.frame === frame);
  if (!picture) return [];
  const { kind, name, card, side, variant } = picture;
  return (await ask(`written?${query({ kind, name, card, side, edition: chosen.edition, text, ...variant })}`)).places;
}

// How far a picture is from where one looks: the one last pointed at, then those in the middle of the window.
function fromSight({ frame }) {
  if (frame === looked) return -1;
  const { x, y, width, height } = frame.getBoundingClientRect();
  return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
}

async function redraw() {
  forgetFaults();
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
  try {
    const after = await ask(`shelf?${query()}`);
    const same = JSON.stringify(after) === JSON.stringify(shelf);
    shelf = after;
    if (!same) return showShelf();
  } catch {
    // the faults stand at each picture
  }
}

// Where `calm`, no faults are no trouble; `opens` leads to the line of a fault.
function showFaults(parent, problem, calm = false, opens = null) {
  if (calm && !problem.faults?.length) return fill(parent);
  const faults = problem.faults?.length ? problem.faults : [{ message: problem.message || words.say("closed"), hint: "", file: "" }];
  const rows = faults.slice(0, 6).map((fault) => {
    const where = fault.file ? `${fault.file}${fault.line ? `:${fault.line}` : ""}` : "";
    const place = opens && where ? element("button", { class: "place", onclick: () => opens(fault.file, fault.line || 1) }, where) : element("code", {}, where);
    return element("li", {}, place, ` ${fault.message}`, fault.hint ? ` (${fault.hint})` : "");
  });
  fill(parent, ...rows);
}

// print: a form for each command that prints, with the options of the command line

async function showForms() {
  const place = element("div", { class: "forms" });
  const renew = async () => {
    forms = await ask(`forms?${query()}`);
    fill(place, ...forms.map(form));
    takesRows(rowsOfTables());
  };
  forms = await ask(`forms?${query()}`);
  if (chosen.room !== "print") return;
  fill(place, ...forms.map(form));
  fill(main, printersCard({ ...room, renew }), place, spreadsheetCard(room, rowsOfTables()));
}

// A table has one deck and its own keys; all else is as with other cards.
function rowsOfTables() {
  const { options } = forms.find((each) => each.command === "cards");
  return options.filter((option) => !["lang", "decks", "only", "is_mixed"].includes(option.name)).map((option) => formRow({ command: "spreadsheet" }, option));
}

function form(command) {
  const name = command.command;
  const told = element("pre", { class: "told", role: "status" });
  const rows = command.options.filter((option) => option.name !== "lang").map((option) => formRow(command, option));
  const button = element("button", { class: "main" }, words.say("make"));
  const made = element(
    "form",
    {
      class: "card",
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        told.textContent = words.say("making");
        try {
          await print(command, new FormData(made), told);
        } catch (problem) {
          const faults = problem.faults?.map((fault) => `${fault.file}${fault.line ? `:${fault.line}` : ""} ${fault.message}${fault.hint ? ` (${fault.hint})` : ""}`);
          told.textContent = faults?.length ? faults.join("\n") : problem.message || words.say("closed");
        }
        button.disabled = false;
      },
    },
    element("h2", {}, words.find(`print_${name}`) ?? name),
    element("p", {}, words.find(`about_${name}`) ?? command.help),
    element("details", { open: command.command !== "kit" && command.options.some((option) => option.required) }, element("summary", {}, words.say("options")), ...rows),
    button,
    told,
  );
  return made;
}

function formRow(command, option) {
  const id = `${command.command}-${option.name}`;
  const label = (option.option || option.name).replace(/^-+/, "").replaceAll("-", " ");
  let field;
  if (option.kind === "flag") field = element("input", { type: "checkbox", id, name: option.name });
  else if (option.choices.length && !option.several) {
    field = element("select", { id, name: option.name }, element("option", { value: "" }, words.say("default")));
    for (const each of option.choices) field.append(element("option", { value: each }, each));
  } else if (option.choices.length) {
    field = element("select", { id, name: option.name, multiple: true, size: Math.min(6, option.choices.length) });
    for (const each of option.choices) field.append(element("option", { value: each }, each));
  } else if (option.several) field = element("textarea", { id, name: option.name, rows: 2, placeholder: words.say("several") });
  else field = element("input", { id, name: option.name, placeholder: words.say("default") });
  if (option.required) field.setAttribute("required", "");
  return element("div", { class: "row" }, element("label", { for: id }, label), field, element("p", { class: "hint" }, option.help));
}

async function print(command, data, told) {
  const values = { lang: chosen.language };
  for (const option of command.options) {
    const given = data.getAll(option.name).flatMap((value) => (option.several ? value.split("\n") : [value])).filter(Boolean);
    if (!given.length) continue;
    values[option.name] = option.kind === "flag" ? true : option.several ? given : given[0];
  }
  told.textContent = await printed(command.command, values);
}

async function printed(command, values) {
  return toldOf(await download(`print?${query()}`, { command, values }));
}

// What the program said of a file that it printed, and the command for the same.
function toldOf(answer) {
  const [typed, ...said] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  return [...said, words.say("same_command", { command: typed })].join("\n");
}

guardTheWay();
begin();
