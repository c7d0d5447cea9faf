/** The analysis of a finished match: asks for it, shows its progress, then chances, accuracy and costly moves. */

import { drawCurves, moveMark } from "./curves.js";
import { describeTurningPoint, findTurningPoint } from "./turning.js";
import { formatNumber, formatPercent, say } from "./words.js";

export class Analysis {
  /** `panel` is rendered by the server; `onChoose(move)` is called with the costly move that was clicked. */
  constructor(panel, emblems, { id, language, plies, names }, onChoose) {
    this.panel = panel;
    this.emblems = [...emblems.content.children];
    Object.assign(this, { id, language, names });
    this.plies = plies;
    this.onChoose = onChoose;
    this.button = this.part("[data-analyse]");
    this.button.addEventListener("click", () => this.run());
  }

  part(name) {
    return this.panel.querySelector(name);
  }

  async run() {
    this.button.hidden = true;
    this.setError("");
    this.showProgress({ done: 0, total: 0 });
    try {
      for await (const line of readAnalysis(`/replays/${this.id}`, this.language)) this.onLine(line);
    } catch (error) {
      this.setError(error.message);
    }
    this.part(".progress").hidden = true;
  }

  onLine(line) {
    if (line.error) throw new Error(line.error);
    if (line.analysis) this.show(line.analysis);
    else this.showProgress(line);
  }

  showProgress({ done, total }) {
    const bar = this.part("progress");
    this.part(".progress").hidden = false;
    if (total) [bar.max, bar.value] = [total, done];
    this.part(".progress span").textContent = describeProgress({ done, total });
  }

  setError(sentence) {
    const alert = this.part("[role=alert]");
    alert.querySelector("span").textContent = sentence;
    alert.hidden = sentence === "";
    if (sentence) this.button.hidden = false;
  }

  show({ accuracy, curve, costly, judged }) {
    this.part(".found").hidden = false;
    this.part("[data-turning]").textContent = describeTurningPoint(findTurningPoint(curve), this.names);
    drawCurves(this.part(".chances svg"), { plies: curve.plies, scores: curve.chances }, [0, 1]);
    for (const [seat, shown] of [...this.panel.querySelectorAll("[data-accuracy]")].entries()) {
      shown.textContent = accuracy[seat] === null ? "–" : formatNumber(accuracy[seat], 1);
    }
    this.part("[data-judged]").textContent = say("{count} decisions were judged, by what each player could know.", { count: judged });
    this.part(".costly").replaceChildren(...costly.map((move) => this.item(move)));
    this.part("[data-none]").hidden = costly.length > 0;
  }

  item(move) {
    const item = element("li");
    const link = element("button", "", "link");
    link.type = "button";
    link.append(element("span", move.ply, "n"), this.emblems[move.seat].cloneNode(true), describe(move));
    link.append(element("span", `−${formatPercent(move.loss)}`, "t"));
    link.addEventListener("click", () => this.choose(link, move));
    item.append(link);
    return item;
  }

  choose(link, move) {
    for (const one of this.panel.querySelectorAll("[aria-current]")) one.removeAttribute("aria-current");
    link.setAttribute("aria-current", "step");
    this.onChoose(move);
  }

  /** Mark the current ply on the curve. */
  moveTo(ply) {
    moveMark(this.part(".chances svg"), this.plies ? ply / this.plies : 0);
  }
}

/** Return what would have been better, in words. */
export function describeAdvice(move, names) {
  const later = move.later.map(({ seat, says }) => say("{name}: {move}", { name: names[seat], move: says })).join(", ");
  const facts = { best: move.best, chance: formatPercent(move.best_chance), played: formatPercent(move.chance) };
  const better = say("Better: {best} ({chance} to be first, not {played}).", facts);
  return later ? `${better} ${say("Then expected: {moves}.", { moves: later })}` : better;
}

function describe({ played, best }) {
  const words = element("span");
  words.append(element("span", played), element("br"), element("b", say("better: {move}", { move: best })));
  return words;
}

export function describeProgress({ done, total }) {
  return total ? say("{done} of {total} decisions", { done, total }) : say("Waiting for its turn…");
}

/** Ask for the analysis of a replay, and yield each line of the response as JSON. */
export async function* readAnalysis(replay, language) {
  const response = await fetch(`${replay}/analysis?lang=${language}`, { method: "POST", headers: { Accept: "application/json" } });
  if (!response.ok) throw new Error((await response.json()).error);
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let text = "";
  for (;;) {
    const { value, done } = await reader.read();
    if (done) break;
    const lines = (text + value).split("\n");
    text = lines.pop();
    for (const line of lines) yield JSON.parse(line);
  }
}

function element(tag, words = "", cls = "") {
  const created = document.createElement(tag);
  created.textContent = words;
  if (cls) created.className = cls;
  return created;
}
