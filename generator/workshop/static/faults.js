// Faults of files and requests, each with its place; `opens` leads to the line of one.
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const MOST = 6; // that are shown at once

// What a problem says, a line each; nothing where there is none.
export function Faults({ problem, opens = null }) {
  return html`<ul class="faults">${problem && rowsOf(problem, opens)}</ul>`;
}

// Fills a list that is not drawn by Preact; where `calm`, no faults are no trouble.
export function showFaults(parent, problem, calm = false, opens = null) {
  const list = document.createElement("ul");
  if (!calm || problem.faults?.length) render(rowsOf(problem, opens), list);
  parent.replaceChildren(...list.childNodes);
}

function rowsOf(problem, opens) {
  const unplaced = { message: problem.message || host.say("closed"), hint: "", file: "" };
  const faults = problem.faults?.length ? problem.faults : [unplaced];
  return faults.slice(0, MOST).map((fault, at) => {
    const where = fault.file ? `${fault.file}${fault.line ? `:${fault.line}` : ""}` : "";
    const leads = () => opens(fault.file, fault.line || 1);
    const button = html`<button class="place" onclick=${leads}>${where}</button>`;
    return html`<li key=${at} class=${fault.severity}>
      ${fault.language && html`<b>${host.spoken(fault.language)}: </b>`}
      ${opens && where ? button : where && html`<code>${where}</code>`}
      ${` ${fault.message}${fault.hint ? ` (${fault.hint})` : ""}`}
    </li>`;
  });
}
