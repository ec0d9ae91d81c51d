// A button that copies the text that stands above it, and says so; where the browser refuses, the text is selected.
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";

export function Copy({ text, weight = "quiet" }) {
  const [told, setTold] = useState("");
  const copies = async ({ target }) => {
    const above = target.closest(".buttons").previousElementSibling;
    setTold("");
    try {
      await navigator.clipboard.writeText(text);
      setTold("copied");
    } catch {
      getSelection().selectAllChildren(above);
      above.querySelector("textarea")?.select();
      setTold("copy_refused");
    }
  };
  useEffect(() => setTold(""), [text]);
  return html`<button class=${weight} type="button" onclick=${copies}>${host.say("copy_it")}</button>
    <span role="status">${told && host.say(told)}</span>`;
}
