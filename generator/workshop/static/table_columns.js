// Lets the user choose the columns that the program cannot be sure of: that of the titles, and that of the copies.
import { say } from "./host_page.js";
import { html } from "./html.js";

// `found` has the headings and the columns in use; `chosen` is the user's choice, and `onChoose` gets a new one.
export function Columns({ found, chosen, onChoose, id }) {
  const { columns = [], used = {} } = found;
  const row = (name, others) => {
    const option = ([value, word]) => html`<option key=${value} value=${value}>${word}</option>`;
    return html`<div key=${name} class="row">
      <label for=${`${id}-column-${name}`}>${say(`column_${name}`)}</label>
      <select
        id=${`${id}-column-${name}`}
        value=${chosen[name] || used[name]}
        onchange=${({ target }) => onChoose({ ...chosen, [name]: target.value })}
      >
        ${[...others, ...columns.map((heading) => [heading, heading])].map(option)}
      </select>
    </div>`;
  };
  return html`<div class="table-columns">
    ${columns.length > 0 && [row("title", []), row("copies", [["none", say("one_of_each")]])]}
  </div>`;
}
