// Printers: their test page, the questions about it one by one, the stored answers. The server knows the questions.
import { svgElement } from "./common.js";
import { askYesNo } from "./dialog.js";
import { Faults } from "./faults.js";
import * as host from "./host_page.js";
import { html, render } from "./html.js";

const { say } = host;

const state = { paper: "", answers: [], name: "office", tray: "" };
let place = null; // the card's element, while it is on the page
let renewForms = null; // makes the print forms read the stored printers again
let listing = null; // the printers and papers from the last answer
let step = null; // draws the current step: the list, the choice of paper, a question, or the name
let problem = null;
let isBusy = false;

// The card of the printers; `renew` reads the forms again when a printer was measured.
export function Printers({ renew, isShown }) {
  renewForms = renew;
  return html`<section
    class="card printers"
    data-product="printers"
    aria-label=${say("printers")}
    hidden=${!isShown}
    ref=${attach}
  ></section>`;
}

function attach(card) {
  place = card;
  if (place) once(() => list());
}

function show() {
  const faults = html`<div aria-live="assertive"><${Faults} problem=${problem} /></div>`;
  if (place) render(html`${step?.()} ${problem && faults}`, place);
}

// Goes to a step, and focuses its first control.
function goToStep(next, id) {
  step = next;
  show();
  const field = document.getElementById(id);
  field?.focus();
  if (field instanceof HTMLInputElement) field.select();
}

// Does one thing at a time.
async function once(what) {
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
  const onClick = (event) => {
    event.preventDefault();
    once(what);
  };
  return html`<button id=${id} class=${weight} onclick=${onClick}>${say(word)}</button>`;
};
const closeButton = () => button("close", () => list(), "quiet");
const goBack = () => {
  state.answers.pop();
  return ask();
};
const valueOf = (id) => /** @type {HTMLInputElement} */ (document.getElementById(id)).value;

// A button that saves the test page for the chosen paper.
const testPage = (weight) =>
  button(
    "test_page",
    () => host.download(`printers/test.pdf?${host.query({ paper: state.paper })}`),
    weight,
    "test-page",
  );

async function list(message = "") {
  listing = await host.ask("printers");
  state.paper ||= listing.usual;
  const { printers } = listing;
  const drawList = () =>
    html`<h2>${say("printers")}</h2>
      <p role="status">${message}</p>
      <p class="hint">${say(printers.length ? "printers_use" : "no_printers")}</p>
      ${
        printers.length > 0 &&
        html`<ul class="plain">
          ${printers.map(row)}
        </ul>`
      }
      <p class="buttons">${button("measure_printer", begin, "main", "measure-printer")} ${testPage("quiet")}</p>`;
  goToStep(drawList, message ? "measure-printer" : "");
}

function row(printer) {
  const printsCheck = () =>
    host.download(`printers/check.pdf?${host.query({ printer: printer.called, paper: printer.paper })}`);
  const forgetPrinter = async () => {
    const text = say("sure_forget", { name: printer.called });
    if (!(await askYesNo({ text, yes: say("forget"), no: say("drop_entry"), isDanger: true }))) return;
    await host.ask("printers/forget", { printer: printer.called });
    await renewForms();
    await list();
  };
  return html`<li key=${printer.called}>
    <strong>${printer.called}</strong>
    <p class="hint">${figures(printer)}</p>
    <p class="buttons">${button("check_page", printsCheck)} ${button("forget", forgetPrinter, "danger")}</p>
  </li>`;
}

function figures({ paper, x, y, angle, scales }) {
  const [across, down, back_across, back_down] = scales;
  const size = paper.replace("x", " × ").replace("mm", " mm");
  return say("printer_is", { paper: size, x, y, angle, across, down, back_across, back_down });
}

// The user prints the page first, then reads it.
function begin() {
  state.answers = [];
  const option = (paper) => html`<option key=${paper} value=${paper}>${paper.toUpperCase()}</option>`;
  const choosePaper = (event) => (state.paper = event.target.value);
  const drawPaper = () =>
    html`<h2>${say("measure_printer")}</h2>
      <p>${say("print_test_page")}</p>
      <label class="field" for="printer-paper">
        ${say("paper")}
        <select id="printer-paper" value=${state.paper} onchange=${choosePaper}>
          ${[...new Set([...listing.papers, listing.usual])].map(option)}
        </select>
      </label>
      <p class="buttons">${testPage("main")} ${button("page_is_printed", () => ask())} ${closeButton()}</p>`;
  goToStep(drawPaper, "test-page");
}

async function ask(reply) {
  const answer = await host.ask(`printers/ask?${host.query()}`, {
    paper: state.paper,
    answers: reply === undefined ? state.answers : [...state.answers, reply],
  });
  state.answers = answer.taken;
  if (!answer.question) return keep();
  const { question, at, of, message } = answer;
  const value = reply !== undefined && message ? reply : question.usual;
  const drawPicture = (picture) => picture?.replaceChildren(svgElement(answer.svg));
  const drawQuestion = () =>
    html`<h2>${say("measure_printer")}</h2>
      <form key=${`${at} ${message}`}>
        <p class="hint">${say("question_of", { at: at + 1, of })}</p>
        <div class="picture-of" ref=${drawPicture}></div>
        <label class="asked" for="printer-answer">${question.words}</label>
        <input
          id="printer-answer"
          inputmode="text"
          autocomplete="off"
          aria-describedby="printer-message printer-help"
          defaultValue=${value}
        />
        <p class="fault" id="printer-message" role="alert">${message}</p>
        <p class="hint" id="printer-help">${question.help}</p>
        <p class="buttons">
          ${button("next", () => ask(valueOf("printer-answer")), "main")} ${at > 0 && button("back_one", goBack)}
          ${closeButton()}
        </p>
      </form>`;
  goToStep(drawQuestion, "printer-answer");
}

function keep() {
  const savePrinter = async () => {
    Object.assign(state, { name: valueOf("printer-name"), tray: valueOf("printer-tray") });
    const { paper, answers, name, tray } = state;
    const answer = await host.ask(`printers/keep?${host.query()}`, { paper, answers, name, tray });
    await renewForms();
    await list(say("printer_kept", { name: answer.printer.called, path: answer.path }));
  };
  const field = (id, word, value) =>
    html`<label class="field" for=${id}>
      ${say(word)}
      <input id=${id} maxlength="60" defaultValue=${value} />
    </label>`;
  const drawName = () =>
    html`<h2>${say("measure_printer")}</h2>
      <form>
        <p>${say("all_is_read")}</p>
        <div class="fields">
          ${field("printer-name", "printer_name", state.name)} ${field("printer-tray", "tray", state.tray)}
        </div>
        <p class="buttons">${button("save", savePrinter, "main")} ${button("back_one", goBack)} ${closeButton()}</p>
      </form>`;
  goToStep(drawName, "printer-name");
}
