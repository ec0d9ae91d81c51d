// A text editor: colours, search, undo, faults at their lines, completions. It knows no file and no server.
import * as cm from "./vendor/codemirror.js";
import { COLOURS, LOOK, ROWS } from "./text_look.js";

const LANGUAGES = { yaml: cm.yamlLanguage, yml: cm.yamlLanguage, svg: cm.xmlLanguage, csv: ROWS };
// CodeMirror's phrases, and our words for them
const PHRASES = {
  Find: "find",
  Replace: "replace_by",
  next: "find_next",
  previous: "previous",
  all: "mark_all",
  "match case": "match_case",
  regexp: "pattern",
  "by word": "whole_words",
  replace: "replace",
  "replace all": "replace_all",
  close: "close",
  "current match": "current_match",
  "on line": "on_line",
  "replaced $ matches": "replaced_count",
  "replaced match on line $": "replaced_on_line",
  "Go to line": "go_to_line",
  go: "go",
  Diagnostics: "faults",
  "No diagnostics": "no_faults",
  Completions: "completions",
  "folded code": "folded",
  unfold: "unfold",
  "Folded lines": "folded_lines",
  "Unfolded lines": "unfolded_lines",
  to: "up_to",
  "Fold line": "fold",
  "Unfold line": "unfold",
  "Selection deleted": "taken_out",
  "Control character": "control_sign",
};
// how a text replaces another: as a separate step, as more of the last step, or as a change that nobody typed here
const STEPS = {
  alone: cm.isolateHistory.of("full"),
  joined: cm.Transaction.userEvent.of("input.type.compose"),
  unseen: cm.Transaction.addToHistory.of(false),
};

// Calls `changed` at every change and `moved` at every step of the cursor; `completes(line, column, text, typed)` finds
// completions. `gives` is an element with the result of a typed formula.
export function textEditor({ name, text, label, say, changed, moved, completes, gives = null }) {
  const element = document.createElement("div");
  element.className = "lines";
  const root = element.attachShadow({ mode: "open" }); // here style sheets can be adopted: the page lets no others in
  const listener = cm.EditorView.updateListener.of((update) => {
    if (update.docChanged || (update.focusChanged && update.view.hasFocus)) update.view.setTabFocusMode(false);
    if (update.docChanged) changed();
    else if (update.selectionSet) moved();
  });
  const state = cm.EditorState.create({
    doc: text,
    extensions: [
      ...extensions(name, say, gives),
      completion(completes),
      help(completes),
      cm.EditorView.contentAttributes.of({ "aria-label": label, "aria-describedby": "keys", tabindex: "0" }),
      listener,
    ],
  });
  const view = new cm.EditorView({ state, root, parent: root });
  // faults below take its room: the line in which the user types stays in sight
  const inSight = () =>
    view.hasFocus && view.dispatch({ effects: cm.EditorView.scrollIntoView(view.state.selection.main.head) });
  new ResizeObserver(() => requestAnimationFrame(inSight)).observe(element);
  let cache = { doc: null, text: "" };
  const now = () => {
    if (cache.doc !== view.state.doc) cache = { doc: view.state.doc, text: view.state.doc.toString() };
    return cache.text;
  };
  return {
    element,
    text: now,
    /** @param {"alone" | "joined" | "unseen"} how */
    put: (target, how = "alone") => view.dispatch({ changes: difference(now(), target), annotations: STEPS[how] }),
    line: () => view.state.doc.lineAt(view.state.selection.main.head).number,
    goTo: (line, column) => showLine(view, line, column),
    marks: (faults) =>
      view.dispatch(
        cm.setDiagnostics(
          view.state,
          faults.map((fault) => markOf(view.state.doc, fault)),
        ),
      ),
    focus: () => (view.requestMeasure(), view.focus()),
    undo: () => stepPast(view, cm.undo),
    redo: () => stepPast(view, cm.redo),
    close: () => view.destroy(),
  };
}

