"""What a network sees of Alchemy: both benches from the seat's side, cell by cell, sample, gift and gold.

A cell also says how large its region is, and what a sample would join there. A network can hardly count that itself,
and everything in the game depends on it.
"""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.alchemy.cells import (
    cell_of,
    cells_with,
    count_cells,
    first_of,
    neighbours_of,
    read_bench,
    region_of,
)
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, EMPTY, SEATS, SIDE, TURNS, find_places, find_room, step

# Numbers of a cell: both elements as flags, place, both sizes; for the sample what each half joins, where the second
# half may lie, and what it joins there.
MINE, PLACE, SIZE, JOINS, MAY, SECOND, COLUMNS = 0, 12, 14, 16, 18, 22, 26
FIRST_ELEMENT = CELLS * COLUMNS
KNOWN = 3  # numbers of an element on a bench
FIRST_PAIR = FIRST_ELEMENT + SEATS * ELEMENTS * KNOWN
FIRST_TOTAL = FIRST_PAIR + 4
TOTALS = 9
UNIT = 8  # cells: divisor of sizes
ROWS = {"cells": ("cells",)}
ARGUMENTS = {"cell": "cells"}
CATEGORIES = {"pairs": ELEMENTS + 1}
POTENTIAL = {"lead": 0.5}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "cells": (
            (CELLS, COLUMNS),
            "For each cell: what my bench holds there as six flags (empty, then the elements), then theirs; row and "
            "column / 8; the size of my region there and of theirs / 8; if I have not placed the sample: the size of "
            "the regions that its first and its second half would join there / 8, for each way whether I may place "
            "it, and what the second half would join there / 8.",
        ),
        "elements": (
            (SEATS, ELEMENTS, KNOWN),
            "For each element on my bench, then on theirs: its cells / 8; the size of its largest region / 8; the "
            "empty cells beside that region / 8.",
        ),
        "pairs": ((2, 2), "The sample, then the gift: two elements each, 0 for none."),
        "totals": (
            (TOTALS - 1,),
            "My seat; is it my turn; has the sample been placed; has a gift been chosen; catalysts / 4; turns left / "
            "128; my gold and theirs / 128.",
        ),
        "lead": ((1,), "My gold less theirs / 64."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    """Write all numbers with one thread: a region is written into each of its cells, and read from there."""
    if first > 0:
        return
    for cell in range(CELLS):
        write_cell(state, seat, cell, out)
    bench = read_bench(state, seat)
    write_bench(state, seat, 0, bench, out)
    write_bench(state, seat, 1, read_bench(state, 1 - seat), out)
    if state.has_placed == 0:
        write_places(state, bench, out)
    write_totals(state, seat, out)


@compiled
def write_cell(state: StateRecord, seat: int, cell: int, out: Array) -> None:
    """Write what is known without a look at other cells; 0 for the rest."""
    at = cell * COLUMNS
    for column in range(COLUMNS):
        out[at + column] = 0
    out[at + MINE + state.bench[seat, cell]] = 1
    out[at + MINE + ELEMENTS + 1 + state.bench[1 - seat, cell]] = 1
    out[at + PLACE] = cell // SIDE / UNIT
    out[at + PLACE + 1] = cell % SIDE / UNIT


@compiled
def write_bench(state: StateRecord, seat: int, side: int, bench: tuple[int, int, int], out: Array) -> None:
    """Write the regions of a bench: mine (side 0) or theirs."""
    owner = seat if side == 0 else 1 - seat
    empty = cells_with(bench, EMPTY)
    for element in range(1, ELEMENTS + 1):
        left, largest, around = cells_with(bench, element), 0, 0
        while left != 0:
            region = region_of(first_of(left), left)
            beside = neighbours_of(region) & empty
            size = count_cells(region)
            if size > largest:
                largest, around = size, count_cells(beside)
            add_to_cells(region, SIZE + side, size, out)
            if side == 0 and state.has_placed == 0:
                for half in range(2):
                    if state.sample[half] == element:
                        add_to_cells(beside, JOINS + half, size, out)
            left ^= region
        at = FIRST_ELEMENT + (side * ELEMENTS + element - 1) * KNOWN
        out[at] = state.amount[owner, element] / UNIT
        out[at + 1] = largest / UNIT
        out[at + 2] = around / UNIT


@compiled
def add_to_cells(cells: int, column: int, size: int, out: Array) -> None:
    while cells != 0:
        bit = first_of(cells)
        out[cell_of(bit) * COLUMNS + column] += size / UNIT
        cells ^= bit


@compiled
def write_places(state: StateRecord, bench: tuple[int, int, int], out: Array) -> None:
    """Write where the sample may be placed, and what its second half joins there."""
    room = find_room(state, bench)
    for way in range(4):
        left = find_places(room, way)
        while left != 0:
            bit = first_of(left)
            cell = cell_of(bit)
            out[cell * COLUMNS + MAY + way] = 1
            out[cell * COLUMNS + SECOND + way] = out[step(cell, way) * COLUMNS + JOINS + 1]
            left ^= bit


@compiled
def write_totals(state: StateRecord, seat: int, out: Array) -> None:
    other = 1 - seat
    for i in range(2):
        out[FIRST_PAIR + i] = state.sample[i]
        out[FIRST_PAIR + 2 + i] = state.gift[i]
    out[FIRST_TOTAL] = seat
    out[FIRST_TOTAL + 1] = state.player == seat
    out[FIRST_TOTAL + 2] = state.has_placed
    out[FIRST_TOTAL + 3] = state.has_given
    out[FIRST_TOTAL + 4] = state.catalysts / 4
    out[FIRST_TOTAL + 5] = (TURNS - state.turn) / 128
    out[FIRST_TOTAL + 6] = state.gold[seat] / 128
    out[FIRST_TOTAL + 7] = state.gold[other] / 128
    out[FIRST_TOTAL + 8] = (state.gold[seat] - state.gold[other]) / 64
