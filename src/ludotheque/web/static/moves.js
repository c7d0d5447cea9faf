/** Legal moves and their parts: which moves agree with the parts that were chosen so far.
 *
 * A part is {id, move, kind, pairs}: a complete move ("END"), or some arguments ({bee: "3"}), maybe with their kind. A
 * part with a kind sets all its arguments at once. Without a kind they are alternatives, and the first one that is
 * still open in a move counts: a factory is the source when it is clicked first, and the target after that.
 *
 * A part with `pick` is one of several things of which any number can be chosen: each adds one to the argument that it
 * names, above `over`, or sets it to `is`. What agrees are the moves with at least these; a part with `least` plays the
 * smallest of them.
 */

/** Parse a move, "MOVE 1 9 8", into its arguments by name. `table` has the arguments of each kind. */
export function parseMove(text, table) {
  const [kind, ...numbers] = text.split(" ");
  const names = Object.keys(table[kind].arguments);
  return { text, kind, values: Object.fromEntries(names.map((name, i) => [name, numbers[i]])) };
}

/** Return the text of a move with another value for one argument. */
export function formatMove(move, name, value) {
  return [move.kind, ...Object.values({ ...move.values, [name]: String(value) })].join(" ");
}

/** Return the part that an element of the board stands for. */
export function partOf(element) {
  const { kind = null, move = null, from, most, pick = null, over = 0, is = null, least, ...pairs } = element.dataset;
  const picked = { pick, over: Number(over), is, isLeast: least !== undefined };
  return { id: element.id, move, kind, pairs, most: most ? Number(most) : null, ...picked };
}

/** Return the move with the smallest arguments; null if there is none. */
export function leastMove(moves) {
  const size = (move) => Object.values(move.values).reduce((sum, value) => sum + Number(value), 0);
  return moves.reduce((best, move) => (best === null || size(move) < size(best) ? move : best), null);
}

/** Return, for each part, the arguments of the move that it sets; null if a part does not agree with the move. */
export function matchParts(move, parts) {
  const [taken, picks] = [[], {}];
  for (const part of parts) {
    if (part.pick) picks[part.pick] = (picks[part.pick] ?? 0) + 1;
    const names = part.pick ? matchPick(part, move, picks[part.pick]) : matchPart(part, move, taken.flat());
    if (names === null) return null;
    taken.push(names);
  }
  return taken;
}

/** Return the moves that agree with all parts. */
export function filterMoves(moves, parts) {
  return moves.filter((move) => matchParts(move, parts));
}

/** A pick leaves its argument open: another one may add to it. */
function matchPick({ kind, pick, over, is }, move, count) {
  if (kind !== move.kind) return null;
  const isEnough = is === null ? Number(move.values[pick]) >= over + count : move.values[pick] === is;
  return isEnough ? [] : null;
}

function matchPart(part, move, taken) {
  if (part.move) return part.move === move.text ? Object.keys(move.values) : null;
  if (part.kind && part.kind !== move.kind) return null;
  const open = Object.keys(move.values).filter((name) => name in part.pairs && !taken.includes(name));
  const names = part.kind ? open : open.slice(0, 1);
  const isKindAlone = part.kind && Object.keys(part.pairs).length === 0;
  if (names.length === 0 && !isKindAlone) return null;
  return names.every((name) => part.pairs[name] === move.values[name]) ? names : null;
}
