/** What a hand can still become: the legal moves that agree with all the parts that were chosen.
 *
 * A part is {id, move, kind, pairs}: a whole move ("END"), or some arguments ({bee: "3"}), maybe with their kind. With
 * a kind all its arguments are meant at once; without one they are alternatives, and the first that is still open in
 * a move counts: a factory is a source when it is clicked first, a target after that.
 */

/** A move's text, "MOVE 1 9 8", with its arguments by name. `table` says how each kind is written. */
export function read(text, table) {
  const [kind, ...numbers] = text.split(" ");
  const names = Object.keys(table[kind].arguments);
  return { text, kind, values: Object.fromEntries(names.map((name, i) => [name, numbers[i]])) };
}

/** The same move with another value for one argument. */
export function write(move, name, value) {
  return [move.kind, ...Object.values({ ...move.values, [name]: String(value) })].join(" ");
}

/** The part that an element of a board stands for. */
export function partOf(element) {
  const { kind = null, move = null, from, most, ...pairs } = element.dataset;
  return { id: element.id, move, kind, pairs, most: most ? Number(most) : null };
}

/** For each part the arguments it takes of a move; null where they do not agree. */
export function fits(move, parts) {
  const taken = [];
  for (const part of parts) {
    const names = takes(part, move, taken.flat());
    if (names === null) return null;
    taken.push(names);
  }
  return taken;
}

/** The moves that agree with the parts. */
export function remaining(moves, parts) {
  return moves.filter((move) => fits(move, parts));
}

function takes(part, move, taken) {
  if (part.move) return part.move === move.text ? Object.keys(move.values) : null;
  if (part.kind && part.kind !== move.kind) return null;
  const open = Object.keys(move.values).filter((name) => name in part.pairs && !taken.includes(name));
  const names = part.kind ? open : open.slice(0, 1);
  const isKindAlone = part.kind && Object.keys(part.pairs).length === 0;
  if (names.length === 0 && !isKindAlone) return null;
  return names.every((name) => part.pairs[name] === move.values[name]) ? names : null;
}
