"""How the CPU works on a match of a batch: with one lane. kernels.py has the same functions for the GPU."""

from collections.abc import Callable, Mapping
from types import FunctionType
from typing import Any

import numpy as np

from ludotheque import legal, loops
from ludotheque.compile import Machine, compiled, games_own
from ludotheque.game import Array, Game, StateRecord
from ludotheque.rl.steps import Arrays

BLOCK = 64
MOST_THREADS = 256  # of a block on the GPU
WORD_BYTES = 8  # of marks: whole words are cleared and counted, and each mark is a byte of them
SHARED_BYTES = 48 * 1024  # of memory that the threads of a block share
NO_MARKS = np.zeros(0, np.int64)  # the CPU marks moves in the batch

fill: Callable[[StateRecord, int, Array, Array], int] = games_own


def make_machine(
    game: Game,
    features: Callable[..., None],
    device: dict[str, Callable[..., Any]],
    replacements: Mapping[Callable[..., Any], Callable[..., Any]] | None = None,
) -> Machine:
    """Return the machine of a batch: the game's own functions, its features, and the functions of a device."""
    functions = {**game.rules.functions(), "features": features}
    functions["hide"] = game.rules.observe or loops.nothing_hidden
    functions["fill"] = legal.fill_by_game if game.rules.legal else legal.fill_by_check
    return BatchMachine(game.name, {**functions, **device}, interpreted=False, replacements=replacements)


def count_words(offers: int) -> int:
    """Return the words that marks for so many moves fill."""
    return -(-offers // WORD_BYTES)


def count_threads(lanes: int, offers: int) -> int:
    """Return the threads of a block: as many as can keep their marks in the memory that they share."""
    threads = MOST_THREADS
    while 1 < lanes < threads and threads // lanes * count_words(offers) * WORD_BYTES > SHARED_BYTES:
        threads //= 2
    return threads


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
def has_marks() -> bool:
    return True


@compiled
def copy_marks(batch: Arrays, i: int, marks: Array) -> None:
    """Do nothing: the marks are in the batch already."""


@compiled
def pick(batch: Arrays, i: int, marks: Array, n: int) -> int:
    """Return the index of the n-th legal move, counted from 0; whole blocks are skipped by their sum."""
    mask, start = batch.masks[i], 0
    while start + BLOCK <= len(mask):
        count = 0
        for at in range(start, start + BLOCK):
            count += mask[at]
        if count > n:
            break
        n -= count
        start += BLOCK
    for at in range(start, len(mask)):
        n -= mask[at]
        if n < 0:
            return at
    return -1


ON_CPU: dict[str, Callable[..., Any]] = {
    "lane": lane,
    "lanes": lanes,
    "sync_lanes": do_not_wait,
    "sync_matches": do_not_wait,
    "list_moves": list_moves,
    "clear_marks": clear_marks,
    "has_marks": has_marks,
    "pick": pick,
    "copy_marks": copy_marks,
}
