// Draws the pages: Preact, and htm, which turns a template into nodes, so that we need no build step.
import { svgElement } from "./common.js";
import { useRef } from "./vendor/hooks.js";
import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { useEffect, useRef, useState } from "./vendor/hooks.js";
export { h, render } from "./vendor/preact.js";

// a node belongs to one place, but htm would reuse the node of markup without values
export const html = htm.bind(function (type, attributes, ...children) {
  this[0] = 3;
  return h(type, attributes, ...children);
});

// Shows SVG text from our own program as a picture, in its own element, which is empty until the text comes.
export function Drawn({ svg, kind = "div", ...more }) {
  const lastSvg = useRef("");
  const fill = (place) => {
    if (!place || !svg || lastSvg.current === svg) return;
    lastSvg.current = svg;
    place.replaceChildren(svgElement(svg));
  };
  return html`<${kind} ref=${fill} ...${more} />`;
}
