// The list of saved games, one a line, and their exports.
import { signed } from "./common.js";
import * as host from "./host_page.js";
import { html } from "./html.js";

const { say } = host;

export function Nothing({ word }) {
  const goScoring = () => host.go({ room: "scoring" });
  return html`<div class="card empty">
    ${say(word)} ${word !== "no_deleted_games" && html`<button onclick=${goScoring}>${say("to_scoring")}</button>`}
  </div>`;
}

export function GameList({ found, isDeleted, shown, onOpen, more, download }) {
  if (!found.games.length) return html`<${Nothing} word=${isDeleted ? "no_deleted_games" : "no_such_games"} />`;
  const line = (game) => html`<li key=${game.id}>
    <button
      data-game=${game.id}
      data-colour=${host.colourOf(game.key)}
      aria-expanded=${String(game.id === shown)}
      onclick=${() => onOpen(game.id)}
    >
      <small>${`${game.id} · ${game.played.slice(0, 10)}`}</small>
      <span>
        <strong>${game.game}</strong>
        ${game.dungeon && html`<span class="on-map">${game.dungeon}</span>`}
      </span>
      <span class="of">${game.players.map(total)}</span>
    </button>
  </li>`;
  return html`<ul class="games">${found.games.map(line)}</ul>
    <button hidden=${found.count <= found.games.length} onclick=${more}>${say("more_games")}</button>
    <p class="exports" role="group" aria-label=${say("take_along")}>
      <span>${say("take_along")} </span>
      ${["bgstats", "csv", "json"].map(
        (form) => html`<button key=${form} onclick=${() => download(form)}>${say(`as_${form}`)}</button>`,
      )}
    </p>`;
}

const total = ({ name, total, rank }) =>
  html`<span key=${name} class=${rank === 1 ? "best" : null}>${`${name} ${signed(total)}`}</span>`;
