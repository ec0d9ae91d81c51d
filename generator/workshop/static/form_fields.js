// The fields of a form that prints: the options of the command line, in the words of the page, each with what is wrong
// with it.
import { html, useEffect, useRef, useState } from "./html.js";

// What most prints differ by is seen at once, in this order; all else is folded.
const OFTEN = ["decks", "names", "name", "sheet", "maps", "copies", "paper", "duplex", "printer", "dpi", "address"];

// What stands together there; an option that is not named here stands with what is printed.
const GROUPS = {
  what: [],
  paper: ["paper", "margins", "printer", "duplex", "two_files", "mixed", "is_mixed"],
  looks: ["edition", "size", "fillable", "sleeves", "thickness", "dpi", "pages", "most_ink"],
  cuts: ["bleed", "gap", "guides", "marks", "mark_sides", "mark_distance", "mark_length", "corner_radius", "strip"],
};

// What is said of a name or a size that something new cannot have, by the code of its fault.
const REFUSED = {
  C034: "title_wanted",
  C035: "title_taken",
  D013: "name_wanted",
  P001: "size_wanted",
  P002: "size_wanted",
  C042: "deck_taken",
};

/** @typedef {{ find: (key: string) => string | undefined, say: (key: string, values?: object) => string }} Said */
/** @typedef {{ message: string, option?: string, code?: string, file?: string, line?: number, hint?: string }} Fault */
/** @typedef {{ message?: string, option?: string, faults?: Fault[] }} Problem */
/** @typedef {(fault: Fault) => string} Says */

// The fields of a form: those that are often wanted, and the others folded, with what is set there told in one line.
// What is chosen stays in the fields, also where their options are read again, or the form is left and comes back.
export function Fields({ /** @type {Said} */ words, game, command, options }) {
  const place = useRef(null);
  const form = `${game} ${command}`;
  const [before] = useState(() => kept.get(form));
  const [told, setTold] = useState("");
  const often = OFTEN.flatMap((name) => options.filter((option) => option.name === name));
  const others = options.filter((option) => !OFTEN.includes(option.name));
  const tells = () => setTold(settings(words, place.current.querySelector("details"), others).join(" · "));
  const changes = (event) => {
    if (place.current) tells();
    else event.stopPropagation(); // the form was left with the focus in a field
  };
  useEffect(() => void kept.set(form, place.current), []);
  useEffect(tells, [options]);
  const row = (option) => {
    const was = before?.querySelector(`[name="${option.name}"]`);
    return html`<${Row} key=${option.name} ...${{ words, command, option, was }} />`;
  };
  const placed = Object.values(GROUPS).flat();
  const unplaced = others.map(({ name }) => name).filter((name) => name !== "lang" && !placed.includes(name));
  const group = ([name, names]) => {
    const here = [...(name === "what" ? unplaced : []), ...names];
    const rows = here.flatMap((each) => others.filter((option) => option.name === each)).map(row);
    return (
      rows.length > 0 &&
      html`<fieldset key=${name}>
        <legend>${words.say(`group_${name}`)}</legend>
        ${rows}
      </fieldset>`
    );
  };
  return html`<div class="options" onchange=${changes} ref=${place}>
    ${often.map(row)}
    <details>
      <summary>${`${words.say("options")}: `}<span class="hint">${told || words.say("default")}</span></summary>
      ${Object.entries(GROUPS).map(group)}
    </details>
  </div>`;
}

const kept = new Map(); // the fields of a game and a command that were shown last

// A field takes over what stands in one that was left.
function takes(field, { checked, value, selectedOptions }) {
  const chosen = [...(selectedOptions ?? [])].map((each) => each.value);
  if (!field.options) Object.assign(field, { checked, value });
  else for (const each of field.options) each.selected = chosen.includes(each.value);
}

// What is set otherwise than usual, by the words of its fields.
function settings(words, place, options) {
  const said = (field) => {
    const { usual } = options.find(({ name }) => name === field.name);
    const name = field.closest(".row").querySelector("label").textContent;
    if (field.type === "checkbox")
      return field.checked === usual ? "" : field.checked ? name : words.say("without", { what: name });
    const chosen = [...(field.selectedOptions ?? [])].filter((each) => each.value).map((each) => each.textContent);
    const given = field.selectedOptions ? chosen.join(", ") : field.value.trim();
    return !given || given === usual ? "" : `${name}: ${given}`;
  };
  return [...place.querySelectorAll("[name]")].map(said).filter(Boolean);
}

