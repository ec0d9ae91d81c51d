// The history: saved games, one of them with its reasons, fame, campaigns, plots. All data comes from the server.
import { askYesNo } from "./dialog.js";
import { Faults } from "./faults.js";
import { Campaign, Game } from "./history_game.js";
import { GameList, Nothing } from "./history_list.js";
import { Listing } from "./listing.js";
import * as host from "./host_page.js";
import { Drawn, html } from "./html.js";
import { Invite } from "./invite.js";
import { room } from "./room.js";

const { say } = host;
const VIEWS = ["played_games", "fame", "campaign", "plot"];
const NONE = { only: "", player: "", dungeon: "", deleted: false };
const state = { view: VIEWS[0], ...NONE, open: null };
// wide enough for the list and a game beside it: the last one, until the user chooses another
const BESIDE = matchMedia("(min-width: 64rem)");
let overview = null; // the games, and the choices of the filters
let viewData = null; // the data of the view
let game = null; // the open one, or its fault
let faults = null;
let draw = null; // draws into the room while the page shows it
let rounds = 0; // counts requests: the page shows only the answer to the last one
let reads = 0;

export async function showRoom() {
  readAddress(host.place().item);
  Object.assign(state, { shownGame: 0 });
  [overview, viewData, game, faults] = [null, null, null, null];
  draw = host.stage(() => (draw = null));
  await refresh();
}

// Opens what the address names: a view, or a game by its number. For a game it clears the filters.
function readAddress(item) {
  const number = Number(item);
  if (VIEWS.includes(item)) Object.assign(state, { view: item, open: null });
  else if (number > 0) Object.assign(state, { view: VIEWS[0], ...NONE, open: number });
  else state.open = null;
}

function filterQuery(more = {}) {
  const { only, player, dungeon } = state;
  return host.query({ only, player, dungeon, ...more });
}

const gamesFrom = (start) => host.ask(`history?${filterQuery({ deleted: state.deleted ? "yes" : "", start })}`);

async function refresh() {
  const round = ++rounds;
  try {
    const games = await gamesFrom(0);
    const part = state.view === "played_games" ? null : await host.ask(`history/${state.view}?${filterQuery()}`);
    if (round !== rounds) return;
    [overview, viewData, faults] = [games, part, games.faults.length ? games : null];
    show();
    if (state.view !== "played_games") return;
    if (state.open) await open(state.open);
    else if (games.games.length && BESIDE.matches) await read(games.games[0].id);
    else closeGame();
  } catch (problem) {
    if (round === rounds) faults = problem;
    show();
  }
}

// Shows a game; returns false if the user asked for another one before its answer came.
async function read(number) {
  const round = ++reads;
  const answer = await host.ask(`history/games/${number}?${host.query()}`).catch((fault) => ({ id: number, fault }));
  if (round !== reads || !draw) return false;
  game = answer;
  show();
  return true;
}

async function open(number, movesFocus = false) {
  state.open = number;
  if (movesFocus) host.noteItem(String(number));
  if (!(await read(number))) return;
  const place = document.querySelector(".of-game");
  place?.firstElementChild?.scrollIntoView({ block: "start" });
  const first = /** @type {HTMLElement} */ (place?.querySelector("h2, button"));
  if (movesFocus) first?.focus({ preventScroll: true });
}

function closeGame() {
  reads += 1;
  game = null;
  show();
}

function leave() {
  const number = game?.id;
  state.open = null;
  host.noteItem(state.view);
  closeGame();
  return /** @type {HTMLElement} */ (document.querySelector(`[data-game="${number}"]`));
}

const download = (form, more = {}) => host.download(`history/export/${form}?${filterQuery(more)}`);

async function more() {
  const count = overview.games.length;
  const next = await gamesFrom(count);
  overview = { ...next, games: [...overview.games, ...next.games] };
  show();
  /** @type {HTMLElement} */ (document.querySelector(`.games li:nth-child(${count + 1}) button`))?.focus();
}

async function mark() {
  const question = { text: say("sure_delete"), yes: say("delete_game"), no: say("drop_entry"), isDanger: true };
  if (!game.deleted && !(await askYesNo(question))) return;
  await host.ask(`history/games/${game.id}/mark?${host.query()}`, { deleted: !game.deleted });
  leave();
  await refresh();
}

// Opens the game at the desk, where the user corrects it and saves it over the old one.
async function correct() {
  const table = await host.ask(`history/games/${game.id}/correct?${host.query()}`, {});
  room.opened = table.id;
  host.go({ room: "scoring", item: table.id });
}

async function undoCorrection() {
  await host.ask(`history/games/${game.id}/mark?${host.query()}`, { undo: true, seen: game.seen });
  await refresh();
}

