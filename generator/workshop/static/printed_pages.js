// The pages of a print before it is saved: how many there are, the first as pictures at once, the others as one
// scrolls.
import { opensDialog } from "./dialog.js";
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";
import { html, useEffect, useState } from "./html.js";

const { say } = host;

const POINTS = 72 / 25.4; // in a millimetre
const PAUSE = 250; // milliseconds after a change of the form

// `name` is what is printed; `asks(signal)` has the form's values printed, `fails(problem, isAsked)` tells why they
// cannot be. Returned are the place for the pages, `shows`, which has them made, at once or after a while in which
// nothing else is chosen, and `clears`, which takes them away until then.
export function pagesOf({ name, asks, fails }) {
  const bar = element("progress", { "aria-label": say("pages_are_made"), hidden: true });
  const seconds = element("span", { "aria-hidden": "true" });
  let clock = 0;

  // How long it took last time tells how far it is now; the first time, only that it goes on.
  function counts(begun, usual = Number(localStorage.getItem(`scrawl-pages ${name}`))) {
    const passed = (performance.now() - begun) / 1000;
    bar.hidden = false;
    if (usual) bar.value = Math.min(0.95, passed / usual);
    seconds.textContent = ` ${Math.floor(passed)} s`;
  }

  function rests() {
    clearInterval(clock);
    bar.hidden = true;
    seconds.textContent = "";
  }

  const told = element("p", { role: "status" });
  const strip = element("div", {
    class: "pages",
    tabindex: "0",
    role: "region",
    "aria-label": say("pages"),
    hidden: true,
  });
  let round = null; // what was asked for last
  let later = 0;
  const pictures = new IntersectionObserver(
    (entries) => entries.filter((each) => each.isIntersecting).forEach(({ target }) => draws(target)),
    { root: strip, rootMargin: "300px" },
  );

  async function draws(figure) {
    pictures.unobserve(figure);
    const picture = figure.querySelector("img");
    try {
      picture.src = await host.picture(figure.dataset.page);
    } catch {
      figure.classList.add("old");
    }
  }

  function takesPicturesOut() {
    pictures.disconnect();
    for (const picture of strip.querySelectorAll("img")) URL.revokeObjectURL(picture.src);
  }

  function clears() {
    clearTimeout(later);
    round?.abort();
    round = null;
    rests();
    told.textContent = "";
    takesPicturesOut();
    fill(strip);
    strip.hidden = true;
    strip.removeAttribute("aria-busy");
  }

  async function show() {
    clearTimeout(later);
    round?.abort();
    const own = (round = new AbortController());
    strip.setAttribute("aria-busy", "true");
    told.textContent = say("pages_are_made");
    const begun = performance.now();
    clearInterval(clock);
    clock = setInterval(counts, 1000, begun);
    counts(begun);
    try {
      const found = await asks(own.signal);
      if (round !== own) return;
      localStorage.setItem(`scrawl-pages ${name}`, String((performance.now() - begun) / 1000));
      const pages = pagesIn(found);
      told.textContent = [
        say("pages_count", { count: pages.length }),
        found.files.length > 1 ? say("files_count", { count: found.files.length }) : "",
        sizesOf(pages),
      ]
        .filter(Boolean)
        .join(" · ");
      takesPicturesOut();
      strip.hidden = false;
      fill(strip, ...pages.map((page, at) => figureOf(page, () => lookAt(pages, at))));
      strip.scrollTop = 0;
      for (const figure of strip.children) pictures.observe(figure);
    } catch (problem) {
      if (round !== own) return;
      clears();
      fails(problem, false);
    }
    rests();
    strip.removeAttribute("aria-busy");
    round = null;
  }

  function figureOf({ address, caption, size }, looks) {
    const picture = element("img", { alt: "" });
    picture.style.aspectRatio = size.join(" / ");
    return element(
      "figure",
      { class: "printed", "data-page": address },
      element(
        "button",
        { type: "button", "aria-label": say("look_closer", { name: caption }), onclick: looks },
        picture,
      ),
      element("figcaption", {}, caption),
    );
  }

  const shows = (after = PAUSE) => {
    clearTimeout(later);
    later = setTimeout(show, after);
  };
  return {
    place: element(
      "div",
      { class: "preview-pages" },
      told,
      element("p", { class: "hint" }, say("pages_come_here")),
      element("p", { class: "goes-on" }, bar, seconds),
      strip,
    ),
    shows,
    clears,
  };
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
  const [drawn, setDrawn] = useState("");
  useEffect(() => {
    let isLeft = false;
    host.picture(`${pages[at].address}?large=1`).then(
      (picture) => (isLeft ? URL.revokeObjectURL(picture) : setDrawn(picture)),
      () => {},
    );
    return () => (isLeft = true);
  }, [at]);
  useEffect(() => () => URL.revokeObjectURL(drawn), [drawn]);
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
    <div class="look-page"><img alt="" src=${drawn || null} /></div>`;
}

// Prints what a command of the program prints, and tells what it said.
export async function printed(command, values) {
  return toldOf(await host.download(`print?${host.query()}`, { command, values }));
}

// What the program said of a file that it printed, and the command for the same.
export function toldOf(answer) {
  const [typed, ...said] = decodeURIComponent(answer.headers.get("x-told")).split("\n").filter(Boolean);
  return [...said, say("same_command", { command: typed })].join("\n");
}
