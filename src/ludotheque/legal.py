"""The moves that MOVES offers, and which of them a seat may play."""

from collections.abc import Callable
from itertools import product

import numpy as np
import numpy.typing as npt

from ludotheque.compile import compiled, games_own
from ludotheque.game import Array, Move, Moves, StateRecord

check: Callable[[StateRecord, int, Move], int] = games_own
legal: Callable[[StateRecord, int, Array], None] = games_own


def list_offers(moves: Moves) -> npt.NDArray[np.int32]:
    """Return every move that MOVES offers, in its order: rows of kind and three arguments."""
    rows = [
        (kind, *values, *(0,) * (3 - len(values)))
        for kind, arguments in enumerate(moves.values())
        if arguments is not None
        for values in product(*(range(a) if isinstance(a, int) else a for a in arguments.values()))
    ]
    return np.array(rows, dtype=np.int32).reshape(-1, 4)


@compiled
def fill_by_check(state: StateRecord, seat: int, offers: Array, mask: Array) -> int:
    """Mark in `mask` the offers that `seat` may play, and return their number: by the game's `check`."""
    count = 0
    for i in range(len(mask)):
        move = Move(offers[i, 0], offers[i, 1], offers[i, 2], offers[i, 3])
        mask[i] = check(state, seat, move) == 0
        count += mask[i]
    return count


@compiled
def fill_by_game(state: StateRecord, seat: int, offers: Array, mask: Array) -> int:
    """The same, by the game's own `legal`."""
    for i in range(len(mask)):
        mask[i] = 0
    legal(state, seat, mask)
    count = 0
    for i in range(len(mask)):
        count += mask[i]
    return count
