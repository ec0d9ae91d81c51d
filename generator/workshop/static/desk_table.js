// The selected table: its points, its people, and what happens to its game.
import { Changes } from "./desk_changes.js";
import { hasTotals, focusOnFirst, grid, selectedLine } from "./desk_grid.js";
import { isOnDesk } from "./desk_line.js";
import { AddPeople } from "./desk_people.js";
import { askYesNo } from "./dialog.js";
import { notCounted } from "./finish.js";
import * as host from "./host_page.js";
import { html, useState } from "./html.js";
import { Join } from "./join.js";
import { MapChoice } from "./map_choice.js";
import { perform, room } from "./room.js";
import { saveGame } from "./saving.js";
import { queue, send, state } from "./table_line.js";
import { faults } from "./table_views.js";

const { say } = host;
let isSaving = /** @type {Promise<boolean> | null} */ (null); // a second click does not ask again

export function Table({ table }) {
  const [dungeon, setDungeon] = useState(table.dungeon);
  const isOwn = table.game === host.place().game && room.maps.length > 0;
  const now = isOnDesk(table) ? { ...table, ...state.table.view } : table;
  const isChanged = now.wants_saving || dungeon !== table.dungeon;
  const title = host.findGame(table.game)?.title ?? table.title;
  const isCorrection = now.saved !== null;
  const [hasCorrected, setCorrected] = useState(false);
  const saveOnce = async () => {
    await send(); // sends the last typed text first
    if (await saveGame(table.id, isOwn ? { dungeon } : {})) setCorrected(isCorrection);
  };
  const save = () => (isSaving ||= perform(saveOnce, true).finally(() => (isSaving = null)));
  const closeTable = async () => {
    const question = { text: say("sure_close"), yes: say("close_table"), no: say("drop_entry"), isDanger: true };
    if (!now.wants_saving || (await askYesNo(question))) perform(() => host.ask(`tables/${table.id}/close`, {}));
  };
  const showScreen = () => host.go({ room: "scoring", item: table.id, view: "screen" });
  // a second click finds the next game, which has nothing to continue from
  const beginAgain = async () => state.table.view.saved !== null && host.ask(`tables/${table.id}/again`, {});
  const again = async () => (await perform(beginAgain, true)) && focusOnFirst();
  const photos = () =>
    host.withScript(
      () => import("./photo_desk.js"),
      "photo_desk",
      ({ photosOf }) => photosOf(now, () => perform(async () => {})),
    );
  const button = (word, onClick, more = {}) =>
    html`<button id=${`${word}-${table.id}`} class=${more.class ?? null} disabled=${more.disabled} onclick=${onClick}>
      ${say(more.word ?? word)}
    </button>`;
  const lines = () => html`<div class="desk">${grid(now)} ${selectedLine()}</div>`;
  return html`<section class="card table" data-table=${table.id} data-colour=${host.colourOf(table.game)}>
    <div>
      <div class="table-head">
        <h2>${title}</h2>
        ${isOwn && html`<${MapChoice} id=${`map-${table.id}`} value=${dungeon} onChoose=${setDungeon} />`}
      </div>
      ${now.seats.length > 0 && isOnDesk(table) && lines()}
      ${isOnDesk(table) && hasTotals(now) && html`<p class="won" role="status">${now.winner}</p>`}
      <${AddPeople} table=${now} players=${room.players} />
      <div class="acts">
        ${now.saved !== null && html`<${Saved} table=${now} ...${{ again: isChanged ? null : again, hasCorrected }} />`}
        <p class="buttons">
          ${
            (isChanged || now.saved === null) &&
            button("save", save, {
              word: now.saved ? "save_corrections" : "save_game",
              class: isChanged ? "main" : null,
              disabled: !now.seats.length || !isChanged,
            })
          }
          ${button("board", showScreen, { word: "on_big_screen" })}
          ${table.photo && now.seats.length > 0 && button("photos", photos, { word: "photos_of_sheets" })}
          ${button("close", closeTable, { word: "close_table", class: "danger" })}
        </p>
      </div>
      <p class="fault" role="alert">
        ${room.fault || (table.not_kept ? say("not_kept_here", { fault: table.not_kept }) : "")}
      </p>
      ${isOnDesk(table) && faults()} ${isOnDesk(table) && notCounted({ questions: [], view: now }, queue, say)}
      <${Changes} table=${now} />
    </div>
    <${Join} table=${table} />
  </section>`;
}

// Says beside the save button whether the game is saved; links to it in the history, and exports it.
function Saved({ table, again, hasCorrected }) {
  const isDue = table.wants_saving || table.is_reopened;
  const done = hasCorrected ? "correction_saved" : "saved";
  const word = table.wants_saving ? "correction_unsaved" : table.is_reopened ? "correcting" : done;
  const goToHistory = (item) => () => host.go({ room: "history", item });
  const download = () =>
    perform(() => host.download(`history/export/bgstats?${host.query({ number: table.saved })}`), true);
  return html`<p class="buttons saved" role="status">
    <b class=${isDue ? "" : "done"}>${say(word, { id: table.saved })}</b>
    ${again && html`<button id=${`again-${table.id}`} class="main" onclick=${again}>${say("play_again")}</button>`}
    <button id=${`see-${table.id}`} onclick=${goToHistory(String(table.saved))}>${say("see_in_history")}</button>
    ${table.dungeon && html`<button onclick=${goToHistory("campaign")}>${say("campaign")}</button>`}
    <button onclick=${download}>${say("as_bgstats")}</button>
  </p>`;
}
