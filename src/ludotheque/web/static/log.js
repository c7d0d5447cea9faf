/** The log in words, the newest line on top, and the one live region that says what is new. */

const MOST_SAID = 6;

export class Log {
  constructor(list, live) {
    this.list = list;
    this.live = live;
  }

  /** Put lines in place of all from an index on; the last `fresh` of them are news. */
  add({ from, lines }, fresh) {
    for (const news of this.list.querySelectorAll(".now")) news.classList.remove("now");
    while (this.list.childElementCount > from) this.list.firstElementChild.remove();
    for (const line of lines) this.list.prepend(item(line));
    for (let i = 0; i < fresh && i < this.list.childElementCount; i++) this.list.children[i].classList.add("now");
    if (this.list.parentElement) this.list.parentElement.hidden = this.list.childElementCount === 0;
    return fresh > 0 ? lines.slice(-fresh) : [];
  }

  say(sentences) {
    if (sentences.length > 0) this.live.textContent = sentences.slice(-MOST_SAID).join(" ");
  }
}

function item(line) {
  const made = document.createElement("li");
  made.textContent = line;
  return made;
}
