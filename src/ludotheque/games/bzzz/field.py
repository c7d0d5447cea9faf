"""The field of Bzzz: cells, ways, hives with their zones, and flowers (BZ-1, BZ-2)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord

#        x = 0               N-1
#   y=0    H0 z  .  .  .  z  H1      N is ncases, and the cell (x, y) is occupant[y, x] and bloom[y, x].
#          z  z  .  .  .  z  z       H0 … H3 are the hives of the seats, z their zones (really 4 × 4 cells).
#          .  .  a  .  b  .  .       a, b, c, d are a flower and its mirrors: flowers 4i, 4i + 1, 4i + 2, 4i + 3.
#          .  .  .  .  .  .  .       The first quadrant is the one of H0; an odd N leaves the middle row and column
#          .  .  c  .  d  .  .       without flowers.
#          z  z  .  .  .  z  z
#   y=N-1  H3 z  .  .  .  z  H2
SEATS, BEES, FLOWERS, SIDE = 4, 64, 128, 32  # the largest numbers that a match can have
ZONE = 4  # cells a side of a hive's zone
WAYS = 8
DX = (0, 1, 1, 1, 0, -1, -1, -1)  # 7 0 1   ways, clockwise from the north; y grows downwards, odd ways are diagonal
DY = (-1, -1, 0, 1, 1, 1, 0, -1)  # 6   2
#                                   5 4 3


@compiled
def is_on_board(state: StateRecord, x: int, y: int) -> bool:
    return 0 <= x < state.ncases and 0 <= y < state.ncases


@compiled
def hive_cell(state: StateRecord, seat: int) -> tuple[int, int]:
    """Return the corner of `seat`: clockwise from the north-west, in the order of the seats (BZ-1)."""
    last = state.ncases - 1
    return (last if seat == 1 or seat == 2 else 0), (last if seat >= 2 else 0)


@compiled
def zone_of(state: StateRecord, x: int, y: int) -> int:
    """Return the seat that owns the zone of this cell, or -1; zones of unused corners are open (BZ-1)."""
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
    """Draw the cell and then the nectar of each flower in a quadrant; its three mirrors get the same (BZ-2)."""
    last = state.ncases - 1
    for i in range(state.nfleurs):
        x, y = draw_free_cell(state, i, dice)
        nectar = 1 + roll(dice, state.max_nectar)
        put_flower(state, 4 * i, x, y, nectar)
        put_flower(state, 4 * i + 1, last - x, y, nectar)
        put_flower(state, 4 * i + 2, x, last - y, nectar)
        put_flower(state, 4 * i + 3, last - x, last - y, nectar)
        state.total += 4 * nectar
    state.loose = state.total


@compiled
def draw_free_cell(state: StateRecord, planted: int, dice: Dice) -> tuple[int, int]:
    """Draw a cell of the first quadrant, outside the zone and without a flower; all are equally likely."""
    half = state.ncases // 2
    n = roll(dice, half * half - ZONE * ZONE - planted)
    for y in range(half):
        for x in range(half):
            if (x >= ZONE or y >= ZONE) and state.bloom[y, x] == 0:
                if n == 0:
                    return x, y
                n -= 1
    return 0, 0  # never reached: the options leave room for every flower


@compiled
def put_flower(state: StateRecord, flower: int, x: int, y: int, nectar: int) -> None:
    state.flower_x[flower] = x
    state.flower_y[flower] = y
    state.start[flower] = nectar
    state.nectar[flower] = nectar
    state.bloom[y, x] = flower + 1


@compiled
def flower_at(state: StateRecord, x: int, y: int) -> int:
    """Return the flower in this cell; -1 if there is none, or if the cell is off the board."""
    return state.bloom[y, x] - 1 if is_on_board(state, x, y) else -1


@compiled
def is_near_flower(state: StateRecord, x: int, y: int) -> bool:
    """Return whether there is a flower in this cell or in one of the eight around it."""
    for row in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for column in range(max(x - 1, 0), min(x + 2, state.ncases)):
            if state.bloom[row, column] != 0:
                return True
    return False
