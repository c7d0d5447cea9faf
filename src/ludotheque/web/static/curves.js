/** Curves of a replay, one per seat: scores behind the slider, chances in the analysis. */

const SVG = "http://www.w3.org/2000/svg";
const [WIDTH, HEIGHT, MARGIN] = [100, 34, 2];

/** Draw one line per seat, and the mark of the current ply. `range` is what the height shows; else what there is. */
export function drawCurves(svg, { plies, scores }, range = null) {
  const all = scores.flat();
  const [low, high] = range ?? [Math.min(...all), Math.max(...all)];
  const last = plies.at(-1) || 1;
  const x = (i) => ((plies[i] / last) * WIDTH).toFixed(2);
  const y = (score) => (HEIGHT - MARGIN - ((score - low) / (high - low || 1)) * (HEIGHT - 2 * MARGIN)).toFixed(2);
  const lines = scores.map((row, seat) => {
    const group = createSvg("g", { class: `s${seat}` });
    group.append(createSvg("path", { class: "edge", d: `M${row.map((score, i) => `${x(i)} ${y(score)}`).join(" L")}` }));
    return group;
  });
  svg.replaceChildren(...lines, createSvg("path", { class: "mark", d: `M0 0 V${HEIGHT}` }));
}

export function moveMark(svg, fraction) {
  svg.querySelector(".mark")?.setAttribute("d", `M${(fraction * WIDTH).toFixed(2)} 0 V${HEIGHT}`);
}

function createSvg(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
