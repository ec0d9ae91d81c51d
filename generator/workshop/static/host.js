// The workshop's own page: the shelf with live pictures, printing by form, tables to score at.
import { Words, drawn, element, fill, listen, loadFonts, signed } from "./common.js";
import { readDungeonsAgain, showDungeons } from "./dungeons.js";
import { printersCard } from "./printers.js";
import { chooseCampaign, chooseGame, showHistory } from "./history.js";

const key = location.hash.slice(1) || sessionStorage.getItem("scrawl-key") || "";
sessionStorage.setItem("scrawl-key", key);
const main = document.getElementById("main");
const rooms = ["shelf", "dungeons", "print", "scoring", "history"];
const chosen = { room: "shelf", game: "", language: "", edition: "", beside: "", ...JSON.parse(sessionStorage.getItem("scrawl-chosen") ?? "{}") };
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
  return Object.assign(new Error(said.fault ?? ""), { status, faults: said.faults ?? [] });
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
    if (!games.games.some((game) => game.game === chosen.game)) chosen.game = await whichGame();
    const known = games.games.find((game) => game.game === chosen.game).languages;
    if (!known.includes(chosen.language)) chosen.language = known.includes(language) ? language : known[0];
  } catch (problem) {
    if (problem.faults?.length) return showFaults(main, problem);
    return tell(problem.status === 403 ? words.say("no_key") : words.say("closed"));
  }
  document.documentElement.lang = chosen.language;
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
        ...own.map((game) => element("button", { onclick: () => choose(game.game) }, game.title)),
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
    return showFaults(main, problem);
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

function showHead() {
  const game = games.games.find((each) => each.game === chosen.game);
  fill(
    document.getElementById("rooms"),
    ...rooms.map((room) =>
      element("button", { "aria-current": room === chosen.room ? "page" : null, onclick: () => enter(room) }, words.say(room)),
    ),
  );
  fill(
    document.getElementById("choices"),
    chosen.room === "history"
      ? null
      : choice("game", words.say("game"), games.games.map((each) => [each.game, each.title]), chosen.game, (value) => {
          chosen.game = value;
          const languages = games.games.find((each) => each.game === value).languages;
          if (!languages.includes(chosen.language)) chosen.language = languages[0];
          load();
        }),
    choice("language", words.say("language"), game.languages.map((each) => [each, spoken(each)]), chosen.language, (value) => {
      chosen.language = value;
      load();
    }),
    chosen.room === "shelf"
      ? choice("edition", words.say("edition"), [["", words.say("usual")], ...games.editions.map((each) => [each, each])], chosen.edition, (value) => {
          chosen.edition = value;
          load();
        })
      : null,
    chosen.room === "shelf"
      ? choice("beside", words.say("beside"), [["", "–"], ["language", words.say("languages")], ["edition", words.say("editions")]], chosen.beside, (value) => {
          chosen.beside = value;
          show();
        })
      : null,
  );
}

function show() {
  sessionStorage.setItem("scrawl-chosen", JSON.stringify(chosen));
  showHead();
  closeSource();
  if (chosen.room === "shelf") showShelf();
  if (chosen.room === "dungeons") showDungeons(main, { ask, query, showFaults, printed, words: () => words, game: () => chosen.game }).catch((problem) => showFaults(main, problem));
  if (chosen.room === "print") showForms();
  if (chosen.room === "scoring") showTables().catch((problem) => showFaults(main, problem));
  if (chosen.room === "history") showHistory(main, { ask, query, showFaults, download, words: () => words });
}

