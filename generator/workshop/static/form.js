// How a phone is asked: switches, steppers, cards to choose from. The server knows what can be answered; nothing is learnt here.
//
// What stands in a field follows from the queue. A number or a name that is typed is meant when its field is left; what is
// tapped is meant at once.
import { drawn, loadFonts } from "./common.js";
import { h } from "./vendor/preact.js";

let pad = null; // { queue, say, put(seat, question, text), tick(seat, box, on), show, ask, held(seat) }

export function setForm(context) {
  pad = context;
}

const say = (key, values) => pad.say(key, values);
const numbersIn = (text) => text.split(/[\s,]+/).filter(Boolean).map(Number);
const FEW = 8; // options that stand side by side

// A question with its field; `known` is what the table has.
export function asks(seat, question, label, known) {
  const { queue } = pad;
  const { control } = question;
  const text = queue.meant(seat.id, question.id, known);
  const refusal = queue.refused(seat.id, question.id);
  const put = (answer) => pad.put(seat.id, question.id, answer);
  const named = `l-${question.id}`;
  const shown = KINDS[control.kind]({ id: question.id, seat, control, text, put, question, named });
  const isEarly = refusal && control.least_entries > 0 && entriesIn(control, text) < control.least_entries;
  return h(
    "div",
    { key: `${seat.id} ${question.id}`, class: `asked ${queue.waits(seat.id, question.id) ? "waits" : ""}`, role: "group", "aria-labelledby": named },
    h("span", { id: named, class: question.name ? "label" : "label told" }, label),
    shown,
    refusal && !isEarly ? h("p", { class: "hint fault", role: "alert" }, [...refusal.said, refusal.why ? say(refusal.why) : ""].filter(Boolean).join(" ")) : null,
    control.least_entries > 0 ? h("p", { class: "hint" }, say("at_least", { count: control.least_entries })) : null,
  );
}

function entriesIn(control, text) {
  return control.kind === "names" ? namesIn(text).length : numbersIn(text).length;
}

// A browser tells the change of a field that is taken off the page, too, and that of a window left: nobody left the field then.
export function isLeft({ type, target }) {
  return target.isConnected && !(type === "blur" && document.activeElement === target);
}

// A field to type in, meant when it is left; `answer` makes of what was typed what is sent.
function typed(at, part, value, attributes, answer = (text) => text) {
  const { queue } = pad;
  const id = part ? `${at.id}/${part}` : at.id;
  const stands = queue.typing?.seat === at.seat.id && queue.typing.question === id ? queue.typing.text : value;
  const leave = (event) => {
    if (!isLeft(event)) return;
    if (!queue.left(value, ({ text }) => at.put(answer(text)))) pad.show();
  };
  return h("input", {
    id: `q-${id}`,
    key: id,
    value: stands,
    autocomplete: "off",
    "aria-labelledby": at.named,
    onfocus: (event) => queue.entered(at.seat.id, id, event.target.value),
    oninput: (event) => queue.typed(at.seat.id, id, event.target.value),
    onchange: leave,
    onblur: leave,
    ...attributes,
  });
}

const button = (text, does, attributes = {}) => h("button", { type: "button", onclick: does, ...attributes }, text);

// Some of which one is taken; tapped again it is taken back.
function segments(options, chosen, take) {
  const one = ({ sent, name }) => button(name, () => take(sent === chosen ? "" : sent), { key: sent, "aria-pressed": String(sent === chosen) });
  return h("div", { class: "segments" }, options.map(one));
}

// minus, the number, plus
function stepper(at, part, value, { least, most, each = 1 }, answer, name = "") {
  const count = value === "" ? null : Number(value);
  const to = (number) => () => at.put(answer(String(Math.min(most, Math.max(least, number)))));
  const first = Math.max(least, 0);
  const mode = least < 0 ? "text" : "numeric";
  const named = name ? { "aria-label": name, "aria-labelledby": null } : {};
  return h(
    "div",
    { class: "stepper", key: part },
    button("\u2212", to(count === null ? first : count - each), { "aria-label": `\u2212${each} ${name}`, disabled: count !== null && count <= least }),
    typed(at, part, value, { inputmode: mode, ...named }, answer),
    button("+", to(count === null ? first + (first === 0 ? each : 0) : count + each), { "aria-label": `+${each} ${name}`, disabled: count !== null && count >= most }),
  );
}

