// What was played: games, one of them with its reasons, fame, campaigns, plots. All of it is told by the server.
import { confirms } from "./dialog.js";
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
// wide enough for the list and a game beside it: the last one, until another is chosen
const BESIDE = matchMedia("(min-width: 64rem)");
let found = null; // the games, and what can be chosen
let shown = null; // what the view shows of them
let game = null; // the one that is open, or what is wrong with it
let faults = null;
let draws = null; // draws into the room while it is shown
let rounds = 0; // what was asked for last is shown, however late an answer before it comes
let reads = 0;

export async function showRoom() {
  chooses(host.place().item);
  Object.assign(state, { shownGame: 0 });
  [found, shown, game, faults] = [null, null, null, null];
  draws = host.stage(() => (draws = null));
  await refresh();
}

// What the address names: a view, or a game by its number; a game that was told of is among all.
function chooses(item) {
  const number = Number(item);
  if (VIEWS.includes(item)) Object.assign(state, { view: item, open: null });
  else if (number > 0) Object.assign(state, { view: VIEWS[0], ...NONE, open: number });
  else state.open = null;
}

function asked(more = {}) {
  const { only, player, dungeon } = state;
  return host.query({ only, player, dungeon, ...more });
}

const gamesFrom = (start) => host.ask(`history?${asked({ deleted: state.deleted ? "yes" : "", start })}`);

async function refresh() {
  const round = ++rounds;
  try {
    const games = await gamesFrom(0);
    const part = state.view === "played_games" ? null : await host.ask(`history/${state.view}?${asked()}`);
    if (round !== rounds) return;
    [found, shown, faults] = [games, part, games.faults.length ? games : null];
    show();
    if (state.view !== "played_games") return;
    if (state.open) await open(state.open);
    else if (games.games.length && BESIDE.matches) await read(games.games[0].id);
    else closes();
  } catch (problem) {
    if (round === rounds) faults = problem;
    show();
  }
}

// Shows a game; tells whether it is still the one that was asked for last when its answer comes.
async function read(number) {
  const round = ++reads;
  const answer = await host.ask(`history/games/${number}?${host.query()}`).catch((fault) => ({ id: number, fault }));
  if (round !== reads || !draws) return false;
  game = answer;
  show();
  return true;
}

async function open(number, focuses = false) {
  state.open = number;
  if (focuses) host.noted(String(number));
  if (!(await read(number))) return;
  const place = document.querySelector(".of-game");
  place?.firstElementChild?.scrollIntoView({ block: "start" });
  const first = /** @type {HTMLElement} */ (place?.querySelector("h2, button"));
  if (focuses) first?.focus({ preventScroll: true });
}

function closes() {
  reads += 1;
  game = null;
  show();
}

function leave() {
  const number = game?.id;
  state.open = null;
  host.noted(state.view);
  closes();
  return /** @type {HTMLElement} */ (document.querySelector(`[data-game="${number}"]`));
}

const download = (form, more = {}) => host.download(`history/export/${form}?${asked(more)}`);

async function more() {
  const count = found.games.length;
  const next = await gamesFrom(count);
  found = { ...next, games: [...found.games, ...next.games] };
  show();
  /** @type {HTMLElement} */ (document.querySelector(`.games li:nth-child(${count + 1}) button`))?.focus();
}

async function mark() {
  const question = { text: say("sure_delete"), yes: say("delete_game"), no: say("drop_entry"), isDanger: true };
  if (!game.deleted && !(await confirms(question))) return;
  await host.ask(`history/games/${game.id}/mark?${host.query()}`, { deleted: !game.deleted });
  leave();
  await refresh();
}

// Opens the game at the desk, where it is corrected as any other and saved over.
async function corrects() {
  const table = await host.ask(`history/games/${game.id}/correct?${host.query()}`, {});
  room.opened = table.id;
  host.go({ room: "scoring", item: table.id });
}

async function undoes() {
  await host.ask(`history/games/${game.id}/mark?${host.query()}`, { undo: true, seen: game.seen });
  await refresh();
}

// Tells why something cannot be done.
const tries = (does) => () => does().catch((problem) => ((faults = problem), show()));

// what is seen

function show() {
  draws?.(html`<${Room} />`);
}

