// Dialogs of the page: the browser keeps the focus in them, Escape closes them; who opened one has the focus again.
import { h, render } from "./vendor/preact.js";

// Opens a dialog; `draws(close)` gives what it holds, and `show` draws that again. `ended` hears the answer that
// `close` was called with, "" for none.
export function opensDialog(attributes, draws, ended = (_answer = "") => {}) {
  const place = document.body.appendChild(document.createElement("div"));
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  const closes = (answer = "") => place.querySelector("dialog")?.close(answer);
  const onclose = ({ target }) => {
    render(null, place);
    place.remove();
    if (before?.isConnected) before.focus();
    ended(target.returnValue);
  };
  const show = () =>
    place.isConnected && render(h("dialog", { class: "ask", ...attributes, onclose }, draws(closes)), place);
  show();
  place.querySelector("dialog").showModal();
  return { show, closes };
}

// Asks whether something is to be done, with a list of what speaks against it; resolves to the answer.
export async function confirms({ text, yes, no, list = [], isDanger = false }) {
  const items = list.map((each) => h("li", { key: each }, each));
  const shown = list.length ? h("ul", { class: "warnings" }, items) : null;
  const choices = [
    ["no", no, null],
    ["yes", yes, isDanger ? "danger" : "main"],
  ];
  return (await chooses(text, shown, choices)) === "yes";
}

// Asks which of several is meant, each with its key, its word and its weight; resolves to the key, "" for none.
export function chooses(text, shown, choices) {
  const draws = (closes) => {
    const button = ([key, word, weight]) =>
      h("button", { key, id: `dialog-${key}`, class: weight, onclick: () => closes(key) }, word);
    return [h("p", { id: "asked-text" }, text), shown, h("p", { class: "buttons" }, choices.map(button))];
  };
  return new Promise((answers) => void opensDialog({ "aria-labelledby": "asked-text" }, draws, answers));
}
