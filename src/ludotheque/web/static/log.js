/** The log, newest line first, and the live region that announces new lines to screen readers. */

const MOST_ANNOUNCED = 6;

export class Log {
  constructor(list, live) {
    this.list = list;
    this.live = live;
  }

  /** Replace all lines from index `from` on; the last `fresh` lines are new. Return the new ones. */
  add({ from, lines, named = [] }, fresh) {
    for (const line of this.list.querySelectorAll(".now")) line.classList.remove("now");
    while (this.list.childElementCount > from) this.list.firstElementChild.remove();
    for (const [i, line] of lines.entries()) this.list.prepend(item(line, named[i] ?? []));
    for (let i = 0; i < fresh && i < this.list.childElementCount; i++) this.list.children[i].classList.add("now");
    if (this.list.parentElement) this.list.parentElement.hidden = this.list.childElementCount === 0;
    return fresh > 0 ? lines.slice(-fresh) : [];
  }

  announce(sentences) {
    if (sentences.length > 0) this.live.textContent = sentences.slice(-MOST_ANNOUNCED).join(" ");
  }
}

/** Return a line; what it names on the board is marked when the user points at it. */
function item(text, named) {
  const element = document.createElement("li");
  element.textContent = text;
  if (named.length === 0) return element;
  element.dataset.named = named.join(" ");
  element.tabIndex = -1; // the arrow keys reach it
  return element;
}
