/** The hand: a move being built on the board, by clicks and keys, out of the legal ones.
 *
 * An element of class `legal` is a whole move or a part of one. What agrees with the parts in hand stays legal, and so
 * does what could stand in place of one of them; all else is `off`, and a click there begins anew.
 */

import { isArrow, middle, nearest, neighbour } from "./keys.js";
import { fits, partOf, read, remaining } from "./moves.js";
import { questions } from "./questions.js";
import { isVisible, shapeOf, targetOf } from "./taps.js";
import { Tray } from "./tray.js";

export class Hand {
  /** `play(text)` sends a move and says whether it went; `began()` is told that a hand is put to the board. */
  constructor(stage, form, play, began) {
    this.stage = stage;
    this.send = play;
    this.began = began;
    this.key = null; // of the position
    this.tray = new Tray(form, this);
    this.table = {};
    this.free = new Set();
    this.moves = [];
    this.targets = new Map(); // element: its part
    this.parts = [];
    this.isSent = false;
    this.at = [0, 0]; // where on the screen the keyboard was last
    stage.addEventListener("click", (event) => this.clicked(event));
    stage.addEventListener("keydown", (event) => this.pressed(event));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.back());
  }

  /** A new position: the legal moves and a fresh drawing. Parts that still agree stay in hand. */
  deal({ legal, moves, free, key }) {
    this.table = moves;
    this.free = new Set(free);
    this.moves = legal.map((text) => read(text, this.table));
    this.targets = new Map([...this.stage.querySelectorAll(".legal")].map((one) => [one, partOf(one)]));
    const isAnswered = this.isSent && key !== this.key;
    if (isAnswered || remaining(this.moves, this.parts).length === 0) this.parts = [];
    if (isAnswered) this.isSent = false;
    this.key = key;
    this.show();
  }

  /** The move that was sent is refused: it can be mended. */
  refused() {
    this.isSent = false;
    this.show();
  }

  /** Choose a part, take back one that was chosen, or put it in place of one like it. */
  choose(part) {
    if (this.isSent) return;
    this.began();
    const held = this.parts.findIndex((one) => one.id !== null && one.id === part.id);
    if (held >= 0) this.parts.length = held;
    else if (this.agrees(part)) this.parts.push(part);
    else if (this.swaps(part) >= 0) this.parts[this.swaps(part)] = part;
    else this.parts = !part.move && remaining(this.moves, [part]).length > 0 ? [part] : [];
    this.settle();
  }

  /** Take back the last part. */
  back() {
    if (this.isSent || this.parts.length === 0) return;
    const { id } = this.parts.pop();
    this.show();
    if (!this.stage.contains(document.activeElement) && id) document.getElementById(id)?.focus();
  }

  play(text) {
    if (this.isSent) return;
    this.isSent = this.send(text);
    this.stage.classList.toggle("busy", this.isSent);
  }

  /** Play the move if it is whole and nothing on the board leads on from it. */
  settle() {
    const left = remaining(this.moves, this.parts);
    const isWhole = left.length === 1 && this.parts.length > 0;
    const isButton = isWhole && this.parts.at(-1).move !== null;
    const isDone = isButton || (isWhole && this.asked(left).kinds.some((one) => !one.amount));
    if (isButton) this.parts.pop();
    this.show();
    if (isDone) this.play(left[0].text);
  }

  agrees(part) {
    const parts = [...this.parts, part];
    return this.moves.some((move) => fits(move, parts));
  }

  /** Which part it could stand in place of, the last one first: the one that takes the same arguments; -1 if none. */
  swaps(part) {
    return part.move ? -1 : this.parts.findLastIndex((_, i) => this.isAlike(part, i));
  }

  isAlike(part, i) {
    const names = (parts) => this.moves.map((move) => fits(move, parts)?.[i].join()).filter((name) => name !== undefined);
    const held = new Set(names(this.parts));
    return names(this.parts.with(i, part)).some((name) => held.has(name));
  }

  show() {
    const left = remaining(this.moves, this.parts);
    const whole = new Set(left.map((move) => move.text));
    for (const [element, part] of this.targets) this.mark(element, part, whole);
    if (this.parts.length > 0) this.yieldCovered(whole);
    this.stage.classList.toggle("busy", this.isSent);
    this.tray.show(this.table, this.words(left), this.next(left), this.asked(left));
  }

  mark(element, part, whole) {
    const isHeld = this.parts.some((one) => one.id === part.id);
    const isOpen = isHeld || (part.move ? whole.has(part.move) : this.agrees(part) || this.swaps(part) >= 0);
    element.classList.toggle("legal", isOpen);
    element.classList.toggle("off", !isOpen);
    element.classList.toggle("selected", isHeld);
    element.setAttribute("tabindex", isOpen ? 0 : -1);
    setOrRemove(element, "aria-disabled", isOpen ? null : "true");
    setOrRemove(element, "aria-pressed", isHeld ? "true" : null);
  }

  /** What could be put in place of a part cannot be clicked where something that leads on is drawn over it. */
  yieldCovered(whole) {
    const [leading, others] = [[], []];
    for (const element of this.open().filter(isVisible)) {
      const part = this.targets.get(element);
      if (part.move ? whole.has(part.move) : this.agrees(part)) leading.push(element);
      else if (!element.classList.contains("selected")) others.push(element);
    }
    for (const element of others) {
      if (!leading.some((one) => covers(one, element))) continue;
      element.classList.remove("legal");
      element.setAttribute("tabindex", -1);
    }
  }

  asked(left) {
    const none = { kinds: [], argument: null };
    return left.length ? questions(left, this.parts, [...this.targets.values()], this.free) : none;
  }

  /** The parts in hand, in words, in the order of the move's arguments. */
  words(left) {
    if (left.length === 0) return [];
    const [{ kind, values }] = left;
    const order = Object.keys(values);
    const taken = fits(left[0], this.parts).sort((one, other) => order.indexOf(one[0]) - order.indexOf(other[0]));
    const says = (name) => `${this.table[kind].arguments[name]} ${values[name]}`;
    return taken.map((names) => names.map(says).join(", ") || this.table[kind].says);
  }

  /** The argument that comes next, where all moves that are left agree on it. */
  next(left) {
    if (left.length === 0 || this.parts.length === 0) return null;
    const following = (move) => Object.keys(move.values).filter((name) => !fits(move, this.parts).flat().includes(name))[0];
    const words = new Set(left.map((move) => this.table[move.kind].arguments[following(move)]));
    return words.size === 1 && !words.has(undefined) ? `${[...words][0]} ?` : null;
  }

  open() {
    return [...this.targets.keys()].filter((element) => element.classList.contains("legal"));
  }

  clicked(event) {
    const target = targetOf(event, this.open()) ?? event.target.closest(".off");
    if (this.targets.has(target)) this.choose(this.targets.get(target));
  }

  pressed(event) {
    const target = event.target.closest("[role=button]");
    if (target) this.at = middle(target);
    if (isArrow(event.key)) this.walk(event);
    else if ((event.key === "Enter" || event.key === " ") && this.targets.has(target)) this.take(event, target);
  }

  walk(event) {
    event.preventDefault();
    const others = this.open().filter((element) => element !== document.activeElement);
    neighbour(event.key, this.at, others)?.focus();
  }

  /** As a click does; then the keyboard goes on in the tray, if that is what asks. */
  take(event, target) {
    event.preventDefault();
    this.choose(this.targets.get(target));
    if (!this.isSent && this.parts.length > 0) this.tray.focus();
  }

  /** After a new drawing the keyboard is where it was, or at the nearest target. */
  refocus(hadFocus) {
    if (!hadFocus || this.stage.contains(document.activeElement)) return;
    const target = nearest(this.at, this.open());
    (target ?? this.stage).focus({ preventScroll: true });
  }
}

function covers(one, other) {
  const box = shapeOf(one).getBoundingClientRect();
  const [x, y] = middle(other);
  return box.left < x && x < box.right && box.top < y && y < box.bottom;
}

function setOrRemove(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
