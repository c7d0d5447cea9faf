/** Arrow keys on a board: the nearest target in a direction. */

import { isVisible, shapeOf } from "./taps.js";

const LAST = 1e5; // farther than anything on a screen
const WAYS = { ArrowUp: [0, -1], ArrowRight: [1, 0], ArrowDown: [0, 1], ArrowLeft: [-1, 0] };

/** The middle of an element on the screen. */
export function middle(element) {
  const box = shapeOf(element).getBoundingClientRect();
  return [box.left + box.width / 2, box.top + box.height / 2];
}

/** The target that an arrow key leads to from a point; what lies aside counts as farther, what lies rather aside than
 * ahead comes last. */
export function neighbour(key, [x, y], targets) {
  const [right, down] = WAYS[key];
  let best = null;
  let shortest = Infinity;
  for (const target of targets.filter(isVisible)) {
    const [tx, ty] = middle(target);
    const ahead = (tx - x) * right + (ty - y) * down;
    const aside = Math.abs((tx - x) * down) + Math.abs((ty - y) * right);
    const length = ahead + 2 * aside + (aside > ahead ? LAST : 0);
    if (ahead > 2 && length < shortest) [best, shortest] = [target, length];
  }
  return best;
}

/** The target nearest to a point. */
export function nearest([x, y], targets) {
  const far = (target) => Math.hypot(middle(target)[0] - x, middle(target)[1] - y);
  return targets.filter(isVisible).reduce((best, one) => (best && far(best) <= far(one) ? best : one), null);
}

export function isArrow(key) {
  return key in WAYS;
}
