// Dialogs of the page: the browser keeps the focus in them, and Escape closes them. Then the opener has the focus.
import { h, render } from "./vendor/preact.js";

// Opens a dialog; `draw(close)` returns its content, and `show` draws it again.
// `onEnd` gets the answer that `close` got, "" for none.
export function openDialog(attributes, draw, onEnd = (_answer = "") => {}) {
  const place = document.body.appendChild(document.createElement("div"));
  const opener = /** @type {HTMLElement | null} */ (document.activeElement);
  const close = (answer = "") => place.querySelector("dialog")?.close(answer);
  const onclose = ({ target }) => {
    render(null, place);
    place.remove();
    if (opener?.isConnected) opener.focus();
    onEnd(target.returnValue);
  };
  const show = () =>
    place.isConnected && render(h("dialog", { class: "ask", ...attributes, onclose }, draw(close)), place);
  show();
  place.querySelector("dialog").showModal();
  return { show, close };
}

// Asks whether to do something, with a list of reasons against it; resolves to the answer.
export async function askYesNo({ text, yes, no, list = [], isDanger = false }) {
  const items = list.map((each) => h("li", { key: each }, each));
  const warnings = list.length ? h("ul", { class: "warnings" }, items) : null;
  const choices = [
    ["no", no, null],
    ["yes", yes, isDanger ? "danger" : "main"],
  ];
  return (await askToChoose(text, warnings, choices)) === "yes";
}

// Asks for one of several choices, each with its key, its word and its weight; resolves to the key, "" for none.
export function askToChoose(text, details, choices) {
  const draw = (close) => {
    const button = ([key, word, weight]) =>
      h("button", { key, id: `dialog-${key}`, class: weight, onclick: () => close(key) }, word);
    return [h("p", { id: "asked-text" }, text), details, h("p", { class: "buttons" }, choices.map(button))];
  };
  return new Promise((resolve) => void openDialog({ "aria-labelledby": "asked-text" }, draw, resolve));
}
