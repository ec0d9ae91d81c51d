// Questions in a dialog of the page, in place of the browser's own.
import { html, render } from "./html.js";

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
  const place = document.body.appendChild(document.createElement("div"));
  const before = document.activeElement;
  return new Promise((answers) => {
    const ends = (event) => {
      const answer = event.target.returnValue;
      render(null, place);
      place.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      answers(answer);
    };
    const button = ([key, word, weight]) => {
      const closes = (event) => event.target.closest("dialog").close(key);
      return html`<button key=${key} id=${`dialog-${key}`} class=${weight} onclick=${closes}>${word}</button>`;
    };
    render(
      html`<dialog class="ask" aria-labelledby="asked-text" onclose=${ends}>
        <p id="asked-text">${text}</p>
        ${shown}
        <p class="buttons">${choices.map(button)}</p>
      </dialog>`,
      place,
    );
    place.querySelector("dialog").showModal();
  });
}
