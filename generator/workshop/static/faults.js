// Faults of files and requests, each with its place; `openAt` opens the line of a fault.
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const MOST = 6; // faults on the page at once

// The messages of a problem, one a line; none without a problem.
export function Faults({ problem, openAt = null }) {
  return html`<ul class="faults">${problem && rowsOf(problem, openAt)}</ul>`;
}

// Fills a list that Preact does not draw. If `calm`, a problem without faults shows nothing.
export function showFaults(parent, problem, calm = false, openAt = null) {
  const list = document.createElement("ul");
  if (!calm || problem.faults?.length) render(rowsOf(problem, openAt), list);
  parent.replaceChildren(...list.childNodes);
}

function rowsOf(problem, openAt) {
  const general = { message: problem.message || host.say("closed"), hint: "", file: "" };
  const faults = problem.faults?.length ? problem.faults : [general];
  return faults.slice(0, MOST).map((fault, at) => {
    const where = fault.file ? `${fault.file}${fault.line ? `:${fault.line}` : ""}` : "";
    const openPlace = () => openAt(fault.file, fault.line || 1);
    const button = html`<button class="place" onclick=${openPlace}>${where}</button>`;
    return html`<li key=${at} class=${fault.severity}>
      ${fault.language && html`<b>${host.languageName(fault.language)}: </b>`}
      ${openAt && where ? button : where && html`<code>${where}</code>`}
      ${` ${fault.message}${fault.hint ? ` (${fault.hint})` : ""}`}
    </li>`;
  });
}
