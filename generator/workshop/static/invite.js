// An empty room invites: what it is for, what to do first, and beside that how it looks when it is filled, in cards and
// colours of the game.
import { lettersIn, loadFonts } from "./fonts.js";
import * as host from "./host_page.js";
import { Drawn, html, useEffect, useState } from "./html.js";

const HAND = 3; // cards in the fan

export function Invite({ title, text, children }) {
  const bar = (player) => html`<li key=${player} data-player=${player}><i></i><span class="bar"></span><b></b></li>`;
  return html`<section class="invite">
    <div>
      <h2>${title}</h2>
      <p>${text}</p>
      ${children}
    </div>
    <div class="promise" aria-hidden="true">
      <${Fan} />
      <ol class="race">
        ${[0, 1, 2].map(bar)}
      </ol>
    </div>
  </section>`;
}

// A card of each of the first decks, the last one before it: bosses before dungeons; a sheet if a game has no cards.
function Fan() {
  const { decks, sheets } = host.shelf() ?? { decks: [], sheets: [] };
  const cards = decks
    .filter((deck) => deck.cards.length)
    .map((deck) => ({ kind: "deck", name: deck.name, card: deck.cards[deck.cards.length >> 1] }));
  const sheet = sheets.slice(0, 1).map(({ name }) => ({ kind: "sheet", name, card: "" }));
  const faces = cards.length ? cards.slice(0, HAND) : sheet;
  const [drawings, setDrawings] = useState([]);
  useEffect(() => {
    let isLeft = false;
    const dealCards = async () => {
      for (const [at, face] of faces.entries()) {
        const drawing = await host.ask(`picture?${host.query({ ...face, side: "front", prefix: `invite${at}-` })}`);
        await loadFonts(drawing.fonts, (font) => `fonts/${host.place().game}/${font}`, lettersIn(drawing.svg));
        if (isLeft) return;
        setDrawings((before) => [...before, drawing.svg]);
      }
    };
    dealCards().catch(() => {}); // the shelf shows what is wrong with a card
    return () => (isLeft = true);
  }, []);
  const picture = ({ kind }, at) => html`<${Drawn} key=${at} svg=${drawings[at]} class=${`picture ${kind}`} />`;
  return html`<div class="fan">${faces.map(picture)}</div>`;
}
