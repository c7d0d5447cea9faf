// A bot for Meduris in JavaScript: builds whenever it can, and gives the druid as much as it can.
// Each line is a name and its values; the line "go" asks for an answer.
"use strict";
const RESOURCES = 4;
const values = {}; // what each line said last, by its name

const numbers = (name) => values[name].split(" ").map(Number);

function choose() {
  const seat = parseInt(values.seat);
  const hand = numbers("hand").slice(RESOURCES * seat, RESOURCES * (seat + 1));
  const value = (move) => valueOf(hand, ...move.split(" "));
  return values.legal.split("; ").reduce((one, other) => (value(other) > value(one) ? other : one));
}

// Return how good a move is, beside other moves of the same moment.
function valueOf(hand, kind, first, second, third) {
  if (kind === "HUT") return 100 - numbers("run").at(Number(first) - 1); // a hut alone is cheap
  if (kind === "TEMPLE") return 50;
  if (kind === "SHIFT") return numbers("height")[third] - hand[third];
  if (kind === "WORKER") return -numbers("height")[first];
  if (kind === "TAKE") return -hand[first];
  return kind === "OFFER" ? Number(first) : hand[first]; // DROP and GIVE: what there is most of
}

require("readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const [name] = line.split(" ", 1);
  values[name] = line.slice(name.length + 1);
  if (name === "go") console.log(choose());
});
