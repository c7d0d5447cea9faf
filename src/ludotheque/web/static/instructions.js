/** What a move still needs, in words; and the move that a click on something else would be. */

import { matchParts } from "./moves.js";
import { say } from "./words.js";

/** Return a sentence: what to choose next, after `parts`. `left` are the moves that agree with them. */
export function describeStep(left, parts, table) {
  if (left.length === 0) return null;
  const next = left.map((move) => [move.kind, openArgument(move, parts)]);
  const [kind, argument] = next.find(([, name]) => name !== null) ?? next[0];
  const { steps, arguments: names } = table[kind];
  if (argument === null) return steps[""] ?? say("Choose what to do.");
  return steps[argument] ?? say("Choose: {what}.", { what: names[argument] });
}

/** Return the first argument of a move that no part has set, or null. */
function openArgument(move, parts) {
  const fixed = matchParts(move, parts).flat();
  return Object.keys(move.values).find((name) => !fixed.includes(name)) ?? null;
}

/** Return the refused move that an element stands for, or null. */
export function refusedMove(element) {
  return element.closest("[data-why]")?.dataset.why ?? null;
}
