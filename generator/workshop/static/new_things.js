// What is begun from the shelf: a game, or a deck of a table. It is written into the user's folder, never over a file,
// and opens.
import { element } from "./elements.js";
import { forgetsFaults, inBase64, saysOfNew, sentence, tellsAtFields } from "./form_fields.js";
import * as host from "./host_page.js";

const { say } = host;
const USUAL = { least: 1, most: 4 };

export function newButtons() {
  const button = (word, weight, asks) =>
    element(
      "button",
      { class: weight, onclick: () => asks().catch((problem) => host.tell(problem.message || say("closed"))) },
      say(word),
    );
  return [button("new_game", "quiet", askForGame), button("new_deck", "main", askForDeck)];
}

const row = (id, word, field, hint = "") => {
  if (hint) field.setAttribute("aria-describedby", `${id}-hint`);
  return element(
    "div",
    { class: "row" },
    element("label", { for: id }, word),
    field,
    hint ? element("p", { class: "hint", id: `${id}-hint` }, hint) : null,
  );
};

// A dialog with a form; `sends(form)` asks the server to begin it, and what it answers opens.
function ask({ title, about, fields, sends }) {
  const told = element("p", { class: "fault", role: "alert" });
  const begin = element("button", { class: "main" }, say("begin_it"));
  const form = element(
    "form",
    {},
    element("h2", {}, title),
    element("p", {}, about),
    ...fields,
    told,
    element(
      "div",
      { class: "buttons" },
      element("button", { type: "button", onclick: () => dialog.close() }, say("close")),
      begin,
    ),
  );
  const dialog = element("dialog", { class: "ask", "aria-label": title, onclose: () => dialog.remove() }, form);
  form.onsubmit = async (event) => {
    event.preventDefault();
    begin.disabled = true;
    told.textContent = say("being_written");
    forgetsFaults(form);
    try {
      const begun = await sends(form);
      dialog.close();
      host.calls("begun", begun);
    } catch (problem) {
      told.textContent = tellsAtFields(host.words(), form, saysOfNew(host.words()), problem).map(sentence).join("\n");
    }
    begin.disabled = false;
  };
  document.body.append(dialog);
  dialog.showModal();
}

async function askForGame() {
  const { kinds, languages, home } = await host.ask("new");
  const count = (name, word) =>
    row(
      `new-${name}`,
      say(word),
      element("input", {
        id: `new-${name}`,
        name,
        type: "number",
        min: 1,
        max: 99,
        value: USUAL[name],
        required: true,
        class: "short-number",
      }),
    );
  const kind = (each, at) => {
    const key = each.replaceAll("-", "_");
    return element(
      "label",
      {},
      element("input", { type: "radio", name: "kind", value: each, checked: at === 0 }),
      host.words().find(`kind_${key}`) ?? each,
    );
  };
  const fields = [
    row(
      "new-title",
      say("title_of_game"),
      element("input", { id: "new-title", name: "title", required: true, maxlength: 80, autocomplete: "off" }),
    ),
    count("least", "players_from"),
    count("most", "players_to"),
    element(
      "fieldset",
      {},
      element("legend", {}, say("kind_of_sheet")),
      element("div", { class: "kinds" }, ...kinds.map(kind)),
    ),
    element(
      "fieldset",
      {},
      element("legend", {}, say("more_languages")),
      ...languages.map((each) =>
        element(
          "label",
          { class: "inline" },
          element("input", {
            type: "checkbox",
            name: "languages",
            value: each,
            checked: each === say("words_language"),
          }),
          host.spoken(each),
        ),
      ),
    ),
  ];
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
  ask({
    title: say("new_game"),
    about: home ? say("about_new_game", { home }) : say("no_home"),
    fields,
    sends,
  });
}

async function askForDeck() {
  const { home } = await host.ask("new");
  const { game } = host.place();
  const title = host.gameCalled(game).title;
  const file = element("input", { type: "file", id: "new-file", accept: ".csv,.tsv,.txt,.xlsx,.ods,.json" });
  const table = element("textarea", { id: "new-table", rows: 7, spellcheck: "false" });
  table.value = say("deck_table_begun");
  const fields = [
    row(
      "new-deck",
      say("deck_name"),
      element("input", {
        id: "new-deck",
        name: "deck",
        required: true,
        maxlength: 60,
        autocomplete: "off",
        spellcheck: "false",
      }),
      say("about_deck_name"),
    ),
    row(
      "new-size",
      host.words().find("option_size"),
      element("input", { id: "new-size", name: "size", placeholder: "63x88mm", autocomplete: "off" }),
    ),
    element("p", {}, element("label", { for: "new-table" }, say("deck_table"))),
    table,
    element("p", {}, element("label", { for: "new-file" }, `${say("or_deck_file")} `), file),
  ];
  const sends = async (form) => {
    const [chosen] = file.files;
    const bytes = chosen ? new Uint8Array(await chosen.arrayBuffer()) : new TextEncoder().encode(table.value);
    return host.ask("new/deck", {
      game,
      deck: form.elements.namedItem("deck").value,
      size: form.elements.namedItem("size").value,
      name: chosen?.name ?? "-",
      content: inBase64(bytes),
    });
  };
  ask({
    title: say("new_deck"),
    about: home ? say("about_new_deck", { game: title }) : say("no_home"),
    fields,
    sends,
  });
}
