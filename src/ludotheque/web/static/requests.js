/** Undo, draw and resignation: the buttons that ask, and the box in which the others answer. */

import { say } from "./words.js";

export class Requests {
  constructor(room, ask) {
    this.undo = room.querySelector("[data-undo]");
    this.draw = room.querySelector("[data-draw]");
    this.resign = room.querySelector("[data-resign]");
    this.box = room.querySelector(".asked");
    this.words = this.box.querySelector("span");
    this.answers = [...this.box.querySelectorAll("button")];
    this.request = null; // what the box asks about now
    this.undo.addEventListener("click", () => ask({ do: "undo" }));
    this.draw.addEventListener("click", () => ask({ do: "draw" }));
    this.resign.addEventListener("click", () => {
      if (window.confirm(say("Give this match up?"))) ask({ do: "resign" });
    });
    for (const one of this.answers) {
      one.addEventListener("click", () => ask(this.request.answer(one.dataset.answer === "yes")));
    }
  }

  show(frame) {
    this.undo.hidden = !frame.undo.can;
    this.draw.hidden = !frame.draw.can;
    this.resign.hidden = !frame.resign.can;
    this.draw.parentElement.hidden = this.draw.hidden && this.resign.hidden;
    this.request = frame.seat < 0 ? null : openRequest(frame);
    this.box.hidden = this.request === null;
    if (this.request === null) return;
    for (const one of this.answers) one.hidden = !this.request.mustAnswer;
    if (this.words.textContent !== this.request.words) this.words.textContent = this.request.words;
  }
}

/** Return the request that the box shows: undo first, then a draw, then a partner's resignation. */
function openRequest({ undo, draw, resign, seats, seat }) {
  if (undo.asked_by !== null) {
    const words = undo.mine
      ? say("You ask to take your move back; the others must agree.")
      : say("{name} asks to take a move back.", { name: seats[undo.asked_by].name });
    return { words, mustAnswer: undo.must_answer, answer: (yes) => ({ do: "answer_undo", yes }) };
  }
  if (draw.offered_by.length > 0) {
    const words = draw.mine
      ? say("You offer a draw; all players must agree.")
      : say("{name} offers a draw.", { name: seats[draw.offered_by[0]].name });
    return { words, mustAnswer: draw.must_answer, answer: (yes) => ({ do: yes ? "draw" : "decline_draw" }) };
  }
  if (resign.offered_by.length > 0) {
    const words = resign.offered_by.includes(seat)
      ? say("You would give up; your partner must agree.")
      : say("{name} would give this match up.", { name: seats[resign.offered_by[0]].name });
    return { words, mustAnswer: false, answer: () => null };
  }
  return null;
}
