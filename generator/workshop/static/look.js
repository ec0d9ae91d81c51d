// A face as it is printed: as large as it is or larger, with what is cut and what is safe, both sides, all languages.
import { drawn } from "./common.js";
import { element, fill } from "./elements.js";
import { eyesField } from "./eyes.js";

const SCREEN = "scrawl-screen"; // how many times too small this screen shows a length, as its owner measured
const POINTS = 72 / 25.4; // in a millimetre
// zoom 0: as large as fits
const chosen = { zoom: 0, bleed: false, cut: true, safe: false, grid: false, back: false, languages: false };
let look = null;

// `draws(asked)` draws the face in a language, of a side, with bleed or without.
export function lookCloser({ say, caption, isCard, languages, spoken, draws }) {
  const faces = element("div", { class: "look-faces", tabindex: "0", role: "region", "aria-label": caption });
  const told = element("p", { class: "fault", role: "status" });
  const dialog = element("dialog", { class: "look", "aria-label": caption, onclose: () => dialog.remove() });
  const sized = () => sizes(faces);
  const zooms = [
    [0, say("fits")],
    [1, say("true_size")],
    [2, "2×"],
    [4, "4×"],
  ];
  const zoom = element(
    "select",
    {
      id: "look-zoom",
      "aria-label": say("zoom"),
      onchange: () => ((chosen.zoom = Number(zoom.value)), (measure.hidden = chosen.zoom !== 1), sized()),
    },
    ...zooms.map(([value, name]) => element("option", { value: String(value), selected: value === chosen.zoom }, name)),
  );
  const screen = element("input", {
    type: "range",
    min: "0.5",
    max: "2",
    step: "0.005",
    value: String(screenFactor()),
    id: "look-screen",
    oninput: () => (
      localStorage.setItem(SCREEN, screen.value),
      rule.style.setProperty("--screen", screen.value),
      sized()
    ),
  });
  const rule = element("div", { class: "look-rule" });
  rule.style.setProperty("--screen", screen.value);
  const measure = element(
    "div",
    { class: "look-measure", hidden: chosen.zoom !== 1 },
    element("label", { for: "look-screen" }, say("about_true_size")),
    screen,
    rule,
  );
  const turns = (what, word, again) => {
    const box = element("input", {
      type: "checkbox",
      checked: chosen[what],
      onchange: () => {
        chosen[what] = box.checked;
        faces.classList.toggle(`with-${what}`, box.checked);
        if (again) show();
      },
    });
    faces.classList.toggle(`with-${what}`, chosen[what]);
    return element("label", { class: "inline" }, box, say(word));
  };
  const marks = [
    ...(isCard ? [turns("bleed", "bleed", true), turns("cut", "cut_line"), turns("safe", "safe_area")] : []),
    turns("grid", "grid_5mm"),
  ];
  const more = [
    isCard ? turns("back", "both_sides", true) : null,
    languages.length > 1 ? turns("languages", "all_languages", true) : null,
  ];
  const close = element("button", { onclick: () => dialog.close() }, say("close"));
  fill(
    dialog,
    element("div", { class: "look-bar" }, element("h2", {}, caption), zoom, ...marks, ...more, eyesField(say), close),
    measure,
    told,
    faces,
  );

  async function show() {
    const round = (look = {});
    told.textContent = "";
    const wanted = (chosen.languages ? languages : languages.slice(0, 1)).flatMap((language) =>
      (isCard && chosen.back ? ["front", "back"] : ["front"]).map((side) => ({ language, side })),
    );
    const found = await Promise.all(
      wanted.map((each, at) =>
        draws({ ...each, prefix: `look${at}-`, ...(isCard && chosen.bleed ? { bleed: "yes" } : {}) }).then(
          (made) => ({ ...each, made }),
          (problem) => ({ ...each, problem }),
        ),
      ),
    );
    if (look !== round || !dialog.isConnected) return;
    told.textContent =
      found.find((each) => each.problem)?.problem.faults?.[0]?.message ??
      (found.some((each) => each.problem) ? say("closed") : "");
    fill(
      faces,
      ...found
        .filter((each) => each.made)
        .map(({ language, side, made }) =>
          faceOf(
            made,
            [chosen.languages ? spoken(language) : "", isCard && chosen.back ? say(side) : ""]
              .filter(Boolean)
              .join(" · "),
            language,
          ),
        ),
    );
    sized();
  }

  document.body.append(dialog);
  dialog.showModal();
  new ResizeObserver(sized).observe(faces); // a phone that is turned, too
  show();
}

function faceOf({ svg, size, cut, safe }, caption, language) {
  const edge = (name, part) => {
    const made = element("div", { class: name });
    if (part) ["left", "top", "width", "height"].forEach((side, at) => (made.style[side] = `${part[at] * 100}%`));
    return part ? made : null;
  };
  const paper = element(
    "div",
    { class: "look-paper" },
    drawn(svg),
    element("div", { class: "look-grid" }),
    edge("look-cut", cut),
    edge("look-safe", safe),
  );
  const [width, height] = size;
  Object.assign(paper.dataset, { width: String(width), height: String(height) });
  const told = `${millimetres(width)} × ${millimetres(height)} mm`;
  return element(
    "figure",
    { lang: language },
    paper,
    element("figcaption", {}, [caption, told].filter(Boolean).join(" · ")),
  );
}

const millimetres = (points) => String(Math.round((points / POINTS) * 10) / 10);
const screenFactor = () => Number(localStorage.getItem(SCREEN)) || 1;

// Every face is as many points wide as it is printed, times the zoom; or all of them fit.
function sizes(faces) {
  const papers = [...faces.querySelectorAll(".look-paper")];
  const largest = (side) => Math.max(...papers.map((paper) => Number(paper.dataset[side])));
  const scale = chosen.zoom
    ? chosen.zoom * screenFactor() * (96 / 72)
    : fitting(papers.length, largest("width"), largest("height"), faces.clientWidth, faces.clientHeight);
  for (const paper of papers) {
    paper.style.width = `${Number(paper.dataset.width) * scale}px`;
    paper.style.setProperty("--mm", `${POINTS * scale}px`);
  }
}

// How large so many papers of a size are, at most, in rows within a window; never too small to see.
function fitting(count, width, height, across, down) {
  const scales = Array.from({ length: count }, (_, at) => at + 1).map((columns) =>
    Math.min((across / columns - 24) / width, (down / Math.ceil(count / columns) - 48) / height),
  );
  return Math.max(0.4, ...scales);
}
