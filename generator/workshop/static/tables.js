// The room in which games are scored: the current game, other open games, and how to begin one.
import { focusOnFirst } from "./desk_grid.js";
import { leaveTable, openOnDesk } from "./desk_line.js";
import { Table } from "./desk_table.js";
import * as host from "./host_page.js";
import { html, useState } from "./html.js";
import { Invite } from "./invite.js";
import { MapChoice } from "./map_choice.js";
import { perform, room } from "./room.js";
import { showScoreboard } from "./scoreboard.js";

const { say } = host;
const PAUSE = 3000; // milliseconds between two reads of the tables
let drawRoom = null; // draws into the room while it is shown

export async function showRoom() {
  const { item, view } = host.place();
  if (item && view === "screen") return showScoreboard(item);
  drawRoom = host.stage(() => {
    drawRoom = null;
    leaveTable();
  });
  Object.assign(room, { reads: read, show, fault: "", isRead: false });
  await read();
}

let mapsFor = ""; // game and language of the maps

async function read(isCalm = false) {
  const here = drawRoom;
  const { turn } = room;
  const { game, language } = host.place();
  const answer = await host.ask("tables");
  if (room.fault === say("closed")) room.fault = "";
  if (mapsFor !== `${game} ${language}`) {
    room.maps = (await host.ask(`maps?${new URLSearchParams({ game, language })}`)).maps;
    mapsFor = `${game} ${language}`;
  }
  if (!here || here !== drawRoom || (isCalm && turn !== room.turn)) return; // the user left the room or did something
  Object.assign(room, answer, { isRead: true });
  const table = current();
  if (table && table.id !== host.place().item) host.noteItem(table.id, true); // it stays selected when it is saved
  if (table) await openOnDesk(table, show);
  show();
  if (table?.id === room.opened) focusOnFirst();
  if (!table) leaveTable();
}

// The table in the address, else one whose game is not saved yet.
function current() {
  const { item } = host.place();
  return room.tables.find((each) => each.id === item) ?? room.tables.filter((each) => !isOver(each)).at(-1) ?? null;
}

const isOver = (table) => table.saved !== null && !table.wants_saving;

function show() {
  drawRoom?.(html`<${Room} key=${host.place().game} />`);
}

function Room() {
  if (!room.isRead) return null;
  const table = current();
  const others = room.tables.filter((each) => each !== table);
  const broken = room.unopened.map(
    (each) => html`<section key=${each.file} class="card">
      <p class="fault" role="alert">${say("not_opened_here", each)}</p>
    </section>`,
  );
  const open = others.filter((each) => !isOver(each));
  const over = others.filter(isOver);
  return html`${broken} ${table && html`<${Table} key=${table.id} table=${table} />`}
    <${Opening} isFirst=${!room.tables.length && !broken.length} />
    ${!table && html`<p class="fault" role="alert">${room.fault}</p>`}
    ${open.length > 0 && html`<${Others} word="also_open" tables=${open} isOpen=${true} />`}
    ${over.length > 0 && html`<${Others} word="saved_games" tables=${over} isOpen=${false} />`}`;
}

// Tables that are not selected, one in each line.
function Others({ word, tables, isOpen }) {
  const goToTable = (table) => () => {
    host.noteItem(table.id);
    room.opened = table.id;
    return perform(async () => {});
  };
  const line = (table) => html`<li key=${table.id} data-table=${table.id}>
    <span><b>${host.findGame(table.game)?.title ?? table.title}</b> ${table.names.join(", ")}</span>
    <small>${table.saved ? say("saved", { id: table.saved }) : ""}</small>
    <button onclick=${goToTable(table)}>${say("go_on")}</button>
  </li>`;
  return html`<details class="card others" open=${isOpen}>
    <summary>${say(word, { count: tables.length })}</summary>
    <ul class="plain">
      ${tables.map(line)}
    </ul>
  </details>`;
}

// The settings of a new game. If no game is open, the room invites to one.
function Opening({ isFirst }) {
  const [isSolo, setSolo] = useState(false);
  const [dungeon, setDungeon] = useState("");
  const { game, language } = host.place();
  const begin = async () => {
    const table = await host.ask("tables", { game, language, solo: isSolo, dungeon });
    host.noteItem(table.id);
    setDungeon("");
  };
  const start = async () => {
    const isDone = await perform(begin);
    if (isDone) /** @type {HTMLInputElement | null} */ (document.querySelector(".adds input"))?.focus();
  };
  const solo = html`<label class="inline" for="solo">
    <input id="solo" type="checkbox" checked=${isSolo} onchange=${(event) => setSolo(event.target.checked)} />
    ${` ${say("alone")}`}
  </label>`;
  const fields = html`<div class="fields">
    <${MapChoice} id="map-of-table" value=${dungeon} onChoose=${setDungeon} />${solo}
  </div>`;
  const button = html`<button class=${room.tables.length ? null : "main"} disabled=${!host.isScored()} onclick=${start}>
    ${say("open_table")}
  </button>`;
  const controls = html`${fields}${button}`;
  if (isFirst) return html`<${Invite} title=${say("score_together")} text=${say("no_tables")}>${controls}<//>`;
  return html`<div class="card opens"><h2>${say("another_table")}</h2>${controls}</div>`;
}

setInterval(() => {
  if (drawRoom && document.visibilityState === "visible") read(true).catch(() => host.tell(say("closed")));
}, PAUSE);
