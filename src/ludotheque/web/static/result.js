/** The result of a match: a table of the ranks. */

import { say } from "./words.js";

export function showResult(panel, { over, result, replay, ending }) {
  panel.hidden = !over || !result;
  if (panel.hidden || panel.dataset.shown) return;
  panel.dataset.shown = "yes";
  const rows = [...panel.querySelectorAll("tbody tr")];
  for (const line of result) fill(rows[line.seat], line);
  const order = [...result].sort((one, other) => one.rank - other.rank);
  panel.querySelector("tbody").append(...order.map(({ seat }) => rows[seat]));
  const how = panel.querySelector("[data-ending]");
  how.hidden = !ending;
  if (ending) how.textContent = describeEnding(ending);
  const link = panel.querySelector("[data-replay]");
  link.hidden = !replay;
  if (replay) link.href = replay;
}

function describeEnding(kind) {
  if (kind === "resignation") return say("The match ended because a player gave up.");
  if (kind === "draw") return say("The players agreed on a draw.");
  if (kind === "time") return say("The match ended because a player's time was up.");
  return say("The match ended because nobody was left to play.");
}

function fill(row, { name, rank, score, verdict }) {
  row.querySelector("[data-rank]").textContent = rank;
  row.querySelector("[data-name]").textContent = name;
  row.querySelector("[data-score]").textContent = score;
  row.querySelector("[data-verdict]").textContent = verdict === "ok" ? "" : verdict;
}
