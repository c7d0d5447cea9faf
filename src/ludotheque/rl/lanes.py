"""How the CPU works on a match of a batch: with one lane. kernels.py has the same functions for the GPU."""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from ludotheque import legal, loops
from ludotheque.compile import Machine, compiled
from ludotheque.game import Array, Game

BLOCK = 64


def make_machine(game: Game, features: Callable[..., None], device: dict[str, Callable[..., Any]]) -> Machine:
    """Return the machine of a batch: the game's own functions, its features, and the functions of a device."""
    functions = {**game.rules.functions(), "features": features}
    functions["hide"] = game.rules.observe or loops.nothing_hidden
    functions["list_moves"] = legal.fill_by_game if game.rules.legal else legal.fill_by_check
    return BatchMachine(game.name, {**functions, **device}, interpreted=False)


class BatchMachine(Machine):
    """Compiles without the counting of references to arrays, which took longer than the rules themselves.

    Steps need none: they make no arrays, and those that they get belong to the batch.
    """

    def _compile(self, original: FunctionType, copy: FunctionType) -> Any:
        self._link(copy)  # the compiler for the GPU looks at the copy itself
        dispatcher = super()._compile(original, copy)
        dispatcher.targetoptions["_nrt"] = False
        return dispatcher


@compiled
def lane() -> int:
    return 0


@compiled
def lanes() -> int:
    return 1


@compiled
def sync_lanes() -> None:
    pass


@compiled
def pick(mask: Array, n: int) -> int:
    """Return the index of the n-th mark in `mask`, counted from 0; whole blocks are skipped by their sum."""
    start = 0
    while start + BLOCK <= len(mask):
        marks = 0
        for i in range(start, start + BLOCK):
            marks += mask[i]
        if marks > n:
            break
        n -= marks
        start += BLOCK
    for i in range(start, len(mask)):
        n -= mask[i]
        if n < 0:
            return i
    return -1


ONE_LANE: dict[str, Callable[..., Any]] = {"lane": lane, "lanes": lanes, "sync_lanes": sync_lanes, "pick": pick}
