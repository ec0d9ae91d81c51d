// The drawing table: sends what the hand does, shows what the server says of it. It knows no rule of a map.
import { drawn, element, fill, loadFonts } from "./common.js";
import { drafts, guarded, mayLeave, toldOf } from "./leaving.js";

const SVG = "http://www.w3.org/2000/svg";
const NEAR = 0.36; // of a room's width: so near to a side, the side is meant
const HOLD = 300; // milliseconds that a finger rests before it draws along the sides; before that it scrolls
const FAR = 10; // px that a finger that rests may move
const PAUSE = 500; // milliseconds after the last key in which a story is a change
const ARROWS = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, 1], ArrowDown: [0, -1] };
const state = { game: "", name: "", text: "", seen: "", view: null, tool: "edges", level: 0, at: "", saved: "", isDrawn: false, shown: "", list: [], home: "" };
let before = [];
let after = [];
let queue = Promise.resolve();
let host = null;
let parts = {};
let previews = 0;

const work = guarded({
  isOpen: () => host !== null && host.place().room === "dungeons" && state.view !== null,
  isUnsaved: () => state.view !== null && ((state.isDrawn && state.text !== state.saved) || isRetyped() || typing !== null),
  staysAt: (place) => place.game === state.game && (place.room !== "dungeons" || ["", state.name].includes(place.item)),
  save: () => state.home && save(),
  undo: () => undo(),
  redo: () => redo(),
});

export async function showDungeons(main, context) {
  host = context;
  if (state.game !== host.game()) Object.assign(state, { game: host.game(), name: "", view: null });
  const found = await host.ask(`dungeons?${host.query()}`);
  if (!found.dungeons) return fill(main, element("p", { class: "card" }, say("no_dungeons")));
  Object.assign(state, { list: found.dungeons, home: found.home });
  const typed = isRetyped() ? parts.text.value : "";
  build(main);
  state.shown = "";
  const { item } = host.place();
  if (state.view && ["", state.name].includes(item)) {
    host.noted(state.name, true);
    return (queue = queue.then(async () => {
      await send(state.text, []);
      if (typed) parts.text.value = typed;
    }));
  }
  const own = state.list.filter((each) => each.own);
  await open(isKnown(item) || drafts.find(fileOf(item)) ? item : (own[0] ?? state.list[0]).name, true);
}

function isKnown(name) {
  return state.list.some((each) => each.name === name);
}

// The file that a dungeon is saved as; its draft is known by that.
function fileOf(name) {
  return `${folder()}${name}.yaml`;
}

function folder() {
  return `${state.home}/cards/${state.game}/dungeons/`;
}

// What another program saved meanwhile: new names, and the text of the dungeon on the table where nothing is drawn in it.
export async function readDungeonsAgain() {
  const found = await host.ask(`dungeons?${host.query()}`);
  if (!found.dungeons || !state.view) return;
  state.list = found.dungeons;
  listThem();
  await queue;
  if (work.isUnsaved() || !state.list.some((each) => each.name === state.name && each.own)) return;
  queue = queue.then(async () => {
    try {
      const there = await host.ask(path(""));
      if (there.text !== state.text && !work.isUnsaved()) await take(there);
    } catch (problem) {
      host.showFaults(parts.faults, problem);
    }
  });
  await queue;
}

function say(key, values) {
  return host.words().say(key, values);
}

function path(does) {
  return `dungeons/${encodeURIComponent(state.name)}${does ? `/${does}` : ""}?${host.query()}`;
}

function tell(text, bad = false) {
  parts.said.textContent = text;
  parts.said.classList.toggle("bad", bad);
}

// opening, beginning, generating, saving

// Opens a dungeon of the list, or one of which there is a draft alone.
function open(name, replaces = false) {
  state.name = name;
  host.noted(name, replaces);
  const draft = drafts.find(fileOf(name));
  return (queue = queue.then(async () => {
    if (isKnown(name)) await take(host.ask(path("")));
    else await take(host.ask(path("draw"), { text: draft.text, edits: [] }), { seen: "", saved: "" });
    if (draft) await goOn(draft);
  }));
}

