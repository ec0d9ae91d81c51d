// A user's own picture: chosen or dropped, cut, named, and stored in the user's folder as the program expects it.
import { CropFields, CutOut, UNCUT, cutFor, keptPart } from "./crop.js";
import { openDialog } from "./dialog.js";
import { KINDS } from "./dropped_pictures.js";
import { clearFaults, newFaultText, sentence, showFieldFaults } from "./form_fields.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";
import { putOnCard } from "./picture_place.js";

const { say } = host;
const MOST = 30_000_000; // bytes

export { frameAt } from "./crop.js";

// The name of a file in letters that every folder accepts.
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

export function askForPicture(dropped = null, frame = 0, figure = null) {
  const drawContent = (close) => html`<${NewPicture} ...${{ dropped, frame, figure, close }} />`;
  openDialog({ "aria-label": say("add_picture") }, drawContent);
}

// The form that stores a picture; the next dialog asks where it goes on a card.
function NewPicture({ dropped, frame, figure, close }) {
  const [chosenFile, setChosenFile] = useState(dropped);
  const [src, setSrc] = useState("");
  const [natural, setNatural] = useState(0);
  const [cut, setCut] = useState(UNCUT);
  const [kind, setKind] = useState("picture");
  const [message, setMessage] = useState("");
  const [isBusy, setBusy] = useState(false);
  const name = useRef(null);
  const isDrawing = chosenFile?.type === "image/svg+xml";
  const part = isDrawing ? null : keptPart(cut, natural, frame); // a drawing fills any frame
  useEffect(() => {
    if (!chosenFile) return;
    const address = URL.createObjectURL(chosenFile);
    setSrc(address);
    name.current.value ||= plainName(chosenFile.name);
    if (dropped) name.current.focus();
    return () => URL.revokeObjectURL(address);
  }, [chosenFile]);
  const noteSize = ({ target }) => {
    setNatural(target.naturalWidth / target.naturalHeight);
    setCut(cutFor(target.naturalWidth / target.naturalHeight, frame));
  };

  const store = async (event) => {
    event.preventDefault();
    const form = event.target;
    if (!chosenFile) return form.querySelector("#picture-file").focus();
    clearFaults(form);
    if (chosenFile.size > MOST) return setMessage(say("picture_too_large"));
    setMessage(say("being_written"));
    setBusy(true);
    const as = isDrawing ? kind : "picture";
    const values = { name: name.current.value.trim(), kind: as, ...(part ? { crop: part.join() } : {}) };
    try {
      const answer = await host.sendFile(`pictures?${host.query(values)}`, chosenFile);
      close();
      const picture = { kind: as === "icon" ? "icon" : "image", name: answer.name };
      putOnCard(picture, figure, say("picture_stored", { file: answer.file }));
    } catch (problem) {
      const others = showFieldFaults(host.words(), form, newFaultText(host.words()), problem);
      setMessage(others.map((fault) => sentence({ ...fault, file: "" })).join("\n"));
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
  const chooseFile = ({ target }) => target.files[0] && setChosenFile(target.files[0]);
  return html`<form onsubmit=${store}>
    <h2>${say("add_picture")}</h2>
    <p>${say("about_add_picture")}</p>
    <div class="row">
      <label for="picture-file">${say("picture_file")}</label>
      <input type="file" id="picture-file" accept=${KINDS.join()} onchange=${chooseFile} />
    </div>
    <${CutOut} ...${{ src, part, natural, onLoad: noteSize, onFail: () => setSrc("") }} />
    ${chosenFile && !isDrawing && html`<${CropFields} ...${{ say, cut, frame, onChoose: setCut }} />`}
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
    <p class="fault" role="alert">${message}</p>
    <div class="buttons">
      <button type="button" onclick=${() => close()}>${say("close")}</button>
      <button class="main" disabled=${isBusy}>${say("store_it")}</button>
    </div>
  </form>`;
}
