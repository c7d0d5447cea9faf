/** The scores over the whole match, behind the slider. */

const SVG = "http://www.w3.org/2000/svg";
const [WIDE, HIGH, EDGE] = [100, 34, 2];

/** One line a seat in its colour, and the mark of where we are. */
export function drawCurves(svg, { plies, scores }) {
  const all = scores.flat();
  const [low, high] = [Math.min(...all), Math.max(...all)];
  const last = plies.at(-1) || 1;
  const x = (i) => ((plies[i] / last) * WIDE).toFixed(2);
  const y = (score) => (HIGH - EDGE - ((score - low) / (high - low || 1)) * (HIGH - 2 * EDGE)).toFixed(2);
  const lines = scores.map((row, seat) => {
    const group = made("g", { class: `s${seat}` });
    group.append(made("path", { class: "edge", d: `M${row.map((score, i) => `${x(i)} ${y(score)}`).join(" L")}` }));
    return group;
  });
  svg.replaceChildren(...lines, made("path", { class: "mark", d: `M0 0 V${HIGH}` }));
}

export function moveMark(svg, part) {
  svg.querySelector(".mark")?.setAttribute("d", `M${(part * WIDE).toFixed(2)} 0 V${HIGH}`);
}

function made(tag, attributes) {
  const element = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  return element;
}
