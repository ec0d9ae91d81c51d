// What was played: games, one of them with its reasons, fame, campaigns, plots. All of it is told by the server.
import { drawn, signed } from "./common.js";
import { element, fill, grid } from "./elements.js";
import { campaign, gameCard } from "./history_game.js";
import * as host from "./host_page.js";

const { say } = host;

const VIEWS = ["played_games", "fame", "campaign", "plot"];
const state = { view: "played_games", only: "", player: "", dungeon: "", deleted: false, shown: 0 };
// wide enough for the list and a game beside it: the last one, until another is chosen
const BESIDE = matchMedia("(min-width: 64rem)");
let parts = {};
let reads = 0; // of games: the last one is shown
let rounds = 0; // what was asked for last is shown, however late an answer before it comes

export async function showRoom() {
  chooses(host.place().item);
  parts = {
    filters: element("div", { class: "fields", role: "group", "aria-label": say("choose_games") }),
    views: element("nav", { class: "views", "aria-label": say("history") }),
    faults: element("ul", { class: "faults" }),
    game: element("div", { class: "of-game" }),
    body: element("div", { class: "body" }),
  };
  fill(
    host.main,
    element("div", { class: "history-bar" }, parts.views, parts.filters),
    parts.faults,
    element("div", { class: "played" }, parts.body, parts.game),
  );
  await refresh();
}

// What the address names: a view, or a game by its number; a game that was told of is among all.
function chooses(item) {
  const number = Number(item);
  if (VIEWS.includes(item)) Object.assign(state, { view: item, open: null });
  else if (number > 0)
    Object.assign(state, { view: VIEWS[0], only: "", player: "", dungeon: "", deleted: false, open: number });
  else state.open = null;
}

function asked(more = {}) {
  const { only, player, dungeon } = state;
  return host.query({ only, player, dungeon, ...more });
}

async function refresh() {
  const round = ++rounds;
  try {
    const found = await host.ask(`history?${asked({ deleted: state.deleted ? "yes" : "" })}`);
    if (round !== rounds) return;
    host.showFaults(parts.faults, { faults: found.faults.length ? found.faults : null }, true);
    views();
    filters(found);
    const shown = await body(found);
    if (round === rounds) fill(parts.body, ...shown);
    if (round !== rounds || state.view !== "played_games") return;
    if (state.open) await open(state.open);
    else if (found.games.length && BESIDE.matches) await read(found.games[0].id);
    else fill(parts.game);
  } catch (problem) {
    if (round === rounds) host.showFaults(parts.faults, problem);
  }
}

function views() {
  const buttons = VIEWS.map((view) => {
    const take = () => {
      Object.assign(state, { view, open: null });
      host.noted(view);
      fill(parts.game);
      refresh();
    };
    return element("button", { "aria-current": view === state.view ? "page" : null, onclick: take }, say(view));
  });
  fill(parts.views, ...buttons);
}

function filters(found) {
  const choice = (key, none, options) => {
    const take = (event) => {
      state[key] = event.target.value;
      if (key === "only") Object.assign(state, { player: "", dungeon: "" });
      refresh();
    };
    const select = element("select", { id: `filter-${key}`, onchange: take });
    const known =
      options.some(([value]) => value === state[key]) || !state[key] ? options : [[state[key], state[key]], ...options];
    for (const [value, text] of [["", none], ...known])
      select.append(element("option", { value, selected: value === state[key] }, text));
    return element(
      "label",
      { class: "field", for: `filter-${key}` },
      say({ only: "game", player: "player", dungeon: "map" }[key]),
      select,
    );
  };
  const gone = element("input", {
    id: "filter-deleted",
    type: "checkbox",
    checked: state.deleted,
    onchange: (event) => {
      state.deleted = event.target.checked;
      refresh();
    },
  });
  fill(
    parts.filters,
    found.known.length ? choice("only", say("all_games"), found.known) : null,
    found.known.length
      ? choice(
          "player",
          say("everybody"),
          found.players.map((each) => [each, each]),
        )
      : null,
    found.dungeons.length ? choice("dungeon", say("all_maps"), found.dungeons) : null,
    state.view === "played_games"
      ? element("label", { class: "inline", for: "filter-deleted" }, gone, ` ${say("deleted_games")}`)
      : null,
  );
}

// What a view shows of the games that were found.
async function body(found) {
  if (!found.known.length && !state.deleted) return [await noGames()];
  if (state.view === "played_games") return list(found);
  if (state.view === "fame") {
    const { listing } = await host.ask(`history/fame?${asked()}`);
    return [
      listing.rows.length
        ? element("section", { class: "card scroll fame", tabindex: 0, "aria-label": say("fame") }, grid(listing))
        : nothing(),
    ];
  }
  if (state.view === "campaign") {
    const { campaigns } = await host.ask(`history/campaign?${asked()}`);
    return campaigns.length ? campaigns.flatMap(campaign) : [nothing("no_campaigns")];
  }
  const { svg } = await host.ask(`history/plot?${asked()}`);
  return [svg ? element("section", { class: "card plot" }, drawn(svg)) : nothing()];
}

