/** The seats of a table: a box per seat with name, score, state, clock, and the buttons for an absent player. */

import { say } from "./words.js";

export class Seats {
  /** `list` has one box per seat, rendered by the server; `ask(request)` sends a request. */
  constructor(list, ask) {
    this.boxes = [...list.children];
    this.ask = ask;
    this.seats = [];
    this.received = 0;
    for (const [seat, box] of this.boxes.entries()) {
      box.querySelector("[data-stand-in]").addEventListener("click", () => ask({ do: "stand_in", seat }));
      box.querySelector("[data-return]").addEventListener("click", () => ask({ do: "return" }));
    }
    setInterval(() => this.tick(), 250);
  }

  show({ seats, seat: own, over, received }) {
    this.seats = seats;
    this.received = received ?? performance.now();
    for (const one of seats) this.fill(this.boxes[one.seat], one, own, over);
    this.tick();
  }

  fill(box, seat, own, over) {
    const isTurn = seat.awaited && !over;
    box.classList.toggle("turn", isTurn);
    box.classList.toggle("away", isAway(seat));
    if (isTurn) box.setAttribute("aria-current", "true");
    else box.removeAttribute("aria-current");
    box.classList.toggle("noted", isNoted(seat, over));
    box.title = seat.name;
    setText(box, ".who", seat.name);
    setText(box, ".score .sr", seat.score_says ?? "");
    setText(box, ".score span", seat.score ?? "");
    setText(box, ".sub", describeState(seat, own, over));
    box.querySelector("[data-stand-in]").hidden = !seat.may_stand_in;
    box.querySelector("[data-return]").hidden = !(seat.stand_in && seat.seat === own);
  }

  /** Count down the running clocks between two frames. */
  tick() {
    const passed = (performance.now() - this.received) / 1000;
    for (const { seat, clock } of this.seats) {
      const left = clock ? Math.max(0, clock.left - (clock.running ? passed : 0)) : null;
      const shown = this.boxes[seat].querySelector(".clock");
      shown.textContent = left === null ? "" : formatClock(left);
      this.boxes[seat].classList.toggle("timed", left !== null);
      shown.classList.toggle("low", left !== null && left < 10);
    }
  }
}

/** Return whether there is something to say of a seat that no board shows. */
function isNoted(seat, over) {
  return !over && (isAway(seat) || Boolean(seat.stand_in) || seat.may_stand_in || seat.verdict !== "ok");
}

function isAway({ kind, here, stand_in }) {
  return kind === "person" && !here && !stand_in;
}

/** Return the state of a seat in a few words. */
function describeState(seat, own, over) {
  if (over) return describeRank(seat);
  if (seat.verdict !== "ok") return seat.verdict;
  if (seat.stand_in) return say("a bot plays: {bot}", { bot: seat.stand_in_name });
  if (seat.compiling) return say("a simple bot plays until this one is compiled");
  if (seat.kind === "friend") return say("free: send the link to a friend");
  if (isAway(seat)) return describeAbsence(seat.away_seconds);
  if (seat.seat === own) return seat.awaited ? say("you, to move") : say("you");
  if (seat.bot) return seat.thinking ? say("a bot, thinking") : say("a bot");
  return seat.awaited ? say("to move") : say("waiting");
}

function describeRank({ rank, verdict }) {
  const place = rank === null ? "" : say("place {rank}", { rank });
  return verdict && verdict !== "ok" ? `${place} (${verdict})` : place;
}

function describeAbsence(seconds) {
  if (seconds === null || seconds < 60) return say("away");
  return say("away for {minutes} min", { minutes: Math.floor(seconds / 60) });
}

function formatClock(seconds) {
  const whole = Math.ceil(seconds);
  const hours = Math.floor(whole / 3600);
  if (hours >= 24) return say("{days} d {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  if (hours > 0) return say("{hours} h {minutes} min", { hours, minutes: Math.floor((whole % 3600) / 60) });
  return `${Math.floor(whole / 60)}:${String(whole % 60).padStart(2, "0")}`;
}

function setText(box, where, words) {
  const element = box.querySelector(where);
  if (element.textContent !== words) element.textContent = words;
}
