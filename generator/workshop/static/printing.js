// Printing: a form for each command that prints, with the options of the command line, and one for each export.
import { element, fill } from "./common.js";
import { fieldsOf, forgetsFaults, saysOfOptions, sentence, tellsAtFields, valuesOf } from "./form_fields.js";
import { pagesOf } from "./printed_pages.js";
import { printersCard } from "./printers.js";
import { spreadsheetCard, takesOptions } from "./spreadsheet.js";

let host = null;
let forms = [];

export function setPrinting(context) {
  host = context;
}

function say(key, values) {
  return host.words().say(key, values);
}

export async function showForms(main, room) {
  const prints = element("div", { class: "forms" });
  const exports = element("div", { class: "forms" });
  const read = async () => {
    forms = await host.ask(`forms?${host.query()}`);
    fill(prints, ...forms.filter((each) => each.group === "print").map(form));
    fill(exports, ...forms.filter((each) => each.group === "export").map(form));
  };
  const renew = async () => {
    await read();
    takesOptions(optionsOfTables());
  };
  await read();
  if (host.place().room !== "print") return;
  const heading = element("section", { class: "part" }, element("h2", {}, say("exports")), element("p", { class: "hint" }, say("about_exports")));
  fill(main, printersCard({ ...room, renew }), prints, spreadsheetCard(room, optionsOfTables()), heading, exports);
}

// A table has one deck and its own keys; all else is as with other cards.
function optionsOfTables() {
  const { options } = forms.find((each) => each.command === "cards");
  return options.filter((option) => !["decks", "only", "is_mixed"].includes(option.name));
}

function form({ command, group, options, help }) {
  const told = element("pre", { class: "told", role: "status" });
  const details = element("details", { open: command !== "kit" && options.some((option) => option.required) }, element("summary", {}, say("options")), ...fieldsOf(host.words(), command, options));
  const fails = (problem, isAsked = true) => {
    told.textContent = tellsAtFields(host.words(), made, saysOfOptions(host.words(), options), problem, isAsked).map(sentence).join("\n");
  };
  const asked = () => {
    forgetsFaults(made);
    return { command, values: valuesOf(made, options, host.place().language) };
  };
  const asks = (signal) => {
    told.textContent = "";
    return host.ask(`print/pages?${host.query()}`, asked(), signal);
  };
  const pages = group === "print" ? pagesOf({ host, say, asks, fails }) : null;
  const button = element("button", { class: "main" }, say(group === "print" ? "make" : "make_files"));
  const made = element(
    "form",
    {
      class: "card",
      onchange: () => pages?.again(),
      onsubmit: async (event) => {
        event.preventDefault();
        button.disabled = true;
        told.textContent = say("making");
        pages?.clears();
        try {
          told.textContent = toldOf(await host.download(`print?${host.query()}`, asked()));
          pages?.again();
        } catch (problem) {
          fails(problem);
        }
        button.disabled = false;
      },
    },
    element("h2", {}, host.words().find(`print_${command}`) ?? command),
    element("p", {}, host.words().find(`about_${command}`) ?? help),
    details,
    element("div", { class: "buttons" }, ...(pages ? [pages.button] : []), button),
    ...(pages ? [pages.place] : []),
    told,
  );
  return made;
}

export async function printed(command, values) {
  return toldOf(await host.download(`print?${host.query()}`, { command, values }));
}

// What the program said of a file that it printed, and the command for the same.
export function toldOf(answer) {
  const [typed, ...said] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  return [...said, say("same_command", { command: typed })].join("\n");
}
