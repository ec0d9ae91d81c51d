// The fields of a print form: the options of the command line, in the words of the page, each with its fault.
import { html, useEffect, useRef, useState } from "./html.js";

// The options that users change most are visible, in this order; the others are folded.
const OFTEN = ["decks", "names", "name", "sheet", "maps", "copies", "paper", "duplex", "printer", "dpi", "address"];

// The groups of the folded options; an option that is in none of them belongs to `what`.
const GROUPS = {
  what: [],
  paper: ["paper", "margins", "printer", "duplex", "two_files", "mixed", "is_mixed"],
  looks: ["edition", "size", "fillable", "sleeves", "thickness", "dpi", "pages", "most_ink"],
  cuts: ["bleed", "gap", "guides", "marks", "mark_sides", "mark_distance", "mark_length", "corner_radius", "strip"],
};

// The message for a name or a size that something new cannot have, by the code of its fault.
const REFUSALS = {
  C034: "title_wanted",
  C035: "title_taken",
  D013: "name_wanted",
  P001: "size_wanted",
  P002: "size_wanted",
  C042: "deck_taken",
};

/** @typedef {{ find: (key: string) => string | undefined, say: (key: string, values?: object) => string }} Phrases */
/** @typedef {{ message: string, option?: string, code?: string, file?: string, line?: number, hint?: string }} Fault */
/** @typedef {{ message?: string, option?: string, faults?: Fault[] }} Problem */
/** @typedef {(fault: Fault) => string} FaultText */

// The fields of a form: the common ones, and the others folded, with one line that lists their settings.
// The fields keep their values when their options are read again, or when the user leaves the form and comes back.
export function Fields({ /** @type {Phrases} */ words, game, command, options }) {
  const place = useRef(null);
  const form = `${game} ${command}`;
  const [before] = useState(() => lastFields.get(form));
  const [summary, setSummary] = useState("");
  const often = OFTEN.flatMap((name) => options.filter((option) => option.name === name));
  const others = options.filter((option) => !OFTEN.includes(option.name));
  const summarize = () => setSummary(settings(words, place.current.querySelector("details"), others).join(" · "));
  const onChange = (event) => {
    if (place.current) summarize();
    else event.stopPropagation(); // the user left the form with the focus in a field
  };
  useEffect(() => void lastFields.set(form, place.current), []);
  useEffect(summarize, [options]);
  const row = (option) => {
    const previous = before?.querySelector(`[name="${option.name}"]`);
    return html`<${Row} key=${option.name} ...${{ words, command, option, previous }} />`;
  };
  const groupedNames = Object.values(GROUPS).flat();
  const otherNames = others.map(({ name }) => name).filter((name) => name !== "lang" && !groupedNames.includes(name));
  const group = ([name, names]) => {
    const groupNames = [...(name === "what" ? otherNames : []), ...names];
    const rows = groupNames.flatMap((each) => others.filter((option) => option.name === each)).map(row);
    return (
      rows.length > 0 &&
      html`<fieldset key=${name}>
        <legend>${words.say(`group_${name}`)}</legend>
        ${rows}
      </fieldset>`
    );
  };
  return html`<div class="options" onchange=${onChange} ref=${place}>
    ${often.map(row)}
    <details>
      <summary>${`${words.say("options")}: `}<span class="hint">${summary || words.say("default")}</span></summary>
      ${Object.entries(GROUPS).map(group)}
    </details>
  </div>`;
}

const lastFields = new Map(); // the last fields of each game and command

// Copies the value of an old field into a new one.
function copyValue(field, { checked, value, selectedOptions }) {
  const values = [...(selectedOptions ?? [])].map((each) => each.value);
  if (!field.options) Object.assign(field, { checked, value });
  else for (const each of field.options) each.selected = values.includes(each.value);
}

// The settings that differ from the default, in the words of their fields.
function settings(words, place, options) {
  const textOf = (field) => {
    const { usual } = options.find(({ name }) => name === field.name);
    const name = field.closest(".row").querySelector("label").textContent;
    if (field.type === "checkbox")
      return field.checked === usual ? "" : field.checked ? name : words.say("without", { what: name });
    const choices = [...(field.selectedOptions ?? [])].filter((each) => each.value).map((each) => each.textContent);
    const value = field.selectedOptions ? choices.join(", ") : field.value.trim();
    return !value || value === usual ? "" : `${name}: ${value}`;
  };
  return [...place.querySelectorAll("[name]")].map(textOf).filter(Boolean);
}

function Row({ words, command, option, previous }) {
  const { name, kind, required, choices, several } = option;
  const id = `${command}-${name}`;
  const [value, setValue] = useState(previous?.value ?? "");
  useEffect(() => previous && copyValue(document.getElementById(id), previous), []);
  const hasHint = name !== "paper" || value === "a5"; // the hint about paper is for A5
  const hint = (hasHint && words.find(`hint_${name}`)) || "";
  const onChange = ({ target }) => setValue(target.value);
  const keys = choices.length > 0 && several ? html`<span class="of-keys">${words.say("choose_several")}</span>` : null;
  const field = { id, name, required: Boolean(required), "aria-describedby": hint || keys ? `${id}-hint` : null };
  return html`<div class=${kind === "flag" ? "row flag" : "row"} onchange=${onChange}>
    <label for=${id}>${words.find(`option_${name}`) ?? option.option}</label>
    ${fieldOf(words, option, field)}
    ${(hint || keys) && html`<p class="hint" id=${`${id}-hint`}>${hint}${hint && keys ? " " : ""}${keys}</p>`}
  </div>`;
}

