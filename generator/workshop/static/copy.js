// A button that copies the text above it, and says so. If the browser refuses, it selects the text.
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";

export function Copy({ text, weight = "quiet" }) {
  const [outcome, setOutcome] = useState("");
  const copy = async ({ target }) => {
    const above = target.closest(".buttons").previousElementSibling;
    setOutcome("");
    try {
      await navigator.clipboard.writeText(text);
      setOutcome("copied");
    } catch {
      getSelection().selectAllChildren(above);
      above.querySelector("textarea")?.select();
      setOutcome("copy_refused");
    }
  };
  useEffect(() => setOutcome(""), [text]);
  return html`<button class=${weight} type="button" onclick=${copy}>${host.say("copy_it")}</button>
    <span role="status">${outcome && host.say(outcome)}</span>`;
}
