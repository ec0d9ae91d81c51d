// A listing of the server as a table: the first columns are words, the others numbers. `sum` is the sum's row.
import { signed } from "./common.js";
import { h } from "./vendor/preact.js";

export function Listing({ listing, sum = -1 }) {
  const { head, rows, texts } = listing;
  const kind = (at) => (at >= texts && texts > 1 ? "number" : null);
  const heading = (text, at) =>
    text ? h("th", { key: at, class: kind(at), scope: "col" }, text) : h("td", { key: at });
  const cell = (text, at) => h("td", { key: at, class: kind(at) }, signed(text));
  const row = (cells, at) => h("tr", { key: at, class: at === sum ? "sum" : null }, cells.map(cell));
  return h("table", {}, h("thead", {}, h("tr", {}, head.map(heading))), h("tbody", {}, rows.map(row)));
}
