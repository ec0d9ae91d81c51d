// A room in which nothing stands yet invites: what it is for, what to do first, and beside that how it looks once it
// is filled, in cards and colours of the game.
import { drawn } from "./common.js";
import { lettersIn, loadFonts } from "./fonts.js";
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef } from "./html.js";

const HAND = 3; // cards that are fanned out

export function Invite({ title, text, children }) {
  const fan = useRef(null);
  useEffect(() => {
    deal(fan.current).catch(() => {}); // what is wrong with a card is told on the shelf
  }, []);
  const bar = (player) => html`<li key=${player} data-player=${player}><i></i><span class="bar"></span><b></b></li>`;
  return html`<section class="invite">
    <div><h2>${title}</h2><p>${text}</p>${children}</div>
    <div class="promise" aria-hidden="true">
      <div class="fan" ref=${fan}></div>
      <ol class="race">${[0, 1, 2].map(bar)}</ol>
    </div>
  </section>`;
}

// A card of each of the first decks, the last one before it: bosses before dungeons; a sheet where a game has no cards.
async function deal(fan) {
  const { decks, sheets } = host.shelf() ?? { decks: [], sheets: [] };
  const cards = decks
    .filter(({ cards }) => cards.length)
    .map(({ name, cards }) => ({ kind: "deck", name, card: cards[cards.length >> 1] }));
  const faces = [...cards, ...sheets.map(({ name }) => ({ kind: "sheet", name, card: "" }))].slice(
    0,
    cards.length ? Math.min(HAND, cards.length) : 1,
  );
  const places = faces.map(({ kind }) => element("div", { class: `picture ${kind}` }));
  fill(fan, ...places);
  for (const [at, face] of faces.entries()) {
    const made = await host.ask(`picture?${host.query({ ...face, side: "front", prefix: `invite${at}-` })}`);
    await loadFonts(made.fonts, (font) => `fonts/${host.place().game}/${font}`, lettersIn(made.svg));
    if (!fan.isConnected) return;
    fill(places[at], drawn(made.svg));
  }
}