function fieldOf(words, option, field) {
  const { kind, choices, several, usual } = option;
  const choice = (each) => html`<option key=${each} value=${each}>${labelOf(words, option, each)}</option>`;
  if (kind === "flag") return html`<input ...${field} type="checkbox" defaultChecked=${usual} />`;
  if (choices.length && several)
    return html`<select ...${field} multiple size=${Math.min(5, choices.length)}>
      ${choices.map(choice)}
    </select>`;
  if (option.is_listed)
    return html`<select ...${field}>
      <option value="">${usualOf(words, option)}</option>
      ${choices.map(choice)}
    </select>`;
  if (several) return html`<textarea ...${field} rows="2" placeholder=${words.say("several")}></textarea>`;
  return html`<input ...${field} defaultValue=${usual} placeholder=${usualOf(words, option)} autocomplete="off" />`;
}

// The label of a value: maps by their letter and title, papers as they are written. Names distinguish values with the
// same title.
function labelOf(words, { name, titles, choices }, value) {
  const key = value.replaceAll("-", "_");
  const word = words.find(`choice_${key}`) ?? value.replaceAll("_", " ");
  if (name === "maps" && titles[value]) return `${word} · ${titles[value]}`;
  const isAmong = choices.filter((each) => titles[each] && titles[each] === titles[value]).length > 1;
  if (isAmong) return `${titles[value]} (${word})`;
  return titles[value] || (name === "paper" ? word[0].toUpperCase() + word.slice(1) : word);
}

// The text of a field without a choice.
function usualOf(words, option) {
  const { name, unasked } = option;
  const what = unasked ? labelOf(words, option, unasked) : words.find(`usual_${name}`);
  return what ? words.say("usual_is", { what }) : words.say("default");
}

// The values of a form, as the command line takes them, without defaults.
export function valuesOf(form, options, language) {
  const values = { lang: language };
  for (const { name, kind, several, usual } of options) {
    const field = form.elements.namedItem(name);
    if (!field) continue;
    if (kind === "flag") {
      if (field.checked !== usual) values[name] = field.checked;
      continue;
    }
    const entries = (
      field.selectedOptions
        ? [...field.selectedOptions].map((each) => each.value)
        : several
          ? field.value.split("\n")
          : [field.value.trim()]
    ).filter(Boolean);
    if (entries.length) values[name] = several ? entries : entries[0];
  }
  return values;
}

/**
 * Shows each fault at its field, and returns the faults that have no field. If `movesFocus`, it moves the focus to the
 * first field with a fault.
 * @type {(words: Phrases, form: HTMLFormElement, textOf: FaultText, problem: Problem, movesFocus?: boolean) => Fault[]}
 */
export const showFieldFaults = (words, form, textOf, problem, movesFocus = true) => {
  clearFaults(form);
  const faults = problem.faults?.length
    ? problem.faults
    : [{ message: problem.message || words.say("closed"), option: problem.option, file: "" }];
  const rest = [];
  for (const fault of faults) {
    const field = fault.option ? /** @type {HTMLElement | null} */ (form.elements.namedItem(fault.option)) : null;
    if (!field) rest.push(fault);
    else if (!field.hasAttribute("aria-invalid")) showFault(field, textOf(fault));
  }
  const first = /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"));
  first?.closest("details")?.setAttribute("open", "");
  if (movesFocus && first) showField(first);
  return rest;
};

/**
 * The text of a print form at a field: the values that its option takes.
 * @type {(words: Phrases, options: any[]) => FaultText}
 */
export const optionFaultText = (words, options) => (fault) => {
  const { name, wanted } = options.find((each) => each.name === fault.option);
  return words.say(words.find(`wanted_${name}`) ? `wanted_${name}` : `wanted_${wanted.kind}`, wanted);
};

/**
 * The text at a field of a form that creates or stores something.
 * @type {(words: Phrases) => FaultText}
 */
export const newFaultText = (words) => (fault) =>
  REFUSALS[fault.code] ? words.say(REFUSALS[fault.code]) : sentence({ ...fault, file: "" });

function showField(field) {
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}

export const sentence = (/** @type {Fault} */ { file, line, message, hint }) => {
  const place = file ? `${file}${line ? `:${line}` : ""} ` : "";
  return `${place}${message}${hint ? ` (${hint})` : ""}`;
};

function showFault(field, text) {
  const id = `${field.id}-fault`;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", id);
  const note = Object.assign(document.createElement("p"), { className: "fault", id, role: "alert", textContent: text });
  field.closest(".row").append(note);
}

export function clearFaults(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-errormessage");
  }
  for (const fault of form.querySelectorAll(".row .fault")) fault.remove();
}

// Bytes as text for a request.
export function inBase64(bytes) {
  let characters = "";
  for (let at = 0; at < bytes.length; at += 8192) characters += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(characters);
}
