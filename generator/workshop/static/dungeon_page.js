// The page of the drawing table: its bar, its board with tools, the check of the map, its print preview.
import { Copy } from "./copy.js";
import { canRedo, canUndo, change, draw, isKnown, keepDraft, redo, say, state, titleNow, undo } from "./drawing.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html, useState } from "./html.js";
import { Board, Legend, Tools } from "./map_board.js";
import { MapText } from "./map_text.js";
import { Preview, Trial } from "./map_trial.js";
import { Kept, Words, delayChange, commit } from "./map_words.js";
import { unbroken } from "./proof.js";

const LONGEST_NAME = 60;
const CLOSED_ROOMS = "M030"; // shown below, by the way to open them

const field = (key, input) => html`<label class="field">${say(key)} ${input}</label>`;

// `actions` holds the actions of the fields and buttons.
export function Page({ actions, drafts }) {
  const { view, note, problem } = state;
  const report = problem ?? { faults: view?.faults.filter(({ code }) => code !== CLOSED_ROOMS) ?? [] };
  // this page shows and marks the text itself; the file may not have it yet
  const bare = (fault) => (fault.file?.endsWith(`/dungeons/${state.name}.yaml`) ? { ...fault, file: "" } : fault);
  const faults = { message: report.message, faults: report.faults?.map(bare) ?? [] };
  return html`<${Bar} actions=${actions} drafts=${drafts} />
    <p class=${note.isBad ? "map-note bad" : "map-note"} role="status">
      ${note.text} ${note.drop && html`<button onclick=${note.drop}>${say("drop_draft")}</button>`}
    </p>
    <div class="table-top">
      <${Begin} onBegin=${actions.begin} />
      ${view && html`<${Drawing} onRetype=${actions.retype} />`}
      <section class="proof of-map" aria-label=${say("proof")}>
        <h3>${say("proof")}</h3>
        <${Faults} problem=${problem || faults.faults.length ? faults : null} />
        ${view && html`<${Proof} view=${view} />`}
      </section>
      <section class="previews" aria-label=${say("as_printed")}>
        <button id="print-sheet" onclick=${actions.print}>${`${say("sheet")}: ${say("make")}`}</button>
        <${Preview} caption="sheet" />
        <div class="pair"><${Preview} caption="front" /><${Preview} caption="back" /></div>
      </section>
    </div>`;
}

// The dungeons that a user can open, including unsaved drafts.
function Bar({ actions, drafts }) {
  const unlisted = [...new Set([state.name, ...drafts])].filter((name) => name && !isKnown(name));
  const dungeons = [...unlisted.map((name) => ({ name, own: false, title: "" })), ...state.list];
  const option = ({ name, own, title }) => {
    const words = [own ? `${name} ★` : name, title].filter(Boolean);
    return html`<option key=${name} value=${name}>${words.join(" · ")}</option>`;
  };
  const title = state.view ? titleNow() : "";
  // a typed name changes the dungeon, as its story does
  const rename = ({ target }) => delayChange("name", host.place().language, target);
  const list = html`<select value=${state.name} onchange=${({ target }) => actions.open(target.value)}>
    ${dungeons.map(option)}
  </select>`;
  const button = (weight, action, isReady, keys, word) =>
    html`<button class=${weight} onclick=${action} disabled=${!isReady} aria-keyshortcuts=${keys}>${word}</button>`;
  return html`<div class="bar">
    <h2>${title || state.name || say("dungeons")}</h2>
    ${field("open_dungeon", list)}
    ${field("name", html`<${Kept} value=${title} maxlength=${LONGEST_NAME} oninput=${rename} onchange=${commit} />`)}
    ${button("main", actions.save, true, "Control+S", say("save"))}
    ${button("quiet", undo, canUndo(), "Control+Z", `↶ ${say("undo")}`)}
    ${button("quiet", redo, canRedo(), "Control+Y", `↷ ${say("redo")}`)}
    <button class="danger" onclick=${() => change({ do: "empty" })}>${say("empty_map")}</button>
  </div>`;
}

function Begin({ onBegin }) {
  const [hasCode, setCode] = useState(false);
  const onInput = ({ target }) => setCode(target.value.trim() !== "");
  const number = (key, value) =>
    field(key, html`<input name=${key} type="number" min="2" max="26" defaultValue=${value} required />`);
  const choice = (key, name, levels) => {
    const option = (each, at) => html`<option key=${each} value=${each} selected=${at === 1}>${say(each)}</option>`;
    return field(
      key,
      html`<select name=${name}>
        ${levels.map(option)}
      </select>`,
    );
  };
  return html`<details class="begins">
    <summary>${say("begin_another")}</summary>
    <form onsubmit=${onBegin} class="fields">
      ${field("name", html`<input name="name" maxlength=${LONGEST_NAME} />`)}
      <label class="inline"><input name="own" type="checkbox" defaultChecked />${` ${say("own_map")}`}</label>
      ${number("columns", 6)} ${number("rows", 7)}
      <button class="main" name="does" value="begin">${say("begin")}</button>
      <span class="break"></span>
      ${field("code", html`<input name="code" placeholder=${say("fresh_code")} oninput=${onInput} />`)}
      ${choice("difficulty", "difficulty", ["easy", "standard", "hard"])}
      ${["walls", "water", "traps"].map((name) => choice(`amount_${name}`, name, ["few", "some", "many"]))}
      <button class="main" name="does" value="generate">${say(hasCode ? "open_code" : "generate")}</button>
    </form>
  </details>`;
}

function Drawing({ onRetype }) {
  return html`<section class="drawing" aria-label=${say("map")}>
    <${Tools} /><${Board} /><${Legend} />
    <p class="keys" id="keys">${say("touches")} <span class="of-keys">${say("keys")}</span></p>
    <${Words} />
    <${MapText} onType=${keepDraft} onTake=${onRetype} />
  </section>`;
}

// The verdict on the map, and the share code as text with a copy button.
function Proof({ view }) {
  const flag = (key, word) => {
    const toggle = ({ target }) => {
      state[key] = target.checked;
      draw();
    };
    return html`<label class="inline">
      <input type="checkbox" checked=${state[key]} onchange=${toggle} />${` ${say(word)}`}
    </label>`;
  };
  return html`<p class="verdict">${unbroken(view.verdict)}</p>
    <ul class="map-notes">
      ${view.notes.map((each) => html`<li key=${each}>${unbroken(each)}</li>`)}
    </ul>
    <p class="switches">${flag("isHot", "heat")} ${flag("hasWay", "way")}</p>
    <${Trial} />
    <div class="share">
      <label class="field" for="share-code">
        ${say("code")}
        <textarea id="share-code" rows="2" readonly spellcheck="false" value=${view.share}></textarea>
      </label>
      <p class="buttons"><${Copy} text=${view.share} /></p>
      <p class="hint">${say("about_code")}</p>
    </div>`;
}
