"""The turns of all pairs of scores solved at once on a GPU, one thread for each pair."""

from collections.abc import Callable
from typing import Any

import numba.cuda
import numpy as np

from ludotheque.compile import compiled
from ludotheque.game import Array
from ludotheque.games.emile.bots.turn import (
    ADDED,
    ENDS,
    FACTOR,
    FAILED,
    NODE,
    STEPS,
    STOPPED,
    Payoff,
    Values,
    make_turn,
)

cuda: Any = numba.cuda

THREADS = 64  # per block: pairs are few, so that small blocks use more of the GPU


@compiled
def solve_pair(
    roll_starts: Array, chances: Array, branch_starts: Array, branches: Array, values: Array, pair: int
) -> None:
    """Fill the values of one pair of scores from the largest potential down, as turn.fill_values does for many."""
    for p in range(STEPS - 1, -1, -1):
        for r in range(len(roll_starts) - 1):
            total = 0.0
            for roll in range(roll_starts[r], roll_starts[r + 1]):
                best = -1.0
                for branch in range(branch_starts[roll], branch_starts[roll + 1]):
                    q = branches[branch, FACTOR] * (p + branches[branch, ADDED])
                    while q >= STEPS:
                        q -= STEPS
                    best = max(best, values[q, branches[branch, NODE], pair])
                total += chances[roll] * best
            values[p, ENDS + r, pair] = total


class GpuLookAhead:
    """Looks one turn ahead like `duel.look_ahead`.

    The values stay on the GPU: what a turn is worth beyond 20000 is read from those of the call before.
    """

    def __init__(self, top: int, rate_turns: Callable[[Values, int], Payoff]):
        """`rate_turns` returns the payoff of a turn that a score plays against all others, from all chances."""
        solve = cuda.jit(device=True)(solve_pair)

        def solve_pairs(
            roll_starts: Any, chances: Any, branch_starts: Any, branches: Any, values: Any, points: Any, failures: Any
        ) -> None:
            pair = cuda.grid(1)
            if pair < values.shape[2]:
                for p in range(STEPS):
                    values[p, STOPPED, pair] = points[p, pair]
                    for failure in range(2):
                        values[p, FAILED + failure, pair] = failures[failure, pair]
                solve(roll_starts, chances, branch_starts, branches, values, pair)

        turn = make_turn()
        tables = (turn.roll_starts, turn.chances, turn.branch_starts, turn.branches)
        self._rate_turns, self._start = rate_turns, turn.start
        self._kernel = cuda.jit(solve_pairs)[(top * top + THREADS - 1) // THREADS, THREADS]
        self._tables = [cuda.to_device(table) for table in tables]
        self._shape = (STEPS, ENDS + len(turn.reserves), top * top)
        self._values: Any = None

    def __call__(self, chances: Values) -> Values:
        top = len(chances) - 1
        payoffs = [self._rate_turns(chances, score) for score in range(top)]
        points = np.concatenate([payoff.points for payoff in payoffs], axis=1)
        failures = np.concatenate([payoff.failures for payoff in payoffs], axis=1)
        if self._values is None:  # at first a turn beyond 20000 counts as stopped
            values = np.zeros(self._shape)
            values[:, self._start] = points
            self._values = cuda.to_device(values)
        self._kernel(*self._tables, self._values, cuda.to_device(points), cuda.to_device(failures))
        ahead = np.full_like(chances, 0.5)
        ahead[:top, :top] = self._values[0, self._start].copy_to_host().reshape(top, top)
        return ahead
