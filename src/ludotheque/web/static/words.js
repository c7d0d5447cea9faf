/** Translations: the server puts every sentence of the scripts into <script id="words">. */

const source = document.getElementById("words");
const words = source ? JSON.parse(source.textContent) : {};

/** Translate a sentence and fill in its facts: {name} becomes facts.name. */
export function say(text, facts = {}) {
  return (words[text] ?? text).replace(/\{(\w+)\}/g, (whole, name) => (name in facts ? facts[name] : whole));
}

/** Return a number as the reader's language writes it: 0.5 is "0,50" in French with two digits. */
export function formatNumber(value, digits) {
  return value.toLocaleString(document.documentElement.lang, { minimumFractionDigits: digits, maximumFractionDigits: digits });
}

/** Return a chance from 0 to 1 as a percentage with one digit. */
export function formatPercent(chance) {
  const style = { style: "percent", minimumFractionDigits: 1, maximumFractionDigits: 1 };
  return chance.toLocaleString(document.documentElement.lang, style);
}
