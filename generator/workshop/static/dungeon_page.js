// The page of the drawing table: its bar, its board with tools, what is told of the map, how it is printed.
import { Copy } from "./copy.js";
import { canRedo, canUndo, change, draw, isKnown, keepDraft, redo, say, state, titleNow, undo } from "./drawing.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html, useState } from "./html.js";
import { Board, Legend, Tools } from "./map_board.js";
import { MapText } from "./map_text.js";
import { Preview, Trial } from "./map_trial.js";
import { Kept, Words, tells, told } from "./map_words.js";
import { unbroken } from "./proof.js";

const LONGEST_NAME = 60;
const KEPT_APART = "M030"; // closed rooms are told below, by what opens them

const field = (key, input) => html`<label class="field">${say(key)} ${input}</label>`;

// `does` holds what the fields and buttons do.
export function Page({ does, left }) {
  const { view, note, problem } = state;
  const found = problem ?? { faults: view?.faults.filter(({ code }) => code !== KEPT_APART) ?? [] };
  // its text is on this page, and marked there; it may not be saved as this file
  const bare = (fault) => (fault.file?.endsWith(`/dungeons/${state.name}.yaml`) ? { ...fault, file: "" } : fault);
  const faults = { message: found.message, faults: found.faults?.map(bare) ?? [] };
  return html`<${Bar} does=${does} left=${left} />
    <p class=${note.isBad ? "said bad" : "said"} role="status">
      ${note.text} ${note.drop && html`<button onclick=${note.drop}>${say("drop_draft")}</button>`}
    </p>
    <div class="table-top">
      <${Begin} begins=${does.begin} />
      ${view && html`<${Drawing} retyped=${does.retyped} />`}
      <section class="proof of-map" aria-label=${say("proof")}>
        <h3>${say("proof")}</h3>
        <${Faults} problem=${problem || faults.faults.length ? faults : null} />
        ${view && html`<${Proof} view=${view} />`}
      </section>
      <section class="previews" aria-label=${say("as_printed")}>
        <button id="print-sheet" onclick=${does.print}>${`${say("sheet")}: ${say("make")}`}</button>
        <${Preview} caption="sheet" />
        <div class="pair"><${Preview} caption="front" /><${Preview} caption="back" /></div>
      </section>
    </div>`;
}

// The dungeons that can be opened; one that is only a draft is among them.
function Bar({ does, left }) {
  const others = [...new Set([state.name, ...left])].filter((name) => name && !isKnown(name));
  const listed = [...others.map((name) => ({ name, own: false, title: "" })), ...state.list];
  const option = ({ name, own, title }) => {
    const words = [own ? `${name} ★` : name, title].filter(Boolean);
    return html`<option key=${name} value=${name}>${words.join(" · ")}</option>`;
  };
  const title = state.view ? titleNow() : "";
  // what is typed as the name is a change of the dungeon, as its story is
  const names = ({ target }) => tells("name", host.place().language, target);
  const list = html`<select value=${state.name} onchange=${({ target }) => does.opens(target.value)}>
    ${listed.map(option)}
  </select>`;
  const button = (weight, acts, isReady, keys, word) =>
    html`<button class=${weight} onclick=${acts} disabled=${!isReady} aria-keyshortcuts=${keys}>${word}</button>`;
  return html`<div class="bar">
    <h2>${title || state.name || say("dungeons")}</h2>
    ${field("open_dungeon", list)}
    ${field("name", html`<${Kept} value=${title} maxlength=${LONGEST_NAME} oninput=${names} onchange=${told} />`)}
    ${button("main", does.save, true, "Control+S", say("save"))}
    ${button("quiet", undo, canUndo(), "Control+Z", `↶ ${say("undo")}`)}
    ${button("quiet", redo, canRedo(), "Control+Y", `↷ ${say("redo")}`)}
    <button class="danger" onclick=${() => change({ do: "empty" })}>${say("empty_map")}</button>
  </div>`;
}

function Begin({ begins }) {
  const [hasCode, setCode] = useState(false);
  const types = ({ target }) => setCode(target.value.trim() !== "");
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
    <form onsubmit=${begins} class="fields">
      ${field("name", html`<input name="name" maxlength=${LONGEST_NAME} />`)}
      <label class="inline"><input name="own" type="checkbox" defaultChecked />${` ${say("own_map")}`}</label>
      ${number("columns", 6)} ${number("rows", 7)}
      <button class="main" name="does" value="begin">${say("begin")}</button>
      <span class="break"></span>
      ${field("code", html`<input name="code" placeholder=${say("fresh_code")} oninput=${types} />`)}
      ${choice("difficulty", "difficulty", ["easy", "standard", "hard"])}
      ${["walls", "water", "traps"].map((name) => choice(`amount_${name}`, name, ["few", "some", "many"]))}
      <button class="main" name="does" value="generate">${say(hasCode ? "open_code" : "generate")}</button>
    </form>
  </details>`;
}

function Drawing({ retyped }) {
  return html`<section class="drawing" aria-label=${say("map")}>
    <${Tools} /><${Board} /><${Legend} />
    <p class="keys" id="keys">${say("touches")} <span class="of-keys">${say("keys")}</span></p>
    <${Words} />
    <${MapText} typed=${keepDraft} takes=${retyped} />
  </section>`;
}

// What the map comes to, and the share code: as text, and to be copied.
function Proof({ view }) {
  const flag = (key, word) => {
    const turns = ({ target }) => {
      state[key] = target.checked;
      draw();
    };
    return html`<label class="inline">
      <input type="checkbox" checked=${state[key]} onchange=${turns} />${` ${say(word)}`}
    </label>`;
  };
  return html`<p class="verdict">${unbroken(view.verdict)}</p>
    <ul class="told-of">
      ${view.told.map((each) => html`<li key=${each}>${unbroken(each)}</li>`)}
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
