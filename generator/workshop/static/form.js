// How a phone is asked: each question with the controls of its kind. The server knows what can be answered; nothing is
// learnt here. What stands in a field follows from the queue.
import { signed } from "./common.js";
import { FEW, button, cards, namesIn, numbers, numbersIn, ofSeat, segments, stepper, typed } from "./controls.js";
import { change, queue, refused, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

// A question with its field; `known` is what the table has.
export function asks(seat, question, label, known) {
  const { control } = question;
  const text = queue.meant(seat.id, question.id, known);
  const refusal = queue.refused(seat.id, question.id);
  const put = (answer) => change({ do: "answer", seat: seat.id, question: question.id, text: answer });
  const named = `l-${question.id}${ofSeat(seat)}`;
  const shown = KINDS[control.kind]({ id: question.id, seat, control, text, put, question, named });
  const isEarly = refusal && control.least_entries > 0 && entriesIn(control, text) < control.least_entries;
  return h(
    "div",
    {
      key: `${seat.id} ${question.id}`,
      class: `asked ${queue.waits(seat.id, question.id) ? "waits" : ""}`,
      role: "group",
      "aria-labelledby": named,
    },
    h("span", { id: named, class: question.name ? "label" : "label told" }, label),
    shown,
    refusal && !isEarly ? h("p", { class: "hint fault", role: "alert" }, refused(refusal)) : null,
    control.least_entries > 0 ? h("p", { class: "hint" }, say("at_least", { count: control.least_entries })) : null,
  );
}

function entriesIn(control, text) {
  return control.kind === "names" ? namesIn(text).length : numbersIn(text).length;
}

function number(at) {
  const { options } = at.control;
  if (!options.length) return stepper(at, "", at.text, at.control, (text) => text);
  if (options.length <= FEW) return segments(options, at.text, at.put);
  const chosen = options.some((each) => each.sent === at.text) ? at.text : "";
  const rows = options.map(({ sent, name }) =>
    h("option", { key: sent, value: sent, selected: sent === chosen }, signed(name)),
  );
  return h(
    "select",
    {
      id: `q-${at.id}${ofSeat(at.seat)}`,
      "aria-labelledby": at.named,
      onchange: (event) => at.put(event.target.value),
    },
    h("option", { value: "", selected: !chosen }, "\u2013"),
    rows,
  );
}

function toggle(at) {
  return segments(at.control.options, at.text, at.put);
}

function choice(at) {
  const heads = at.question.boxes;
  if (!heads.length) return cards(at, at.text, at.put);
  // a card that has a box on the sheet ticks it
  const held = queue.held(at.seat.id, at.seat.held);
  const boxOf = (key) => `${heads[0]}.${key}`;
  const chosen = at.control.options.find((each) => held.has(boxOf(each.sent)))?.sent ?? "";
  return cards(at, chosen, (key) => {
    if (chosen) change({ do: "tick", seat: at.seat.id, box: boxOf(chosen), on: false });
    if (key) change({ do: "tick", seat: at.seat.id, box: boxOf(key), on: true });
  });
}

function steps(at) {
  const { options, points, most } = at.control;
  const [key, count = ""] = at.text.split(" ");
  const card = options.find((each) => each.sent === key);
  const shares = points.map((each) => ({ sent: String(each), name: String(each) }));
  const take = (sent) => at.put(!sent || options.find((each) => each.sent === sent).is_complete ? sent : `${sent} 0`);
  return [
    cards(at, card ? key : "", take),
    card && !card.is_complete
      ? stepper(at, "count", count, { least: 0, most }, (text) => `${key} ${text || 0}`, card.name)
      : null,
    card ? null : h("div", { class: "or" }, h("span", {}, say("or_points")), segments(shares, at.text, at.put)),
  ];
}

// a number for each of several

function group(at) {
  const { options, least } = at.control;
  const values = at.text ? numbersIn(at.text) : options.map(() => null);
  const answer = (place) => (text) =>
    options.map((_, other) => (other === place ? text || least : (values[other] ?? least))).join(" ");
  const rows = options.map(({ sent, name }, place) =>
    h(
      "div",
      { class: "named", key: sent },
      h("span", {}, name),
      stepper(at, sent, values[place] === null ? "" : String(values[place]), at.control, answer(place), name),
    ),
  );
  return h("div", { class: "group" }, rows);
}

// the boxes of a grid, row by row
function grid({ control, text, put }) {
  const ticked = text.split(" ");
  const one = ({ sent, name }) => {
    const on = ticked.includes(sent);
    const others = ticked.filter((each) => each !== sent);
    const answer = () => put((on ? others : [...others, sent]).join(" ").trim());
    return button(name, answer, { key: sent, "aria-pressed": String(on) });
  };
  const style = { gridTemplateColumns: `repeat(${control.entries}, 1fr)` };
  return h("div", { class: "group", style }, control.options.map(one));
}

let ledger = null; // its form, loaded when it is first asked for

function entry(at) {
  if (ledger) return ledger.entry(at);
  import("./ledger_form.js").then((loaded) => {
    ledger = loaded;
    state.show();
  });
  return null;
}

function names(at) {
  const { entries, most } = at.control;
  const known = namesIn(at.text);
  const renamed = (place) => (text) =>
    known
      .map((each, other) => (other === place ? text : each))
      .filter(Boolean)
      .join(", ");
  const rows = known.map((name, place) =>
    h(
      "div",
      { class: "named", key: `name ${place}` },
      typed(at, `name${place}`, name, { maxlength: most }, renamed(place)),
      button("\u00d7", () => at.put(known.filter((_, other) => other !== place).join(", ")), {
        "aria-label": say("take_out", { what: name }),
      }),
    ),
  );
  const further =
    known.length < entries
      ? typed(at, "further", "", { maxlength: most, placeholder: say("further_name") }, (text) =>
          [...known, text].join(", "),
        )
      : null;
  return h("div", { class: "group" }, rows, further);
}

const KINDS = { number, switch: toggle, choice, steps, group, grid, numbers, names, entry };
