// The columns of a table that the program cannot be sure of, to be chosen: that of the titles, and that of the copies.
import { say } from "./host_page.js";
import { html } from "./html.js";

// `found` has the headings, and what is used now; `chosen` is what somebody chose, which `takes` hears of.
export function Columns({ found, chosen, takes, id }) {
  const { columns = [], used = {} } = found;
  const row = (name, others) => {
    const option = ([value, word]) => html`<option key=${value} value=${value}>${word}</option>`;
    return html`<div key=${name} class="row">
      <label for=${`${id}-column-${name}`}>${say(`column_${name}`)}</label>
      <select
        id=${`${id}-column-${name}`}
        value=${chosen[name] || used[name]}
        onchange=${({ target }) => takes({ ...chosen, [name]: target.value })}
      >
        ${[...others, ...columns.map((heading) => [heading, heading])].map(option)}
      </select>
    </div>`;
  };
  return html`<div class="table-columns">
    ${columns.length > 0 && [row("title", []), row("copies", [["none", say("one_of_each")]])]}
  </div>`;
}