async function take(asked, known = {}) {
  try {
    const found = await asked;
    Object.assign(state, { seen: found.seen, at: "", saved: found.text, isDrawn: false, shown: "" }, known);
    parts.text.value = "";
    before = [];
    after = [];
    show(found);
    tell("");
  } catch (problem) {
    host.showFaults(parts.faults, problem);
  }
}

// The draft that was left goes on; undoing it leads to what is saved.
async function goOn(draft) {
  const opened = state.text;
  if (draft.text !== opened && !(await send(draft.text, []))) return;
  if (draft.text !== opened) before = [opened];
  state.isDrawn = true;
  if (draft.typed) parts.text.value = draft.typed;
  if (!work.isUnsaved()) return keepDraft();
  tell(toldOf(host.words(), draft, state.seen));
  const drop = () => {
    drafts.drop(fileOf(state.name));
    state.view = null;
    open(isKnown(state.name) ? state.name : state.list[0].name, true);
  };
  parts.said.append(" ", element("button", { onclick: drop }, say("drop_draft")));
  buttons();
}

function keepDraft() {
  const file = fileOf(state.name);
  if (!work.isUnsaved()) drafts.drop(file);
  else drafts.keep(file, { text: state.text, seen: state.seen, typed: isRetyped() ? parts.text.value : "" });
}

// Whether the text of the file was typed in, and not taken yet.
function isRetyped() {
  return Boolean(parts.text) && state.shown !== "" && parts.text.value !== state.shown;
}

function begin(event) {
  event.preventDefault();
  if (!mayLeave(host.words(), null, [work])) return;
  const form = new FormData(event.target);
  const does = event.submitter.value;
  state.name = String(form.get("name"));
  host.noted(state.name);
  const asked = { own: form.get("own") === "on", columns: Number(form.get("columns")), rows: Number(form.get("rows")) };
  if (does === "generate") for (const each of ["code", "difficulty", "walls", "water", "traps"]) asked[each] = form.get(each);
  queue = queue.then(async () => {
    await take(host.ask(path(does), asked), { saved: "" });
    parts.begin.open = false;
  });
}

// The sheet is printed as it stands in the user's folder.
async function print() {
  if (state.text !== state.saved || !state.list.some((each) => each.name === parts.name.value.trim())) {
    await save();
    if (state.text !== state.saved) return;
  }
  tell(say("making"));
  try {
    tell(await host.printed("sheets", { lang: new URLSearchParams(host.query()).get("language"), maps: [state.name] }));
  } catch (problem) {
    tell(problem.message, true);
  }
}

async function save() {
  told();
  if (isRetyped()) retyped(parts.text.value);
  await queue;
  if (isRetyped()) return; // its faults are told
  const name = parts.name.value.trim();
  const other = name !== state.name;
  const draft = fileOf(state.name);
  state.name = name;
  host.noted(name, true);
  try {
    const kept = await host.ask(path("save"), { text: state.text, seen: other ? "" : state.seen });
    Object.assign(state, { seen: kept.seen, saved: state.text, isDrawn: false });
    drafts.drop(draft);
    keepDraft();
    tell(say("saved_at", { path: kept.saved }));
    state.list = (await host.ask(`dungeons?${host.query()}`)).dungeons;
    listThem();
  } catch (problem) {
    tell(problem.faults?.length ? `${problem.faults[0].message}: ${problem.faults[0].hint}` : problem.message, true);
  }
}

// changes: one after the other, each with the text that the last one left, or that was opened or begun before it

function change(...edits) {
  queue = queue.then(async () => {
    const old = state.text;
    if (await send(old, edits)) drew(old);
  });
  return queue;
}

// Something was drawn: it can be undone, and stays as a draft.
function drew(old) {
  if (state.text === old) return;
  state.isDrawn = true;
  before.push(old);
  after = [];
  buttons();
  keepDraft();
}

