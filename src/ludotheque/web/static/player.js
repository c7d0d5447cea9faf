/** Plays the positions of a replay one after the other, and draws them. */

import { draw } from "./transition.js";

export const PACE = 900; // milliseconds a position at speed 1
const LONGEST_TRANSITION = 0.8; // as a part of the time of a position
const MOVE = 320; // milliseconds of a transition of factor 1

export class Player {
  /** `on` has functions: `asked(ply)` when a position is asked for, `show(position)`, `failed(error)` and `paused()`. */
  constructor(positions, last, at, on) {
    this.positions = positions;
    this.last = last;
    this.at = at; // the ply that was asked for last
    this.on = on;
    this.pace = PACE;
    this.stride = 1; // plies from one position to the next
    this.timer = 0;
  }

  get isPlaying() {
    return this.timer !== 0;
  }

  /** Fetch a position, and show it unless another one was asked for meanwhile. */
  async load(ply) {
    const wanted = (this.at = Math.max(0, Math.min(this.last, ply)));
    this.on.asked(wanted);
    try {
      const facts = await this.positions.get(wanted);
      if (wanted === this.at) this.on.show(facts);
      if (this.at < this.last) this.positions.get(Math.min(this.last, this.at + this.stride)).catch(() => {}); // asked for again
    } catch (error) {
      this.on.failed(error);
    }
  }

  /** Play from here to the end, or from the beginning if this is the end. */
  play() {
    if (this.at === this.last) this.at = -this.stride;
    this.timer = setTimeout(() => this.step(), 0);
  }

  async step() {
    const started = performance.now();
    const timer = this.timer;
    await this.load(this.at + this.stride);
    if (this.timer !== timer) return; // paused meanwhile
    if (this.at === this.last) return this.pause();
    this.timer = setTimeout(() => this.step(), Math.max(0, this.pace - (performance.now() - started)));
  }

  pause() {
    clearTimeout(this.timer);
    this.timer = 0;
    this.on.paused();
  }
}

/** Draw a position, with a transition that ends before the next position comes. */
export function drawPosition(stage, facts, pace) {
  draw(stage, facts.svg, { factor: Math.min(1, (pace / MOVE) * LONGEST_TRANSITION), marks: true, named: facts.named });
  stage.classList.toggle("ended", facts.ended); // by agreement or so: the board does not know it
}

/** Remove the targets of the board: in a replay nothing can be clicked. */
export function disableTargets(board) {
  for (const one of board.querySelectorAll(".legal")) {
    one.classList.remove("legal");
    one.removeAttribute("role");
    one.removeAttribute("tabindex");
  }
}
