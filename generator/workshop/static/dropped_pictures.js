// Pictures of one's own: dropped on the shelf or chosen, named, and stored in the user's folder as the program expects
// them.
import { opensDialog } from "./dialog.js";
import { forgetsFaults, saysOfNew, sentence, tellsAtFields } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { putsOnCard } from "./picture_place.js";

const { say } = host;
const KINDS = ["image/png", "image/jpeg", "image/svg+xml"];
const MOST = 30_000_000; // bytes

export const addsPicture = () => askForPicture();

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
      const figure = document.elementFromPoint(event.clientX, event.clientY)?.closest("figure");
      for (const file of files) askForPicture(file, frame, figure);
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

async function askForPicture(dropped = null, frame = 0, figure = null) {
  const crop = await cropping();
  const draws = (closes) => html`<${NewPicture} ...${{ crop, dropped, frame, figure, closes }} />`;
  opensDialog({ class: "ask", "aria-label": say("add_picture") }, draws);
}

// The form that stores a picture; where it goes on a card is asked next.
function NewPicture({ crop, dropped, frame, figure, closes }) {
  const [brought, setBrought] = useState(dropped);
  const [src, setSrc] = useState("");
  const [natural, setNatural] = useState(0);
  const [cut, setCut] = useState(crop.UNCUT);
  const [kind, setKind] = useState("picture");
  const [told, setTold] = useState("");
  const [isBusy, setBusy] = useState(false);
  const name = useRef(null);
  const isDrawing = brought?.type === "image/svg+xml";
  const part = isDrawing ? null : crop.keptOf(cut, natural, frame); // a drawing fills any frame
  useEffect(() => {
    if (!brought) return;
    const address = URL.createObjectURL(brought);
    setSrc(address);
    name.current.value ||= plainName(brought.name);
    if (dropped) name.current.focus();
    return () => URL.revokeObjectURL(address);
  }, [brought]);
  const loads = ({ target }) => {
    setNatural(target.naturalWidth / target.naturalHeight);
    setCut(crop.cutFor(target.naturalWidth / target.naturalHeight, frame));
  };

  const stores = async (event) => {
    event.preventDefault();
    const form = event.target;
    if (!brought) return form.querySelector("#picture-file").focus();
    forgetsFaults(form);
    if (brought.size > MOST) return setTold(say("picture_too_large"));
    setTold(say("being_written"));
    setBusy(true);
    const as = isDrawing ? kind : "picture";
    const asked = { name: name.current.value.trim(), kind: as, ...(part ? { crop: part.join() } : {}) };
    try {
      const stored = await host.sendFile(`pictures?${host.query(asked)}`, brought);
      closes();
      const picture = { kind: as === "icon" ? "icon" : "image", name: stored.name };
      putsOnCard(picture, figure, say("picture_stored", { file: stored.file }));
    } catch (problem) {
      const others = tellsAtFields(host.words(), form, saysOfNew(host.words()), problem);
      setTold(others.map((fault) => sentence({ ...fault, file: "" })).join("\n"));
    }
    setBusy(false);
  };

  const radio = (value, word) => html`<label key=${value}>
    <input type="radio" name="kind" value=${value} checked=${kind === value} onchange=${() => setKind(value)} />
    ${say(word)}
  </label>`;
  const kinds = html`<fieldset>
    <legend>${say("stored_as")}</legend>
    <div class="kinds">${radio("picture", "as_picture")} ${radio("icon", "as_icon")}</div>
  </fieldset>`;
  const takes = ({ target }) => target.files[0] && setBrought(target.files[0]);
  return html`<form onsubmit=${stores}>
    <h2>${say("add_picture")}</h2>
    <p>${say("about_add_picture")}</p>
    <div class="row">
      <label for="picture-file">${say("picture_file")}</label>
      <input type="file" id="picture-file" accept=${KINDS.join()} onchange=${takes} />
    </div>
    <${crop.CutOut} ...${{ src, part, natural, loads, fails: () => setSrc("") }} />
    ${brought && !isDrawing && html`<${crop.CropFields} ...${{ say, cut, frame, takes: setCut }} />`}
    <div class="row">
      <label for="picture-name">${say("picture_name")}</label>
      <input
        id="picture-name"
        name="name"
        ref=${name}
        required
        maxlength="60"
        autocomplete="off"
        spellcheck="false"
        aria-describedby="picture-name-hint"
      />
      <p class="hint" id="picture-name-hint">${say("about_picture_name")}</p>
    </div>
    ${isDrawing && kinds}
    <p class="fault" role="alert">${told}</p>
    <div class="buttons">
      <button type="button" onclick=${() => closes()}>${say("close")}</button>
      <button class="main" disabled=${isBusy}>${say("store_it")}</button>
    </div>
  </form>`;
}
