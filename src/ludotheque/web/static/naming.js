/** Marks on the board what a line of the log names: while the pointer or the focus is on it, and after a tap. */

import { findNamed } from "./transition.js";

export class Naming {
  /** `list` has the lines; `onTap` is called after a tap, so that a panel over the board can make way. */
  constructor(stage, list, onTap) {
    Object.assign(this, { stage, list, onTap });
    for (const kind of ["pointerover", "focusin"]) list.addEventListener(kind, (event) => this.mark(event.target));
    for (const kind of ["pointerleave", "focusout"]) list.addEventListener(kind, () => this.leave());
    list.addEventListener("click", (event) => this.onClick(event));
    list.addEventListener("keydown", (event) => this.onKey(event));
    stage.addEventListener("pointerdown", () => this.mark(null));
  }

  /** Mark what the line around an element names; null removes all marks. */
  mark(element) {
    for (const one of this.stage.querySelectorAll(".named")) one.classList.remove("named");
    const line = element?.closest("[data-named]");
    const board = this.stage.querySelector(":scope > svg");
    if (line && board) for (const one of findNamed(board, line.dataset.named.split(" "))) one.classList.add("named");
  }

  /** Marks stay after a tap that has closed the panel. */
  leave() {
    if (this.list.checkVisibility()) this.mark(null);
  }

  onClick({ target }) {
    if (!target.closest("[data-named]")) return;
    this.onTap();
    this.mark(target);
  }

  /** The arrow keys go from one line that names something to the next, Enter is a tap. */
  onKey(event) {
    const lines = [...this.list.querySelectorAll("[data-named]")];
    if (event.key === "Enter") return this.onClick(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || lines.length === 0) return;
    event.preventDefault();
    const next = lines.indexOf(document.activeElement) + step;
    lines[Math.max(0, Math.min(next, lines.length - 1))].focus();
  }
}
