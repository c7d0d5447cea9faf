/** The result of a match: a table of the ranks. */

export function showResult(panel, { over, result, replay }) {
  panel.hidden = !over || !result;
  if (panel.hidden || panel.dataset.shown) return;
  panel.dataset.shown = "yes";
  const rows = [...panel.querySelectorAll("tbody tr")];
  for (const line of result) fill(rows[line.seat], line);
  const order = [...result].sort((one, other) => one.rank - other.rank);
  panel.querySelector("tbody").append(...order.map(({ seat }) => rows[seat]));
  const link = panel.querySelector("[data-replay]");
  link.hidden = !replay;
  if (replay) link.href = replay;
}

function fill(row, { name, rank, score, verdict }) {
  row.querySelector("[data-rank]").textContent = rank;
  row.querySelector("[data-name]").textContent = name;
  row.querySelector("[data-score]").textContent = score;
  row.querySelector("[data-verdict]").textContent = verdict === "ok" ? "" : verdict;
}