function number(at) {
  const { options } = at.control;
  if (!options.length) return stepper(at, "", at.text, at.control, (text) => text);
  if (options.length <= FEW) return segments(options, at.text, at.put);
  const chosen = options.some((each) => each.sent === at.text) ? at.text : "";
  const rows = options.map(({ sent, name }) => h("option", { key: sent, value: sent, selected: sent === chosen }, name));
  return h("select", { id: `q-${at.id}`, "aria-labelledby": at.named, onchange: (event) => at.put(event.target.value) }, h("option", { value: "", selected: !chosen }, "\u2013"), rows);
}

function toggle(at) {
  return segments(at.control.options, at.text, at.put);
}

// cards and options, by picture and name

const pictures = new Map();
const opened = new Set(); // the lists that are open

function picture(deck, key) {
  const name = `${deck}/${key}`;
  if (!pictures.has(name)) {
    pictures.set(name, null);
    pad.ask(`card/${encodeURIComponent(deck)}/${encodeURIComponent(key)}`).then(async (made) => {
      if (!made.svg) return pictures.delete(name);
      await loadFonts(made.fonts, (font) => `fonts/${font}`);
      pictures.set(name, made.svg);
      pad.show();
    });
  }
  const svg = pictures.get(name);
  const holds = (place) => svg && place && !place.firstChild && place.append(drawn(svg));
  return h("span", { class: "card-picture", "aria-hidden": "true", ref: holds });
}

function cards(at, chosen, take) {
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
    pad.show();
  };
  return h(
    "details",
    { class: "cards", open: opened.has(which), ontoggle: toggled },
    h("summary", {}, taken ? [deck ? picture(deck, taken.sent) : null, taken.name] : say("choose_card")),
    opened.has(which) ? h("div", { class: "card-list" }, options.map(one)) : null,
  );
}

function choice(at) {
  const heads = at.question.boxes;
  if (!heads.length) return cards(at, at.text, at.put);
  // a card that has a box on the sheet ticks it
  const held = pad.held(at.seat);
  const boxOf = (key) => `${heads[0]}.${key}`;
  const chosen = at.control.options.find((each) => held.has(boxOf(each.sent)))?.sent ?? "";
  return cards(at, chosen, (key) => {
    if (chosen) pad.tick(at.seat.id, boxOf(chosen), false);
    if (key) pad.tick(at.seat.id, boxOf(key), true);
  });
}

function steps(at) {
  const { options, points, most } = at.control;
  const [key, count = ""] = at.text.split(" ");
  const card = options.find((each) => each.sent === key);
  const shares = points.map((each) => ({ sent: String(each), name: String(each) }));
  const take = (sent) => at.put(!sent || options.find((each) => each.sent === sent).whole ? sent : `${sent} 0`);
  return [
    cards(at, card ? key : "", take),
    card && !card.whole ? stepper(at, "count", count, { least: 0, most }, (text) => `${key} ${text || 0}`, card.name) : null,
    card ? null : h("div", { class: "or" }, h("span", {}, say("or_points")), segments(shares, at.text, at.put)),
  ];
}

// a number for each of several

function group(at) {
  const { options, least } = at.control;
  const values = at.text ? numbersIn(at.text) : options.map(() => null);
  const answer = (place) => (text) => options.map((_, other) => (other === place ? text || least : (values[other] ?? least))).join(" ");
  const rows = options.map(({ sent, name }, place) => h("div", { class: "named", key: sent }, h("span", {}, name), stepper(at, sent, values[place] === null ? "" : String(values[place]), at.control, answer(place), name)));
  return h("div", { class: "group" }, rows);
}

