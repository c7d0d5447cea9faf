/** The end of a match: who has won, from the viewer's side, the ranks with the parts of each score, the analysis. */

import { describeProgress, readAnalysis } from "./analysis.js";
import { describeTurningPoint, findTurningPoint } from "./turning.js";
import { say } from "./words.js";

export class Result {
  constructor(panel) {
    this.panel = panel;
    this.names = [];
    this.turning = panel.querySelector(".turning");
    this.analyse = panel.querySelector("[data-analyse]");
    this.analyse.addEventListener("click", (event) => this.onAnalyse(event));
  }

  show({ over, result, replay, seat }) {
    this.panel.hidden = !over || !result;
    if (this.panel.hidden || this.panel.dataset.shown) return;
    this.panel.dataset.shown = "yes";
    this.names = [...result].sort((one, other) => one.seat - other.seat).map((line) => line.name);
    this.panel.querySelector("#verdict span").textContent = describeVerdict(result, seat);
    const rows = [...this.panel.querySelectorAll("tbody tr")];
    for (const line of result) fill(rows[line.seat], line);
    const order = [...result].sort((one, other) => one.rank - other.rank);
    this.panel.querySelector("tbody").append(...order.map((line) => rows[line.seat]));
    const link = this.panel.querySelector("[data-replay]");
    link.hidden = !replay;
    if (replay) link.href = replay;
  }

  /** The first click analyses the match here and shows its turning point; then the link leads to the whole analysis. */
  async onAnalyse(event) {
    if (this.turning.dataset.state === "done") return;
    event.preventDefault();
    if (this.turning.dataset.state === "busy") return;
    this.turning.dataset.state = "busy";
    try {
      const { pathname } = new URL(this.analyse.href);
      for await (const line of readAnalysis(pathname, document.documentElement.lang)) this.onLine(line);
    } catch (error) {
      this.turning.dataset.state = "failed";
      this.say(error.message);
    }
  }

  onLine(line) {
    if (line.error) throw new Error(line.error);
    if (!line.analysis) return this.say(describeProgress(line));
    const point = findTurningPoint(line.analysis.curve);
    this.say(describeTurningPoint(point, this.names) || say("The match is analysed."));
    this.turning.dataset.state = "done";
    this.analyse.textContent = say("See the analysis");
    if (point?.ply) this.analyse.search = `?ply=${point.ply}`;
  }

  say(sentence) {
    this.turning.hidden = false;
    if (this.turning.textContent !== sentence) this.turning.textContent = sentence;
  }
}

function describeVerdict(result, seat) {
  const own = result.find((line) => line.seat === seat)?.result;
  if (own === "won") return say("You win");
  if (own === "lost") return say("You lose");
  const winners = result.filter((line) => line.result === "won").map((line) => line.name);
  return own || winners.length === 0 ? say("Draw") : say("Won by {names}", { names: winners.join(", ") });
}

function fill(row, { name, rank, score, verdict, parts }) {
  row.querySelector("[data-rank]").textContent = rank;
  row.querySelector("[data-name]").textContent = name;
  row.querySelector("[data-score]").textContent = score;
  row.querySelector("[data-verdict]").textContent = verdict === "ok" ? "" : verdict;
  const list = row.querySelector("[data-parts]");
  list.hidden = !parts?.length;
  list.replaceChildren(...(parts ?? []).map(describePart));
}

/** Return a part of a score: its words, and its points with their sign. */
function describePart({ words, points }) {
  const [item, number] = [document.createElement("li"), document.createElement("b")];
  number.textContent = points < 0 ? `−${-points}` : `+${points}`;
  item.append(`${words} `, number);
  return item;
}
