// The page that a phone shows. It needs no browser, so that we can test it by itself.

// A field that leaves the page reports this, and asks for a drawing. That waits for the current drawing, else both
// would be on the page. `render` replaces the content of the page.
export class PadPage {
  constructor(render) {
    this.render = render;
    this.page = () => null;
    this.isDrawing = this.isAsked = false;
  }

  setPage(page) {
    this.page = page;
    this.show();
  }

  show() {
    this.isAsked = true;
    if (this.isDrawing) return;
    this.isDrawing = true;
    try {
      while (this.isAsked) {
        this.isAsked = false;
        this.render(this.page());
      }
    } finally {
      this.isDrawing = false;
    }
  }
}

// Shows the end of the game on every phone. If a player types a number, it waits until the player leaves it.
export class Reveal {
  isDue = false;
  before = "sheet"; // the tab before the end of the game

  update(was, is) {
    this.isDue = is && (this.isDue || !was);
  }

  tab(tab, isRevealed, typing) {
    if (tab !== "finish") this.before = tab;
    if (!isRevealed) return this.before;
    if (!this.isDue || typing) return tab;
    this.isDue = false;
    return "finish";
  }
}
