"""The exact solution of Émile for two seats without a last round, stored in duel.npy.

`python -m ludotheque.games.emile.bots.duel` computes it again, in minutes on one core of a CPU and with `--device cuda`
in seconds on a GPU, and says how far it is from the stored one. The chance of every pair of scores follows from those
of all other pairs, with the turn between them solved by turn.py; the chances that agree with one another are found by
iteration. Each step continues the direction of the last ones (Anderson's method), which needs fewer steps than looking
one turn further each time.
"""

import argparse
import time
from collections import deque
from collections.abc import Callable
from functools import cache
from pathlib import Path

import numpy as np
import numpy.typing as npt

from ludotheque.games.emile import rules
from ludotheque.games.emile.bots.turn import STEP, STEPS, Payoff, Values, make_turn, solve_turn

FILE = Path(__file__).with_name("duel.npy")
ACCURACY = 1e-13  # the iteration ends when looking one turn further changes no chance by more
REMEMBERED = 8  # steps that the next one builds on

Chances = npt.NDArray[np.float64]  # [score of the seat that rolls next, the other score], in steps from the bottom
Scores = npt.NDArray[np.int64]


@cache
def load_duel() -> Chances:
    """Return the chance of the seat that rolls next: [its score, the other score], in steps from −2500."""
    chances: Chances = np.load(FILE)
    return chances


def solve_duel(goal: int = rules.GOAL, report: bool = False, device: str = "cpu") -> Chances:
    """Return the chances of a race from −`goal` to `goal`; a smaller one than 2500 is for tests."""
    top = 2 * goal // STEP
    look = make_look_ahead(goal, top, device)
    chances = np.full((top + 1, top + 1), 0.5)
    starts: deque[Chances] = deque(maxlen=REMEMBERED)
    changes: deque[Chances] = deque(maxlen=REMEMBERED)
    while True:
        change = look(chances) - chances
        largest = float(np.abs(change).max())
        if report:
            print(f"largest change: {largest:.1e}", flush=True)
        if largest < ACCURACY:
            return chances
        starts.append(chances)
        changes.append(change)
        chances = np.clip(extrapolate(starts, changes), 0, 1)


def make_look_ahead(goal: int, top: int, device: str) -> Callable[[Chances], Chances]:
    """Return a function that looks one turn ahead, on the CPU or on a GPU ("cuda")."""
    if device == "cuda":
        from ludotheque.games.emile.bots.duel_gpu import GpuLookAhead

        return GpuLookAhead(top, lambda chances, score: rate_turns(chances, score, goal))
    beyond: dict[int, Values] = {}
    return lambda chances: look_ahead(chances, beyond, goal)


def extrapolate(starts: deque[Chances], changes: deque[Chances]) -> Chances:
    """Return the mixture of the last steps in which the changes cancel out best."""
    last, change = starts[-1], changes[-1]
    if len(starts) == 1:
        return last + change
    turns = np.stack([(change - other).ravel() for other in changes][:-1], axis=1)
    ways = np.stack([(last + change - start - other).ravel() for start, other in zip(starts, changes)][:-1], axis=1)
    weights = np.linalg.lstsq(turns, change.ravel(), rcond=1e-12)[0]
    return last + change - (ways @ weights).reshape(last.shape)


def look_ahead(chances: Chances, beyond: dict[int, Values], goal: int) -> Chances:
    """Return the chances that follow from `chances` after one turn that is played best.

    `beyond` keeps, for each score, the values of turns with five dice to roll, for turns that pass 20000 next time.
    """
    top = len(chances) - 1
    ahead = np.full_like(chances, 0.5)  # nobody rolls once a score is at the top; any number does
    for score in range(top):
        beyond[score] = solve_row(chances, score, beyond.get(score), goal)
        ahead[score, :top] = beyond[score][0]
    return ahead


def solve_row(chances: Chances, score: int, beyond: Values | None = None, goal: int = rules.GOAL) -> Values:
    """Return the chances of `score` with five dice to roll against every other score: [potential, other score]."""
    return solve_turn(rate_turns(chances, score, goal), beyond)[:, make_turn().start]


def rate_turns(chances: Chances, score: int, goal: int) -> Payoff:
    """Return the best chance after each score of a turn that `score` plays, against every other score."""
    top = len(chances) - 1
    others = np.arange(top)
    own = rate_own(chances)[:, :top]
    other = rate_other(chances)[:, score]
    points, failures = (
        np.maximum(own[land(score, gains, True, goal)], other[land(others, gains, False, goal)])
        for gains in (tuple(range(rules.PERIOD, 2 * rules.PERIOD, STEP)), (rules.FAILED, rules.FAILED_ALL))
    )
    assert len(points) == STEPS  # step 0 is a turn of 20000: no turn scores 0
    return Payoff(points, failures)


def rate_own(chances: Chances) -> Chances:
    """Return the player's chance after the own score became the first index, with the other score as the second."""
    top = len(chances) - 1
    score, other = np.indices(chances.shape)
    left = np.where(other == score, top // 2, other)  # EM-16
    return np.where(score == top, 1.0, 1 - chances[left, score])


def rate_other(chances: Chances) -> Chances:
    """Return the player's chance after the other score became the first index, with the own score as the second."""
    top = len(chances) - 1
    other, score = np.indices(chances.shape)
    left = np.where(score == other, top // 2, score)
    return np.where(other == top, 0.0, 1 - chances[other, left])


@cache
def tabulate(gains: tuple[int, ...], is_own: bool, goal: int) -> Scores:
    """Return the new score for each turn's score and old score: [gain, score], in steps from the bottom."""
    scale = rules.GOAL // goal  # a shorter track is the track of the rules on a smaller scale
    points = range(-goal, goal + 1, STEP)
    changes = gains if is_own else [rules.opponent_change(gain) for gain in gains]
    return np.array([[(rules.bounce((old + by) * scale) // scale + goal) // STEP for old in points] for by in changes])


def land(scores: int | Scores, gains: tuple[int, ...], is_own: bool, goal: int) -> Scores:
    landings: Scores = tabulate(gains, is_own, goal)[:, scores]
    return landings


def main() -> None:
    parser = argparse.ArgumentParser(description="Solve Émile for two.")
    parser.add_argument("--device", choices=("cpu", "cuda"), default="cpu")
    parser.add_argument("--out", type=Path, default=FILE, help="where the chances are stored (in the package)")
    arguments = parser.parse_args()
    started, stored = time.perf_counter(), load_duel()
    solved = solve_duel(report=True, device=arguments.device)
    np.save(arguments.out, solved)
    print(f"The first player wins with a chance of {solved[0, 0]:.12f}.")
    print(f"{time.perf_counter() - started:.1f} s; largest difference from before: {np.abs(solved - stored).max():.1e}")


if __name__ == "__main__":
    main()
