// Cards from a table as people have it: chosen or pasted, seen as cards, printed. The server reads it anew each time.
import { Fields, forgetsFaults, inBase64, saysOfOptions, tellsAtFields, valuesOf } from "./form_fields.js";
import * as host from "./host_page.js";
import { Drawn, html, useEffect, useRef, useState } from "./html.js";
import { toldOf, usePages } from "./printed_pages.js";
import { Columns } from "./table_columns.js";

const { say } = host;

const PASTED = "-";
const NONE = { cards: [], sheets: [], columns: [], used: {}, sides: [], kinds: 0, told: "", faults: [] };
const GUESSED = { title: "", copies: "" };
// Outlasts the room; `typed` is what stands in the field for a table, whether it was left and read or not.
const brought = { name: "", content: "", text: "", typed: "", sheet: "", chosen: GUESSED };

// The card of tables, with the options of the command line that it prints with.
export function Spreadsheet({ options, isShown }) {
  const form = useRef(null);
  const rounds = useRef(0); // what was asked for last is shown, however late an answer before it comes
  const [found, setFound] = useState(NONE);
  const [printed, setPrinted] = useState("");
  const [isMaking, setMaking] = useState(false);
  const sent = (more = {}) => {
    const { name, content, sheet, chosen } = brought;
    forgetsFaults(form.current);
    return { name, content, sheet, ...chosen, values: valuesOf(form.current, options, host.place().language), ...more };
  };
  const fails = (problem, isAsked = true) => {
    setPrinted("");
    const faults = tellsAtFields(host.words(), form.current, saysOfOptions(host.words(), options), problem, isAsked);
    setFound((before) => ({ ...before, faults }));
  };
  const pages = usePages({ name: "table", asks: (signal) => host.ask("spreadsheet/pages", sent(), signal), fails });

  const look = async (first = 0) => {
    const round = ++rounds.current;
    if (!first) setPrinted("");
    if (!brought.content) return setFound(NONE);
    setFound((before) => ({ ...before, kinds: first ? before.kinds : 0, told: say("table_is_read") }));
    try {
      const read = await host.ask("spreadsheet/cards", sent({ first }));
      if (round !== rounds.current) return;
      const size = read.size?.join(" \u00d7 ");
      const told = read.kinds ? say("table_cards", { kinds: read.kinds, copies: read.copies, size }) : "";
      const before = (cards) => (first ? [...cards, ...read.cards] : read.cards);
      setFound(({ cards }) => ({ ...read, cards: before(cards), told, faults: read.notes }));
      if (read.kinds && !first) pages.shows();
    } catch (problem) {
      if (round !== rounds.current) return;
      const message = problem.status === 413 ? say("table_too_large") : problem.message || say("closed");
      const faults = problem.faults?.length ? problem.faults : [{ message }];
      const { sheets = [], columns = [], used = {} } = problem;
      setFound({ ...NONE, sheets, columns, used, told: say("not_read"), faults });
    }
  };
  const takes = (name, bytes, more = {}) => {
    Object.assign(brought, { name, sheet: "", chosen: GUESSED, content: bytes.length ? inBase64(bytes) : "", ...more });
    look();
  };
  const chosen = async ({ target }) => {
    const [file] = target.files;
    if (file) takes(file.name, new Uint8Array(await file.arrayBuffer()), { text: "", typed: "" });
  };
  const pasted = (text) => {
    form.current.querySelector("#spreadsheet-file").value = ""; // what came last counts, and only that is seen
    takes(PASTED, new TextEncoder().encode(text.trim() && text), { text });
  };
  const choosesSheet = ({ target }) => {
    Object.assign(brought, { sheet: target.value, chosen: GUESSED });
    look();
  };
  const choosesColumns = (columns) => {
    brought.chosen = columns;
    look();
  };
  useEffect(() => {
    if (!isShown) return;
    if (brought.typed !== brought.text) pasted(brought.typed);
    else if (brought.content) look();
    return () => {
      rounds.current += 1; // cancelled
      pages.clears();
    };
  }, [isShown, options]);
  const make = async (event) => {
    event.preventDefault();
    setMaking(true);
    setPrinted(say("making"));
    pages.clears();
    try {
      setPrinted(toldOf(await host.download("spreadsheet/print", sent())));
      pages.shows();
    } catch (problem) {
      fails(problem);
    }
    setMaking(false);
  };
  const { cards, sheets, kinds, told, faults } = found;
  const more = kinds - cards.length;
  const further = html`<button type="button" onclick=${() => look(cards.length)}>
    ${say("more_cards", { count: more })}
  </button>`;
  const option = (name) => html`<option key=${name} value=${name}>${name}</option>`;
  const sheet = html`<label for="spreadsheet-sheet">
    ${`${say("sheet_of_table")} `}
    <select id="spreadsheet-sheet" value=${brought.sheet || sheets[0]} onchange=${choosesSheet}>
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
    <${Paste} pasted=${pasted} />
    <div>${sheets.length > 1 && sheet}</div>
    <${Columns} id="spreadsheet" found=${found} chosen=${brought.chosen} takes=${choosesColumns} />
    <div onchange=${() => look()}>
      <${Fields} words=${host.words()} game=${host.game()} command="spreadsheet" options=${options} />
    </div>
    <p role="status">${told}</p>
    <ul class="faults" aria-live="assertive">
      ${faults.map(fault)}
    </ul>
    <div class="faces">${cards.map((card, at) => html`<${Card} key=${at} card=${card} sides=${found.sides} />`)}</div>
    <div class="buttons">${more > 0 && further}</div>
    <div class="buttons makes">
      <button class="main" disabled=${isMaking || !kinds}>${say("make")}</button>
      <pre class="told" role="status">${printed}</pre>
    </div>
    ${pages.place}
  </form>`;
}

function Paste({ pasted }) {
  const [isOpen] = useState(Boolean(brought.typed));
  return html`<details open=${isOpen}>
    <summary>${say("paste_table")}</summary>
    <label for="spreadsheet-text" class="hint">${say("about_paste")}</label>
    <textarea
      id="spreadsheet-text"
      rows="4"
      spellcheck="false"
      value=${brought.typed}
      oninput=${({ target }) => (brought.typed = target.value)}
      onchange=${({ target }) => pasted(target.value)}
    ></textarea>
  </details>`;
}

// A fault or note with its cell: file, line and column, as the terminal tells them.
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
