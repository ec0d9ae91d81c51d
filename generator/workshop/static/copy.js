// A button that copies a text, and says so.
import * as host from "./host_page.js";
import { html, useState } from "./html.js";

export function Copy({ text, weight = "quiet" }) {
  const [copied, setCopied] = useState("");
  const copies = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(text);
  };
  return html`<button class=${weight} type="button" onclick=${copies}>${host.say("copy_it")}</button>
    <span role="status">${copied === text ? host.say("copied") : ""}</span>`;
}
