// The sources of a part of a picture: its layout, and the cells, words and data that it shows, each as
// file:line:column.

export function placeIn(text) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/s.exec(text);
  return { file, line: Number(line), column: Number(column) };
}

// All sources: the first value, the layout, then the rest. A layout opens at its line, a value at its start.
export function placesOf(part) {
  const { place, written } = part.dataset;
  const layout = { ...placeIn(place), column: 0 };
  const others = written ? written.split("\n").map(placeIn) : [];
  return [...others.slice(0, 1), layout, ...others.slice(1)];
}

// Whether a source of the part is this line of a file.
function isWrittenAt(part, file, line) {
  const { place, written = "" } = part.dataset;
  return `\n${place}\n${written}`.includes(`\n${file}:${line}:`);
}

// Frames the parts of a picture that a line of a file makes. Without a file it frames none.
export function frameLine(picture, file = "", line = 0) {
  for (const part of picture?.querySelectorAll("[data-place]") ?? [])
    part.classList.toggle("at-cursor", Boolean(file) && isWrittenAt(part, file, line));
}