function Row({ words, command, option, was }) {
  const { name, kind, required, choices, several } = option;
  const id = `${command}-${name}`;
  const [value, setValue] = useState(was?.value ?? "");
  useEffect(() => was && takes(document.getElementById(id), was), []);
  const isSaid = name !== "paper" || value === "a5"; // what is said of paper is of this one
  const hint = (isSaid && words.find(`hint_${name}`)) || "";
  const changes = ({ target }) => setValue(target.value);
  const keys = choices.length > 0 && several ? html`<span class="of-keys">${words.say("choose_several")}</span>` : null;
  const field = { id, name, required: Boolean(required), "aria-describedby": hint || keys ? `${id}-hint` : null };
  return html`<div class=${kind === "flag" ? "row flag" : "row"} onchange=${changes}>
    <label for=${id}>${words.find(`option_${name}`) ?? option.option}</label>
    ${fieldOf(words, option, field)}
    ${(hint || keys) && html`<p class="hint" id=${`${id}-hint`}>${hint}${hint && keys ? " " : ""}${keys}</p>`}
  </div>`;
}

function fieldOf(words, option, field) {
  const { kind, choices, several, usual } = option;
  const choice = (each) => html`<option key=${each} value=${each}>${called(words, option, each)}</option>`;
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

// What a value is called: maps by their letter and title, papers as they are written. Names tell apart what has one
// title.
function called(words, { name, titles, choices }, value) {
  const key = value.replaceAll("-", "_");
  const known = words.find(`choice_${key}`) ?? value.replaceAll("_", " ");
  if (name === "maps" && titles[value]) return `${known} · ${titles[value]}`;
  const isAmong = choices.filter((each) => titles[each] && titles[each] === titles[value]).length > 1;
  if (isAmong) return `${titles[value]} (${known})`;
  return titles[value] || (name === "paper" ? known[0].toUpperCase() + known.slice(1) : known);
}

// What stands where nothing is chosen.
function usualOf(words, option) {
  const { name, unasked } = option;
  const what = unasked ? called(words, option, unasked) : words.find(`usual_${name}`);
  return what ? words.say("usual_is", { what }) : words.say("default");
}

// What a form says, as the command line would take it; what is as usual is not said.
export function valuesOf(form, options, language) {
  const found = { lang: language };
  for (const { name, kind, several, usual } of options) {
    const field = form.elements.namedItem(name);
    if (!field) continue;
    if (kind === "flag") {
      if (field.checked !== usual) found[name] = field.checked;
      continue;
    }
    const given = (
      field.selectedOptions
        ? [...field.selectedOptions].map((each) => each.value)
        : several
          ? field.value.split("\n")
          : [field.value.trim()]
    ).filter(Boolean);
    if (given.length) found[name] = several ? given : given[0];
  }
  return found;
}

/**
 * Says at each field that a fault is about what is wanted there, and returns the faults of other things; who asked is
 * led to the first.
 * @type {(words: Said, form: HTMLFormElement, says: Says, problem: Problem, leadsThere?: boolean) => Fault[]}
 */
export const tellsAtFields = (words, form, says, problem, leadsThere = true) => {
  forgetsFaults(form);
  const faults = problem.faults?.length
    ? problem.faults
    : [{ message: problem.message || words.say("closed"), option: problem.option, file: "" }];
  const rest = [];
  for (const fault of faults) {
    const field = fault.option ? /** @type {HTMLElement | null} */ (form.elements.namedItem(fault.option)) : null;
    if (!field) rest.push(fault);
    else if (!field.hasAttribute("aria-invalid")) tellsAt(field, says(fault));
  }
  const first = /** @type {HTMLElement | null} */ (form.querySelector("[aria-invalid]"));
  first?.closest("details")?.setAttribute("open", "");
  if (leadsThere && first) leadTo(first);
  return rest;
};

/**
 * What a form that prints says at a field: what its option takes.
 * @type {(words: Said, options: any[]) => Says}
 */
export const saysOfOptions = (words, options) => (fault) => {
  const { name, wanted } = options.find((each) => each.name === fault.option);
  return words.say(words.find(`wanted_${name}`) ? `wanted_${name}` : `wanted_${wanted.kind}`, wanted);
};

/**
 * What a form that begins or stores something says at a field.
 * @type {(words: Said) => Says}
 */
export const saysOfNew = (words) => (fault) =>
  REFUSED[fault.code] ? words.say(REFUSED[fault.code]) : sentence({ ...fault, file: "" });

function leadTo(field) {
  field.scrollIntoView({ block: "center" });
  field.focus({ preventScroll: true });
}

export const sentence = (/** @type {Fault} */ { file, line, message, hint }) => {
  const place = file ? `${file}${line ? `:${line}` : ""} ` : "";
  return `${place}${message}${hint ? ` (${hint})` : ""}`;
};

function tellsAt(field, text) {
  const id = `${field.id}-fault`;
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-errormessage", id);
  const said = Object.assign(document.createElement("p"), { className: "fault", id, role: "alert", textContent: text });
  field.closest(".row").append(said);
}

export function forgetsFaults(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-errormessage");
  }
  for (const fault of form.querySelectorAll(".row .fault")) fault.remove();
}

// Bytes as text that a request can hold.
export function inBase64(bytes) {
  let signs = "";
  for (let at = 0; at < bytes.length; at += 8192) signs += String.fromCharCode(...bytes.subarray(at, at + 8192));
  return btoa(signs);
}
