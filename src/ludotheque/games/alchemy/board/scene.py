"""What the board of Alchemy shows: a view, who looks at it, the regions of both benches and what may be done."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludotheque.art import BoardContext
from ludotheque.games.alchemy.rules import (
    CATALYSE,
    CELLS,
    EMPTY,
    GIVE,
    PLACE,
    SEATS,
    TRANSMUTE,
    TURNS,
    catalysts_for,
    gold_for,
    step,
)

WAYS = range(4)
NEAR = [[step(cell, way) for way in WAYS] for cell in range(CELLS)]  # -1 beyond the edge


class Region(NamedTuple):
    """Cells of one element that are joined: they are transmuted together (AL-14)."""

    element: int
    cells: tuple[int, ...]

    @property
    def size(self) -> int:
        return len(self.cells)

    @property
    def gold(self) -> int:
        return gold_for(self.element, self.size)

    @property
    def catalysts(self) -> int:
        return catalysts_for(self.element, self.size)


class Legal(NamedTuple):
    """What the viewer's legal moves name, by kind."""

    places: dict[int, list[int]]  # for each first cell, the ways to the second
    transmutes: set[int]
    catalyses: set[tuple[int, int]]  # whose bench, and which cell
    elements: set[int]
    ones: set[int]
    twos: set[int]


@dataclass(frozen=True)
class Scene(BoardContext):
    """What there is to see for who looks on. Fields of a view are read once."""

    @property
    def left(self) -> int:
        """Whose bench is on the left: the viewer's own."""
        return max(self.seat, 0)

    @property
    def right(self) -> int:
        return 1 - self.left

    @cached_property
    def over(self) -> bool:
        return bool(self.view.over)

    @cached_property
    def player(self) -> int:
        return int(self.view.player)

    @property
    def rival(self) -> int:
        """Who receives the gift."""
        return 1 - self.player

    @cached_property
    def turn(self) -> int:
        """A finished match stays at its last turn."""
        return min(int(self.view.turn), TURNS)

    @cached_property
    def sample(self) -> list[int]:
        return list(self.view.sample)

    @cached_property
    def has_placed(self) -> bool:
        return bool(self.view.has_placed)

    @cached_property
    def has_given(self) -> bool:
        return bool(self.view.has_given)

    @cached_property
    def next_sample(self) -> list[int]:
        """What the rival would receive now: the gift, or the same sample again (AL-9)."""
        return list(self.view.gift) if self.has_given else self.sample

    @cached_property
    def catalysts(self) -> int:
        return int(self.view.catalysts)

    @cached_property
    def gold(self) -> list[int]:
        return list(self.view.gold)

    @cached_property
    def benches(self) -> list[list[int]]:
        return [list(row) for row in self.view.bench]

    @cached_property
    def regions(self) -> list[list[Region]]:
        """Both benches' regions, in the order of their first cells."""
        return [regions_of(bench) for bench in self.benches]

    def region_at(self, seat: int, cell: int) -> Region:
        return next(region for region in self.regions[seat] if cell in region.cells)

    @cached_property
    def legal(self) -> Legal:
        found = Legal({}, set(), set(), set(), set(), set())
        for kind, a, b, c in self.view.legal_rows(self.seat).tolist() if self.mine else ():
            if kind == PLACE:
                found.places.setdefault(a, []).append(b)
            elif kind == TRANSMUTE:
                found.transmutes.add(a)
            elif kind == CATALYSE:
                found.catalyses.add((b, a))
                found.elements.add(c)
            elif kind == GIVE:
                found.ones.add(a)
                found.twos.add(b)
        return found

    @cached_property
    def fits(self) -> bool:
        """Could the sample be placed by whoever's turn it is?"""
        return any(row[0] == PLACE for row in self.view.legal_rows(self.player).tolist())

    @property
    def would_empty(self) -> bool:
        """Would END empty a bench that holds something (AL-8)?"""
        return not self.over and not self.has_placed and any(self.benches[self.player])

    @property
    def winners(self) -> list[int]:
        return [seat for seat in range(SEATS) if self.gold[seat] == max(self.gold)]


def regions_of(bench: Sequence[int]) -> list[Region]:
    found: list[Region] = []
    seen: set[int] = set()
    for cell, element in enumerate(bench):
        if element != EMPTY and cell not in seen:
            cells = joined(bench, cell)
            seen.update(cells)
            found.append(Region(element, tuple(sorted(cells))))
    return found


def joined(bench: Sequence[int], cell: int) -> set[int]:
    """The region of a cell."""
    reached, todo = {cell}, [cell]
    while todo:
        for beside in NEAR[todo.pop()]:
            if beside >= 0 and beside not in reached and bench[beside] == bench[cell]:
                reached.add(beside)
                todo.append(beside)
    return reached
