// The room of the tables that phones join: their codes, their people, and saving.
import { drawn, signed } from "./common.js";
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";
import { showScoreboard } from "./scoreboard.js";
import { changesOf } from "./table_changes.js";
import { mayBeSaved, saveGame } from "./table_saving.js";
import { changeSeat, knownPlayers, seatRow } from "./table_seats.js";

const { say } = host;
let isEntered = false; // whether the room was ever shown
let rounds = 0; // what was asked for last is shown, however late an answer before it comes

export function showRoom() {
  isEntered = true;
  return host.place().item ? showScoreboard(host.place().item) : list();
}

let maps = { of: "", known: [] };
const waysIn = new Map(); // the address that is chosen for the phones of a table
const playedOn = new Map(); // the map that is chosen for a table before it is saved

async function mapsOf(game, language) {
  const of = `${game} ${language}`;
  if (maps.of !== of) maps = { of, known: (await host.ask(`maps?${new URLSearchParams({ game, language })}`)).maps };
  return maps.known;
}

let lastTables = "";

const isListed = () => host.place().room === "scoring" && !host.place().item; // no table is on the big screen

// Shows the tables; `calm` leaves the page alone where nothing changed, so that no key or finger loses its place.
async function list(calm = false) {
  const round = calm ? rounds : ++rounds;
  const isLate = () => round !== rounds || !isListed();
  const { tables, unopened, players } = await host.ask("tables");
  const now = JSON.stringify([tables, unopened, players]);
  if (isLate() || (calm && now === lastTables)) return;
  const known = await mapsOf(host.place().game, host.place().language);
  if (isLate()) return;
  lastTables = now;
  const solo = element("input", { type: "checkbox", id: "solo" });
  const map = mapChoice("map-of-table", known, "", () => {});
  const said = element("p", { class: "fault", role: "alert" });
  const open = element(
    "button",
    { class: tables.length ? null : "main", disabled: !host.isScored() },
    say("open_table"),
  );
  open.onclick = () =>
    once(open, said, () =>
      host.ask("tables", {
        game: host.place().game,
        language: host.place().language,
        solo: solo.checked,
        dungeon: map?.querySelector("select").value ?? "",
      }),
    );
  const asked = [map, element("label", { class: "inline", for: "solo" }, solo, ` ${say("alone")}`)];
  const broken = unopened.map((each) =>
    element(
      "section",
      { class: "card" },
      element("p", { class: "fault", role: "alert" }, say("not_opened_here", each)),
    ),
  );
  if (tables.length + broken.length)
    return fill(
      host.main,
      ...broken,
      ...tables.map((table) => tableCard(table, known, players)),
      element(
        "div",
        { class: "card opens" },
        element("h2", {}, say("another_table")),
        element("div", { class: "fields" }, ...asked),
        open,
        said,
      ),
    );
  const { invite } = await import("./invite.js");
  if (isLate()) return;
  fill(
    host.main,
    invite(say("score_together"), say("no_tables"), element("div", { class: "fields" }, ...asked), open, said),
  );
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
  for (const [key, name] of [["", say("no_map")], ...known])
    select.append(element("option", { value: key, selected: key === value }, name));
  return element("label", { class: "field", for: id }, say("played_on"), select);
}

function tableCard(table, known, players) {
  const way = table.links.find((each) => each.link === waysIn.get(table.id)) ?? table.links[0];
  const code = element("div", { class: "code" }, drawn(way.code));
  const said = element(
    "p",
    { class: "fault", role: "alert" },
    table.not_kept ? say("not_kept_here", { fault: table.not_kept }) : "",
  );
  const seats = [...table.seats]
    .sort((one, other) => one.rank - other.rank)
    .map((seat) => seatRow(table, seat, said, once));
  const own = table.game === host.place().game ? known : [];
  const dungeon = playedOn.get(table.id) ?? table.dungeon;
  const map = mapChoice(`map-${table.id}`, own, dungeon, (value) => {
    playedOn.set(table.id, value);
    save.disabled = !table.seats.length;
  });
  const changed = table.wants_saving || dungeon !== table.dungeon;
  const save = element(
    "button",
    { class: changed ? "main" : null, disabled: !table.seats.length || !changed },
    say(table.saved ? "save_corrections" : "save_game"),
  );
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
  const board = element(
    "button",
    { id: `board-${table.id}`, onclick: () => host.go({ room: "scoring", item: table.id }) },
    say("on_big_screen"),
  );
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
      element(
        "div",
        { class: "table-head" },
        element("h2", {}, host.games().games.find((each) => each.game === table.game)?.title ?? table.title),
        map,
      ),
      element(
        "div",
        { class: "scroll", tabindex: 0, role: "group", "aria-label": say("people") },
        element("table", { class: "seats" }, ...seats),
      ),
      knownPlayers(table, players, said, once),
      element(
        "p",
        { class: "buttons acts" },
        save,
        board,
        add,
        table.photo && table.seats.length ? photos(table) : null,
        close,
      ),
      changesOf(table, said, once),
      table.saved ? savedAs(table, said) : null,
      said,
    ),
    element(
      "div",
      { class: "join-in" },
      code,
      element("p", { class: "link" }, say("join_by", { link: way.link })),
      wayIn(table, way),
    ),
  );
}

// Photos of sheets are read: what does so is loaded when it is asked for.
function photos(table) {
  const choose = async () => (await import("./photo_desk.js")).photosOf(table, () => list());
  return element("button", { id: `photos-${table.id}`, onclick: choose }, say("photos_of_sheets"));
}

// Where no phone comes: another address of this machine, and what else it can be.
function wayIn(table, way) {
  const id = `way-${table.id}`;
  const take = (event) => {
    waysIn.set(table.id, event.target.value);
    list();
  };
  const select = element(
    "select",
    { id, onchange: take },
    ...table.links.map(({ link }) =>
      element("option", { value: link, selected: link === way.link }, link.split("/#")[0]),
    ),
  );
  return element(
    "details",
    { open: waysIn.has(table.id) },
    element("summary", {}, say("no_phone_came")),
    element("label", { class: "field", for: id }, say("other_address"), select),
    element("p", { class: "hint" }, say("why_no_phone", { port: new URL(way.link).port })),
  );
}

// Where a saved game can be seen, and taken along.
function savedAs(table, said) {
  const go = (item) => () => host.go({ room: "history", item });
  const bgstats = element(
    "button",
    {
      onclick: () =>
        host
          .download(`history/export/bgstats?${host.query({ number: table.saved })}`)
          .catch((problem) => (said.textContent = problem.message)),
    },
    say("as_bgstats"),
  );
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
  if (
    isEntered &&
    isListed() &&
    document.visibilityState === "visible" &&
    !document.activeElement?.matches("input, select")
  )
    list(true).catch(() => host.tell(say("closed")));
}, 3000);
