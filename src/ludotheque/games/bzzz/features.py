"""What a network sees of Bzzz: its own bees, the flowers as far as it knows them, all bees on the board, and totals.

Directions stay those of the board, because the moves use them too; the flags of the seat say which corner is home.
Divisors are powers of 2, so that no machine has to round.
"""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.bzzz.field import BEES, SEATS, hive_cell, is_near_flower
from ludotheque.games.bzzz.forage import FORCE
from ludotheque.games.bzzz.skirmish import decode_occupant

BEE, FLOWER, TOTALS = 11, 6, 15  # numbers for each bee and flower, and for the match
CELLS = 32  # divisor of distances
NECTAR = 64
STAGES = 3
ROWS = {"bees": ("bees",), "flowers": ("flowers",)}
ARGUMENTS = {"bee": "bees"}
POTENTIAL = {"wealth": 0.5}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    side, flowers = options["ncases"], 4 * options["nfleurs"]
    return {
        "bees": (
            (BEES, BEE),
            "For each bee of my own: worker; drone; scout; can it be ordered now; turns that it misses, n / (n + 4); "
            "nectar / 16; cells to the hive, x and y / 32; cells to the nearest flower not known to be empty, x and "
            "y / 32; is a flower in reach.",
        ),
        "flowers": (
            (flowers, FLOWER),
            "For each flower: x / 32; y / 32; do I know that it is empty; have I foraged it; the least and the most "
            "nectar that my last forage left / 64.",
        ),
        "board": (
            (side, side),
            "For each cell, row by row: 0 without a bee; 1 for a drone, 0.25 for others, half of it if knocked out; "
            "negative for the bees of others.",
        ),
        "totals": (
            (TOTALS,),
            "My seat as four flags; my stage as three flags (laying, stepping, foraging); my nectar / 64; bees of me "
            "and of the seats after me / 64 (four numbers); turn / time_out; bees that I can pay / 16; is my hive's "
            "cell free.",
        ),
        "wealth": ((1,), "Twice the nectar in my hive, what my bees carry, and eight times my bees / 128."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    flowers, first_flower = 4 * state.nfleurs, BEES * BEE
    first_cell = first_flower + flowers * FLOWER
    for bee in range(first, BEES, stride):
        if bee < state.bees[seat]:
            write_bee(state, seat, bee, out)
        else:
            for column in range(BEE):
                out[bee * BEE + column] = 0
    for flower in range(first, flowers, stride):
        write_flower(state, seat, flower, out, first_flower + flower * FLOWER)
    for y in range(first, state.ncases, stride):
        for x in range(state.ncases):
            out[first_cell + y * state.ncases + x] = value_of_cell(state, seat, y, x)
    if first == 0:
        write_totals(state, seat, out, first_cell + state.ncases * state.ncases)


@compiled
def write_bee(state: StateRecord, seat: int, bee: int, out: Array) -> None:
    at, x, y, ko = bee * BEE, state.x[seat, bee], state.y[seat, bee], state.ko[seat, bee]
    for kind in range(3):
        out[at + kind] = state.kind[seat, bee] == kind
    out[at + 3] = state.player == seat and state.used[bee] == 0 and ko == 0
    out[at + 4] = ko / (ko + 4)
    out[at + 5] = state.load[seat, bee] / 16
    home_x, home_y = hive_cell(state, seat)
    out[at + 6] = (home_x - x) / CELLS
    out[at + 7] = (home_y - y) / CELLS
    flower = nearest_flower(state, seat, x, y)
    out[at + 8] = (state.flower_x[flower] - x) / CELLS if flower >= 0 else 0
    out[at + 9] = (state.flower_y[flower] - y) / CELLS if flower >= 0 else 0
    out[at + 10] = is_near_flower(state, x, y)


@compiled
def nearest_flower(state: StateRecord, seat: int, x: int, y: int) -> int:
    """Return the nearest flower that the seat does not know to be empty, -1 if there is none."""
    nearest, least = -1, 4 * CELLS
    for flower in range(4 * state.nfleurs):
        distance = abs(state.flower_x[flower] - x) + abs(state.flower_y[flower] - y)
        if distance < least and state.empty[seat, flower] == 0:
            nearest, least = flower, distance
    return nearest


@compiled
def write_flower(state: StateRecord, seat: int, flower: int, out: Array, at: int) -> None:
    out[at] = state.flower_x[flower] / CELLS
    out[at + 1] = state.flower_y[flower] / CELLS
    out[at + 2] = state.empty[seat, flower] != 0
    out[at + 3] = state.forages[seat, flower] > 0
    out[at + 4] = state.low[seat, flower] / NECTAR
    out[at + 5] = state.high[seat, flower] / NECTAR


@compiled
def value_of_cell(state: StateRecord, seat: int, y: int, x: int) -> float:
    if state.occupant[y, x] == 0:
        return 0.0
    owner, bee = decode_occupant(state.occupant[y, x])
    value = 1.0 if FORCE[state.kind[owner, bee]] > 1 else 0.25
    if state.ko[owner, bee] > 0:
        value /= 2
    return value if owner == seat else -value


@compiled
def write_totals(state: StateRecord, seat: int, out: Array, at: int) -> None:
    for one in range(SEATS):
        out[at + one] = one == seat
    for stage in range(STAGES):  # the stage of another seat's turn is hidden
        out[at + SEATS + stage] = state.player == seat and state.stage == stage
    out[at + 7] = state.stock[seat] / NECTAR
    for later in range(SEATS):
        out[at + 8 + later] = state.bees[(seat + later) % state.seats] / BEES if later < state.seats else 0
    out[at + 12] = state.turn / state.time_out
    out[at + 13] = state.stock[seat] // state.cout_ponte / 16
    x, y = hive_cell(state, seat)
    out[at + 14] = state.occupant[y, x] == 0
    wealth = 2 * state.stock[seat] + 8 * state.bees[seat]
    for bee in range(state.bees[seat]):
        wealth += state.load[seat, bee]
    out[at + TOTALS] = wealth / 128
