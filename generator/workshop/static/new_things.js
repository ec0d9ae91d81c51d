// Creates a game, or a deck from a table, and opens it. It writes into the user's folder, and never over a file.
import { openDialog } from "./dialog.js";
import { clearFaults, inBase64, newFaultText, sentence, showFieldFaults } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Columns } from "./table_columns.js";

const { say } = host;
const USUAL = { least: 1, most: 4 };

export const beginGame = () => attempt(askForGame);
export const beginDeck = () => attempt(askForDeck);
const attempt = (action) => action().catch((problem) => host.tell(problem.message || say("closed")));

const Row = ({ id, word, hint = "", ...field }) =>
  html`<div class="row">
    <label for=${id}>${word}</label>
    <input id=${id} aria-describedby=${hint ? `${id}-hint` : null} ...${field} />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>`;

// A dialog with a form; `send(form)` asks the server to create the game or deck, and the page opens the answer.
function ask({ title, about, fields, send }) {
  let message = "";
  let isBusy = false;
  const submit = async (event) => {
    event.preventDefault();
    const form = event.target;
    [message, isBusy] = [say("being_written"), true];
    dialog.show();
    clearFaults(form);
    try {
      const answer = await send(form);
      dialog.close();
      const warnings = (answer.notes ?? []).filter(({ severity }) => severity === "warning");
      host.dispatch("begun", { ...answer, message: warnings.map(sentence).join("\n") });
    } catch (problem) {
      message = showFieldFaults(host.words(), form, newFaultText(host.words()), problem).map(sentence).join("\n");
    }
    isBusy = false;
    dialog.show();
  };
  const content = (close) =>
    html`<form onsubmit=${submit}>
      <h2>${title}</h2>
      <p>${about}</p>
      ${fields}
      <p class="fault" role="alert">${message}</p>
      <div class="buttons">
        <button type="button" onclick=${() => close()}>${say("close")}</button>
        <button class="main" disabled=${isBusy}>${say("begin_it")}</button>
      </div>
    </form>`;
  const dialog = openDialog({ "aria-label": title }, content);
}

async function askForGame() {
  const { kinds, languages, home } = await host.ask("new");
  const count = (name, word) =>
    html`<${Row}
      id=${`new-${name}`}
      word=${say(word)}
      name=${name}
      type="number"
      min="1"
      max="99"
      defaultValue=${USUAL[name]}
      required
      class="short-number"
    />`;
  const kind = (each, at) => {
    const key = each.replaceAll("-", "_");
    return html`<label key=${each}>
      <input type="radio" name="kind" value=${each} defaultChecked=${at === 0} />
      ${host.words().find(`kind_${key}`) ?? each}
    </label>`;
  };
  const language = (each) =>
    html`<label key=${each} class="inline">
      <input type="checkbox" name="languages" value=${each} defaultChecked=${each === say("words_language")} />
      ${host.languageName(each)}
    </label>`;
  const fields = html`<${Row}
      id="new-title"
      word=${say("title_of_game")}
      name="title"
      required
      maxlength="80"
      autocomplete="off"
    />
    ${count("least", "players_from")} ${count("most", "players_to")}
    <fieldset>
      <legend>${say("kind_of_sheet")}</legend>
      <div class="kinds">${kinds.map(kind)}</div>
    </fieldset>
    <fieldset>
      <legend>${say("more_languages")}</legend>
      ${languages.map(language)}
    </fieldset>`;
  const send = (form) => {
    const data = new FormData(form);
    return host.ask("new/game", {
      title: data.get("title"),
      kind: data.get("kind"),
      least: Number(data.get("least")),
      most: Number(data.get("most")),
      languages: data.getAll("languages"),
    });
  };
  ask({ title: say("new_game"), about: say("about_new_game", { home }), fields, send });
}

async function askForDeck() {
  const { game } = host.place();
  const { title } = host.findGame(game);
  const fields = html`<${Row}
      id="new-deck"
      word=${say("deck_name")}
      hint=${say("about_deck_name")}
      name="deck"
      required
      maxlength="60"
      autocomplete="off"
    />
    <${Row}
      id="new-size"
      word=${host.words().find("option_size")}
      name="size"
      placeholder="63x88mm"
      autocomplete="off"
    />
    <${DeckTable} />`;
  const send = async (form) =>
    host.ask("new/deck", {
      game,
      deck: form.elements.namedItem("deck").value,
      size: form.elements.namedItem("size").value,
      title: form.querySelector("#new-column-title")?.value ?? "",
      copies: form.querySelector("#new-column-copies")?.value ?? "",
      ...(await tableOf(form)),
    });
  ask({ title: say("new_deck"), about: say("about_new_deck", { game: title }), fields, send });
}

// The table of a deck: the chosen file, or else the typed text.
async function tableOf(place) {
  const [file] = place.querySelector("#new-file").files;
  const text = place.querySelector("#new-table")?.value ?? "";
  const bytes = file ? new Uint8Array(await file.arrayBuffer()) : new TextEncoder().encode(text);
  return { name: file?.name ?? "-", content: inBase64(bytes) };
}

// The fields of a deck's table. The server guesses the columns of each table, and the user can change them. The rows
// of a file appear in place of the typed text.
function DeckTable() {
  const place = useRef(null);
  const [table, setTable] = useState({});
  const [choices, setChoices] = useState({});
  const [file, setFile] = useState("");
  const [text, setText] = useState(say("deck_table_begun"));
  const readTable = async () => {
    setChoices({});
    setTable({});
    setFile(place.current.querySelector("#new-file").files[0]?.name ?? "");
    setTable(await host.ask("spreadsheet/columns", await tableOf(place.current)).catch(() => ({}))); // shown later
  };
  const dropFile = () => {
    place.current.querySelector("#new-file").value = "";
    readTable();
  };
  useEffect(() => void readTable(), []);
  const rows = html`<p role="status">${say("file_counts", { file })}</p>
    <textarea rows="7" readonly aria-label=${file} value=${rowsOf(table)}></textarea>
    <p><button type="button" onclick=${dropFile}>${say("take_file_out")}</button></p>`;
  const field = html`<p><label for="new-table">${say("deck_table")}</label></p>
    <textarea
      id="new-table"
      rows="7"
      spellcheck="false"
      value=${text}
      oninput=${({ target }) => setText(target.value)}
    ></textarea>`;
  return html`<div ref=${place}>
    <div onchange=${readTable}>
      ${file ? rows : field}
      <p>
        <label for="new-file">${`${say("or_deck_file")} `}</label>
        <input type="file" id="new-file" accept=".csv,.tsv,.txt,.xlsx,.ods,.json" />
      </p>
    </div>
    <${Columns} id="new" found=${table} chosen=${choices} onChoose=${setChoices} />
  </div>`;
}

// The rows of a file as text, one a line.
const rowsOf = ({ columns = [], rows = [] }) =>
  [columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll("\n", " ")).join(" | ")).join("\n");