async function send(text, edits) {
  try {
    show(await host.ask(path("draw"), { text, edits }));
    tell("");
    return true;
  } catch (problem) {
    if (problem.faults?.length) host.showFaults(parts.faults, problem);
    else tell(problem.message, true);
    return false;
  }
}

function step(from, to) {
  queue = queue.then(async () => {
    if (!from.length) return;
    const old = state.text;
    if (await send(from.at(-1), [])) {
      from.pop();
      to.push(old);
      state.isDrawn = true;
      buttons();
      keepDraft();
    }
  });
}

const undo = () => step(before, after);
const redo = () => step(after, before);

// the page

function build(main) {
  const field = (key, input) => element("label", { class: "field" }, say(key), input);
  const number = (name, value) => element("input", { name, type: "number", min: 2, max: 26, value, required: true });
  const choice = (name, known) => element("select", { name }, ...known.map((each) => element("option", { value: each, selected: each === known[1] }, say(each))));
  const amount = (name) => field(`amount_${name}`, choice(name, ["few", "some", "many"]));
  parts = {
    list: element("select", { onchange: (event) => (mayLeave(host.words(), null, [work]) ? open(event.target.value) : listThem()) }),
    name: element("input", { pattern: "[a-z0-9][a-z0-9_\\-]*", maxlength: 40 }),
    said: element("p", { class: "said", role: "status" }),
    save: element("button", { class: "main", onclick: save, disabled: !state.home, "aria-keyshortcuts": "Control+S" }, say("save")),
    undo: element("button", { onclick: undo, "aria-keyshortcuts": "Control+Z" }, `↶ ${say("undo")}`),
    redo: element("button", { onclick: redo, "aria-keyshortcuts": "Control+Y" }, `↷ ${say("redo")}`),
    tools: element("div", { class: "tools", role: "group", "aria-label": say("tools") }),
    board: element("div", { class: "board", role: "group", "aria-label": say("map"), "aria-describedby": "keys" }),
    legend: element("p", { class: "legend" }),
    print: element("button", { id: "print-sheet", onclick: print }, `${say("sheet")}: ${say("make")}`),
    heat: element("input", { type: "checkbox", onchange: render }),
    way: element("input", { type: "checkbox", onchange: render, checked: true }),
    told: element("ul", { class: "told-of" }),
    play: element("button", { id: "play-it", onclick: play, hidden: true }),
    played: element("p", { id: "played", role: "status" }),
    faults: element("ul", { class: "faults" }),
    size: element("div", { class: "fields" }),
    words: element("div", { class: "fields stories" }),
    cards: element("div", { class: "fields" }),
    text: element("textarea", { rows: 24, wrap: "off", spellcheck: "false", "aria-label": say("text_of_file"), oninput: keepDraft }),
    sheet: element("figure", { class: "preview" }),
    card: element("figure", { class: "preview" }),
    back: element("figure", { class: "preview" }),
  };
  parts.begin = element(
    "details",
    {},
    element("summary", {}, say("begin_another")),
    element(
      "form",
      { onsubmit: begin, class: "fields" },
      field("name_of_file", element("input", { name: "name", required: true, pattern: "[a-z0-9][a-z0-9_\\-]*", maxlength: 40, value: "crypt" })),
      element("label", { class: "inline" }, element("input", { name: "own", type: "checkbox", checked: true }), ` ${say("own_map")}`),
      field("columns", number("columns", 6)),
      field("rows", number("rows", 7)),
      element("button", { class: "main", name: "does", value: "begin" }, say("begin")),
      element("span", { class: "break" }),
      field("code", element("input", { name: "code", placeholder: say("fresh_code") })),
      field("difficulty", choice("difficulty", ["easy", "standard", "hard"])),
      ...["walls", "water", "traps"].map(amount),
      element("button", { class: "main", name: "does", value: "generate" }, say("generate")),
    ),
  );
  parts.board.addEventListener("pointerdown", strokeBegins);
  parts.board.addEventListener("pointermove", strokeGoesOn);
  parts.board.addEventListener("pointerup", strokeEnds);
  parts.board.addEventListener("pointercancel", () => strokeOver());
  parts.board.addEventListener("touchmove", (event) => stroke && event.preventDefault(), { passive: false });
  parts.board.addEventListener("contextmenu", (event) => (stroke || resting) && event.preventDefault());
  parts.board.addEventListener("keydown", key);
  const empty = element("button", { onclick: () => change({ do: "empty" }) }, say("empty_map"));
  const apply = element("button", { onclick: () => retyped(parts.text.value) }, say("apply"));
  fill(
    main,
    element("div", { class: "bar" }, field("open_dungeon", parts.list), field("name_of_file", parts.name), parts.save, parts.undo, parts.redo, empty),
    state.home ? null : element("p", { class: "said" }, say("no_home")),
    parts.said,
    parts.begin,
    element(
      "div",
      { class: "table-top" },
      element(
        "section",
        { class: "drawing", "aria-label": say("map") },
        parts.tools,
        parts.board,
        parts.legend,
        element("p", { class: "keys", id: "keys" }, say("keys")),
        element("p", { class: "switches" }, element("label", { class: "inline" }, parts.heat, ` ${say("heat")}`), element("label", { class: "inline" }, parts.way, ` ${say("way")}`)),
        parts.faults,
        parts.told,
        element("p", { class: "bar" }, parts.play),
        parts.played,
        element("details", {}, element("summary", {}, say("names_and_stories")), parts.words, parts.cards, parts.size),
        element("details", {}, element("summary", {}, say("text_of_file")), parts.text, apply),
      ),
      element("section", { class: "previews", "aria-label": say("as_printed") }, parts.print, parts.sheet, element("div", { class: "pair" }, parts.card, parts.back)),
    ),
  );
  new ResizeObserver(drawWay).observe(parts.board);
  listThem();
}

