"""Positions of Émile for its tests, made of scores, a reserve and a roll, with dice that show chosen faces."""

from itertools import chain, cycle
from typing import Any

import numpy as np

from ludotheque import notation
from ludotheque.compile import for_interpreter
from ludotheque.dice import LENGTH, WORD
from ludotheque.games.emile import game, rules
from ludotheque.games.emile.rules import ERRORS, MOVES, SETTLING, State

ONE = (1, 2, 2, 3, 4)  # a roll with one die that marks
NOTHING = (2, 2, 3, 4, 6)  # a roll that marks nothing
SUITE = (2, 6, 4, 3, 5)


class LoadedDice(list[int]):
    """Dice that show `faces` one after the other, and then 1, 2, 2, 3, 4 again and again."""

    def __init__(self, *faces: int):
        super().__init__([0] * LENGTH)
        self.next_faces = chain(faces, cycle(ONE))

    def __getitem__(self, place: Any) -> Any:
        """Return the middle of the 32-bit numbers that give the next face of a six-sided die."""
        return ((next(self.next_faces) - 1 << 32) + (1 << 31)) // 6 if place >= WORD else super().__getitem__(place)


class Position:
    """A position after a roll, or with a turn's score (`gain`) to settle; seat 0 is to move by default."""

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
        rules.setup(self.state, len(scores), LoadedDice())
        self.state.player, self.state.potential = player, potential
        for seat, score in enumerate(scores):
            self.state.score[seat] = score
            self.state.active[seat] = seat == player
        self.state.ones, self.state.fives, self.state.brelan = reserve.count(1), reserve.count(5), brelan
        self.place_dice(rolled)
        if gain is not None:
            self.state.phase, self.state.gain = SETTLING, gain

    def place_dice(self, rolled: tuple[int, ...]) -> None:
        self.state.rolled = len(rolled)
        for i in range(5):
            self.state.faces[i] = rolled[i] if i < len(rolled) else 0
        for face in range(7):
            self.state.count[face] = rolled.count(face)

    def play(self, text: str, *next_dice: int) -> "Position":
        """Play a move; the dice rolled after it show `next_dice`."""
        move = notation.read(MOVES, text)
        assert rules.check(self.state, self.state.player, move) == rules.OK, self.why(text)
        rules.apply(self.state, self.state.player, move, LoadedDice(*next_dice))
        return self

    def why(self, text: str, seat: int | None = None) -> str:
        at = self.state.player if seat is None else seat
        return ERRORS[rules.check(self.state, at, notation.read(MOVES, text))]

    def legal_keeps(self) -> dict[tuple[int, int, int], int]:
        """Return every reserve (ones, fives, brelan) that may be kept, with its worth."""
        reserves = [(a, b, c) for a in range(-1, 7) for b in range(-1, 7) for c in range(-1, 8)]
        return {key: rules.worth(*key) for key in reserves if self.why("KEEP {} {} {}".format(*key)) == "ok"}

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
