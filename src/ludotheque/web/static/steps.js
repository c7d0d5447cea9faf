/** Steps: what a page has still to show, one after the other. A click or a key shows the newest at once. */

import { read, store } from "./storage.js";

const PAUSE = 400; // milliseconds a step at the usual speed
const MOST = 30; // steps that wait; when there are more, the oldest are shown at once
const MANY = 6; // when more steps wait, each takes less time
const STORED = "ludotheque-speed";
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

export class Steps {
  /** `show(step)` shows a step; a click in `room` skips; `speed` is a list from which the user chooses. */
  constructor(room, speed, show) {
    this.show = show;
    this.waiting = [];
    this.timer = 0;
    this.shownAt = -Infinity;
    this.room = room;
    room.addEventListener("click", (event) => this.skip(event), { capture: true });
    document.addEventListener("keydown", (event) => this.skip(event), { capture: true });
    document.addEventListener("visibilitychange", () => document.hidden && this.finish());
    this.speed = speed;
    speed.value = read(STORED, "1");
    if (speed.selectedIndex < 0) speed.value = "1";
    speed.addEventListener("change", () => (store(STORED, speed.value), this.finish()));
  }

  /** Add steps; the first is shown at once if the one before it was shown for long enough. */
  add(steps) {
    this.waiting.push(...steps);
    while (this.waiting.length > MOST) this.take();
    if (this.isAtOnce()) this.finish();
    else if (!this.timer) this.next();
  }

  /** Has everything been shown? */
  get isDone() {
    return this.waiting.length === 0;
  }

  isAtOnce() {
    return reducedMotion.matches || document.hidden || this.speed.value === "0";
  }

  /** Show the next step when its time has come, and then those after it. */
  next() {
    this.timer = 0;
    const missing = this.shownAt + this.pause() - performance.now();
    if (this.waiting.length > 0 && missing <= 0) this.take();
    this.room.classList.toggle("stepping", !this.isDone);
    if (!this.isDone) this.timer = setTimeout(() => this.next(), Math.max(missing, 1));
  }

  /** Return how long a step is shown: less when many wait, or the page would fall behind. A step without a ply
   * changes no board and waits for nothing. */
  pause() {
    if (!this.waiting[0]?.isPly) return 0;
    return (PAUSE / Number(this.speed.value)) * Math.min(1, MANY / this.waiting.length);
  }

  take() {
    const step = this.waiting.shift();
    if (step.isPly) this.shownAt = performance.now();
    this.show(step);
  }

  /** Show everything now. */
  finish() {
    clearTimeout(this.timer);
    this.timer = 0;
    while (!this.isDone) this.take();
    this.room.classList.remove("stepping");
  }

  /** A click or a key of a user who does not want to wait does nothing else: the board under it changes. */
  skip(event) {
    if (this.isDone || isModifier(event) || isBeside(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    this.finish();
  }
}

/** Make a step of every ply of a frame, each with its lines of the log; the last one shows the frame itself. With
 * `isAtOnce`, or if lines are missing because a move was taken back, there is this last one only. */
export function makeSteps(frame, isAtOnce) {
  const { from, lines, named } = frame.log;
  const slice = (start, end) => ({ from: from + start, lines: lines.slice(start, end), named: named?.slice(start, end) });
  const all = frame.plies ?? [];
  const early = lines.length - all.reduce((count, ply) => count + ply.lines.length, 0); // lines of other plies
  const plies = isAtOnce || early < 0 ? [] : all;
  let next = 0; // line
  const steps = plies.slice(0, -1).map((ply, number) => {
    const start = next;
    next += ply.lines.length + (number === 0 ? early : 0);
    return { isPly: true, svg: ply.svg, key: frame.key, log: slice(start, next), fresh: ply.lines.length };
  });
  const rest = slice(next);
  const fresh = Math.min(frame.fresh, rest.lines.length);
  return [...steps, { isPly: plies.length > 0, svg: frame.svg, key: frame.key, log: rest, fresh, frame }];
}

function isModifier({ key, ctrlKey, altKey, metaKey }) {
  return key === "Tab" || key === "Shift" || key === "Control" || key === "Alt" || ctrlKey || altKey || metaKey;
}

/** Is this a field or a link, which does the same before and after the steps? */
function isBeside(target) {
  return target instanceof Element && target.closest("a, input, select, textarea, summary, .side, dialog") !== null;
}
