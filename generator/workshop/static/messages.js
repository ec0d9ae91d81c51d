// The program's messages are in English. The words of a page have forms of such messages, each with its sentence: {n}
// is a number, {room} a room, {name} stays as it is, {card} becomes the page's name for it, {list} is translated part
// by part. Any other place is translated as a separate message.
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

// Forms with more text are tried first.
const lettersOf = (form) => form.replace(/\{\w+\}/g, "").length;

function patternOf(form) {
  const parts = form.split(/\{(\w+)\}/);
  const text = (part) => part.replace(/[.*+?^$()|[\]\\]/g, "\\$&").replaceAll("'", "['\"]");
  const place = (name) => `(${AT[name.replace(/\d+$/, "")] ?? ".+?"})`;
  const pattern = new RegExp(`^${parts.map((part, at) => (at % 2 ? place(part) : text(part))).join("")}$`, "s");
  return { form, pattern, names: parts.filter((_, at) => at % 2) };
}

// A message in the words of the page; a message without a form stays as it is.
export function translate(forms, message) {
  const { exact, patterns, nameOf } = forms;
  if (Object.hasOwn(exact, message)) return exact[message];
  for (const { form, pattern, names } of patterns) {
    const values = pattern.exec(message)?.slice(1);
    if (!values) continue;
    const fillIn = (whole, name) => {
      const text = values[names.indexOf(name)] ?? whole;
      if (name.startsWith("name")) return text;
      if (name.startsWith("card")) return text.split(", ").map(nameOf).join(", ");
      return text.split(name.startsWith("list") ? BETWEEN : NEVER).map((part) => translate(forms, part)).join("");
    };
    return exact[form].replace(/\{(\w+)\}/g, fillIn);
  }
  return message;
}

// The server's answer, with its messages in the words of the page.
export function translateAnswer(forms, answer) {
  for (const each of [answer?.faults, answer?.notes].flat())
    for (const part of ["message", "hint"]) if (each?.[part]) each[part] = translate(forms, each[part]);
  if (typeof answer?.fault === "string") answer.fault = translate(forms, answer.fault);
  return answer;
}
