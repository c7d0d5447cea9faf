/** The list of moves of a replay; a click on a move goes to its ply. */

import { formatNumber } from "./words.js";

export class MoveList {
  /** `go(ply)` is called with the ply that was clicked. */
  constructor(list, emblems, go) {
    this.list = list;
    this.emblems = [...emblems.content.children];
    this.current = null;
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
    link.append(element("span", seconds === undefined ? "" : `${formatNumber(seconds, 2)} s`, "t"));
    item.append(link);
    return item;
  }

  /** Mark the move of this ply, and scroll to it. */
  show(ply) {
    this.current?.classList.remove("now");
    this.current?.firstElementChild.removeAttribute("aria-current");
    this.current = this.list.children[ply - 1] ?? null;
    this.current?.classList.add("now");
    this.current?.firstElementChild.setAttribute("aria-current", "step");
    const { list, current } = this;
    const top = current?.offsetTop ?? 0;
    if (top < list.scrollTop || top > list.scrollTop + list.clientHeight - 60) list.scrollTop = top - list.clientHeight / 2;
  }
}

function element(tag, words = "", cls = "") {
  const created = document.createElement(tag);
  created.textContent = words;
  created.className = cls;
  return created;
}
