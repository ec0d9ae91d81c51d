// The form of a phone: each question with the controls of its kind. The server knows the possible answers; this file
// has no rules. The queue gives the text of each field.
import { signed } from "./common.js";
import { FEW, button, cards, namesIn, numbers, numbersIn, suffixOf, segments, stepper, textField } from "./controls.js";
import { change, queue, refusalText, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

// A question with its field; `known` is the answer that the table has.
export function questionField(seat, question, label, known) {
  const { control } = question;
  const text = queue.wantedText(seat.id, question.id, known);
  const refusal = queue.refused(seat.id, question.id);
  const put = (answer) => change({ do: "answer", seat: seat.id, question: question.id, text: answer });
  const labelId = `l-${question.id}${suffixOf(seat)}`;
  const field = KINDS[control.kind]({ id: question.id, seat, control, text, put, question, named: labelId });
  const isEarly = refusal && control.least_entries > 0 && entriesIn(control, text) < control.least_entries;
  return h(
    "div",
    {
      key: `${seat.id} ${question.id}`,
      class: `asked ${queue.isWaiting(seat.id, question.id) ? "waits" : ""}`,
      role: "group",
      "aria-labelledby": labelId,
    },
    h("span", { id: labelId, class: question.name ? "label" : "label unseen-label" }, label),
    field,
    refusal && !isEarly ? h("p", { class: "hint fault", role: "alert" }, refusalText(refusal)) : null,
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
      id: `q-${at.id}${suffixOf(at.seat)}`,
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
  const tickedBoxes = queue.tickedBoxes(at.seat.id, at.seat.held);
  const boxOf = (key) => `${heads[0]}.${key}`;
  const chosen = at.control.options.find((each) => tickedBoxes.has(boxOf(each.sent)))?.sent ?? "";
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

// a number for each of several options

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

let ledger = null; // its form, loaded at the first use

function entry(at) {
  if (ledger) return ledger.entry(at);
  import("./ledger_form.js").then((module) => {
    ledger = module;
    state.show();
  });
  return null;
}

function names(at) {
  const { entries, most } = at.control;
  const current = namesIn(at.text);
  const rename = (place) => (text) =>
    current
      .map((each, other) => (other === place ? text : each))
      .filter(Boolean)
      .join(", ");
  const rows = current.map((name, place) =>
    h(
      "div",
      { class: "named", key: `name ${place}` },
      textField(at, `name${place}`, name, { maxlength: most }, rename(place)),
      button("\u00d7", () => at.put(current.filter((_, other) => other !== place).join(", ")), {
        "aria-label": say("take_out", { what: name }),
      }),
    ),
  );
  const nextField =
    current.length < entries
      ? textField(at, "further", "", { maxlength: most, placeholder: say("further_name") }, (text) =>
          [...current, text].join(", "),
        )
      : null;
  return h("div", { class: "group" }, rows, nextField);
}

const KINDS = { number, switch: toggle, choice, steps, group, grid, numbers, names, entry };
