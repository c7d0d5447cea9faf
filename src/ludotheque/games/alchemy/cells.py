"""Sets of cells as integers: one bit for each cell, so that regions grow by shifts.

A row has seven bits, of which the seventh is always 0: a shift by one never leads into the next row.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord

SIDE = 6
CELLS = SIDE * SIDE
ROW = SIDE + 1
ALL = sum(1 << cell // SIDE * ROW + cell % SIDE for cell in range(CELLS))
# Masks of count_cells: every second bit, two of four, four of eight.
ONES, PAIRS, FOURS = 0x5555555555555555, 0x3333333333333333, 0x0F0F0F0F0F0F0F0F


@compiled
def read_bench(state: StateRecord, seat: int) -> tuple[int, int, int]:
    """Return the cells whose element has its lowest bit set, those with the next bit, and those with the highest."""
    low, middle, high = 0, 0, 0
    for row in range(SIDE):
        for column in range(SIDE):
            element, place = state.bench[seat, row * SIDE + column], row * ROW + column
            low |= (element & 1) << place
            middle |= (element >> 1 & 1) << place
            high |= (element >> 2) << place
    return low, middle, high


@compiled
def cells_with(bench: tuple[int, int, int], element: int) -> int:
    """Return the cells that hold `element`, of what `read_bench` returned."""
    low, middle, high = bench
    cells = low if element & 1 else ~low
    cells &= middle if element & 2 else ~middle
    cells &= high if element & 4 else ~high
    return cells & ALL


@compiled
def bit_of(cell: int) -> int:
    """Return the set that holds only `cell`."""
    return 1 << cell // SIDE * ROW + cell % SIDE


@compiled
def cell_of(bit: int) -> int:
    """Return the cell of a set with one cell."""
    place = count_cells(bit - 1)
    return place - place // ROW


@compiled
def first_of(cells: int) -> int:
    """Return the set with the first cell of `cells` alone."""
    return cells & -cells


@compiled
def count_cells(cells: int) -> int:
    """Count the bits: in pairs, in fours, in eights, then all together."""
    cells -= cells >> 1 & ONES
    cells = (cells & PAIRS) + (cells >> 2 & PAIRS)
    cells = cells + (cells >> 4) & FOURS
    cells += cells >> 8
    cells += cells >> 16
    return cells + (cells >> 32) & 127


@compiled
def shift(cells: int, way: int) -> int:
    """Return `cells` moved one step in direction `way`; what leaves the bench lies outside ALL."""
    if way == 0:
        return cells >> ROW
    if way == 1:
        return cells << 1
    if way == 2:
        return cells << ROW
    return cells >> 1


@compiled
def shift_back(cells: int, way: int) -> int:
    """Return the cells from which a step in direction `way` leads into `cells`."""
    return shift(cells, (way + 2) % 4)


@compiled
def neighbours_of(cells: int) -> int:
    """Return all cells beside one of `cells`."""
    return (cells << 1 | cells >> 1 | cells << ROW | cells >> ROW) & ALL


@compiled
def region_of(start: int, cells: int) -> int:
    """Return the part of `cells` that is joined to `start`."""
    region, before = start, 0
    while region != before:
        before = region
        region |= neighbours_of(region) & cells
    return region


@compiled
def count_joints(region: int) -> int:
    """Return how many pairs of neighbours a region has."""
    return count_cells(region & region << 1) + count_cells(region & region << ROW)
