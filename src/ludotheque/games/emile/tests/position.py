"""Positions of Émile for its tests: scores, a reserve and a roll as numbers, and dice that fall as told."""

from itertools import chain, cycle
from typing import Any

import numpy as np

from ludotheque import notation
from ludotheque.compile import for_interpreter
from ludotheque.dice import LENGTH, WORD
from ludotheque.games.emile import game, rules
from ludotheque.games.emile.rules import ERRORS, MOVES, SETTLING, State

ONE = (1, 2, 2, 3, 4)  # five dice of which one marks
NOTHING = (2, 2, 3, 4, 6)  # five dice that mark nothing
SUITE = (2, 6, 4, 3, 5)


class Loaded(list[int]):
    """Dice that fall as the test says, and then 1, 2, 2, 3, 4 over and over."""

    def __init__(self, *faces: int):
        super().__init__([0] * LENGTH)
        self.falls = chain(faces, cycle(ONE))

    def __getitem__(self, place: Any) -> Any:
        """32 bits from the middle of those that are this face of a die of six."""
        return ((next(self.falls) - 1 << 32) + (1 << 31)) // 6 if place >= WORD else super().__getitem__(place)


class Table:
    """A position of a test: scores, a reserve and a roll on the table; seat 0 is to move."""

    def __init__(
        self,
        *rolled: int,
        reserve: tuple[int, ...] = (),
        brelan: int = 0,
        potential: int = 0,
        scores: tuple[int, ...] = (-2500, -2500),
        gain: int | None = None,
        player: int = 0,
        **options: int,
    ):
        self.array = np.zeros(1, State)
        for name, value in game.read_options(options, len(scores), 0).items():
            self.array[name] = value
        self.state: Any = for_interpreter(self.array)[0]
        rules.setup(self.state, len(scores), Loaded())
        self.state.player, self.state.potential = player, potential
        for seat, score in enumerate(scores):
            self.state.score[seat] = score
            self.state.active[seat] = seat == player
        self.state.ones, self.state.fives, self.state.brelan = reserve.count(1), reserve.count(5), brelan
        self.lay(rolled)
        if gain is not None:
            self.state.phase, self.state.gain = SETTLING, gain

    def lay(self, rolled: tuple[int, ...]) -> None:
        self.state.rolled = len(rolled)
        for i in range(5):
            self.state.faces[i] = rolled[i] if i < len(rolled) else 0
        for face in range(7):
            self.state.count[face] = rolled.count(face)

    def play(self, text: str, *falls: int) -> "Table":
        """Play a move; what is rolled after it falls like this."""
        move = notation.read(MOVES, text)
        assert rules.check(self.state, self.state.player, move) == rules.OK, self.why(text)
        rules.apply(self.state, self.state.player, move, Loaded(*falls))
        return self

    def why(self, text: str, seat: int | None = None) -> str:
        at = self.state.player if seat is None else seat
        return ERRORS[rules.check(self.state, at, notation.read(MOVES, text))]

    def keeps(self) -> dict[tuple[int, int, int], int]:
        """Every reserve that may be kept, by (ones, fives, brelan), with its worth."""
        all_of_them = [(a, b, c) for a in range(-1, 7) for b in range(-1, 7) for c in range(-1, 8)]
        return {key: rules.worth(*key) for key in all_of_them if self.why("KEEP {} {} {}".format(*key)) == "ok"}

    @property
    def scores(self) -> tuple[int, ...]:
        return tuple(self.state.score[: self.state.seats])

    @property
    def reserve(self) -> tuple[int, int, int]:
        return self.state.ones, self.state.fives, self.state.brelan

    @property
    def faces(self) -> list[int]:
        return [face for face in self.state.faces if face]

    @property
    def shares(self) -> list[int]:
        out = np.zeros((self.state.seats, 3), np.int64)
        rules.outcome(self.state, for_interpreter(out))
        return [int(share) for share in out[:, 0]]

    @property
    def is_over(self) -> bool:
        return not any(self.state.active)
