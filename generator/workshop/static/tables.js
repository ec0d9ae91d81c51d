// The room of the tables that phones join: their codes, their people, and saving.
import { drawn, element, fill, signed } from "./common.js";
import { showScoreboard } from "./scoreboard.js";

let host = null;
let main = null;

export function showTables(place, context) {
  main = place;
  host = context;
  return host.place().item ? showScoreboard(host, host.place().item) : list();
}

function say(key, values) {
  return host.words().say(key, values);
}

let maps = { of: "", known: [] };
const waysIn = new Map(); // the address that is chosen for the phones of a table
const playedOn = new Map(); // the map that is chosen for a table before it is saved

async function mapsOf(game, language) {
  const of = `${game} ${language}`;
  if (maps.of !== of) maps = { of, known: (await host.ask(`maps?${new URLSearchParams({ game, language })}`)).maps };
  return maps.known;
}

const MOST_CHIPS = 12; // of those who played before
let lastTables = "";

// Shows the tables; `calm` leaves the page alone where nothing changed, so that no key or finger loses its place.
async function list(calm = false) {
  const { tables, unopened, players } = await host.ask("tables");
  const now = JSON.stringify([tables, unopened, players]);
  if (calm && now === lastTables) return;
  lastTables = now;
  const known = await mapsOf(host.place().game, host.place().language);
  if (host.place().room !== "scoring") return;
  const solo = element("input", { type: "checkbox", id: "solo" });
  const map = mapChoice("map-of-table", known, "", () => {});
  const said = element("p", { class: "fault", role: "alert" });
  const open = element("button", { class: tables.length ? null : "main", disabled: !host.isScored() }, say("open_table"));
  open.onclick = () => once(open, said, () => host.ask("tables", { game: host.place().game, language: host.place().language, solo: solo.checked, dungeon: map?.querySelector("select").value ?? "" }));
  const asked = [map, element("label", { class: "inline", for: "solo" }, solo, ` ${say("alone")}`)];
  const broken = unopened.map((each) => element("section", { class: "card" }, element("p", { class: "fault", role: "alert" }, say("not_opened_here", each))));
  if (tables.length + broken.length) return fill(main, ...broken, ...tables.map((table) => tableCard(table, known, players)), element("div", { class: "card opens" }, element("h2", {}, say("another_table")), element("div", { class: "fields" }, ...asked), open, said));
  const { invite } = await import("./invite.js");
  if (host.place().room !== "scoring") return;
  fill(main, invite(host, say("score_together"), say("no_tables"), element("div", { class: "fields" }, ...asked), open, said));
}

// Does something that a second click must not do again while it is under way; then the tables are shown anew.
async function once(button, said, does) {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await does();
    await list();
  } catch (problem) {
    said.textContent = problem.faults?.length ? problem.faults[0].message : problem.message || say("closed");
    button.disabled = false;
  }
}

function mapChoice(id, known, value, take) {
  if (!known.length) return null;
  const select = element("select", { id, onchange: (event) => take(event.target.value) });
  for (const [key, name] of [["", say("no_map")], ...known]) select.append(element("option", { value: key, selected: key === value }, name));
  return element("label", { class: "field", for: id }, say("played_on"), select);
}

// Those who played before and do not sit here: a tap seats one, and a phone that comes says who it is.
function knownPlayers(table, players, said) {
  const seated = new Set(table.seats.map((seat) => seat.name.toLowerCase()));
  const isOfGame = (each) => each.games.includes(table.game);
  const others = [...players.filter(isOfGame), ...players.filter((each) => !isOfGame(each))].filter((each) => !seated.has(each.name.toLowerCase()));
  if (!others.length || table.seats.length >= table.most) return null;
  const chips = others.slice(0, MOST_CHIPS).map(({ name, colour }) => {
    const chip = element("button", { class: "chip", "data-player": colour, id: `chip-${table.id}-${name}` }, element("span", { class: "name" }, name));
    chip.onclick = () => once(chip, said, () => changeSeat(table, { do: "join", text: name }));
    return chip;
  });
  return element("p", { class: "buttons known", role: "group", "aria-label": say("who_plays") }, element("span", {}, say("who_plays")), ...chips);
}

