// Printing: a form for each command that prints, with the options of the command line.
import { element, fill } from "./common.js";
import { pagesOf } from "./printed_pages.js";
import { printersCard } from "./printers.js";
import { spreadsheetCard, takesRows } from "./spreadsheet.js";

let host = null;
let forms = [];

export function setPrinting(context) {
  host = context;
}

function say(key, values) {
  return host.words().say(key, values);
}

export async function showForms(main, room) {
  const place = element("div", { class: "forms" });
  const renew = async () => {
    forms = await host.ask(`forms?${host.query()}`);
    fill(place, ...forms.map(form));
    takesRows(rowsOfTables());
  };
  forms = await host.ask(`forms?${host.query()}`);
  if (host.place().room !== "print") return;
  fill(place, ...forms.map(form));
  fill(main, printersCard({ ...room, renew }), place, spreadsheetCard(room, rowsOfTables()));
}

// A table has one deck and its own keys; all else is as with other cards.
function rowsOfTables() {
  const { options } = forms.find((each) => each.command === "cards");
  return options.filter((option) => !["lang", "decks", "only", "is_mixed"].includes(option.name)).map((option) => formRow({ command: "spreadsheet" }, option));
}

function form(command) {
  const name = command.command;
  const told = element("pre", { class: "told", role: "status" });
  const rows = command.options.filter((option) => option.name !== "lang").map((option) => formRow(command, option));
  const button = element("button", { class: "main" }, say("make"));
  const details = element("details", { open: command.command !== "kit" && command.options.some((option) => option.required) }, element("summary", {}, say("options")), ...rows);
  const fails = (problem) => {
    const rest = tellsAtFields(made, problem);
    told.textContent = rest.map(sentence).join("\n");
  };
  const asks = (signal) => {
    told.textContent = "";
    forgetsFaults(made);
    return host.ask(`print/pages?${host.query()}`, { command: name, values: values(command, new FormData(made)) }, signal);
  };
  const pages = pagesOf({ host, say, asks, fails });
  const made = element(
    "form",
    {
      class: "card",
      onchange: pages.again,
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        told.textContent = say("making");
        forgetsFaults(made);
        try {
          told.textContent = await printed(name, values(command, new FormData(made)));
        } catch (problem) {
          fails(problem);
        }
        button.disabled = false;
      },
    },
    element("h2", {}, host.words().find(`print_${name}`) ?? name),
    element("p", {}, host.words().find(`about_${name}`) ?? command.help),
    details,
    element("div", { class: "buttons" }, pages.button, button),
    pages.place,
    told,
  );
  return made;
}

const sentence = (fault) => `${fault.file ? `${fault.file}${fault.line ? `:${fault.line}` : ""} ` : ""}${fault.message}${fault.hint ? ` (${fault.hint})` : ""}`;

// Puts each fault of a form at its field, and returns those that have none there.
export function tellsAtFields(form, problem) {
  const faults = problem.faults?.length ? problem.faults : [{ message: problem.message || say("closed"), option: problem.option, file: "" }];
  const rest = [];
  for (const fault of faults) {
    const field = fault.option ? form.elements.namedItem(fault.option) : null;
    if (!field?.closest(".row")) rest.push(fault);
    else tellsAt(field, sentence({ ...fault, file: "" }));
  }
  const first = form.querySelector("[aria-invalid]");
  first?.closest("details")?.setAttribute("open", "");
  first?.focus();
  return rest;
}

function tellsAt(field, text) {
  const id = `${field.id}-fault`;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", id);
  field.closest(".row").append(element("p", { class: "fault", id, role: "alert" }, text));
}

export function forgetsFaults(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
  for (const fault of form.querySelectorAll(".row .fault")) fault.remove();
}

function formRow(command, option) {
  const id = `${command.command}-${option.name}`;
  const label = (option.option || option.name).replace(/^-+/, "").replaceAll("-", " ");
  let field;
  if (option.kind === "flag") field = element("input", { type: "checkbox", id, name: option.name });
  else if (option.choices.length && !option.several) {
    field = element("select", { id, name: option.name }, element("option", { value: "" }, say("default")));
    for (const each of option.choices) field.append(element("option", { value: each }, each));
  } else if (option.choices.length) {
    field = element("select", { id, name: option.name, multiple: true, size: Math.min(6, option.choices.length) });
    for (const each of option.choices) field.append(element("option", { value: each }, each));
  } else if (option.several) field = element("textarea", { id, name: option.name, rows: 2, placeholder: say("several") });
  else field = element("input", { id, name: option.name, placeholder: say("default") });
  if (option.required) field.setAttribute("required", "");
  return element("div", { class: "row" }, element("label", { for: id }, label), field, element("p", { class: "hint" }, option.help));
}

// What the form says, as the command line would take it.
function values(command, data) {
  const found = { lang: host.place().language };
  for (const option of command.options) {
    const given = data.getAll(option.name).flatMap((value) => (option.several ? value.split("\n") : [value])).filter(Boolean);
    if (given.length) found[option.name] = option.kind === "flag" ? true : option.several ? given : given[0];
  }
  return found;
}

export async function printed(command, values) {
  return toldOf(await host.download(`print?${host.query()}`, { command, values }));
}

// What the program said of a file that it printed, and the command for the same.
export function toldOf(answer) {
  const [typed, ...said] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  return [...said, say("same_command", { command: typed })].join("\n");
}
