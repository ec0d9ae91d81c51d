// The changes at a table, the latest first. The host can take back each one by itself.
import { signed } from "./common.js";
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";
import { perform } from "./room.js";

const { say } = host;

export function Changes({ table }) {
  const [isOpen, setOpen] = useState(false);
  const [changes, setChanges] = useState([]);
  const read = async () => setChanges((await host.ask(`tables/${table.id}/changes`)).changes);
  useEffect(() => {
    if (isOpen) read().catch((problem) => host.tell(problem.message || say("closed")));
  }, [isOpen, table.revision]);
  const onTakeBack = (change) => () =>
    perform(async () => {
      const answer = await host.ask(`tables/${table.id}/back`, { revision: change.revision });
      if (!answer.taken) throw new Error(host.words().refusal(answer) || say("not_taken_back"));
    });
  return html`<details ontoggle=${(event) => setOpen(event.target.open)}>
    <summary>${say("what_was_changed")}</summary>
    <ol class="changes">
      ${changes.map((each) => html`<${Change} key=${each.revision} change=${each} onTakeBack=${onTakeBack(each)} />`)}
    </ol>
  </details>`;
}

function Change({ change, onTakeBack }) {
  const { of, what, do: action } = change;
  const text = signed(change.text ?? "");
  const by = change.by === null ? say("by_host") : change.by === of ? "" : say("by_player", { name: change.by });
  const at = new Date(change.at).toLocaleTimeString([], { timeStyle: "short" });
  const label = `${say("take_back")}: ${of} ${what} ${text}`;
  const back = html`<button class="quiet" aria-label=${label} onclick=${onTakeBack}>
    ${say("take_back")}
  </button>`;
  return html`<li>
    <time datetime=${change.at}>${at}</time>
    <span>${say(`did_${action}`, { of, what, text })}${by && html` <small>${by}</small>`}</span>
    ${change.back && back}
  </li>`;
}
