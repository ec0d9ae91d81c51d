// Printing: a form for each command that prints, with the options of the command line.
import { element, fill } from "./common.js";
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
  const made = element(
    "form",
    {
      class: "card",
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        told.textContent = say("making");
        try {
          await print(command, new FormData(made), told);
        } catch (problem) {
          const faults = problem.faults?.map((fault) => `${fault.file}${fault.line ? `:${fault.line}` : ""} ${fault.message}${fault.hint ? ` (${fault.hint})` : ""}`);
          told.textContent = faults?.length ? faults.join("\n") : problem.message || say("closed");
        }
        button.disabled = false;
      },
    },
    element("h2", {}, host.words().find(`print_${name}`) ?? name),
    element("p", {}, host.words().find(`about_${name}`) ?? command.help),
    element("details", { open: command.command !== "kit" && command.options.some((option) => option.required) }, element("summary", {}, say("options")), ...rows),
    button,
    told,
  );
  return made;
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

async function print(command, data, told) {
  const values = { lang: host.place().language };
  for (const option of command.options) {
    const given = data.getAll(option.name).flatMap((value) => (option.several ? value.split("\n") : [value])).filter(Boolean);
    if (!given.length) continue;
    values[option.name] = option.kind === "flag" ? true : option.several ? given : given[0];
  }
  told.textContent = await printed(command.command, values);
}

export async function printed(command, values) {
  return toldOf(await host.download(`print?${host.query()}`, { command, values }));
}

// What the program said of a file that it printed, and the command for the same.
export function toldOf(answer) {
  const [typed, ...said] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  return [...said, say("same_command", { command: typed })].join("\n");
}
