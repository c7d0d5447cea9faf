"""Write docs/emile.md and its plots from the exact solution of Émile for two."""

import sys
from pathlib import Path
from typing import Any

import matplotlib as mpl
import numpy as np
import numpy.typing as npt
from PIL import Image

from ludotheque import run
from ludotheque.game import load
from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.duel import Chances, land, load_duel, rate_other, rate_own, rate_turns
from ludotheque.games.emile.bots.turn import ENDS, STEP, make_turn, solve_turn
from ludotheque.match import Match
from ludotheque.seat import make_player

mpl.use("agg")
from matplotlib import pyplot as plt

DOCS = Path(__file__).parent
GOAL = rules.GOAL
EXTENT = (-GOAL, GOAL, -GOAL, GOAL)
PAIRS = [(-2500, -2500), (0, 0), (2000, 2000), (2300, 0), (0, 2300)]
BOT = "champion"
GAINS = [100, 200, 300, 500, 1000, -100, -1000]

TEXT = """# Émile for two, solved

Two players who both play best, without a last round: every position has one exact chance to win. The table has one
number for each pair of scores (101 × 101 places), agrees with its own equations to 1e-13, and comes with the package.
`python -m ludotheque.games.emile.bots.duel` computes it again on one core in minutes. With `--device cuda` it takes 26
to 36 seconds on an NVIDIA H200, where it differed from the stored table by 8.9e-16 at most. `python docs/emile.py`
writes this page and its plots.

**The first player wins with a chance of {first:.12f}.**
The player who starts is at a small disadvantage.

![The chance of the player who rolls next](emile-chances.png)

The lines beside the diagonal come from the tixe: who lands on the other's score sends it back to 0.

## When to stop

With single 1s and 5s aside, the least total (potential and reserve) at which stopping is better than rolling the dice
that are left. A dash: for some reserve rolling is better up to 3000 at least.

{stops}

## Give or take

How often the turn's score is better used on the other player's score than on one's own, over all pairs of scores:

{gifts}

![Where the other player's score is the better choice](emile-settling.png)

## How it was checked

- A second model, written from the clauses alone, agrees to 1e-15 on a shorter track (−100 to 100).
- The stored chances agree with one look ahead by whole turns to 1e-12 (both are in the tests).
- {matches} matches of `{bot}` against itself without a last round: the first player won {won:.2%} (95 % interval
  {low:.2%} to {high:.2%}).
"""


def step(score: int) -> int:
    return (score + GOAL) // STEP


def find_stop(chances: Chances, own: int, other: int, dice: int) -> str:
    """Return the least total at which stopping is better than rolling `dice` dice, for reserves of single 1s and 5s."""
    payoff = rate_turns(chances, step(own), GOAL)
    values = solve_turn(payoff)[:, :, step(other)]
    stops = []
    for place, reserve in enumerate(make_turn().reserves):
        if rules.DICE - sum(reserve[:2]) != dice or reserve[2]:
            continue
        kept = rules.worth(*reserve)
        totals = range(max(kept, STEP), 3001, STEP)
        rolls = [values[(total - kept) // STEP, ENDS + place] for total in totals]
        better = [payoff.points[total // STEP, step(other)] >= roll for total, roll in zip(totals, rolls)]
        stops.append(next((total for total, stop in zip(totals, better) if stop), None))
    known = [stop for stop in stops if stop is not None]
    return f"{min(known)}" if len(known) == len(stops) else "–"


def write_stops(chances: Chances) -> str:
    rows = ["| own score | other score | chance | 1 die | 2 dice | 3 dice | 4 dice | 5 dice |", "|---" * 8 + "|"]
    for own, other in PAIRS:
        cells = " | ".join(find_stop(chances, own, other, dice) for dice in range(1, 6))
        rows.append(f"| {own} | {other} | {chances[step(own), step(other)]:.4f} | {cells} |")
    return "\n".join(rows)


def prefers_other(chances: Chances, gain: int) -> npt.NDArray[np.bool_]:
    """Return for each pair [own, other] whether OTHER is better than OWN."""
    top = len(chances) - 1
    places = np.arange(top)
    own = rate_own(chances)[land(places, (gain,), True, GOAL)[0]][:, :top]
    other = rate_other(chances)[land(places, (gain,), False, GOAL)[0]][:, :top].T
    return other > own


def write_gifts(chances: Chances) -> str:
    rows = ["| turn's score | better on the other's score |", "|---|---|"]
    rows += [f"| {gain} | {prefers_other(chances, gain).mean():.0%} |" for gain in GAINS]
    return "\n".join(rows)


def plot_chances(chances: Chances) -> None:
    figure, axes = plt.subplots(figsize=(5.4, 4.6))
    image = axes.imshow(chances[:-1, :-1], origin="lower", extent=EXTENT, cmap="RdBu", vmin=0, vmax=1)
    axes.set(xlabel="score of the other", ylabel="score of the player who rolls")
    figure.colorbar(image, label="chance to win")
    save(figure, "emile-chances.png")


def plot_settling(chances: Chances) -> None:
    gains = (300, 1000, -100, -1000)
    figure, all_axes = plt.subplots(1, len(gains), figsize=(9, 2.9), sharey=True)
    for axes, gain in zip(all_axes, gains):
        axes.imshow(prefers_other(chances, gain), origin="lower", extent=EXTENT, cmap="Oranges", vmin=0, vmax=1.4)
        axes.set(title=f"{gain:+}", xlabel="other")
    all_axes[0].set_ylabel("own score")
    save(figure, "emile-settling.png")


def save(figure: Any, name: str) -> None:
    figure.tight_layout()
    figure.savefig(DOCS / name, dpi=90, metadata={"Software": None})
    with Image.open(DOCS / name) as picture:  # 64 colours are enough, and a third of the size
        small = picture.convert("RGB").quantize(64)
    small.save(DOCS / name, optimize=True)
    plt.close(figure)


def simulate(matches: int) -> int:
    """Return how many matches the first player wins, of `matches` that the bot plays against itself by the rules."""
    game = load("emile")
    wins = 0
    for seed in range(matches):
        match = Match(game, 2, seed, {"first": 0, "rounds": 0})
        run(match, [make_player(game, BOT) for _ in range(2)])
        wins += match.ranks == [1, 2]
    return wins


def main(matches: int) -> None:
    chances = load_duel()
    plot_chances(chances)
    plot_settling(chances)
    won = simulate(matches) / matches
    error = 1.96 * (won * (1 - won) / matches) ** 0.5
    text = TEXT.format(
        first=chances[0, 0],
        stops=write_stops(chances),
        gifts=write_gifts(chances),
        matches=f"{matches:,}",
        bot=BOT,
        won=won,
        low=won - error,
        high=won + error,
    )
    (DOCS / "emile.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
