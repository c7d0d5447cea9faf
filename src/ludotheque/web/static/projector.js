/** The projector page: the board of the contest, and one match after the other, for hours. What is new replaces what was
 * there, and what fails is asked for again. */

import { disableTargets, drawPosition, Player } from "./player.js";
import { fetchJson, Positions } from "./positions.js";
import { say } from "./words.js";

const ASK = 10_000; // milliseconds between two questions for the board, and after a failure
const MOST_STEPS = 30; // positions of one match; in a longer match some are left out
const HOLD = 4; // the last position stays for so many times the pace
const STILL = 6; // the same where nothing may move, and only the last position is shown
const MOST_STILL = 20; // times that a live match may be asked for without any change
const MOST_DAYS = 2; // from then on the time left is in days

const root = document.getElementById("projector");
const part = (name) => root.querySelector(name);
const stage = part(".stage");
const pace = Number(root.dataset.pace);
const reducedMotion = matchMedia("(prefers-reduced-motion: reduce)");
let state = JSON.parse(document.getElementById("state").textContent);
let end = 0; // when the time that is left is over, by this page's own clock
let played = []; // ids of the matches of `state` that were shown already
let wasLive = false; // whether the last one was shown while it was played: others come in between

showState(state);
setInterval(showTime, 1000);
askForever();
playForever();

// The board

async function askForever() {
  for (;;) {
    await wait(ASK);
    try {
      state = await fetchJson(root.dataset.address);
      showState(state);
      part("[data-offline]").hidden = true;
    } catch {
      part("[data-offline]").hidden = false;
    }
  }
}

function showState({ board, frozen, stage: name, seconds }) {
  part("tbody").innerHTML = board; // made by the server, which escapes names
  part("[data-frozen]").hidden = !frozen;
  part("[data-stage]").textContent = name;
  end = seconds === null ? null : performance.now() + 1000 * seconds;
  showTime();
}

function showTime() {
  part("[data-left]").textContent = end === null ? "" : formatTime(Math.max(0, Math.round((end - performance.now()) / 1000)));
}

function formatTime(seconds) {
  const hours = Math.floor(seconds / 3600);
  if (hours >= 24 * MOST_DAYS) return say("{days} days {hours} h", { days: Math.floor(hours / 24), hours: hours % 24 });
  const [minutes, rest] = [Math.floor(seconds / 60) % 60, seconds % 60].map((one) => String(one).padStart(2, "0"));
  return `${hours}:${minutes}:${rest}`;
}

// The matches

async function playForever() {
  for (;;) {
    wasLive = !wasLive && !reducedMotion.matches && state.live !== null && (await watchMatch(state.live));
    if (wasLive) await wait(pace * HOLD);
    const match = chooseNext();
    if (!match) {
      part("[data-reason]").textContent = say("Matches come here when they have been played.");
      await wait(ASK);
      continue;
    }
    try {
      await playMatch(match);
      await wait(pace * (reducedMotion.matches ? STILL : HOLD));
    } catch {
      await wait(ASK); // the server is away, or the match may not be seen any more
    }
  }
}

/** Show a match while it is being played; false if there was nothing to see of it any more. */
async function watchMatch({ id, names }) {
  let drawn = "";
  let still = 0;
  for (;;) {
    const frame = await fetchJson(`/api/tables/${id}?lang=${root.dataset.lang}`).catch(() => null);
    if (frame === null || (frame.over && !drawn)) return drawn !== "";
    if (!drawn) showMatch({ names, reason: say("Live") });
    still = frame.svg === drawn ? still + 1 : 0;
    if (still === 0) showFrame(frame);
    drawn = frame.svg;
    if (frame.over || still > MOST_STILL) return true;
    await wait(pace);
  }
}

/** Show the position of a table, and at the end who has won. */
function showFrame({ svg, seats, result }) {
  const words = { won: say("won"), drawn: say("a draw"), lost: "" };
  const results = [];
  for (const row of result ?? []) results[row.seat] = words[row.result];
  const active = seats.filter((one) => one.awaited).map((one) => one.seat);
  showFacts({ svg, active, scores: seats.map((one) => one.score), ended: false }, results);
}

/** Return the best match that was not shown yet; when all of them were, begin again. */
function chooseNext() {
  const ids = state.matches.map((one) => one.id);
  played = played.filter((id) => ids.includes(id));
  if (played.length === ids.length) played = played.slice(-1).filter(() => ids.length > 1); // not the same one twice in a row
  const next = state.matches.find((one) => !played.includes(one.id));
  if (next) played.push(next.id);
  return next;
}

/** Play a match to its end; where nothing may move, show its last position. */
function playMatch(match) {
  const positions = new Positions(match.id, root.dataset.lang, "open");
  const stride = Math.ceil(match.plies / MOST_STEPS) || 1;
  return new Promise((resolve, reject) => {
    let isNew = true;
    const player = new Player(positions, match.plies, -stride, {
      asked: () => {},
      show: (facts) => {
        if (isNew) showMatch(match);
        isNew = false;
        showPosition(match, facts);
      },
      failed: (error) => {
        reject(error); // before it pauses, which would be the end of a match
        player.pause();
      },
      paused: resolve,
    });
    Object.assign(player, { pace, stride });
    if (reducedMotion.matches) player.load(match.plies).then(resolve);
    else player.play();
  });
}

/** Show who plays, on an empty stage. */
function showMatch(match) {
  stage.replaceChildren();
  part("[data-reason]").textContent = match.reason;
  part(".seats").hidden = false;
  for (const [seat, box] of [...part(".seats").children].entries()) box.querySelector(".who").textContent = match.names[seat];
}

function showPosition(match, facts) {
  showFacts(facts, facts.ply === match.plies ? match.results : []);
}

/** Draw a position, and show scores, results and who is to move. */
function showFacts(facts, results = []) {
  drawPosition(stage, facts, pace);
  disableTargets(stage);
  for (const [seat, box] of [...part(".seats").children].entries()) {
    box.querySelector("[data-score]").textContent = facts.scores[seat];
    box.querySelector(".sub").textContent = results[seat] ?? "";
    box.classList.toggle("turn", facts.active.includes(seat));
  }
}

function wait(milliseconds) {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
