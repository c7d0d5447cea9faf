/** Transitions between two drawings of a board: elements that keep their id move, new ones fade in or come from their
 * `data-from`, and dice with another `data-roll` than before are rolled. */

const MOVE = 320; // milliseconds
const FADE = 180;
const ROLL = 520;
const MOST_MARKED = 8;
const EASE = "cubic-bezier(.3, .7, .2, 1)";
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");

/** Show `svg` in `stage`. Durations are multiplied by `factor`; with `marks`, what has moved gets the class `moved`, or
 * what the log names (`named`) if nothing has. Elements are updated in place, so they keep the focus. */
export function draw(stage, svg, { factor = 1, marks = false, named = [] } = {}) {
  const fresh = document.adoptNode(new DOMParser().parseFromString(svg, "image/svg+xml").documentElement);
  const board = stage.querySelector(":scope > svg");
  if (!board || board.id !== fresh.id) {
    board?.remove();
    stage.append(fresh);
    return;
  }
  const before = originsById(board);
  const rolls = new Map([...board.querySelectorAll("[data-roll]")].map((one) => [one.id, one.dataset.roll]));
  const focused = board.contains(document.activeElement) ? document.activeElement.id : null;
  morph(board, fresh);
  if (focused && document.activeElement?.id !== focused) refocus(focused);
  if (marks) markMoved(board, before, named);
  if (reducedMotion.matches) return;
  animateGroups(board, before, factor);
  rollDice(board, rolls, factor);
}

/** Roll the dice of a new roll, each a little longer than the one before. */
function rollDice(board, rolls, factor) {
  const rolled = [...board.querySelectorAll("[data-roll]")].filter((one) => rolls.get(one.id) !== one.dataset.roll);
  for (const [i, die] of rolled.entries()) {
    const end = getComputedStyle(die).transform;
    const start = `${end} rotate(${-360 - 90 * i}deg) scale(.6)`;
    die.animate([{ transform: start }, { transform: end }], { duration: (ROLL + 60 * i) * factor, easing: EASE });
  }
}

/** Mark what is new or has moved; if that is nothing, or half of the board, what the log names. The next drawing removes
 * the marks. */
function markMoved(board, before, named) {
  const moved = [...movableGroups(board)].filter((one) => isNew(one, before) || isElsewhere(one, before.get(one.id)));
  const isClear = moved.length > 0 && moved.length <= MOST_MARKED;
  for (const one of isClear ? moved : findNamed(board, named)) one.classList.add("moved");
}

/** Return the elements of a board that a line of the log names; what was removed since is left out. */
export function findNamed(board, named) {
  return named.map((id) => document.getElementById(`${board.id}-${id}`)).filter((one) => board.contains(one));
}

function isNew(element, before) {
  return !before.has(element.id);
}

function isElsewhere(element, from) {
  const to = origin(element);
  return Boolean(from && to) && Math.hypot(from[0] - to[0], from[1] - to[1]) >= 1;
}

function refocus(id) {
  const element = document.getElementById(id);
  if (element?.hasAttribute("tabindex")) element.focus({ preventScroll: true });
}

/** Return where on the screen the origin of each group with an id is. */
function originsById(board) {
  return new Map([...board.querySelectorAll("g[id][transform]")].map((one) => [one.id, origin(one)]));
}

/** Return the groups that may move; a button that plays a move stays in place, and what the board says does. */
function movableGroups(board) {
  return board.querySelectorAll("g[id][transform]:not([data-move], .still)");
}

function origin(element) {
  const matrix = element.getScreenCTM();
  return matrix ? [matrix.e, matrix.f] : null;
}

/** Change the tree `old` until it equals `fresh`; elements with the same id are kept. */
function morph(old, fresh) {
  copyAttributes(old, fresh);
  const named = new Map([...old.children].filter((kid) => kid.id).map((kid) => [kid.id, kid]));
  let place = old.firstChild;
  for (const kid of [...fresh.childNodes]) {
    const same = kid.id ? named.get(kid.id) : canReuse(place, kid) ? place : null;
    if (same === place && same) place = place.nextSibling;
    if (same && same.nodeName === kid.nodeName) updateNode(same, kid);
    if (!same || same.nodeName !== kid.nodeName) old.insertBefore(kid, place);
    else if (same.nextSibling !== place) old.insertBefore(same, place);
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function canReuse(old, fresh) {
  return Boolean(old) && !old.id && old.nodeName === fresh.nodeName;
}

function updateNode(old, fresh) {
  if (old.nodeType === Node.ELEMENT_NODE) morph(old, fresh);
  else if (old.nodeValue !== fresh.nodeValue) old.nodeValue = fresh.nodeValue;
}

function copyAttributes(old, fresh) {
  for (const { name } of [...old.attributes]) if (!fresh.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of fresh.attributes) if (old.getAttribute(name) !== value) old.setAttribute(name, value);
}

/** Animate every group that has moved; groups inside a moving group move with it. */
function animateGroups(board, before, factor) {
  const moving = new Set();
  for (const element of movableGroups(board)) {
    for (const running of element.getAnimations()) running.cancel();
    if (isInside(element, moving, board)) continue;
    const from = before.get(element.id) ?? before.get(element.dataset.from);
    const animation = from ? moveFrom(element, from, factor) : before.has(element.id) ? null : fade(element, factor);
    if (animation) moving.add(element);
  }
}

function isInside(element, moving, board) {
  for (let one = element.parentNode; one !== board; one = one.parentNode) if (moving.has(one)) return true;
  return false;
}

function fade(element, factor) {
  return element.animate([{ opacity: 0 }, { opacity: 1 }], { duration: FADE * factor });
}

/** Animate an element from a point on the screen to its place, in the coordinates of its parent. */
function moveFrom(element, [x, y], factor) {
  const to = origin(element);
  if (!to || Math.hypot(x - to[0], y - to[1]) < 1) return null;
  const { a, b, c, d } = element.parentNode.getScreenCTM().inverse();
  const [dx, dy] = [x - to[0], y - to[1]];
  const end = new DOMMatrix(getComputedStyle(element).transform);
  const start = new DOMMatrix([end.a, end.b, end.c, end.d, end.e + a * dx + c * dy, end.f + b * dx + d * dy]);
  const frames = [{ transform: start.toString() }, { transform: end.toString() }];
  return element.animate(frames, { duration: MOVE * factor, easing: EASE });
}
