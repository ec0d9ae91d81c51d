// @ts-check
// What is kept of a picture where its frame has another shape: chosen by plain fields, and seen at once.
import { element } from "./elements.js";

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

/**
 * The fields that choose a part of an image, which is shown cut so in `element`; `frame` is what it was dropped on, or
 * nothing.
 * @param {{ say: Say, image: HTMLImageElement, frame: number }} asked
 */
export function cropFields({ say, image, frame }) {
  const shapes = { none: 0, frame, card: shapeOfCards(), square: 1 };
  const known = Object.entries(shapes).filter(([name, shape]) => name === "none" || shape);
  const shape = element(
    "select",
    { id: "crop-shape", onchange: () => shows() },
    ...known.map(([name]) => element("option", { value: name }, say(`crop_${name}`))),
  );
  const [size, across, down] = [
    ["size", 100, 10],
    ["across", 50, 0],
    ["down", 50, 0],
  ].map(([name, value, min]) =>
    element("input", { type: "range", id: `crop-${name}`, min, max: 100, value, oninput: () => shows() }),
  );
  const row = (/** @type {string} */ name, /** @type {HTMLElement} */ field) =>
    element("div", { class: "row" }, element("label", { for: `crop-${name}` }, say(`crop_${name}`)), field);
  const moves = element("div", {}, row("size", size), row("across", across), row("down", down));
  const told = element("p", { class: "hint", hidden: true }, say("crop_differs"));
  const cut = element("div", { class: "cut-out" }, image);
  const fields = element("fieldset", {}, element("legend", {}, say("crop")), told, row("shape", shape), moves);
  image.addEventListener("load", () => begins());

  // A picture of another shape than its frame begins cut as that.
  function begins() {
    const differs = frame > 0 && Math.abs(image.naturalWidth / image.naturalHeight / frame - 1) > NEAR;
    shape.value = differs ? "frame" : "none";
    told.hidden = !differs;
    shows();
  }

  function shows() {
    const part = kept();
    moves.hidden = !part;
    cut.classList.toggle("is-cut", Boolean(part));
    const [left, top, width, height] = part ?? [0, 0, 1, 1];
    cut.style.aspectRatio = part ? `${image.naturalWidth * width} / ${image.naturalHeight * height}` : "";
    cut.style.width = part ? `min(100%, ${(14 * image.naturalWidth * width) / (image.naturalHeight * height)}rem)` : "";
    Object.assign(
      image.style,
      part
        ? {
            width: `${100 / width}%`,
            height: `${100 / height}%`,
            left: `${(-100 * left) / width}%`,
            top: `${(-100 * top) / height}%`,
          }
        : { width: "", height: "", left: "", top: "" },
    );
  }

  // Left, top, width and height as parts of the picture; nothing where it stays as it is.
  function kept() {
    const wanted = shapes[/** @type {keyof typeof shapes} */ (shape.value)];
    if (!wanted || fields.hidden || !image.naturalWidth) return null;
    const [part, right, low] = [size, across, down].map((field) => Number(field.value) / 100);
    return partOf(image.naturalWidth / image.naturalHeight, wanted, part, right, low);
  }

  return { fields, cut, kept };
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
