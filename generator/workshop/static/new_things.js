// What is begun from the shelf: a game, or a deck of a table. It is written into the user's folder, never over a file,
// and opens.
import { opensDialog } from "./dialog.js";
import { forgetsFaults, inBase64, saysOfNew, sentence, tellsAtFields } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Columns } from "./table_columns.js";

const { say } = host;
const USUAL = { least: 1, most: 4 };

export const beginsGame = () => asks(askForGame);
export const beginsDeck = () => asks(askForDeck);
const asks = (what) => what().catch((problem) => host.tell(problem.message || say("closed")));

const Row = ({ id, word, hint = "", ...field }) =>
  html`<div class="row">
    <label for=${id}>${word}</label>
    <input id=${id} aria-describedby=${hint ? `${id}-hint` : null} ...${field} />
    ${hint && html`<p class="hint" id=${`${id}-hint`}>${hint}</p>`}
  </div>`;

// A dialog with a form; `sends(form)` asks the server to begin it, and what it answers opens.
function ask({ title, about, fields, sends }) {
  let told = "";
  let isBusy = false;
  const begins = async (event) => {
    event.preventDefault();
    const form = event.target;
    [told, isBusy] = [say("being_written"), true];
    dialog.show();
    forgetsFaults(form);
    try {
      const begun = await sends(form);
      dialog.closes();
      const warnings = (begun.notes ?? []).filter(({ severity }) => severity === "warning");
      host.calls("begun", { ...begun, told: warnings.map(sentence).join("\n") });
    } catch (problem) {
      told = tellsAtFields(host.words(), form, saysOfNew(host.words()), problem).map(sentence).join("\n");
    }
    isBusy = false;
    dialog.show();
  };
  const content = (closes) =>
    html`<form onsubmit=${begins}>
      <h2>${title}</h2>
      <p>${about}</p>
      ${fields}
      <p class="fault" role="alert">${told}</p>
      <div class="buttons">
        <button type="button" onclick=${() => closes()}>${say("close")}</button>
        <button class="main" disabled=${isBusy}>${say("begin_it")}</button>
      </div>
    </form>`;
  const dialog = opensDialog({ "aria-label": title }, content);
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
      ${host.spoken(each)}
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
  const sends = (form) => {
    const given = new FormData(form);
    return host.ask("new/game", {
      title: given.get("title"),
      kind: given.get("kind"),
      least: Number(given.get("least")),
      most: Number(given.get("most")),
      languages: given.getAll("languages"),
    });
  };
  ask({ title: say("new_game"), about: say("about_new_game", { home }), fields, sends });
}

async function askForDeck() {
  const { game } = host.place();
  const { title } = host.gameCalled(game);
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
  const sends = async (form) =>
    host.ask("new/deck", {
      game,
      deck: form.elements.namedItem("deck").value,
      size: form.elements.namedItem("size").value,
      title: form.querySelector("#new-column-title")?.value ?? "",
      copies: form.querySelector("#new-column-copies")?.value ?? "",
      ...(await tableOf(form)),
    });
  ask({ title: say("new_deck"), about: say("about_new_deck", { game: title }), fields, sends });
}

// The table of a deck, chosen or typed: what is typed counts until a file is chosen.
async function tableOf(place) {
  const [chosen] = place.querySelector("#new-file").files;
  const text = place.querySelector("#new-table")?.value ?? "";
  const bytes = chosen ? new Uint8Array(await chosen.arrayBuffer()) : new TextEncoder().encode(text);
  return { name: chosen?.name ?? "-", content: inBase64(bytes) };
}

// Its fields; what its columns are taken for is read of each table, and can be chosen. The rows of a file are shown in
// place of what is typed.
function DeckTable() {
  const place = useRef(null);
  const [found, setFound] = useState({});
  const [chosen, setChosen] = useState({});
  const [file, setFile] = useState("");
  const [text, setText] = useState(say("deck_table_begun"));
  const reads = async () => {
    setChosen({});
    setFound({});
    setFile(place.current.querySelector("#new-file").files[0]?.name ?? "");
    setFound(await host.ask("spreadsheet/columns", await tableOf(place.current)).catch(() => ({}))); // told when begun
  };
  const drops = () => {
    place.current.querySelector("#new-file").value = "";
    reads();
  };
  useEffect(() => void reads(), []);
  const rows = html`<p role="status">${say("file_counts", { file })}</p>
    <textarea rows="7" readonly aria-label=${file} value=${rowsOf(found)}></textarea>
    <p><button type="button" onclick=${drops}>${say("take_file_out")}</button></p>`;
  const field = html`<p><label for="new-table">${say("deck_table")}</label></p>
    <textarea
      id="new-table"
      rows="7"
      spellcheck="false"
      value=${text}
      oninput=${({ target }) => setText(target.value)}
    ></textarea>`;
  return html`<div ref=${place}>
    <div onchange=${reads}>
      ${file ? rows : field}
      <p>
        <label for="new-file">${`${say("or_deck_file")} `}</label>
        <input type="file" id="new-file" accept=".csv,.tsv,.txt,.xlsx,.ods,.json" />
      </p>
    </div>
    <${Columns} id="new" found=${found} chosen=${chosen} takes=${setChosen} />
  </div>`;
}

// A table as text, a row on each line, with what was read of a file.
const rowsOf = ({ columns = [], rows = [] }) =>
  [columns, ...rows].map((cells) => cells.map((cell) => cell.replaceAll("\n", " ")).join(" | ")).join("\n");
