// What was changed at a table. `once` does something of a button, and shows the tables anew.
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";

const { say } = host;
const read = new Map(); // of the tables whose changes are read, what is shown of them

// What was changed at a table, the latest first; each change can be taken back by itself.
export function changesOf(table, said, once) {
  const list = element("ol", { class: "changes", id: `list-${table.id}` });
  const show = async () => {
    const { changes } = await host.ask(`tables/${table.id}/changes`);
    read.set(table.id, changes);
    fill(list, ...changes.map((each) => changeRow(table, each, said, once)));
  };
  const toggled = (event) => {
    if (!event.target.isConnected) return;
    if (!event.target.open) return read.delete(table.id);
    // it stays open, also where the tables are shown anew before the answer
    if (!read.has(table.id)) read.set(table.id, []);
    show().catch((problem) => (said.textContent = problem.message || say("closed")));
  };
  const open = read.has(table.id);
  if (open) fill(list, ...read.get(table.id).map((each) => changeRow(table, each, said, once)));
  return element(
    "details",
    { id: `changes-${table.id}`, open, ontoggle: toggled },
    element("summary", {}, say("what_was_changed")),
    list,
  );
}

function changeRow(table, change, said, once) {
  const { of, what, text, do: did } = change;
  const by = change.by === null ? say("by_host") : change.by === of ? "" : say("by_player", { name: change.by });
  const back = element(
    "button",
    {
      class: "quiet",
      id: `back-${table.id}-${change.revision}`,
      "aria-label": `${say("take_back")}: ${of} ${what} ${text}`,
    },
    say("take_back"),
  );
  back.onclick = () =>
    once(back, said, async () => {
      const answer = await host.ask(`tables/${table.id}/back`, { revision: change.revision });
      if (!answer.taken) throw new Error(host.words().refusal(answer) || say("not_taken_back"));
    });
  const at = element(
    "time",
    { datetime: change.at },
    new Date(change.at).toLocaleTimeString([], { timeStyle: "short" }),
  );
  return element(
    "li",
    {},
    at,
    element("span", {}, say(`did_${did}`, { of, what, text }), by ? element("small", {}, ` ${by}`) : null),
    change.back ? back : null,
  );
}
