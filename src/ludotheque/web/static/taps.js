/** A finger is wide: a tap takes the nearest target within reach. */

const REACH = 24; // CSS pixels

/** The target that a click means: the one hit, or for a finger the nearest one; null if there is none. */
export function targetOf(event, targets) {
  const hit = event.target.closest(".legal");
  if (hit || !event.pointerType || event.pointerType === "mouse") return hit;
  const near = targets.filter(isVisible).map((target) => [distance(event, target), target]);
  const [reach, target] = near.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, null]);
  return reach <= REACH ? target : null;
}

/** Is it drawn at all? Much of a board shows only once something is chosen. */
export function isVisible(element) {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

/** The ring of a target is its shape. */
export function shapeOf(element) {
  return element.querySelector?.(".ring") ?? element;
}

/** How far a point is from a target. */
function distance({ clientX, clientY }, element) {
  const box = shapeOf(element).getBoundingClientRect();
  const across = Math.max(box.left - clientX, 0, clientX - box.right);
  const down = Math.max(box.top - clientY, 0, clientY - box.bottom);
  return Math.hypot(across, down);
}
