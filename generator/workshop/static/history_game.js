// A game that was played, with its reasons, and a campaign of several. Of their tables the first columns are words,
// the others numbers.
import { signed } from "./common.js";
import { element, grid } from "./elements.js";
import * as host from "./host_page.js";

const { say } = host;

// A game with its winner, its table of points and why, what was typed; `buttons` stand below it.
export function gameCard(game, buttons) {
  const faults = element("ul", { class: "faults" });
  host.showFaults(faults, { faults: game.faults }, true);
  // who won stands first
  const order = game.players.map((_, at) => at).sort((one, other) => game.players[one].rank - game.players[other].rank);
  const ranked = (each) => (each.length ? order.map((at) => each[at]) : []);
  const score = grid(inOrder(game.score, order));
  score.tBodies[0].rows[game.line_count].classList.add("sum");
  const head = [game.played, game.dungeon, game.solo ? say("alone") : ""].filter(Boolean).join(" · ");
  const total = (each) => {
    const first = { class: each.rank === 1 ? "first" : null };
    return element("li", first, element("b", {}, signed(each.total)), each.name);
  };
  const listing = (label, made) =>
    element("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": label }, made);
  const folded = (word) => (each) =>
    element("details", {}, element("summary", {}, say(word, { name: each.head[2] })), grid(each));
  return element(
    "section",
    { class: "card", "data-colour": host.colourOf(game.key) },
    element("h2", { tabindex: -1 }, `${game.id}. ${game.game}`),
    element("p", { class: "hint" }, head),
    faults,
    element("p", { class: "won" }, game.winner),
    ...game.titles.map((title) => element("p", {}, title)),
    game.players.length > 1 ? element("ol", { class: "totals" }, ...ranked(game.players).map(total)) : null,
    listing(game.game, score),
    ...game.standings.map((each) => listing(say("members"), grid(each))),
    ...ranked(game.reasons).map(folded("reasons_of")),
    ...ranked(game.typed).map(folded("typed_of")),
    game.notes ? element("p", {}, game.notes) : null,
    element("p", { class: "buttons" }, ...buttons),
  );
}

// A table with a column for each player, those in another order.
function inOrder({ head, rows, texts }, order) {
  const turned = (row) => [...row.slice(0, texts), ...order.map((at) => row[texts + at])];
  return { texts, head: turned(head), rows: rows.map(turned) };
}

export function campaign(found) {
  const faults = element("ul", { class: "faults" });
  host.showFaults(faults, { faults: found.faults }, true);
  const groups = found.groups.map((group) =>
    element(
      "section",
      { class: "card" },
      element("h3", {}, group.title),
      ...group.stories
        .flatMap((story) => [
          element("p", {}, story.title),
          story.listing
            ? element(
                "div",
                { class: "scroll with-total", tabindex: 0, role: "group", "aria-label": story.title },
                grid(story.listing),
              )
            : null,
          story.left ? element("p", { class: "hint" }, story.left) : null,
        ])
        .filter(Boolean),
    ),
  );
  return [element("h2", {}, found.game), faults, ...groups];
}