function enter(room) {
  chosen.room = room;
  show();
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
  const frame = element("figure", { class: kind, onpointerenter: looks, onfocusin: looks }, place, element("figcaption", {}, caption, " ", source), note);
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
    const made = await ask(`picture?${query({ kind, name, card, side, edition: chosen.edition, prefix: `f${number}-`, ...variant })}`);
    await loadFonts(made.fonts, (font) => `fonts/${chosen.game}/${font}`);
    if (asked !== picture.asked) return; // a later one is on its way
    fill(picture.place, drawn(made.svg));
    picture.note.replaceChildren();
    picture.frame.classList.remove("old");
  } catch (problem) {
    picture.frame.classList.toggle("old", picture.place.hasChildNodes());
    showFaults(picture.note, problem, false, openFile);
    markFaults(problem.faults ?? []);
  }
  picture.frame.dataset.drawn = String(Number(picture.frame.dataset.drawn ?? 0) + 1);
}

// How far a picture is from where one looks: the one last pointed at, then those in the middle of the window.
function fromSight({ frame }) {
  if (frame === looked) return -1;
  const { x, y, width, height } = frame.getBoundingClientRect();
  return Math.hypot(x + width / 2 - innerWidth / 2, y + height / 2 - innerHeight / 2);
}

async function redraw() {
  if (open?.bad.size) {
    open.bad.clear();
    open.faults.replaceChildren();
    numberLines();
  }
  for (const picture of pictures) picture.stale = true;
  const waiting = pictures.filter((picture) => picture.seen).sort((one, other) => fromSight(one) - fromSight(other));
  const round = ++redraws; // a later change begins anew
  const next = async () => {
    while (waiting.length && round === redraws) await draw(waiting.shift());
  };
  if (waiting.length) await draw(waiting.shift());
  await Promise.all([next(), next()]);
  if (round !== redraws) return;
  if (open && open.area.value === open.text) await readAgain();
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

// the file that a picture was made from: shown at the line, saved by the server

let open = null;

async function openSource(marked) {
  const [, file, line] = /^(.*):(\d+):\d+$/.exec(marked?.dataset.place) ?? [];
  if (file && (await openFile(file, Number(line)))) marked.closest("figure").scrollIntoView({ block: "center" });
}

// Tells whether the file was opened anew.
async function openFile(file, line) {
  if (open?.file === file) return goTo(line);
  if (open && open.area.value !== open.text && !confirm(words.say("sure_leave"))) return listFiles();
  try {
    const found = await ask(`source?${new URLSearchParams({ file })}`);
    showSource(found, line);
    tell("");
    listFiles((await ask(`sources?${query()}`)).files);
    return true;
  } catch (problem) {
    tell(problem.message || problem.faults?.[0]?.message || words.say("closed"));
  }
}

function showSource(found, line) {
  const area = element("textarea", { "aria-label": found.file, spellcheck: "false", wrap: "off", oninput: typed, onscroll: () => (open.gutter.scrollTop = area.scrollTop) });
  area.value = found.text;
  const gutter = element("pre", { class: "gutter", "aria-hidden": "true" });
  const said = element("p", { role: "status" }, found.own ? "" : words.say(found.target ? "saved_as_own" : "no_home"));
  const faults = element("ul", { class: "faults" });
  const save = element("button", { class: "main", disabled: !found.target, onclick: saveSource }, words.say("save"));
  const files = element("select", { id: "files", "aria-label": words.say("text_of_file"), onchange: () => openFile(files.value, 1) });
  const bar = element("div", { class: "source-bar" }, files, save, element("button", { onclick: leaveSource }, words.say("close")));
  const shown = found.file.endsWith(".svg") ? element("img", { class: "drawn", alt: found.file }) : null;
  const panel = element("aside", { class: "source", "aria-label": words.say("text_of_file") }, bar, said, shown, element("div", { class: "lines" }, gutter, area), faults);
  document.querySelector(".source")?.remove();
  document.body.append(panel);
  document.body.classList.add("with-source");
  open = { ...found, text: area.value, area, gutter, said, faults, panel, files, shown, known: open?.known ?? [], bad: new Set() };
  listFiles();
  typed();
  goTo(line);
}

function listFiles(files = open.known) {
  if (!open) return;
  open.known = files;
  const names = files.some((each) => each.file === open.file) ? files : [{ file: open.file, own: open.own }, ...files];
  fill(open.files, ...names.map(({ file, own }) => element("option", { value: file, selected: file === open.file }, own ? `${file} ★` : file)));
}

function typed() {
  if (open.shown) open.shown.src = `data:image/svg+xml,${encodeURIComponent(open.area.value)}`;
  numberLines();
}

function numberLines() {
  const count = open.area.value.split("\n").length;
  const rows = Array.from({ length: count }, (_, at) => element("span", { class: open.bad.has(at + 1) ? "bad" : null }, `${at + 1}\n`));
  fill(open.gutter, ...rows);
}

function goTo(line) {
  const lines = open.area.value.split("\n");
  const start = lines.slice(0, line - 1).reduce((sum, each) => sum + each.length + 1, 0);
  open.area.focus();
  open.area.setSelectionRange(start, start + (lines[line - 1] ?? "").length);
  open.area.scrollTop = Math.max(0, (line - 6) * parseFloat(getComputedStyle(open.area).lineHeight));
}

// What another program saved meanwhile.
async function readAgain() {
  const asked = open;
  try {
    const found = await ask(`source?${new URLSearchParams({ file: asked.file })}`);
    const text = found.text.replaceAll("\r\n", "\n");
    if (open !== asked || text === open.text || open.area.value !== open.text) return;
    const { scrollTop, selectionStart } = open.area;
    open.area.value = text;
    Object.assign(open, found, { text });
    open.area.setSelectionRange(selectionStart, selectionStart);
    open.area.scrollTop = scrollTop;
    typed();
  } catch {
    // it is gone, or no text: what was read of it stays
  }
}

// What is typed while it is saved, or another file that is opened meanwhile, is not saved with it.
async function saveSource() {
  const saved = open;
  const text = saved.area.value;
  try {
    const kept = await ask("source", { file: saved.file, text, seen: saved.seen });
    Object.assign(saved, { seen: kept.seen, text, own: true });
    saved.said.textContent = words.say("saved_at", { path: kept.saved });
    await redraw();
  } catch (problem) {
    saved.said.textContent = problem.faults?.length ? problem.faults[0].message : problem.message;
  }
}

// Faults of the open file stand at their lines.
function markFaults(faults) {
  const own = faults.filter((fault) => fault.file === open?.file);
  if (!own.length) return;
  open.bad = new Set(own.map((fault) => fault.line));
  showFaults(open.faults, { faults: own });
  numberLines();
}

function leaveSource() {
  if (open.area.value === open.text || confirm(words.say("sure_leave"))) closeSource();
}

function closeSource() {
  open?.panel.remove();
  open = null;
  document.body.classList.remove("with-source");
}

// print: a form for each command that prints, with the options of the command line

async function showForms() {
  const place = element("div", { class: "forms" });
  const renew = async () => {
    forms = await ask(`forms?${query()}`);
    fill(place, ...forms.map(form));
  };
  await renew();
  if (chosen.room !== "print") return;
  fill(main, printersCard({ ask, query, showFaults, download, renew, words: () => words }), place);
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
  const answer = await download(`print?${query()}`, { command, values });
  const [typed, ...said] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  return [...said, words.say("same_command", { command: typed })].join("\n");
}

// scoring: tables that phones join

let maps = { of: "", known: [] };
const waysIn = new Map(); // the address that is chosen for the phones of a table
const playedOn = new Map(); // the map that is chosen for a table before it is saved

async function mapsOf(game, language) {
  const of = `${game} ${language}`;
  if (maps.of !== of) maps = { of, known: (await ask(`maps?${new URLSearchParams({ game, language })}`)).maps };
  return maps.known;
}

let lastTables = "";

// Shows the tables; `calm` leaves the page alone where nothing changed, so that no key or finger loses its place.
async function showTables(calm = false) {
  const { tables, unopened } = await ask("tables");
  const now = JSON.stringify([tables, unopened]);
  if (calm && now === lastTables) return;
  lastTables = now;
  const focused = document.activeElement?.id;
  const known = await mapsOf(chosen.game, chosen.language);
  if (chosen.room !== "scoring") return;
  const solo = element("input", { type: "checkbox", id: "solo" });
  const map = mapChoice("map-of-table", known, "", () => {});
  const said = element("p", { class: "fault", role: "alert" });
  const open = element("button", { class: "main", disabled: !shelf.scored }, words.say("open_table"));
  open.onclick = () => once(open, said, () => ask("tables", { game: chosen.game, language: chosen.language, solo: solo.checked, dungeon: map?.querySelector("select").value ?? "" }));
  const bar = element("div", { class: "card bar" }, map, element("label", { class: "inline", for: "solo" }, solo, ` ${words.say("alone")}`), open, said);
  const broken = unopened.map((each) => element("section", { class: "card" }, element("p", { class: "fault", role: "alert" }, words.say("not_opened_here", each))));
  const none = tables.length + broken.length ? [] : [element("p", { class: "card" }, words.say("no_tables"))];
  fill(main, bar, ...broken, ...tables.map((table) => tableCard(table, known)), ...none);
  if (focused) document.getElementById(focused)?.focus();
}

// Does something that a second click must not do again while it is under way; then the tables are shown anew.
async function once(button, said, does) {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await does();
    await showTables();
  } catch (problem) {
    said.textContent = problem.faults?.length ? problem.faults[0].message : problem.message || words.say("closed");
    button.disabled = false;
  }
}

