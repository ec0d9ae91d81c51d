// Fonts of pictures and pages: of each, only the letters come that are written in it.

export const HEADINGS = "display.bold+ss01+lnum"; // of our own pages
const FEW = 12; // letters, above which the usual ones come along
const USUAL = [[0x20, 0x7e], [0xa0], [0xb0], [0xb7], [0xd7], [0x2013, 0x2014], [0x2018, 0x201e], [0x2026], [0x2212]];
const LATIN = [[0xa1, 0x17f], [0x218, 0x21b]]; // of words in most languages of Europe
const OTHERS = [[0x180, 0x217], [0x21c, 0x24f], [0x370, 0x52f], [0x1e00, 0x1eff]]; // of names; rare

const hex = (number) => number.toString(16);
const written = (ranges) => ranges.map(([from, to = from]) => (from === to ? hex(from) : `${hex(from)}-${hex(to)}`));
const isIn = (ranges, sign) => ranges.some(([from, to = from]) => from <= sign && sign <= to);
const familyOf = (name) => name.replace(/[.+]/g, "-");

// The letters of a picture, by the families of its texts.
export function lettersIn(svg) {
  const found = new Map();
  for (const [, families, text] of svg.matchAll(/<text [^>]*?font-family="([^"]+)"[^>]*>([^<]*)</g))
    for (const family of families.split(", ")) {
      const letters = found.get(family) ?? found.set(family, new Set()).get(family);
      for (const letter of text.replace(/&lt;/g, "<").replace(/&gt;/g, ">")) letters.add(letter.codePointAt(0));
    }
  return found;
}

// Letters as ranges: few as they are, many with all that are usual beside them.
function rangesOf(letters, areMany) {
  const ranges = areMany ? [...USUAL] : [];
  if (areMany && [...letters].some((sign) => isIn(LATIN, sign))) ranges.push(...LATIN);
  const rest = [...letters].filter((sign) => !isIn(ranges, sign)).sort((one, other) => one - other);
  return [...ranges, ...rest.map((sign) => [sign])];
}

const known = new Map(); // what was asked for, by the name of its font: ranges, and when they are there

// The faces of a font with these ranges of letters, after those that are on their way. A face that is only `needed`
// where a letter is written comes by itself.
async function begin(name, ranges, address, isLazy) {
  const features = name
    .split("+")
    .slice(1)
    .map((each) => `"${each.replace("-", "")}" ${each.startsWith("-") ? 0 : 1}`);
  const unicodeRange = written(ranges)
    .map((range) => `U+${range}`)
    .join(", ");
  const look = { unicodeRange, featureSettings: features.join(", ") || "normal" };
  const letters = new URLSearchParams({ letters: written(ranges).join(",") });
  const face = new FontFace(familyOf(name), `url("${address(encodeURIComponent(name))}?${letters}")`, look);
  if (isLazy) return document.fonts.add(face);
  try {
    document.fonts.add(await face.load());
  } catch {
    known.delete(name);
  }
}

// Fonts are there when this is done, also those that another picture asked for first: no text stands in other letters
// meanwhile. With the letters of a picture, all of these are; without, the usual ones, and others where they are met.
export async function loadFonts(names, address, letters = null) {
  for (const name of names) {
    const before = known.get(name);
    if (!letters) {
      if (before?.isOfPages) continue;
      const first = begin(name, USUAL, address, false);
      for (const ranges of [LATIN, OTHERS]) begin(name, ranges, address, true);
      known.set(name, { ...(before ?? { ranges: [] }), isOfPages: true, done: Promise.all([before?.done, first]) });
      continue;
    }
    const wanted = letters.get(familyOf(name)) ?? new Set();
    if ([...wanted].every((sign) => isIn(before?.ranges ?? [], sign))) continue;
    const all = new Set([...(before?.wanted ?? []), ...wanted]);
    const ranges = rangesOf(all, Boolean(before?.wanted) || all.size > FEW); // more will follow the second time
    const done = Promise.all([before?.done, begin(name, ranges, address, false)]);
    known.set(name, { ...before, ranges, wanted: all, done });
  }
  await Promise.all(names.map((name) => known.get(name)?.done));
}
