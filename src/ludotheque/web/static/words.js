/** Sentences in the page's language: the server puts those that scripts say into <script id="words">. */

const source = document.getElementById("words");
const words = source ? JSON.parse(source.textContent) : {};

/** A sentence with its facts put in: {name} becomes facts.name. */
export function say(text, facts = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? facts[name] : whole));
}
