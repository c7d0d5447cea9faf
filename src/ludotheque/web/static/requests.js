/** Undo, draw, resignation, rematch and leaving: the buttons that ask, and the box in which the others answer. */

import { say } from "./words.js";

export class Requests {
  constructor(room, ask) {
    this.undo = room.querySelector("[data-undo]");
    this.draw = room.querySelector("[data-draw]");
    this.resign = room.querySelector("[data-resign]");
    this.end = room.querySelector("[data-end]");
    this.rematch = room.querySelector("[data-rematch]");
    this.rematchTable = room.querySelector("[data-rematch-table]");
    this.leave = room.querySelector("[data-leave]");
    this.remove = room.querySelector("[data-delete]");
    this.box = room.querySelector(".asked");
    this.words = this.box.querySelector("span");
    this.answers = [...this.box.querySelectorAll("button")];
    this.request = null; // what the box asks about now
    this.wasWaiting = false;
    this.undo.addEventListener("click", () => ask({ do: "undo" }));
    this.draw.addEventListener("click", () => ask({ do: "draw" }));
    this.resign.addEventListener("click", () => {
      if (window.confirm(say("Give this match up?"))) ask({ do: "resign" });
    });
    this.end.addEventListener("click", () => ask({ do: "resign" }));
    this.rematch.addEventListener("click", () => ask({ do: "rematch", yes: true }));
    for (const one of this.answers) {
      one.addEventListener("click", () => ask(this.request.answer(one.dataset.answer === "yes")));
    }
  }

  show(frame) {
    this.wasWaiting ||= !frame.rematch?.table; // the rematch was not open yet when this page came
    this.undo.hidden = !frame.undo.can;
    this.draw.hidden = !frame.draw.can;
    this.end.hidden = !frame.resign.ends;
    this.resign.hidden = !frame.resign.can || frame.resign.ends;
    this.draw.parentElement.hidden = this.draw.hidden && this.resign.hidden && this.end.hidden;
    this.showLeaving(frame);
    this.showRematch(frame.rematch, frame.seat);
    this.request = frame.seat < 0 ? null : openRequest(frame);
    this.box.hidden = this.request === null;
    if (this.request === null) return;
    for (const one of this.answers) one.hidden = !this.request.mustAnswer;
    if (this.words.textContent !== this.request.words) this.words.textContent = this.request.words;
  }

  /** Before the match the owner can delete the table, and the others can leave; later a bot plays for who leaves. */
  showLeaving({ state, seat, seats }) {
    if (!this.leave) return;
    const isWaiting = state === "waiting";
    this.leave.hidden = isWaiting ? Boolean(this.remove) : state !== "playing" || Boolean(seats[seat]?.stand_in);
    if (this.remove) this.remove.hidden = !isWaiting;
  }

  /** Take the players to the table of the rematch when it opens; spectators, and who comes back later, get a link. */
  showRematch(rematch, seat) {
    if (!rematch) return; // an older server
    this.rematch.hidden = !rematch.can || rematch.asked_by.length > 0;
    this.rematchTable.hidden = !rematch.table;
    if (!rematch.table) return;
    this.rematchTable.href = rematch.table;
    if (seat >= 0 && this.wasWaiting) location.assign(rematch.table);
  }
}

/** Return the request that the box shows: a rematch first, then undo, then a draw, then a partner's resignation. */
function openRequest({ undo, draw, resign, rematch, seats, seat }) {
  if (rematch?.asked_by.length > 0 && !rematch.table) {
    const words = rematch.mine
      ? say("You ask for a rematch; the others must agree.")
      : say("{name} asks for a rematch.", { name: seats[rematch.asked_by[0]].name });
    return { words, mustAnswer: !rematch.mine, answer: (yes) => ({ do: "rematch", yes }) };
  }
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
