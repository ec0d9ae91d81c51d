// What a phone is asked with: fields, switches, steppers, cards to choose from, numbers in a row.
//
// A number or a name that is typed is meant when its field is left; what is tapped is meant at once.
import { drawn, signed } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { ask, fontAddress, queue, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

export const FEW = 8; // options that stand side by side
export const numbersIn = (text) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map(Number);

export function namesIn(text) {
  return text
    .split(",")
    .map((each) => each.trim())
    .filter(Boolean);
}

// A browser tells the change of a field that is taken off the page, too, and that of a window left: nobody left the
// field then.
export function isLeft({ type, target }) {
  return target.isConnected && !(type === "blur" && document.activeElement === target);
}

// What the ids of a seat's fields end in: the desk has the fields of all players on one page.
export const ofSeat = (seat) => (state.isDesk ? `-${seat.id}` : "");

// A field to type in, meant when it is left; `answer` makes of what was typed what is sent.
export function typed(at, part, value, attributes, answer = (text) => text) {
  const known = attributes.inputmode ? signed(value) : value;
  const id = part ? `${at.id}/${part}` : at.id;
  const leave = (event) => {
    if (!isLeft(event)) return;
    if (!queue.left(at.seat.id, id, value, (text) => at.put(answer(text)))) state.show();
  };
  return h("input", {
    id: `q-${id}${ofSeat(at.seat)}`,
    key: id,
    value: queue.beingTyped(at.seat.id, id) ?? known,
    autocomplete: "off",
    enterkeyhint: "done",
    // the field is left and keeps the focus: what is typed next is another number
    onkeyup: ({ key, target }) => key === "Enter" && target.select(),
    "aria-labelledby": at.named,
    oninput: (event) => queue.typed(at.seat.id, id, event.target.value),
    onchange: leave,
    onblur: leave,
    ...attributes,
  });
}

export const button = (text, does, attributes = {}) =>
  h("button", { type: "button", onclick: does, ...attributes }, text);

// Some of which one is taken; tapped again it is taken back.
export function segments(options, chosen, take) {
  const one = ({ sent, name }) => {
    const isChosen = sent === chosen;
    return button(signed(name), () => take(isChosen ? "" : sent), { key: sent, "aria-pressed": String(isChosen) });
  };
  return h("div", { class: "segments" }, options.map(one));
}

// minus, the number, plus
export function stepper(at, part, value, { least, most, each = 1 }, answer, name = "") {
  const count = value === "" ? null : Number(value);
  const to = (number) => () => at.put(answer(String(Math.min(most, Math.max(least, number)))));
  const first = Math.max(least, 0);
  const mode = least < 0 ? "text" : "numeric";
  const named = name ? { "aria-label": name, "aria-labelledby": null } : {};
  return h(
    "div",
    { class: "stepper", key: part },
    button("\u2212", to(count === null ? first : count - each), {
      "aria-label": `\u2212${each} ${name}`,
      disabled: count !== null && count <= least,
    }),
    typed(at, part, value, { inputmode: mode, ...named }, answer),
    button("+", to(count === null ? first + (first === 0 ? each : 0) : count + each), {
      "aria-label": `+${each} ${name}`,
      disabled: count !== null && count >= most,
    }),
  );
}

// cards and options, by picture and name

const pictures = new Map();
const opened = new Set(); // the lists that are open

// A picture that does not come is asked for again a few times, and then when the page is shown anew.
function load(name, path, tries) {
  pictures.set(name, null);
  ask(path).then(async (made) => {
    if (made.svg) {
      await loadFonts(made.fonts, fontAddress, lettersIn(made.svg));
      pictures.set(name, made.svg);
      state.show();
    } else if (tries > 1) setTimeout(() => load(name, path, tries - 1), 1500);
    else pictures.delete(name);
  });
}

function picture(deck, key) {
  const name = `${deck}/${key}`;
  if (!pictures.has(name)) load(name, `card/${encodeURIComponent(deck)}/${encodeURIComponent(key)}`, 3);
  const svg = pictures.get(name);
  const holds = (place) => svg && place && !place.firstChild && place.append(drawn(svg));
  return h("span", { class: "card-picture", "aria-hidden": "true", ref: holds });
}

export function cards(at, chosen, take) {
  const { options, deck } = at.control;
  if (!deck && options.length <= FEW) return segments(options, chosen, take);
  const which = `${at.seat.id} ${at.id}`;
  const taken = options.find((each) => each.sent === chosen);
  const one = ({ sent, name }) =>
    h(
      "button",
      {
        type: "button",
        key: sent,
        "aria-pressed": String(sent === chosen),
        onclick: () => {
          opened.delete(which);
          take(sent === chosen ? "" : sent);
        },
      },
      deck ? picture(deck, sent) : null,
      name,
    );
  const toggled = (event) => {
    if (event.target.open === opened.has(which)) return;
    opened[event.target.open ? "add" : "delete"](which);
    state.show();
  };
  return h(
    "details",
    { class: "cards", open: opened.has(which), ontoggle: toggled },
    h("summary", {}, taken ? [deck ? picture(deck, taken.sent) : null, taken.name] : say("choose_card")),
    opened.has(which) ? h("div", { class: "card-list" }, options.map(one)) : null,
  );
}

// Numbers in a row: each can be taken out, further ones are added. What comes stands below what is tapped, so that
// nothing moves under a finger that taps on.
export function numbers(at) {
  const { least, most, entries } = at.control;
  const values = numbersIn(at.text);
  const chips = values.map((value, place) =>
    button(`${signed(value)} \u00d7`, () => at.put(values.filter((_, other) => other !== place).join(" ")), {
      key: `${place} ${value}`,
      class: "chip",
      "aria-label": say("take_out", { what: signed(value) }),
    }),
  );
  const add = (value) => at.put([...values, value].join(" "));
  const isFull = values.length >= entries;
  const few = most - least < FEW ? Array.from({ length: most - least + 1 }, (_, at) => least + at) : null;
  const adds = few
    ? few.map((value) => button(`+ ${signed(value)}`, () => add(value), { key: `add ${value}`, disabled: isFull }))
    : [
        typed(at, "add", "", { inputmode: "numeric", placeholder: "+", disabled: isFull, class: "short" }, (text) =>
          [...values, ...numbersIn(text)].join(" "),
        ),
      ];
  return [h("div", { class: "segments", key: "adds" }, adds), h("div", { class: "chips", key: "chips" }, chips)];
}
