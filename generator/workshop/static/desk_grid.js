// The points of all players on one page: a row for each line, a column for each player, and the keys of the
// selected line.
import { isUnusual, signed } from "./common.js";
import { SeatHead } from "./desk_people.js";
import * as host from "./host_page.js";
import { html } from "./html.js";
import { keys } from "./keys.js";
import { fieldId, focusLine, questionId, isSelected, lineField } from "./line_field.js";
import { questionsIn, ties } from "./sheet_form.js";
import { queue, refusalText, say, seatNow, state } from "./table_line.js";
import { perform, room } from "./room.js";
import { members, whyOf } from "./table_views.js";

// Whether totals are shown: always for a saved game, as the history has them.
export const hasTotals = ({ totals, revealed, saved }) => totals || Boolean(revealed?.done) || saved !== null;

export function grid(table) {
  const { seats, lines, total } = state.table.view;
  const row = (line) => html`<tr key=${line.letter}>
    <th scope="row"><b>${line.letter}</b> ${line.word}</th>
    ${seats.map((seat) => html`<${Cell} key=${seat.id} seat=${seat} line=${line} />`)}
  </tr>`;
  const isShown = hasTotals(table);
  const toggle = () => perform(() => host.ask(`tables/${table.id}/reveal`, { does: "totals", shown: !table.totals }));
  const switcher = html`<button class="quiet" id=${`totals-${table.id}`} onclick=${toggle}>
    ${say(isShown ? "hide_totals" : "show_totals")}
  </button>`;
  const sums = seats.map((seat) => {
    const points = isShown ? signed(seat.total) : "\u2022\u2022\u2022";
    return html`<td key=${seat.id} class="total" data-seat=${seat.id}>${points}</td>`;
  });
  return html`<div class="scroll points" tabindex="0" role="group" aria-label=${say("tab_lines")}>
    <table>
      <thead>
        <tr>
          <td></td>
          ${seats.map((seat) => html`<${SeatHead} key=${seat.id} table=${table} seat=${seat} />`)}
        </tr>
      </thead>
      <tbody>
        ${lines.map(row)}
        <tr class="sum"><th scope="row">${total} ${!hasTotals({ ...table, totals: false }) && switcher}</th>${sums}</tr>
      </tbody>
    </table>
  </div>`;
}

function Cell({ seat, line }) {
  const id = questionId(line.letter);
  const refusal = queue.refused(seat.id, id);
  const why = refusal ? refusalText(refusal, line) : whyOf(seat, line);
  const field = lineField(seat, line.letter, {
    "aria-label": `${seat.name}: ${line.letter} ${line.word}`,
    "aria-describedby": refusal ? `why-${id}-${seat.id}` : isSelected(seat, line.letter) ? "why-in-hand" : null,
    title: why,
    "data-seat": seat.id,
    "data-letter": line.letter,
  });
  const kind = isSelected(seat, line.letter) ? "in-hand" : "";
  return html`<td class=${isUnusual(seat, line) ? `${kind} unusual` : kind}>
    ${field} ${refusal && html`<small class="fault" id=${`why-${id}-${seat.id}`} role="alert">${why}</small>`}
  </td>`;
}

// When a game begins or is opened for correction, goes to its first field and keeps the messages above in sight.
export function focusOnFirst() {
  room.opened = "";
  const { seats, lines } = state.table?.view ?? { seats: [], lines: [] };
  scrollTo(0, 0);
  if (seats.length && lines.length) focusLine(seats[0], lines[0].letter);
}

// Whether the keys of a line replace a question: it asks for a number, and the keys have all its numbers.
const isOnKeys = ({ values }) => (question) =>
  question.control.kind === "number" &&
  question.control.options.length > 0 &&
  question.control.options.every((each) => values?.includes(Number(each.sent)));

// The selected line: its keys, its questions, and what it counts or why it does not count.
export function selectedLine() {
  const seat = seatNow();
  if (!seat) return null;
  state.seat = seat.id;
  const pad = keys(seat); // it selects a line if none is selected
  const line = state.table.view.lines.find((each) => each.letter === state.hand);
  const tied = ties(state.table.view.seats);
  const aside = html`<aside class="at-hand" aria-label=${say("decides_ties")}>${tied}</aside>`;
  if (!line) return tied ? aside : members(seat);
  const refusal = queue.refused(seat.id, questionId(line.letter));
  const why = refusal ? refusalText(refusal, line) : whyOf(seat, line);
  const back = () => document.getElementById(fieldId(seat, line.letter))?.focus();
  return html`<aside class="at-hand" aria-label=${say("line_in_hand")}>
    <h3 data-player=${seat.colour}><button class="quiet name" onclick=${back}>${seat.name}</button></h3>
    ${pad}
    <p id="why-in-hand" class=${refusal ? "hint fault" : "hint"}>${why}</p>
    ${questionsIn(seat, line, isOnKeys(line))} ${tied} ${members(seat)}
  </aside>`;
}
