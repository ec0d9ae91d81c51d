// Names, stories, cards and size of a dungeon.
import { change, say, state } from "./drawing.js";
import { html, useRef } from "./html.js";

const PAUSE = 500; // milliseconds after the last key until a story is a change
let typing = null; // the name or story that is being typed: its change and its timer

// Typed text becomes a change after a pause, or when the user leaves the field.
export function delayChange(key, language, field) {
  if (typing && typing.field !== field) commit();
  clearTimeout(typing?.clock);
  const first = state.view.words[0].language;
  typing = { field, edit: () => ({ do: key, language, text: field.value, first }), clock: setTimeout(commit, PAUSE) };
}

export function commit() {
  if (!typing) return;
  clearTimeout(typing.clock);
  change(typing.edit());
  typing = null;
}

export const isTyping = () => typing !== null;

// A field that keeps the typed text while somebody is in it, whatever the server answers.
export function Kept({ kind = "input", value, ...more }) {
  const place = useRef(null);
  const isIn = place.current !== null && document.activeElement === place.current;
  return html`<${kind} ref=${place} value=${isIn ? undefined : value} ...${more} />`;
}

export function Words() {
  const { words, cards, columns, rows, least, most, own } = state.view;
  const word = (key, { language, ...text }) => {
    const isStory = key === "text";
    return html`<label key=${`${key} ${language}`} class="field">
      ${`${say(isStory ? "story" : "name")} (${language})`}
      <${Kept}
        kind=${isStory ? "textarea" : "input"}
        value=${text[key]}
        lang=${language}
        data-key=${`${key} ${language}`}
        maxlength="2000"
        oninput=${({ target }) => delayChange(key, language, target)}
        onchange=${commit}
      />
    </label>`;
  };
  const choice = ({ number, card, word: name, fitting }) => {
    const options = [["", "–"], ...fitting].filter(([id]) => id || !card);
    return html`<label key=${number} class="field">
      ${name}
      <select onchange=${(event) => change({ do: "card", number, card: event.target.value })}>
        ${options.map(([id, title]) => html`<option key=${id} value=${id} selected=${id === card}>${title}</option>`)}
      </select>
    </label>`;
  };
  const size = (key, value) => {
    const setSize = ({ target }) => change({ do: "size", columns, rows, [key]: Number(target.value) });
    return html`<label class="field">
      ${say(key)} <${Kept} type="number" min=${least} max=${most} value=${value} onchange=${setSize} />
    </label>`;
  };
  return html`<details>
    <summary>${say("names_and_stories")}</summary>
    <div class="fields stories">${words.flatMap((each) => [word("name", each), word("text", each)])}</div>
    <div class="fields">${cards.filter((card) => card.fitting.length).map(choice)}</div>
    ${own && html`<div class="fields">${size("columns", columns)} ${size("rows", rows)}</div>`}
  </details>`;
}
