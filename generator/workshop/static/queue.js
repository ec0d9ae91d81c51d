// What a phone has to tell its table, until the table has it. No network and no page here, so that it is tested by
// itself.
//
// The queue belongs to the phone, and all its tabs share it: each change is an entry of the storage by itself, which
// no tab overwrites. Each has the identity of the page that it was made on and a number there; whoever sends it, and
// however often, it is made once. Any tab sends what waits longest first, so that what was typed last counts.

export class Queue {
  constructor(storage, table, page) {
    this.storage = storage;
    this.place = `scrawl-pad ${table}`;
    this.page = page;
    this.number = 0;
    this.taken = []; // what the table took, until it shows it
    this.revision = -1; // of the table that is shown
    this.typing = null; // what is being typed, and into which field
  }

  // which phone this is, and the seat that it was given

  get me() {
    return JSON.parse(this.storage.getItem(`${this.place} me`) ?? "{}");
  }

  set me(known) {
    this.storage.setItem(`${this.place} me`, JSON.stringify(known));
  }

  // what waits

  get waiting() {
    const entries = this.stored("waiting").map((key) => JSON.parse(this.storage.getItem(key)));
    return entries
      .filter(Boolean)
      .sort((one, other) => one.at - other.at || (one.page < other.page ? -1 : 1) || one.number - other.number);
  }

  stored(what) {
    const keys = Array.from({ length: this.storage.length }, (_, at) => this.storage.key(at));
    return keys.filter((key) => key?.startsWith(`${this.place} ${what} `));
  }

  keyOf(entry) {
    return `${this.place} waiting ${entry.page} ${entry.number}`;
  }

  refusalOf(what) {
    return `${this.place} refused ${what.seat} ${what.question ?? what.box ?? what.do}`;
  }

  add(what, at = 1 + Math.max(0, ...this.waiting.map((each) => each.at))) {
    const entry = { ...what, at, page: this.page, number: ++this.number };
    this.storage.removeItem(this.refusalOf(what));
    this.storage.setItem(this.keyOf(entry), JSON.stringify(entry));
  }

  next() {
    return this.waiting[0] ?? null;
  }

  // Takes what the table answered. An entry leaves the queue when it was taken, or refused for good, and never
  // otherwise; returns why it stays: the key of a word, or "" where it left.
  settled(entry, status, reply) {
    if (this.storage.getItem(this.keyOf(entry)) === null) return ""; // another tab was told before
    if (status === 409) {
      // another page has the same identity, as a copied one does: both go on as new ones
      if (entry.page === this.page) this.page = `${this.page}+${reply.last}`;
      this.number = Math.max(this.number, reply.last);
      const { at, page: _page, number: _number, ...what } = entry;
      this.storage.removeItem(this.keyOf(entry));
      this.add(what, at);
      return "";
    }
    const refused = status === 400 || (status === 200 && reply.taken === false);
    if (!refused && !(status === 200 && reply.taken === true)) return whyItStays(status, reply);
    this.storage.removeItem(this.keyOf(entry));
    this.storage.removeItem(this.refusalOf(entry));
    const isMeant = !this.waiting.some((each) => this.refusalOf(each) === this.refusalOf(entry)); // nothing later is
    if (!refused && reply.revision > this.revision) this.taken.push({ ...entry, revision: reply.revision });
    if (refused && isMeant) {
      const told = {
        text: entry.text ?? null,
        said: reply.said ?? [],
        why: reply.why ?? (status === 400 ? "no_such_question" : ""),
      };
      this.storage.setItem(this.refusalOf(entry), JSON.stringify(told));
    }
    return "";
  }

  // what a field shows, and which boxes are ticked

  refused(seat, key) {
    return JSON.parse(this.storage.getItem(`${this.place} refused ${seat} ${key}`) ?? "null");
  }

  // Another game began: what was refused in the last one, and what was half made, is nobody's any more.
  forget() {
    for (const what of ["refused", "draft"]) for (const key of this.stored(what)) this.storage.removeItem(key);
    this.typing = null;
  }

  // The table shows itself as it was at a revision.
  heard(revision) {
    this.revision = revision;
    this.taken = this.taken.filter((each) => each.revision > revision);
  }

  // What the table does not show yet, in its order.
  get shown() {
    return [...this.taken, ...this.waiting];
  }

  // What stands in a field: what is being typed, or else what is meant.
  text(seat, question, known) {
    return this.beingTyped(seat, question) ?? this.meant(seat, question, known);
  }

  beingTyped(seat, question) {
    return this.typing?.seat === seat && this.typing.question === question ? this.typing.text : null;
  }

  // What is meant: what waits, or was refused, which is later than what was taken, or else what the table has; nothing
  // of what is being typed.
  meant(seat, question, known) {
    const last = (entries) =>
      entries.filter((each) => each.do === "answer" && each.seat === seat && each.question === question).at(-1)?.text;
    return last(this.waiting) ?? this.refused(seat, question)?.text ?? last(this.taken) ?? known;
  }

  waits(seat, question) {
    return this.waiting.some((each) => each.do === "answer" && each.seat === seat && each.question === question);
  }

  held(seat, known) {
    const held = new Set(known);
    for (const each of this.shown)
      if (each.do === "tick" && each.seat === seat) held[each.on ? "add" : "delete"](each.box);
    return held;
  }

  // What is made of several fields, until it is whole: an entry of a ledger.
  draft(of) {
    return JSON.parse(this.storage.getItem(`${this.place} draft ${of}`) ?? "null");
  }

  keepDraft(of, draft) {
    if (draft === null) this.storage.removeItem(`${this.place} draft ${of}`);
    else this.storage.setItem(`${this.place} draft ${of}`, JSON.stringify(draft));
  }

  // What is typed stays in its field, whatever others do.
  typed(seat, question, text) {
    this.typing = { seat, question, text };
  }

  // The player left a field: only now what was typed there is meant, and `put` takes it. Tells whether anything was.
  left(seat, question, known, put = (text) => this.add({ do: "answer", seat, question, text })) {
    const text = this.beingTyped(seat, question)?.replace(/^\u2212/, "-") ?? null; // as the keys send it
    if (text === null) return false;
    this.typing = null;
    if (text === this.meant(seat, question, known)) return false;
    put(text);
    return true;
  }
}

function whyItStays(status, reply) {
  if (status === 0) return "away";
  if (status === 403 || status === 404) return "table_gone";
  return ["not_opened", "not_kept"].includes(reply?.why) ? reply.why : "other_answer";
}
