// The controls of a phone: fields, switches, steppers, cards to choose from, numbers in a row.
//
// A typed number or name counts when the player leaves its field. A tap counts at once.
import { svgElement, signed } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { ask, fontAddress, queue, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

export const FEW = 8; // options that fit side by side
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

// A browser also sends these events when the page removes a field or the window loses the focus: the player did not
// leave the field then.
export function isFieldLeft({ type, target }) {
  return target.isConnected && !(type === "blur" && document.activeElement === target);
}

// The suffix of the ids of a seat's fields: the desk has the fields of all players on one page.
export const suffixOf = (seat) => (state.isDesk ? `-${seat.id}` : "");

// A field to type in. It counts when the player leaves it; `answer` turns the typed text into the sent text.
export function textField(at, part, value, attributes, answer = (text) => text) {
  const display = attributes.inputmode ? signed(value) : value;
  const id = part ? `${at.id}/${part}` : at.id;
  const onLeave = (event) => {
    if (!isFieldLeft(event)) return;
    if (!queue.leaveField(at.seat.id, id, value, (text) => at.put(answer(text)))) state.show();
  };
  return h("input", {
    id: `q-${id}${suffixOf(at.seat)}`,
    key: id,
    value: queue.beingTyped(at.seat.id, id) ?? display,
    autocomplete: "off",
    enterkeyhint: "done",
    // Enter leaves the field and keeps the focus: the next typed text is another number
    onkeyup: ({ key, target }) => key === "Enter" && target.select(),
    "aria-labelledby": at.named,
    oninput: (event) => queue.setTyping(at.seat.id, id, event.target.value),
    onchange: onLeave,
    onblur: onLeave,
    ...attributes,
  });
}

export const button = (text, action, attributes = {}) =>
  h("button", { type: "button", onclick: action, ...attributes }, text);

// Options of which a player chooses one; a second tap clears the choice.
export function segments(options, chosen, take) {
  const one = ({ sent, name }) => {
    const isChosen = sent === chosen;
    return button(signed(name), () => take(isChosen ? "" : sent), { key: sent, "aria-pressed": String(isChosen) });
  };
  return h("div", { class: "segments" }, options.map(one));
}

export function stepper(at, part, value, { least, most, each = 1 }, answer, name = "") {
  const count = value === "" ? null : Number(value);
  const to = (number) => () => at.put(answer(String(Math.min(most, Math.max(least, number)))));
  const first = Math.max(least, 0);
  const mode = least < 0 ? "text" : "numeric";
  const labels = name ? { "aria-label": name, "aria-labelledby": null } : {};
  return h(
    "div",
    { class: "stepper", key: part },
    button("\u2212", to(count === null ? first : count - each), {
      "aria-label": `\u2212${each} ${name}`,
      disabled: count !== null && count <= least,
    }),
    textField(at, part, value, { inputmode: mode, ...labels }, answer),
    button("+", to(count === null ? first + (first === 0 ? each : 0) : count + each), {
      "aria-label": `+${each} ${name}`,
      disabled: count !== null && count >= most,
    }),
  );
}

// cards and options, by picture and name

const pictures = new Map();
const openLists = new Set();

// Retries a picture that does not load: a few times, and then when the page is drawn again.
function load(name, path, tries) {
  pictures.set(name, null);
  ask(path).then(async (reply) => {
    if (reply.svg) {
      await loadFonts(reply.fonts, fontAddress, lettersIn(reply.svg));
      pictures.set(name, reply.svg);
      state.show();
    } else if (tries > 1) setTimeout(() => load(name, path, tries - 1), 1500);
    else pictures.delete(name);
  });
}

function picture(deck, key) {
  const name = `${deck}/${key}`;
  if (!pictures.has(name)) load(name, `card/${encodeURIComponent(deck)}/${encodeURIComponent(key)}`, 3);
  const svg = pictures.get(name);
  const insert = (place) => svg && place && !place.firstChild && place.append(svgElement(svg));
  return h("span", { class: "card-picture", "aria-hidden": "true", ref: insert });
}

export function cards(at, chosen, take) {
  const { options, deck } = at.control;
  if (!deck && options.length <= FEW) return segments(options, chosen, take);
  const listId = `${at.seat.id} ${at.id}`;
  const choice = options.find((each) => each.sent === chosen);
  const one = ({ sent, name }) =>
    h(
      "button",
      {
        type: "button",
        key: sent,
        "aria-pressed": String(sent === chosen),
        onclick: () => {
          openLists.delete(listId);
          take(sent === chosen ? "" : sent);
        },
      },
      deck ? picture(deck, sent) : null,
      name,
    );
  const onToggle = (event) => {
    if (event.target.open === openLists.has(listId)) return;
    openLists[event.target.open ? "add" : "delete"](listId);
    state.show();
  };
  return h(
    "details",
    { class: "cards", open: openLists.has(listId), ontoggle: onToggle },
    h("summary", {}, choice ? [deck ? picture(deck, choice.sent) : null, choice.name] : say("choose_card")),
    openLists.has(listId) ? h("div", { class: "card-list" }, options.map(one)) : null,
  );
}

// Numbers in a row: a player can remove each and add others. New numbers appear below the buttons, so that nothing
// moves under a finger that continues to tap.
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
  const choices = most - least < FEW ? Array.from({ length: most - least + 1 }, (_, at) => least + at) : null;
  const addControls = choices
    ? choices.map((value) => button(`+ ${signed(value)}`, () => add(value), { key: `add ${value}`, disabled: isFull }))
    : [
        textField(at, "add", "", { inputmode: "numeric", placeholder: "+", disabled: isFull, class: "short" }, (text) =>
          [...values, ...numbersIn(text)].join(" "),
        ),
      ];
  return [h("div", { class: "segments", key: "adds" }, addControls), h("div", { class: "chips", key: "chips" }, chips)];
}
