// Printing: a form for each command that prints, with the options of the command line, and one for each export.
import { Fields, forgetsFaults, saysOfOptions, sentence, tellsAtFields, valuesOf } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Progress, toldOf, tookSince, usePages } from "./printed_pages.js";
import { Printers } from "./printers.js";
import { Spreadsheet } from "./spreadsheet.js";

const { say } = host;

let forms = [];
let chosen = ""; // what was looked at last
let draws = null; // draws the room while it is on the page

// The room: all that can be made in a list, and the one that is chosen with its choices and its pages. It is read again
// after a printer was measured.
export async function showRoom() {
  forms = await host.ask(`forms?${host.query()}`);
  if (host.place().room !== "print") return;
  // in another language the forms stay, with what goes on in them
  if (!document.querySelector(".print-room")) draws = host.stage(() => (draws = null));
  choose(host.place().item || chosen);
}

// Shows what is made of a name, the first of all where there is none of it, with its pages.
function choose(name) {
  const all = [...forms.map(({ command }) => command), "table", "printers"];
  chosen = all.includes(name) ? name : all[0];
  draws?.(html`<${Room} key=${host.game()} />`);
}

function Room() {
  const entry = (name, word) => {
    const takes = () => {
      host.noted(name);
      choose(name);
    };
    return html`<button
      key=${name}
      class="quiet"
      value=${name}
      aria-current=${String(name === chosen)}
      onclick=${takes}
    >
      ${word}
    </button>`;
  };
  const entries = (wanted) =>
    forms.filter(({ group }) => group === wanted).map(({ command }) => entry(command, titleOf(command)));
  const form = (each) => html`<${Form} key=${each.command} form=${each} isShown=${each.command === chosen} />`;
  return html`<div class="print-room">
    <nav class="products" aria-label=${say("what_is_printed")}>
      ${entries("print")} ${entry("table", say("cards_of_table"))} ${entry("printers", say("printers"))}
      <h2>${say("exports")}</h2>
      ${entries("export")}
    </nav>
    <div>
      <div>${forms.map(form)}</div>
      <${Spreadsheet} options=${optionsOfTables()} isShown=${chosen === "table"} />
      <${Printers} renew=${showRoom} isShown=${chosen === "printers"} />
    </div>
  </div>`;
}

const titleOf = (command) => host.words().find(`print_${command}`) ?? command;

// A table has one deck and its own keys; all else is as with other cards.
function optionsOfTables() {
  const { options } = forms.find((each) => each.command === "cards");
  return options.filter((option) => !["decks", "only", "is_mixed"].includes(option.name));
}

function Form({ form: { command, group, options, help, backless }, isShown }) {
  const place = useRef(null);
  const [told, setTold] = useState("");
  const [making, setMaking] = useState(0); // since when
  const isPrint = group === "print";
  const file = `file ${command}`; // what lasts as long as it did last time
  const fails = (problem, isAsked = true) => {
    const says = saysOfOptions(host.words(), options);
    setTold(tellsAtFields(host.words(), place.current, says, problem, isAsked).map(sentence).join("\n"));
  };
  const asked = () => {
    forgetsFaults(place.current);
    return { command, values: valuesOf(place.current, options, host.place().language) };
  };
  const asks = (signal) => host.ask(`print/pages?${host.query()}`, asked(), signal);
  const pages = usePages({ name: command, asks, fails });
  const shows = (after) => {
    if (!isPrint) return;
    const values = valuesOf(place.current, options, "");
    if (options.every(({ name, required }) => !required || values[name])) pages.shows(after);
    else pages.clears();
  };
  useEffect(() => {
    if (!isShown) return;
    shows(0);
    return pages.clears; // nobody waits for them any more
  }, [isShown, options]);
  const changes = () => {
    setTold(""); // it was of what was chosen before
    shows();
  };
  const makes = async (event) => {
    event.preventDefault();
    const begun = performance.now();
    setMaking(begun);
    setTold(say("making"));
    pages.clears();
    try {
      const answer = await host.download(`print?${host.query()}`, asked());
      tookSince(begun, file);
      const name = host.nameOf(answer);
      setTold(
        [...(isPrint && name.endsWith(".zip") ? [say("unpack_it", { file: name })] : []), toldOf(answer)].join("\n"),
      );
      if (isPrint) pages.shows();
    } catch (problem) {
      fails(problem);
    }
    setMaking(0);
  };
  const word = !isPrint ? "make_files" : command === "kit" || pages.files > 1 ? "make_zip" : "make";
  return html`<form
    class="card making"
    data-product=${command}
    hidden=${!isShown}
    onchange=${changes}
    onsubmit=${makes}
    ref=${place}
  >
    <div class="making-head">
      <h2>${titleOf(command)}</h2>
      <p class="hint">${host.words().find(`about_${command}`) ?? help}</p>
      ${backless.length > 0 && html`<p class="hint">${say("no_backs", { decks: backless.join(", ") })}</p>`}
    </div>
    <div class="choices">
      <${Fields} words=${host.words()} game=${host.game()} command=${command} options=${options} />
      ${!isPrint && html`<p class="hint">${say("about_exports")}</p>`}
      <div class="buttons makes">
        <button class="main" disabled=${making > 0}>${say(word)}</button>
        <pre class="told" role="status">${told}</pre>
        ${making > 0 && html`<${Progress} begun=${making} name=${file} label=${say("making")} />`}
      </div>
    </div>
    ${isPrint && pages.place}
  </form>`;
}
