// The table in hand: its points, its people, and what becomes of its game.
import { Changes } from "./desk_changes.js";
import { areShown, focusOnFirst, grid, inHand } from "./desk_grid.js";
import { isOnDesk } from "./desk_line.js";
import { AddPeople } from "./desk_people.js";
import { confirms } from "./dialog.js";
import { notCounted } from "./finish.js";
import * as host from "./host_page.js";
import { html, useState } from "./html.js";
import { Join } from "./join.js";
import { MapChoice } from "./map_choice.js";
import { acts, room } from "./room.js";
import { saveGame } from "./saving.js";
import { queue, send, state } from "./table_line.js";
import { faults } from "./table_views.js";

const { say } = host;
let isSaving = /** @type {Promise<boolean> | null} */ (null); // a second click asks nothing again

export function Table({ table }) {
  const [dungeon, setDungeon] = useState(table.dungeon);
  const isOwn = table.game === host.place().game && room.maps.length > 0;
  const now = isOnDesk(table) ? { ...table, ...state.table.view } : table;
  const isChanged = now.wants_saving || dungeon !== table.dungeon;
  const title = host.gameCalled(table.game)?.title ?? table.title;
  const isCorrection = now.saved !== null;
  const [hasCorrected, setCorrected] = useState(false);
  const saving = async () => {
    await send(); // what was typed last goes first
    if (await saveGame(table.id, isOwn ? { dungeon } : {})) setCorrected(isCorrection);
  };
  const saves = () => (isSaving ||= acts(saving, true).finally(() => (isSaving = null)));
  const closes = async () => {
    const asked = { text: say("sure_close"), yes: say("close_table"), no: say("drop_entry"), isDanger: true };
    if (!now.wants_saving || (await confirms(asked))) acts(() => host.ask(`tables/${table.id}/close`, {}));
  };
  const screens = () => host.go({ room: "scoring", item: table.id, view: "screen" });
  // a second click finds the next game, in which there is nothing to go on from
  const begins = async () => state.table.view.saved !== null && host.ask(`tables/${table.id}/again`, {});
  const again = async () => (await acts(begins, true)) && focusOnFirst();
  const photos = () =>
    host.opens(
      () => import("./photo_desk.js"),
      "photo_desk",
      ({ photosOf }) => photosOf(now, () => acts(async () => {})),
    );
  const button = (word, does, more = {}) =>
    html`<button id=${`${word}-${table.id}`} class=${more.class ?? null} disabled=${more.disabled} onclick=${does}>
      ${say(more.word ?? word)}
    </button>`;
  const lines = () => html`<div class="desk">${grid(now)} ${inHand()}</div>`;
  return html`<section class="card table" data-table=${table.id} data-colour=${host.colourOf(table.game)}>
    <div>
      <div class="table-head">
        <h2>${title}</h2>
        ${isOwn && html`<${MapChoice} id=${`map-${table.id}`} value=${dungeon} takes=${setDungeon} />`}
      </div>
      ${now.seats.length > 0 && isOnDesk(table) && lines()}
      ${isOnDesk(table) && areShown(now) && html`<p class="won" role="status">${now.winner}</p>`}
      <${AddPeople} table=${now} players=${room.players} />
      <div class="acts">
        ${now.saved !== null && html`<${Saved} table=${now} ...${{ again: isChanged ? null : again, hasCorrected }} />`}
        <p class="buttons">
          ${
            (isChanged || now.saved === null) &&
            button("save", saves, {
              word: now.saved ? "save_corrections" : "save_game",
              class: isChanged ? "main" : null,
              disabled: !now.seats.length || !isChanged,
            })
          }
          ${button("board", screens, { word: "on_big_screen" })}
          ${table.photo && now.seats.length > 0 && button("photos", photos, { word: "photos_of_sheets" })}
          ${button("close", closes, { word: "close_table", class: "danger" })}
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

// That it is saved, or not yet, beside the button that saves it; where it can be seen, and taken along.
function Saved({ table, again, hasCorrected }) {
  const isDue = table.wants_saving || table.is_reopened;
  const done = hasCorrected ? "correction_saved" : "saved";
  const word = table.wants_saving ? "correction_unsaved" : table.is_reopened ? "correcting" : done;
  const goes = (item) => () => host.go({ room: "history", item });
  const takes = () => acts(() => host.download(`history/export/bgstats?${host.query({ number: table.saved })}`), true);
  return html`<p class="buttons saved" role="status">
    <b class=${isDue ? "" : "done"}>${say(word, { id: table.saved })}</b>
    ${again && html`<button id=${`again-${table.id}`} class="main" onclick=${again}>${say("play_again")}</button>`}
    <button id=${`see-${table.id}`} onclick=${goes(String(table.saved))}>${say("see_in_history")}</button>
    ${table.dungeon && html`<button onclick=${goes("campaign")}>${say("campaign")}</button>`}
    <button onclick=${takes}>${say("as_bgstats")}</button>
  </p>`;
}
