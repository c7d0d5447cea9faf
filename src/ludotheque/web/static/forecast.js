/** Forecasts: what a move would bring, in a line of the tray, before it is played; and a question before a move that
 * loses something.
 *
 * The line speaks of what is pointed at or focused: a target that completes a move, or an element of the tray with
 * data-considers. Else it speaks of the move whose number the tray asks for, or of what is picked.
 */

import { createButton } from "./buttons.js";
import { say } from "./words.js";

const PAUSE = 150; // milliseconds between two questions to the server

export class Forecasts {
  /** `ask(request)` sends a request and returns whether it was sent. */
  constructor(stage, form, builder, ask) {
    Object.assign(this, { stage, form, builder, ask });
    this.known = new Map(); // move: what the server said of it in this position
    this.key = null; // of the position
    this.isMute = false; // the board says nothing of moves
    this.shown = null; // the move that the line is about
    this.asked = null; // the move that the server was asked about last
    this.timer = 0;
    this.waiting = null; // a move that is played once its forecast is there
    this.accepted = null; // a move that loses something, and is meant
    this.createLine();
    for (const kind of ["pointerover", "focusin"]) {
      stage.addEventListener(kind, (event) => isMeant(event) && this.considerOnBoard(event.target));
      form.addEventListener(kind, (event) => this.considerInTray(event.target));
    }
    stage.addEventListener("pointerleave", () => this.considerInTray(null));
    for (const kind of ["input", "asked"]) form.addEventListener(kind, () => this.considerInTray(null));
  }

  createLine() {
    this.line = document.createElement("p");
    this.line.className = "forecast";
    this.line.hidden = true;
    this.words = document.createElement("span");
    this.words.setAttribute("role", "status");
    this.yes = createButton(say("Play it all the same"), () => this.accept());
    this.no = createButton(say("Leave it"), () => this.leave());
    this.line.append(this.words, this.yes, this.no);
    this.form.prepend(this.line);
    this.hideQuestion();
  }

  /** Forget everything when the position has changed. */
  update(key) {
    if (key === this.key) return;
    this.key = key;
    this.known.clear();
    this.shown = this.asked = this.accepted = null;
    this.hideQuestion();
    this.show();
  }

  /** Play a move, or ask about it if it loses something. Return whether it is on its way. */
  play(move) {
    const forecast = this.known.get(move);
    if (this.isMute || this.accepted === move || (forecast && !forecast.loses)) return this.send(move);
    if (forecast) return this.showQuestion(move), false;
    this.waiting = move;
    return this.ask({ do: "foresee", move });
  }

  send(move) {
    return this.ask({ do: "play", move, key: this.key });
  }

  receive({ move, key, words, loses }) {
    this.isMute = words === null;
    if (key === this.key) this.known.set(move, { words, loses });
    if (this.waiting === move) this.playWaiting();
    this.show();
  }

  playWaiting() {
    const move = this.waiting;
    this.waiting = null;
    if (!this.builder.isSent) return; // the connection was lost meanwhile
    if (this.known.get(move)?.loses) {
      this.builder.unlock();
      this.showQuestion(move);
    } else if (!this.send(move)) this.builder.unlock();
  }

  moveOf(element) {
    const target = element.closest(".legal");
    return target && this.builder.targets.has(target) ? this.builder.moveAfter(this.builder.targets.get(target)) : null;
  }

  /** A board that is drawn again under the pointer is pointed at anew: what the tray asks for stays in the line. */
  considerOnBoard(element) {
    const move = this.moveOf(element);
    if (move) this.consider(move);
    else this.considerInTray(null);
  }

  considerInTray(element) {
    const pointed = element?.closest("[data-considers]") ?? this.form.querySelector(".main[data-considers]");
    this.consider(pointed?.dataset.considers ?? this.builder.pickedMove());
  }

  /** Show what is known of a move, and ask the server if nothing is; not for each move of the mouse. */
  consider(move) {
    if (this.isMute || !this.yes.hidden || move === this.shown) return;
    this.shown = move;
    this.show();
    if (this.timer) return;
    this.askNow();
    this.timer = setTimeout(() => ((this.timer = 0), this.askNow()), PAUSE);
  }

  askNow() {
    if (this.shown === null || this.shown === this.asked || this.known.has(this.shown)) return;
    this.asked = this.shown;
    this.ask({ do: "foresee", move: this.shown });
  }

  show() {
    const words = this.known.get(this.shown)?.words ?? "";
    if (this.words.textContent !== words) this.words.textContent = words;
    this.line.hidden = words === "";
  }

  showQuestion(move) {
    this.shown = move;
    this.line.classList.add("question");
    this.yes.hidden = this.no.hidden = false;
    this.show();
    this.yes.focus();
  }

  hideQuestion() {
    this.line.classList.remove("question");
    this.yes.hidden = this.no.hidden = true;
  }

  accept() {
    this.accepted = this.shown;
    this.hideQuestion();
    this.builder.play(this.accepted);
  }

  leave() {
    this.hideQuestion();
    this.shown = null;
    this.show();
    this.stage.focus({ preventScroll: true });
  }
}

/** The page moves the focus too, when a board is drawn again: that is not the user's choice. */
function isMeant({ type, target }) {
  return type !== "focusin" || target.matches(":focus-visible");
}