function retyped(text) {
  queue = queue.then(async () => {
    const old = state.text;
    if (text !== old && !(await send(text, []))) return;
    parts.text.value = state.shown = state.text;
    drew(old);
  });
}

function listThem() {
  const left = drafts.below(folder()).map((file) => file.replace(/\.yaml$/, ""));
  const others = [...new Set([state.name, ...left])].filter((name) => name && !isKnown(name));
  const names = [...others.map((name) => ({ name, own: false })), ...state.list];
  fill(parts.list, ...names.map((each) => element("option", { value: each.name, selected: each.name === state.name }, each.own ? `${each.name} ★` : each.name)));
}

function buttons() {
  parts.undo.disabled = !before.length;
  parts.redo.disabled = !after.length;
}

function show(found) {
  const resized = state.view?.columns !== found.columns || state.view?.rows !== found.rows || !parts.board.hasChildNodes();
  state.view = found;
  state.text = found.text;
  if (document.activeElement !== parts.name) parts.name.value = state.name;
  listThem();
  if (!state.at || !found.rooms.some((room) => room.name === state.at)) state.at = found.rooms[0].name;
  if (resized) layBoard();
  showTools();
  render();
  showWords();
  if (!isRetyped()) parts.text.value = state.shown = found.text;
  if (found.faults.length) host.showFaults(parts.faults, { faults: found.faults });
  else parts.faults.replaceChildren();
  fill(parts.told, ...found.told.map((each) => element("li", {}, each)));
  stopPlaying();
  parts.play.hidden = !found.games;
  parts.play.textContent = say("play_it", { games: found.games });
  buttons();
  clearTimeout(previews);
  previews = setTimeout(preview, 200);
}

// What is earned here, found by playing: takes seconds, can be stopped, and is of this very text.
let playing = null;

function stopPlaying() {
  playing?.abort();
  playing = null;
  parts.played.textContent = "";
}

