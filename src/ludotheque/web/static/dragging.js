/** Dragging: press on the first part of a move and let go on the next one. A line joins the parts that are chosen.
 *
 * With a finger the page scrolls instead, and a tap chooses.
 */

import { centre } from "./arrowkeys.js";
import { targetOf } from "./targets.js";

const FAR = 8; // CSS pixels after which a press is no click any more
const SVG = "http://www.w3.org/2000/svg";

export class Dragging {
  constructor(stage, builder) {
    Object.assign(this, { stage, builder });
    this.start = null; // the target that is pressed, and where
    this.isDragging = false;
    stage.addEventListener("pointerdown", (event) => this.onPress(event));
    document.addEventListener("pointermove", (event) => this.onMove(event));
    document.addEventListener("pointerup", (event) => this.onRelease(event));
    stage.addEventListener("click", (event) => this.dropClick(event), { capture: true });
    stage.addEventListener("shown", () => this.update());
    addEventListener("resize", () => this.update()); // a board may have another form then
  }

  onPress(event) {
    this.isDragging = false;
    if (event.pointerType === "touch" || event.button !== 0) return;
    const target = targetOf(event, []);
    this.start = target && this.builder.targets.has(target) ? { target, x: event.clientX, y: event.clientY } : null;
  }

  onMove({ clientX, clientY }) {
    if (!this.start) return;
    if (!this.isDragging && Math.hypot(clientX - this.start.x, clientY - this.start.y) > FAR) this.begin();
    if (this.isDragging) this.drawLine(centre(this.start.target), [clientX, clientY]);
  }

  /** Choose the part that is pressed, unless it is a whole move or chosen already. */
  begin() {
    const part = this.builder.targets.get(this.start.target);
    const isChosen = this.builder.parts.some((one) => one.id === part.id);
    if (part.move || part.pick || part.isLeast) this.start = null;
    else if (!isChosen) this.builder.choose(part);
    this.isDragging = this.start !== null;
  }

  onRelease(event) {
    const { target } = this.start ?? {};
    this.start = null;
    if (!this.isDragging) return;
    const under = document.elementFromPoint(event.clientX, event.clientY)?.closest(".legal");
    if (under && under !== target && this.builder.targets.has(under)) this.builder.choose(this.builder.targets.get(under));
    this.update();
  }

  /** A drag that ends where it began is no click. */
  dropClick(event) {
    if (this.isDragging) event.stopPropagation();
    this.isDragging = false;
  }

  /** Join the chosen parts on the board, after every change. */
  update() {
    const chosen = this.builder.parts.map((part) => document.getElementById(part.id)).filter(Boolean);
    if (chosen.length === 2 && !this.builder.hasPicks()) this.drawLine(centre(chosen[0]), centre(chosen[1]));
    else this.line?.remove();
  }

  drawLine(from, to) {
    const board = this.stage.querySelector(":scope > svg");
    const inverse = board.getScreenCTM().inverse();
    const [a, b] = [from, to].map(([x, y]) => new DOMPoint(x, y).matrixTransform(inverse));
    this.line ??= document.createElementNS(SVG, "line");
    this.line.setAttribute("class", "draft noclick");
    for (const [name, value] of Object.entries({ x1: a.x, y1: a.y, x2: b.x, y2: b.y })) this.line.setAttribute(name, value);
    board.append(this.line);
  }
}
