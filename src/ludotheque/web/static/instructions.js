/** What a move still needs, in words; and the move that a click on something else would be. */

import { matchParts, partOf } from "./moves.js";
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

/** Return the move that a click would be on an element that is no target but carries the data of one; or null. */
export function refusedMove(element, parts, table) {
  const marked = element.closest("g[data-move], " + argumentNames(table).map((name) => `g[data-${name}]`).join());
  if (!marked || marked.classList.contains("legal")) return null;
  const part = partOf(marked);
  if (part.move) return part.move;
  const pairs = Object.assign({}, ...[...parts, part].map((one) => one.pairs));
  const kind = Object.keys(table).find((one) => isComplete(Object.keys(table[one].arguments), pairs, part.kind, one));
  return kind ? [kind, ...Object.keys(table[kind].arguments).map((name) => pairs[name])].join(" ") : null;
}

function isComplete(names, pairs, wanted, kind) {
  return names.length > 0 && (wanted ?? kind) === kind && names.every((name) => name in pairs);
}

function argumentNames(table) {
  return [...new Set(Object.values(table).flatMap((kind) => Object.keys(kind.arguments)))];
}