async function play() {
  if (playing) {
    stopPlaying();
    parts.play.textContent = say("play_it", { games: state.view.games });
    return;
  }
  await queue;
  const own = (playing = new AbortController());
  parts.play.textContent = say("stop");
  parts.played.textContent = say("playing");
  let said = "";
  try {
    const found = await host.ask(path("play"), { text: state.text }, own.signal);
    said = found.told || say(found.lacks);
  } catch (problem) {
    said = problem.faults?.length ? problem.faults[0].message : problem.message || say("closed");
  }
  if (playing !== own) return;
  playing = null;
  parts.played.textContent = said;
  parts.play.textContent = say("play_it", { games: state.view.games });
}

function showTools() {
  const tools = [
    { id: "edges", word: say("edges"), sign: "┼" },
    ...state.view.tools.map((tool) => ({ id: `${tool.do} ${tool.kind ?? tool.number}`, ...tool })),
    { id: "clear", word: say("erase"), sign: "⌫" },
  ];
  if (!tools.some((tool) => tool.id === state.tool)) state.tool = "edges";
  const made = tools.map((tool) =>
    element(
      "button",
      {
        "data-tool": tool.id,
        "aria-pressed": String(tool.id === state.tool),
        onclick: () => {
          state.tool = tool.id;
          showTools();
        },
      },
      element("b", { "aria-hidden": "true" }, tool.sign),
      ` ${tool.word}`,
    ),
  );
  const chosen = tools.find((tool) => tool.id === state.tool);
  const levels = chosen.levels ?? [];
  if (levels.length && !levels.includes(state.level)) state.level = levels[Math.floor(levels.length / 2)];
  const level = levels.length
    ? element("label", { class: "field" }, say("level"), element("select", { id: "level", onchange: (event) => (state.level = Number(event.target.value)) }, ...levels.map((each) => element("option", { value: each, selected: each === state.level }, String(each)))))
    : null;
  const focused = /** @type {HTMLElement} */ (document.activeElement)?.dataset?.tool;
  fill(parts.tools, ...made, level);
  if (focused) made.find((button) => button.dataset.tool === focused)?.focus();
  parts.board.classList.toggle("edging", state.tool === "edges");
}

function roomAt(column, row) {
  const { columns, rows, rooms } = state.view;
  return column >= 0 && column < columns && row >= 1 && row <= rows ? rooms[(row - 1) * columns + column] : undefined;
}

function place(name) {
  const at = state.view.rooms.findIndex((room) => room.name === name);
  return [at % state.view.columns, Math.floor(at / state.view.columns) + 1];
}

function layBoard() {
  const { columns, rows, rooms, edges } = state.view;
  parts.board.style.gridTemplateColumns = `var(--edge) ${"1fr var(--edge) ".repeat(columns)}`;
  parts.board.style.gridTemplateRows = `var(--edge) ${"auto var(--edge) ".repeat(rows)}`;
  parts.board.style.maxWidth = `${Math.max(columns * 5.4, 18)}rem`;
  parts.board.classList.toggle("fine", columns > 8);
  const cells = rooms.map((room) => {
    const [column, row] = place(room.name);
    const cell = element("button", { class: "room", "data-room": room.name, tabindex: -1, onclick: () => act(room.name) });
    cell.style.gridColumn = 2 * column + 2;
    cell.style.gridRow = 2 * (rows - row) + 2;
    return cell;
  });
  const sides = edges.map((edge) => {
    const [column, row] = place(edge.room);
    const side = element("button", { class: `edge ${edge.side}`, "data-edge": `${edge.room} ${edge.side}`, tabindex: -1, "aria-disabled": edge.fixed ? "true" : null, onclick: (event) => (event.detail && state.tool === "edges" ? null : turn([edge.room, edge.side])) });
    side.style.gridColumn = edge.side === "right" ? 2 * column + 3 : 2 * column + 2;
    side.style.gridRow = edge.side === "right" ? 2 * (rows - row) + 2 : 2 * (rows - row) + 1;
    return side;
  });
  const ends = Array.from({ length: rows }, (_, at) => at + 1).flatMap((row) =>
    [1, 2 * columns + 1].map((column) => {
      const end = element("button", { class: "end", "data-row": row, tabindex: -1, onclick: () => change({ do: "join", row }) });
      end.style.gridColumn = column;
      end.style.gridRow = 2 * (rows - row) + 2;
      return end;
    }),
  );
  const way = document.createElementNS(SVG, "svg");
  way.setAttribute("class", "way");
  way.setAttribute("aria-hidden", "true");
  fill(parts.board, ...ends, ...sides, ...cells, way);
}