// Numbers in a row: each can be taken out, further ones are added. What comes stands below what is tapped, so that nothing
// moves under a finger that taps on.
function numbers(at) {
  const { least, most, entries } = at.control;
  const values = numbersIn(at.text);
  const chips = values.map((value, place) => button(`${value} \u00d7`, () => at.put(values.filter((_, other) => other !== place).join(" ")), { key: `${place} ${value}`, class: "chip", "aria-label": say("take_out", { what: value }) }));
  const add = (value) => at.put([...values, value].join(" "));
  const isFull = values.length >= entries;
  const few = most - least < FEW ? Array.from({ length: most - least + 1 }, (_, at) => least + at) : null;
  const adds = few
    ? few.map((value) => button(`+ ${value}`, () => add(value), { key: `add ${value}`, disabled: isFull }))
    : [typed(at, "add", "", { inputmode: "numeric", placeholder: "+", disabled: isFull, class: "short" }, (text) => [...values, ...numbersIn(text)].join(" "))];
  return [h("div", { class: "segments", key: "adds" }, adds), h("div", { class: "chips", key: "chips" }, chips)];
}

function namesIn(text) {
  return text.split(",").map((each) => each.trim()).filter(Boolean);
}

function names(at) {
  const { entries, most } = at.control;
  const known = namesIn(at.text);
  const renamed = (place) => (text) => known.map((each, other) => (other === place ? text : each)).filter(Boolean).join(", ");
  const rows = known.map((name, place) =>
    h("div", { class: "named", key: `name ${place}` }, typed(at, `name${place}`, name, { maxlength: most }, renamed(place)), button("\u00d7", () => at.put(known.filter((_, other) => other !== place).join(", ")), { "aria-label": say("take_out", { what: name }) })),
  );
  const further = known.length < entries ? typed(at, "further", "", { maxlength: most, placeholder: say("further_name") }, (text) => [...known, text].join(", ")) : null;
  return h("div", { class: "group" }, rows, further);
}

// entries of a ledger, as a score file holds them

const VERBS = ["pool", "gets", "has", "buys", "out", "session"];
const EMPTY = { pool: () => ({ pool: [] }), gets: () => ({ gets: {} }), has: () => ({ has: {} }), buys: () => ({ buys: [] }), out: () => ({ out: true }), session: (seat) => ({ session: 2 + sessionsOf(seat) }) };

function sessionsOf(seat) {
  return Object.values(seat.answers).filter((text) => entryIn(text)?.session).length;
}

// The entry that was sent; nothing of what an older page sent in signs of its own.
function entryIn(text) {
  try {
    const value = JSON.parse(text);
    return verbOf(value) ? value : null;
  } catch {
    return null;
  }
}

function entry(at) {
  const draftAt = `${at.seat.id} ${at.id}`;
  const draft = pad.queue.draft(draftAt);
  const keep = (value) => {
    pad.queue.keepDraft(draftAt, value);
    pad.show();
  };
  const known = at.text ? entryIn(at.text) : null;
  if (draft) return entryForm(at, draft, keep, known);
  if (known) {
    const out = () => confirm(say("sure_entry")) && at.put("");
    return h("div", { class: "entry" }, h("span", {}, toldOf(at.control, known)), button(say("change_entry"), () => keep(known)), button("\u00d7", out, { "aria-label": say("take_out", { what: toldOf(at.control, known) }) }));
  }
  const adds = VERBS.map((verb) => button(say(`entry_${verb}`), () => keep(EMPTY[verb](at.seat)), { key: verb }));
  return [at.text ? h("p", { key: "older" }, at.text) : null, h("div", { key: "adds", class: "segments" }, adds)];
}

function verbOf(value) {
  return typeof value === "object" && value ? VERBS.find((verb) => verb in value) : undefined;
}

