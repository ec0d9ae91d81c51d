// The pages of a print before it is saved: how many there are, the first as pictures at once, the others as the user
// scrolls.
import { openDialog } from "./dialog.js";
import * as host from "./host_page.js";
import { html, useEffect, useRef, useState } from "./html.js";

const { say } = host;

const POINTS = 72 / 25.4; // in a millimetre
const PAUSE = 250; // milliseconds after a change of the form

const NONE = { status: "", pages: [], begun: 0, files: 0 };

// `name` names the product; `requestPages(signal)` prints the form's values, `onFail(problem, isAsked)` shows
// why it cannot. Returns the place for the pages; `schedule`, which makes them at once or after a pause without
// another choice; and `clear`, which removes them until then.
export function usePages({ name, requestPages, onFail }) {
  const [view, setView] = useState(NONE);
  const job = useRef({ round: /** @type {AbortController | null} */ (null), later: 0, requestPages, onFail }).current;
  Object.assign(job, { requestPages, onFail });
  const clear = () => {
    clearTimeout(job.later);
    job.round?.abort();
    job.round = null;
    setView(({ files }) => ({ ...NONE, files }));
  };
  useEffect(() => clear, []);

  const make = async () => {
    job.round?.abort();
    const round = (job.round = new AbortController());
    const begun = performance.now();
    setView((before) => ({ ...before, status: say("pages_are_made"), begun }));
    try {
      const result = await job.requestPages(round.signal);
      if (job.round !== round) return;
      rememberDuration(begun, name);
      const pages = pagesIn(result);
      const files = result.files.length > 1 ? say("files_count", { count: result.files.length }) : "";
      const status = [say("pages_count", { count: pages.length }), files, sizesOf(pages)].filter(Boolean).join(" · ");
      setView({ status, pages, begun: 0, files: result.files.length });
    } catch (problem) {
      if (job.round !== round) return;
      clear();
      job.onFail(problem, false);
    }
    job.round = null;
  };
  const schedule = (after = PAUSE) => {
    clearTimeout(job.later);
    job.later = setTimeout(make, after);
  };
  return { place: html`<${Preview} ...${view} name=${name} />`, schedule, clear, files: view.files };
}

const usualOf = (name) => `scrawl-pages ${name}`;

// Remembers how long something took.
export const rememberDuration = (begun, name) =>
  localStorage.setItem(usualOf(name), String((performance.now() - begun) / 1000));

function Preview({ status, pages, begun, name }) {
  const strip = useRef(null);
  useEffect(() => {
    strip.current.scrollTop = 0;
  }, [pages]);
  const picture = (page, at) =>
    html`<${Printed} key=${page.address} page=${page} strip=${strip} onLook=${() => lookAt(pages, at)} />`;
  return html`<div class="preview-pages">
    <p role="status">${status}</p>
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

// Progress by the time of the last run; the first time, only a sign that it goes on.
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

// The address of a picture from the server, once it is loaded; outdated pictures are dropped.
export function usePicture(path) {
  const [picture, setPicture] = useState({ src: "", isOld: false });
  useEffect(() => {
    let src = "";
    let isLeft = false;
    const showPicture = (url) => (isLeft ? URL.revokeObjectURL(url) : setPicture({ src: (src = url), isOld: false }));
    if (path) host.picture(path).then(showPicture, () => isLeft || setPicture({ src, isOld: true }));
    return () => ((isLeft = true), URL.revokeObjectURL(src));
  }, [path]);
  return picture;
}

// A page; its picture is drawn when it scrolls near.
function Printed({ page: { address, caption, size }, strip, onLook }) {
  const place = useRef(null);
  const [isNear, setNear] = useState(false);
  const { src, isOld } = usePicture(isNear ? address : "");
  useEffect(() => {
    const noteNear = (entries) => entries.some((each) => each.isIntersecting) && setNear(true);
    const near = new IntersectionObserver(noteNear, { root: strip.current, rootMargin: "300px" });
    near.observe(place.current);
    return () => near.disconnect();
  }, []);
  return html`<figure class=${isOld ? "printed old" : "printed"} ref=${place}>
    <button type="button" aria-label=${say("look_closer", { name: caption })} onclick=${onLook}>
      <img alt="" src=${src || undefined} style=${{ aspectRatio: size.join(" / ") }} />
    </button>
    <figcaption>${caption}</figcaption>
  </figure>`;
}

// The pages of all files in a row, each with its address and caption.
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

// One page, as large as the window; arrows go to the others.
function lookAt(pages, first) {
  const drawContent = (close) => html`<${LargePage} ...${{ pages, first, close }} />`;
  const pageButtons = { ArrowLeft: "look-back", ArrowRight: "look-next" };
  const onkeydown = ({ key }) => pageButtons[key] && document.getElementById(pageButtons[key]).click();
  openDialog({ class: "look", "aria-label": say("pages"), onkeydown }, drawContent);
}

function LargePage({ pages, first, close }) {
  const [at, setAt] = useState(first);
  const { src } = usePicture(`${pages[at].address}?large=1`);
  // a button with the focus keeps it, so the arrows still work
  const turn = (id, word, sign, to) => {
    const isEnd = !pages[to];
    const turnPage = () => isEnd || setAt(to);
    const attributes = { id, "aria-label": say(word), "aria-disabled": String(isEnd), onclick: turnPage };
    return html`<button ...${attributes}>${sign}</button>`;
  };
  const { caption } = pages[at];
  const name = caption === String(at + 1) ? "" : `${caption} · `;
  return html`<div class="look-bar">
      <h2 aria-live="polite">${name}${at + 1} / ${pages.length}</h2>
      ${turn("look-back", "page_before", "←", at - 1)} ${turn("look-next", "page_after", "→", at + 1)}
      <button onclick=${() => close()}>${say("close")}</button>
    </div>
    <div class="look-page"><img alt="" src=${src || undefined} /></div>`;
}

// Prints like a command of the program, and returns its messages.
export async function printCommand(command, values) {
  return outputOf(await host.download(`print?${host.query()}`, { command, values }));
}

// The program's messages about a printed file, and the command that prints the same.
export function outputOf(answer) {
  const [command, ...lines] = decodeURIComponent(answer.headers.get("x-messages")).split("\n").filter(Boolean);
  // after its place in a file, or after the spaces of a hint
  const translate = (_, before, text) => before + host.sayMessage(text);
  const messages = lines.map((line) => line.replace(/^( *|\S+:\d+:\d+: )(.*)$/, translate));
  return [...messages, say("same_command", { command })].join("\n");
}
