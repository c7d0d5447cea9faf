/** A first game: says one rule at a time, points at what to click, and plays nothing but the move that is asked for.
 *
 * The server puts the steps of the lesson into the page, each with the number of own moves after which it comes; every
 * frame says how many of them were played. A step ends with its move, or with the button if it has none.
 */

import { matchParts, parseMove } from "./moves.js";
import { isVisible, shapeOf } from "./targets.js";
import { say } from "./words.js";

const SETTLED = 700; // milliseconds after which the board has come to rest, and the rings with it
const GAP = 5; // CSS pixels between a ring and what it surrounds

export class Lesson {
  constructor(room, stage, builder) {
    Object.assign(this, { room, stage, builder });
    const source = document.getElementById("lesson");
    this.steps = source ? JSON.parse(source.textContent) : [];
    this.place = -1; // of the step that is shown
    this.played = -1; // own moves in the position that is shown
    this.rings = [];
    this.until = 0; // when the rings are in place
    this.coming = 0; // the next animation frame that moves them
    if (this.steps.length > 0) this.begin(source.parentElement);
  }

  begin(box) {
    this.box = box;
    this.says = box.querySelector("[data-says]");
    this.again = box.querySelector("[data-again]");
    this.next = box.querySelector("[data-next]");
    this.next.addEventListener("click", () => (this.place < this.steps.length - 1 ? this.go(this.place + 1) : this.end()));
    box.querySelector("[data-skip]").addEventListener("click", () => this.end());
    this.stage.addEventListener("shown", () => this.onShown());
    addEventListener("resize", () => this.follow());
    addEventListener("scroll", () => this.follow(), { capture: true });
  }

  get isOn() {
    return this.steps.length > 0 && this.place >= 0;
  }

  get step() {
    return this.steps[this.place];
  }

  /** The move that comes next: that of this step, or of a later one to which the button leads. */
  get wanted() {
    const coming = this.steps.slice(this.place).find((step) => step.after !== this.played || step.move);
    return coming?.after === this.played ? coming.move : null;
  }

  /** Show the step of a new position, once it is the user's turn. The builder comes next, and then it points. */
  update({ lesson, legal, over }) {
    if (this.steps.length === 0) return;
    if (lesson === null || lesson === undefined) return this.end();
    if (lesson === this.played || (legal.length === 0 && !over)) return;
    this.played = lesson;
    this.place = this.steps.findIndex((step) => step.after === lesson);
    if (!this.isOn) return this.end();
    this.showStep();
    setTimeout(() => this.focus()); // after the builder
  }

  go(place) {
    this.place = place;
    this.showStep();
    this.point();
    this.focus();
  }

  showStep() {
    this.room.classList.add("learning");
    this.box.hidden = false;
    this.says.textContent = this.step.says;
    this.again.textContent = "";
    this.box.querySelector("[data-place]").textContent = `${this.place + 1}/${this.steps.length}`;
    this.next.hidden = this.step.move !== null;
    this.next.textContent = this.place < this.steps.length - 1 ? say("Next") : say("Play on");
  }

  /** Leave the lesson: the match goes on without it. */
  end() {
    if (!this.box) return;
    const hadFocus = this.box.contains(document.activeElement);
    this.steps = [];
    this.box.hidden = true;
    this.room.classList.remove("learning");
    this.point();
    if (hadFocus) (this.builder.open()[0] ?? this.stage).focus({ preventScroll: true });
  }

  /** Move the focus to the next thing to click, for players who use the keyboard. */
  focus() {
    const active = document.activeElement;
    if (!this.isOn) return;
    if (active !== document.body && !active.closest(".stage, .bar")) return; // the user is elsewhere
    if (!this.next.hidden) this.next.focus({ preventScroll: true });
    else this.rings.find(({ target }) => target.tabIndex >= 0)?.target.focus({ preventScroll: true });
  }

  /** Return whether a move may be played now; if not, say so kindly. */
  permits(move) {
    if (!this.isOn || this.wanted === null || this.wanted === move) return true;
    this.builder.clear();
    return !this.remind();
  }

  /** Say again what to do. Return whether the lesson does so. */
  remind() {
    if (!this.isOn) return false;
    setTimeout(() => this.focus());
    this.again.textContent = this.next.hidden ? say("That can wait: now try what is marked.") : say("Read this first, then go on.");
    return true;
  }

