"""How the CPU works on a match of a batch: with one lane. kernels.py has the same functions for the GPU."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from ludotheque import legal, loops
from ludotheque.compile import Machine, compiled, games_own
from ludotheque.game import Array, Game, StateRecord
from ludotheque.loops import nth
from ludotheque.rl import steps
from ludotheque.rl.steps import Arrays

BLOCK = 128  # marks, whose sum fits in a byte: so the compiler adds up many at once
NO_MARKS = np.zeros(0, np.int64)  # the CPU marks moves in the batch

fill: Callable[[StateRecord, int, Array, Array], int] = games_own


def make_machine(
    game: Game,
    features: Callable[..., None],
    sees_views: bool,
    device: dict[str, Callable[..., Any]],
    replacements: Mapping[Callable[..., Any], Callable[..., Any]] | None = None,
) -> Machine:
    """Return the machine of a batch: the game's own functions, its features, and the functions of a device.

    With `sees_views` the features are written from a copy of the view.
    """
    functions: dict[str, Callable[..., Any]] = {**game.rules.functions(), "features": features}
    functions["hide"] = game.rules.observe or loops.nothing_hidden
    functions["see"] = steps.see_view if sees_views else steps.see_state
    functions["fill"] = legal.fill_by_game if game.rules.legal else legal.fill_by_check
    return BatchMachine(game.name, {**functions, **device}, interpreted=False, replacements=replacements)


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
def bring(states: Array, words: Array, i: int, space: Array) -> StateRecord:
    return states[i]


@compiled
def do_not_wait() -> None:
    pass


@compiled
def list_moves(batch: Arrays, i: int, seat: int, marks: Array) -> int:
    return fill(batch.states[i], seat, batch.offers, batch.masks[i])


@compiled
def clear_marks(batch: Arrays, i: int, marks: Array) -> None:
    for at in range(len(batch.offers)):
        batch.masks[i, at] = 0


@compiled
def leave_marks(batch: Arrays, i: int, marks: Array) -> None:
    """Do nothing: the CPU marks moves in the batch."""


@compiled
def pick(batch: Arrays, i: int, marks: Array, n: int) -> int:
    """Return the index of the n-th legal move, counted from 0; whole blocks are skipped by their sum."""
    mask, start = batch.masks[i], 0
    while start < len(mask):
        count = add_up(mask[start : start + BLOCK])
        if n < count:
            return start + nth(mask[start : start + BLOCK], n)
        n -= count
        start += BLOCK
    return -1


@compiled
def add_up(block: Array) -> int:
    count = 0
    for at in range(len(block)):
        count = (count + block[at]) & 255
    return count


ON_CPU: dict[str, Callable[..., Any]] = {
    "bring": bring,
    "lane": lane,
    "lanes": lanes,
    "sync_lanes": do_not_wait,
    "sync_matches": do_not_wait,
    "list_moves": list_moves,
    "clear_marks": clear_marks,
    "load_marks": leave_marks,
    "pick": pick,
    "store_marks": leave_marks,
}
