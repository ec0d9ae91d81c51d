// The points of a game as a table, on phones and at its end. Phones load the code of the end later, so it is not here.
import { h } from "./vendor/preact.js";

export const named = (seat) => h("span", { class: "name" }, seat.name);

// The points of all players, line by line, with their totals; `more` is a row below them.
export function pointsTable(view, seats, points, total, more = null) {
  const row = (name, what, kind) =>
    h(
      "tr",
      { key: name, class: kind },
      h("th", { scope: "row" }, name),
      seats.map((seat) => h("td", { key: seat.id }, what(seat))),
    );
  const heads = seats.map((seat) => h("th", { key: seat.id, scope: "col", "data-player": seat.colour }, named(seat)));
  const lines = view.lines.map(({ letter, word }) => row(`${letter} ${word}`, (seat) => points(seat, letter)));
  const sums = [row(view.total, total, "sum"), more && row(more.name, more.of)];
  return h("table", {}, h("thead", {}, h("tr", {}, h("td", {}), heads)), h("tbody", {}, lines, sums));
}
