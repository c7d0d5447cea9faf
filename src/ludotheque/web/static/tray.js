/** The tray in the bar: questions that the board does not ask, moves of one click, and the button that takes back. */

import { createButton } from "./buttons.js";
import { formatMove } from "./moves.js";

export class Tray {
  /** `builder` is the MoveBuilder that gets the answers. */
  constructor(form, builder) {
    this.form = form;
    this.builder = builder;
    this.shown = "";
    this.asks = form.querySelector(".asks");
    this.ends = form.querySelector(".ends");
    this.backButton = form.querySelector("[data-back]");
    this.backButton.addEventListener("click", () => builder.removeLastPart());
    form.addEventListener("submit", (event) => event.preventDefault());
  }

  /** Draw the tray, unless nothing has changed: a number that is being typed must stay. */
  show(table, hasBegun, questions, ends) {
    const all = JSON.stringify([table, hasBegun, questions, ends]);
    if (all === this.shown) return;
    this.shown = all;
    this.table = table;
    this.backButton.hidden = !hasBegun;
    const { kinds, argument } = questions;
    this.asks.replaceChildren(...kinds.flatMap((kind) => this.kindInputs(kind)), ...(argument ? this.valueInputs(argument) : []));
    this.asks.hidden = this.asks.childElementCount === 0;
    this.form.classList.toggle("begun", hasBegun);
    this.ends.replaceChildren(...ends.map((end) => this.endButton(end)));
    this.form.dispatchEvent(new Event("asked"));
  }

  /** Focus the first question. */
  focus() {
    const field = this.asks.querySelector("input[type=number]") ?? this.asks.querySelector("button");
    field?.focus();
    field?.select?.();
    return Boolean(field);
  }

  kindInputs({ kind, move, amount }) {
    if (amount) return this.amountInputs(kind, move, amount);
    const part = { id: null, kind, move: null, pairs: {}, most: null };
    const button = createButton(this.table[kind].says, () => (move ? this.builder.play(move.text) : this.builder.choose(part)));
    if (move) button.dataset.considers = move.text;
    return [button];
  }

  endButton({ words, move }) {
    const button = createButton(words, () => this.builder.play(move), "btn main legal");
    button.id = `bar-${move.replaceAll(" ", "-")}`;
    button.dataset.move = move;
    return button;
  }

  valueInputs({ name, values }) {
    const label = createLabel(this.argumentName(name));
    const part = (value) => ({ id: null, kind: null, move: null, pairs: { [name]: value }, most: null });
    return [label, ...values.map((value) => createButton(value, () => this.builder.choose(part(value))))];
  }

  argumentName(name) {
    const kind = Object.values(this.table).find((one) => name in one.arguments);
    return kind.arguments[name];
  }

  /** Return a slider and a field for the same number, and the button that plays the move. */
  amountInputs(kind, move, { name, low, high }) {
    const box = createElement("div", "amount");
    const middle = Math.ceil((low + high) / 2);
    const label = { "aria-label": this.argumentName(name) };
    const slider = createInput({ type: "range", min: low, max: high, value: middle, ...label });
    const field = createInput({ type: "number", min: low, step: 1, value: middle, inputmode: "numeric", ...label });
    slider.addEventListener("input", () => (field.value = slider.value));
    field.addEventListener("input", () => (slider.value = field.value));
    const play = () => field.reportValidity() && this.builder.play(formatMove(move, name, Number(field.value)));
    field.addEventListener("keydown", (event) => event.key === "Enter" && (event.preventDefault(), play()));
    box.append(slider, field);
    const button = createButton(this.table[kind].says, play, "btn main");
    const consider = () => (button.dataset.considers = formatMove(move, name, Number(field.value)));
    box.addEventListener("input", consider);
    consider();
    return [box, button];
  }
}

function createElement(tag, cls) {
  const created = document.createElement(tag);
  created.className = cls;
  return created;
}

function createLabel(words) {
  const created = createElement("span", "soft");
  created.textContent = words;
  return created;
}

function createInput(attributes) {
  const created = document.createElement("input");
  for (const [name, value] of Object.entries(attributes)) created.setAttribute(name, value);
  return created;
}
