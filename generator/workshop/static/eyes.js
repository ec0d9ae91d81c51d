// Shows pictures as colour-blind people see them: those of the selected face, and enlarged ones.
import { html } from "./html.js";

const KINDS = ["deuteranopia", "protanopia", "tritanopia"];

export function EyesField({ say }) {
  const option = ([value, name]) => html`<option key=${value} value=${value}>${name}</option>`;
  const options = [["", say("eyes_usual")], ...KINDS.map((kind) => [kind, say(kind)])].map(option);
  const now = document.body.dataset.eyes ?? "";
  return html`<label class="eyes">
    ${`${say("eyes")} `}
    <select aria-label=${say("eyes")} value=${now} onchange=${({ target }) => chooseEyes(target.value)}>
      ${options}
    </select>
  </label>`;
}

// Applies a choice, and shows it in all fields.
function chooseEyes(kind) {
  document.body.dataset.eyes = kind;
  for (const field of document.querySelectorAll(".eyes select"))
    if (field instanceof HTMLSelectElement) field.value = kind;
}
