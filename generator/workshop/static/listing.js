// A listing of the server as a table: the first columns are words, the others numbers; a row can be marked as the sum.
import { signed } from "./common.js";
import { html } from "./html.js";

export function Listing({ listing, sum = -1 }) {
  const { head, rows, texts } = listing;
  const kind = (at) => (at >= texts && texts > 1 ? "number" : null);
  const heading = (text, at) =>
    text ? html`<th key=${at} class=${kind(at)} scope="col">${text}</th>` : html`<td key=${at}></td>`;
  const cell = (text, at) => html`<td key=${at} class=${kind(at)}>${signed(text)}</td>`;
  const row = (cells, at) => html`<tr key=${at} class=${at === sum ? "sum" : null}>${cells.map(cell)}</tr>`;
  return html`<table>
    <thead><tr>${head.map(heading)}</tr></thead>
    <tbody>${rows.map(row)}</tbody>
  </table>`;
}
