"""The line protocol: how a program in any language sits at any game. It is derived from State and MOVES.

The referee writes, once:

    ludotheque 1
    game emile 1
    seat 0 of 2
    options first=-1 rounds=200 teams=off anticlockwise=off toasts=off
    clock 1000 1000                               milliseconds for the first answer, and for every other
    moves KEEP ones fives brelan; STOP; OWN; OTHER seat
    random 4011293856126390742                    a number of your own, from which random numbers can start

and then, each time that an answer is awaited, the fields of the view that changed since the last time (the first time
all of them), an array's numbers one after the other, and where a game offers few enough moves those that are legal:

    active 1 0 0 0 0 0 0 0
    score -2500 -2500 0 0 0 0 0 0
    …
    legal KEEP 0 1 0; KEEP 1 0 0; STOP
    go

The program answers with one line: a move, or the moves of a turn with `;` between them. What follows a `#` is shown
beside the match and plays nothing. When the match is over the program reads the end of its input.
"""

import sys
from collections.abc import Callable, Sequence
from typing import Any, TextIO

import numpy as np

from ludotheque import loops, notation
from ludotheque.game import Game, GameError, Move, field_names, load
from ludotheque.match import Match, seed_of_view
from ludotheque.record import Verdict
from ludotheque.seating import Answer, BotFailed
from ludotheque.view import View

VERSION = 1
FEW_OFFERS = 2000  # a game that offers more moves than this does not list the legal ones
LONGEST_NOTE = 200


class BadLines(GameError):
    """A program that speaks this protocol has read lines that do not belong to it."""


class LineProtocol:
    """The referee's side of the protocol, for every seat of one match."""

    def __init__(self, match: Match):
        self.match = match
        self._sent: dict[int, dict[str, Any]] = {}  # fields as each seat last read them

    def lines(self, seat: int) -> list[str]:
        """Return what is written to a seat now."""
        view = self.match.view(seat)
        first = seat not in self._sent
        sent = self._sent.setdefault(seat, {})
        now = {name: flatten(value) for name, value in view.json().items()}
        fields = [f"{name} {value}" for name, value in now.items() if sent.get(name) != value]
        sent.update(now)
        legal = [f"legal {'; '.join(view.legal())}"] if len(loops.offers_of(view.game)) <= FEW_OFFERS else []
        return [*(self.head(seat) if first else ()), *fields, *legal, "go"]

    def head(self, seat: int) -> list[str]:
        """Return the lines that a seat reads once."""
        match, game = self.match, self.match.game
        options = " ".join(f"{name}={value}" for name, value in public_options(match).items())
        first, later = (round(1000 * seconds) for seconds in game.clock_seconds)
        forms = "; ".join(notation.form(k, a) for k, a in game.rules.MOVES.items() if a is not None)
        return [
            f"ludotheque {VERSION}",
            f"game {game.name} {game.version}",
            f"seat {seat} of {match.seats}",
            f"options {options}".rstrip(),
            f"clock {first} {later}",
            f"moves {forms}",
            f"random {match.random_seeds[seat]}",
        ]

    def read(self, seat: int, line: str) -> Answer:
        """Parse a seat's line."""
        text, _, note = line.partition("#")
        moves = [part.strip() for part in text.split(";") if part.strip()]
        notes = {"said": note.strip()[:LONGEST_NOTE]} if note.strip() else {}
        if not moves:
            raise BotFailed(Verdict("illegal", "an empty line"), notes)
        return Answer(moves, notes=notes)


def public_options(match: Match) -> dict[str, str]:
    """Return all options except seeds, which stay secret."""
    cards = match.game.options
    return {name: cards[name].format(int(match.state[name][0])) for name in match.options if not cards[name].is_seed}


def flatten(value: Any) -> str:
    """Return a field's numbers, one after the other."""
    return " ".join(map(str, np.ravel(value).tolist()))


def speak(play: Callable[[View], str | Sequence[str]], source: TextIO = sys.stdin, sink: TextIO = sys.stdout) -> None:
    """Turn a Python bot into a program that speaks this protocol: `speak(play)` at the end of its file."""
    head: dict[str, str] = {}
    view: RemoteView | None = None
    for line in source:
        word, _, rest = line.rstrip("\n").partition(" ")
        if view is None and word in ("ludotheque", "game", "seat", "options", "clock", "moves", "random"):
            head[word] = rest
            continue
        view = view or RemoteView(head)
        if word == "go":
            print(view.format_answer(play(view)), file=sink, flush=True)
        elif word == "legal":
            view.set_legal(rest)
        else:
            view.set_field(word, rest)


class RemoteView(View):
    """A view that a program fills from the lines it reads."""

    def __init__(self, head: dict[str, str]):
        game = self._game(head)
        seat, seats = (int(number) for number in head["seat"].split(" of "))
        names = [f"seat {number}" for number in range(seats)]
        super().__init__(game, seats, loops.machine_of(game), names, seat=seat)
        self._seed, self._own_plies = int(head.get("random", 0)), 0
        self._random_seed = seed_of_view(self._seed, 0)
        self._legal: list[str] | None = None  # as the referee listed them

    @staticmethod
    def _game(head: dict[str, str]) -> Game:
        if head.get("ludotheque") != str(VERSION) or not {"game", "seat"} <= set(head):
            raise BadLines("These lines are not the line protocol in version {version}.", version=VERSION)
        return load(head["game"].split()[0])

    def set_field(self, name: str, numbers: str) -> None:
        if name not in field_names(self.state.dtype):
            raise BadLines("{game} has no field {name}.", game=self.game.title, name=name)
        field = self.state[name][0]
        self.state[name][0] = np.array([int(n) for n in numbers.split()]).reshape(np.shape(field))

    def set_legal(self, moves: str) -> None:
        self._legal = moves.split("; ") if moves else []

    def legal(self, seat: int | None = None) -> list[str]:
        if self._legal is not None and seat in (None, self.seat):
            return list(self._legal)
        return super().legal(seat)

    def format_answer(self, answer: Any) -> str:
        """Return what `play` returned as a line, and give the next view new random numbers."""
        moves = answer if isinstance(answer, list | tuple) and not isinstance(answer, Move) else [answer]
        written = "; ".join(self.format_move(move) for move in moves)
        self._own_plies += len([part for part in written.partition("#")[0].split(";") if part.strip()])
        self._random_seed, self._random = seed_of_view(self._seed, self._own_plies), None
        return " ".join(written.split())

    def format_move(self, move: Any) -> str:
        return notation.write(self.game.rules.MOVES, Move(*move)) if isinstance(move, tuple) else str(move)
