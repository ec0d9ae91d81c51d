"""The fields and buttons of a pad without a browser: the scripts that phones run, and what a player means by a tap or a number.

The scripts draw plain nodes here, of which a test taps one or types into it, with the events that a browser tells. What is
meant is worked out anew in Python, from what was done alone.
"""

import json
import re

from tests.conftest import ROOT

STATIC = ROOT / "generator/workshop/static"
FEWEST, MOST, MOST_CHIPS = 0, 98, 4
LINES = ("A", "B")  # are typed; the questions below are asked by a form
KEYS = ("1", "7", "12", "21")  # of line A, each a number; line B has digits
QUESTIONS = [
    {"id": "line.C", "control": {"kind": "number", "options": [], "least": FEWEST, "most": MOST}},
    {"id": "line.D", "control": {"kind": "rounds", "least": 0, "most": 3, "entries": MOST_CHIPS}},
    {
        "id": "line.E",
        "control": {
            "kind": "group",
            "options": [{"sent": "x", "name": "X"}, {"sent": "y", "name": "Y"}],
            "least": FEWEST,
            "most": MOST,
        },
    },
]
# the fields to type in: of which question, and at which place of its text
FIELDS = {
    "line.A": ("A", None),
    "line.B": ("B", None),
    "line.C": ("C", None),
    "line.E/x": ("E", 0),
    "line.E/y": ("E", 1),
}
# minus and plus, four numbers to add and up to four to take out, minus and plus twice
BUTTONS = [*(("C", at) for at in range(2)), *(("D", at) for at in range(8)), *(("E", at) for at in range(4))]


def form_scripts(spoilt=()):
    """Return the scripts that draw lines and forms as one function of a queue and a page, each pair of texts replaced."""
    names = ("controls", "ledger_form", "form", "keys", "table_views", "pad_page")
    text = "\n".join((STATIC / f"{name}.js").read_text(encoding="utf-8") for name in names)
    for right, wrong in spoilt:
        assert right in text, right
        text = text.replace(right, wrong)
    text = re.sub(r"^export |^import .*\n", "", text, flags=re.M)
    given = "queue, state, change, say, send, refusalOf, refused, h, signed"
    return f"globalThis.formOf = ({given}) => {{ {text}; return {{ asks, lines, PadPage, Reveal }}; }};"


