// Pictures as other eyes see them: those of the face in hand, and those that are looked at large.
import { html } from "./html.js";

const KINDS = ["deuteranopia", "protanopia", "tritanopia"];

export function EyesField({ say }) {
  const option = ([value, name]) => html`<option key=${value} value=${value}>${name}</option>`;
  const options = [["", say("eyes_usual")], ...KINDS.map((kind) => [kind, say(kind)])].map(option);
  const now = document.body.dataset.eyes ?? "";
  return html`<label class="eyes">
    ${`${say("eyes")} `}
    <select aria-label=${say("eyes")} value=${now} onchange=${({ target }) => chooses(target.value)}>
      ${options}
    </select>
  </label>`;
}

// All fields show what is chosen in one of them.
function chooses(kind) {
  document.body.dataset.eyes = kind;
  for (const field of document.querySelectorAll(".eyes select"))
    if (field instanceof HTMLSelectElement) field.value = kind;
}