function render() {
  const { rooms, edges, joined, furthest, own } = state.view;
  const hot = parts.heat.checked;
  for (const room of rooms) {
    const cell = parts.board.querySelector(`[data-room="${room.name}"]`);
    const far = room.steps ?? 0;
    const heat = hot ? (room.steps ? `heat-${Math.min(8, Math.round((8 * far) / furthest))}` : "cold") : "";
    cell.className = `room ${heat}`;
    cell.tabIndex = room.name === state.at ? 0 : -1;
    const things = [room.target ? say("target_here", { number: room.target }) : "", ...room.things.map((thing) => thing.word)].filter(Boolean);
    const steps = room.steps ? say("steps", { steps: room.steps }) : say("out_of_reach");
    cell.setAttribute("aria-label", `${room.name}: ${things.join(", ") || say("empty")}; ${steps}`);
    cell.title = things.join(", ");
    fill(
      cell,
      element("small", { "data-steps": hot && room.steps ? ` · ${room.steps}` : null }, room.name),
      room.target ? element("strong", { "data-sign": room.target }) : null,
      element("span", {}, ...room.things.map((thing) => element("i", { "data-sign": thing.sign }))),
    );
  }
  for (const edge of edges) {
    const side = parts.board.querySelector(`[data-edge="${edge.room} ${edge.side}"]`);
    side.className = `edge ${edge.side} ${edge.kind} ${edge.fixed ? "fixed" : ""}`;
    side.setAttribute("aria-label", say("edge_is", { one: edge.room, other: edge.other, kind: say(edge.kind || "open") }));
  }
  for (const end of parts.board.querySelectorAll(".end")) {
    const row = Number(end.dataset.row);
    const open = joined.includes(row);
    end.classList.toggle("joined", open);
    end.disabled = !own;
    end.setAttribute("aria-label", say(open ? "row_joined" : "row_closed", { row }));
  }
  showLegend();
  drawWay();
}

// What the signs in the rooms mean, each once, without its level or letter.
function showLegend() {
  const signs = new Map();
  for (const { sign, word } of state.view.rooms.flatMap((room) => room.things)) {
    const own = word.split(" ").at(-1);
    const numbered = sign.length > own.length && sign.endsWith(own);
    signs.set(numbered ? sign.slice(0, -own.length) : sign, numbered ? word.slice(0, -own.length - 1) : word);
  }
  fill(parts.legend, ...[...signs].flatMap(([sign, word]) => [element("span", {}, element("i", {}, sign), ` ${word}`), " "]));
}

function drawWay() {
  const way = parts.board?.querySelector(".way");
  if (!way || !state.view) return;
  const box = parts.board.getBoundingClientRect();
  way.setAttribute("viewBox", `0 0 ${box.width} ${box.height}`);
  const middle = (name) => {
    const cell = parts.board.querySelector(`[data-room="${name}"]`).getBoundingClientRect();
    return [cell.left - box.left + cell.width / 2, cell.top - box.top + cell.height / 2];
  };
  const lines = (parts.way.checked ? state.view.way : []).map((leg, number) => {
    const line = document.createElementNS(SVG, "path");
    const shift = 4 * (number - 1);
    line.setAttribute("class", `leg-${number % 3}`);
    line.setAttribute(
      "d",
      leg
        .map((name, at) => {
          const far = at > 0 && Math.abs(place(name)[0] - place(leg[at - 1])[0]) > 1;
          const [x, y] = middle(name);
          return `${at === 0 || far ? "M" : "L"}${(x + shift).toFixed(1)} ${(y + shift).toFixed(1)}`;
        })
        .join(" "),
    );
    return line;
  });
  way.replaceChildren(...lines);
}

