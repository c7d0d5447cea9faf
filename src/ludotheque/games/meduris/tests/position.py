"""Positions for the tests of Meduris: the ring, hands and piles are given as letters, and dice show a chosen face."""

from typing import Any

import numpy as np

import ludotheque as lt
from ludotheque import loops, notation
from ludotheque.compile import for_interpreter
from ludotheque.dice import LENGTH, WORD
from ludotheque.game import Move
from ludotheque.games.meduris import game, rules
from ludotheque.games.meduris.ring import RESOURCES
from ludotheque.games.meduris.rules import ERRORS, State
from ludotheque.games.meduris.turn import ACTING, LOSS, OFFERING, begin_turn

MOVES = game.rules.MOVES
SEATS = "abcd"  # the letter of each seat's huts, workers and rune stones; a capital is a temple
HOME, STONE_1, STONE_2, STONE_3 = -4, -3, -2, -1  # the druid's places before the ring
RICH = "BWCS" * 40
OFFICIAL: dict[str, Any] = dict(game.presets["official"])


class FixedDice(list[int]):
    """Dice that always draw the same 32 bits."""

    def __init__(self, word: int):
        super().__init__([0] * LENGTH)
        self.word = word

    def __getitem__(self, place: Any) -> Any:
        return self.word if place >= WORD else super().__getitem__(place)


