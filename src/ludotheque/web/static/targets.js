/** Targets on the board: which one a click or a tap means, and where it is drawn. */

const REACH = 24; // CSS pixels around a tap, because a finger is wide

/** Return the target of a click; for a finger also the nearest one within REACH; null if there is none. */
export function targetOf(event, targets) {
  const hit = event.target.closest(".legal");
  if (hit || !event.pointerType || event.pointerType === "mouse") return hit;
  const near = targets.filter(isVisible).map((target) => [distance(event, target), target]);
  const [reach, target] = near.reduce((best, one) => (one[0] < best[0] ? one : best), [Infinity, null]);
  return reach <= REACH ? target : null;
}

/** Return whether an element is drawn; some targets show only when another part is chosen. */
export function isVisible(element) {
  const box = element.getBoundingClientRect();
  return box.width > 0 && box.height > 0;
}

/** Return the element that has the shape of a target: its ring, if it has one. */
export function shapeOf(element) {
  return element.querySelector?.(".ring") ?? element;
}

function distance({ clientX, clientY }, element) {
  const box = shapeOf(element).getBoundingClientRect();
  const across = Math.max(box.left - clientX, 0, clientX - box.right);
  const down = Math.max(box.top - clientY, 0, clientY - box.bottom);
  return Math.hypot(across, down);
}