  onShown() {
    if (!this.isOn) return;
    const { parts, isSent } = this.builder;
    if (!isSent && parts.length > 0 && !this.agrees(parts)) return this.builder.clear(), this.remind();
    if (parts.length > 0) this.again.textContent = "";
    this.fillAmount();
    this.point();
    if (parts.length > 0 && document.activeElement.matches(":focus-visible")) setTimeout(() => this.focus()); // after the builder
  }

  agrees(parts) {
    return this.wanted === null || matchParts(parseMove(this.wanted, this.builder.table), parts) !== null;
  }

  /** Return what to click next: on the board, else in the tray. */
  targets() {
    if (!this.isOn || this.builder.isSent) return [];
    const named = this.step.at.map((id) => document.getElementById(id)).filter((one) => one && isVisible(one));
    if (!this.step.move) return named;
    if (this.builder.moves.length === 0) return []; // others play
    if (named.length > 0 && this.builder.parts.length === 0) return named;
    const isOpen = (one, part) => one.matches(".legal:not(.selected)") && isVisible(one) && this.leads(part);
    const open = [...this.builder.targets].filter(([one, part]) => isOpen(one, part));
    const first = Math.min(...open.map(([, part]) => this.rank(part)));
    const found = open.filter(([, part]) => this.rank(part) === first).map(([one]) => one);
    const tray = [...this.room.querySelectorAll(".tray [data-move], .tray [data-considers]")];
    const buttons = tray.filter((one) => (one.dataset.move ?? one.dataset.considers) === this.step.move && isVisible(one));
    return found.length + buttons.length > 0 ? [...found, ...buttons] : [...this.room.querySelectorAll(".tray .asks .btn")];
  }

  /** Return whether choosing a part brings the user nearer to the move of this step. */
  leads(part) {
    const { builder, step } = this;
    if (part.isLeast) return builder.pickedMove() === step.move;
    if (part.move) return part.move === step.move && !builder.hasPicks();
    return builder.pickedMove() !== step.move && this.agrees([...builder.parts, part]);
  }

  /** Return which argument of the move a part sets, to point at them in their order; picks come before all. */
  rank(part) {
    if (part.pick || part.move) return part.pick ? -1 : 0;
    const move = parseMove(this.step.move, this.builder.table);
    return Object.keys(move.values).indexOf(matchParts(move, [...this.builder.parts, part]).at(-1)[0]);
  }

  /** Set the number that the tray asks for, so that only the button is left to press. */
  fillAmount() {
    const field = this.room.querySelector(".tray .amount input[type=number]");
    const button = this.room.querySelector(".tray .main[data-considers]");
    if (!field || !button || !this.step.move) return;
    const [asked, wanted] = [button.dataset.considers, this.step.move].map((text) => parseMove(text, this.builder.table));
    const name = Object.keys(wanted.values).find((one) => wanted.values[one] !== asked.values[one]);
    if (asked.kind !== wanted.kind || !name) return;
    field.value = wanted.values[name];
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }

  /** Draw a ring around everything that the step points at. */
  point() {
    const targets = this.targets();
    while (this.rings.length > targets.length) this.rings.pop().ring.remove();
    while (this.rings.length < targets.length) this.rings.push({ ring: this.createRing() });
    targets.forEach((target, i) => (this.rings[i].target = target));
    if (targets[0]?.closest(".tray")) targets[0].scrollIntoView({ block: "nearest", inline: "nearest" });
    this.follow();
  }

  createRing() {
    const ring = document.createElement("div");
    ring.className = "lesson-ring";
    this.room.append(ring);
    return ring;
  }

  /** Keep the rings in place until the board has come to rest. */
  follow() {
    this.until = performance.now() + SETTLED;
    this.keepInPlace();
  }

  keepInPlace() {
    for (const { ring, target } of this.rings) placeRing(ring, target);
    cancelAnimationFrame(this.coming);
    if (performance.now() < this.until) this.coming = requestAnimationFrame(() => this.keepInPlace());
  }
}

function placeRing(ring, target) {
  const box = shapeOf(target).getBoundingClientRect();
  Object.assign(ring.style, {
    left: `${box.left - GAP}px`,
    top: `${box.top - GAP}px`,
    width: `${box.width + 2 * GAP}px`,
    height: `${box.height + 2 * GAP}px`,
  });
  ring.hidden = !target.isConnected || box.width === 0;
  ring.classList.toggle("below", box.top < 48); // no room for the arrow above
}
