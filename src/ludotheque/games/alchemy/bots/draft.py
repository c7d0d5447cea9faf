"""A turn as it is written: every move is played at once on a copy of what the seat sees."""

from dataclasses import dataclass

from ludotheque.compile import for_interpreter
from ludotheque.dice import dice
from ludotheque.game import StateRecord
from ludotheque.games.alchemy import rules
from ludotheque.games.alchemy.bots.bench import cells_of, count, region_in
from ludotheque.games.alchemy.rules import CELLS, ELEMENTS, OK, TURNS
from ludotheque.match import View
from ludotheque.notation import read


@dataclass(frozen=True)
class Region:
    """Cells of one element that are joined, by the first of them."""

    cell: int
    element: int
    size: int

    @property
    def gold(self) -> int:
        return rules.gold_for(self.element, self.size)


class Draft:
    """The moves so far, and the position that they lead to."""

    def __init__(self, view: View):
        self.view, self.seat = view, view.seat
        self.moves: list[str] = []
        self._states = view.state.copy()
        self.state: StateRecord = for_interpreter(self._states)[0]

    def play(self, move: str) -> None:
        rules.apply(self.state, self.seat, read(self.view.game.rules.MOVES, move), dice(0, 0))
        self.moves.append(move)

    def after(self, move: str) -> "Draft":
        """The same draft with a move more."""
        twin = Draft(self.view)
        twin.moves += self.moves
        twin._states[:] = self._states
        twin.play(move)
        return twin

    @property
    def free(self) -> int:
        """How many cells of the own bench are empty."""
        return int(self.state.amount[self.seat, rules.EMPTY])

    @property
    def is_last(self) -> bool:
        """Is this the seat's last turn?"""
        return bool(self.state.turn >= TURNS - 1)

    def placements(self) -> list[str]:
        """Wherever the sample may go."""
        places = ((cell, way) for cell in range(CELLS) for way in range(4))
        return [f"PLACE {c} {w}" for c, w in places if rules.check_place(self.state, self.seat, c, w) == OK]

    def regions(self) -> list[Region]:
        """What stands on the own bench, the best paid first."""
        found = []
        for element in range(1, ELEMENTS + 1):
            rest = cells_of(self.state, self.seat, element)
            while rest:
                first = rest & -rest
                region = region_in(first, rest)
                rest ^= region
                found.append(Region(first.bit_length() - 1, element, count(region)))
        return sorted(found, key=lambda region: region.gold, reverse=True)

    def make_room(self) -> None:
        """Transmute, the best paid first, until the sample can be placed: a turn without it costs the bench (AL-8)."""
        while not self.state.has_placed and not self.placements():
            self.play(f"TRANSMUTE {self.regions()[0].cell}")
