/** The box for what went wrong: at the place of the last click, or above the bar. */

const GAP = 12; // CSS pixels between the click and the box, and between the box and the window's edge

export class Alert {
  constructor(box, room) {
    this.box = box;
    this.words = box.querySelector("span");
    this.at = null; // the last click, or the focused element if the user pressed a key
    room.addEventListener("click", (event) => (this.at = placeOf(event)), true);
    room.addEventListener("focusin", (event) => event.target.matches("[data-why]") && (this.at = placeOf(event)), true);
    document.addEventListener("keydown", (event) => event.key === "Escape" && this.hideHere());
  }

  /** Show a sentence above the bar; "" hides the box. */
  show(sentence) {
    this.box.classList.remove("here");
    this.box.removeAttribute("style");
    if (this.words.textContent !== sentence) this.words.textContent = sentence;
    this.box.hidden = sentence === "";
  }

  /** Show a sentence where the user clicked. */
  showHere(sentence) {
    this.show(sentence);
    if (!this.at || !sentence) return;
    this.box.classList.add("here");
    const { width, height } = this.box.getBoundingClientRect();
    const [x, y] = this.at;
    const below = y + GAP + height < innerHeight;
    this.box.style.left = `${Math.max(GAP, Math.min(x - width / 2, innerWidth - width - GAP))}px`;
    this.box.style.top = `${below ? y + GAP : Math.max(GAP, y - GAP - height)}px`;
  }

  hideHere() {
    if (this.box.classList.contains("here")) this.show("");
  }
}

function placeOf({ clientX, clientY, target }) {
  if (clientX || clientY) return [clientX, clientY];
  const box = target.getBoundingClientRect(); // a key has no place
  return [box.left + box.width / 2, box.top + box.height / 2];
}
