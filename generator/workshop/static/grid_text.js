// What of a grid needs no page: tables that a spreadsheet copied, keys that are free, which rows are shown in which
// order.

// The rows of a text as spreadsheets copy it: tabs between cells, a cell in quotes where it holds a tab, a quote or a
// line.
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

// A key that no row has: the wanted one, or one with the next number behind it.
export function freeKey(wanted, taken) {
  const known = new Set(taken);
  const stem = wanted.replace(/_\d+$/, "");
  let key = wanted;
  for (let number = 2; known.has(key); number += 1) key = `${stem}_${number}`;
  return key;
}

const collator = new Intl.Collator(undefined, { numeric: true });

// The indices of the rows that hold the words of a filter, sorted by a column where one is chosen: a view, the file
// keeps its order.
export function orderOf(rows, { needle = "", column = "", falls = false }) {
  const words = needle.toLowerCase().split(/\s+/).filter(Boolean);
  const holds = ({ cells }) =>
    words.every((word) => Object.values(cells).some((text) => text.toLowerCase().includes(word)));
  const order = [...rows.keys()].filter((at) => holds(rows[at]));
  const said = (at) => rows[at].cells[column] ?? "";
  if (!column) return order;
  return order.sort(
    (one, other) =>
      Number(said(one) === "") - Number(said(other) === "") ||
      (falls ? -1 : 1) * collator.compare(said(one), said(other)),
  );
}

// How a heading sorts: upwards first, then downwards, then as the file has it.
export function nextSort(view, column) {
  const isSorted = view.column === column;
  return isSorted && view.falls ? { column: "", falls: false } : { column, falls: isSorted };
}

// Why a change was refused, with its column.
export function refusalOf(problem, edits, say) {
  const why = problem.refused;
  if (!why) return problem.faults?.[0]?.message || problem.message || say("closed");
  return [edits[problem.edit]?.column, say(`refused_${why}`)].filter(Boolean).join(": ");
}

// What a pasted table changes: from a cell on, or where its first row names columns, by these; rows that are not there
// are added.
export function pasteEdits({ columns, rows, order, at, pasted }) {
  const named = pasted.length > 1 && pasted[0].every((name) => columns.includes(name.trim()));
  const names = named ? pasted[0].map((name) => name.trim()) : columns.slice(columns.indexOf(at.column));
  const body = named ? pasted.slice(1) : pasted;
  const keys = rows.map((row) => row.key);
  const first = order.indexOf(at.row);
  const edits = [];
  body.forEach((cells, offset) => {
    const said = Object.fromEntries(names.slice(0, cells.length).map((name, index) => [name, cells[index].trim()]));
    let row = named && said.key ? keys.indexOf(said.key) : (order[first + offset] ?? -1);
    if (row < 0) {
      const key = freeKey(said.key || "new", keys);
      row = keys.push(key) - 1;
      edits.push({ do: "add", row, key });
    } else if (said.key) keys[row] = said.key;
    const filledFirst = Object.entries(said).sort(([, one], [, other]) => Number(one === "") - Number(other === ""));
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

// What a key does in a grid, as in other spreadsheets, while a cell is typed in or not; nothing where it does nothing.
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
