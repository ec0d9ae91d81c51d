// A face as printed: at its true size or larger, with the cut line and the safe area, both sides, all languages.
import { openDialog } from "./dialog.js";
import { EyesField } from "./eyes.js";
import { Drawn, html } from "./html.js";

const SCREEN = "scrawl-screen"; // how many times too small this screen shows a length, as the user measured
const POINTS = 72 / 25.4; // in a millimetre
// zoom 0: as large as fits
const chosen = { zoom: 0, bleed: false, cut: true, safe: false, grid: false, back: false, languages: false };

// `drawFace(more)` draws the face in a language, of a side, with bleed or without.
export function openLook({ say, caption, isCard, languages, spoken, drawFace }) {
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
  let faces = [];
  let fault = "";
  let rounds = 0; // only the last request is shown
  let room = null; // the element that holds the faces
  const watch = new ResizeObserver(() => dialog.show()); // also when a phone turns
  const watchRoom = (place) => {
    room = place;
    if (place) watch.observe(place);
  };

  const show = async () => {
    const round = ++rounds;
    const sides = isCard && chosen.back ? ["front", "back"] : ["front"];
    const shownLanguages = chosen.languages ? languages : languages.slice(0, 1);
    const requests = shownLanguages.flatMap((language) => sides.map((side) => ({ language, side })));
    const results = await Promise.all(
      requests.map((each, at) =>
        drawFace({ ...each, prefix: `look${at}-`, ...(isCard && chosen.bleed ? { bleed: "yes" } : {}) }).then(
          (made) => ({ ...each, made }),
          (problem) => ({ ...each, problem }),
        ),
      ),
    );
    if (round !== rounds) return;
    const failed = results.find(({ problem }) => problem);
    fault = failed ? (failed.problem.faults?.[0]?.message ?? say("closed")) : "";
    faces = results.filter(({ made }) => made);
    dialog.show();
  };
  const mark = ([key, word, isDrawn]) => {
    const onChange = ({ target }) => {
      chosen[key] = target.checked;
      dialog.show();
      if (isDrawn) show();
    };
    const box = html`<input type="checkbox" checked=${chosen[key]} onchange=${onChange} />`;
    return html`<label key=${key} class="inline">${box}${say(word)}</label>`;
  };
  const zoom = ({ target }) => {
    chosen.zoom = Number(target.value);
    dialog.show();
  };
  const onMeasure = ({ target }) => {
    localStorage.setItem(SCREEN, target.value);
    dialog.show();
  };
  const face = ({ language, side, made }, scale) => {
    const labels = [chosen.languages ? spoken(language) : "", isCard && chosen.back ? say(side) : ""];
    return html`<${Face} key=${`${language} ${side}`} made=${made} language=${language} of=${labels} scale=${scale} />`;
  };
  const range = { min: 0.5, max: 2, step: 0.005 };
  const content = (close) => {
    const scale = scaleOf(
      faces.map(({ made }) => made.size),
      room,
    );
    const classes = marks.map(([key]) => (chosen[key] ? `with-${key}` : "")).join(" ");
    return html`<div class="look-bar">
        <h2>${caption}</h2>
        <select id="look-zoom" aria-label=${say("zoom")} value=${chosen.zoom} onchange=${zoom}>
          ${zooms.map(([value, name]) => html`<option key=${value} value=${value}>${name}</option>`)}
        </select>
        ${marks.map(mark)} <${EyesField} say=${say} />
        <button onclick=${() => close()}>${say("close")}</button>
      </div>
      <div class="look-measure" hidden=${chosen.zoom !== 1}>
        <label for="look-screen">${say("about_true_size")}</label>
        <input id="look-screen" type="range" ...${range} value=${screenFactor()} oninput=${onMeasure} />
        <div class="look-rule" style=${{ "--screen": screenFactor() }}></div>
      </div>
      <p class="fault" role="status">${fault}</p>
      <div class=${`look-faces ${classes}`} tabindex="0" role="region" aria-label=${caption} ref=${watchRoom}>
        ${faces.map((each) => face(each, scale))}
      </div>`;
  };
  const dialog = openDialog({ class: "look", "aria-label": caption }, content, () => watch.disconnect());
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

// Every face is as wide in points as its print, times the zoom; or all of them fit into the room for them.
function scaleOf(sizes, room) {
  if (chosen.zoom) return chosen.zoom * screenFactor() * (96 / 72);
  const largest = (side) => Math.max(...sizes.map((size) => size[side]));
  return fittingScale(sizes.length, largest(0), largest(1), room?.clientWidth ?? 0, room?.clientHeight ?? 0);
}

// The largest scale at which `count` papers of a size fit in rows into a window; never too small to see.
function fittingScale(count, width, height, across, down) {
  const scales = Array.from({ length: count }, (_, at) => at + 1).map((columns) =>
    Math.min((across / columns - 24) / width, (down / Math.ceil(count / columns) - 48) / height),
  );
  return Math.max(0.4, ...scales);
}
