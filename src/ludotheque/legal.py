"""Every move that check allows, out of those that MOVES offers."""

from collections.abc import Callable
from itertools import product

import numpy as np
import numpy.typing as npt

from ludotheque.compile import compiled, games_own
from ludotheque.game import Array, Move, Moves, StateRecord

check: Callable[[StateRecord, int, Move], int] = games_own
legal: Callable[[StateRecord, int, Array], None] = games_own


def offered(moves: Moves) -> npt.NDArray[np.int32]:
    """The moves that a table offers, four numbers a row, in the table's order."""
    rows = [
        (kind, *values, *(0,) * (3 - len(values)))
        for kind, arguments in enumerate(moves.values())
        if arguments is not None
        for values in product(*(range(a) if isinstance(a, int) else a for a in arguments.values()))
    ]
    return np.array(rows, dtype=np.int32).reshape(-1, 4)


@compiled
def fill_by_check(state: StateRecord, seat: int, offers: Array, mask: Array) -> int:
    """Mark the offered moves that this seat may play, and count them."""
    count = 0
    for i in range(len(mask)):
        move = Move(offers[i, 0], offers[i, 1], offers[i, 2], offers[i, 3])
        mask[i] = check(state, seat, move) == 0
        count += mask[i]
    return count


@compiled
def fill_by_game(state: StateRecord, seat: int, offers: Array, mask: Array) -> int:
    """The same, where a game writes its own legal."""
    for i in range(len(mask)):
        mask[i] = 0
    legal(state, seat, mask)
    count = 0
    for i in range(len(mask)):
        count += mask[i]
    return count