// hand and keys

function act(name) {
  state.at = name;
  const [does, what] = state.tool.split(" ");
  if (does === "target") change({ do: does, number: Number(what), room: name });
  else if (does === "thing") change({ do: does, kind: what, level: state.level, room: name });
  else if (does === "clear") change({ do: does, room: name });
  else focusRoom(name);
}

function turn(...edges) {
  change({ do: "edges", edges });
}

function focusRoom(name) {
  state.at = name;
  for (const cell of parts.board.querySelectorAll(".room")) cell.tabIndex = cell.dataset.room === name ? 0 : -1;
  parts.board.querySelector(`[data-room="${name}"]`).focus();
}

let stroke = null; // the sides that are drawn along
let resting = null; // where a finger rests that may draw

// Along a drag the line that was begun goes on over corners.
function nearestEdge(event, begun) {
  const { columns, rows } = state.view;
  const first = parts.board.querySelector(".room[data-room]").getBoundingClientRect();
  const last = parts.board.querySelector(`[data-room="${roomAt(columns - 1, rows).name}"]`).getBoundingClientRect();
  const wide = columns > 1 ? (last.left - first.left) / (columns - 1) : first.width;
  const high = rows > 1 ? (first.top - last.top) / (rows - 1) : first.height;
  const across = (event.clientX - first.left + (wide - first.width) / 2) / wide;
  const up = (first.bottom - event.clientY + (high - first.height) / 2) / high;
  const column = Math.floor(across);
  const row = Math.floor(up) + 1;
  /** @type {[number, number, number, string][]} */
  const near = [
    [across - column, column - 1, row, "right"],
    [column + 1 - across, column, row, "right"],
    [up - row + 1, column, row - 1, "up"],
    [row - up, column, row, "up"],
  ];
  const ways = near.sort((one, other) => one[0] - other[0]);
  const [far, x, y, side] = ways.find((each) => each[3] === begun && each[0] <= NEAR) ?? ways[0];
  const room = roomAt(x, y);
  if (far > NEAR || !room || !parts.board.querySelector(`[data-edge="${room.name} ${side}"]`)) return null;
  return [room.name, side];
}

// A mouse draws at once. A finger that is lifted turns a side, one that rests first draws along several, any other scrolls.
function strokeBegins(event) {
  if (state.tool !== "edges" || event.button !== 0 || event.target.classList.contains("end")) return;
  const edge = nearestEdge(event);
  if (!edge) return;
  const begins = () => {
    stroke = new Map();
    parts.board.setPointerCapture(event.pointerId);
    touch(edge);
  };
  if (event.pointerType === "touch") {
    resting = { edge, x: event.clientX, y: event.clientY, clock: setTimeout(begins, HOLD) };
    return;
  }
  event.preventDefault();
  begins();
}

function strokeGoesOn(event) {
  if (!stroke && resting && Math.hypot(event.clientX - resting.x, event.clientY - resting.y) > FAR) strokeOver();
  if (!stroke) return;
  const edge = nearestEdge(event, [...stroke.values()].at(-1)[1]);
  if (edge) touch(edge);
}

function touch(edge) {
  const name = edge.join(" ");
  if (stroke.has(name)) return;
  stroke.set(name, edge);
  parts.board.querySelector(`[data-edge="${name}"]`).classList.add("touched");
}

function strokeEnds() {
  const touched = stroke ? [...stroke.values()] : resting ? [resting.edge] : [];
  strokeOver();
  if (touched.length) turn(...touched);
}