function tableCard(table, known, players) {
  const way = table.links.find((each) => each.link === waysIn.get(table.id)) ?? table.links[0];
  const code = element("div", { class: "code" }, drawn(way.code));
  const said = element("p", { class: "fault", role: "alert" }, table.not_kept ? say("not_kept_here", { fault: table.not_kept }) : "");
  const seats = [...table.seats].sort((one, other) => one.rank - other.rank).map((seat) => seatRow(table, seat, said));
  const own = table.game === host.place().game ? known : [];
  const dungeon = playedOn.get(table.id) ?? table.dungeon;
  const map = mapChoice(`map-${table.id}`, own, dungeon, (value) => {
    playedOn.set(table.id, value);
    save.disabled = !table.seats.length;
  });
  const changed = table.wants_saving || dungeon !== table.dungeon;
  const save = element("button", { class: changed ? "main" : null, disabled: !table.seats.length || !changed }, say(table.saved ? "save_corrections" : "save_game"));
  save.id = `save-${table.id}`;
  const add = element("button", { id: `add-${table.id}` }, say("add_player"));
  add.onclick = () => {
    const name = prompt(say("name_of_player"));
    if (name) once(add, said, () => changeSeat(table, { do: "join", text: name }));
  };
  save.onclick = () => {
    if (!mayBeSaved(table)) return;
    once(save, said, () => saveGame(table, own.length ? { dungeon: playedOn.get(table.id) ?? table.dungeon } : {}));
  };
  const board = element("button", { id: `board-${table.id}`, onclick: () => host.go({ room: "scoring", item: table.id }) }, say("on_big_screen"));
  const close = element("button", { class: "danger", id: `close-${table.id}` }, say("close_table"));
  close.onclick = () => {
    if (table.wants_saving && !confirm(say("sure_close"))) return;
    once(close, said, () => host.ask(`tables/${table.id}/close`, {}));
  };
  return element(
    "section",
    { class: "card table", "data-table": table.id, "data-colour": host.colourOf(table.game) },
    element(
      "div",
      {},
      element("div", { class: "table-head" }, element("h2", {}, host.games().games.find((each) => each.game === table.game)?.title ?? table.title), map),
      element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": say("people") }, element("table", { class: "seats" }, ...seats)),
      knownPlayers(table, players, said),
      element("p", { class: "buttons acts" }, save, board, add, table.photo && table.seats.length ? photos(table) : null, close),
      changesOf(table, said),
      table.saved ? savedAs(table, said) : null,
      said,
    ),
    element("div", { class: "join-in" }, code, element("p", { class: "link" }, say("join_by", { link: way.link })), wayIn(table, way)),
  );
}

const read = new Map(); // of the tables whose changes are read, what is shown of them

// What was changed at a table, the latest first; each change can be taken back by itself.
function changesOf(table, said) {
  const list = element("ol", { class: "changes", id: `list-${table.id}` });
  const show = async () => {
    const { changes } = await host.ask(`tables/${table.id}/changes`);
    read.set(table.id, changes);
    fill(list, ...changes.map((each) => changeRow(table, each, said)));
  };
  const toggled = (event) => {
    if (!event.target.isConnected) return;
    if (!event.target.open) return read.delete(table.id);
    if (!read.has(table.id)) read.set(table.id, []); // it stays open, also where the tables are shown anew before the answer
    show().catch((problem) => (said.textContent = problem.message || say("closed")));
  };
  const open = read.has(table.id);
  if (open) fill(list, ...read.get(table.id).map((each) => changeRow(table, each, said)));
  return element("details", { id: `changes-${table.id}`, open, ontoggle: toggled }, element("summary", {}, say("what_was_changed")), list);
}

function changeRow(table, change, said) {
  const { of, what, text, do: did } = change;
  const by = change.by === null ? say("by_host") : change.by === of ? "" : say("by_player", { name: change.by });
  const back = element("button", { class: "quiet", id: `back-${table.id}-${change.revision}`, "aria-label": `${say("take_back")}: ${of} ${what} ${text}` }, say("take_back"));
  back.onclick = () =>
    once(back, said, async () => {
      const answer = await host.ask(`tables/${table.id}/back`, { revision: change.revision });
      if (!answer.taken) throw new Error(host.words().refusal(answer) || say("not_taken_back"));
    });
  const at = element("time", { datetime: change.at }, new Date(change.at).toLocaleTimeString([], { timeStyle: "short" }));
  return element("li", {}, at, element("span", {}, say(`did_${did}`, { of, what, text }), by ? element("small", {}, ` ${by}`) : null), change.back ? back : null);
}

// Photos of sheets are read: what does so is loaded when it is asked for.
function photos(table) {
  const choose = async () => (await import("./photo_desk.js")).photosOf(host, table, () => list());
  return element("button", { id: `photos-${table.id}`, onclick: choose }, say("photos_of_sheets"));
}

// Tells whether a game is to be saved though somebody still counts.
export function mayBeSaved(table) {
  const unfinished = table.seats.filter((seat) => seat.open.length).map((seat) => seat.name);
  return !unfinished.length || confirm(say("sure_unfinished", { names: unfinished.join(", ") }));
}

