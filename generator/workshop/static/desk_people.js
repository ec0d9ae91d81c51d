// The people of a table as the host sees them: their names, who still counts, who asks for a seat, and what the host
// can do.
import { signOf } from "./common.js";
import { askYesNo } from "./dialog.js";
import * as host from "./host_page.js";
import { html, useState } from "./html.js";
import { perform } from "./room.js";

const { say } = host;
const MOST_CHIPS = 12; // with names of earlier players

// Changes the people of a table; throws the server's refusal.
async function changeSeat(table, change) {
  const answer = await host.ask(`tables/${table.id}/seat`, change);
  if (!answer.taken) throw new Error(host.words().refusal(answer));
}

const changes = (table, change, waits = false) => perform(() => changeSeat(table, change), waits);

// The head of a player's column.
export function SeatHead({ table, seat }) {
  const requests = seat.asks.map(
    (code) => html`<div key=${code} class="asks" role="alert">
      <p>${say("asks_for_seat", { name: seat.name, code })}</p>
      <button class="main" onclick=${() => changes(table, { seat: seat.id, do: "let", code })}>${say("let_in")}</button>
      <button onclick=${() => changes(table, { seat: seat.id, do: "deny", code })}>${say("send_away")}</button>
    </div>`,
  );
  return html`<th scope="col" data-player=${seat.colour}>
    <span class="name">${seat.name}</span>
    <small>${signOf(seat, table, say)}${seat.free ? ` · ${say("no_phone")}` : ""}</small>
    ${requests}
    <${SeatMenu} table=${table} seat=${seat} />
  </th>`;
}

function SeatMenu({ table, seat }) {
  const [name, setName] = useState(seat.name);
  const id = (word) => `${word}-${table.id}-${seat.id}`;
  const rename = (event) => {
    event.preventDefault();
    changes(table, { seat: seat.id, do: "name", text: name });
  };
  const sure = (what, text, word) => async () => {
    const question = { text: say(text, { name: seat.name }), yes: say(word), no: say("drop_entry"), isDanger: true };
    if (await askYesNo(question)) changes(table, { seat: seat.id, do: what });
  };
  const confirmFree = sure("free", "sure_hand_over_of", "hand_over");
  const handOver = html`<button id=${id("hand_over")} class="quiet" onclick=${confirmFree}>
    ${say("hand_over")}
  </button>`;
  return html`<details class="doing">
    <summary aria-label=${`${say("change_seat")}: ${seat.name}`}>${say("change_seat")}</summary>
    <div>
      <form onsubmit=${rename}>
        <input
          id=${id("name")}
          aria-label=${say("name_of_player")}
          maxlength="60"
          value=${name}
          oninput=${(event) => setName(event.target.value)}
        />
        <button id=${id("rename")} class="quiet">${say("rename")}</button>
      </form>
      ${seat.free ? null : handOver}
      <button id=${id("remove_player")} class="danger" onclick=${sure("remove", "sure_remove", "remove_player")}>
        ${say("remove_player")}
      </button>
    </div>
  </details>`;
}

// A field for the next name, and earlier players. A phone that joins says who it is.
export function AddPeople({ table, players }) {
  const [name, setName] = useState("");
  if (table.seats.length >= table.most) return null;
  const join = (text) => changes(table, { do: "join", text }, true);
  const addPerson = async (event) => {
    event.preventDefault();
    const text = name.trim();
    setName(""); // so that the host can type the next name at once
    if (text && !(await join(text))) setName((current) => current || text);
  };
  const seatedNames = new Set(table.seats.map((seat) => seat.name.toLowerCase()));
  const isOfGame = (each) => each.games.includes(table.game);
  const others = [...players.filter(isOfGame), ...players.filter((each) => !isOfGame(each))].filter(
    (each) => !seatedNames.has(each.name.toLowerCase()),
  );
  const chip = (each) => html`<button
    key=${each.name}
    type="button"
    class="chip"
    id=${`chip-${table.id}-${each.name}`}
    data-player=${each.colour}
    onclick=${() => join(each.name)}
  >
    <span class="name">${each.name}</span>
  </button>`;
  const chips = others.slice(0, MOST_CHIPS).map(chip);
  return html`<form class="adds" onsubmit=${addPerson}>
    <label for=${`name-${table.id}`}>${say("name_of_player")}</label>
    <input
      id=${`name-${table.id}`}
      maxlength="60"
      autocomplete="off"
      value=${name}
      oninput=${(event) => setName(event.target.value)}
    />
    <button id=${`add-${table.id}`}>${say("add_player")}</button>
    ${chips.length > 0 && html`<span class="buttons" role="group" aria-label=${say("who_plays")}>${chips}</span>`}
  </form>`;
}
