// The parts of a grid that need no page: tables copied from a spreadsheet, free keys, and which rows are shown in which
// order.

// The rows of a text as spreadsheets copy it: tabs between cells, and quotes around a cell with a tab, a quote or a
// line break.
export function tableOf(text) {
  const rows = [[]];
  let rest = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").replace(/\n$/, "");
  for (;;) {
    const [whole, quoted, plain, ended] = /^(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))(\t|\n|$)/.exec(rest);
    rows[rows.length - 1].push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    rest = rest.slice(whole.length);
    if (!ended) return rows;
    if (ended === "\n") rows.push([]);
  }
}

// A key that no row has: `preferred`, or its stem with the next number.
export function freeKey(preferred, keys) {
  const existing = new Set(keys);
  const stem = preferred.replace(/_\d+$/, "");
  let key = preferred;
  for (let number = 2; existing.has(key); number += 1) key = `${stem}_${number}`;
  return key;
}

const collator = new Intl.Collator(undefined, { numeric: true });

// The indices of the rows with the words of a filter, sorted by a column if one is chosen. It is only a view: the file
// keeps its order.
export function orderOf(rows, { needle = "", column = "", falls = false }) {
  const words = needle.toLowerCase().split(/\s+/).filter(Boolean);
  const hasWords = ({ cells }) =>
    words.every((word) => Object.values(cells).some((text) => text.toLowerCase().includes(word)));
  const order = [...rows.keys()].filter((at) => hasWords(rows[at]));
  const textOf = (at) => rows[at].cells[column] ?? "";
  if (!column) return order;
  return order.sort(
    (one, other) =>
      Number(textOf(one) === "") - Number(textOf(other) === "") ||
      (falls ? -1 : 1) * collator.compare(textOf(one), textOf(other)),
  );
}

// The next order for a heading: upwards first, then downwards, then as in the file.
export function nextSort(view, column) {
  const isSorted = view.column === column;
  return isSorted && view.falls ? { column: "", falls: false } : { column, falls: isSorted };
}

// Why the server refused a change, with its column.
export function refusalOf(problem, edits, say) {
  const why = problem.refused;
  if (!why) return problem.faults?.[0]?.message || problem.message || say("closed");
  return [edits[problem.edit]?.column, say(`refused_${why}`)].filter(Boolean).join(": ");
}

// The edits for a pasted table. It fills cells from one cell on, or by column if its first row has headings. Missing
// rows are added.
export function pasteEdits({ columns, rows, order, at, pasted }) {
  const hasHeadings = pasted.length > 1 && pasted[0].every((name) => columns.includes(name.trim()));
  const names = hasHeadings ? pasted[0].map((name) => name.trim()) : columns.slice(columns.indexOf(at.column));
  const body = hasHeadings ? pasted.slice(1) : pasted;
  const keys = rows.map((row) => row.key);
  const first = order.indexOf(at.row);
  const edits = [];
  body.forEach((cells, offset) => {
    const values = Object.fromEntries(names.slice(0, cells.length).map((name, index) => [name, cells[index].trim()]));
    let row = hasHeadings && values.key ? keys.indexOf(values.key) : (order[first + offset] ?? -1);
    if (row < 0) {
      const key = freeKey(values.key || "new", keys);
      row = keys.push(key) - 1;
      edits.push({ do: "add", row, key });
    } else if (values.key) keys[row] = values.key;
    const filledFirst = Object.entries(values).sort(([, one], [, other]) => Number(one === "") - Number(other === ""));
    for (const [column, text] of filledFirst)
      if (column !== "key" || text) edits.push({ do: "set", row, column, text });
  });
  return edits;
}

const STEPS = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
  Home: [0, -1e6],
  End: [0, 1e6],
  PageUp: [-10, 0],
  PageDown: [10, 0],
};

// The action of a key in a grid, as in other spreadsheets, while the user types in a cell or not; null if it has none.
export function actionOf({ key, shiftKey, ctrlKey, metaKey, altKey }, isTyping) {
  if (ctrlKey || metaKey || altKey) return null;
  if (isTyping) {
    const steps = { Escape: [0, 0], Enter: shiftKey ? null : [1, 0], Tab: [0, shiftKey ? -1 : 1] }[key];
    return steps ? { steps, leaves: key === "Escape" ? "back" : "taken", prevents: true } : null;
  }
  if (STEPS[key]) return { steps: STEPS[key], prevents: true };
  if (key === "Enter" || key === "F2") return { edits: null, prevents: true };
  if (key === "Delete" || key === "Backspace") return { edits: "", ends: true, prevents: true };
  return key.length === 1 && key !== " " ? { edits: "" } : null;
}
