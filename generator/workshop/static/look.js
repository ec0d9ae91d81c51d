// A face as it is printed: as large as it is or larger, with what is cut and what is safe, both sides, all languages.
import { opensDialog } from "./dialog.js";
import { EyesField } from "./eyes.js";
import { Drawn, html } from "./html.js";

const SCREEN = "scrawl-screen"; // how many times too small this screen shows a length, as its owner measured
const POINTS = 72 / 25.4; // in a millimetre
// zoom 0: as large as fits
const chosen = { zoom: 0, bleed: false, cut: true, safe: false, grid: false, back: false, languages: false };

// `draws(asked)` draws the face in a language, of a side, with bleed or without.
export function lookCloser({ say, caption, isCard, languages, spoken, draws }) {
  const ofCards = (...marks) => (isCard ? marks : []);
  const marks = [
    ...ofCards(["bleed", "bleed", true], ["cut", "cut_line"], ["safe", "safe_area"]),
    ["grid", "grid_5mm"],
    ...ofCards(["back", "both_sides", true]),
    ...(languages.length > 1 ? [["languages", "all_languages", true]] : []),
  ];
  const zooms = [
    [0, say("fits")],
    [1, say("true_size")],
    [2, "2×"],
    [4, "4×"],
  ];
  let found = [];
  let fault = "";
  let rounds = 0; // what was asked for last is shown
  let room = null; // the element that holds the faces
  const watch = new ResizeObserver(() => dialog.show()); // a phone that is turned, too
  const lies = (place) => {
    room = place;
    if (place) watch.observe(place);
  };

  const show = async () => {
    const round = ++rounds;
    const sides = isCard && chosen.back ? ["front", "back"] : ["front"];
    const spokenHere = chosen.languages ? languages : languages.slice(0, 1);
    const wanted = spokenHere.flatMap((language) => sides.map((side) => ({ language, side })));
    const drawn = await Promise.all(
      wanted.map((each, at) =>
        draws({ ...each, prefix: `look${at}-`, ...(isCard && chosen.bleed ? { bleed: "yes" } : {}) }).then(
          (made) => ({ ...each, made }),
          (problem) => ({ ...each, problem }),
        ),
      ),
    );
    if (round !== rounds) return;
    const failed = drawn.find(({ problem }) => problem);
    fault = failed ? (failed.problem.faults?.[0]?.message ?? say("closed")) : "";
    found = drawn.filter(({ made }) => made);
    dialog.show();
  };
  const mark = ([what, word, isDrawn]) => {
    const takes = ({ target }) => {
      chosen[what] = target.checked;
      dialog.show();
      if (isDrawn) show();
    };
    const box = html`<input type="checkbox" checked=${chosen[what]} onchange=${takes} />`;
    return html`<label key=${what} class="inline">${box}${say(word)}</label>`;
  };
  const zoom = ({ target }) => {
    chosen.zoom = Number(target.value);
    dialog.show();
  };
  const measures = ({ target }) => {
    localStorage.setItem(SCREEN, target.value);
    dialog.show();
  };
  const face = ({ language, side, made }, scale) => {
    const of = [chosen.languages ? spoken(language) : "", isCard && chosen.back ? say(side) : ""];
    return html`<${Face} key=${`${language} ${side}`} made=${made} language=${language} of=${of} scale=${scale} />`;
  };
  const range = { min: 0.5, max: 2, step: 0.005 };
  const content = (closes) => {
    const scale = scaleOf(
      found.map(({ made }) => made.size),
      room,
    );
    const turned = marks.map(([what]) => (chosen[what] ? `with-${what}` : "")).join(" ");
    return html`<div class="look-bar">
        <h2>${caption}</h2>
        <select id="look-zoom" aria-label=${say("zoom")} value=${chosen.zoom} onchange=${zoom}>
          ${zooms.map(([value, name]) => html`<option key=${value} value=${value}>${name}</option>`)}
        </select>
        ${marks.map(mark)} <${EyesField} say=${say} />
        <button onclick=${() => closes()}>${say("close")}</button>
      </div>
      <div class="look-measure" hidden=${chosen.zoom !== 1}>
        <label for="look-screen">${say("about_true_size")}</label>
        <input id="look-screen" type="range" ...${range} value=${screenFactor()} oninput=${measures} />
        <div class="look-rule" style=${{ "--screen": screenFactor() }}></div>
      </div>
      <p class="fault" role="status">${fault}</p>
      <div class=${`look-faces ${turned}`} tabindex="0" role="region" aria-label=${caption} ref=${lies}>
        ${found.map((each) => face(each, scale))}
      </div>`;
  };
  const dialog = opensDialog({ class: "look", "aria-label": caption }, content, () => watch.disconnect());
  show();
}

function Face({ made: { svg, size, cut, safe }, language, of, scale }) {
  const edge = (name, [left, top, width, height]) => {
    const sides = Object.entries({ left, top, width, height }).map(([side, part]) => [side, `${part * 100}%`]);
    return html`<div class=${name} style=${Object.fromEntries(sides)}></div>`;
  };
  const [width, height] = size;
  const style = { width: `${width * scale}px`, "--mm": `${POINTS * scale}px` };
  const printed = `${millimetres(width)} × ${millimetres(height)} mm`;
  return html`<figure lang=${language}>
    <div class="look-paper" style=${style}>
      <${Drawn} svg=${svg} />
      <div class="look-grid"></div>
      ${cut && edge("look-cut", cut)} ${safe && edge("look-safe", safe)}
    </div>
    <figcaption>${[...of, printed].filter(Boolean).join(" · ")}</figcaption>
  </figure>`;
}

const millimetres = (points) => String(Math.round((points / POINTS) * 10) / 10);
const screenFactor = () => Number(localStorage.getItem(SCREEN)) || 1;

// Every face is as many points wide as it is printed, times the zoom; or all of them fit into the room for them.
function scaleOf(sizes, room) {
  if (chosen.zoom) return chosen.zoom * screenFactor() * (96 / 72);
  const largest = (side) => Math.max(...sizes.map((size) => size[side]));
  return fitting(sizes.length, largest(0), largest(1), room?.clientWidth ?? 0, room?.clientHeight ?? 0);
}

// How large so many papers of a size are, at most, in rows within a window; never too small to see.
function fitting(count, width, height, across, down) {
  const scales = Array.from({ length: count }, (_, at) => at + 1).map((columns) =>
    Math.min((across / columns - 24) / width, (down / Math.ceil(count / columns) - 48) / height),
  );
  return Math.max(0.4, ...scales);
}
