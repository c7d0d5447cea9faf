/** The list of moves: each with its number, its player and its words; a click goes there. */

export class MoveList {
  /** `go(ply)` is called with the ply that was clicked. */
  constructor(list, emblems, go) {
    this.list = list;
    this.emblems = [...emblems.content.children];
    this.now = null;
    list.addEventListener("click", (event) => {
      const item = event.target.closest("[data-ply]");
      if (item) go(Number(item.dataset.ply));
    });
  }

  fill(moves) {
    this.list.replaceChildren(...moves.map((move, i) => this.item(move, i + 1)));
  }

  item({ seat, says, seconds, said, stderr }, ply) {
    const item = element("li");
    const link = element("button", "", "link");
    link.type = "button";
    link.dataset.ply = ply;
    const mark = said || stderr ? " ✎" : "";
    link.append(element("span", ply, "n"), this.emblems[seat].cloneNode(true), element("span", says + mark));
    link.append(element("span", seconds === undefined ? "" : `${seconds.toFixed(2)} s`, "t"));
    item.append(link);
    return item;
  }

  /** Mark the move that led here, and bring it into sight. */
  show(ply) {
    this.now?.classList.remove("now");
    this.now?.firstElementChild.removeAttribute("aria-current");
    this.now = this.list.children[ply - 1] ?? null;
    this.now?.classList.add("now");
    this.now?.firstElementChild.setAttribute("aria-current", "step");
    const { list, now } = this;
    const top = now?.offsetTop ?? 0;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
  }
}

function element(tag, words = "", cls = "") {
  const made = document.createElement(tag);
  made.textContent = words;
  made.className = cls;
  return made;
}
