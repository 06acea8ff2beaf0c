// editor.js - CodeMirror with the language server: completion, hover, diagnostics and their fixes.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, indentOnInput, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, lintKeymap, setDiagnostics } from "@codemirror/lint";
import { Compartment, EditorState } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, highlightActiveLineGutter, hoverTooltip, keymap, lineNumbers,
} from "@codemirror/view";
import { tags } from "@lezer/highlight";

// The colours are those of the page, for light and dark.
const colours = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: "var(--mark)" },
  { tag: tags.comment, color: "var(--comment)" },
  { tag: [tags.string, tags.special(tags.string)], color: "var(--string)" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--number)" },
  { tag: [tags.meta, tags.punctuation], color: "var(--quiet)" },
]);

const placeOf = (state, at) => {
  const line = state.doc.lineAt(at);
  return { line: line.number - 1, character: at - line.from };
};

const offsetOf = (state, { line, character }) => {
  if (line >= state.doc.lines) return state.doc.length;
  const found = state.doc.line(line + 1);
  return Math.min(found.from + character, found.to);
};

const changeOf = (state, { range, newText }) => ({
  from: offsetOf(state, range.start), to: offsetOf(state, range.end), insert: newText,
});

const textOf = (content) => typeof content === "string" ? content
  : Array.isArray(content) ? content.map(textOf).join("\n\n") : content?.value ?? "";

// Documentation as a node: what is between backticks is code, and lists have their marks.
function documented(text) {
  const dom = document.createElement("div");
  dom.className = "documented";
  text.replaceAll(/\n+^- /gm, "\n\u2022 ").split(/`([^`\n]+)`/).forEach((part, i) => {
    const node = document.createElement(i % 2 === 1 ? "code" : "span");
    node.textContent = part;
    dom.append(node);
  });
  return dom;
}

function completionOf(state, item) {
  const edit = item.textEdit ?? { newText: item.insertText ?? item.label };
  return {
    label: item.label,
    detail: item.detail,
    info: item.documentation ? () => documented(textOf(item.documentation)) : undefined,
    apply: (view, _, from, to) => {
      const range = edit.range ?? edit.replace;
      const change = range ? changeOf(state, { range, newText: edit.newText }) : { from, insert: edit.newText };
      change.to = Math.max(to, change.to ?? to);
      view.dispatch({ changes: change, selection: { anchor: change.from + edit.newText.length }, userEvent: "input.complete" });
    },
  };
}

/** An editor in an element. `server` is a `LanguageClient`; `name` gives the file's name; `changed` gets texts. */
export function makeEditor({ parent, server, name, changed, label }) {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const theme = new Compartment();
  const themeNow = () => EditorView.theme({}, { dark: dark.matches });

  async function complete(context) {
    const word = context.matchBefore(/[\w./@-]*/);
    if (!context.explicit && (!word || word.from === word.to)) return null;
    await server.settled();
    const found = await server.request("textDocument/completion",
      server.about(name(), { position: placeOf(context.state, context.pos) }));
    const items = (Array.isArray(found) ? found : found?.items) ?? [];
    return items.length === 0 ? null
      : { from: word ? word.from : context.pos, options: items.map((item) => completionOf(context.state, item)) };
  }

  async function hover(view, at) {
    const found = await server.request("textDocument/hover", server.about(name(), { position: placeOf(view.state, at) }));
    const text = textOf(found?.contents);
    if (!text) return null;
    return { pos: at, above: true, create: () => ({ dom: documented(text) }) };
  }

  const view = new EditorView({ parent, state: EditorState.create({ extensions: [
    lineNumbers(), highlightActiveLineGutter(), highlightActiveLine(), history(), drawSelection(), indentOnInput(),
    closeBrackets(), syntaxHighlighting(colours), yaml(), lintGutter(),
    autocompletion({ override: [complete] }), hoverTooltip(hover), theme.of(themeNow()),
    keymap.of([...closeBracketsKeymap, ...defaultKeymap, ...historyKeymap, ...completionKeymap, ...lintKeymap, indentWithTab]),
    EditorView.contentAttributes.of({ "aria-label": label }),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) changed(update.state.doc.toString());
    }),
  ] }) });
  dark.addEventListener("change", () => view.dispatch({ effects: theme.reconfigure(themeNow()) }));

  // The fixes of a diagnostic, as buttons in its tooltip.
  async function fixes(diagnostic) {
    const found = await server.request("textDocument/codeAction", server.about(name(), {
      range: diagnostic.range, context: { diagnostics: [diagnostic] } }));
    return (found ?? []).filter((action) => action.edit).map((action) => ({
      name: action.title,
      apply: () => {
        const edits = Object.values(action.edit.changes ?? {}).flat()
          .concat((action.edit.documentChanges ?? []).flatMap((change) => change.edits ?? []));
        view.dispatch({ changes: edits.map((edit) => changeOf(view.state, edit)) });
      },
    }));
  }

  async function show(diagnostics) {
    const shown = await Promise.all(diagnostics.map(async (one) => {
      const from = offsetOf(view.state, one.range.start);
      return { from, to: Math.max(from, offsetOf(view.state, one.range.end)), message: one.message,
        severity: ["error", "warning", "info", "hint"][(one.severity ?? 1) - 1], actions: await fixes(one) };
    }));
    view.dispatch(setDiagnostics(view.state, shown));
  }

  return {
    view,
    show,
    get text() { return view.state.doc.toString(); },
    set text(text) {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } });
    },
  };
}
