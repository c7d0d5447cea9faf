/** The question for an amount, on the spot: beside the target on the board, where nothing that is chosen is covered. It
 * stays in the bar where there is no such place. */

import { shapeOf } from "./targets.js";

const GAP = 10; // CSS pixels between the target and the question
const FORECAST = 44; // CSS pixels at the lower edge of the board that a forecast of two lines covers

export class Spot {
  constructor(stage, asks, builder) {
    Object.assign(this, { stage, asks, builder });
    stage.addEventListener("shown", () => this.place());
    addEventListener("resize", () => this.place());
    stage.addEventListener("scroll", () => this.place());
  }

  place() {
    const chosen = this.builder.parts.map((part) => document.getElementById(part.id)).filter(Boolean);
    const isAsked = chosen.length > 1 && !this.asks.hidden && this.asks.querySelector(".amount") !== null;
    this.asks.classList.toggle("spot", isAsked);
    this.asks.removeAttribute("style");
    if (!isAsked) return;
    const boxes = chosen.map(boxOf); // only now: the bar has become smaller, and the board larger
    const at = findPlace(this.asks.getBoundingClientRect(), boxes, this.stage.getBoundingClientRect());
    if (at) Object.assign(this.asks.style, { left: `${at.left}px`, top: `${at.top}px` });
    else this.asks.classList.remove("spot");
  }
}

function boxOf(element) {
  return shapeOf(element).getBoundingClientRect();
}

/** Return the first place below, above or beside the last box that is inside the room and covers no box. */
function findPlace({ width, height }, boxes, room) {
  const target = boxes.at(-1);
  const [x, y] = [(target.left + target.right - width) / 2, (target.top + target.bottom - height) / 2];
  const places = [[x, target.bottom + GAP], [x, target.top - GAP - height], [target.right + GAP, y], [target.left - GAP - width, y]];
  return places.map((place) => moveInside(place, width, height, room)).find((one) => !boxes.some((box) => overlaps(one, box)));
}

function moveInside([left, top], width, height, room) {
  const [x, y] = [clamp(left, room.left, room.right - width), clamp(top, room.top, room.bottom - FORECAST - height)];
  return { left: x, top: y, right: x + width, bottom: y + height };
}

function clamp(value, low, high) {
  return Math.max(low, Math.min(value, high));
}

function overlaps(one, other) {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}