function Room() {
  return html`<div class="history-bar">
      <nav class="views" aria-label=${say("history")}>${VIEWS.map(viewButton)}</nav>
      ${found && html`<${Filters} />`}
    </div>
    <${Faults} problem=${faults} />
    <div class="played">
      <div class="body">${found && html`<${Body} />`}</div>
      <div class="of-game">${game && html`<${Opened} key=${game.id} />`}</div>
    </div>`;
}

function viewButton(view) {
  const take = () => {
    Object.assign(state, { view, open: null });
    host.noted(view);
    closes();
    refresh();
  };
  const current = view === state.view ? "page" : null;
  return html`<button key=${view} aria-current=${current} onclick=${take}>${say(view)}</button>`;
}

function Filters() {
  const takes = (key, value) => {
    state[key] = value;
    if (key === "only") Object.assign(state, { player: "", dungeon: "" });
    refresh();
  };
  const choice = (key, word, none, options) => {
    const isKnown = !state[key] || options.some(([value]) => value === state[key]);
    const all = [["", none], ...(isKnown ? [] : [[state[key], state[key]]]), ...options];
    return html`<label class="field" for=${`filter-${key}`}>
      ${say(word)}
      <select id=${`filter-${key}`} onchange=${(event) => takes(key, event.target.value)}>
        ${all.map(
          ([value, text]) =>
            html`<option key=${value} value=${value} selected=${value === state[key]}>${text}</option>`,
        )}
      </select>
    </label>`;
  };
  const players = found.players.map((each) => [each, each]);
  const gone = html`<label class="inline" for="filter-deleted">
    <input
      id="filter-deleted"
      type="checkbox"
      checked=${state.deleted}
      onchange=${(event) => takes("deleted", event.target.checked)}
    />
    ${` ${say("deleted_games")}`}
  </label>`;
  return html`<div class="fields" role="group" aria-label=${say("choose_games")}>
    ${found.known.length > 0 && choice("only", "game", say("all_games"), found.known)}
    ${found.known.length > 0 && choice("player", "player", say("everybody"), players)}
    ${found.dungeons.length > 0 && choice("dungeon", "map", say("all_maps"), found.dungeons)}
    ${state.view === "played_games" && gone}
  </div>`;
}

// What a view shows of the games that were found.
function Body() {
  if (!found.known.length && !state.deleted) {
    const leads = () => host.go({ room: "scoring" });
    const button = html`<button class="main" onclick=${leads}>${say("to_scoring")}</button>`;
    return html`<${Invite} title=${say("no_games_yet")} text=${say("no_saved_games")}>${button}<//>`;
  }
  if (state.view === "played_games")
    return html`<${GameList}
      found=${found}
      isDeleted=${state.deleted}
      shown=${game?.id}
      opens=${(number) => open(number, true)}
      more=${tries(more)}
      download=${(form) => tries(() => download(form))()}
    />`;
  if (shown?.listing?.rows.length)
    return html`<section class="card scroll fame" tabindex="0" aria-label=${say("fame")}>
      <${Listing} listing=${shown.listing} />
    </section>`;
  if (shown?.campaigns?.length)
    return shown.campaigns.map((each) => html`<${Campaign} key=${each.game} campaign=${each} />`);
  if (shown?.svg) return html`<${Drawn} kind="section" class="card plot" svg=${shown.svg} />`;
  return html`<${Nothing} word=${shown?.campaigns ? "no_campaigns" : "no_such_games"} />`;
}

function Opened() {
  const close = html`<button class="quiet" onclick=${() => leave()?.focus()}>${say("close")}</button>`;
  if (game.fault) return html`<section class="card"><${Faults} problem=${game.fault} />${close}</section>`;
  const undo = html`<button id="undo-correction" onclick=${tries(undoes)}>${say("undo_correction")}</button>`;
  return html`<${Game} game=${game}>
    ${!game.deleted && html`<button id="correct-game" onclick=${tries(corrects)}>${say("correct_game")}</button>`}
    ${game.is_corrected && undo}
    <button onclick=${tries(() => download("bgstats", { number: game.id }))}>${say("as_bgstats")}</button>
    <button class=${game.deleted ? null : "danger"} onclick=${tries(mark)}>
      ${say(game.deleted ? "bring_back" : "delete_game")}
    </button>
    ${close}
  <//>`;
}
