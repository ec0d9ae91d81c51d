// The map that a game is played on, where it has any.
import * as host from "./host_page.js";
import { html } from "./html.js";
import { room } from "./room.js";

const { say } = host;

export function MapChoice({ id, value, takes }) {
  if (!room.maps.length) return null;
  const options = [["", say("no_map")], ...room.maps].map(
    ([key, name]) => html`<option key=${key} value=${key} selected=${key === value}>${name}</option>`,
  );
  return html`<label class="field" for=${id}>
    ${say("played_on")}
    <select id=${id} onchange=${(event) => takes(event.target.value)}>${options}</select>
  </label>`;
}
