// The code editor of contests' pages. `make editor` bundles this with CodeMirror into web/static/editor/.
import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { cpp } from "@codemirror/lang-cpp";
import { go } from "@codemirror/lang-go";
import { java } from "@codemirror/lang-java";
import { javascript } from "@codemirror/lang-javascript";
import { python } from "@codemirror/lang-python";
import { rust } from "@codemirror/lang-rust";
import { bracketMatching, indentOnInput, indentUnit, StreamLanguage, syntaxHighlighting } from "@codemirror/language";
import { csharp } from "@codemirror/legacy-modes/mode/clike";
import { Compartment } from "@codemirror/state";
import { drawSelection, EditorView, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { classHighlighter } from "@lezer/highlight";

const LANGUAGES = {
  python, javascript, c: cpp, cpp, rust, go, java, csharp: () => StreamLanguage.define(csharp),
};

// Replace a text area by an editor. The text area keeps the text, so that its form works as before.
export function edit(area, label, language) {
  const mode = new Compartment();
  const view = new EditorView({
    doc: area.value,
    extensions: [
      EditorView.cspNonce.of(area.dataset.nonce),
      EditorView.contentAttributes.of({ "aria-label": label }),
      EditorView.updateListener.of((update) => { if (update.docChanged) area.value = view.state.doc.toString(); }),
      lineNumbers(), history(), drawSelection(), indentOnInput(), indentUnit.of("    "), bracketMatching(),
      closeBrackets(), autocompletion(), highlightActiveLine(), syntaxHighlighting(classHighlighter),
      keymap.of([...closeBracketsKeymap, ...completionKeymap, ...historyKeymap, indentWithTab, ...defaultKeymap]),
      mode.of(findMode(language)),
    ],
  });
  area.before(view.dom);
  area.hidden = true;
  area.required = false; // a browser cannot point at what is hidden; the server asks for text too
  return {
    focus: () => view.focus(),
    setLanguage: (name) => view.dispatch({ effects: mode.reconfigure(findMode(name)) }),
    setText: (text) => view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: text } }),
  };
}

function findMode(language) {
  return LANGUAGES[language]?.() ?? [];
}
