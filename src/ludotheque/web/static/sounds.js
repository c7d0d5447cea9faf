/** Sounds of a table, made of a few notes: a move, your turn, the end. They are off until the user switches them on. */

import { read, store } from "./storage.js";

const STORED = "ludotheque-sounds";
const MOVE_PAUSE = 80; // milliseconds between two sounds of moves: several plies may be shown at once
const LOUD = 0.12;
const NOTES = { // each with its pitch in hertz, its start and its length in seconds
  move: [[247, 0, 0.07]],
  turn: [[587, 0, 0.14], [880, 0.12, 0.22]],
  end: [[523, 0, 0.2], [659, 0.16, 0.2], [784, 0.32, 0.5]],
};

export class Sounds {
  /** `tick` is the box that switches them on. */
  constructor(tick) {
    this.tick = tick;
    this.context = null;
    this.lastMove = -Infinity;
    tick.checked = read(STORED, "off") === "on";
    tick.addEventListener("change", () => {
      store(STORED, tick.checked ? "on" : "off");
      this.play("turn"); // so that the user hears how loud they are
    });
  }

  /** Play the sound of a move, of the player's turn, or of the end. */
  play(name) {
    if (!this.tick.checked || !navigator.userActivation.hasBeenActive) return; // before a click browsers allow none
    if (name === "move" && this.isTooSoon()) return;
    this.context ??= new AudioContext();
    for (const [pitch, start, length] of NOTES[name]) this.playNote(pitch, this.context.currentTime + start, length);
  }

  isTooSoon() {
    const now = performance.now();
    const isSoon = now - this.lastMove < MOVE_PAUSE;
    if (!isSoon) this.lastMove = now;
    return isSoon;
  }

  playNote(pitch, start, length) {
    const [tone, volume] = [new OscillatorNode(this.context, { type: "triangle", frequency: pitch }), new GainNode(this.context)];
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(LOUD, start + 0.01); // a tone that begins or ends at once clicks
    volume.gain.exponentialRampToValueAtTime(0.001, start + length);
    tone.connect(volume).connect(this.context.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
