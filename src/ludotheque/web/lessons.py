"""First games: a lesson that a person plays at a real table against bots, from a game's lesson.toml.

seed = 8                     of the match, so that every position of the lesson is known
seats = ["me", "easy"]       who sits where; bots play as written below, and as themselves after the lesson
options = { first = 0 }

[[step]]
en = "…"                     a sentence or two: one rule, and what to click
fr = "…"
move = "KEEP 1 0 0"          the move that ends the step; without one, a button does
at = ["emile-stop"]          ids of what the step points at; by default whatever leads to its move
then = "1 STOP; 1 OWN"       what the others play after the move, each with the seat in front

A table needs no memory of its lesson: it is in it as long as everybody has played as written.
"""

import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

from ludotheque.game import Game, OptionValue
from ludotheque.match import Match
from ludotheque.web.table_request import ME
from ludotheque.web.words import LANGUAGES


@dataclass(frozen=True)
class Step:
    """One thing that the lesson says."""

    says: Mapping[str, str]  # by language
    move: str | None
    at: tuple[str, ...]
    then: tuple[str, ...]  # "1 STOP": a seat and its move

    def describe(self, code: str) -> str:
        return self.says.get(code, self.says["en"])


@dataclass(frozen=True)
class Lesson:
    seed: int
    seats: tuple[str, ...]
    options: Mapping[str, OptionValue]
    steps: tuple[Step, ...]

    @property
    def seat(self) -> int:
        """The seat of the person who learns."""
        return self.seats.index(ME)

    def lines(self, steps: Sequence[Step]) -> list[str]:
        """Return the moves of these steps, each with its seat in front."""
        return [line for step in steps for line in (*self._own_line(step), *step.then)]

    def _own_line(self, step: Step) -> list[str]:
        return [f"{self.seat} {step.move}"] if step.move else []

    def moves_of(self, seat: int) -> list[str]:
        """Return what a seat plays in the lesson."""
        lines = [line.partition(" ") for line in self.lines(self.steps)]
        return [move for player, _, move in lines if int(player) == seat]


@cache
def read_lesson(game: Game) -> Lesson | None:
    """Return the game's lesson; a game may lack one."""
    file = game.folder / "lesson.toml"
    if not file.exists():
        return None
    read = tomllib.loads(file.read_text("utf-8"))
    steps = tuple(_read_step(entry) for entry in read["step"])
    return Lesson(read["seed"], tuple(read["seats"]), read.get("options", {}), steps)


def _read_step(entry: Mapping[str, Any]) -> Step:
    says = {code: entry[code] for code in LANGUAGES if code in entry}
    then = tuple(line.strip() for line in entry.get("then", "").split(";") if line.strip())
    return Step(says, entry.get("move"), tuple(entry.get("at", ())), then)


def has_lesson(game: Game) -> bool:
    return read_lesson(game) is not None


def count_followed(match: Match, seat: int) -> int | None:
    """Return how many moves of the lesson a seat has played; None if it is in no lesson, or in it no more."""
    lesson = _find_lesson(match)
    played = _list_moves(match, seat)
    is_in = lesson is not None and lesson.seat == seat and len(played) <= len(lesson.moves_of(seat))
    return len(played) if is_in else None


def find_reply(match: Match, seat: int) -> str | None:
    """Return the move that a lesson wants another seat to play next."""
    lesson = _find_lesson(match)
    if lesson is None or seat == lesson.seat:
        return None
    return next(iter(lesson.moves_of(seat)[len(_list_moves(match, seat)) :]), None)


def _find_lesson(match: Match) -> Lesson | None:
    """Return the lesson that a match follows. Seats are compared one by one: where all move at once, none is first."""
    lesson = read_lesson(match.game)
    if lesson is None or match.seed != lesson.seed or len(match.dice_seeds) > 1 or match.seats != len(lesson.seats):
        return None
    pairs = [(_list_moves(match, seat), lesson.moves_of(seat)) for seat in range(match.seats)]
    is_followed = all(move == wanted for played, moves in pairs for move, wanted in zip(played, moves))
    return lesson if is_followed else None


def _list_moves(match: Match, seat: int) -> list[str]:
    return [match.format_move(move) for player, move in match.played if player == seat]


def describe_lesson(match: Match, seat: int, code: str) -> list[dict[str, Any]]:
    """Return the steps of a lesson for the page; an empty list if the match is in none."""
    lesson = _find_lesson(match)
    if lesson is None or count_followed(match, seat) is None:
        return []
    moves = [sum(step.move is not None for step in lesson.steps[:place]) for place in range(len(lesson.steps))]
    return [
        {"says": step.describe(code), "move": step.move, "at": step.at, "after": after}
        for step, after in zip(lesson.steps, moves)
    ]