function extensions(name, say, gives) {
  const phrases = Object.fromEntries(Object.entries(PHRASES).map(([theirs, ours]) => [theirs, say(ours)]));
  const language = LANGUAGES[name.split(".").at(-1)];
  return [
    cm.EditorState.phrases.of(phrases),
    LOOK,
    cm.syntaxHighlighting(COLOURS),
    cm.indentUnit.of("  "),
    ...(language ? [language] : []),
    cm.EditorView.lineWrapping,
    cm.lineNumbers(),
    cm.foldGutter(),
    cm.lintGutter(),
    cm.highlightActiveLine(),
    cm.highlightActiveLineGutter(),
    cm.highlightSpecialChars(),
    cm.bracketMatching(),
    cm.drawSelection(),
    cm.EditorState.allowMultipleSelections.of(true),
    cm.history(),
    cm.search({ top: true }),
    cm.showPanel.of(() => ({ dom: paragraph(say("editor_keys"), "keys") })),
    gives ? cm.showPanel.of(() => ({ dom: gives })) : [],
    cm.keymap.of([
      { key: "Tab", run: cm.acceptCompletion },
      ...cm.completionKeymap,
      ...cm.lintKeymap,
      ...cm.searchKeymap,
      ...cm.historyKeymap,
      ...cm.foldKeymap,
      cm.indentWithTab,
      ...cm.defaultKeymap,
      { key: "Escape", run: (view) => (view.setTabFocusMode(true), false) }, // Tab leaves until the next typing
    ]),
  ];
}

function paragraph(text, name) {
  const dom = document.createElement("p");
  return Object.assign(dom, { id: name, className: `${name} of-keys`, textContent: text });
}

// The completions while a word is typed, or on request.
function completion(completes) {
  const source = async (context) => {
    const word = context.matchBefore(/[\w.-]*/);
    if (!context.explicit && !word.text) return null;
    const line = context.state.doc.lineAt(word.from);
    const matches = await completes(line.number, word.from - line.from, context.state.doc.toString(), true);
    const follows = /^[\w.-]*\s*:/.test(context.state.sliceDoc(context.pos, line.to));
    const options = matches.map(({ word: label, is_key: isKey, says }) => ({
      label,
      info: says || undefined,
      type: isKey ? "property" : "enum",
      apply: isKey && !follows ? `${label}: ` : label,
    }));
    return { from: word.from, options, validFor: /^[\w-]*$/ }; // after a dot, others fit
  };
  return cm.autocompletion({ override: [source], icons: false, activateOnTypingDelay: 50 });
}

// The reference's text on the key under the pointer.
function help(completes) {
  return cm.hoverTooltip(async ({ state }, at) => {
    const key = state.wordAt(at);
    if (!key) return null;
    const line = state.doc.lineAt(at);
    const word = state.sliceDoc(key.from, key.to);
    const match = (await completes(line.number, key.from - line.from, state.doc.toString())).find(
      (each) => each.word === word,
    );
    return match?.says ? { pos: key.from, end: key.to, create: () => ({ dom: paragraph(match.says, "help") }) } : null;
  });
}

// The smallest change that turns one text into another.
function difference(before, after) {
  const most = Math.min(before.length, after.length);
  let from = 0;
  while (from < most && before[from] === after[from]) from += 1;
  let same = 0;
  while (same < most - from && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return { from, to: before.length - same, insert: after.slice(from, after.length - same) };
}

// Selects a whole line, or puts the cursor at one of its columns.
function showLine(view, number, column = 0) {
  const { doc } = view.state;
  const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
  const at = Math.min(line.to, line.from + column - 1);
  view.dispatch({
    selection: column ? { anchor: at } : { anchor: line.to, head: line.from },
    effects: cm.EditorView.scrollIntoView(line.from, { y: "center" }),
  });
  view.focus();
}

// A fault from its column on; a whole line if it has no column.
function markOf(doc, { line: number, column, severity, message, hint }) {
  const line = doc.line(Math.max(1, Math.min(number, doc.lines)));
  const first = line.from + line.text.search(/\S|$/);
  const from = column > 1 && column <= line.length ? line.from + column - 1 : first;
  return {
    from,
    to: line.to,
    severity: severity === "warning" ? "warning" : "error",
    message: hint ? `${message} (${hint})` : message,
  };
}

// Goes back or on to another text, past steps that change nothing; returns whether it found one.
function stepPast(view, does) {
  const { doc } = view.state;
  while (does(view)) if (!view.state.doc.eq(doc)) return true;
  return false;
}
