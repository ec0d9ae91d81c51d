// The fonts of pictures and pages: the browser loads only the letters that their texts have.

export const HEADINGS = "display.bold+ss01+lnum"; // of our own pages
const FEW = 12; // letters; with more, the usual ones come too
const USUAL = [[0x20, 0x7e], [0xa0], [0xb0], [0xb7], [0xd7], [0x2013, 0x2014], [0x2018, 0x201e], [0x2026], [0x2212]];
const LATIN = [[0xa1, 0x17f], [0x218, 0x21b]]; // of words in most languages of Europe
const OTHERS = [[0x180, 0x217], [0x21c, 0x24f], [0x370, 0x52f], [0x1e00, 0x1eff]]; // of names; rare

const hex = (number) => number.toString(16);
const hexRanges = (ranges) => ranges.map(([from, to = from]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`));
const isIn = (ranges, code) => ranges.some(([from, to = from]) => from <= code && code <= to);
const familyOf = (name) => name.replace(/[.+]/g, "-");

// The letters of a picture, by the families of its texts.
export function lettersIn(svg) {
  const byFamily = new Map();
  for (const [, families, text] of svg.matchAll(/<text [^>]*?font-family="([^"]+)"[^>]*>([^<]*)</g))
    for (const family of families.split(", ")) {
      const letters = byFamily.get(family) ?? byFamily.set(family, new Set()).get(family);
      for (const letter of text.replace(/&lt;/g, "<").replace(/&gt;/g, ">")) letters.add(letter.codePointAt(0));
    }
  return byFamily;
}

// Letters as ranges: a few as they are, many together with all usual ones.
function rangesOf(letters, areMany) {
  const ranges = areMany ? [...USUAL] : [];
  if (areMany && [...letters].some((code) => isIn(LATIN, code))) ranges.push(...LATIN);
  const rest = [...letters].filter((code) => !isIn(ranges, code)).sort((one, other) => one - other);
  return [...ranges, ...rest.map((code) => [code])];
}

const requests = new Map(); // by the name of a font: its ranges, and when they are loaded

// Adds a face of a font with these ranges of letters. The browser itself loads a lazy face when a text needs one of its
// letters.
async function begin(name, ranges, address, isLazy) {
  const features = name
    .split("+")
    .slice(1)
    .map((each) => `"${each.replace("-", "")}" ${each.startsWith("-") ? 0 : 1}`);
  const unicodeRange = hexRanges(ranges)
    .map((range) => `U+${range}`)
    .join(", ");
  const descriptors = { unicodeRange, featureSettings: features.join(", ") || "normal" };
  const letters = new URLSearchParams({ letters: hexRanges(ranges).join(",") });
  const face = new FontFace(familyOf(name), `url("${address(encodeURIComponent(name))}?${letters}")`, descriptors);
  if (isLazy) return document.fonts.add(face);
  try {
    document.fonts.add(await face.load());
  } catch {
    requests.delete(name);
  }
}

// Resolves when the fonts are loaded, also those that another picture asked for first: no text appears in other letters
// before. With the letters of a picture, these are all; without, the usual ones, and others when a text needs them.
export async function loadFonts(names, address, letters = null) {
  for (const name of names) {
    const before = requests.get(name);
    if (!letters) {
      if (before?.isOfPages) continue;
      const first = begin(name, USUAL, address, false);
      for (const ranges of [LATIN, OTHERS]) begin(name, ranges, address, true);
      requests.set(name, { ...(before ?? { ranges: [] }), isOfPages: true, done: Promise.all([before?.done, first]) });
      continue;
    }
    const needed = letters.get(familyOf(name)) ?? new Set();
    if ([...needed].every((code) => isIn(before?.ranges ?? [], code))) continue;
    const all = new Set([...(before?.wanted ?? []), ...needed]);
    const ranges = rangesOf(all, Boolean(before?.wanted) || all.size > FEW); // a second request: more will follow
    const done = Promise.all([before?.done, begin(name, ranges, address, false)]);
    requests.set(name, { ...before, ranges, wanted: all, done });
  }
  await Promise.all(names.map((name) => requests.get(name)?.done));
}
