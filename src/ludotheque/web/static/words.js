/** Translations: the server puts every sentence of the scripts into <script id="words">. */

const source = document.getElementById("words");
const words = source ? JSON.parse(source.textContent) : {};

/** Translate a sentence and fill in its facts: {name} becomes facts.name. */
export function say(text, facts = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? facts[name] : whole));
}
