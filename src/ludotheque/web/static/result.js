/** The end of a match: who has won, from the viewer's side, and a table of the ranks. */

import { say } from "./words.js";

export function showResult(panel, { over, result, replay, seat }) {
  panel.hidden = !over || !result;
  if (panel.hidden || panel.dataset.shown) return;
  panel.dataset.shown = "yes";
  panel.querySelector("#verdict span").textContent = describeVerdict(result, seat);
  const rows = [...panel.querySelectorAll("tbody tr")];
  for (const line of result) fill(rows[line.seat], line);
  const order = [...result].sort((one, other) => one.rank - other.rank);
  panel.querySelector("tbody").append(...order.map((line) => rows[line.seat]));
  const link = panel.querySelector("[data-replay]");
  link.hidden = !replay;
  if (replay) link.href = replay;
}

function describeVerdict(result, seat) {
  const own = result.find((line) => line.seat === seat)?.result;
  if (own === "won") return say("You win");
  if (own === "lost") return say("You lose");
  const winners = result.filter((line) => line.result === "won").map((line) => line.name);
  return own || winners.length === 0 ? say("Draw") : say("Won by {names}", { names: winners.join(", ") });
}

function fill(row, { name, rank, score, verdict }) {
  row.querySelector("[data-rank]").textContent = rank;
  row.querySelector("[data-name]").textContent = name;
  row.querySelector("[data-score]").textContent = score;
  row.querySelector("[data-verdict]").textContent = verdict === "ok" ? "" : verdict;
}
