// The pages of a print before it is saved: how many there are, the first as pictures at once, the others as one
// scrolls.
import { opensDialog } from "./dialog.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";

const { say } = host;

const POINTS = 72 / 25.4; // in a millimetre
const PAUSE = 250; // milliseconds after a change of the form

const NONE = { told: "", pages: [], begun: 0, files: 0 };

// `name` is what is printed; `asks(signal)` has the form's values printed, `fails(problem, isAsked)` tells why they
// cannot be. Returned are the place for the pages, `shows`, which has them made, at once or after a while in which
// nothing else is chosen, and `clears`, which takes them away until then.
export function usePages({ name, asks, fails }) {
  const [view, setView] = useState(NONE);
  const own = useRef({ round: /** @type {AbortController | null} */ (null), later: 0, asks, fails }).current;
  Object.assign(own, { asks, fails });
  const clears = () => {
    clearTimeout(own.later);
    own.round?.abort();
    own.round = null;
    setView(({ files }) => ({ ...NONE, files }));
  };
  useEffect(() => clears, []);

  const make = async () => {
    own.round?.abort();
    const round = (own.round = new AbortController());
    const begun = performance.now();
    setView((before) => ({ ...before, told: say("pages_are_made"), begun }));
    try {
      const found = await own.asks(round.signal);
      if (own.round !== round) return;
      tookSince(begun, name);
      const pages = pagesIn(found);
      const files = found.files.length > 1 ? say("files_count", { count: found.files.length }) : "";
      const told = [say("pages_count", { count: pages.length }), files, sizesOf(pages)].filter(Boolean).join(" · ");
      setView({ told, pages, begun: 0, files: found.files.length });
    } catch (problem) {
      if (own.round !== round) return;
      clears();
      own.fails(problem, false);
    }
    own.round = null;
  };
  const shows = (after = PAUSE) => {
    clearTimeout(own.later);
    own.later = setTimeout(make, after);
  };
  return { place: html`<${Preview} ...${view} name=${name} />`, shows, clears, files: view.files };
}

const usualOf = (name) => `scrawl-pages ${name}`;

// Remembers how long something took.
export const tookSince = (begun, name) =>
  localStorage.setItem(usualOf(name), String((performance.now() - begun) / 1000));

function Preview({ told, pages, begun, name }) {
  const strip = useRef(null);
  useEffect(() => {
    strip.current.scrollTop = 0;
  }, [pages]);
  const picture = (page, at) =>
    html`<${Printed} key=${page.address} page=${page} strip=${strip} looks=${() => lookAt(pages, at)} />`;
  return html`<div class="preview-pages">
    <p role="status">${told}</p>
    <p class="hint">${say("pages_come_here")}</p>
    ${begun > 0 && html`<${Progress} key=${begun} begun=${begun} name=${name} label=${say("pages_are_made")} />`}
    <div
      class="pages"
      tabindex="0"
      role="region"
      aria-label=${say("pages")}
      aria-busy=${begun > 0 || null}
      hidden=${!pages.length}
      ref=${strip}
    >
      ${pages.map(picture)}
    </div>
  </div>`;
}

// How long it took last time tells how far it is now; the first time, only that it goes on.
export function Progress({ begun, name, label }) {
  const [now, setNow] = useState(begun);
  useEffect(() => {
    const clock = setInterval(() => setNow(performance.now()), 1000);
    return () => clearInterval(clock);
  }, []);
  const passed = (now - begun) / 1000;
  const usual = Number(localStorage.getItem(usualOf(name)));
  const value = usual ? Math.min(0.95, passed / usual) : undefined;
  return html`<p class="goes-on">
    <progress aria-label=${label} value=${value}></progress>
    <span aria-hidden="true">${` ${Math.floor(passed)} s`}</span>
  </p>`;
}

