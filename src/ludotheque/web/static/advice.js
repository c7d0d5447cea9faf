/** Marks the parts of advised moves on the board. */

import { partOf } from "./moves.js";

/** Mark every target of the board that is one of these moves, or a part of one; others lose their mark. */
export function markAdvice(stage, moves) {
  for (const element of stage.querySelectorAll(".advised")) element.classList.remove("advised");
  for (const element of stage.querySelectorAll(".legal, .off")) {
    const part = partOf(element);
    if (moves.some((move) => isPartOf(part, move))) element.classList.add("advised");
  }
}

function isPartOf({ move, kind, pairs }, { text, kind: wanted, values }) {
  if (move) return move === text;
  if (kind && kind !== wanted) return false;
  const agrees = ([name, value]) => values[name] === value;
  const named = Object.entries(pairs);
  return kind ? named.every(agrees) : named.some(agrees);
}