function mapChoice(id, known, value, take) {
  if (!known.length) return null;
  const select = element("select", { id, onchange: (event) => take(event.target.value) });
  for (const [key, name] of [["", words.say("no_map")], ...known]) select.append(element("option", { value: key, selected: key === value }, name));
  return element("label", { class: "field", for: id }, words.say("played_on"), select);
}

function tableCard(table, known) {
  const way = table.links.find((each) => each.link === waysIn.get(table.id)) ?? table.links[0];
  const code = element("div", { class: "code" }, drawn(way.code));
  const said = element("p", { class: "fault", role: "alert" }, table.not_kept ? words.say("not_kept_here", { fault: table.not_kept }) : "");
  const seats = table.seats.map((seat) => seatRow(table, seat, said));
  const own = table.game === chosen.game ? known : [];
  const dungeon = playedOn.get(table.id) ?? table.dungeon;
  const map = mapChoice(`map-${table.id}`, own, dungeon, (value) => {
    playedOn.set(table.id, value);
    save.disabled = !table.seats.length;
  });
  const changed = table.wants_saving || dungeon !== table.dungeon;
  const save = element("button", { class: changed ? "main" : null, disabled: !table.seats.length || !changed }, words.say(table.saved ? "save_corrections" : "save_game"));
  save.id = `save-${table.id}`;
  const add = element("button", { id: `add-${table.id}` }, words.say("add_player"));
  add.onclick = () => {
    const name = prompt(words.say("name_of_player"));
    if (name) once(add, said, () => seated(table, { do: "join", text: name }));
  };
  const unfinished = table.seats.filter((seat) => seat.open.length).map((seat) => seat.name);
  save.onclick = () => {
    if (unfinished.length && !confirm(words.say("sure_unfinished", { names: unfinished.join(", ") }))) return;
    once(save, said, () => ask(`tables/${table.id}/save`, own.length ? { dungeon: playedOn.get(table.id) ?? table.dungeon } : {}));
  };
  const close = element("button", { id: `close-${table.id}` }, words.say("close_table"));
  close.onclick = () => {
    if (table.wants_saving && !confirm(words.say("sure_close"))) return;
    once(close, said, () => ask(`tables/${table.id}/close`, {}));
  };
  return element(
    "section",
    { class: "card table", "data-table": table.id },
    code,
    element(
      "div",
      {},
      element("h2", {}, table.title),
      element("p", { class: "link" }, words.say("join_by", { link: way.link })),
      wayIn(table, way),
      element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": words.say("people") }, element("table", { class: "seats" }, ...seats)),
      map,
      element("p", { class: "buttons" }, save, add, close),
      table.saved ? savedAs(table, said) : null,
      said,
    ),
  );
}

