// Printers: their test page, what is read on it question by question, what was kept. The server knows the questions.
import { drawn } from "./common.js";
import { confirms } from "./dialog.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const { say } = host;

const state = { paper: "", answers: [], name: "office", tray: "" };
let place = null; // of the card, while it is on the page
let renewForms = null; // has the forms of printing read what was kept
let found = null; // the printers and papers as they were read last
let step = null; // draws what is shown: the list, the choice of paper, a question, or the name
let problem = null;
let isBusy = false;

// The card of the printers; `renew` reads the forms again after a printer was measured.
export function Printers({ renew, isShown }) {
  renewForms = renew;
  return html`<section
    class="card printers"
    data-product="printers"
    aria-label=${say("printers")}
    hidden=${!isShown}
    ref=${stands}
  ></section>`;
}

function stands(card) {
  place = card;
  if (place) does(() => list());
}

function show() {
  const faults = html`<div aria-live="assertive"><${Faults} problem=${problem} /></div>`;
  if (place) render(html`${step?.()} ${problem && faults}`, place);
}

// Goes to a step, and leads to what is done there first.
function goes(next, id) {
  step = next;
  show();
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

// Does something once at a time.
async function does(what) {
  if (isBusy) return;
  [isBusy, problem] = [true, null];
  try {
    await what();
  } catch (fault) {
    problem = fault;
  }
  isBusy = false;
  show();
}

const button = (word, what, weight = null, id = null) => {
  const acts = (event) => {
    event.preventDefault();
    does(what);
  };
  return html`<button id=${id} class=${weight} onclick=${acts}>${say(word)}</button>`;
};
const closes = () => button("close", () => list(), "quiet");
const goesBack = () => {
  state.answers.pop();
  return ask();
};
const valueOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value;

// A button that has the test page saved for the paper that is chosen.
const testPage = (weight) =>
  button(
    "test_page",
    () => host.download(`printers/test.pdf?${host.query({ paper: state.paper })}`),
    weight,
    "test-page",
  );

async function list(told = "") {
  found = await host.ask("printers");
  state.paper ||= found.usual;
  const { printers } = found;
  const drawsList = () =>
    html`<h2>${say("printers")}</h2>
      <p role="status">${told}</p>
      <p class="hint">${say(printers.length ? "printers_use" : "no_printers")}</p>
      ${
        printers.length > 0 &&
        html`<ul class="plain">
          ${printers.map(row)}
        </ul>`
      }
      <p class="buttons">${button("measure_printer", begin, "main", "measure-printer")} ${testPage("quiet")}</p>`;
  goes(drawsList, told ? "measure-printer" : "");
}

function row(printer) {
  const checked = () =>
    host.download(`printers/check.pdf?${host.query({ printer: printer.called, paper: printer.paper })}`);
  const forgets = async () => {
    const text = say("sure_forget", { name: printer.called });
    if (!(await confirms({ text, yes: say("forget"), no: say("drop_entry"), isDanger: true }))) return;
    await host.ask("printers/forget", { printer: printer.called });
    await renewForms();
    await list();
  };
  return html`<li key=${printer.called}>
    <strong>${printer.called}</strong>
    <p class="hint">${figures(printer)}</p>
    <p class="buttons">${button("check_page", checked)} ${button("forget", forgets, "danger")}</p>
  </li>`;
}

function figures({ paper, x, y, angle, scales }) {
  const [across, down, back_across, back_down] = scales;
  const size = paper.replace("x", " × ").replace("mm", " mm");
  return say("printer_is", { paper: size, x, y, angle, across, down, back_across, back_down });
}

// First the page is printed, then it is read.
function begin() {
  state.answers = [];
  const option = (paper) => html`<option key=${paper} value=${paper}>${paper.toUpperCase()}</option>`;
  const takes = (event) => (state.paper = event.target.value);
  const drawsPaper = () =>
    html`<h2>${say("measure_printer")}</h2>
      <p>${say("print_test_page")}</p>
      <label class="field" for="printer-paper">
        ${say("paper")}
        <select id="printer-paper" value=${state.paper} onchange=${takes}>
          ${[...new Set([...found.papers, found.usual])].map(option)}
        </select>
      </label>
      <p class="buttons">${testPage("main")} ${button("page_is_printed", () => ask())} ${closes()}</p>`;
  goes(drawsPaper, "test-page");
}

async function ask(typed) {
  const asked = await host.ask(`printers/ask?${host.query()}`, {
    paper: state.paper,
    answers: typed === undefined ? state.answers : [...state.answers, typed],
  });
  state.answers = asked.taken;
  if (!asked.question) return keep();
  const { question, at, of, said } = asked;
  const value = typed !== undefined && said ? typed : question.usual;
  const draws = (picture) => picture?.replaceChildren(drawn(asked.svg));
  const drawsQuestion = () =>
    html`<h2>${say("measure_printer")}</h2>
      <form key=${`${at} ${said}`}>
        <p class="hint">${say("question_of", { at: at + 1, of })}</p>
        <div class="picture-of" ref=${draws}></div>
        <label class="asked" for="printer-answer">${question.words}</label>
        <input
          id="printer-answer"
          inputmode="text"
          autocomplete="off"
          aria-describedby="printer-said printer-help"
          defaultValue=${value}
        />
        <p class="fault" id="printer-said" role="alert">${said}</p>
        <p class="hint" id="printer-help">${question.help}</p>
        <p class="buttons">
          ${button("next", () => ask(valueOf("printer-answer")), "main")} ${at > 0 && button("back_one", goesBack)}
          ${closes()}
        </p>
      </form>`;
  goes(drawsQuestion, "printer-answer");
}

function keep() {
  const saves = async () => {
    Object.assign(state, { name: valueOf("printer-name"), tray: valueOf("printer-tray") });
    const { paper, answers, name, tray } = state;
    const kept = await host.ask(`printers/keep?${host.query()}`, { paper, answers, name, tray });
    await renewForms();
    await list(say("printer_kept", { name: kept.printer.called, path: kept.path }));
  };
  const field = (id, word, value) =>
    html`<label class="field" for=${id}>
      ${say(word)}
      <input id=${id} maxlength="60" defaultValue=${value} />
    </label>`;
  const drawsName = () =>
    html`<h2>${say("measure_printer")}</h2>
      <form>
        <p>${say("all_is_read")}</p>
        <div class="fields">
          ${field("printer-name", "printer_name", state.name)} ${field("printer-tray", "tray", state.tray)}
        </div>
        <p class="buttons">${button("save", saves, "main")} ${button("back_one", goesBack)} ${closes()}</p>
      </form>`;
  goes(drawsName, "printer-name");
}
