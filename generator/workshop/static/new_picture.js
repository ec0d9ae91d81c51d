// A picture of one's own: chosen or dropped, cut, named, and stored in the user's folder as the program expects it.
import { CropFields, CutOut, UNCUT, cutFor, keptOf } from "./crop.js";
import { opensDialog } from "./dialog.js";
import { KINDS } from "./dropped_pictures.js";
import { forgetsFaults, saysOfNew, sentence, tellsAtFields } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { putsOnCard } from "./picture_place.js";

const { say } = host;
const MOST = 30_000_000; // bytes

export { frameAt } from "./crop.js";

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

export function asksForPicture(dropped = null, frame = 0, figure = null) {
  const draws = (closes) => html`<${NewPicture} ...${{ dropped, frame, figure, closes }} />`;
  opensDialog({ "aria-label": say("add_picture") }, draws);
}

// The form that stores a picture; where it goes on a card is asked next.
function NewPicture({ dropped, frame, figure, closes }) {
  const [brought, setBrought] = useState(dropped);
  const [src, setSrc] = useState("");
  const [natural, setNatural] = useState(0);
  const [cut, setCut] = useState(UNCUT);
  const [kind, setKind] = useState("picture");
  const [told, setTold] = useState("");
  const [isBusy, setBusy] = useState(false);
  const name = useRef(null);
  const isDrawing = brought?.type === "image/svg+xml";
  const part = isDrawing ? null : keptOf(cut, natural, frame); // a drawing fills any frame
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
    setCut(cutFor(target.naturalWidth / target.naturalHeight, frame));
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

  const radio = (value, word) =>
    html`<label key=${value}>
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
    <${CutOut} ...${{ src, part, natural, loads, fails: () => setSrc("") }} />
    ${brought && !isDrawing && html`<${CropFields} ...${{ say, cut, frame, takes: setCut }} />`}
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
