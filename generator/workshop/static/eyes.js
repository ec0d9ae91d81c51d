// Pictures as other eyes see them: those of the face in hand, and those that are looked at large.
import { element } from "./elements.js";

/** @param {(word: string) => string} say */
export function eyesField(say) {
  const kinds = [
    ["", say("eyes_usual")],
    ["deuteranopia", say("deuteranopia")],
    ["protanopia", say("protanopia")],
    ["tritanopia", say("tritanopia")],
  ];
  const now = document.body.dataset.eyes ?? "";
  const field = element(
    "select",
    { "aria-label": say("eyes"), onchange: () => chooses(field.value) },
    ...kinds.map(([value, name]) => element("option", { value, selected: value === now }, name)),
  );
  return element("label", { class: "eyes" }, `${say("eyes")} `, field);
}

// All fields show what is chosen in one of them.
function chooses(kind) {
  document.body.dataset.eyes = kind;
  for (const field of document.querySelectorAll(".eyes select"))
    if (field instanceof HTMLSelectElement) field.value = kind;
}