// The address of a picture that the server draws, once it came; an old one comes no more.
export function usePicture(path) {
  const [shown, setShown] = useState({ src: "", isOld: false });
  useEffect(() => {
    let src = "";
    let isLeft = false;
    const comes = (made) => (isLeft ? URL.revokeObjectURL(made) : setShown({ src: (src = made), isOld: false }));
    if (path) host.picture(path).then(comes, () => isLeft || setShown({ src, isOld: true }));
    return () => ((isLeft = true), URL.revokeObjectURL(src));
  }, [path]);
  return shown;
}

// A page, whose picture is drawn when it comes near.
function Printed({ page: { address, caption, size }, strip, looks }) {
  const place = useRef(null);
  const [isNear, setNear] = useState(false);
  const { src, isOld } = usePicture(isNear ? address : "");
  useEffect(() => {
    const looksUp = (entries) => entries.some((each) => each.isIntersecting) && setNear(true);
    const near = new IntersectionObserver(looksUp, { root: strip.current, rootMargin: "300px" });
    near.observe(place.current);
    return () => near.disconnect();
  }, []);
  return html`<figure class=${isOld ? "printed old" : "printed"} ref=${place}>
    <button type="button" aria-label=${say("look_closer", { name: caption })} onclick=${looks}>
      <img alt="" src=${src || undefined} style=${{ aspectRatio: size.join(" / ") }} />
    </button>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

// The pages of all files in a row, each with its address and what it is called.
export function pagesIn({ print, files }) {
  let at = 0;
  return files.flatMap(({ name, pages }) =>
    pages.map((size, number) => ({
      address: `print/pages/${print}/${at++}`,
      size,
      caption: files.length > 1 ? `${name} · ${number + 1}` : String(number + 1),
    })),
  );
}

const millimetres = (points) => String(Math.round(points / POINTS));

export function sizesOf(pages) {
  return [...new Set(pages.map(({ size }) => `${size.map(millimetres).join(" × ")} mm`))].join(", ");
}

// One page, as large as the window; arrows lead to the others.
function lookAt(pages, first) {
  const draws = (closes) => html`<${LargePage} ...${{ pages, first, closes }} />`;
  const turns = { ArrowLeft: "look-back", ArrowRight: "look-next" };
  const onkeydown = ({ key }) => turns[key] && document.getElementById(turns[key]).click();
  opensDialog({ class: "look", "aria-label": say("pages"), onkeydown }, draws);
}

function LargePage({ pages, first, closes }) {
  const [at, setAt] = useState(first);
  const { src } = usePicture(`${pages[at].address}?large=1`);
  // a button that has the focus keeps it, and the arrows go on
  const turn = (id, word, sign, to) => {
    const isEnd = !pages[to];
    const turns = () => isEnd || setAt(to);
    const attributes = { id, "aria-label": say(word), "aria-disabled": String(isEnd), onclick: turns };
    return html`<button ...${attributes}>${sign}</button>`;
  };
  const { caption } = pages[at];
  const name = caption === String(at + 1) ? "" : `${caption} · `;
  return html`<div class="look-bar">
      <h2 aria-live="polite">${name}${at + 1} / ${pages.length}</h2>
      ${turn("look-back", "page_before", "←", at - 1)} ${turn("look-next", "page_after", "→", at + 1)}
      <button onclick=${() => closes()}>${say("close")}</button>
    </div>
    <div class="look-page"><img alt="" src=${src || undefined} /></div>`;
}

// Prints what a command of the program prints, and tells what it said.
export async function printed(command, values) {
  return toldOf(await host.download(`print?${host.query()}`, { command, values }));
}

// What the program said of a file that it printed, and the command for the same.
export function toldOf(answer) {
  const [typed, ...lines] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  // behind its place in a file, or behind the blanks of a hint
  const says = (_, before, text) => before + host.sayMessage(text);
  const said = lines.map((line) => line.replace(/^( *|\S+:\d+:\d+: )(.*)$/, says));
  return [...said, say("same_command", { command: typed })].join("\n");
}
