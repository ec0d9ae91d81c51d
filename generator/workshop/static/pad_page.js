// The page that a phone shows. No browser here, so that it is tested by itself.

// A field that is taken off the page tells that it was left, and asks for a drawing: it waits for the one that goes
// on, else both stand there. `draws` has what it is given stand there, and nothing else.
export class PadPage {
  constructor(draws) {
    this.draws = draws;
    this.page = () => null;
    this.isDrawing = this.isAsked = false;
  }

  goesTo(page) {
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
        this.draws(this.page());
      }
    } finally {
      this.isDrawing = false;
    }
  }
}

// The end of the game comes to every phone; nobody is torn away from a number, there it comes when that is left.
export class Reveal {
  isDue = false;
  before = "sheet"; // the tab that was left for the end of the game

  heard(was, is) {
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
