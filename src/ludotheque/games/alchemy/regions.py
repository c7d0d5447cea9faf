"""Regions of a bench in plain Python, for the board, the bots and the contest's API (AL-3, AL-14)."""

from collections.abc import Sequence
from typing import NamedTuple

from ludotheque.games.alchemy.rules import CELLS, EMPTY, catalysts_for, gold_for, step

WAYS = range(4)
NEIGHBOURS = [[step(cell, way) for way in WAYS] for cell in range(CELLS)]  # by way; -1 beyond the edge


class Region(NamedTuple):
    """Joined cells of one element, which are transmuted together; `cells` is sorted."""

    element: int
    cells: tuple[int, ...]

    @property
    def first(self) -> int:
        return self.cells[0]

    @property
    def size(self) -> int:
        return len(self.cells)

    @property
    def gold(self) -> int:
        return gold_for(self.element, self.size)

    @property
    def catalysts(self) -> int:
        return catalysts_for(self.element, self.size)


def find_regions(bench: Sequence[int]) -> list[Region]:
    """Return every region of a bench, in the order of their first cells."""
    found: list[Region] = []
    seen: set[int] = set()
    for cell, element in enumerate(bench):
        if element != EMPTY and cell not in seen:
            region = find_region(bench, cell)
            seen.update(region.cells)
            found.append(region)
    return found


def find_region(bench: Sequence[int], cell: int) -> Region:
    """Return the region that `cell`, which is not empty, belongs to."""
    reached, todo = {cell}, [cell]
    while todo:
        for beside in NEIGHBOURS[todo.pop()]:
            if beside >= 0 and beside not in reached and bench[beside] == bench[cell]:
                reached.add(beside)
                todo.append(beside)
    return Region(bench[cell], tuple(sorted(reached)))
