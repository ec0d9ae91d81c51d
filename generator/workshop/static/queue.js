// The changes that a phone has for its table, until the table has them. No network and no page here, so that tests
// can run it by itself.
//
// The queue belongs to the phone, and all its tabs share it. Each change is a separate entry of the storage, which no
// tab overwrites. It has the identity of its page and a number there: the table makes it once, however often any tab
// sends it. Any tab sends the change that waits longest first, so that the last typed text counts.

export class Queue {
  constructor(storage, table, page) {
    this.storage = storage;
    this.place = `scrawl-pad ${table}`;
    this.page = page;
    this.number = 0;
    this.taken = []; // the changes that the table took, until it shows them
    this.revision = -1; // of the table that is shown
    this.typing = null; // the text that a player is typing, and its field
  }

  // the identity of the phone, and its seat

  get me() {
    return JSON.parse(this.storage.getItem(`${this.place} me`) ?? "{}");
  }

  set me(known) {
    this.storage.setItem(`${this.place} me`, JSON.stringify(known));
  }

  // the changes that wait

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

  // Handles the answer of the table. An entry leaves the queue only if the table took it or rejected it for good.
  // Returns why it stays: the key of a word, or "" if it left.
  settle(entry, status, reply) {
    if (this.storage.getItem(this.keyOf(entry)) === null) return ""; // another tab had the answer before
    if (status === 409) {
      // another page has the same identity, as a copied one does: both continue as new ones
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
    const isMeant = !this.waiting.some((each) => this.refusalOf(each) === this.refusalOf(entry)); // none later
    if (!refused && reply.revision > this.revision) this.taken.push({ ...entry, revision: reply.revision });
    if (refused && isMeant) {
      const refusal = {
        text: entry.text ?? null,
        messages: reply.messages ?? [],
        why: reply.why ?? (status === 400 ? "no_such_question" : ""),
      };
      this.storage.setItem(this.refusalOf(entry), JSON.stringify(refusal));
    }
    return "";
  }

  // the text of a field, and the ticked boxes

  refused(seat, key) {
    return JSON.parse(this.storage.getItem(`${this.place} refused ${seat} ${key}`) ?? "null");
  }

  // Another game began: removes the refusals and the drafts of the last one.
  forget() {
    for (const what of ["refused", "draft"]) for (const key of this.stored(what)) this.storage.removeItem(key);
    this.typing = null;
  }

  // The table shows its state at a revision.
  setRevision(revision) {
    this.revision = revision;
    this.taken = this.taken.filter((each) => each.revision > revision);
  }

  // The changes that the table does not show yet, in their order.
  get shown() {
    return [...this.taken, ...this.waiting];
  }

  beingTyped(seat, question) {
    return this.typing?.seat === seat && this.typing.question === question ? this.typing.text : null;
  }

  // The answer that counts: a waiting one, or a refused one, which is later than a taken one, or else the answer of the
  // table; never the text that a player is typing.
  wantedText(seat, question, known) {
    const last = (entries) =>
      entries.filter((each) => each.do === "answer" && each.seat === seat && each.question === question).at(-1)?.text;
    return last(this.waiting) ?? this.refused(seat, question)?.text ?? last(this.taken) ?? known;
  }

  isWaiting(seat, question) {
    return this.waiting.some((each) => each.do === "answer" && each.seat === seat && each.question === question);
  }

  tickedBoxes(seat, known) {
    const boxes = new Set(known);
    for (const each of this.shown)
      if (each.do === "tick" && each.seat === seat) boxes[each.on ? "add" : "delete"](each.box);
    return boxes;
  }

  // The draft of an entry of a party log, which has several fields, until it is complete.
  draft(id) {
    return JSON.parse(this.storage.getItem(`${this.place} draft ${id}`) ?? "null");
  }

  keepDraft(id, draft) {
    if (draft === null) this.storage.removeItem(`${this.place} draft ${id}`);
    else this.storage.setItem(`${this.place} draft ${id}`, JSON.stringify(draft));
  }

  // Typed text stays in its field, whatever others do.
  setTyping(seat, question, text) {
    this.typing = { seat, question, text };
  }

  // The player left a field: only now its typed text counts, and `put` takes it. Returns whether the text changed.
  leaveField(seat, question, known, put = (text) => this.add({ do: "answer", seat, question, text })) {
    const text = this.beingTyped(seat, question)?.replace(/^\u2212/, "-") ?? null; // as the keys send it
    if (text === null) return false;
    this.typing = null;
    if (text === this.wantedText(seat, question, known)) return false;
    put(text);
    return true;
  }
}

function whyItStays(status, reply) {
  if (status === 0) return "away";
  if (status === 403 || status === 404) return "table_gone";
  return ["not_opened", "not_kept"].includes(reply?.why) ? reply.why : "other_answer";
}
