// The page of the drawing table: its bar, its board with tools, what is told of the map, how it is printed.
import { Copy } from "./copy.js";
import { change, keepDraft, laid, parts, redo, say, state, undo } from "./drawing.js";
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";
import { render as draw, html } from "./html.js";
import { drawWay, render } from "./map_board.js";
import { handsOn } from "./map_hand.js";
import { mapText } from "./map_text.js";
import { play } from "./map_trial.js";
import { tells, told } from "./map_words.js";

const LONGEST_NAME = 60;

// What is typed as the name is a change of the dungeon, as its story is.
const names = ({ target }) => tells("name", host.place().language, target, state.view.words[0].language);

// The share code: as text, and to be copied.
export function showShareCode() {
  const shown = html`<label class="field" for="share-code">
      ${say("code")}
      <textarea id="share-code" rows="2" readonly spellcheck="false" value=${state.view.share}></textarea>
    </label>
    <p class="buttons"><${Copy} text=${state.view.share} /></p>
    <p class="hint">${say("about_code")}</p>`;
  draw(shown, parts.share);
}

// Lays the page out for a game; `does` holds what its fields and buttons do.
export function buildPage(does) {
  const field = (key, input) => element("label", { class: "field" }, say(key), input);
  const number = (name, value) => element("input", { name, type: "number", min: 2, max: 26, value, required: true });
  const choice = (name, known) =>
    element(
      "select",
      { name },
      ...known.map((each) => element("option", { value: each, selected: each === known[1] }, say(each))),
    );
  const amount = (name) => field(`amount_${name}`, choice(name, ["few", "some", "many"]));
  laid({
    list: element("select", {
      onchange: (event) => does.opens(event.target.value),
    }),
    name: element("input", { maxlength: LONGEST_NAME, oninput: names, onchange: told }),
    said: element("p", { class: "said", role: "status" }),
    save: element(
      "button",
      { class: "main", onclick: does.save, disabled: !state.home, "aria-keyshortcuts": "Control+S" },
      say("save"),
    ),
    undo: element("button", { class: "quiet", onclick: undo, "aria-keyshortcuts": "Control+Z" }, `↶ ${say("undo")}`),
    redo: element("button", { class: "quiet", onclick: redo, "aria-keyshortcuts": "Control+Y" }, `↷ ${say("redo")}`),
    title: element("h2", {}, say("dungeons")), // until the map says its name
    verdict: element("p", { class: "verdict" }),
    tools: element("div", { class: "tools", role: "group", "aria-label": say("tools") }),
    board: element("div", { class: "board", role: "group", "aria-label": say("map"), "aria-describedby": "keys" }),
    legend: element("p", { class: "legend" }),
    print: element("button", { id: "print-sheet", onclick: does.print }, `${say("sheet")}: ${say("make")}`),
    heat: element("input", { type: "checkbox", onchange: render }),
    way: element("input", { type: "checkbox", onchange: render, checked: true }),
    told: element("ul", { class: "told-of" }),
    play: element("button", { id: "play-it", onclick: play, hidden: true }),
    played: element("p", { id: "played", role: "status" }),
    share: element("div", { class: "share" }),
    faults: element("ul", { class: "faults" }),
    size: element("div", { class: "fields" }),
    words: element("div", { class: "fields stories" }),
    cards: element("div", { class: "fields" }),
    text: mapText(say, keepDraft, does.retyped),
    sheet: element("figure", { class: "preview" }),
    card: element("figure", { class: "preview" }),
    back: element("figure", { class: "preview" }),
  });
  parts.begin = element(
    "details",
    { class: "begins" },
    element("summary", {}, say("begin_another")),
    element(
      "form",
      { onsubmit: does.begin, class: "fields" },
      field("name", element("input", { name: "name", maxlength: LONGEST_NAME })),
      element(
        "label",
        { class: "inline" },
        element("input", { name: "own", type: "checkbox", checked: true }),
        ` ${say("own_map")}`,
      ),
      field("columns", number("columns", 6)),
      field("rows", number("rows", 7)),
      element("button", { class: "main", name: "does", value: "begin" }, say("begin")),
      element("span", { class: "break" }),
      field("code", element("input", { name: "code", placeholder: say("fresh_code") })),
      field("difficulty", choice("difficulty", ["easy", "standard", "hard"])),
      ...["walls", "water", "traps"].map(amount),
      element("button", { class: "main", name: "does", value: "generate" }, say("generate")),
    ),
  );
  handsOn(parts.board);
  const empty = element("button", { class: "danger", onclick: () => change({ do: "empty" }) }, say("empty_map"));
  fill(
    host.main,
    element(
      "div",
      { class: "bar" },
      parts.title,
      field("open_dungeon", parts.list),
      field("name", parts.name),
      parts.save,
      parts.undo,
      parts.redo,
      empty,
    ),
    state.home ? null : element("p", { class: "said" }, say("no_home")),
    parts.said,
    element(
      "div",
      { class: "table-top" },
      parts.begin,
      element(
        "section",
        { class: "drawing", "aria-label": say("map") },
        parts.tools,
        parts.board,
        parts.legend,
        element(
          "p",
          { class: "keys", id: "keys" },
          say("touches"),
          " ",
          element("span", { class: "of-keys" }, say("keys")),
        ),
        element("details", {}, element("summary", {}, say("names_and_stories")), parts.words, parts.cards, parts.size),
        parts.text.element,
      ),
      element(
        "section",
        { class: "proof of-map", "aria-label": say("proof") },
        element("h3", {}, say("proof")),
        parts.faults,
        parts.verdict,
        parts.told,
        element(
          "p",
          { class: "switches" },
          element("label", { class: "inline" }, parts.heat, ` ${say("heat")}`),
          element("label", { class: "inline" }, parts.way, ` ${say("way")}`),
        ),
        parts.play,
        parts.played,
        parts.share,
      ),
      element(
        "section",
        { class: "previews", "aria-label": say("as_printed") },
        parts.print,
        parts.sheet,
        element("div", { class: "pair" }, parts.card, parts.back),
      ),
    ),
  );
  new ResizeObserver(drawWay).observe(parts.board);
}
