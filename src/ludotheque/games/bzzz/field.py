"""The field of Bzzz: cells, ways, hives with their zones, and flowers (BZ-1, BZ-2)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord

SEATS, BEES, FLOWERS, SIDE = 4, 64, 128, 32  # at most
ZONE = 4  # cells a side of a hive's zone
WAYS = 8
DX = (0, 1, 1, 1, 0, -1, -1, -1)  # 7 0 1   ways, clockwise from the north; y grows downwards, odd ways are diagonal
DY = (-1, -1, 0, 1, 1, 1, 0, -1)  # 6   2
#                                   5 4 3


@compiled
def is_on_board(state: StateRecord, x: int, y: int) -> bool:
    return 0 <= x < state.ncases and 0 <= y < state.ncases


@compiled
def hive(state: StateRecord, seat: int) -> tuple[int, int]:
    """Seats have the corners in order, clockwise from the north-west (BZ-1)."""
    last = state.ncases - 1
    return (last if seat == 1 or seat == 2 else 0), (last if seat >= 2 else 0)


@compiled
def zone_of(state: StateRecord, x: int, y: int) -> int:
    """The seat in whose 4×4 zone a cell lies, or -1; zones of unused corners are open (BZ-1)."""
    far = state.ncases - ZONE
    if ZONE <= x < far or ZONE <= y < far:
        return -1
    if y < ZONE:
        seat = 0 if x < ZONE else 1
    else:
        seat = 3 if x < ZONE else 2
    return seat if seat < state.seats else -1


@compiled
def plant(state: StateRecord, dice: Dice) -> None:
    """For each flower of a quadrant its cell, then its nectar, the same for its three mirrors (BZ-2)."""
    last = state.ncases - 1
    for i in range(state.nfleurs):
        x, y = free_cell(state, i, dice)
        nectar = 1 + roll(dice, state.max_nectar)
        put_flower(state, 4 * i, x, y, nectar)
        put_flower(state, 4 * i + 1, last - x, y, nectar)
        put_flower(state, 4 * i + 2, x, last - y, nectar)
        put_flower(state, 4 * i + 3, last - x, last - y, nectar)
        state.total += 4 * nectar
    state.loose = state.total


@compiled
def free_cell(state: StateRecord, planted: int, dice: Dice) -> tuple[int, int]:
    """One of the first quadrant's cells outside the zone that hold no flower yet, each equally likely."""
    half = state.ncases // 2
    n = roll(dice, half * half - ZONE * ZONE - planted)
    for y in range(half):
        for x in range(half):
            if (x >= ZONE or y >= ZONE) and state.bloom[y, x] == 0:
                if n == 0:
                    return x, y
                n -= 1
    return 0, 0  # there always is one


@compiled
def put_flower(state: StateRecord, flower: int, x: int, y: int, nectar: int) -> None:
    state.flower_x[flower] = x
    state.flower_y[flower] = y
    state.start[flower] = nectar
    state.nectar[flower] = nectar
    state.bloom[y, x] = flower + 1


@compiled
def flower_at(state: StateRecord, x: int, y: int) -> int:
    """The flower in a cell, or -1, also off the board."""
    return state.bloom[y, x] - 1 if is_on_board(state, x, y) else -1


@compiled
def is_near_flower(state: StateRecord, x: int, y: int) -> bool:
    """Is there a flower here, or in one of the eight cells around?"""
    for row in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for column in range(max(x - 1, 0), min(x + 2, state.ncases)):
            if state.bloom[row, column] != 0:
                return True
    return False
