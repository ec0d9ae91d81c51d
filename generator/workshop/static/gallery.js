// The icons and pictures of a game, to choose from by subject, in any language.
import { openDialog } from "./dialog.js";
import { addPicture } from "./dropped_pictures.js";
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";
import { putOnCard, Thumb } from "./picture_place.js";

const { say } = host;
const SOME = 60; // pictures shown at first
const plain = (text) => text.toLowerCase().replace(/[_/.,-]+/g, " ");

export function openGallery() {
  const drawContent = (close) => html`<${Gallery} close=${close} />`;
  openDialog({ class: "ask gallery", "aria-label": say("pictures_and_icons") }, drawContent);
}

function Gallery({ close }) {
  const [all, setAll] = useState(/** @type {any[] | null} */ (null));
  const [needle, setNeedle] = useState("");
  const [most, setMost] = useState(SOME);
  const [fault, setFault] = useState("");
  useEffect(() => {
    host.ask(`pictures?${host.query()}`).then(
      ({ image, icon }) => setAll([...image.map(pictureOf), ...icon.map(iconOf)]),
      (problem) => setFault(problem.message || say("closed")),
    );
  }, []);
  const terms = plain(needle).split(" ").filter(Boolean);
  const hits = (all ?? []).filter(({ finds }) => terms.every((word) => finds.includes(` ${word}`)));
  if (terms.length) hits.sort((one, other) => one.finds.length - other.finds.length); // closest matches first
  const setSearch = ({ target }) => (setNeedle(target.value), setMost(SOME));
  const choosePicture = (picture) => (close(), putOnCard(picture));
  const addNew = () => (close(), addPicture());
  const one = ({ kind, name, words }) => html`<li key=${`${kind} ${name}`}>
    <button type="button" title=${words} onclick=${() => choosePicture({ kind, name })}>
      <${Thumb} kind=${kind} name=${name} /> <span>${words.split(", ").slice(0, 3).join(", ") || name}</span>
    </button>
  </li>`;
  const button = (word, does) => html`<button type="button" onclick=${does}>${say(word)}</button>`;
  const status = all ? say(hits.length ? "pictures_found" : "nothing_found", { count: hits.length, text: needle }) : "";
  return html`<h2>${say("pictures_and_icons")}</h2>
    <input
      type="search"
      id="gallery-search"
      aria-label=${say("find_picture")}
      placeholder=${say("find_picture")}
      value=${needle}
      oninput=${setSearch}
    />
    <p role="status" class="hint">${all || fault ? status : say("table_is_read")}</p>
    <p class="fault" role="alert">${fault}</p>
    <ul class="pictures">${hits.slice(0, most).map(one)}</ul>
    <div class="buttons">
      ${hits.length > most && button("show_more", () => setMost(most + SOME))} ${button("add_picture", addNew)}
      ${button("close", () => close())}
    </div>`;
}

const searchText = (...texts) => ` ${plain(texts.join(" "))}`;
const pictureOf = (name) => ({ kind: "image", name, words: "", finds: searchText(name) });

const iconOf = ({ name, words, finds }) => ({ kind: "icon", name, words, finds: searchText(name, words, finds) });
