// @ts-check
// What is kept of a picture where its frame has another shape: chosen by plain fields, and seen at once.
import { html } from "./html.js";

const NEAR = 0.01; // shapes that differ by less are the same

/** @typedef {(word: string) => string} Say */

/**
 * The width of the frame below a point of the page, by its height: of the picture there, else of the face.
 * @param {number} x @param {number} y @returns {number}
 */
export function frameAt(x, y) {
  const below = document.elementsFromPoint(x, y);
  const picture = below.find((each) => each instanceof SVGImageElement);
  const face = below
    .find((each) => each.closest("figure .picture"))
    ?.closest(".picture")
    ?.querySelector("svg");
  const { width, height } = clipOf(picture)?.getBBox() ?? (picture ?? face)?.getBoundingClientRect() ?? {};
  return width && height ? width / height : 0;
}

// A picture that covers its frame reaches over it, and is cut off there.
/** @param {Element | undefined} picture */
function clipOf(picture) {
  const clip = picture
    ?.closest("[clip-path]")
    ?.getAttribute("clip-path")
    ?.match(/#([^)"]+)/);
  const shape = clip && document.getElementById(clip[1])?.firstElementChild;
  return shape instanceof SVGGraphicsElement ? shape : undefined;
}

/** @typedef {{ shape: string, size: number, across: number, down: number }} Cut */
export const UNCUT = { shape: "none", size: 100, across: 50, down: 50 };

/**
 * The shapes that a picture can be cut to, by name; `frame` is what it was dropped on, or nothing.
 * @param {number} frame
 */
const shapesFor = (frame) => ({ none: 0, frame, card: shapeOfCards(), square: 1 });

/**
 * Left, top, width and height as parts of a picture of a shape; nothing where it stays as it is.
 * @param {Cut} cut @param {number} natural @param {number} frame
 */
export function keptOf({ shape, size, across, down }, natural, frame) {
  const wanted = shapesFor(frame)[/** @type {"none" | "frame" | "card" | "square"} */ (shape)];
  return wanted && natural ? partOf(natural, wanted, size / 100, across / 100, down / 100) : null;
}

/**
 * What a picture of a shape begins with: as its frame, where that has another shape.
 * @param {number} natural @param {number} frame
 */
export function cutFor(natural, frame) {
  const differs = frame > 0 && Math.abs(natural / frame - 1) > NEAR;
  return { ...UNCUT, shape: differs ? "frame" : "none" };
}

/**
 * A picture as it is cut.
 * @param {{ src: string, part: number[] | null, natural: number, loads: (event: Event) => void, fails: () => void }} of
 */
export function CutOut({ src, part, natural, loads, fails }) {
  const [left, top, width, height] = part ?? [0, 0, 1, 1];
  const shape = (natural * width) / height;
  const frame = part ? { aspectRatio: String(shape), width: `min(100%, ${14 * shape}rem)` } : {};
  const image = part
    ? {
        width: `${100 / width}%`,
        height: `${100 / height}%`,
        left: `${(-100 * left) / width}%`,
        top: `${(-100 * top) / height}%`,
      }
    : {};
  return html`<div class=${part ? "cut-out is-cut" : "cut-out"} style=${frame}>
    <img class="brought" alt="" src=${src || undefined} style=${image} onload=${loads} onerror=${fails} />
  </div>`;
}

/**
 * The fields that choose what is kept; `takes` hears of what is chosen.
 * @param {{ say: Say, cut: Cut, frame: number, takes: (cut: Cut) => void }} of
 */
export function CropFields({ say, cut, frame, takes }) {
  const row = (/** @type {string} */ name, /** @type {unknown} */ field) =>
    html`<div class="row" key=${name}><label for=${`crop-${name}`}>${say(`crop_${name}`)}</label>${field}</div>`;
  const names = Object.entries(shapesFor(frame)).filter(([name, shape]) => name === "none" || shape);
  const option = (/** @type {[string, number]} */ [name]) =>
    html`<option key=${name} value=${name}>${say(`crop_${name}`)}</option>`;
  const chooses = (/** @type {any} */ { target }) => takes({ ...cut, shape: target.value });
  const range = (/** @type {"size" | "across" | "down"} */ name) => {
    const moves = (/** @type {any} */ { target }) => takes({ ...cut, [name]: Number(target.value) });
    const least = name === "size" ? 10 : 0;
    return row(
      name,
      html`<input type="range" id=${`crop-${name}`} min=${least} max="100" value=${cut[name]} oninput=${moves} />`,
    );
  };
  return html`<fieldset>
    <legend>${say("crop")}</legend>
    ${cut.shape === "frame" && html`<p class="hint">${say("crop_differs")}</p>`}
    ${row("shape", html`<select id="crop-shape" value=${cut.shape} onchange=${chooses}>${names.map(option)}</select>`)}
    ${cut.shape !== "none" && [range("size"), range("across"), range("down")]}
  </fieldset>`;
}

// Left, top, width and height of as much of a picture as has a shape, times a `part`; `right` and `low` tell where of
// the room that is left.
/** @param {number} picture @param {number} shape @param {number} part @param {number} right @param {number} low */
export function partOf(picture, shape, part, right, low) {
  const width = part * Math.min(1, shape / picture);
  const height = part * Math.min(1, picture / shape);
  return [(1 - width) * right, (1 - height) * low, width, height];
}

// The shape of the first card of the shelf that is drawn, 0 where none is.
function shapeOfCards() {
  const { width, height } = document.querySelector("figure.deck .picture svg")?.getBoundingClientRect() ?? {};
  return width && height ? width / height : 0;
}