// Saves a game; one that was corrected elsewhere since only where that is meant.
export async function saveGame(table, asked) {
  try {
    await host.ask(`tables/${table.id}/save`, asked);
  } catch (problem) {
    if (!problem.corrected_elsewhere) throw problem;
    if (confirm(say("sure_over", { id: problem.corrected_elsewhere }))) await host.ask(`tables/${table.id}/save`, { ...asked, over: true });
  }
}

// Where no phone comes: another address of this machine, and what else it can be.
function wayIn(table, way) {
  const id = `way-${table.id}`;
  const take = (event) => {
    waysIn.set(table.id, event.target.value);
    list();
  };
  const select = element("select", { id, onchange: take }, ...table.links.map(({ link }) => element("option", { value: link, selected: link === way.link }, link.split("/#")[0])));
  return element(
    "details",
    { open: waysIn.has(table.id) },
    element("summary", {}, say("no_phone_came")),
    element("label", { class: "field", for: id }, say("other_address"), select),
    element("p", { class: "hint" }, say("why_no_phone", { port: new URL(way.link).port })),
  );
}

// Changes the people of a table; what is refused is told.
async function changeSeat(table, asked) {
  const answer = await host.ask(`tables/${table.id}/seat`, asked);
  if (!answer.taken) throw new Error(host.words().refusal(answer));
}

const unfolded = new Set(); // the seats whose changes are to be chosen: they stay so where the tables are shown anew

// A player as the host sees one: who still counts, who asks for the seat, and what can be done about it.
function seatRow(table, seat, said) {
  const act = (word, asked, weight = null) => {
    const button = element("button", { class: weight, id: `${word}-${table.id}-${seat.id}` }, say(word));
    button.onclick = () => {
      const more = asked();
      if (more) once(button, said, () => changeSeat(table, { seat: seat.id, ...more }));
    };
    return button;
  };
  const renamed = () => {
    const name = prompt(say("name_of_player"), seat.name);
    return name ? { do: "name", text: name } : null;
  };
  const sure = (what, word) => () => (confirm(say(word, { name: seat.name })) ? { do: what } : null);
  const asks = seat.asks.flatMap((code) => [element("p", { class: "asks" }, say("asks_for_seat", { name: seat.name, code })), act("let_in", () => ({ do: "let", code })), act("send_away", () => ({ do: "deny", code }))]);
  const open = seat.open.length ? say("still_open", { count: seat.open.length }) : "\u2713";
  const state = seat.free ? `${open} · ${say("free_seat")}` : open;
  const doing = [act("rename", renamed, "quiet"), seat.free ? null : act("hand_over", sure("free", "sure_hand_over_of"), "quiet"), act("remove_player", sure("remove", "sure_remove"), "danger")];
  const id = `more-${table.id}-${seat.id}`;
  const toggled = ({ target }) => target.isConnected && unfolded[target.open ? "add" : "delete"](id);
  const more = element("details", { id, open: unfolded.has(id), ontoggle: toggled }, element("summary", { "aria-label": `${say("change_seat")}: ${seat.name}` }, say("change_seat")), ...doing.filter(Boolean));
  const leads = seat.rank === 1 && table.seats.some((each) => each.rank > 1);
  return element("tr", { "data-player": seat.colour, class: leads ? "first" : null }, element("td", { class: "at-rank" }, `${seat.rank}.`), element("th", { scope: "row" }, element("span", { class: "name" }, seat.name)), element("td", { class: "total" }, signed(seat.total)), element("td", { class: "still" }, state), element("td", { class: "doing" }, ...asks, more));
}

// Where a saved game can be seen, and taken along.
function savedAs(table, said) {
  const go = (item) => () => host.go({ room: "history", item });
  const bgstats = element("button", { onclick: () => host.download(`history/export/bgstats?${host.query({ number: table.saved })}`).catch((problem) => (said.textContent = problem.message)) }, say("as_bgstats"));
  return element(
    "p",
    { class: "buttons", role: "status" },
    element("span", {}, say("saved", { id: table.saved })),
    element("button", { id: `see-${table.id}`, onclick: go(String(table.saved)) }, say("see_in_history")),
    table.dungeon ? element("button", { onclick: go("campaign") }, say("campaign")) : null,
    bgstats,
  );
}

setInterval(() => {
  if (host?.place().room === "scoring" && !host.place().item && document.visibilityState === "visible" && !document.activeElement?.matches("input, select")) list(true).catch(() => host.tell(say("closed")));
}, 3000);
