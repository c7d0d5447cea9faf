"""The value of a bench in gold: what its regions pay now, and what they can still become.

A set of cells is one integer with a bit for each cell, so that a region grows by shifts.
"""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.alchemy.rules import CELLS, COPPER, ELEMENTS, EMPTY, SIDE, gold_for

ALL = (1 << CELLS) - 1
LEFT = sum(1 << cell for cell in range(0, CELLS, SIDE))  # the first column
RIGHT = LEFT << (SIDE - 1)

# Tuned by matches of the bot against itself.
SAFE = 0.95  # share of a metal's gold that counts while the rival may still spoil it
GROWTH = 0.6  # how likely a metal is to grow into the room that it has
SPACE = 0.08  # share of the empty cells that one region may expect
CATALYST = 5.0  # gold for a catalyst that a volatile region holds
LONE = -0.2  # gold for a cell without a like neighbour


@compiled
def bench_value(state: StateRecord, seat: int, turns: int, sets: Array) -> float:
    """Return the value in gold with `turns` turns left; with none, only regions that pay count."""
    fill_sets(state, seat, sets)
    empty = sets[EMPTY]
    room = min(1.0 * turns, SPACE * count_cells(empty))
    total = 0.0
    for element in range(1, ELEMENTS + 1):
        rest = sets[element]
        while rest != 0:
            region = connected_cells(rest & -rest, rest)
            rest ^= region
            size = count_cells(region)
            if turns == 0:
                total += max(0, gold_for(element, size))
            else:
                around = min(room, 1.0 * count_cells(with_neighbours(region) & empty))
                total += region_value(element, size, around)
    return total


@compiled
def region_value(element: int, size: int, room: float) -> float:
    """Return what a region pays now plus what keeping it may add: a metal pays by the square."""
    if element <= COPPER:
        pay = SAFE * (size * size / 4 - 1) if size > 1 else LONE
        return pay + GROWTH * size * room / 2
    return size - 2 + CATALYST * (size - 1) / 2 if size > 1 else LONE


@compiled
def fill_sets(state: StateRecord, seat: int, sets: Array) -> None:
    """Write into `sets`, for each element, the set of cells that hold it."""
    for element in range(ELEMENTS + 1):
        sets[element] = 0
    for cell in range(CELLS):
        sets[state.bench[seat, cell]] |= 1 << cell


@compiled
def cells_of(state: StateRecord, seat: int, element: int) -> int:
    """Return the set of cells that hold `element`."""
    cells = 0
    for cell in range(CELLS):
        if state.bench[seat, cell] == element:
            cells |= 1 << cell
    return cells


@compiled
def connected_cells(start: int, cells: int) -> int:
    """Return the part of `cells` that is joined to `start`."""
    region, before = start, 0
    while region != before:
        before = region
        region = with_neighbours(region) & cells
    return region


@compiled
def with_neighbours(cells: int) -> int:
    return (cells | cells << SIDE | cells >> SIDE | (cells & ~RIGHT) << 1 | (cells & ~LEFT) >> 1) & ALL


@compiled
def count_cells(cells: int) -> int:
    total = 0
    while cells != 0:
        cells &= cells - 1
        total += 1
    return total
