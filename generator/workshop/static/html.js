// What the pages are drawn with: Preact, and htm, which reads a template as nodes, so that nothing is built beforehand.
import { drawn } from "./common.js";
import { useRef } from "./vendor/hooks.js";
import htm from "./vendor/htm.js";
import { h } from "./vendor/preact.js";

export { useEffect, useRef, useState } from "./vendor/hooks.js";
export { h, render } from "./vendor/preact.js";

// a node belongs to one place: htm would give the same one again for markup in which nothing varies
export const html = htm.bind(function (type, attributes, ...children) {
  this[0] = 3;
  return h(type, attributes, ...children);
});

// Svg text from our own program as a picture, in an element of its own, which is empty until the text comes.
export function Drawn({ svg, kind = "div", ...more }) {
  const shown = useRef("");
  const draws = (place) => {
    if (!place || !svg || shown.current === svg) return;
    shown.current = svg;
    place.replaceChildren(drawn(svg));
  };
  return html`<${kind} ref=${draws} ...${more} />`;
}
