/** The tray below the board: the parts of the move in hand, and what the board itself does not ask. */

import { write } from "./moves.js";

export class Tray {
  /** `hand` gets choose(part), play(text) and back(). */
  constructor(form, hand) {
    this.form = form;
    this.hand = hand;
    this.shown = "";
    this.parts = form.querySelector(".parts");
    this.asks = form.querySelector(".asks");
    this.backButton = form.querySelector("[data-back]");
    this.backButton.addEventListener("click", () => hand.back());
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** Draw it anew, unless it asks the same as before: a number being typed must stay. */
  show(table, parts, next, asked) {
    const all = JSON.stringify([table, parts, next, asked]);
    if (all === this.shown) return;
    this.shown = all;
    this.table = table;
    const chosen = parts.map((words) => item(words, "part"));
    this.parts.replaceChildren(...chosen, ...(next ? [item(next, "part now")] : []));
    this.backButton.hidden = parts.length === 0;
    const { kinds, argument } = asked;
    this.asks.replaceChildren(...kinds.flatMap((kind) => this.kind(kind)), ...(argument ? this.values(argument) : []));
    this.asks.hidden = this.asks.childElementCount === 0;
    this.form.classList.toggle("asking", !this.asks.hidden);
  }

  /** Where the keyboard goes on. */
  focus() {
    const field = this.asks.querySelector("input[type=number]") ?? this.asks.querySelector("button");
    field?.focus();
    field?.select?.();
    return Boolean(field);
  }

  kind({ kind, move, amount }) {
    if (amount) return this.amount(kind, move, amount);
    const part = { id: null, kind, move: null, pairs: {}, most: null };
    return [button(this.table[kind].says, () => (move ? this.hand.play(move.text) : this.hand.choose(part)))];
  }

  values({ name, values }) {
    const label = labelled(this.argumentSays(name));
    const part = (value) => ({ id: null, kind: null, move: null, pairs: { [name]: value }, most: null });
    return [label, ...values.map((value) => button(value, () => this.hand.choose(part(value))))];
  }

  argumentSays(name) {
    const kind = Object.values(this.table).find((one) => name in one.arguments);
    return kind.arguments[name];
  }

  /** A slider and a field for the same number, and the button that plays it. */
  amount(kind, move, { name, low, high }) {
    const box = element("div", "amount");
    const middle = Math.ceil((low + high) / 2);
    const label = { "aria-label": this.argumentSays(name) };
    const slider = input({ type: "range", min: low, max: high, value: middle, ...label });
    const field = input({ type: "number", min: low, step: 1, value: middle, inputmode: "numeric", ...label });
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    const play = () => field.reportValidity() && this.hand.play(write(move, name, Number(field.value)));
    field.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), play()));
    box.append(slider, field);
    return [box, button(this.table[kind].says, play, "btn main")];
  }
}

function element(tag, cls) {
  const made = document.createElement(tag);
  made.className = cls;
  return made;
}

function item(words, cls) {
  const made = element("li", cls);
  made.textContent = words;
  return made;
}

function labelled(words) {
  const made = element("span", "soft");
  made.textContent = words;
  return made;
}

function input(attributes) {
  const made = document.createElement("input");
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

function button(words, act, cls = "btn") {
  const made = element("button", cls);
  made.type = "button";
  made.textContent = words;
  made.addEventListener("click", act);
  return made;
}
