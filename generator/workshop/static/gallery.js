// The icons and pictures of a game, to choose from by what they show, in any language.
import { opensDialog } from "./dialog.js";
import { addsPicture } from "./dropped_pictures.js";
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";
import { putsOnCard, Thumb } from "./picture_place.js";

const { say } = host;
const SOME = 60; // pictures that are shown at once
const plain = (text) => text.toLowerCase().replace(/[_/.,-]+/g, " ");

export function showsGallery() {
  const draws = (closes) => html`<${Gallery} closes=${closes} />`;
  opensDialog({ class: "ask gallery", "aria-label": say("pictures_and_icons") }, draws);
}

function Gallery({ closes }) {
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
  const wanted = plain(needle).split(" ").filter(Boolean);
  const found = (all ?? []).filter(({ finds }) => wanted.every((word) => finds.includes(` ${word}`)));
  if (wanted.length) found.sort((one, other) => one.finds.length - other.finds.length); // those that show little else
  const types = ({ target }) => (setNeedle(target.value), setMost(SOME));
  const takes = (picture) => (closes(), putsOnCard(picture));
  const adds = () => (closes(), addsPicture());
  const one = ({ kind, name, words }) => html`<li key=${`${kind} ${name}`}>
    <button type="button" title=${words} onclick=${() => takes({ kind, name })}>
      <${Thumb} kind=${kind} name=${name} /> <span>${words.split(", ").slice(0, 3).join(", ") || name}</span>
    </button>
  </li>`;
  const button = (word, does) => html`<button type="button" onclick=${does}>${say(word)}</button>`;
  const told = all ? say(found.length ? "pictures_found" : "nothing_found", { count: found.length, text: needle }) : "";
  return html`<h2>${say("pictures_and_icons")}</h2>
    <input
      type="search"
      id="gallery-search"
      aria-label=${say("find_picture")}
      placeholder=${say("find_picture")}
      value=${needle}
      oninput=${types}
    />
    <p role="status" class="hint">${all || fault ? told : say("table_is_read")}</p>
    <p class="fault" role="alert">${fault}</p>
    <ul class="pictures">${found.slice(0, most).map(one)}</ul>
    <div class="buttons">
      ${found.length > most && button("show_more", () => setMost(most + SOME))} ${button("add_picture", adds)}
      ${button("close", () => closes())}
    </div>`;
}

const findsIn = (...texts) => ` ${plain(texts.join(" "))}`;
const pictureOf = (name) => ({ kind: "image", name, words: "", finds: findsIn(name) });

const iconOf = ({ name, words, finds }) => ({ kind: "icon", name, words, finds: findsIn(name, words, finds) });
