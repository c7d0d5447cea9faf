// A bot for Émile in JavaScript: keeps the best dice and stops once the turn is worth enough.
// Each line is a name and its values; the line "go" asks for an answer.
"use strict";
const ENOUGH = 350; // points of a turn
const values = {}; // what each line said last, by its name

function choose() {
  const legal = values.legal.split("; ");
  if (legal.includes("OWN")) return "OWN";
  const best = legal.reduce((one, other) => (worth(other) > worth(one) ? other : one));
  return Number(values.potential) + worth(best) >= ENOUGH ? "STOP" : best;
}

// Return the points of the reserve that a KEEP leads to.
function worth(move) {
  const [kind, ones, fives, brelan] = move.split(" ");
  if (kind !== "KEEP") return 0;
  return 100 * ones + 50 * fives + (brelan === "1" ? 700 : 100 * brelan);
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [name] = line.split(" ", 1);
  values[name] = line.slice(name.length + 1);
  if (name === "go") console.log(choose());
});
