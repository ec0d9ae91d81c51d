// The field for the map of a game, if the game has maps.
import * as host from "./host_page.js";
import { html } from "./html.js";
import { room } from "./room.js";

const { say } = host;

export function MapChoice({ id, value, onChoose }) {
  if (!room.maps.length) return null;
  const options = [["", say("no_map")], ...room.maps].map(
    ([key, name]) => html`<option key=${key} value=${key} selected=${key === value}>${name}</option>`,
  );
  return html`<label class="field" for=${id}>
    ${say("played_on")}
    <select id=${id} onchange=${(event) => onChoose(event.target.value)}>${options}</select>
  </label>`;
}
