/** The table page: shows each frame on the board, the seats and the log, and sends the moves of the user. */

import { initCopyButtons } from "./copy.js";
import { draw } from "./transition.js";
import { Alert } from "./alert.js";
import { Attention } from "./attention.js";
import { Chat } from "./chat.js";
import { Dragging } from "./dragging.js";
import { initFolding, showLegendButton } from "./folding.js";
import { Forecasts } from "./forecast.js";
import { Standing } from "./standing.js";
import { MoveBuilder } from "./movebuilder.js";
import { Lesson } from "./lesson.js";
import { Hints } from "./hints.js";
import { Log } from "./log.js";
import { Naming } from "./naming.js";
import { Requests } from "./requests.js";
import { showOutline } from "./outline.js";
import { Result } from "./result.js";
import { Seats } from "./seats.js";
import { NO_TABLE, Socket } from "./socket.js";
import { Sounds } from "./sounds.js";
import { Spot } from "./spot.js";
import { makeSteps, Steps } from "./steps.js";
import { say } from "./words.js";

const room = document.getElementById("room");
const part = (name) => room.querySelector(name);
const stage = part(".stage");
const hint = part(".step .hint");
const alert = new Alert(part("[role=alert]"), room);
const ask = (request) => socket.send(request) || (showAlert(say("There is no connection just now.")), false);
const play = (move) => lesson.permits(move) && (standing.note(move), forecasts.play(move));
const builder = new MoveBuilder(stage, part(".tray"), play, { onStart: () => showAlert(""), onStep, onMiss });
const forecasts = new Forecasts(stage, part(".tray"), builder, ask);
const standing = new Standing(stage, part(".tray"), builder, (move) => forecasts.send(move));
const lesson = new Lesson(room, stage, builder);
new Dragging(stage, builder);
new Spot(stage, part(".asks"), builder);
const seats = new Seats(part(".seats"), ask);
const log = new Log(part(".log"), document.getElementById("live"));
new Naming(stage, part(".log"), () => room.dispatchEvent(new Event("uncover")));
const requests = new Requests(room, ask);
const chat = new Chat(room, ask);
const result = new Result(part(".result"));
const hints = new Hints(room, stage, ask);
const sounds = new Sounds(part("#sounds"));
const attention = new Attention(part("#notifications"), part("#notifications-problem span"));
const steps = new Steps(room, part("[data-speed]"), show);
let latest = null; // the last frame that was shown
let board = null; // the step that the board shows, or is about to show
let isDrawn = true; // whether the board shows it already
let drawn = ""; // the drawing on the board
let news = []; // sentences that are still to be announced
let instruction = null; // what to choose next in the move that the user has begun
let labels = {}; // only the first frame has them: the words for moves, and which arguments accept any number

initCopyButtons(document);
initFolding(room);
const address = new URL(room.dataset.socket, location.href);
address.protocol = address.protocol.replace("http", "ws");
const socket = new Socket(address, onMessage, onConnection);

function onMessage(message) {
  if (message.kind === "frame") receive(message);
  else if (message.kind === "forecast") forecasts.receive(message);
  else if (message.kind === "why") showWhy(message.why);
  else if (message.kind === "chat") chat.receive(message);
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
  const sentences = log.add(step.log, step.fresh);
  news.push(...sentences);
  if (sentences.length > 0) part(".latest").textContent = sentences.at(-1);
  if (step.isPly || step.fresh > 0) sounds.play("move");
  if (step.frame) showFrame(step.frame);
  setTimeout(announce);
  board = step;
  if (isDrawn) requestAnimationFrame(showBoard);
  isDrawn = false;
}

function showFrame(frame) {
  if (latest !== null && !latest.legal.length && frame.legal.length > 0) news.push(frame.hint);
  if (latest && frame.key !== latest.key) showAlert("");
  if (latest) callPlayer(latest, frame);
  latest = frame;
  forecasts.update(frame.key);
  showTexts(frame);
}

/** Tell the player that their turn has begun, or that the match is over. */
function callPlayer(before, frame) {
  const hasOthers = frame.key !== before.key && (frame.plies ?? []).some((ply) => ply.seat !== frame.seat);
  const hasTurn = frame.legal.length > 0 && (before.legal.length === 0 || hasOthers);
  const isEnd = frame.over && !before.over;
  if (hasTurn || isEnd) sounds.play(isEnd ? "end" : "turn");
  if (frame.seat >= 0 && (hasTurn || isEnd)) attention.call(isEnd ? say("The match is over.") : say("It is your turn."));
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
  if (board.svg !== drawn) draw(stage, board.svg, { marks: board.isPly, named: namedBy(board) });
  drawn = board.svg;
  room.classList.toggle("plain", !stage.querySelector("[data-players]")); // the page shows names and scores itself
  showLegendButton(stage);
  if (board.frame) lesson.update(board.frame);
  builder.update({ legal: [], key: board.key, ...board.frame, ...labels });
  builder.refocus(hadFocus);
  hints.mark();
}

/** Return what the new lines of a step name on the board. */
function namedBy({ log: { named = [] }, fresh }) {
  return fresh > 0 ? named.slice(-fresh).flat() : [];
}

function showTexts(frame) {
  room.dataset.state = frame.state;
  stage.classList.toggle("ended", frame.ending !== null); // by agreement or so: the board does not know it
  room.classList.toggle("looking-on", frame.seat < 0 || frame.over);
  seats.show(frame);
  attention.showTurn(frame.legal.length > 0);
  showHint(frame);
  requests.show(frame);
  hints.show(frame);
  const watchers = document.querySelector("[data-watchers]");
  watchers.hidden = frame.watchers === 0;
  watchers.textContent = say("Watching: {count}", { count: frame.watchers });
  document.querySelector("[data-compiling]").hidden = frame.ready;
  showInvites(frame);
  showOutline(part(".outline"), frame.outline);
  result.show(frame);
}

function showHint(frame) {
  const sentence = instruction ?? frame.hint;
  hint.classList.toggle("wait", frame.legal.length === 0);
  if (hint.querySelector("span").textContent !== sentence) hint.querySelector("span").textContent = sentence;
}

/** Show what to choose next; null: no part of a move is chosen. */
function onStep(sentence) {
  if (sentence !== null && sentence !== instruction) log.announce([sentence]);
  instruction = sentence;
  if (latest) showHint(latest);
}

/** Say at the place of a click why it did nothing: the rule's sentence, if the board knows which move it would be. */
function onMiss(move) {
  if (!latest || latest.seat < 0 || latest.over) return;
  const isAsked = move !== null && ask({ do: "why", move });
  if (!isAsked && !lesson.remind()) showWhy(null);
}

function showWhy(sentence) {
  alert.showHere(sentence ?? hint.textContent.trim());
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
  alert.showHere(sentence);
  builder.unlock();
}

function showAlert(sentence) {
  alert.show(sentence);
}

function onConnection(isOpen, code) {
  room.classList.toggle("offline", !isOpen);
  if (isOpen) return showAlert("");
  builder.unlock(); // the move that was sent may be lost
  if (code === NO_TABLE) showAlert(say("This table is no more."));
  else showAlert(say("The connection is lost; the page tries again by itself."));
}
