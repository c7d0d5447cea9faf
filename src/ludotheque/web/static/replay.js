/** The replay page: shows one position at a time, chosen by buttons, keys, the slider, the list, or played automatically. */

import { markAdvice } from "./advice.js";
import { Analysis, describeAdvice } from "./analysis.js";
import { initCopyButtons } from "./copy.js";
import { drawCurves, moveMark } from "./curves.js";
import { draw } from "./transition.js";
import { MoveList } from "./movelist.js";
import { showOutline } from "./outline.js";
import { fetchJson, Positions } from "./positions.js";
import { say } from "./words.js";

const PACE = 900; // milliseconds a move at speed 1
const LONGEST_TRANSITION = 0.8; // as a part of the time of a move

const root = document.getElementById("replay");
const part = (name) => root.querySelector(name);
const last = Number(root.dataset.plies);
const first = JSON.parse(document.getElementById("first").textContent);
const slider = document.getElementById("at");
const stage = part(".stage");
const positions = new Positions(root.dataset.id, root.dataset.lang, root.dataset.seat, first);
const list = new MoveList(part(".moves"), document.getElementById("emblems"), (ply) => go(ply));
const names = JSON.parse(root.dataset.names);
const facts = { id: root.dataset.id, language: root.dataset.lang, plies: last, names };
const panel = part(".analysis"); // only a match that is over has one
const analysis = panel && new Analysis(panel, document.getElementById("emblems"), facts, showAdvice);
let advice = null; // the costly move that was clicked
let at = first.ply; // the ply that was asked for last
let shown = null; // the position on the board
let story = null; // the whole match; arrives after the first position
let speed = 1;
let playing = 0; // a timer

const actions = {
  start: () => go(0),
  back: () => go(at - 1),
  play: () => (playing ? pause() : play()),
  on: () => go(at + 1),
  end: () => go(last),
};
const shortcuts = {
  " ": actions.play,
  ArrowLeft: actions.back,
  ArrowRight: actions.on,
  ArrowUp: () => go(turnFrom(-1)),
  ArrowDown: () => go(turnFrom(1)),
  Home: actions.start,
  End: actions.end,
};

for (const button of root.querySelectorAll("[data-key]")) button.addEventListener("click", actions[button.dataset.key]);
for (const button of root.querySelectorAll("[data-speed]")) button.addEventListener("click", () => setSpeed(button));
slider.addEventListener("input", () => go(Number(slider.value)));
document.getElementById("viewpoint")?.addEventListener("change", (event) => setViewpoint(event.target.value));
document.addEventListener("keydown", onKey);
document.addEventListener("keyup", (event) => isSpaceOnSpeed(event) && event.preventDefault()); // it would press the button
initCopyButtons(root);
show(first);
if (location.hash === "#analysis") analysis?.run();
fetchJson(`/replays/${root.dataset.id}/story?lang=${root.dataset.lang}`).then(showStory, showError);

/** Pause, and go to a position. */
function go(ply) {
  pause();
  return load(ply);
}

/** Fetch a position, and show it unless another one was asked for meanwhile. */
async function load(ply) {
  at = Math.max(0, Math.min(last, ply));
  slider.value = at;
  const wanted = at;
  try {
    const facts = await positions.get(at);
    if (wanted === at) show(facts);
    if (at < last) positions.get(at + 1);
  } catch (error) {
    showError(error);
  }
}

function play() {
  if (at === last) at = -1; // start again from the beginning
  root.classList.add("playing");
  labelPlayButton(true);
  playing = setTimeout(step, 0);
}

async function step() {
  const started = performance.now();
  const timer = playing;
  await load(at + 1);
  if (playing !== timer) return; // paused meanwhile
  if (at === last) return pause();
  playing = setTimeout(step, Math.max(0, PACE / speed - (performance.now() - started)));
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  root.classList.remove("playing");
  labelPlayButton(false);
  if (shown) setAddress(shown.ply);
}

function labelPlayButton(isPlaying) {
  const button = part("[data-key=play]");
  button.setAttribute("aria-label", isPlaying ? button.dataset.pause : button.dataset.play);
}

function setSpeed(button) {
  speed = Number(button.dataset.speed);
  for (const one of root.querySelectorAll("[data-speed]")) one.setAttribute("aria-pressed", one === button);
}

function onKey(event) {
  const isOther = event.target.closest("input, select, textarea, button, a, pre");
  const isFree = !isOther || event.target === slider || isSpaceOnSpeed(event);
  const act = shortcuts[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!isFree && (event.key === " " || event.target.closest("input, select, textarea"))) return;
  event.preventDefault();
  act();
}

/** Return whether a key is Space on a button for the speed: it plays and pauses all the same, and Enter presses. */
function isSpaceOnSpeed(event) {
  return event.key === " " && event.target.closest("[data-speed]") !== null;
}