// Runs an action, and shows why it failed.
const attempt = (action) => () => action().catch((problem) => ((faults = problem), show()));

// the page

function show() {
  draw?.(html`<${Room} />`);
}

function Room() {
  return html`<div class="history-bar">
      <nav class="views" aria-label=${say("history")}>${VIEWS.map(viewButton)}</nav>
      ${overview && html`<${Filters} />`}
    </div>
    <${Faults} problem=${faults} />
    <div class="played">
      <div class="body">${overview && html`<${Body} />`}</div>
      <div class="of-game">${game && html`<${Opened} key=${game.id} />`}</div>
    </div>`;
}

function viewButton(view) {
  const take = () => {
    Object.assign(state, { view, open: null });
    host.noteItem(view);
    closeGame();
    refresh();
  };
  const current = view === state.view ? "page" : null;
  return html`<button key=${view} aria-current=${current} onclick=${take}>${say(view)}</button>`;
}

function Filters() {
  const setFilter = (key, value) => {
    state[key] = value;
    if (key === "only") Object.assign(state, { player: "", dungeon: "" });
    refresh();
  };
  const choice = (key, word, none, options) => {
    const isKnown = !state[key] || options.some(([value]) => value === state[key]);
    const all = [["", none], ...(isKnown ? [] : [[state[key], state[key]]]), ...options];
    return html`<label class="field" for=${`filter-${key}`}>
      ${say(word)}
      <select id=${`filter-${key}`} onchange=${(event) => setFilter(key, event.target.value)}>
        ${all.map(
          ([value, text]) =>
            html`<option key=${value} value=${value} selected=${value === state[key]}>${text}</option>`,
        )}
      </select>
    </label>`;
  };
  const players = overview.players.map((each) => [each, each]);
  const deletedBox = html`<label class="inline" for="filter-deleted">
    <input
      id="filter-deleted"
      type="checkbox"
      checked=${state.deleted}
      onchange=${(event) => setFilter("deleted", event.target.checked)}
    />
    ${` ${say("deleted_games")}`}
  </label>`;
  return html`<div class="fields" role="group" aria-label=${say("choose_games")}>
    ${overview.known.length > 0 && choice("only", "game", say("all_games"), overview.known)}
    ${overview.known.length > 0 && choice("player", "player", say("everybody"), players)}
    ${overview.dungeons.length > 0 && choice("dungeon", "map", say("all_maps"), overview.dungeons)}
    ${state.view === "played_games" && deletedBox}
  </div>`;
}

// The content of a view.
function Body() {
  if (!overview.known.length && !state.deleted) {
    const goScoring = () => host.go({ room: "scoring" });
    const button = html`<button class="main" onclick=${goScoring}>${say("to_scoring")}</button>`;
    return html`<${Invite} title=${say("no_games_yet")} text=${say("no_saved_games")}>${button}<//>`;
  }
  if (state.view === "played_games")
    return html`<${GameList}
      found=${overview}
      isDeleted=${state.deleted}
      shown=${game?.id}
      onOpen=${(number) => open(number, true)}
      more=${attempt(more)}
      download=${(form) => attempt(() => download(form))()}
    />`;
  if (viewData?.listing?.rows.length)
    return html`<section class="card scroll fame" tabindex="0" aria-label=${say("fame")}>
      <${Listing} listing=${viewData.listing} />
    </section>`;
  if (viewData?.campaigns?.length)
    return viewData.campaigns.map((each) => html`<${Campaign} key=${each.game} campaign=${each} />`);
  if (viewData?.svg) return html`<${Drawn} kind="section" class="card plot" svg=${viewData.svg} />`;
  return html`<${Nothing} word=${viewData?.campaigns ? "no_campaigns" : "no_such_games"} />`;
}

function Opened() {
  const close = html`<button class="quiet" onclick=${() => leave()?.focus()}>${say("close")}</button>`;
  if (game.fault) return html`<section class="card"><${Faults} problem=${game.fault} />${close}</section>`;
  const undo = html`<button id="undo-correction" onclick=${attempt(undoCorrection)}>${say("undo_correction")}</button>`;
  return html`<${Game} game=${game}>
    ${!game.deleted && html`<button id="correct-game" onclick=${attempt(correct)}>${say("correct_game")}</button>`}
    ${game.is_corrected && undo}
    <button onclick=${attempt(() => download("bgstats", { number: game.id }))}>${say("as_bgstats")}</button>
    <button class=${game.deleted ? null : "danger"} onclick=${attempt(mark)}>
      ${say(game.deleted ? "bring_back" : "delete_game")}
    </button>
    ${close}
  <//>`;
}
