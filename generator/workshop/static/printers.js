// Printers: their test page, what is read on it question by question, what was kept. The server knows the questions.
import { drawn } from "./common.js";
import { confirms } from "./dialog.js";
import { element, fill } from "./elements.js";
import { showFaults } from "./faults.js";
import * as host from "./host_page.js";

const { say } = host;

const state = { open: false, paper: "", answers: [], name: "office", tray: "" };
let place = null;
let renewForms = null; // has the forms of printing read what was kept

// The card of the printers, which shows itself.
export function printersCard(renew) {
  renewForms = renew;
  place = element("section", { class: "card printers", "data-product": "printers", "aria-label": say("printers") });
  list().catch((problem) => fault(place, problem));
  return place;
}

function fault(parent, problem) {
  const faults = element("ul", { class: "faults", "aria-live": "assertive" });
  showFaults(faults, problem);
  parent.append(faults);
}

// A button that does something once at a time; `submits` where Enter in its form does the same.
function button(text, does, weight = null, submits = false) {
  const made = element("button", { type: submits ? "submit" : "button", class: weight }, text);
  made.onclick = async (event) => {
    event.preventDefault();
    if (made.disabled) return;
    made.disabled = true;
    place.querySelector("[role=alert]")?.remove();
    try {
      await does();
    } catch (problem) {
      fault(place, problem);
    }
    made.disabled = false;
  };
  return made;
}

// A button that has the test page saved for the paper that is chosen.
function testPage(weight) {
  const saves = () => host.download(`printers/test.pdf?${host.query({ paper: state.paper })}`);
  return button(say("test_page"), saves, weight);
}

async function list(told = "") {
  const found = await host.ask("printers");
  state.paper ||= found.usual;
  const rows = found.printers.map((printer) =>
    element(
      "li",
      {},
      element("strong", {}, printer.called),
      element("p", { class: "hint" }, figures(printer)),
      element(
        "p",
        { class: "buttons" },
        button(say("check_page"), () =>
          host.download(`printers/check.pdf?${host.query({ printer: printer.called, paper: printer.paper })}`),
        ),
        button(
          say("forget"),
          async () => {
            const text = say("sure_forget", { name: printer.called });
            if (!(await confirms({ text, yes: say("forget"), no: say("drop_entry"), isDanger: true }))) return;
            await host.ask("printers/forget", { printer: printer.called });
            await renewForms();
            await list();
          },
          "danger",
        ),
      ),
    ),
  );
  const measure = button(say("measure_printer"), () => begin(found), "main");
  measure.id = "measure-printer";
  const page = testPage("quiet");
  fill(
    place,
    element("h2", {}, say("printers")),
    element("p", { role: "status" }, told),
    element("p", { class: "hint" }, say(rows.length ? "printers_use" : "no_printers")),
    rows.length ? element("ul", { class: "plain" }, ...rows) : null,
    element("p", { class: "buttons" }, measure, page),
  );
  if (told) measure.focus();
}

function figures(printer) {
  const [across, down, backAcross, backDown] = printer.scales;
  return say("printer_is", {
    paper: printer.paper.replace("x", " × ").replace("mm", " mm"),
    x: printer.x,
    y: printer.y,
    angle: printer.angle,
    across,
    down,
    back_across: backAcross,
    back_down: backDown,
  });
}

// First the page is printed, then it is read.
function begin(found) {
  state.answers = [];
  const papers = element(
    "select",
    { id: "printer-paper", onchange: (event) => (state.paper = event.target.value) },
    ...[...new Set([...found.papers, found.usual])].map((paper) =>
      element("option", { value: paper, selected: paper === state.paper }, paper.toUpperCase()),
    ),
  );
  const page = testPage("main");
  fill(
    place,
    element("h2", {}, say("measure_printer")),
    element("p", {}, say("print_test_page")),
    element("label", { class: "field", for: "printer-paper" }, say("paper"), papers),
    element(
      "p",
      { class: "buttons" },
      page,
      button(say("page_is_printed"), () => ask()),
      button(say("close"), () => list(), "quiet"),
    ),
  );
  page.focus();
}

async function ask(typed) {
  const asked = await host.ask(`printers/ask?${host.query()}`, {
    paper: state.paper,
    answers: typed === undefined ? state.answers : [...state.answers, typed],
  });
  state.answers = asked.taken;
  if (!asked.question) return keep();
  const { question } = asked;
  const field = element("input", {
    id: "printer-answer",
    inputmode: "text",
    autocomplete: "off",
    "aria-describedby": "printer-said printer-help",
  });
  field.value = typed !== undefined && asked.said ? typed : question.usual;
  const form = element(
    "form",
    { onsubmit: (event) => event.preventDefault() },
    element("p", { class: "hint" }, say("question_of", { at: asked.at + 1, of: asked.of })),
    element("div", { class: "picture-of" }, drawn(asked.svg)),
    element("label", { class: "asked", for: "printer-answer" }, question.words),
    field,
    element("p", { class: "fault", id: "printer-said", role: "alert" }, asked.said),
    element("p", { class: "hint", id: "printer-help" }, question.help),
  );
  const next = button(say("next"), () => ask(field.value), "main", true);
  const back = asked.at ? button(say("back_one"), () => ask(...(state.answers.pop(), []))) : null;
  form.append(
    element(
      "p",
      { class: "buttons" },
      next,
      back,
      button(say("close"), () => list(), "quiet"),
    ),
  );
  fill(place, element("h2", {}, say("measure_printer")), form);
  field.focus();
  field.select();
}

function keep() {
  const name = element("input", { id: "printer-name", maxlength: 60, required: true });
  const tray = element("input", { id: "printer-tray", maxlength: 60 });
  name.value = state.name;
  tray.value = state.tray;
  const save = button(
    say("save"),
    async () => {
      Object.assign(state, { name: name.value, tray: tray.value });
      const kept = await host.ask(`printers/keep?${host.query()}`, {
        paper: state.paper,
        answers: state.answers,
        name: name.value,
        tray: tray.value,
      });
      await renewForms();
      await list(say("printer_kept", { name: kept.printer.called, path: kept.path }));
    },
    "main",
    true,
  );
  const form = element(
    "form",
    { onsubmit: (event) => event.preventDefault() },
    element("p", {}, say("all_is_read")),
    element(
      "div",
      { class: "fields" },
      element("label", { class: "field", for: "printer-name" }, say("printer_name"), name),
      element("label", { class: "field", for: "printer-tray" }, say("tray"), tray),
    ),
    element(
      "p",
      { class: "buttons" },
      save,
      button(say("back_one"), () => ask(...(state.answers.pop(), []))),
      button(say("close"), () => list(), "quiet"),
    ),
  );
  fill(place, element("h2", {}, say("measure_printer")), form);
  name.focus();
  name.select();
}
