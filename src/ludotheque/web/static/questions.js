/** What the tray has to ask because no element of the board does: a kind of move, a value, or a number. */

import { matchParts } from "./moves.js";

/** Return the kinds to choose from, each with its number if only that is missing; or one argument with its values. */
export function findQuestions(left, parts, targets, free) {
  const hidden = kindsOf(left).filter((kind) => !isShown(kind, left, parts, targets));
  if (hidden.length === 0) return { kinds: [], argument: null };
  const missing = (kind) => openArguments(kind, left, parts, free);
  const only = hidden.length === 1 && kindsOf(left).length === 1 ? hidden[0] : null;
  if (only && missing(only).length > 0 && !isNumber(missing(only))) return { kinds: [], argument: missing(only)[0] };
  return { kinds: hidden.map((kind) => describeKind(kind, missing(kind), left, parts)), argument: null };
}

function kindsOf(moves) {
  return [...new Set(moves.map((move) => move.kind))];
}

/** Return whether an element of the board leads to some move of this kind. */
function isShown(kind, left, parts, targets) {
  const own = left.filter((move) => move.kind === kind);
  const fresh = targets.filter((part) => !parts.some((held) => held.id === part.id));
  return fresh.some((part) => own.some((move) => matchParts(move, [...parts, part])));
}

/** Return the arguments of a kind that no part has set and that can have several values, or any number. */
function openArguments(kind, left, parts, free) {
  const own = left.filter((move) => move.kind === kind);
  const fixed = matchParts(own[0], parts).flat();
  const names = Object.keys(own[0].values).filter((name) => !fixed.includes(name));
  const open = names.map((name) => ({ name, values: valuesOf(own, name), isFree: free.has(name) }));
  return open.filter((argument) => argument.isFree || argument.values.length > 1);
}

function valuesOf(moves, name) {
  return [...new Set(moves.map((move) => move.values[name]))];
}

function isNumber(open) {
  return open.length === 1 && open[0].isFree;
}

function describeKind(kind, open, left, parts) {
  const move = left.find((one) => one.kind === kind);
  if (!isNumber(open)) return { kind, move: open.length === 0 ? move : null, amount: null };
  const numbers = open[0].values.map(Number);
  const most = parts.find((part) => part.most !== null)?.most ?? 0; // the stock of the first part that has one
  return { kind, move, amount: { name: open[0].name, low: Math.min(...numbers), high: Math.max(...numbers, most) } };
}