function toldOf(control, value) {
  const name = (key) => [...control.options, ...control.kinds].find((each) => each.sent === key)?.name ?? key;
  const amounts = (each) => Object.entries(each).map(([key, number]) => `${name(key)} ${number}`).join(", ");
  const verb = verbOf(value);
  const said = {
    pool: () => [value.pool.join(" "), `${say("level")} ${value.level}`, value.shares ? amounts(value.shares) : ""].filter(Boolean).join("; "),
    gets: () => amounts(value.gets),
    has: () => amounts(value.has),
    buys: () => [value.buys.map(name).join(", "), value.gives ? `(${amounts(value.gives)})` : ""].filter(Boolean).join(" "),
    out: () => "",
    session: () => value.session,
  }[verb]();
  return [value.who, say(`entry_${verb}`), said].filter(Boolean).join(": ").replace(/: (?=[^:]*$)/, " ");
}

function entryForm(at, draft, keep, known) {
  const { control, seat } = at;
  const verb = verbOf(draft);
  const members = namesIn(pad.queue.meant(seat.id, control.members, seat.answers[control.members] ?? ""));
  const set = (more) => keep({ ...draft, ...more });
  const part = (name, text, put) => ({ ...at, id: `${at.id}/${name}`, text, put, named: undefined });
  const amounts = (name, options, value) => {
    const put = (key) => (text) => set({ [name]: Object.fromEntries(Object.entries({ ...value, [key]: Number(text) || 0 }).filter(([, number]) => number > 0)) });
    const rows = options.map((each) => h("div", { class: "named", key: each.sent }, h("span", {}, each.name), stepper({ ...part(`${name}-${each.sent}`, "", put(each.sent)), put: put(each.sent) }, "", String(value[each.sent] ?? ""), { least: 0, most: 999999 }, (text) => text, each.name)));
    return h("div", { class: "group", key: name }, rows);
  };
  const who = ["gets", "has", "buys", "out"].includes(verb) ? segments(members.map((name) => ({ sent: name, name })), draft.who ?? "", (name) => set({ who: name })) : null;
  const levels = control.points.map((each) => ({ sent: String(each), name: String(each) }));
  const toggled = (key) => set({ buys: draft.buys.includes(key) ? draft.buys.filter((each) => each !== key) : [...draft.buys, key] });
  const fields = {
    pool: () => [
      h("p", { class: "hint" }, say("pool_numbers")),
      numbers(part("pool", draft.pool.join(" "), (text) => set({ pool: numbersIn(text) }))),
      levels.length > 1 ? [h("p", { class: "hint" }, say("level")), segments(levels, String(draft.level ?? ""), (text) => set({ level: Number(text) || undefined }))] : null,
      h("label", { class: "inline" }, h("input", { type: "checkbox", checked: Boolean(draft.shares), onchange: (event) => set({ shares: event.target.checked ? {} : undefined }) }), say("agreed_shares")),
      draft.shares ? amounts("shares", members.map((name) => ({ sent: name, name })), draft.shares) : null,
    ],
    gets: () => amounts("gets", control.kinds, draft.gets),
    has: () => amounts("has", control.options, draft.has),
    buys: () => [
      h("div", { class: "segments" }, control.options.map((each) => button(each.name, () => toggled(each.sent), { key: each.sent, "aria-pressed": String(draft.buys.includes(each.sent)) }))),
      h("p", { class: "hint" }, say("hands_in")),
      amounts("gives", control.kinds, draft.gives ?? {}),
    ],
    out: () => null,
    session: () => null,
  }[verb]();
  const enter = () => {
    keep(null);
    at.put(JSON.stringify(draft));
  };
  const isPoolWhole = () => draft.pool.length && (draft.level || levels.length < 2) && (!draft.shares || Object.keys(draft.shares).length);
  const isWhole = verb === "session" || (verb === "pool" ? isPoolWhole() : draft.who && (verb === "out" || Object.keys(draft[verb]).length));
  return h(
    "div",
    { class: "entry-form" },
    h("strong", {}, say(`entry_${verb}`)),
    who,
    fields,
    h("p", { class: "buttons" }, button(say(known ? "change_entry" : "enter"), enter, { class: "main", disabled: !isWhole }), button(say("drop_entry"), () => keep(null))),
  );
}

// The rounds in which something was claimed are numbers in a row, too.
const KINDS = { number, switch: toggle, choice, steps, group, rounds: numbers, numbers, names, entry };
