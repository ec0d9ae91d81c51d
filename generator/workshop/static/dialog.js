// Questions in a dialog of the page, in place of the browser's own.
import { html, render } from "./html.js";

// Asks whether something is to be done, with a list of what speaks against it; resolves to the answer.
export function confirms({ text, yes, no, list = [], isDanger = false }) {
  const place = document.body.appendChild(document.createElement("div"));
  const before = document.activeElement;
  return new Promise((answers) => {
    const ends = (event) => {
      const answer = event.target.returnValue === "yes";
      render(null, place);
      place.remove();
      if (before instanceof HTMLElement && before.isConnected) before.focus();
      answers(answer);
    };
    const closes = (answer) => (event) => event.target.closest("dialog").close(answer);
    render(
      html`<dialog class="ask" aria-labelledby="asked-text" onclose=${ends}>
        <p id="asked-text">${text}</p>
        ${list.length > 0 && html`<ul class="warnings">${list.map((each) => html`<li key=${each}>${each}</li>`)}</ul>`}
        <p class="buttons">
          <button id="dialog-no" onclick=${closes("no")}>${no}</button>
          <button id="dialog-yes" class=${isDanger ? "danger" : "main"} onclick=${closes("yes")}>${yes}</button>
        </p>
      </dialog>`,
      place,
    );
    place.querySelector("dialog").showModal();
  });
}
