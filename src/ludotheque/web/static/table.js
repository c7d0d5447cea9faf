/** The table page: what the server says goes to the board, the seats and the log; what the hand plays goes back. */

import { copyButtons } from "./copy.js";
import { draw } from "./glide.js";
import { Hand } from "./hand.js";
import { Log } from "./log.js";
import { showResult } from "./result.js";
import { Seats } from "./seats.js";
import { NO_TABLE, Socket } from "./socket.js";
import { Undo } from "./undo.js";
import { say } from "./words.js";

const room = document.getElementById("room");
const part = (name) => room.querySelector(name);
const stage = part(".stage");
const hint = part(".hint");
const alert = part("[role=alert]");
const ask = (request) => socket.send(request) || (tell(say("There is no connection just now.")), false);
const hand = new Hand(stage, part(".tray"), (move) => ask({ do: "play", move, key: latest.key }), () => tell(""));
const seats = new Seats(part(".seats"), ask);
const log = new Log(part(".log"), document.getElementById("live"));
const undo = new Undo(room, ask);
let latest = null; // the last frame
let isDrawn = true; // has it reached the board?
let told = {}; // what only a first frame says: the words for moves, and which numbers are free

copyButtons(document);
const address = new URL(room.dataset.socket, location.href);
address.protocol = address.protocol.replace("http", "ws");
const socket = new Socket(address, heard, connected);

function heard(message) {
  if (message.kind === "frame") receive(message);
  else if (message.kind === "refused") refuse(message.why);
}

/** The log takes every frame; the board only the newest that the screen has time for. */
function receive(frame) {
  const isNews = latest !== null && !latest.legal.length && frame.legal.length > 0;
  const sentences = log.add(frame.log, frame.fresh);
  log.say(isNews ? [...sentences, frame.hint] : sentences);
  if (frame.moves) told = { moves: frame.moves, free: frame.free };
  if (latest && frame.key !== latest.key) tell("");
  latest = frame;
  showWords(frame);
  if (isDrawn) requestAnimationFrame(showBoard);
  isDrawn = false;
}

function showBoard() {
  const hadFocus = stage.contains(document.activeElement);
  isDrawn = true;
  draw(stage, latest.svg);
  hand.deal({ ...latest, ...told });
  hand.refocus(hadFocus);
}

function showWords(frame) {
  room.dataset.state = frame.state;
  room.classList.toggle("looking-on", frame.seat < 0 || frame.over);
  seats.show(frame);
  showHint(frame);
  undo.show(frame);
  part("[data-watchers]").hidden = frame.watchers === 0;
  part("[data-watchers]").textContent = say("Watching: {count}", { count: frame.watchers });
  part("[data-compiling]").hidden = frame.ready;
  showInvites(frame);
  showResult(part(".result"), frame);
}

function showHint(frame) {
  hint.classList.toggle("wait", frame.legal.length === 0);
  hint.querySelector("span").textContent = frame.hint;
}

/** A link is wanted as long as nobody has come by it. */
function showInvites({ seats: all }) {
  for (const box of room.querySelectorAll("[data-invite]")) {
    const seat = all[Number(box.dataset.invite)];
    box.hidden = seat.kind !== "empty";
  }
  const invites = part(".invites");
  if (invites) invites.hidden = ![...invites.querySelectorAll("[data-invite]")].some((box) => !box.hidden);
}

function refuse(why) {
  tell(why);
  hand.refused();
}

function tell(sentence) {
  if (alert.querySelector("span").textContent !== sentence) alert.querySelector("span").textContent = sentence;
  alert.hidden = sentence === "";
}

function connected(isOpen, code) {
  room.classList.toggle("offline", !isOpen);
  if (isOpen) return tell("");
  hand.refused(); // whatever was sent may have been lost
  if (code === NO_TABLE) tell(say("This table is no more."));
  else tell(say("The connection is lost; the page tries again by itself."));
}
