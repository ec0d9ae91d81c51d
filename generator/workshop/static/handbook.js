// A page of the handbook in a dialog, drawn from its plain text: headings, paragraphs, lists, tables and code.
import { openDialog } from "./dialog.js";
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";

const { say } = host;

export function openHandbook(first) {
  const draw = (close) => html`<${Handbook} ...${{ first, close }} />`;
  openDialog({ class: "ask handbook", "aria-label": say("handbook") }, draw);
}

function Handbook({ first, close }) {
  const [page, setPage] = useState(first);
  const [text, setText] = useState(null);
  useEffect(() => {
    setText(null);
    fetch(`handbook/${say("words_language")}/${page}`, { headers: host.headers })
      .then((answer) => (answer.ok ? answer.text() : say("closed")))
      .then(setText, () => setText(say("closed")));
  }, [page]);
  return html`<div class="read" key=${page} tabindex="0" role="region" aria-label=${say("handbook")}>
      ${text === null ? say("table_is_read") : blocksOf(text, setPage)}
    </div>
    <div class="buttons">
      ${page !== first && html`<button type="button" onclick=${() => setPage(first)}>${say("back_one")}</button>`}
      <button type="button" class="main" onclick=${() => close()}>${say("close")}</button>
    </div>`;
}

function blocksOf(text, openPage) {
  const parts = text.split(/^```.*\n([^]*?)^```$/m); // every second one is code
  return parts.flatMap((part, at) => {
    if (at % 2) return html`<pre key=${at} tabindex="0">${part}</pre>`;
    return part.split(/\n{2,}/).map((block) => blockOf(block.trim(), openPage));
  });
}

function blockOf(block, openPage) {
  if (!block || /^!\[|^\[[^\]]+\]\([^)]+\) · /.test(block)) return null; // a picture, or the other languages
  const words = (text) => wordsOf(text, openPage);
  const heading = /^(#+) (.*)/.exec(block);
  if (heading) return html`<${`h${Math.min(4, heading[1].length + 1)}`}>${words(heading[2])}<//>`;
  if (/^(-|\d+\.) /.test(block)) {
    const items = block.split(/\n(?=(?:-|\d+\.) )/).map((item) => item.replace(/^(-|\d+\.) /, ""));
    const list = items.map((item) => html`<li key=${item}>${words(item)}</li>`);
    return html`<${block[0] === "-" ? "ul" : "ol"}>${list}<//>`;
  }
  if (block[0] !== "|") return html`<p>${words(block)}</p>`;
  const [head, , ...rows] = block.split("\n").map((row) => row.split("|").slice(1, -1));
  const cells = (row) => row.map((cell) => html`<td>${words(cell.trim())}</td>`);
  return html`<table>
    <thead><tr>${head.map((cell) => html`<th scope="col">${words(cell.trim())}</th>`)}</tr></thead>
    <tbody>${rows.map((row) => html`<tr>${cells(row)}</tr>`)}</tbody>
  </table>`;
}

const MARKED = /(`[^`]+`|\*\*[^*]+\*\*|\*[^*]+\*|\[[^\]]+\]\([^)]+\))/;

function wordsOf(text, openPage) {
  return text.split(MARKED).map((part, at) => {
    if (at % 2 === 0) return part;
    if (part[0] === "`") return html`<code>${part.slice(1, -1)}</code>`;
    if (part.startsWith("**")) return html`<b>${part.slice(2, -2)}</b>`;
    if (part[0] === "*") return html`<i>${part.slice(1, -1)}</i>`;
    const [, word, page] = /^\[(.+)\]\((?:\.\.\/)*([^)#]*)/.exec(part);
    if (!/^[\w-]+\.md$/.test(page)) return word;
    return html`<button type="button" class="place" onclick=${() => openPage(page.slice(0, -3))}>${word}</button>`;
  });
}
