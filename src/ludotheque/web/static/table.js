/** The table page: shows each frame on the board, the seats and the log, and sends the moves of the user. */

import { initCopyButtons } from "./copy.js";
import { draw } from "./transition.js";
import { Dragging } from "./dragging.js";
import { Forecasts } from "./forecast.js";
import { Standing } from "./standing.js";
import { MoveBuilder } from "./movebuilder.js";
import { Hints } from "./hints.js";
import { Log } from "./log.js";
import { Requests } from "./requests.js";
import { showResult } from "./result.js";
import { Seats } from "./seats.js";
import { NO_TABLE, Socket } from "./socket.js";
import { makeSteps, Steps } from "./steps.js";
import { say } from "./words.js";

const room = document.getElementById("room");
const part = (name) => room.querySelector(name);
const stage = part(".stage");
const hint = part(".hint");
const alert = part("[role=alert]");
const ask = (request) => socket.send(request) || (showAlert(say("There is no connection just now.")), false);
const builder = new MoveBuilder(stage, part(".tray"), (move) => (standing.note(move), forecasts.play(move)), () => showAlert(""));
const forecasts = new Forecasts(stage, part(".tray"), builder, ask);
const standing = new Standing(stage, part(".tray"), builder, (move) => forecasts.send(move));
new Dragging(stage, builder);
const seats = new Seats(part(".seats"), ask);
const log = new Log(part(".log"), document.getElementById("live"));
const requests = new Requests(room, ask);
const hints = new Hints(room, stage, ask);
const steps = new Steps(room, part("[data-speed]"), show);
let latest = null; // the last frame that was shown
let board = null; // the step that the board shows, or is about to show
let isDrawn = true; // whether the board shows it already
let drawn = ""; // the drawing on the board
let news = []; // sentences that are still to be announced
let labels = {}; // only the first frame has them: the words for moves, and which arguments accept any number

initCopyButtons(document);
const address = new URL(room.dataset.socket, location.href);
address.protocol = address.protocol.replace("http", "ws");
const socket = new Socket(address, onMessage, onConnection);

function onMessage(message) {
  if (message.kind === "frame") receive(message);
  else if (message.kind === "forecast") forecasts.receive(message);
  else if (message.kind === "hint") hints.receive(message);
  else if (message.kind === "refused") onRefusal(message.why);
}

function receive(frame) {
  frame.received = performance.now();
  if (frame.moves) labels = { moves: frame.moves, free: frame.free };
  const isMyTurnStill = latest !== null && latest.legal.length > 0 && latest.key === frame.key;
  steps.add(makeSteps(frame, isMyTurnStill)); // nobody is kept from their move
}

function show(step) {
  news.push(...log.add(step.log, step.fresh));
  if (step.frame) showFrame(step.frame);
  setTimeout(announce);
  board = step;
  if (isDrawn) requestAnimationFrame(showBoard);
  isDrawn = false;
}

function showFrame(frame) {
  if (latest !== null && !latest.legal.length && frame.legal.length > 0) news.push(frame.hint);
  if (latest && frame.key !== latest.key) showAlert("");
  latest = frame;
  forecasts.update(frame.key);
  showTexts(frame);
}

/** Announce the lines of all steps that were shown at the same moment. */
function announce() {
  log.announce(news);
  news = [];
}

/** Draw only the newest step, once per animation frame of the screen. Moves are offered once everything is shown. */
function showBoard() {
  const hadFocus = stage.contains(document.activeElement);
  isDrawn = true;
  if (board.svg !== drawn) draw(stage, board.svg, { marks: board.isPly });
  drawn = board.svg;
  builder.update({ legal: [], key: board.key, ...board.frame, ...labels });
  builder.refocus(hadFocus);
  hints.mark();
}

function showTexts(frame) {
  room.dataset.state = frame.state;
  stage.classList.toggle("ended", frame.ending !== null); // by agreement or so: the board does not know it
  room.classList.toggle("looking-on", frame.seat < 0 || frame.over);
  seats.show(frame);
  showHint(frame);
  requests.show(frame);
  hints.show(frame);
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

/** Show the link of every seat that is still free. */
function showInvites({ seats: all }) {
  for (const box of room.querySelectorAll("[data-invite]")) {
    const seat = all[Number(box.dataset.invite)];
    box.hidden = seat.kind !== "friend";
  }
  const invites = part(".invites");
  if (invites) invites.hidden = ![...invites.querySelectorAll("[data-invite]")].some((box) => !box.hidden);
}

function onRefusal(sentence) {
  standing.stop("");
  showAlert(sentence);
  builder.unlock();
}

function showAlert(sentence) {
  if (alert.querySelector("span").textContent !== sentence) alert.querySelector("span").textContent = sentence;
  alert.hidden = sentence === "";
}

function onConnection(isOpen, code) {
  room.classList.toggle("offline", !isOpen);
  if (isOpen) return showAlert("");
  builder.unlock(); // the move that was sent may be lost
  if (code === NO_TABLE) showAlert(say("This table is no more."));
  else showAlert(say("The connection is lost; the page tries again by itself."));
}
