/** The turning point of a match: from which move on the winner was ahead, by the curve of an analysis. */

import { say } from "./words.js";

/** Return {seat, ply}: the winner, and the position after which they were never behind again. The ply is null if they
 * never were; a match without a single winner has no turning point (null). */
export function findTurningPoint({ plies, chances }) {
  const last = chances.map((row) => row.at(-1));
  const seat = last.indexOf(Math.max(...last));
  if (last.filter((chance) => chance === last[seat]).length > 1) return null;
  const isBehind = (i) => chances.some((row) => row[i] > chances[seat][i]);
  const index = plies.findLastIndex((_, i) => isBehind(i));
  return { seat, ply: index < 0 ? null : plies[index] };
}

/** Return the turning point as a sentence; "" if there is none. */
export function describeTurningPoint(point, names) {
  if (point === null) return "";
  if (point.ply === null) return say("{name} was ahead from the first move on.", { name: names[point.seat] });
  return say("Turning point: move {ply}. From then on {name} stayed ahead.", { ply: point.ply + 1, name: names[point.seat] });
}
