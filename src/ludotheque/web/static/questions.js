/** What the tray has to ask, since nothing on the board does: a kind of move, a value, or a number. */

import { fits } from "./moves.js";

/** The kinds to choose from, each with its number where that is all it lacks; or else one argument's values. */
export function questions(left, parts, targets, free) {
  const silent = kindsOf(left).filter((kind) => !isShown(kind, left, parts, targets));
  if (silent.length === 0) return { kinds: [], argument: null };
  const lacks = (kind) => openArguments(kind, left, parts, free);
  const sole = silent.length === 1 && kindsOf(left).length === 1 ? silent[0] : null;
  if (sole && lacks(sole).length > 0 && !isNumber(lacks(sole))) return { kinds: [], argument: lacks(sole)[0] };
  return { kinds: silent.map((kind) => asked(kind, lacks(kind), left, parts)), argument: null };
}

function kindsOf(moves) {
  return [...new Set(moves.map((move) => move.kind))];
}

/** Does an element of the board lead on to some move of the kind? */
function isShown(kind, left, parts, targets) {
  const own = left.filter((move) => move.kind === kind);
  const fresh = targets.filter((part) => !parts.some((held) => held.id === part.id));
  return fresh.some((part) => own.some((move) => fits(move, [...parts, part])));
}

/** The arguments of a kind that no part has fixed and that have several values, or any number. */
function openArguments(kind, left, parts, free) {
  const own = left.filter((move) => move.kind === kind);
  const fixed = fits(own[0], parts).flat();
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

function asked(kind, open, left, parts) {
  const move = left.find((one) => one.kind === kind);
  if (!isNumber(open)) return { kind, move: open.length === 0 ? move : null, amount: null };
  const numbers = open[0].values.map(Number);
  const most = parts.find((part) => part.most !== null)?.most ?? 0; // what the first of them can give
  return { kind, move, amount: { name: open[0].name, low: Math.min(...numbers), high: Math.max(...numbers, most) } };
}
