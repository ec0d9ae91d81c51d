// Printing: a form for each command that prints, with the options of the command line, and one for each export.
import { Fields, clearFaults, optionFaultText, sentence, showFieldFaults, valuesOf } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { Progress, outputOf, rememberDuration, usePages } from "./printed_pages.js";
import { Printers } from "./printers.js";
import { Spreadsheet } from "./spreadsheet.js";

const { say } = host;

let forms = [];
let current = ""; // the product that the page showed last
let draw = null; // draws the room while it is on the page

// Shows the room: a list of all products, and the current one with its choices and its pages. It reads the forms
// again after somebody measured a printer.
export async function showRoom() {
  forms = await host.ask(`forms?${host.query()}`);
  if (host.place().room !== "print") return;
  // in another language the forms stay, with their running work
  if (!document.querySelector(".print-room")) draw = host.stage(() => (draw = null));
  choose(host.place().item || current);
}

// Shows the product of a name with its pages, or the first product if none has the name.
function choose(name) {
  const all = [...forms.map(({ command }) => command), "table", "printers"];
  current = all.includes(name) ? name : all[0];
  draw?.(html`<${Room} key=${host.game()} />`);
}

function Room() {
  const entry = (name, word) => {
    const select = () => {
      host.noteItem(name);
      choose(name);
    };
    return html`<button
      key=${name}
      class="quiet"
      value=${name}
      aria-current=${String(name === current)}
      onclick=${select}
    >
      ${word}
    </button>`;
  };
  const entries = (groupName) =>
    forms.filter(({ group }) => group === groupName).map(({ command }) => entry(command, titleOf(command)));
  const form = (each) => html`<${Form} key=${each.command} form=${each} isShown=${each.command === current} />`;
  return html`<div class="print-room">
    <nav class="products" aria-label=${say("what_is_printed")}>
      ${entries("print")} ${entry("table", say("cards_of_table"))} ${entry("printers", say("printers"))}
      <h2>${say("exports")}</h2>
      ${entries("export")}
    </nav>
    <div>
      <div>${forms.map(form)}</div>
      <${Spreadsheet} options=${optionsOfTables()} isShown=${current === "table"} />
      <${Printers} renew=${showRoom} isShown=${current === "printers"} />
    </div>
  </div>`;
}

const titleOf = (command) => host.words().find(`print_${command}`) ?? command;

// A table has one deck and its own keys; its other options are those of cards.
function optionsOfTables() {
  const { options } = forms.find((each) => each.command === "cards");
  return options.filter((option) => !["decks", "only", "is_mixed"].includes(option.name));
}

function Form({ form: { command, group, options, help, backless }, isShown }) {
  const place = useRef(null);
  const [message, setMessage] = useState("");
  const [making, setMaking] = useState(0); // since when
  const isPrint = group === "print";
  const file = `file ${command}`; // the name under which we remember how long it took
  const showProblem = (problem, isAsked = true) => {
    const faultText = optionFaultText(host.words(), options);
    setMessage(showFieldFaults(host.words(), place.current, faultText, problem, isAsked).map(sentence).join("\n"));
  };
  const readForm = () => {
    clearFaults(place.current);
    return { command, values: valuesOf(place.current, options, host.place().language) };
  };
  const askPages = (signal) => host.ask(`print/pages?${host.query()}`, readForm(), signal);
  const pages = usePages({ name: command, requestPages: askPages, onFail: showProblem });
  const showPages = (after) => {
    if (!isPrint) return;
    const values = valuesOf(place.current, options, "");
    if (options.every(({ name, required }) => !required || values[name])) pages.schedule(after);
    else pages.clear();
  };
  useEffect(() => {
    if (!isShown) return;
    showPages(0);
    return pages.clear; // cancelled
  }, [isShown, options]);
  const onChange = () => {
    setMessage(""); // it was about the earlier choices
    showPages();
  };
  const onSubmit = async (event) => {
    event.preventDefault();
    const start = performance.now();
    setMaking(start);
    setMessage(say("making"));
    pages.clear();
    try {
      const answer = await host.download(`print?${host.query()}`, readForm());
      rememberDuration(start, file);
      const name = host.nameOf(answer);
      setMessage(
        [...(isPrint && name.endsWith(".zip") ? [say("unpack_it", { file: name })] : []), outputOf(answer)].join("\n"),
      );
      if (isPrint) pages.schedule();
    } catch (problem) {
      showProblem(problem);
    }
    setMaking(0);
  };
  const word = !isPrint ? "make_files" : command === "kit" || pages.files > 1 ? "make_zip" : "make";
  return html`<form
    class="card making"
    data-product=${command}
    hidden=${!isShown}
    onchange=${onChange}
    onsubmit=${onSubmit}
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
        <pre class="message" role="status">${message}</pre>
        ${making > 0 && html`<${Progress} begun=${making} name=${file} label=${say("making")} />`}
      </div>
    </div>
    ${isPrint && pages.place}
  </form>`;
}
