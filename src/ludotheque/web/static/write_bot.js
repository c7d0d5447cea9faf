// Writing a bot in the page: another language brings its code to start from, and the editor where it was built.
const area = document.querySelector("#text");
const language = document.querySelector("#language");
const starters = new Map([...document.querySelectorAll("[data-starter]")].map((one) => [one.dataset.starter, one.textContent]));
const editor = await openEditor();

function setPlainText(text) {
  area.value = text;
}

async function openEditor() {
  if (!area.dataset.editor) return { setText: setPlainText, setLanguage() {} };
  const { edit } = await import(area.dataset.editor);
  const label = document.querySelector("label[for=text]");
  const made = edit(area, label.textContent, language.value);
  label.addEventListener("click", made.focus);
  document.querySelector("#leave-editor").hidden = false;
  return made;
}

// What somebody has written stays; code that nobody has changed is replaced.
language.addEventListener("change", () => {
  if ([...starters.values(), ""].some((starter) => starter.trim() === area.value.trim())) {
    editor.setText(starters.get(language.value) ?? "");
  }
  editor.setLanguage(language.value);
});
