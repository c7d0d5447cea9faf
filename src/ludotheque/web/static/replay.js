/** The replay page: one position at a time, by buttons, keys, the slider, the list of moves, or by itself. */

import { copyButtons } from "./copy.js";
import { drawCurves, moveMark } from "./curves.js";
import { draw } from "./glide.js";
import { MoveList } from "./movelist.js";
import { fetched, Plies } from "./plies.js";
import { say } from "./words.js";

const PACE = 900; // milliseconds a move at speed 1
const LONGEST_GLIDE = 0.8; // of the time that a move has

const root = document.getElementById("replay");
const part = (name) => root.querySelector(name);
const last = Number(root.dataset.plies);
const first = JSON.parse(document.getElementById("first").textContent);
const slider = document.getElementById("at");
const stage = part(".stage");
const plies = new Plies(root.dataset.id, root.dataset.lang, root.dataset.seat, first);
const list = new MoveList(part(".moves"), document.getElementById("emblems"), (ply) => go(ply));
let at = first.ply; // where we want to be
let shown = null; // what the board shows
let story = null;
let speed = 1;
let playing = 0; // a timer

const keys = {
  start: () => go(0),
  back: () => go(at - 1),
  play: () => (playing ? pause() : play()),
  on: () => go(at + 1),
  end: () => go(last),
};
const typed = {
  " ": keys.play,
  ArrowLeft: keys.back,
  ArrowRight: keys.on,
  ArrowUp: () => go(turnFrom(-1)),
  ArrowDown: () => go(turnFrom(1)),
  Home: keys.start,
  End: keys.end,
};

for (const button of root.querySelectorAll("[data-key]")) button.addEventListener("click", keys[button.dataset.key]);
for (const button of root.querySelectorAll("[data-speed]")) button.addEventListener("click", () => choose(button));
slider.addEventListener("input", () => go(Number(slider.value)));
document.getElementById("viewpoint")?.addEventListener("change", (event) => see(event.target.value));
document.addEventListener("keydown", pressed);
copyButtons(root);
show(first);
fetched(`/replays/${root.dataset.id}/story?lang=${root.dataset.lang}`).then(tell, trouble);

/** Go to a position, by hand: whatever plays by itself stops. */
function go(ply) {
  pause();
  return travel(ply);
}

/** Fetch and show a position, unless we want to be elsewhere by then. */
async function travel(ply) {
  at = Math.max(0, Math.min(last, ply));
  slider.value = at;
  const wanted = at;
  try {
    const facts = await plies.get(at);
    if (wanted === at) show(facts);
    if (at < last) plies.get(at + 1);
  } catch (error) {
    trouble(error);
  }
}

function play() {
  if (at === last) at = -1; // once more from the start
  root.classList.add("playing");
  label(true);
  playing = setTimeout(step, 0);
}

async function step() {
  const started = performance.now();
  const timer = playing;
  await travel(at + 1);
  if (playing !== timer) return; // paused meanwhile
  if (at === last) return pause();
  playing = setTimeout(step, Math.max(0, PACE / speed - (performance.now() - started)));
}

function pause() {
  clearTimeout(playing);
  playing = 0;
  root.classList.remove("playing");
  label(false);
  if (shown) keepAddress(shown.ply);
}

function label(isPlaying) {
  const button = part("[data-key=play]");
  button.setAttribute("aria-label", isPlaying ? button.dataset.pause : button.dataset.play);
}

function choose(button) {
  speed = Number(button.dataset.speed);
  for (const one of root.querySelectorAll("[data-speed]")) one.setAttribute("aria-pressed", one === button);
}

function pressed(event) {
  const isFree = !event.target.closest("input, select, textarea, button, a, pre") || event.target === slider;
  const act = typed[event.key];
  if (!act || event.ctrlKey || event.metaKey || event.altKey) return;
  if (!isFree && (event.key === " " || event.target.closest("input, select, textarea"))) return;
  event.preventDefault();
  act();
}

/** The next position that begins another turn, forward or back. */
function turnFrom(way) {
  const turn = (ply) => story?.moves[ply]?.turn;
  let ply = at + way;
  while (ply > 0 && ply < last && (turn(ply) === turn(ply - 1) || turn(ply) === undefined)) ply += way;
  return ply;
}

function see(seat) {
  plies.seat = seat;
  root.dataset.seat = seat;
  travel(at);
}

function show(facts) {
  draw(stage, facts.svg, Math.min(1, (PACE / speed / 320) * LONGEST_GLIDE));
  calm(stage);
  shown = facts;
  slider.value = facts.ply;
  for (const [seat, box] of [...part(".seats").children].entries()) {
    box.querySelector("[data-score]").textContent = facts.scores[seat];
    box.classList.toggle("turn", facts.active.includes(seat));
  }
  part(".happened span").textContent = facts.log.join(" ");
  if (!playing) document.getElementById("live").textContent = `${where(facts.ply)}. ${facts.log.join(" ")}`;
  if (!playing) keepAddress(facts.ply); // browsers refuse too many changes a second
  follow(facts.ply);
}

/** Nothing on this board is to be clicked. */
function calm(board) {
  for (const one of board.querySelectorAll(".legal")) {
    one.classList.remove("legal");
    one.removeAttribute("role");
    one.removeAttribute("tabindex");
  }
}

/** What depends on the story, which may come later than the first position. */
function follow(ply) {
  part(".where b").textContent = turnWords(ply);
  part(".where span").textContent = moveWords(ply);
  slider.setAttribute("aria-valuetext", where(ply));
  moveMark(part(".curves"), last ? ply / last : 0);
  list.show(ply);
  const move = story?.moves[ply - 1];
  for (const [seat, box] of [...part(".seats").children].entries()) {
    box.querySelector(".sub").textContent = shown.active.includes(seat) ? say("to move") : "";
    box.querySelector(".clock").textContent = move?.seat === seat && move.seconds !== undefined ? seconds(move) : "";
  }
  notes(move ?? {});
}

function seconds(move) {
  return `${move.seconds.toFixed(2)} s`;
}

function notes(move) {
  part(".notes").hidden = !move.said && !move.stderr;
  for (const name of ["said", "stderr"]) {
    for (const one of root.querySelectorAll(`[data-note=${name}]`)) one.hidden = !move[name];
    (part(`dd[data-note=${name}] pre`) ?? part(`dd[data-note=${name}]`)).textContent = move[name] ?? "";
  }
}

function where(ply) {
  return `${turnWords(ply)} ${moveWords(ply)}`.trim();
}

function turnWords(ply) {
  const turn = story?.moves[Math.min(ply, last - 1)]?.turn;
  return turn ? say("turn {turn}", { turn }) : "";
}

function moveWords(ply) {
  return say("move {ply} of {last}", { ply, last });
}

/** The address, the link to share, and what is downloaded or played on are those of this position. */
function keepAddress(ply) {
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

function tell(told) {
  story = told;
  list.fill(told.moves);
  drawCurves(part(".curves"), told.curve);
  follow(shown.ply);
}

function trouble(error) {
  pause();
  part(".happened span").textContent = error.message;
}
