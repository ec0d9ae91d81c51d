// Where a part of a picture was written: its layout, and the cells, words and data that it shows, each as
// file:line:column.

export function placeIn(text) {
  const [, file, line, column] = /^(.*):(\d+):(\d+)$/s.exec(text);
  return { file, line: Number(line), column: Number(column) };
}

// All of them, what is shown before the layout; a layout opens at its line, all else where the value begins.
export function placesOf(part) {
  const { place, written } = part.dataset;
  const layout = { ...placeIn(place), column: 0 };
  const others = written ? written.split("\n").map(placeIn) : [];
  return [...others.slice(0, 1), layout, ...others.slice(1)];
}

// Whether one of them is this line of a file.
function isWrittenAt(part, file, line) {
  const { place, written = "" } = part.dataset;
  return `\n${place}\n${written}`.includes(`\n${file}:${line}:`);
}

// Frames the parts of a picture that a line of a file makes; none where no file is named.
export function framesLine(picture, file = "", line = 0) {
  for (const part of picture?.querySelectorAll("[data-place]") ?? [])
    part.classList.toggle("at-cursor", Boolean(file) && isWrittenAt(part, file, line));
}