// Nothing was played yet.
async function noGames() {
  const { invite } = await import("./invite.js");
  return invite(
    say("no_games_yet"),
    say("no_saved_games"),
    element("button", { class: "main", onclick: () => host.go({ room: "scoring" }) }, say("to_scoring")),
  );
}

function nothing(key = "no_such_games") {
  const leads =
    key === "no_deleted_games"
      ? null
      : element("button", { onclick: () => host.go({ room: "scoring" }) }, say("to_scoring"));
  return element("div", { class: "card empty" }, say(key), leads);
}

// games

function list(found) {
  if (!found.games.length) return [nothing(state.deleted ? "no_deleted_games" : "no_such_games")];
  const rows = element("ul", { class: "games" }, ...found.games.map(line));
  const shown = () => rows.childElementCount;
  const more = element(
    "button",
    {
      hidden: found.count <= shown(),
      onclick: async () => {
        const next = await host.ask(`history?${asked({ deleted: state.deleted ? "yes" : "", start: shown() })}`);
        const lines = next.games.map(line);
        rows.append(...lines);
        lines[0]?.querySelector("button").focus();
        more.hidden = next.count <= shown();
      },
    },
    say("more_games"),
  );
  return [rows, more, exports()];
}

function line(game) {
  const players = game.players.map((each) =>
    element("span", { class: each.rank === 1 ? "best" : null }, `${each.name} ${signed(each.total)}`),
  );
  return element(
    "li",
    {},
    element(
      "button",
      {
        "data-game": game.id,
        "data-colour": host.colourOf(game.key),
        "aria-expanded": "false",
        onclick: () => open(game.id, true),
      },
      element("small", {}, `${game.id} · ${game.played.slice(0, 10)}`),
      element(
        "span",
        {},
        element("strong", {}, game.game),
        game.dungeon ? element("span", { class: "on-map" }, game.dungeon) : null,
      ),
      element("span", { class: "of" }, ...players),
    ),
  );
}

function exports() {
  const button = (form) => element("button", { onclick: () => download(form) }, say(`as_${form}`));
  return element(
    "p",
    { class: "exports", role: "group", "aria-label": say("take_along") },
    element("span", {}, `${say("take_along")} `),
    ...["bgstats", "csv", "json"].map(button),
  );
}

async function download(form, more = {}) {
  await host.download(`history/export/${form}?${asked(more)}`);
}

async function open(number, focuses = false) {
  state.open = number;
  if (focuses) host.noted(String(number));
  if (!(await read(number))) return;
  parts.game.firstElementChild?.scrollIntoView({ block: "start" });
  if (focuses) parts.game.querySelector("h2, button")?.focus({ preventScroll: true });
}

// Show a game; tells whether it is still the one that was asked for last when its answer comes.
async function read(number) {
  const round = ++reads;
  try {
    const game = await host.ask(`history/games/${number}?${host.query()}`);
    if (round !== reads) return false;
    const along = element("button", { onclick: () => download("bgstats", { number: game.id }) }, say("as_bgstats"));
    fill(parts.game, gameCard(game, [along, removing(game), closing()]));
  } catch (problem) {
    if (round !== reads) return false;
    const faults = element("ul", { class: "faults" });
    host.showFaults(faults, problem);
    fill(parts.game, element("section", { class: "card" }, faults, closing()));
  }
  for (const each of parts.body.querySelectorAll("[data-game]"))
    each.setAttribute("aria-expanded", String(Number(each.dataset.game) === number));
  return true;
}

function removing(game) {
  const mark = async () => {
    if (!game.deleted && !confirm(say("sure_delete"))) return;
    await host.ask(`history/games/${game.id}/mark?${host.query()}`, { deleted: !game.deleted });
    leave();
    await refresh();
  };
  return element(
    "button",
    { class: game.deleted ? null : "danger", onclick: mark },
    say(game.deleted ? "bring_back" : "delete_game"),
  );
}

function closing() {
  const back = () => {
    const number = parts.body.querySelector("[aria-expanded=true]")?.dataset.game;
    leave();
    parts.body.querySelector(`[data-game="${number}"]`)?.focus();
  };
  return element("button", { class: "quiet", onclick: back }, say("close"));
}

function leave() {
  state.open = null;
  host.noted(state.view);
  fill(parts.game);
  for (const each of parts.body.querySelectorAll("[aria-expanded=true]")) each.setAttribute("aria-expanded", "false");
}
