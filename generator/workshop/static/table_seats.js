// The people of a table as the host sees them. `once` does something of a button, and shows the tables anew.
import { signed } from "./common.js";
import { element } from "./elements.js";
import * as host from "./host_page.js";

const { say } = host;
const MOST_CHIPS = 12; // of those who played before

// Those who played before and do not sit here: a tap seats one, and a phone that comes says who it is.
export function knownPlayers(table, players, said, once) {
  const seated = new Set(table.seats.map((seat) => seat.name.toLowerCase()));
  const isOfGame = (each) => each.games.includes(table.game);
  const others = [...players.filter(isOfGame), ...players.filter((each) => !isOfGame(each))].filter(
    (each) => !seated.has(each.name.toLowerCase()),
  );
  if (!others.length || table.seats.length >= table.most) return null;
  const chips = others.slice(0, MOST_CHIPS).map(({ name, colour }) => {
    const chip = element(
      "button",
      { class: "chip", "data-player": colour, id: `chip-${table.id}-${name}` },
      element("span", { class: "name" }, name),
    );
    chip.onclick = () => once(chip, said, () => changeSeat(table, { do: "join", text: name }));
    return chip;
  });
  return element(
    "p",
    { class: "buttons known", role: "group", "aria-label": say("who_plays") },
    element("span", {}, say("who_plays")),
    ...chips,
  );
}

const unfolded = new Set(); // the seats whose changes are to be chosen: they stay so where the tables are shown anew

// A player as the host sees one: who still counts, who asks for the seat, and what can be done about it.
export function seatRow(table, seat, said, once) {
  const act = (word, asked, weight = null) => {
    const button = element("button", { class: weight, id: `${word}-${table.id}-${seat.id}` }, say(word));
    button.onclick = () => {
      const more = asked();
      if (more) once(button, said, () => changeSeat(table, { seat: seat.id, ...more }));
    };
    return button;
  };
  const renamed = () => {
    const name = prompt(say("name_of_player"), seat.name);
    return name ? { do: "name", text: name } : null;
  };
  const sure = (what, word) => () => (confirm(say(word, { name: seat.name })) ? { do: what } : null);
  const asks = seat.asks.flatMap((code) => [
    element("p", { class: "asks" }, say("asks_for_seat", { name: seat.name, code })),
    act("let_in", () => ({ do: "let", code })),
    act("send_away", () => ({ do: "deny", code })),
  ]);
  const open = seat.open.length ? say("still_open", { count: seat.open.length }) : "\u2713";
  const state = seat.free ? `${open} · ${say("free_seat")}` : open;
  const doing = [
    act("rename", renamed, "quiet"),
    seat.free ? null : act("hand_over", sure("free", "sure_hand_over_of"), "quiet"),
    act("remove_player", sure("remove", "sure_remove"), "danger"),
  ];
  const id = `more-${table.id}-${seat.id}`;
  const toggled = ({ target }) => target.isConnected && unfolded[target.open ? "add" : "delete"](id);
  const more = element(
    "details",
    { id, open: unfolded.has(id), ontoggle: toggled },
    element("summary", { "aria-label": `${say("change_seat")}: ${seat.name}` }, say("change_seat")),
    ...doing.filter(Boolean),
  );
  const leads = seat.rank === 1 && table.seats.some((each) => each.rank > 1);
  return element(
    "tr",
    { "data-player": seat.colour, class: leads ? "first" : null },
    element("td", { class: "at-rank" }, `${seat.rank}.`),
    element("th", { scope: "row" }, element("span", { class: "name" }, seat.name)),
    element("td", { class: "total" }, signed(seat.total)),
    element("td", { class: "still" }, state),
    element("td", { class: "doing" }, ...asks, more),
  );
}

// Changes the people of a table; what is refused is told.
export async function changeSeat(table, asked) {
  const answer = await host.ask(`tables/${table.id}/seat`, asked);
  if (!answer.taken) throw new Error(host.words().refusal(answer));
}
