"""What a network sees of Bzzz: its own bees with what is near them, the flowers as far as it knows them, and totals.

Directions stay those of the board, because the moves use them too; the flags of the seat say which corner is home.
Divisors are powers of 2, so that no machine has to round.
"""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.bzzz.field import BEES, SEATS, hive_cell
from ludotheque.games.bzzz.forage import FORCE

BEE, FLOWER, TOTALS = 15, 6, 15  # numbers for each bee and flower, and for the match
CELLS = 16  # divisor of distances
NECTAR = 64
FAR = 1000  # more than any distance
STAGES = 3
ROWS = {"bees": ("bees",), "flowers": ("flowers",)}
ARGUMENTS = {"bee": "bees"}
POTENTIAL = {"wealth": 0.5}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    flowers = 4 * options["nfleurs"]
    return {
        "bees": (
            (BEES, BEE),
            "For each bee of my own: worker; drone; scout; can it be ordered now; nectar / 16; cells to the hive, x "
            "and y / 16; cells to the flower that it can reach first of those not known to be empty, x and y / 16; is "
            "that flower in reach; the most nectar that it can have / 64; cells to the second such flower, x and "
            "y / 16; cells to the nearest drone of others, x and y / 16.",
        ),
        "flowers": (
            (flowers, FLOWER),
            "For each flower: x / 16; y / 16; do I know that it is empty; have I foraged it; the least and the most "
            "nectar that my last forage left / 64.",
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
    for bee in range(first, state.bees[seat], stride):
        write_bee(state, seat, bee, out)
    for bee in range(state.bees[seat], BEES):
        for column in range(first, BEE, stride):
            out[bee * BEE + column] = 0
    for flower in range(first, flowers, stride):
        write_flower(state, seat, flower, out, first_flower + flower * FLOWER)
    if first == 0:
        write_totals(state, seat, out, first_flower + flowers * FLOWER)


@compiled
def write_bee(state: StateRecord, seat: int, bee: int, out: Array) -> None:
    at, x, y = bee * BEE, state.x[seat, bee], state.y[seat, bee]
    for kind in range(3):
        out[at + kind] = state.kind[seat, bee] == kind
    out[at + 3] = state.player == seat and state.used[bee] == 0 and state.ko[seat, bee] == 0
    out[at + 4] = state.load[seat, bee] / 16
    home_x, home_y = hive_cell(state, seat)
    write_way(out, at + 5, home_x - x, home_y - y)
    near, second = nearest_flowers(state, seat, x, y)
    write_way_to_flower(state, near, x, y, out, at + 7)
    out[at + 9] = near >= 0 and steps_to(state, near, x, y) == 0
    out[at + 10] = state.high[seat, near] / NECTAR if near >= 0 else 0
    write_way_to_flower(state, second, x, y, out, at + 11)
    write_way_to_drone(state, seat, x, y, out, at + 13)


@compiled
def write_way_to_flower(state: StateRecord, flower: int, x: int, y: int, out: Array, at: int) -> None:
    """Write the way to a flower; zeros for -1."""
    dx = state.flower_x[flower] - x if flower >= 0 else 0
    dy = state.flower_y[flower] - y if flower >= 0 else 0
    write_way(out, at, dx, dy)


@compiled
def write_way(out: Array, at: int, dx: int, dy: int) -> None:
    out[at] = dx / CELLS
    out[at + 1] = dy / CELLS


@compiled
def nearest_flowers(state: StateRecord, seat: int, x: int, y: int) -> tuple[int, int]:
    """Return the two flowers in reach soonest of those not known to be empty; -1 where there is none."""
    nearest, least, second, second_least = -1, FAR, -1, FAR
    for flower in range(4 * state.nfleurs):
        if state.empty[seat, flower] == 0:
            cells = abs(state.flower_x[flower] - x) + abs(state.flower_y[flower] - y)
            distance = 4 * steps_to(state, flower, x, y) + cells
            if distance < least:
                second, second_least = nearest, least
                nearest, least = flower, distance
            elif distance < second_least:
                second, second_least = flower, distance
    return nearest, second


@compiled
def steps_to(state: StateRecord, flower: int, x: int, y: int) -> int:
    """Return how many steps a worker makes until the flower is on its cell or beside it."""
    return max(abs(state.flower_x[flower] - x) - 1, 0) + max(abs(state.flower_y[flower] - y) - 1, 0)


@compiled
def write_way_to_drone(state: StateRecord, seat: int, x: int, y: int, out: Array, at: int) -> None:
    """Write the way to the nearest drone of others that is awake; zeros without one."""
    least, way_x, way_y = FAR, 0, 0
    for other in range(state.seats):
        for bee in range(state.bees[other] if other != seat else 0):
            if FORCE[state.kind[other, bee]] > 1 and state.ko[other, bee] == 0:
                dx, dy = state.x[other, bee] - x, state.y[other, bee] - y
                if abs(dx) + abs(dy) < least:
                    least, way_x, way_y = abs(dx) + abs(dy), dx, dy
    write_way(out, at, way_x, way_y)


@compiled
def write_flower(state: StateRecord, seat: int, flower: int, out: Array, at: int) -> None:
    out[at] = state.flower_x[flower] / CELLS
    out[at + 1] = state.flower_y[flower] / CELLS
    out[at + 2] = state.empty[seat, flower] != 0
    out[at + 3] = state.forages[seat, flower] > 0
    out[at + 4] = state.low[seat, flower] / NECTAR
    out[at + 5] = state.high[seat, flower] / NECTAR


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
