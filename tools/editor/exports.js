// What our scripts use of CodeMirror; all else is left out of the file that is built.
export { acceptCompletion, autocompletion, completionKeymap } from "@codemirror/autocomplete";
export { defaultKeymap, history, historyKeymap, indentWithTab, isolateHistory, redo, undo } from "@codemirror/commands";
export { xmlLanguage } from "@codemirror/lang-xml";
export { yamlLanguage } from "@codemirror/lang-yaml";
export { bracketMatching, foldGutter, foldKeymap, HighlightStyle, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
export { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
export { search, searchKeymap } from "@codemirror/search";
export { EditorState, Transaction } from "@codemirror/state";
export { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, highlightSpecialChars, hoverTooltip, keymap, lineNumbers, showPanel } from "@codemirror/view";
export { tags } from "@lezer/highlight";
