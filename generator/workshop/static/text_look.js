// The look of an edited text: the colours of the page, light and dark; alternating colours for columns of a table.
import { EditorView, HighlightStyle, StreamLanguage, tags } from "./vendor/codemirror.js";

const SELECTION = ".cm-scroller > .cm-selectionLayer .cm-selectionBackground";

export const LOOK = EditorView.theme({
  "&": { flex: "1", minWidth: "0", color: "var(--ink)", backgroundColor: "var(--field)", fontSize: ".85rem" },
  "&.cm-focused": { outline: "3px solid var(--focus)", outlineOffset: "-3px" },
  ".cm-scroller": { overflow: "auto", fontFamily: "ui-monospace, monospace", lineHeight: "1.45" },
  ".cm-content": { caretColor: "var(--ink)" },
  ".cm-cursor, .cm-dropCursor": { borderLeftColor: "var(--ink)" },
  [`& > ${SELECTION}, &.cm-focused > ${SELECTION}`]: { backgroundColor: "var(--chosen)" },
  ".cm-activeLine": { backgroundColor: "var(--here)" },
  ".cm-gutters": { color: "var(--faint)", backgroundColor: "var(--ground)", borderRight: "1px solid var(--line)" },
  ".cm-activeLineGutter": { color: "var(--ink)", backgroundColor: "var(--soft)" },
  ".cm-gutter-lint": { width: "1em" },
  ".cm-gutter-lint .cm-gutterElement": { padding: "0 .1em" },
  ".cm-lint-marker": { width: ".8em", height: ".8em" },
  ".cm-foldPlaceholder": { color: "var(--faint)", backgroundColor: "var(--soft)", border: "1px solid var(--edge)" },
  "&.cm-focused .cm-matchingBracket": { backgroundColor: "var(--soft)", outline: "1px solid var(--edge)" },
  "&.cm-focused .cm-nonmatchingBracket": { backgroundColor: "var(--refused)" },
  ".cm-searchMatch": { backgroundColor: "var(--found)", outline: "1px solid var(--edge)" },
  ".cm-searchMatch-selected": { backgroundColor: "var(--chosen)", outline: "2px solid var(--focus)" },
  ".cm-panels": { color: "var(--ink)", backgroundColor: "var(--ground)", zIndex: "2" },
  ".cm-panels-top": { borderBottom: "1px solid var(--line)" },
  ".cm-panels-bottom": { borderTop: "1px solid var(--line)" },
  ".cm-panel": { font: ".85rem/1.4 system-ui, sans-serif" },
  ".keys": { margin: "0", padding: ".2rem .5rem", fontSize: ".75rem", color: "var(--faint)" },
  ".cm-panel.cm-search": { padding: ".3rem 2.2rem .3rem .4rem" },
  ".cm-panel.cm-search input, .cm-panel.cm-search button, .cm-panel.cm-search label": {
    margin: ".15rem .4rem .15rem 0",
    fontSize: "inherit",
    verticalAlign: "middle",
  },
  ".cm-panel.cm-search label": { display: "inline-flex", alignItems: "center" },
  ".cm-panel.cm-search [type=checkbox]": { width: "1.5rem", height: "1.5rem" },
  ".cm-panel.cm-search [name=close], .cm-dialog-close": {
    width: "1.8rem",
    minHeight: "1.8rem",
    font: "inherit",
    color: "var(--ink)",
  },
  ".cm-textfield": {
    font: "inherit",
    color: "var(--ink)",
    backgroundColor: "var(--field)",
    border: "1px solid var(--edge)",
    borderRadius: ".3rem",
    minHeight: "1.8rem",
    width: "12rem",
    maxWidth: "60%",
  },
  ".cm-button": {
    font: "inherit",
    color: "var(--ink)",
    backgroundColor: "var(--field)",
    backgroundImage: "none",
    border: "1px solid var(--edge)",
    borderRadius: ".3rem",
    minHeight: "1.8rem",
    cursor: "pointer",
  },
  ".cm-button:active": { backgroundImage: "none", backgroundColor: "var(--soft)" },
  ".cm-panels :focus-visible": { outline: "3px solid var(--focus)", outlineOffset: "1px" },
  ".cm-tooltip": {
    color: "var(--ink)",
    backgroundColor: "var(--card)",
    border: "1px solid var(--edge)",
    borderRadius: ".3rem",
    maxWidth: "min(26rem, 90vw)",
  },
  ".cm-tooltip.cm-tooltip-autocomplete > ul": { fontFamily: "ui-monospace, monospace", maxHeight: "14em" },
  ".cm-tooltip-autocomplete ul li[aria-selected]": { color: "var(--on-ink)", backgroundColor: "var(--ink)" },
  ".cm-completionMatchedText": { fontWeight: "700", textDecoration: "none" },
  ".cm-tooltip.cm-completionInfo": { font: ".85rem/1.4 system-ui, sans-serif", padding: ".3rem .5rem" },
  ".help": { font: ".85rem/1.4 system-ui, sans-serif", margin: "0", padding: ".3rem .5rem" },
  "@media (max-width: 40rem)": {
    ".keys, .cm-panel.cm-search :is([name=prev], [name=select], [name=replaceAll], label)": { display: "none" },
    ".cm-textfield": { width: "9rem" },
  },
  ".cm-diagnostic": { font: ".85rem/1.4 system-ui, sans-serif", overflowWrap: "anywhere" },
});

export const COLOURS = HighlightStyle.define([
  { tag: [tags.propertyName, tags.tagName], color: "var(--code-key)" },
  { tag: [tags.string, tags.attributeValue], color: "var(--code-string)" },
  { tag: [tags.number, tags.attributeName], color: "var(--code-number)" },
  {
    tag: [tags.keyword, tags.typeName, tags.labelName, tags.meta, tags.processingInstruction],
    color: "var(--code-word)",
  },
  { tag: tags.comment, color: "var(--faint)", fontStyle: "italic" },
  { tag: tags.invalid, color: "var(--bad)" },
]);

const COLUMNS = ["propertyName", "string", "number", "keyword"]; // by the colours above

// The cells of a table: a colour for every column, in turn.
export const ROWS = StreamLanguage.define({
  name: "csv",
  startState: () => ({ column: 0 }),
  token(stream, state) {
    if (stream.sol()) state.column = 0;
    if (stream.sol() && stream.match(/^#.*/)) return "comment";
    if (stream.match(/^[,;\t]/)) return void (state.column += 1);
    if (!stream.match(/^"(?:[^"]|"")*"?/)) stream.match(/^[^,;\t]+/);
    return COLUMNS[state.column % COLUMNS.length];
  },
});
