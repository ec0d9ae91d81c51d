// Prints cards from the user's own table, chosen or pasted, after a preview. The server reads the table each time.
import { Fields, clearFaults, inBase64, optionFaultText, showFieldFaults, valuesOf } from "./form_fields.js";
import * as host from "./host_page.js";
import { Drawn, html, useEffect, useRef, useState } from "./html.js";
import { outputOf, usePages } from "./printed_pages.js";
import { Columns } from "./table_columns.js";

const { say } = host;

const PASTED = "-";
const NONE = { cards: [], sheets: [], columns: [], used: {}, sides: [], kinds: 0, status: "", faults: [] };
const GUESSED = { title: "", copies: "" };
// Outlasts the room; `typed` is the text in the field for a table, whether the server read it or not.
const table = { name: "", content: "", text: "", typed: "", sheet: "", chosen: GUESSED };

// The form for a table, with the options of the command line for its print.
export function Spreadsheet({ options, isShown }) {
  const form = useRef(null);
  const rounds = useRef(0); // counts requests: the page shows only the answer to the last one
  const [preview, setPreview] = useState(NONE);
  const [output, setOutput] = useState("");
  const [isMaking, setMaking] = useState(false);
  const readForm = (more = {}) => {
    const { name, content, sheet, chosen } = table;
    clearFaults(form.current);
    return { name, content, sheet, ...chosen, values: valuesOf(form.current, options, host.place().language), ...more };
  };
  const showProblem = (problem, isAsked = true) => {
    setOutput("");
    const texts = optionFaultText(host.words(), options);
    const faults = showFieldFaults(host.words(), form.current, texts, problem, isAsked);
    setPreview((before) => ({ ...before, faults }));
  };
  const requestPages = (signal) => host.ask("spreadsheet/pages", readForm(), signal);
  const pages = usePages({ name: "table", requestPages, onFail: showProblem });

  const look = async (first = 0) => {
    const round = ++rounds.current;
    if (!first) setOutput("");
    if (!table.content) return setPreview(NONE);
    setPreview((before) => ({ ...before, kinds: first ? before.kinds : 0, status: say("table_is_read") }));
    try {
      const answer = await host.ask("spreadsheet/cards", readForm({ first }));
      if (round !== rounds.current) return;
      const size = answer.size?.join(" \u00d7 ");
      const status = answer.kinds ? say("table_cards", { kinds: answer.kinds, copies: answer.copies, size }) : "";
      const before = (cards) => (first ? [...cards, ...answer.cards] : answer.cards);
      setPreview(({ cards }) => ({ ...answer, cards: before(cards), status, faults: answer.notes }));
      if (answer.kinds && !first) pages.schedule();
    } catch (problem) {
      if (round !== rounds.current) return;
      const message = problem.status === 413 ? say("table_too_large") : problem.message || say("closed");
      const faults = problem.faults?.length ? problem.faults : [{ message }];
      const { sheets = [], columns = [], used = {} } = problem;
      setPreview({ ...NONE, sheets, columns, used, status: say("not_read"), faults });
    }
  };
  const takeTable = (name, bytes, more = {}) => {
    Object.assign(table, { name, sheet: "", chosen: GUESSED, content: bytes.length ? inBase64(bytes) : "", ...more });
    look();
  };
  const chosen = async ({ target }) => {
    const [file] = target.files;
    if (file) takeTable(file.name, new Uint8Array(await file.arrayBuffer()), { text: "", typed: "" });
  };
  const readPasted = (text) => {
    form.current.querySelector("#spreadsheet-file").value = ""; // the last input counts, and the page shows only that
    takeTable(PASTED, new TextEncoder().encode(text.trim() && text), { text });
  };
  const chooseSheet = ({ target }) => {
    Object.assign(table, { sheet: target.value, chosen: GUESSED });
    look();
  };
  const chooseColumns = (columns) => {
    table.chosen = columns;
    look();
  };
  useEffect(() => {
    if (!isShown) return;
    if (table.typed !== table.text) readPasted(table.typed);
    else if (table.content) look();
    return () => {
      rounds.current += 1; // cancelled
      pages.clear();
    };
  }, [isShown, options]);
  const make = async (event) => {
    event.preventDefault();
    setMaking(true);
    setOutput(say("making"));
    pages.clear();
    try {
      setOutput(outputOf(await host.download("spreadsheet/print", readForm())));
      pages.schedule();
    } catch (problem) {
      showProblem(problem);
    }
    setMaking(false);
  };
  const { cards, sheets, kinds, status, faults } = preview;
  const more = kinds - cards.length;
  const moreButton = html`<button type="button" onclick=${() => look(cards.length)}>
    ${say("more_cards", { count: more })}
  </button>`;
  const option = (name) => html`<option key=${name} value=${name}>${name}</option>`;
  const sheet = html`<label for="spreadsheet-sheet">
    ${`${say("sheet_of_table")} `}
    <select id="spreadsheet-sheet" value=${table.sheet || sheets[0]} onchange=${chooseSheet}>
      ${sheets.map(option)}
    </select>
  </label>`;
  return html`<form class="card spreadsheet" data-product="table" hidden=${!isShown} onsubmit=${make} ref=${form}>
    <h2>${say("cards_of_table")}</h2>
    <p>${say("about_cards_of_table")}</p>
    <p>
      <label for="spreadsheet-file">${`${say("table_file")} `}</label>
      <input type="file" id="spreadsheet-file" accept=".csv,.tsv,.txt,.xlsx,.ods,.json" onchange=${chosen} />
    </p>
    <${Paste} onPaste=${readPasted} />
    <div>${sheets.length > 1 && sheet}</div>
    <${Columns} id="spreadsheet" found=${preview} chosen=${table.chosen} onChoose=${chooseColumns} />
    <div onchange=${() => look()}>
      <${Fields} words=${host.words()} game=${host.game()} command="spreadsheet" options=${options} />
    </div>
    <p role="status">${status}</p>
    <ul class="faults" aria-live="assertive">
      ${faults.map(fault)}
    </ul>
    <div class="faces">${cards.map((card, at) => html`<${Card} key=${at} card=${card} sides=${preview.sides} />`)}</div>
    <div class="buttons">${more > 0 && moreButton}</div>
    <div class="buttons makes">
      <button class="main" disabled=${isMaking || !kinds}>${say("make")}</button>
      <pre class="message" role="status">${output}</pre>
    </div>
    ${pages.place}
  </form>`;
}

function Paste({ onPaste }) {
  const [isOpen] = useState(Boolean(table.typed));
  return html`<details open=${isOpen}>
    <summary>${say("paste_table")}</summary>
    <label for="spreadsheet-text" class="hint">${say("about_paste")}</label>
    <textarea
      id="spreadsheet-text"
      rows="4"
      spellcheck="false"
      value=${table.typed}
      oninput=${({ target }) => (table.typed = target.value)}
      onchange=${({ target }) => onPaste(target.value)}
    ></textarea>
  </details>`;
}

// A fault or note with its cell: file, line and column, as the terminal prints them.
function fault({ file, line, column, message, hint, severity }, at) {
  const name = file === PASTED ? say("pasted") : file;
  const where = file ? [name, ...(line ? [line, column] : [])].join(":") : "";
  return html`<li key=${at} class=${severity ?? "error"}>
    <code>${where}</code>${` ${message}${hint ? ` (${hint})` : ""}`}
  </li>`;
}

const Card = ({ card: { copies, svg }, sides }) =>
  html`<figure class="deck">
    <${Drawn} svg=${svg} class="picture" style=${{ aspectRatio: sides.join(" / ") }} />
    <figcaption>${`${copies}\u00d7`}</figcaption>
  </figure>`;
