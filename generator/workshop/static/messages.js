// The program says what is wrong in English. The words of a page have forms of such messages, each with its sentence:
// {n} is a number, {room} a room, {name} stays as it is written, {card} becomes what the page calls it, {list} is said
// part by part, and so is what is at any other place, as a message of its own.
const AT = { n: "[\\d.,]+", room: "[A-Z]+\\d+", more: ".*?", s: "s?" };
const BETWEEN = /([,;] | and | or )/; // the parts of a list
const NEVER = /(?!)/;

export const formsOf = (messages, nameOf = (key) => key) => ({
  nameOf,
  exact: messages,
  patterns: Object.keys(messages)
    .filter((form) => form.includes("{"))
    .sort((one, other) => lettersOf(other) - lettersOf(one))
    .map(patternOf),
});

// Forms that say more are tried first.
const lettersOf = (form) => form.replace(/\{\w+\}/g, "").length;

function patternOf(form) {
  const parts = form.split(/\{(\w+)\}/);
  const text = (part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("'", "['\"]");
  const place = (name) => `(${AT[name.replace(/\d+$/, "")] ?? ".+?"})`;
  const pattern = new RegExp(`^${parts.map((part, at) => (at % 2 ? place(part) : text(part))).join("")}$`, "s");
  return { form, pattern, names: parts.filter((_, at) => at % 2) };
}

// A message in the words of the page; one of which there is no form stays as it is.
export function worded(forms, message) {
  const { exact, patterns, nameOf } = forms;
  if (Object.hasOwn(exact, message)) return exact[message];
  for (const { form, pattern, names } of patterns) {
    const found = pattern.exec(message)?.slice(1);
    if (!found) continue;
    const said = (whole, name) => {
      const text = found[names.indexOf(name)] ?? whole;
      if (name.startsWith("name")) return text;
      if (name.startsWith("card")) return text.split(", ").map(nameOf).join(", ");
      return text.split(name.startsWith("list") ? BETWEEN : NEVER).map((part) => worded(forms, part)).join("");
    };
    return exact[form].replace(/\{(\w+)\}/g, said);
  }
  return message;
}

// What the server answers, with its messages in the words of the page.
export function inWords(forms, answer) {
  for (const each of [answer?.faults, answer?.notes].flat())
    for (const part of ["message", "hint"]) if (each?.[part]) each[part] = worded(forms, each[part]);
  if (typeof answer?.fault === "string") answer.fault = worded(forms, answer.fault);
  return answer;
}