function strokeOver() {
  clearTimeout(resting?.clock);
  stroke = resting = null;
  for (const side of parts.board.querySelectorAll(".touched")) side.classList.remove("touched");
}

function key(event) {
  const name = event.target.dataset.room;
  const letter = event.key.toLowerCase();
  if (!name || event.ctrlKey || event.altKey || event.metaKey) return;
  const [column, row] = place(name);
  const way = ARROWS[event.key];
  if (way) {
    event.preventDefault();
    const other = roomAt(column + way[0], row + way[1]);
    if (!other) return;
    if (!event.shiftKey) return focusRoom(other.name);
    const from = way[0] + way[1] > 0 ? name : other.name;
    turn([from, way[0] ? "right" : "up"]);
  } else if (event.key === "Delete" || event.key === "Backspace") {
    event.preventDefault();
    change({ do: "clear", room: name });
  } else if (letter === "j" && state.view.own) change({ do: "join", row });
  else if (state.view.tools.some((tool) => tool.do === "target" && String(tool.number) === event.key)) change({ do: "target", number: Number(event.key), room: name });
}

// names, stories, cards, size

let typing = null; // a name or story that is being typed: what it will change, and when

// What is typed is a change after a pause, or when it is left.
function tells(key, language, field, first) {
  if (typing && typing.field !== field) told();
  clearTimeout(typing?.clock);
  typing = { field, edit: () => ({ do: key, language, text: field.value, first }), clock: setTimeout(told, PAUSE) };
}

function told() {
  if (!typing) return;
  clearTimeout(typing.clock);
  change(typing.edit());
  typing = null;
}

function showWords() {
  if (parts.words.contains(document.activeElement) || parts.cards.contains(document.activeElement)) return;
  const first = state.view.words[0].language;
  const said = (key, words, area) =>
    element(
      "label",
      { class: "field" },
      `${say(area ? "story" : "name")} (${words.language})`,
      element(area ? "textarea" : "input", { lang: words.language, "data-key": `${key} ${words.language}`, maxlength: 2000, oninput: (event) => tells(key, words.language, event.target, first), onchange: told }, ...(area ? [words[key]] : [])),
    );
  fill(parts.words, ...state.view.words.flatMap((words) => [said("name", words, false), said("text", words, true)]));
  for (const words of state.view.words) parts.words.querySelector(`[data-key="name ${words.language}"]`).value = words.name;
  fill(
    parts.cards,
    ...state.view.cards
      .filter((card) => card.fitting.length)
      .map((card) =>
        element(
          "label",
          { class: "field" },
          card.word,
          element(
            "select",
            { onchange: (event) => change({ do: "card", number: card.number, card: event.target.value }) },
            ...[["", "–"], ...card.fitting].filter(([id]) => id || !card.card).map(([id, name]) => element("option", { value: id, selected: id === card.card }, name)),
          ),
        ),
      ),
  );
  const { columns, rows, least, most, own } = state.view;
  const number = (label, value, sized) =>
    element("label", { class: "field" }, say(label), element("input", { type: "number", min: least, max: most, value, onchange: (event) => change({ do: "size", columns, rows, [sized]: Number(event.target.value) }) }));
  fill(parts.size, own ? number("columns", columns, "columns") : null, own ? number("rows", rows, "rows") : null);
}

// as it will print

async function preview() {
  const text = state.text;
  const wanted = [["card", "front", parts.card, "front"], ["card", "back", parts.back, "back"], ["sheet", "front", parts.sheet, "sheet"]];
  for (const [kind, side, place, caption] of wanted) {
    try {
      const made = await host.ask(path("picture"), { text, kind, side });
      if (text !== state.text) return;
      await loadFonts(made.fonts, (font) => `fonts/${state.game}/${font}`);
      fill(place, ...(made.svg ? [drawn(made.svg), element("figcaption", {}, say(caption))] : []));
    } catch {
      // the faults stand beside the map
    }
  }
  parts.board.dataset.previewed = String(Number(parts.board.dataset.previewed ?? 0) + 1);
}