def show_face(face: int) -> FixedDice:
    """Return dice of which a die of six shows `face`, counted from 0."""
    return FixedDice(((face << 32) + (1 << 31)) // 6)


class Position:
    """A position of a test: `player` is to act.

    Position("30:ba.A") has a hut of seat 1 on site 30, one of seat 0 on 31, nothing on 0 and a temple of seat 0 on 1.
    The number of hands is the number of seats. `runes` has a letter for each district whose rune stone is held.
    """

    def __init__(
        self,
        ring: str = "",
        *,
        hands: tuple[str, ...] = (RICH, RICH),
        piles: tuple[str, ...] = (),
        runes: str = "",
        points: tuple[int, ...] = (),
        left: dict[int, tuple[int, int]] | None = None,
        druid: int = HOME,
        player: int = 0,
        **options: Any,
    ):
        self.seats = len(hands)
        self.array = np.zeros(1, State)
        for name, value in game.read_options(options, self.seats, 0).items():
            self.array[name] = value
        self.state: Any = for_interpreter(self.array)[0]
        rules.setup(self.state, self.seats, show_face(0))
        self.state.phase, self.state.player, self.state.druid = ACTING, player, druid
        for seat in range(self.seats):
            self.state.active[seat] = seat == player
            self.state.points[seat] = points[seat] if points else 5
            for kind, letter in enumerate(RESOURCES):
                self.state.hand[seat, kind] = hands[seat].count(letter)
        self._build(ring)
        self._place_workers(piles or self._default_piles())
        self._deal(runes, left or {})

    def _build(self, ring: str) -> None:
        for part in ring.split():
            start, pieces = part.split(":")
            for i, letter in enumerate(pieces):
                if letter != ".":
                    self._place_piece((int(start) + i) % self.state.sites, letter)
        for site, length in run_lengths(self.huts, self.state.sites).items():
            self.state.run[site] = length

    def _place_piece(self, site: int, letter: str) -> None:
        seat = SEATS.index(letter.lower())
        self.state.owner[site] = seat
        left = self.state.huts_left if letter.islower() else self.state.temples_left
        left[seat] = max(0, left[seat] - 1)
        self.state.run[site] = letter.islower()

    def _default_piles(self) -> tuple[str, ...]:
        """Return piles of two workers, for all workers of all seats."""
        workers = SEATS[: self.seats] * rules.starting_workers(self.state)
        return tuple(workers[i : i + 2] for i in range(0, len(workers), 2))

    def _place_workers(self, piles: tuple[str, ...]) -> None:
        for plateau, pile in enumerate(piles):
            self.state.height[plateau] = len(pile)
            for height, letter in enumerate(pile):
                self.state.pile[plateau, height] = SEATS.index(letter)

    def _deal(self, runes: str, left: dict[int, tuple[int, int]]) -> None:
        for district, letter in enumerate(runes):
            self.state.rune[district] = SEATS.find(letter)
        for seat, (huts, temples) in left.items():
            self.state.huts_left[seat], self.state.temples_left[seat] = huts, temples

    def play(self, *moves: str, die: int = LOSS) -> "Position":
        """Play moves, each by the awaited seat; a new event shows the face `die`."""
        for text in moves:
            assert self.why(text) == "ok", f"{text}: {self.why(text)}"
            rules.apply(self.state, self.awaited, notation.read(MOVES, text), show_face(die))
        return self

    def event(self, face: int) -> "Position":
        """Begin the turn again, with this face of the die."""
        begin_turn(self.state, show_face(face))
        return self

    def ritual(self, what: int = 0, die: int = LOSS) -> list[int]:
        """Let every asked seat offer `what`, and return the sites that the druid visits."""
        visited = []
        while self.asked is not None:
            visited.append(self.asked[1])
            self.play(f"OFFER {what}", die=die)
        return visited

    def why(self, move: str | Move, seat: int | None = None) -> str:
        read = notation.read(MOVES, move) if isinstance(move, str) else move
        return ERRORS[rules.check(self.state, self.awaited if seat is None else seat, read)]

    def legal(self, kind: str) -> list[str]:
        """Return the moves of a kind that `check` allows."""
        offered = [notation.write(MOVES, row) for row in loops.offers_of(game).tolist()]
        return [text for text in offered if text.startswith(kind) and self.why(text) == "ok"]

    @property
    def awaited(self) -> int:
        """The one seat that is awaited, or -1."""
        seats = [seat for seat in range(len(SEATS)) if self.state.active[seat]]
        assert len(seats) <= 1
        return seats[0] if seats else -1

    @property
    def is_over(self) -> bool:
        return self.awaited < 0

    @property
    def asked(self) -> tuple[int, int] | None:
        """The seat that is asked for an offering, and its site."""
        return (self.awaited, self.state.druid) if self.state.phase == OFFERING else None

    @property
    def acts(self) -> int | None:
        """The seat whose action is awaited."""
        return self.awaited if self.state.phase == ACTING else None

    @property
    def points(self) -> tuple[int, ...]:
        return tuple(self.state.points[: self.seats])

    @property
    def hands(self) -> tuple[str, ...]:
        """Each player's resources, in the order B W C S."""
        held = self.array["hand"][0, : self.seats].tolist()
        return tuple("".join(letter * count for letter, count in zip(RESOURCES, row)) for row in held)

    @property
    def piles(self) -> tuple[str, ...]:
        """The workers of each plateau from the bottom."""
        rows = self.array["pile"][0].tolist()
        return tuple("".join(SEATS[seat] for seat in row if seat >= 0) for row in rows)

    @property
    def runes(self) -> str:
        return "".join(SEATS[seat] if seat >= 0 else "." for seat in self.array["rune"][0].tolist())

    @property
    def huts(self) -> set[int]:
        return {site for site in range(self.state.sites) if self.state.run[site]}

    @property
    def left(self) -> list[tuple[int, int]]:
        """The huts and temples that each player has left."""
        return [(self.state.huts_left[seat], self.state.temples_left[seat]) for seat in range(self.seats)]

    @property
    def outcome(self) -> list[tuple[int, ...]]:
        return self._match().outcome

    @property
    def ranks(self) -> list[int]:
        return self._match().ranks

    def _match(self) -> lt.Match:
        match = lt.Match(game, self.seats, 0, {})
        match.state[:] = self.array
        return match


def run_lengths(huts: set[int], sites: int) -> dict[int, int]:
    """Return the length of the run of each hut, found by walking both ways."""
    return {site: len(run_of(site, huts, sites)) for site in huts}


def run_of(site: int, huts: set[int], sites: int) -> set[int]:
    run = {site}
    for step in (1, -1):
        beside = (site + step) % sites
        while beside in huts and beside not in run:
            run.add(beside)
            beside = (beside + step) % sites
    return run
