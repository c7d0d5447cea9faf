/** Keys on a board: arrows lead to the nearest target in a direction, PageDown and PageUp through all of them. */

import { isVisible, shapeOf } from "./targets.js";

const PENALTY = 1e5; // farther than anything on a screen
const DIRECTIONS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** Return the centre of an element on the screen. */
export function centre(element) {
  const box = shapeOf(element).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** Return the target that an arrow key leads to from a point. A distance sideways counts twice, and targets that are
 * farther sideways than ahead come last. */
export function neighbour(key, [x, y], targets) {
  const [right, down] = DIRECTIONS[key];
  let best = null;
  let shortest = Infinity;
  for (const target of targets.filter(isVisible)) {
    const [tx, ty] = centre(target);
    const ahead = (tx - x) * right + (ty - y) * down;
    const aside = Math.abs((tx - x) * down) + Math.abs((ty - y) * right);
    const length = ahead + 2 * aside + (aside > ahead ? PENALTY : 0);
    if (ahead > 2 && length < shortest) [best, shortest] = [target, length];
  }
  return best;
}

/** Return the target nearest to a point. */
export function nearest([x, y], targets) {
  const distance = (target) => Math.hypot(centre(target)[0] - x, centre(target)[1] - y);
  return targets.filter(isVisible).reduce((best, one) => (best && distance(best) <= distance(one) ? best : one), null);
}

/** Return the target after an element, or before it, from top to bottom and from left to right; after the last, the first.
 * Arrows may lead past a target that others surround: this reaches every one. */
export function following(key, element, targets) {
  const place = (target) => { const [x, y] = centre(target); return [Math.round(y), Math.round(x)]; };
  const order = targets.filter(isVisible)
    .map((target) => [...place(target), target]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
  const here = order.findIndex((one) => one[2] === element);
  const next = key === "PageDown" ? here + 1 : here - 1;
  return order.at(next % order.length)?.[2] ?? null;
}

export function isArrow(key) {
  return key in DIRECTIONS;
}

export function isPage(key) {
  return key === "PageDown" || key === "PageUp";
}
