/** The replay page: shows one position at a time, chosen by buttons, keys, the slider, the list, or played automatically. */

import { markAdvice } from "./advice.js";
import { Analysis, describeAdvice } from "./analysis.js";
import { initCopyButtons } from "./copy.js";
import { drawCurves, moveMark } from "./curves.js";
import { MoveList } from "./movelist.js";
import { showOutline } from "./outline.js";
import { disableTargets, drawPosition, PACE, Player } from "./player.js";
import { fetchJson, Positions } from "./positions.js";
import { formatNumber, say } from "./words.js";

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
let shown = null; // the position on the board
let story = null; // the whole match; arrives after the first position
const player = new Player(positions, last, first.ply, {
  asked: (ply) => (slider.value = ply),
  show,
  failed: showError,
  paused: showPaused,
});

const actions = {
  start: () => go(0),
  back: () => go(player.at - 1),
  play: () => (player.isPlaying ? player.pause() : play()),
  on: () => go(player.at + 1),
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
  player.pause();
  return player.load(ply);
}

function play() {
  root.classList.add("playing");
  labelPlayButton(true);
  player.play();
}

function showPaused() {
  root.classList.remove("playing");
  labelPlayButton(false);
  if (shown) setAddress(shown.ply);
}

function labelPlayButton(isPlaying) {
  const button = part("[data-key=play]");
  button.setAttribute("aria-label", isPlaying ? button.dataset.pause : button.dataset.play);
}

function setSpeed(button) {
  player.pace = PACE / Number(button.dataset.speed);
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
  let ply = player.at + way;
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
  player.load(player.at);
}

function show(facts) {
  drawPosition(stage, facts, player.pace);
  const isAdvised = advice?.ply === facts.ply + 1;
  markAdvice(stage, isAdvised ? advice.moves : []);
  disableTargets(stage);
  showOutline(part(".outline"), facts.outline);
  shown = facts;
  slider.value = facts.ply;
  for (const [seat, box] of [...part(".seats").children].entries()) {
    box.querySelector("[data-score]").textContent = facts.scores[seat];
    box.classList.toggle("turn", facts.active.includes(seat));
  }
  const words = isAdvised ? describeAdvice(advice, names) : facts.log.join(" ");
  part(".happened span").textContent = words;
  if (!player.isPlaying) document.getElementById("live").textContent = `${describePly(facts.ply)}. ${words}`;
  if (!player.isPlaying) setAddress(facts.ply); // browsers refuse too many changes of the address
  showDetails(facts.ply);
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
  return `${formatNumber(move.seconds, 2)} s`;
}

function showNotes(move) {
  part(".notes").hidden = !move.said && !move.stderr && !part(".own"); // there it keeps its place beside the board
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
  player.pause();
  part(".happened span").textContent = error.message;
}
