// A played game with its reasons, and a campaign of several games.
import { signed } from "./common.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html } from "./html.js";
import { Listing } from "./listing.js";

const { say } = host;

// A game with its winner, its points and their reasons, and its typed answers; its buttons are below.
export function Game({ game, children }) {
  // the winner is first
  const order = game.players.map((_, at) => at).sort((one, other) => game.players[one].rank - game.players[other].rank);
  const ranked = (each) => (each.length ? order.map((at) => each[at]) : []);
  const head = [game.played, game.dungeon, game.solo ? say("alone") : ""].filter(Boolean).join(" · ");
  const total = ({ name, total, rank }) =>
    html`<li key=${name} class=${rank === 1 ? "first" : null}><b>${signed(total)}</b>${name}</li>`;
  const details = (word) => (each) =>
    html`<details key=${`${word} ${each.head[2]}`}>
      <summary>${say(word, { name: each.head[2] })}</summary>
      <${Listing} listing=${each} />
    </details>`;
  return html`<section class="card" data-colour=${host.colourOf(game.key)}>
    <h2 tabindex="-1">${`${game.id}. ${game.game}`}</h2>
    <p class="hint">${head}</p>
    <${Faults} problem=${game.faults.length ? game : null} />
    <p class="won">${game.winner}</p>
    ${game.titles.map((title) => html`<p key=${title}>${title}</p>`)}
    ${game.players.length > 1 && html`<ol class="totals">${ranked(game.players).map(total)}</ol>`}
    <${Scrolled} label=${game.game}><${Listing} listing=${inOrder(game.score, order)} sum=${game.line_count} /><//>
    ${game.standings.map(
      (each, at) => html`<${Scrolled} key=${at} label=${say("members")}><${Listing} listing=${each} /><//>`,
    )}
    ${ranked(game.reasons).map(details("reasons_of"))} ${ranked(game.typed).map(details("typed_of"))}
    ${game.notes && html`<p>${game.notes}</p>`}
    <p class="buttons">${children}</p>
  </section>`;
}

const Scrolled = ({ label, kind = "scroll", children }) =>
  html`<div class=${kind} tabindex="0" role="group" aria-label=${label}>${children}</div>`;

// A table with a column for each player, in another order.
function inOrder({ head, rows, texts }, order) {
  const reorder = (row) => [...row.slice(0, texts), ...order.map((at) => row[texts + at])];
  return { texts, head: reorder(head), rows: rows.map(reorder) };
}

export function Campaign({ campaign }) {
  const story = ({ title, listing, left }) => html`<div key=${title}>
    <p>${title}</p>
    ${listing && html`<${Scrolled} label=${title} kind="scroll with-total"><${Listing} listing=${listing} /><//>`}
    ${left && html`<p class="hint">${left}</p>`}
  </div>`;
  return html`<h2>${campaign.game}</h2>
    <${Faults} problem=${campaign.faults.length ? campaign : null} />
    ${campaign.groups.map(
      (group) =>
        html`<section key=${group.title} class="card"><h3>${group.title}</h3>${group.stories.map(story)}</section>`,
    )}`;
}
