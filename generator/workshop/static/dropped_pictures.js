// Pictures of one's own: dropped on the shelf or chosen, named, and stored in the user's folder as the program expects
// them.
import { element } from "./elements.js";
import { forgetsFaults, saysOfNew, sentence, tellsAtFields } from "./form_fields.js";
import * as host from "./host_page.js";

const { say } = host;
const KINDS = ["image/png", "image/jpeg", "image/svg+xml"];
const MOST = 30_000_000; // bytes

export function pictureButton() {
  return element("button", { class: "quiet", onclick: () => askForPicture() }, say("add_picture"));
}

// Takes pictures that are dropped anywhere on the page while `isOpen()`; other files are left to whoever wants them.
export function takesDrops(isOpen) {
  const brings = (event) =>
    isOpen() &&
    [...(event.dataTransfer?.items ?? [])].some((each) => each.kind === "file" && KINDS.includes(each.type));
  const marks = (on) => document.body.classList.toggle("dropping", on);
  const over = (event) => {
    if (!brings(event)) return;
    event.preventDefault();
    event.stopPropagation();
    event.dataTransfer.dropEffect = "copy";
    marks(true);
  };
  const drops = (event) => {
    marks(false);
    if (!brings(event)) return;
    event.preventDefault();
    event.stopPropagation(); // the text that is open would take the letters of a drawing
    const files = [...event.dataTransfer.files].filter((each) => KINDS.includes(each.type)).reverse();
    cropping().then(({ frameAt }) => {
      const frame = frameAt(event.clientX, event.clientY); // before a question stands there
      for (const file of files) askForPicture(file, frame);
    });
  };
  addEventListener("dragover", over, true);
  addEventListener("drop", drops, true);
  addEventListener("dragleave", (event) => event.relatedTarget || marks(false));
}

// What a file is called in letters that every folder takes.
export function plainName(name) {
  const bare = name
    .replace(/\.[^.]*$/, "")
    .normalize("NFD")
    .toLowerCase()
    .replaceAll("ł", "l");
  return bare
    .replace(/[\u0300-\u036f]/g, "")
    .replace(/[^a-z0-9_]+/g, "-")
    .replace(/^-+|-+$/g, "")
    .slice(0, 60);
}

const cropping = () => import("./crop.js"); // asked for with the first picture

async function askForPicture(dropped = null, frame = 0) {
  const { cropFields } = await cropping();
  const told = element("p", { class: "fault", role: "alert" });
  const seen = element("img", { class: "brought", alt: "", onerror: () => seen.removeAttribute("src") });
  const name = element("input", {
    id: "picture-name",
    name: "name",
    required: true,
    maxlength: 60,
    autocomplete: "off",
    spellcheck: "false",
    "aria-describedby": "picture-name-hint",
  });
  const file = element("input", {
    type: "file",
    id: "picture-file",
    accept: KINDS.join(),
    onchange: () => takes(file.files[0]),
  });
  const kind = (value, word) =>
    element(
      "label",
      {},
      element("input", { type: "radio", name: "kind", value, checked: value === "picture" }),
      say(word),
    );
  const kinds = element(
    "fieldset",
    { hidden: true },
    element("legend", {}, say("stored_as")),
    element("div", { class: "kinds" }, kind("picture", "as_picture"), kind("icon", "as_icon")),
  );
  const crop = cropFields({ say, image: seen, frame });
  crop.fields.hidden = true;
  const store = element("button", { class: "main" }, say("store_it"));
  const close = element("button", { type: "button", onclick: () => dialog.close() }, say("close"));
  const form = element(
    "form",
    { onsubmit: stores },
    element("h2", {}, say("add_picture")),
    element("p", {}, say("about_add_picture")),
    element("div", { class: "row" }, element("label", { for: "picture-file" }, say("picture_file")), file),
    crop.cut,
    crop.fields,
    element(
      "div",
      { class: "row" },
      element("label", { for: "picture-name" }, say("picture_name")),
      name,
      element("p", { class: "hint", id: "picture-name-hint" }, say("about_picture_name")),
    ),
    kinds,
    told,
    element("div", { class: "buttons" }, close, store),
  );
  const dialog = element(
    "dialog",
    { class: "ask", "aria-label": say("add_picture"), onclose: () => (URL.revokeObjectURL(seen.src), dialog.remove()) },
    form,
  );
  let brought = null;

  function takes(picture) {
    if (!picture) return;
    brought = picture;
    URL.revokeObjectURL(seen.src);
    seen.src = URL.createObjectURL(picture);
    name.value ||= plainName(picture.name);
    kinds.hidden = picture.type !== "image/svg+xml";
    crop.fields.hidden = !kinds.hidden; // a drawing fills any frame
  }

  async function stores(event) {
    event.preventDefault();
    if (!brought) return file.focus();
    forgetsFaults(form);
    if (brought.size > MOST) return void (told.textContent = say("picture_too_large"));
    store.disabled = true;
    told.textContent = say("being_written");
    const as = kinds.hidden ? "picture" : new FormData(form).get("kind");
    const kept = crop.kept();
    try {
      shows(
        await host.sendFile(
          `pictures?${host.query({ name: name.value.trim(), kind: as, ...(kept ? { crop: kept.join() } : {}) })}`,
          brought,
        ),
      );
    } catch (problem) {
      told.textContent = tellsAtFields(host.words(), form, saysOfNew(host.words()), problem)
        .map((fault) => sentence({ ...fault, file: "" }))
        .join("\n");
    }
    store.disabled = false;
  }

  function shows({ file: stored, use }) {
    const copy = element(
      "button",
      { class: "main", type: "button", onclick: () => navigator.clipboard.writeText(use) },
      say("copy_it"),
    );
    const done = element(
      "p",
      { role: "status" },
      `${say("picture_stored", { file: stored })} `,
      element("code", {}, use),
    );
    form.replaceChildren(
      element("h2", {}, say("add_picture")),
      crop.cut,
      done,
      element("div", { class: "buttons" }, copy, close),
    );
    close.focus();
  }

  document.body.append(dialog);
  dialog.showModal();
  if (dropped) takes(dropped);
  if (dropped) name.focus();
}
