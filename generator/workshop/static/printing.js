// Printing: a form for each command that prints, with the options of the command line, and one for each export.
import { element, fill } from "./elements.js";
import { fieldsOf, forgetsFaults, saysOfOptions, sentence, tellsAtFields, valuesOf } from "./form_fields.js";
import * as host from "./host_page.js";
import { pagesOf, toldOf } from "./printed_pages.js";
import { printersCard } from "./printers.js";
import { spreadsheetCard, takesOptions } from "./spreadsheet.js";

const { say } = host;

let forms = [];
let parts = {};
let chosen = ""; // what was looked at last
let clearing = null; // ends the pages that are being made
const previews = new Map(); // shows the pages of each form

// The room: all that can be made in a list, and the one that is chosen with its choices and its pages.
export async function showRoom() {
  host.whenLeft(leavePages);
  const prints = element("div", {});
  const read = async () => {
    forms = await host.ask(`forms?${host.query()}`);
    fill(prints, ...forms.map(form));
  };
  const renew = async () => {
    await read();
    takesOptions(optionsOfTables());
    choose(chosen);
  };
  await read();
  if (host.place().room !== "print") return;
  const list = element("nav", { class: "products", "aria-label": say("what_is_printed") }, ...entries());
  parts = {
    list,
    products: element("div", {}, prints, spreadsheetCard(optionsOfTables()), printersCard(renew)),
  };
  fill(host.main, element("div", { class: "print-room" }, list, parts.products));
  choose(host.place().item || chosen);
}

function entries() {
  const takes = ({ target }) => {
    host.noted(target.value);
    choose(target.value);
  };
  const entry = (name, word) => element("button", { class: "quiet", value: name, onclick: takes }, word);
  const of = (wanted) =>
    forms.filter(({ group }) => group === wanted).map(({ command }) => entry(command, titleOf(command)));
  return [
    ...of("print"),
    entry("table", say("cards_of_table")),
    entry("printers", say("printers")),
    element("h2", {}, say("exports")),
    ...of("export"),
  ];
}

// Shows what is made of a name, the first of all where there is none of it, with its pages.
function choose(name) {
  const all = [...parts.products.querySelectorAll("[data-product]")];
  chosen = all.some((each) => each.dataset.product === name) ? name : all[0].dataset.product;
  for (const each of all) each.hidden = each.dataset.product !== chosen;
  for (const each of parts.list.querySelectorAll("button"))
    each.setAttribute("aria-current", String(each.value === chosen));
  leavePages();
  previews.get(chosen)?.();
}

const titleOf = (command) => host.words().find(`print_${command}`) ?? command;

// Nobody waits for pages any more that are still being made.
function leavePages() {
  clearing?.();
  clearing = null;
}

// A table has one deck and its own keys; all else is as with other cards.
function optionsOfTables() {
  const { options } = forms.find((each) => each.command === "cards");
  return options.filter((option) => !["decks", "only", "is_mixed"].includes(option.name));
}

function form({ command, group, options, help }) {
  const told = element("pre", { class: "told", role: "status" });
  const fails = (problem, isAsked = true) => {
    told.textContent = tellsAtFields(host.words(), made, saysOfOptions(host.words(), options), problem, isAsked)
      .map(sentence)
      .join("\n");
  };
  const asked = () => {
    forgetsFaults(made);
    return { command, values: valuesOf(made, options, host.place().language) };
  };
  const asks = (signal) => {
    told.textContent = "";
    return host.ask(`print/pages?${host.query()}`, asked(), signal);
  };
  const pages = group === "print" ? pagesOf({ name: command, asks, fails }) : null;
  const isAsked = () => options.every(({ name, required }) => !required || valuesOf(made, options, "")[name]);
  const shows = (after) => {
    clearing = pages.clears;
    if (isAsked()) pages.shows(after);
    else pages.clears();
  };
  const button = element("button", { class: "main" }, say(group === "print" ? "make" : "make_files"));
  const makes = async (event) => {
    event.preventDefault();
    button.disabled = true;
    told.textContent = say("making");
    pages?.clears();
    try {
      told.textContent = toldOf(await host.download(`print?${host.query()}`, asked()));
      pages?.shows();
    } catch (problem) {
      fails(problem);
    }
    button.disabled = false;
  };
  const choices = [
    fieldsOf(host.words(), command, options),
    group === "print" ? null : element("p", { class: "hint" }, say("about_exports")),
    element("div", { class: "buttons makes" }, button, told),
  ].filter(Boolean);
  const made = element(
    "form",
    { class: "card making", "data-product": command, onchange: () => pages && shows(), onsubmit: makes },
    element(
      "div",
      { class: "making-head" },
      element("h2", {}, titleOf(command)),
      element("p", { class: "hint" }, host.words().find(`about_${command}`) ?? help),
    ),
    element("div", { class: "choices" }, ...choices),
    ...(pages ? [pages.place] : []),
  );
  if (pages) previews.set(command, () => shows(0));
  return made;
}
