// The pictures of the rows of a grid: each is drawn when it comes near, and again when its row changed.
import { element } from "./elements.js";
import { sentence } from "./form_fields.js";

export class RowPictures {
  // `draw` draws the picture of the row with an index into a place, with a number for its ids, and tells its faults,
  // of which each row has its own; `told` hears of those of all rows. Rows are near what `root` shows.
  constructor(draw, root, told) {
    this.draw = draw;
    this.told = told;
    this.known = new Map();
    this.are = true;
    this.count = 0;
    this.near = new IntersectionObserver((entries) => entries.forEach((entry) => this.comes(entry)), {
      root,
      rootMargin: "150px",
    });
  }

  // Looks after a row that is shown; other rows come in its place.
  shows(row) {
    this.near.observe(row);
  }

  forgets() {
    this.near.disconnect();
  }

  // Rows came or went: pictures stay with the keys of their rows; faults are told anew once the rows stand there.
  move(before, after) {
    const known = after.map((key, at) => [at, this.known.get(before.indexOf(key))]);
    this.known = new Map(known.filter(([, each]) => each));
  }

  tells() {
    this.told([...this.known.values()].flatMap((each) => each.faults));
  }

  place(at) {
    const known = this.known.get(at) ?? {
      place: element("div", { class: "picture" }),
      note: element("p", { class: "fault" }),
      faults: [],
      number: this.count++,
      stale: true,
      seen: false,
      busy: false,
    };
    this.known.set(at, known);
    return [known.place, known.note];
  }

  comes({ target, isIntersecting }) {
    const at = Number(target.dataset.row);
    const known = this.known.get(at);
    if (!known) return;
    known.seen = isIntersecting;
    this.drawRow(at);
  }

  stale(at) {
    const known = this.known.get(at);
    if (!known) return;
    known.stale = true;
    this.drawRow(at);
  }

  // Draws once more what could not be drawn: another row may have been the reason.
  again() {
    for (const [at, known] of this.known) if (known.faults.length) this.stale(at);
  }

  turn(are) {
    this.are = are;
    for (const at of this.known.keys()) this.drawRow(at);
  }

  async drawRow(at) {
    const known = this.known.get(at);
    if (known.busy) return;
    known.busy = true;
    while (this.are && known.seen && known.stale) {
      known.stale = false;
      const before = known.faults;
      known.faults = await this.draw(at, known.place, known.number);
      if (!known.faults.length && !before.length) continue;
      known.note.textContent = known.faults.length ? sentence({ ...known.faults[0], file: "" }) : "";
      this.tells();
    }
    known.busy = false;
  }
}
