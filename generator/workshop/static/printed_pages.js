// The pages of a print before it is saved: how many there are, the first as pictures at once, the others as one
// scrolls.
import { element, fill } from "./elements.js";
import * as host from "./host_page.js";

const { say } = host;

const POINTS = 72 / 25.4; // in a millimetre
const PAUSE = 250; // milliseconds after a change of the form

// `asks(signal)` has the form's values printed, `fails(problem, isAsked)` tells why they cannot be. Returned are the
// place for the pages, `shows`, which has them made, at once or after a while in which nothing else is chosen, and
// `clears`, which takes them away until then.
export function pagesOf({ asks, fails }) {
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
    try {
      const found = await asks(own.signal);
      if (round !== own) return;
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
  let at = first;
  const picture = element("img", { alt: "" });
  const title = element("h2", { "aria-live": "polite" });
  const dialog = element("dialog", {
    class: "look",
    "aria-label": say("pages"),
    onclose: () => (URL.revokeObjectURL(picture.src), dialog.remove()),
  });
  const turn = (by) => {
    at = Math.min(pages.length - 1, Math.max(0, at + by));
    show();
  };
  const back = element("button", { "aria-label": say("page_before"), onclick: () => turn(-1) }, "←");
  const next = element("button", { "aria-label": say("page_after"), onclick: () => turn(1) }, "→");
  dialog.onkeydown = ({ key }) => turn({ ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0);
  fill(
    dialog,
    element(
      "div",
      { class: "look-bar" },
      title,
      back,
      next,
      element("button", { onclick: () => dialog.close() }, say("close")),
    ),
    element("div", { class: "look-page" }, picture),
  );
  const show = async () => {
    const here = pages[at];
    title.textContent = `${here.caption === String(at + 1) ? "" : `${here.caption} · `}${at + 1} / ${pages.length}`;
    back.setAttribute("aria-disabled", String(at === 0)); // one that has the focus keeps it, and the arrows go on
    next.setAttribute("aria-disabled", String(at === pages.length - 1));
    const drawn = await host.picture(`${here.address}?large=1`).catch(() => "");
    if (pages[at] !== here || !dialog.isConnected) return URL.revokeObjectURL(drawn);
    URL.revokeObjectURL(picture.src);
    picture.src = drawn;
  };
  document.body.append(dialog);
  dialog.showModal();
  show();
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
