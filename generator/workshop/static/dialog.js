// Dialogs of the page: the browser keeps the focus in them and closes them with Escape; who opened one has it again.
import { html, render } from "./html.js";

// Opens a dialog with these attributes; `draws(close)` gives what it holds, and `show` draws that again.
// `ended` hears of its end, with the answer that `close` was called with, "" for none.
export function opensDialog(attributes, draws, ended = (_answer = "") => {}) {
  const place = document.body.appendChild(document.createElement("div"));
  const before = document.activeElement;
  const closes = (answer = "") => place.querySelector("dialog")?.close(answer);
  const closed = (event) => {
    const answer = event.target.returnValue;
    render(null, place);
    place.remove();
    if (before instanceof HTMLElement && before.isConnected) before.focus();
    ended(answer);
  };
  const show = () =>
    place.isConnected && render(html`<dialog ...${attributes} onclose=${closed}>${draws(closes)}</dialog>`, place);
  show();
  place.querySelector("dialog").showModal();
  return { show, closes };
}

// Asks whether something is to be done, with a list of what speaks against it; resolves to the answer.
export async function confirms({ text, yes, no, list = [], isDanger = false }) {
  const shown = list.length
    ? html`<ul class="warnings">
        ${list.map((each) => html`<li key=${each}>${each}</li>`)}
      </ul>`
    : null;
  const weight = isDanger ? "danger" : "main";
  const choices = [
    ["no", no, null],
    ["yes", yes, weight],
  ];
  return (await chooses(text, shown, choices)) === "yes";
}

// Asks which of several is meant, each with its key, its word and its weight; resolves to the key, "" for none.
export function chooses(text, shown, choices) {
  const content = (closes) => {
    const button = ([key, word, weight]) =>
      html`<button key=${key} id=${`dialog-${key}`} class=${weight} onclick=${() => closes(key)}>${word}</button>`;
    return html`<p id="asked-text">${text}</p>
      ${shown}
      <p class="buttons">${choices.map(button)}</p>`;
  };
  return new Promise((answers) => {
    opensDialog({ class: "ask", "aria-labelledby": "asked-text" }, content, answers);
  });
}