PAGES = (
    f"""
globalThis.document = {{ activeElement: null, getElementById: () => null }};
const QUESTIONS = {json.dumps(QUESTIONS)}.map((each) => ({{ ...each, name: each.id, boxes: [] }}));
const VIEW = {{ total: "", faults: [], lines: {
        json.dumps(
            [
                {"letter": "A", "word": "", "least": 1, "values": [*map(int, KEYS)]},
                {"letter": "B", "word": "", "least": 0},
            ]
        )
    } }};
const node = (type, attributes, ...children) => ({{ type, attributes: attributes ?? {{}}, children }});
"""
    + """
globalThis.Page = class {
  constructor(storage, name) {
    this.queue = new Queue(storage, "T", name);
    this.seat = { id: 0, answers: {}, lines: {}, more: [], held: [], members: null };
    this.state = { table: { view: VIEW }, hand: null, show: () => this.show() };
    this.form = formOf(this.queue, this.state, (what) => this.change(what), String, () => {}, () => "", () => "", node, String);
    this.pad = new this.form.PadPage((drawn) => this.stands(drawn));
    this.reveal = new this.form.Reveal();
    this.tab = "lines";
    this.isRevealed = this.isStanding = this.isTwice = false;
    this.pad.page = () => this.page();
    this.target = null; // the field with the focus
    this.isOpen = true;
  }
  change(what) {
    this.queue.add(what);
    this.show();
  }
  show() {
    this.pad.show();
  }
  page() {
    this.tab = this.reveal.tab(this.tab, this.isRevealed, Boolean(this.queue.typing));
    if (this.tab === "finish") return [];
    return [this.form.lines(this.seat), ...QUESTIONS.map((each) => this.form.asks(this.seat, each, each.id, this.seat.answers[each.id] ?? ""))];
  }
  // what is drawn stands there; of a field with the focus that is taken off a browser tells meanwhile that it was left
  stands(drawn) {
    if (this.isStanding) this.isTwice = true; // of two drawings at once something stays behind
    this.isStanding = true;
    const before = this.fields;
    this.fields = {};
    this.buttons = {};
    this.walk(drawn, "");
    const { target } = this;
    if (target && this.fields[target.id]) target.value = this.fields[target.id].value;
    else if (target) before[(this.target = null, target.id)].onblur({ type: "blur", target });
    this.isStanding = false;
  }
  // goes back to the lines from the end of the game
  sees() {
    if (this.tab !== "finish") return;
    this.tab = "lines";
    this.show();
  }
  walk(drawn, question) {
    if (Array.isArray(drawn)) return drawn.forEach((each) => this.walk(each, question));
    if (!drawn?.type) return;
    const { type, attributes, children } = drawn;
    if (type === "input") this.fields[attributes.id.slice(2)] = attributes;
    if (type === "button") (this.buttons[question] ??= []).push(attributes);
    this.walk(children, attributes.role === "group" ? (attributes["aria-labelledby"] ?? "").slice(2) : question);
  }
  tells(type, more = {}) {
    const target = { ...this.target, ...more };
    this.fields[this.target.id]["on" + type]({ type, target });
  }
  // what a player does
  types(id, value) {
    this.sees();
    if (this.target?.id !== id) this.blurs();
    this.target = { id, value, isConnected: true };
    this.tells("input");
    return this;
  }
  // another window comes in front, or the field is taken off the page: a browser tells both
  looksAway() {
    this.fields[this.target.id].onblur({ type: "blur", target: (document.activeElement = this.target) });
    document.activeElement = null;
    this.tells("change", { isConnected: false });
  }
  leaves(isEnter) {
    this.tells("change");
    if (!isEnter) this.blurs(); // else the focus stays
  }
  blurs() {
    if (this.target) this.tells("blur");
    this.target = null;
  }
  taps(question, at) {
    this.sees();
    this.blurs();
    const button = this.buttons[question][at];
    if (!button || button.disabled) return;
    button.onclick();
  }
  // a key of the pad, which takes the focus from no field; what fills a line leads on to the next
  tapsKey(letter, key) {
    const id = `line.${letter}`;
    this.sees();
    if (this.target?.id !== id) this.blurs();
    this.target ??= { id, value: this.fields[id].value, isConnected: true };
    this.fields[id].onfocus();
    this.buttons[""].find((each) => String(each["data-key"]) === key).onclick();
    if (letter === "A" || key === "next") this.blurs();
  }
  hears(seat, revision, answers, isRevealed) {
    this.reveal.heard(this.isRevealed, isRevealed);
    this.isRevealed = isRevealed;
    Object.assign(this.seat, { id: seat, answers });
    this.queue.heard(revision);
    this.show();
    return this.told;
  }
  settles(entry, status, reply) {
    this.queue.settled(entry, status, reply);
    if (!this.isOpen) return;
    this.show();
    drawn(this);
    return this.told;
  }
  get told() {
    const last = this.queue.waiting.findLast((each) => each.page === this.queue.page && each.number === this.queue.number);
    const asked = [...VIEW.lines.map((each) => `line.${each.letter}`), ...QUESTIONS.map((each) => each.id)];
    const refused = asked.filter((id) => this.queue.refused(this.seat.id, id));
    const shown = Object.fromEntries(Object.entries(this.fields).map(([id, { value }]) => [id, value]));
    if (this.target) shown[this.target.id] = this.target.value;
    const chips = (this.buttons["line.D"] ?? []).slice(4).map((each) => each.key.split(" ")[1]).join(" ");
    return { page: this.queue.page, number: this.queue.number, text: last?.text ?? null, shown, chips, refused, isFinish: this.tab === "finish", isTwice: this.isTwice };
  }
};
"""
)


# what a player means


def after_typing(question, place, known, text):
    """Return the text of a question after one of its fields was typed into and left."""
    if place is None:
        return text
    return _with(known, place, text)


def after_tap(question, at, known):
    """Return the text of a question after its button was tapped, or None where there is no such button."""
    if question == "C":
        return _stepped(known, at)
    if question == "E":
        number = _stepped(field_text(known, at // 2), at % 2)
        return None if number is None else _with(known, at // 2, number)
    chips = known.split()
    if at < 4:
        return " ".join([*chips, str(at)]) if len(chips) < MOST_CHIPS else None
    return " ".join(chips[: at - 4] + chips[at - 3 :]) if at - 4 < len(chips) else None


def field_text(known, place):
    """Return what stands in a field of a question."""
    if place is None:
        return known
    return known.split()[place] if known else ""


def _stepped(known, up):
    if not known:
        return str(int(up))
    number = int(known)
    if number >= MOST if up else number <= FEWEST:
        return None
    return str(min(MOST, number + 1 if up else number - 1))


def _with(known, place, text):
    numbers = known.split() or [str(FEWEST)] * 2
    return " ".join([*numbers[:place], text, *numbers[place + 1 :]])
