"""What the board of Alchemy shows: a view and its viewer, the regions of both benches, and the viewer's legal moves."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludotheque.art import BoardContext
from ludotheque.games.alchemy.regions import Region, find_regions
from ludotheque.games.alchemy.rules import CATALYSE, GIVE, PLACE, TRANSMUTE, TURNS


class Legal(NamedTuple):
    """The arguments of the viewer's legal moves, by kind."""

    places: dict[int, list[int]]  # for each first cell, the ways to the second
    transmutes: set[int]
    catalyses: set[tuple[int, int]]  # whose bench, and which cell
    elements: set[int]
    ones: set[int]
    twos: set[int]


@dataclass(frozen=True)
class Scene(BoardContext):
    """One view, for one viewer. Each field of the view is read once."""

    @property
    def left(self) -> int:
        """The seat whose bench is drawn on the left: the viewer, or seat 0 for a spectator."""
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
        """The seat that receives the gift."""
        return 1 - self.player

    @cached_property
    def turn(self) -> int:
        """The turn; a finished match stays at its last one."""
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
        """The regions of each bench, in the order of their first cells."""
        return [find_regions(bench) for bench in self.benches]

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
    def can_place(self) -> bool:
        """Can the player to move, who need not be the viewer, place the sample?"""
        return any(row[0] == PLACE for row in self.view.legal_rows(self.player).tolist())

    @property
    def would_empty(self) -> bool:
        """Would END empty a bench that holds something (AL-8)?"""
        return not self.over and not self.has_placed and any(self.benches[self.player])
