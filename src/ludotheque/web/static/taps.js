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

/** How far a point is from an element's ring, which is its shape. */
function distance({ clientX, clientY }, element) {
  const box = (element.querySelector(".ring") ?? element).getBoundingClientRect();
  const across = Math.max(box.left - clientX, 0, clientX - box.right);
  const down = Math.max(box.top - clientY, 0, clientY - box.bottom);
  return Math.hypot(across, down);
}
