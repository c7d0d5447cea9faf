/** Taking back a move: the button, and the request that the other players answer. */

import { say } from "./words.js";

export class Undo {
  constructor(room, ask) {
    this.button = room.querySelector("[data-undo]");
    this.box = room.querySelector(".asked");
    this.words = this.box.querySelector("span");
    this.answers = [...this.box.querySelectorAll("button")];
    this.button.addEventListener("click", () => ask({ do: "undo" }));
    for (const one of this.answers) {
      one.addEventListener("click", () => ask({ do: "answer_undo", yes: one.dataset.answer === "yes" }));
    }
  }

  show({ undo, seats, seat }) {
    const isAsked = undo.asked_by !== null;
    this.button.hidden = !undo.can || isAsked;
    this.box.hidden = !isAsked || seat < 0;
    for (const one of this.answers) one.hidden = !undo.must_answer;
    if (isAsked) setText(this.words, describeRequest(undo, seats[undo.asked_by].name));
  }
}

function describeRequest({ mine }, name) {
  if (mine) return say("You ask to take your move back; the others must agree.");
  return say("{name} asks to take a move back.", { name });
}

function setText(element, words) {
  if (element.textContent !== words) element.textContent = words;
}
