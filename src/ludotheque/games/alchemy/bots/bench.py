"""What a bench is worth: the gold of its regions, and what they can still become.

Sets of cells are whole numbers, a bit a cell, so that a region spreads by shifts.
"""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.alchemy.rules import CELLS, COPPER, ELEMENTS, EMPTY, SIDE, gold_for

ALL = (1 << CELLS) - 1
LEFT = sum(1 << cell for cell in range(0, CELLS, SIDE))  # the first column
RIGHT = LEFT << (SIDE - 1)

# Tuned by matches of the bot against itself.
SAFE = 0.95  # of a metal's gold, as long as the rival may spoil it
HOLD = 0.6  # how likely a metal is to grow into the room that it has
SPACE = 0.08  # of the empty cells, what one region may hope for
CATALYST = 5.0  # gold for a catalyst that a volatile region holds
LONE = -0.2  # gold for a cell that has no like beside it


@compiled
def worth(state: StateRecord, seat: int, turns: int, sets: Array) -> float:
    """In gold, to somebody who has so many turns more; without any he transmutes what pays."""
    sort_cells(state, seat, sets)
    empty = sets[EMPTY]
    room = min(1.0 * turns, SPACE * count(empty))
    total = 0.0
    for element in range(1, ELEMENTS + 1):
        rest = sets[element]
        while rest != 0:
            region = region_in(rest & -rest, rest)
            rest ^= region
            size = count(region)
            if turns == 0:
                total += max(0, gold_for(element, size))
            else:
                around = min(room, 1.0 * count(grown(region) & empty))
                total += region_worth(element, size, around)
    return total


@compiled
def region_worth(element: int, size: int, room: float) -> float:
    """What it pays now, and what holding it may add: a metal pays by the square."""
    if element <= COPPER:
        pay = SAFE * (size * size / 4 - 1) if size > 1 else LONE
        return pay + HOLD * size * room / 2
    return size - 2 + CATALYST * (size - 1) / 2 if size > 1 else LONE


@compiled
def sort_cells(state: StateRecord, seat: int, sets: Array) -> None:
    """The set of cells that hold each element."""
    for element in range(ELEMENTS + 1):
        sets[element] = 0
    for cell in range(CELLS):
        sets[state.bench[seat, cell]] |= 1 << cell


@compiled
def cells_of(state: StateRecord, seat: int, element: int) -> int:
    """The set of cells that hold an element."""
    cells = 0
    for cell in range(CELLS):
        if state.bench[seat, cell] == element:
            cells |= 1 << cell
    return cells


@compiled
def region_in(start: int, cells: int) -> int:
    """All of these cells that are joined to the first ones."""
    region, before = start, 0
    while region != before:
        before = region
        region = grown(region) & cells
    return region


@compiled
def grown(cells: int) -> int:
    """These cells and their neighbours."""
    return (cells | cells << SIDE | cells >> SIDE | (cells & ~RIGHT) << 1 | (cells & ~LEFT) >> 1) & ALL


@compiled
def count(cells: int) -> int:
    total = 0
    while cells != 0:
        cells &= cells - 1
        total += 1
    return total