/** Return the next ply in direction `way` that begins another turn. */
function turnFrom(way) {
  const turn = (ply) => story?.moves[ply]?.turn;
  let ply = at + way;
  while (ply > 0 && ply < last && (turn(ply) === turn(ply - 1) || turn(ply) === undefined)) ply += way;
  return ply;
}

/** Go to the position before a costly move, as its player saw it, and show what would have been better. */
function showAdvice(move) {
  advice = move;
  positions.seat = root.dataset.seat = String(move.seat);
  const select = document.getElementById("viewpoint");
  if (select) select.value = root.dataset.seat;
  go(move.ply - 1);
  stage.scrollIntoView({ block: "nearest" });
}

function setViewpoint(seat) {
  positions.seat = seat;
  root.dataset.seat = seat;
  load(at);
}

function show(facts) {
  draw(stage, facts.svg, { factor: Math.min(1, (PACE / speed / 320) * LONGEST_TRANSITION), marks: true, named: facts.named });
  const isAdvised = advice?.ply === facts.ply + 1;
  markAdvice(stage, isAdvised ? advice.moves : []);
  disableTargets(stage);
  showOutline(part(".outline"), facts.outline);
  stage.classList.toggle("ended", facts.ended); // by agreement or so: the board does not know it
  shown = facts;
  slider.value = facts.ply;
  for (const [seat, box] of [...part(".seats").children].entries()) {
    box.querySelector("[data-score]").textContent = facts.scores[seat];
    box.classList.toggle("turn", facts.active.includes(seat));
  }
  const words = isAdvised ? describeAdvice(advice, names) : facts.log.join(" ");
  part(".happened span").textContent = words;
  if (!playing) document.getElementById("live").textContent = `${describePly(facts.ply)}. ${words}`;
  if (!playing) setAddress(facts.ply); // browsers refuse too many changes of the address
  showDetails(facts.ply);
}

/** Remove the targets of the board: in a replay nothing can be clicked. */
function disableTargets(board) {
  for (const one of board.querySelectorAll(".legal")) {
    one.classList.remove("legal");
    one.removeAttribute("role");
    one.removeAttribute("tabindex");
  }
}

/** Show what depends on the story, which may arrive after the first position. */
function showDetails(ply) {
  part(".where b").textContent = turnWords(ply);
  part(".where span").textContent = moveWords(ply);
  slider.setAttribute("aria-valuetext", describePly(ply));
  moveMark(part(".curves"), last ? ply / last : 0);
  analysis?.moveTo(ply);
  list.show(ply);
  const move = story?.moves[ply - 1];
  for (const [seat, box] of [...part(".seats").children].entries()) {
    box.querySelector(".sub").textContent = describeSeat(seat, move);
    box.querySelector(".clock").textContent = move?.seat === seat && move.seconds !== undefined ? formatSeconds(move) : "";
  }
  showNotes(move ?? {});
}

/** Return who played the move in place of the seat's own bot, or whether the seat is to move. */
function describeSeat(seat, move) {
  if (move?.seat === seat && move.stand_in) return say("{bot} played: this bot was not compiled yet", { bot: move.stand_in });
  return shown.active.includes(seat) ? say("to move") : "";
}

function formatSeconds(move) {
  return `${move.seconds.toFixed(2)} s`;
}

function showNotes(move) {
  part(".notes").hidden = !move.said && !move.stderr;
  for (const name of ["said", "stderr"]) {
    for (const one of root.querySelectorAll(`[data-note=${name}]`)) one.hidden = !move[name];
    (part(`dd[data-note=${name}] pre`) ?? part(`dd[data-note=${name}]`)).textContent = move[name] ?? "";
  }
}

function describePly(ply) {
  return `${turnWords(ply)} ${moveWords(ply)}`.trim();
}

function turnWords(ply) {
  const turn = story?.moves[Math.min(ply, last - 1)]?.turn;
  return turn ? say("turn {turn}", { turn }) : "";
}

function moveWords(ply) {
  return say("move {ply} of {last}", { ply, last });
}

/** Set the address of the page, the link to share, the download and the form to this position. */
function setAddress(ply) {
  const address = new URL(location.href);
  address.searchParams.set("ply", ply);
  address.searchParams.set("seat", root.dataset.seat);
  history.replaceState(null, "", address);
  document.getElementById("share").value = address.href;
  part("[data-picture]").href = `/replays/${root.dataset.id}/plies/${ply}.svg?seat=${root.dataset.seat}`;
  part("[name=ply]").value = ply;
  part("[data-at]").textContent = ply;
  part(".onward [type=submit]").disabled = ply === last;
}

function showStory(facts) {
  story = facts;
  list.fill(facts.moves);
  drawCurves(part(".curves"), facts.curve);
  showDetails(shown.ply);
}

function showError(error) {
  pause();
  part(".happened span").textContent = error.message;
}
