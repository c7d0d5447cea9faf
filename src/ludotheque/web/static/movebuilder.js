/** Builds a move on the board, by clicks and keys, out of the legal moves.
 *
 * An element of class `legal` is a complete move or a part of one. Elements that agree with the chosen parts stay legal,
 * and so do those that could replace a chosen part. All others are `off`; a click on one of them starts a new move.
 */

import { centre, following, isArrow, isPage, nearest, neighbour } from "./arrowkeys.js";
import { filterMoves, leastMove, matchParts, parseMove, partOf } from "./moves.js";
import { findQuestions } from "./questions.js";
import { describeStep, refusedMove } from "./instructions.js";
import { isVisible, shapeOf, targetOf } from "./targets.js";
import { Tray } from "./tray.js";

export class MoveBuilder {
  /** `send(text)` sends a move and returns whether it was sent. `onStart()` is called when the user chooses a part,
   * `onStep(sentence)` with what to choose next (null: no part is chosen), `onMiss(move)` after a click on something that
   * cannot be chosen, with the refused move that it stands for, or null. */
  constructor(stage, form, send, { onStart = () => {}, onStep = () => {}, onMiss = () => {} } = {}) {
    this.stage = stage;
    this.send = send;
    this.onStart = onStart;
    this.onStep = onStep;
    this.onMiss = onMiss;
    this.key = null; // of the position
    this.tray = new Tray(form, this);
    this.table = {};
    this.free = new Set();
    this.moves = [];
    this.targets = new Map(); // element: its part
    this.parts = [];
    this.isSent = false;
    this.at = [0, 0]; // the last focused point on the screen
    stage.addEventListener("click", (event) => this.onClick(event));
    stage.addEventListener("keydown", (event) => this.onKey(event));
    stage.addEventListener("focusin", ({ target }) => target.matches("[data-why]") && this.onMiss(refusedMove(target)));
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.removeLastPart());
  }

  /** Start with a new position that is drawn already. Chosen parts stay if they agree with a legal move. */
  update({ legal, moves, free, key }) {
    this.table = moves;
    this.free = new Set(free);
    this.moves = legal.map((text) => parseMove(text, this.table));
    const targets = this.stage.querySelectorAll(".legal, .off[role=button]"); // a board that was not drawn again keeps `off`
    this.targets = new Map([...targets].map((one) => [one, partOf(one)]));
    const isAnswered = this.isSent && key !== this.key;
    if (isAnswered || filterMoves(this.moves, this.parts).length === 0) this.parts = [];
    if (isAnswered) this.isSent = false;
    this.key = key;
    this.show();
  }

  /** The server has refused the move, or the connection is lost: let the user change the move. */
  unlock() {
    this.isSent = false;
    this.show();
  }

  /** Add a part, remove it and all later ones if it is chosen already, or let it replace a part like it. */
  choose(part) {
    if (this.isSent) return;
    this.onStart();
    const chosen = this.parts.findIndex((one) => one.id !== null && one.id === part.id);
    if (part.isLeast) return this.hasPicks() && this.play(this.pickedMove());
    if (chosen >= 0 && part.pick) this.parts.splice(chosen, 1);
    else if (chosen >= 0) this.parts.length = chosen;
    else if (this.agrees(part)) this.parts.push(part);
    else if (this.replaceableIndex(part) >= 0) this.parts[this.replaceableIndex(part)] = part;
    else this.parts = !part.move && filterMoves(this.moves, [part]).length > 0 ? [part] : [];
    this.playIfComplete();
  }

  removeLastPart() {
    if (this.isSent || this.parts.length === 0) return;
    const { id } = this.parts.pop();
    this.show();
    if (!this.stage.contains(document.activeElement) && id) document.getElementById(id)?.focus();
  }

  clear() {
    this.parts = [];
    this.show();
  }

  play(text) {
    if (this.isSent) return;
    this.isSent = this.send(text);
    this.stage.classList.toggle("busy", this.isSent);
  }

  /** Play the move if it is complete and the board offers no further part. */
  playIfComplete() {
    const left = filterMoves(this.moves, this.parts);
    const isComplete = left.length === 1 && this.parts.length > 0 && !this.hasPicks();
    const isButton = isComplete && this.parts.at(-1).move !== null;
    const isDone = isButton || (isComplete && this.questions(left).kinds.some((one) => !one.amount));
    if (isButton) this.parts.pop();
    this.show();
    if (isDone) this.play(left[0].text);
  }

  /** Return the text of the move that choosing `part` would complete, or null. */
  moveAfter(part) {
    if (part.isLeast || this.parts.some((one) => one.pick && one.id === part.id)) return this.pickedMove();
    const left = filterMoves(this.moves, this.agrees(part) ? [...this.parts, part] : [part]);
    if (part.pick) return leastMove(left)?.text ?? null;
    return left.length === 1 ? left[0].text : null;
  }

  hasPicks() {
    return this.parts.some((part) => part.pick);
  }

  /** Return the text of the move that takes exactly what is picked; null if nothing is. */
  pickedMove() {
    return this.hasPicks() ? leastMove(filterMoves(this.moves, this.parts)).text : null;
  }

  agrees(part) {
    const parts = [...this.parts, part];
    return this.moves.some((move) => matchParts(move, parts));
  }

  /** Return the index of the last chosen part that sets the same arguments, which `part` can replace; or -1. */
  replaceableIndex(part) {
    return part.move || part.pick ? -1 : this.parts.findLastIndex((_, i) => this.setsSameArguments(part, i));
  }

  setsSameArguments(part, i) {
    const names = (parts) => this.moves.map((move) => matchParts(move, parts)?.[i].join()).filter((name) => name !== undefined);
    const current = new Set(names(this.parts));
    return names(this.parts.with(i, part)).some((name) => current.has(name));
  }

  show() {
    const left = filterMoves(this.moves, this.parts);
    const complete = new Set(left.map((move) => move.text));
    for (const [element, part] of this.targets) this.mark(element, part, complete);
    if (this.parts.length > 0) this.disableCovered(complete);
    this.stage.classList.toggle("busy", this.isSent);
    this.tray.show(this.table, this.parts.length > 0, this.questions(left), this.parts.length > 0 ? [] : this.findEnds());
    const isOpen = this.parts.length > 0 && !this.hasPicks(); // of picks the board says itself what can be added
    this.onStep(isOpen ? describeStep(left, this.parts, this.table) : null);
    this.stage.dispatchEvent(new Event("shown"));
  }

  /** Return the buttons of the board that go to the bar on a phone, such as the end of the turn. */
  findEnds() {
    const words = (element) => [...element.querySelectorAll("text")].map((one) => one.textContent).join(" · ");
    const ends = [...this.targets.keys()].filter((element) => element.matches(".to-bar[data-move]"));
    return ends.map((element) => ({ words: words(element), move: element.dataset.move }));
  }

  mark(element, part, complete) {
    const isChosen = this.parts.some((one) => one.id === part.id);
    const isOpen = part.isLeast ? this.hasPicks() : isChosen || (part.move ? complete.has(part.move) : this.agrees(part) || this.replaceableIndex(part) >= 0);
    element.classList.toggle("legal", isOpen);
    element.classList.toggle("off", !isOpen);
    element.classList.toggle("selected", isChosen);
    element.setAttribute("tabindex", isOpen ? 0 : -1);
    setOrRemove(element, "aria-disabled", isOpen ? null : "true");
    setOrRemove(element, "aria-pressed", isChosen ? "true" : null);
  }

  /** Disable targets that could only replace a chosen part where a target that continues the move covers them. */
  disableCovered(complete) {
    const [leading, others] = [[], []];
    for (const element of this.open().filter(isVisible)) {
      const part = this.targets.get(element);
      if (part.move ? complete.has(part.move) : this.agrees(part)) leading.push(element);
      else if (!element.classList.contains("selected")) others.push(element);
    }
    for (const element of others) {
      if (!leading.some((one) => covers(one, element))) continue;
      element.classList.remove("legal");
      element.setAttribute("tabindex", -1);
    }
  }

  questions(left) {
    const none = { kinds: [], argument: null };
    return left.length ? findQuestions(left, this.parts, [...this.targets.values()], this.free) : none;
  }

  open() {
    return [...this.targets.keys()].filter((element) => element.classList.contains("legal"));
  }

  /** Return what cannot be used now, but says why when it gets the focus. */
  refused() {
    const refused = [...this.stage.querySelectorAll("[data-why]")];
    for (const element of refused) element.setAttribute("tabindex", -1);
    return refused;
  }

  onClick(event) {
    const target = targetOf(event, this.open()) ?? event.target.closest(".off");
    if (this.targets.has(target)) this.choose(this.targets.get(target));
    else if (!this.isSent) this.miss(event.target);
  }

  /** Something was clicked that cannot be chosen. */
  miss(element) {
    const move = refusedMove(element);
    if (move || !this.canTravel()) this.onMiss(move);
  }

  /** Return whether a click beside all targets names a place to go to. */
  canTravel() {
    return this.parts.length > 0 && this.stage.querySelector("[data-goal]") !== null;
  }

  onKey(event) {
    const target = event.target.closest("[role=button], [data-why]");
    if (target) this.at = centre(target);
    if (isArrow(event.key) || isPage(event.key)) this.moveFocus(event);
    else if ((event.key === "Enter" || event.key === " ") && this.targets.has(target)) this.chooseByKey(event, target);
  }

  moveFocus(event) {
    event.preventDefault();
    if (isPage(event.key)) return following(event.key, document.activeElement, this.open())?.focus();
    const others = [...this.open(), ...(event.shiftKey ? this.refused() : [])].filter((one) => one !== document.activeElement);
    neighbour(event.key, this.at, others)?.focus();
  }

  /** Choose like a click, then focus the tray if it asks for something. */
  chooseByKey(event, target) {
    event.preventDefault();
    this.choose(this.targets.get(target));
    if (!this.isSent && this.parts.length > 0) this.tray.focus();
  }

  /** If the board had the focus before it was redrawn, focus the nearest target. */
  refocus(hadFocus) {
    if (!hadFocus || this.stage.contains(document.activeElement)) return;
    const target = nearest(this.at, this.open());
    (target ?? this.stage).focus({ preventScroll: true });
  }
}

function covers(one, other) {
  const box = shapeOf(one).getBoundingClientRect();
  const [x, y] = centre(other);
  return box.left < x && x < box.right && box.top < y && y < box.bottom;
}

function setOrRemove(element, name, value) {
  if (value === null) element.removeAttribute(name);
  else element.setAttribute(name, value);
}
