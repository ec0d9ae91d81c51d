// Puts a picture or an icon on a card. The user chooses its place, and the layout or the cell of the card changes
// there, in one step that Undo takes back.
import { openDialog } from "./dialog.js";
import { openFor, showText } from "./editor.js";
import { captionOf, cardOf, faceOfCard, nameOfFace, untilDrawn } from "./faces.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { open, showFileMessage } from "./open_file.js";
import { usePicture } from "./printed_pages.js";
import { isDeckTitled } from "./stage.js";

const { say } = host;

// Asks where a picture `{ kind, name }` goes: on the card of a figure, or on a chosen one. `message` is shown above.
export function putOnCard(picture, figure = null, message = "") {
  const face = figure ?? open?.figure;
  const [kind, name, card] = face ? nameOfFace(face) : [];
  const { decks } = host.shelf();
  if (!decks.length) return host.tell(message);
  const isOpenDeck = ({ title, file }) => (open ? file === open.file : isDeckTitled(host.place().item, title));
  const openDeck = decks.find(isOpenDeck) ?? decks[0];
  const first = kind === "deck" ? { deck: name, card } : { deck: openDeck.name, card: openDeck.cards[0] };
  const drawContent = (close) => html`<${Places} ...${{ picture, first, message, close }} />`;
  openDialog({ "aria-label": say("put_on_card") }, drawContent);
}

function Places({ picture, first, message, close }) {
  const [at, setAt] = useState(first);
  const [places, setPlaces] = useState(null);
  const [fault, setFault] = useState("");
  const hasCards = useRef(true); // whether a card can be chosen: some place belongs to one card only
  if (places) hasCards.current = places.some(({ column }) => column);
  const { decks } = host.shelf();
  const { cards } = decks.find((each) => each.name === at.deck);
  useEffect(() => {
    const params = host.query({ kind: picture.kind, name: at.deck, card: at.card });
    setPlaces(null);
    setFault("");
    host.ask(`pictures/places?${params}`).then(
      (answer) => setPlaces(answer.places),
      (problem) => setFault(problem.faults?.[0]?.message || problem.message || say("closed")),
    );
  }, [at.deck, at.card]);
  const putPicture = async (place) => {
    close();
    try {
      await put(picture, at, place);
    } catch (problem) {
      if (problem.status === 409) return showFileMessage(say("put_by_hand", picture));
      putOnCard(picture, faceOfCard(at.deck, at.card), problem.message || say("closed")); // to try again
    }
  };
  const chooseDeck = (deck) => setAt({ deck, card: decks.find((each) => each.name === deck).cards[0] });
  const unnamed = (places ?? []).filter(({ kind, column, shows }) => !column && !shows && /image|icon/.test(kind));
  const button = (place) =>
    html`<button key=${`${place.at} ${place.column}`} type="button" onclick=${() => putPicture(place)}>
      ${place.shows && html`<${Thumb} kind=${place.kind} name=${place.shows} />`}${" "}
      <span>${wordsOf(place, unnamed.indexOf(place) + 1)}</span>
    </button>`;
  const deckOptions = decks.map((each) => [each.name, each.title]);
  const cardOptions = cards.map((each) => [each, captionOf(at.deck, each)]);
  const chooseCard = (card) => setAt({ ...at, card });
  return html`<h2>${say("put_on_card")}</h2>
    <p role="status">${message}</p>
    <p class="put"><${Thumb} ...${picture} /> <code>${picture.name}</code></p>
    ${choice("put-deck", say("put_deck"), at.deck, deckOptions, chooseDeck)}
    ${hasCards.current && choice("put-card", say("put_card"), at.card, cardOptions, chooseCard)}
    <p class="fault" role="alert">${fault}</p>
    <div class="put-places" role="group" aria-label=${say("put_where")} aria-busy=${String(!places && !fault)}>
      ${places?.map(button)} ${places?.length === 0 && html`<p>${say("put_nowhere", picture)}</p>`}
      ${!places && !fault && html`<p class="hint">${say("table_is_read")}</p>`}
    </div>
    <div class="buttons"><button type="button" onclick=${() => close()}>${say("put_later")}</button></div>`;
}

function choice(id, word, value, options, onChoose) {
  const option = ([key, title]) => html`<option key=${key} value=${key}>${title}</option>`;
  return html`<div class="row">
    <label for=${id}>${word}</label>
    <select id=${id} value=${value} onchange=${(event) => onChoose(event.target.value)}>
      ${options.map(option)}
    </select>
  </div>`;
}

// The words for a place: its current picture, else its number, and which cards change with it.
function wordsOf({ kind, at, column, shows, called }, number) {
  const side = at.startsWith("back") ? ` (${say("back")})` : "";
  if (kind === "whole") return say("put_below") + side;
  if (kind === "space") return say("put_in_space") + side;
  if (column && !shows) return say("put_in_cell", { column }) + side;
  const name = shows ? say("put_called", { name: called.split(", ")[0] || shows }) : say(`this_${kind}`, { number });
  return say(column ? "put_for_one" : "put_instead", { name }) + side;
}

// A small picture by its name.
export function Thumb({ kind, name }) {
  const { src } = usePicture(`pictures/file?${host.query({ kind, name })}`);
  return html`<span class="thumb">${src && html`<img src=${src} alt="" />`}</span>`;
}

async function put(picture, { deck, card }, place) {
  const { file, line } = place;
  const figure = cardOf(open?.figure, deck) === card ? open.figure : faceOfCard(deck, card);
  await openFor(figure, { file, line, column: 0 });
  if (open?.file !== file) throw new Error(say("put_not_yet")); // the user kept unsaved work there, or nothing answers
  if (open.grid) await showText();
  const { at, column } = place;
  const request = { file, at, column, card, ...picture, text: open.editor.text() };
  const answer = await host.ask("pictures/put", request);
  open.editor.put(answer.text);
  open.editor.goTo(answer.line);
  showFileMessage(say("put_drawn", picture));
  const openFile = open;
  await untilDrawn(open.figure);
  if (open === openFile) showFileMessage(say("put_done", picture));
}
