// The form for entries of a party log: taps make them, in the format of a score file.
import { button, namesIn, numbers, numbersIn, segments, stepper } from "./controls.js";
import { askYesNo } from "./dialog.js";
import { queue, say, state } from "./table_line.js";
import { h } from "./vendor/preact.js";

const VERBS = ["pool", "gets", "has", "buys", "out", "session"];
const EMPTY = {
  pool: () => ({ pool: [] }),
  gets: () => ({ gets: {} }),
  has: () => ({ has: {} }),
  buys: () => ({ buys: [] }),
  out: () => ({ out: true }),
  session: (seat) => ({ session: 2 + sessionsOf(seat) }),
};

function sessionsOf(seat) {
  return Object.values(seat.answers).filter((text) => entryIn(text)?.session).length;
}

// The entry in a sent text, or null for a text that an older page sent in its own format.
function entryIn(text) {
  try {
    const value = JSON.parse(text);
    return verbOf(value) ? value : null;
  } catch {
    return null;
  }
}

export function entry(at) {
  const draftAt = `${at.seat.id} ${at.id}`;
  const draft = queue.draft(draftAt);
  const keep = (value) => {
    queue.keepDraft(draftAt, value);
    state.show();
  };
  const saved = at.text ? entryIn(at.text) : null;
  if (draft) return entryForm(at, draft, keep, saved);
  if (saved) {
    const question = { text: say("sure_entry"), yes: say("take_entry_out"), no: say("drop_entry"), isDanger: true };
    const remove = async () => (await askYesNo(question)) && at.put("");
    return h(
      "div",
      { class: "entry" },
      h("span", {}, summaryOf(at.control, saved)),
      button(say("change_entry"), () => keep(saved)),
      button("\u00d7", remove, { "aria-label": say("take_out", { what: summaryOf(at.control, saved) }) }),
    );
  }
  const addButtons = VERBS.map((verb) => button(say(`entry_${verb}`), () => keep(EMPTY[verb](at.seat)), { key: verb }));
  return [at.text ? h("p", { key: "older" }, at.text) : null, h("div", { key: "adds", class: "segments" }, addButtons)];
}

function verbOf(value) {
  return typeof value === "object" && value ? VERBS.find((verb) => verb in value) : undefined;
}

function summaryOf(control, value) {
  const name = (key) => [...control.options, ...control.kinds].find((each) => each.sent === key)?.name ?? key;
  const amounts = (each) =>
    Object.entries(each)
      .map(([key, number]) => `${name(key)} ${number}`)
      .join(", ");
  const verb = verbOf(value);
  const content = {
    pool: () =>
      [value.pool.join(" "), `${say("level")} ${value.level}`, value.shares ? amounts(value.shares) : ""]
        .filter(Boolean)
        .join("; "),
    gets: () => amounts(value.gets),
    has: () => amounts(value.has),
    buys: () =>
      [value.buys.map(name).join(", "), value.gives ? `(${amounts(value.gives)})` : ""].filter(Boolean).join(" "),
    out: () => "",
    session: () => value.session,
  }[verb]();
  return [value.who, say(`entry_${verb}`), content]
    .filter(Boolean)
    .join(": ")
    .replace(/: (?=[^:]*$)/, " ");
}

function entryForm(at, draft, keep, saved) {
  const { control, seat } = at;
  const verb = verbOf(draft);
  const members = namesIn(queue.wantedText(seat.id, control.members, seat.answers[control.members] ?? ""));
  const set = (more) => keep({ ...draft, ...more });
  const part = (name, text, put) => ({ ...at, id: `${at.id}/${name}`, text, put, named: undefined });
  const amounts = (name, options, value) => {
    const put = (key) => (text) =>
      set({
        [name]: Object.fromEntries(
          Object.entries({ ...value, [key]: Number(text) || 0 }).filter(([, number]) => number > 0),
        ),
      });
    const rows = options.map((each) =>
      h(
        "div",
        { class: "named", key: each.sent },
        h("span", {}, each.name),
        stepper(
          { ...part(`${name}-${each.sent}`, "", put(each.sent)), put: put(each.sent) },
          "",
          String(value[each.sent] ?? ""),
          { least: 0, most: 999999 },
          (text) => text,
          each.name,
        ),
      ),
    );
    return h("div", { class: "group", key: name }, rows);
  };
  const who = ["gets", "has", "buys", "out"].includes(verb)
    ? segments(
        members.map((name) => ({ sent: name, name })),
        draft.who ?? "",
        (name) => set({ who: name }),
      )
    : null;
  const levels = control.points.map((each) => ({ sent: String(each), name: String(each) }));
  const toggle = (key) =>
    set({ buys: draft.buys.includes(key) ? draft.buys.filter((each) => each !== key) : [...draft.buys, key] });
  const fields = {
    pool: () => [
      h("p", { class: "hint" }, say("pool_numbers")),
      numbers(part("pool", draft.pool.join(" "), (text) => set({ pool: numbersIn(text) }))),
      levels.length > 1
        ? [
            h("p", { class: "hint" }, say("level")),
            segments(levels, String(draft.level ?? ""), (text) => set({ level: Number(text) || undefined })),
          ]
        : null,
      h(
        "label",
        { class: "inline" },
        h("input", {
          type: "checkbox",
          checked: Boolean(draft.shares),
          onchange: (event) => set({ shares: event.target.checked ? {} : undefined }),
        }),
        say("agreed_shares"),
      ),
      draft.shares
        ? amounts(
            "shares",
            members.map((name) => ({ sent: name, name })),
            draft.shares,
          )
        : null,
    ],
    gets: () => amounts("gets", control.kinds, draft.gets),
    has: () => amounts("has", control.options, draft.has),
    buys: () => [
      h(
        "div",
        { class: "segments" },
        control.options.map((each) =>
          button(each.name, () => toggle(each.sent), {
            key: each.sent,
            "aria-pressed": String(draft.buys.includes(each.sent)),
          }),
        ),
      ),
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
  const isPoolWhole = () =>
    draft.pool.length && (draft.level || levels.length < 2) && (!draft.shares || Object.keys(draft.shares).length);
  const isWhole =
    verb === "session" ||
    (verb === "pool" ? isPoolWhole() : draft.who && (verb === "out" || Object.keys(draft[verb]).length));
  return h(
    "div",
    { class: "entry-form" },
    h("strong", {}, say(`entry_${verb}`)),
    who,
    fields,
    h(
      "p",
      { class: "buttons" },
      button(say(saved ? "change_entry" : "enter"), enter, { class: "main", disabled: !isWhole }),
      button(say("drop_entry"), () => keep(null)),
    ),
  );
}
