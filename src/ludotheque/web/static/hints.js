/** Hints at a table against bots: the button, the answer in words, and its parts on the board. */

import { markAdvice } from "./advice.js";
import { formatPercent } from "./words.js";

export class Hints {
  constructor(room, stage, ask) {
    this.stage = stage;
    this.button = room.querySelector("[data-hint]");
    this.box = room.querySelector(".advice");
    this.hint = null;
    this.button.addEventListener("click", () => {
      this.button.disabled = ask({ do: "hint" });
    });
  }

  /** Show the button where hints are allowed; an old hint goes away with its position. */
  show({ advice, key }) {
    this.button.hidden = !advice;
    this.button.disabled = false;
    if (this.hint && this.hint.key !== key) this.receive(null);
  }

  receive(hint) {
    this.hint = hint;
    this.button.disabled = false;
    this.box.hidden = hint === null;
    this.box.querySelector("span").textContent = hint ? describe(hint) : "";
    this.mark();
  }

  /** Mark the hint on the board, which may have been drawn anew. */
  mark() {
    markAdvice(this.stage, this.hint ? this.hint.moves : []);
  }
}

function describe({ says, chances }) {
  const shown = chances.map((one) => `${one.says} ${formatPercent(one.chance)}`);
  return [says, ...shown].join("\n");
}