// Where no phone comes: another address of this machine, and what else it can be.
function wayIn(table, way) {
  const id = `way-${table.id}`;
  const take = (event) => {
    waysIn.set(table.id, event.target.value);
    showTables();
  };
  const select = element("select", { id, onchange: take }, ...table.links.map(({ link }) => element("option", { value: link, selected: link === way.link }, link.split("/#")[0])));
  return element(
    "details",
    { open: waysIn.has(table.id) },
    element("summary", {}, words.say("no_phone_came")),
    element("label", { class: "field", for: id }, words.say("other_address"), select),
    element("p", { class: "hint" }, words.say("why_no_phone", { port: new URL(way.link).port })),
  );
}

// Changes the people of a table; what is refused is told.
async function seated(table, asked) {
  const answer = await ask(`tables/${table.id}/seat`, asked);
  if (!answer.taken) throw new Error([...answer.said, answer.why ? words.say(answer.why) : ""].filter(Boolean).join(" "));
}

// A player as the host sees one: who still counts, who asks for the seat, and what can be done about it.
function seatRow(table, seat, said) {
  const act = (word, asked) => {
    const button = element("button", { id: `${word}-${table.id}-${seat.id}` }, words.say(word));
    button.onclick = () => {
      const more = asked();
      if (more) once(button, said, () => seated(table, { seat: seat.id, ...more }));
    };
    return button;
  };
  const renamed = () => {
    const name = prompt(words.say("name_of_player"), seat.name);
    return name ? { do: "name", text: name } : null;
  };
  const sure = (what, word) => () => (confirm(words.say(word, { name: seat.name })) ? { do: what } : null);
  const asks = seat.asks.flatMap((code) => [element("p", { class: "asks" }, words.say("asks_for_seat", { name: seat.name, code })), act("let_in", () => ({ do: "let", code })), act("send_away", () => ({ do: "deny", code }))]);
  const open = seat.open.length ? words.say("still_open", { count: seat.open.length }) : "\u2713";
  const state = seat.free ? `${open} · ${words.say("free_seat")}` : open;
  const doing = [act("rename", renamed), seat.free ? null : act("hand_over", sure("free", "sure_hand_over_of")), act("remove_player", sure("remove", "sure_remove"))];
  return element("tr", {}, element("th", { scope: "row" }, seat.name), element("td", {}, signed(seat.total)), element("td", {}, `${seat.rank}.`), element("td", {}, state), element("td", { class: "doing" }, ...asks, ...doing));
}

// Where a saved game can be seen, and taken along.
function savedAs(table, said) {
  const go = (choose) => () => {
    choose();
    enter("history");
  };
  const bgstats = element("button", { onclick: () => download(`history/export/bgstats?${query({ number: table.saved })}`).catch((problem) => (said.textContent = problem.message)) }, words.say("as_bgstats"));
  return element(
    "p",
    { class: "buttons", role: "status" },
    element("span", {}, words.say("saved", { id: table.saved })),
    element("button", { id: `see-${table.id}`, onclick: go(() => chooseGame(table.saved)) }, words.say("see_in_history")),
    table.dungeon ? element("button", { onclick: go(() => chooseCampaign(table.game)) }, words.say("campaign")) : null,
    bgstats,
  );
}

setInterval(() => {
  if (chosen.room === "scoring" && document.visibilityState === "visible" && !document.activeElement?.matches("input, select")) showTables(true).catch(() => tell(words.say("closed")));
}, 3000);
begin();
