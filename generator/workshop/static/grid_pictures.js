// The pictures of the rows of a grid: each is drawn when it comes near, and again when its row changes.
import { element } from "./elements.js";
import { sentence } from "./form_fields.js";

export class RowPictures {
  // `draw` draws the picture of the row at an index into a place, with a number for its ids, and returns the faults of
  // that row. `onFaults` gets the faults of all rows. `root` is the element that scrolls the rows.
  constructor(draw, root, onFaults) {
    this.draw = draw;
    this.onFaults = onFaults;
    this.known = new Map();
    this.are = true;
    this.count = 0;
    this.near = new IntersectionObserver((entries) => entries.forEach((entry) => this.onNear(entry)), {
      root,
      rootMargin: "150px",
    });
  }

  // Watches a row that the grid shows; later, other rows replace it.
  watch(row) {
    this.near.observe(row);
  }

  unwatch() {
    this.near.disconnect();
  }

  // Rows came or went: pictures stay with the keys of their rows. `reportFaults` runs once they are there.
  move(before, after) {
    const state = after.map((key, at) => [at, this.known.get(before.indexOf(key))]);
    this.known = new Map(state.filter(([, each]) => each));
  }

  reportFaults() {
    this.onFaults([...this.known.values()].flatMap((each) => each.faults));
  }

  place(at) {
    const state = this.known.get(at) ?? {
      place: element("div", { class: "picture" }),
      note: element("p", { class: "fault" }),
      faults: [],
      number: this.count++,
      stale: true,
      seen: false,
      busy: false,
    };
    this.known.set(at, state);
    return [state.place, state.note];
  }

  onNear({ target, isIntersecting }) {
    const at = Number(target.dataset.row);
    const state = this.known.get(at);
    if (!state) return;
    state.seen = isIntersecting;
    this.drawRow(at);
  }

  stale(at) {
    const state = this.known.get(at);
    if (!state) return;
    state.stale = true;
    this.drawRow(at);
  }

  // Draws faulty pictures again: another row may have been the reason.
  again() {
    for (const [at, state] of this.known) if (state.faults.length) this.stale(at);
  }

  turn(are) {
    this.are = are;
    for (const at of this.known.keys()) this.drawRow(at);
  }

  async drawRow(at) {
    const state = this.known.get(at);
    if (state.busy) return;
    state.busy = true;
    while (this.are && state.seen && state.stale) {
      state.stale = false;
      const before = state.faults;
      state.faults = await this.draw(at, state.place, state.number);
      if (!state.faults.length && !before.length) continue;
      state.note.textContent = state.faults.length ? sentence({ ...state.faults[0], file: "" }) : "";
      this.reportFaults();
    }
    state.busy = false;
  }
}
