// @ts-check
// Crops a picture whose frame has another shape: plain fields choose the part, and the page shows it at once.
import { html } from "./html.js";

const NEAR = 0.01; // shapes that differ by less are the same

/** @typedef {(word: string) => string} Say */

/**
 * The width of the frame below a point of the page, divided by its height: of the picture there, else of the face.
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

// A picture that covers its frame is larger than it, and is clipped there.
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
 * The shapes that a picture can be cut to, by name; `frame` is the shape where the user dropped it, or 0.
 * @param {number} frame
 */
const shapesFor = (frame) => ({ none: 0, frame, card: shapeOfCards(), square: 1 });

/**
 * Left, top, width and height as parts of a picture of a shape; null if it stays whole.
 * @param {Cut} cut @param {number} natural @param {number} frame
 */
export function keptPart({ shape, size, across, down }, natural, frame) {
  const ratio = shapesFor(frame)[/** @type {"none" | "frame" | "card" | "square"} */ (shape)];
  return ratio && natural ? partOf(natural, ratio, size / 100, across / 100, down / 100) : null;
}

/**
 * The first cut of a picture of a shape: as its frame, if that has another shape.
 * @param {number} natural @param {number} frame
 */
export function cutFor(natural, frame) {
  const differs = frame > 0 && Math.abs(natural / frame - 1) > NEAR;
  return { ...UNCUT, shape: differs ? "frame" : "none" };
}

/**
 * A cropped picture.
 * @param {{ src: string, part: number[] | null, natural: number, onLoad: (event: any) => void, onFail: () => void }} of
 */
export function CutOut({ src, part, natural, onLoad, onFail }) {
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
    <img class="brought" alt="" src=${src || undefined} style=${image} onload=${onLoad} onerror=${onFail} />
  </div>`;
}

/**
 * The fields that choose the part to keep; `onChoose` receives each choice.
 * @param {{ say: Say, cut: Cut, frame: number, onChoose: (cut: Cut) => void }} of
 */
export function CropFields({ say, cut, frame, onChoose }) {
  const row = (/** @type {string} */ name, /** @type {unknown} */ field) =>
    html`<div class="row" key=${name}><label for=${`crop-${name}`}>${say(`crop_${name}`)}</label>${field}</div>`;
  const names = Object.entries(shapesFor(frame)).filter(([name, shape]) => name === "none" || shape);
  const option = (/** @type {[string, number]} */ [name]) =>
    html`<option key=${name} value=${name}>${say(`crop_${name}`)}</option>`;
  const choose = (/** @type {any} */ { target }) => onChoose({ ...cut, shape: target.value });
  const range = (/** @type {"size" | "across" | "down"} */ name) => {
    const move = (/** @type {any} */ { target }) => onChoose({ ...cut, [name]: Number(target.value) });
    const least = name === "size" ? 10 : 0;
    return row(
      name,
      html`<input type="range" id=${`crop-${name}`} min=${least} max="100" value=${cut[name]} oninput=${move} />`,
    );
  };
  return html`<fieldset>
    <legend>${say("crop")}</legend>
    ${cut.shape === "frame" && html`<p class="hint">${say("crop_differs")}</p>`}
    ${row("shape", html`<select id="crop-shape" value=${cut.shape} onchange=${choose}>${names.map(option)}</select>`)}
    ${cut.shape !== "none" && [range("size"), range("across"), range("down")]}
  </fieldset>`;
}

// Left, top, width and height of the largest part of a picture with a shape, times a `part`; `right` and `low` place
// it in the remaining space.
/** @param {number} picture @param {number} shape @param {number} part @param {number} right @param {number} low */
export function partOf(picture, shape, part, right, low) {
  const width = part * Math.min(1, shape / picture);
  const height = part * Math.min(1, picture / shape);
  return [(1 - width) * right, (1 - height) * low, width, height];
}

// The shape of the first card that the shelf shows, 0 without one.
function shapeOfCards() {
  const { width, height } = document.querySelector("figure.deck .picture svg")?.getBoundingClientRect() ?? {};
  return width && height ? width / height : 0;
}
