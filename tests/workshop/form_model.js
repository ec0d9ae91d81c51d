// The pages of phones without a browser, of which a test taps a button or types into a field; QUESTIONS and LINES are given.
globalThis.document = { activeElement: null, getElementById: () => null };
const VIEW = { total: "", faults: [], lines: LINES };
const node = (type, attributes, ...children) => ({ type, attributes: attributes ?? {}, children });
globalThis.Page = class {
  constructor(storage, name) {
    this.queue = new Queue(storage, "T", name);
    this.seat = { id: 0, answers: {}, lines: {}, more: [], held: [], members: null };
    this.state = { table: { view: VIEW }, hand: null, show: () => this.show() };
    this.form = formOf(this.queue, this.state, (what) => this.change(what), String, () => {}, () => "", () => "", node, String, () => true, () => false, () => "", () => 0);
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
    return [this.form.lines(this.seat), ...QUESTIONS.map((each) => this.form.questionField(this.seat, each, each.id, this.seat.answers[each.id] ?? ""))];
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
    this.target = { id, value, isConnected: true, select() {} };
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
    this.target ??= { id, value: this.fields[id].value, isConnected: true, select() {} };
    this.fields[id].onfocus({ type: "focus", target: this.target });
    this.buttons[""].find((each) => String(each["data-key"]) === key).onclick();
    if (letter === "A" || key === "next") this.blurs();
  }
  hears(seat, revision, answers, isRevealed) {
    this.reveal.update(this.isRevealed, isRevealed);
    this.isRevealed = isRevealed;
    Object.assign(this.seat, { id: seat, answers });
    this.queue.setRevision(revision);
    this.show();
    return this.report;
  }
  settles(entry, status, reply) {
    this.queue.settle(entry, status, reply);
    if (!this.isOpen) return;
    this.show();
    drawn(this);
    return this.report;
  }
  get report() {
    const last = this.queue.waiting.findLast((each) => each.page === this.queue.page && each.number === this.queue.number);
    const asked = [...VIEW.lines.map((each) => `line.${each.letter}`), ...QUESTIONS.map((each) => each.id)];
    const refused = asked.filter((id) => this.queue.refused(this.seat.id, id));
    const shown = Object.fromEntries(Object.entries(this.fields).map(([id, { value }]) => [id, value]));
    if (this.target) shown[this.target.id] = this.target.value;
    const chips = (this.buttons["line.D"] ?? []).filter((each) => each.class === "chip").map((each) => each.key.split(" ")[1]).join(" ");
    return { page: this.queue.page, number: this.queue.number, text: last?.text ?? null, shown, chips, refused, isFinish: this.tab === "finish", isTwice: this.isTwice };
  }
};
