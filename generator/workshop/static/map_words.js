// Names, stories, cards and size of a dungeon.
import { change, parts, say, state } from "./drawing.js";
import { element, fill } from "./elements.js";

const PAUSE = 500; // milliseconds after the last key in which a story is a change
let typing = null; // a name or story that is being typed: what it will change, and when

// What is typed is a change after a pause, or when it is left.
export function tells(key, language, field, first) {
  if (typing && typing.field !== field) told();
  clearTimeout(typing?.clock);
  typing = { field, edit: () => ({ do: key, language, text: field.value, first }), clock: setTimeout(told, PAUSE) };
}

export function told() {
  if (!typing) return;
  clearTimeout(typing.clock);
  change(typing.edit());
  typing = null;
}

export function showWords() {
  if (parts.words.contains(document.activeElement) || parts.cards.contains(document.activeElement)) return;
  const first = state.view.words[0].language;
  const said = (key, words, area) =>
    element(
      "label",
      { class: "field" },
      `${say(area ? "story" : "name")} (${words.language})`,
      element(
        area ? "textarea" : "input",
        {
          lang: words.language,
          "data-key": `${key} ${words.language}`,
          maxlength: 2000,
          oninput: (event) => tells(key, words.language, event.target, first),
          onchange: told,
        },
        ...(area ? [words[key]] : []),
      ),
    );
  fill(parts.words, ...state.view.words.flatMap((words) => [said("name", words, false), said("text", words, true)]));
  for (const words of state.view.words)
    parts.words.querySelector(`[data-key="name ${words.language}"]`).value = words.name;
  fill(
    parts.cards,
    ...state.view.cards
      .filter((card) => card.fitting.length)
      .map((card) =>
        element(
          "label",
          { class: "field" },
          card.word,
          element(
            "select",
            { onchange: (event) => change({ do: "card", number: card.number, card: event.target.value }) },
            ...[["", "–"], ...card.fitting]
              .filter(([id]) => id || !card.card)
              .map(([id, name]) => element("option", { value: id, selected: id === card.card }, name)),
          ),
        ),
      ),
  );
  const { columns, rows, least, most, own } = state.view;
  const number = (label, value, sized) =>
    element(
      "label",
      { class: "field" },
      say(label),
      element("input", {
        type: "number",
        min: least,
        max: most,
        value,
        onchange: (event) => change({ do: "size", columns, rows, [sized]: Number(event.target.value) }),
      }),
    );
  fill(parts.size, own ? number("columns", columns, "columns") : null, own ? number("rows", rows, "rows") : null);
}

export function isTyping() {
  return typing !== null;
}
