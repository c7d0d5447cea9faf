/** Standing orders: moves that the page plays for the user, turn after turn, as ordinary moves.
 *
 * A group of the board says in its data what there is: data-repeat, a kind of move that can be played again;
 * data-until, the move that ends a turn; data-news, a text that changes when something happens that concerns the
 * player. Every order stops then, and at a click on the board. A ground with data-goal can be clicked while a part is
 * chosen whose moves carry data-travel: the part then goes to that place step by step.
 */

import { createButton } from "./buttons.js";
import { say } from "./words.js";

const PAUSE = 250; // milliseconds between two moves

export class Standing {
  /** `send(move)` plays a move and returns whether it was sent. */
  constructor(stage, form, builder, send) {
    Object.assign(this, { stage, form, builder, send });
    this.last = null; // the last move that can be repeated
    this.goal = null; // where the chosen part could go: {id, x, y} in the board's own coordinates
    this.order = null; // what runs now: a function that returns the next move, or null when it is done
    this.news = null; // of the board when the order began
    this.next = 0; // when the next move may be sent
    this.timer = 0;
    this.words = ""; // why the last order has stopped
    this.hasStepped = false; // the travelling part, in this turn
    this.box = document.createElement("div");
    this.box.className = "standing";
    form.append(this.box);
    stage.addEventListener("click", (event) => this.onClick(event), { capture: true });
    stage.addEventListener("shown", () => this.update());
  }

  get board() {
    return this.stage.querySelector(":scope > svg");
  }

  /** What the board offers, and its news. */
  get facts() {
    return this.board?.querySelector("[data-until]")?.dataset ?? {};
  }

  /** A move was sent by the user. */
  note(move) {
    if (move.split(" ")[0] === this.facts.repeat) this.last = move;
  }

  /** The board was drawn again, or another part is chosen. */
  update() {
    if (this.order && this.facts.news !== this.news) this.stop(say("Something has happened."));
    if (!this.builder.parts.some((part) => part.id === this.goal?.id)) this.goal = null;
    this.show();
    if (this.order && this.builder.moves.length > 0 && !this.builder.isSent && !this.timer) {
      this.timer = setTimeout(() => this.playNext(), Math.max(0, this.next - performance.now()));
    }
  }

  playNext() {
    this.timer = 0;
    if (!this.order || this.builder.moves.length === 0 || this.builder.isSent) return;
    const move = this.order();
    if (move === null) return this.stop("");
    this.next = performance.now() + PAUSE;
    this.builder.isSent = this.send(move);
    if (!this.builder.isSent) this.stop("");
  }

  begin(order) {
    this.news = this.facts.news;
    this.order = order;
    this.words = "";
    this.update();
  }

  stop(words) {
    this.order = this.goal = null;
    this.words = words;
    this.show();
  }

  /** A click on the board stops what runs. Beside all targets it may name a place to go to. */
  onClick(event) {
    if (this.order) this.stop("");
    const ground = this.board?.querySelector("[data-goal]");
    const part = this.builder.parts.at(-1);
    if (!ground || !part || event.target.closest("[role=button], [data-why]") || !isInside(event, ground)) return;
    const { x, y } = new DOMPoint(event.clientX, event.clientY).matrixTransform(ground.getScreenCTM().inverse());
    this.goal = { id: part.id, x, y };
    this.show();
  }

  /** Return the move that brings the travelling part nearer to its goal; null if it is there, or cannot. */
  stepToGoal({ id, x, y }) {
    const element = document.getElementById(id);
    const part = element && this.builder.targets.get(element);
    if (!part && !this.hasStepped) return null; // it cannot move
    this.hasStepped = Boolean(part);
    if (!part) return this.facts.until; // it has moved in this turn
    const far = (one) => Math.abs(placeOf(one).e - x) + Math.abs(placeOf(one).f - y);
    const steps = [...this.board.querySelectorAll(`[data-travel="${id}"]`)].map((one) => [far(one), one.dataset.move]);
    return steps.reduce((least, one) => (one[0] < least[0] ? one : least), [far(element) - 1, null])[1];
  }

  show() {
    const { repeat, until } = this.facts;
    const isMine = this.builder.moves.length > 0;
    const canRepeat = repeat && this.last && this.builder.moves.some((move) => move.kind === repeat);
    const buttons = [];
    if (this.order) buttons.push([say("Stop"), () => this.stop("")]);
    else if (isMine && this.goal) buttons.push([say("Go there, turn after turn"), () => this.travel()]);
    else if (isMine && this.builder.parts.length === 0) {
      if (canRepeat) buttons.push([say("Repeat my last order"), () => this.repeat()]);
      if (until) buttons.push([say("End turns until something happens"), () => this.begin(() => until)]);
    }
    const shown = JSON.stringify([this.words, buttons.map(([words]) => words)]);
    if (shown === this.shown) return;
    this.shown = shown;
    const line = document.createElement("span");
    line.setAttribute("role", "status");
    line.textContent = this.words ?? "";
    this.box.replaceChildren(line, ...buttons.map(([words, act]) => createButton(words, act, "btn quiet")));
    this.box.hidden = buttons.length === 0 && !this.words;
  }

  repeat() {
    this.builder.isSent = this.send(this.last);
  }

  travel() {
    const goal = this.goal;
    this.hasStepped = false;
    this.builder.clear();
    this.begin(() => this.stepToGoal(goal));
  }
}

function isInside({ clientX, clientY }, ground) {
  const box = ground.getBoundingClientRect();
  return box.left < clientX && clientX < box.right && box.top < clientY && clientY < box.bottom;
}

/** Return where a group is drawn, in the coordinates of its parent; also of a group that is not shown. */
function placeOf(group) {
  return group.transform.baseVal.consolidate().matrix;
}
