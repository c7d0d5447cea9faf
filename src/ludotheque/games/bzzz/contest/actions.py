"""What a course bot's answers mean: what of them can be read, and what is told of the rest (BZ-20).

It is read twice: in the bot's own process, where a tuple is still a tuple, and once more by the referee, since a bot
may have written into its host's pipe.
"""

import reprlib
from collections.abc import Collection
from typing import Any, NamedTuple

LAYINGS = ("OUV", "BOU", "ECL")  # in the order of the rules' kinds
NOTHING = "RIEN"
MOVE, FORAGE = "DEPLACEMENT", "BUTINAGE"
FAR = 99  # beyond every board: a number of any size is off it all the same
LINES = 10  # that a turn may tell
LONGEST = 200  # letters of a line
LONGEST_NAME = 100


class Action(NamedTuple):
    """What one bee is told."""

    bee: str
    x: int
    y: int
    verb: str


class Log:
    """What is told beside a turn: the first few lines, and how many more there were."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.more = 0

    def add(self, line: str, *about: Any) -> None:
        """One line, after a short form of what it is about."""
        if len(self.lines) < LINES:
            self.lines.append(clean(" ".join([*map(shown, about), line])))
        else:
            self.more += 1

    def take(self, lines: list[str], more: int) -> None:
        """What another log told."""
        for line in lines:
            self.add(line)
        self.more += more

    def __str__(self) -> str:
        return " | ".join([*self.lines, *([f"and {self.more} more"] if self.more else [])])


def read_laying(answer: Any, log: Log) -> str:
    """The kind to lay, or RIEN."""
    word = text(answer)
    if word in LAYINGS or word == NOTHING:
        return str(word)
    log.add("is none of OUV, BOU, ECL and RIEN", answer)
    return NOTHING


def read_actions(answer: Any, own: Collection[str], log: Log) -> list[Action]:
    """The first readable action of each bee, in the list's order."""
    if not isinstance(answer, list):
        log.add("is no list of actions", answer)
        return []
    found: dict[str, Action] = {}
    for entry in answer:
        fault = unreadable(entry, own)
        if fault is not None:
            log.add(fault, entry)
            continue
        action = readable(*tuple.__iter__(entry))
        if action.bee in found:
            log.add("comes after another action of that bee", entry)
        else:
            found[action.bee] = action
    return list(found.values())


def unreadable(entry: Any, own: Collection[str]) -> str | None:
    """Why this is no action at all; as everywhere in Python True is a whole number, and a named tuple a tuple."""
    if not isinstance(entry, tuple) or tuple.__len__(entry) != 4:
        return "is no tuple of four"
    bee, x, y, verb = tuple.__iter__(entry)
    if text(bee) not in own:
        return "names none of the own bees"
    if not isinstance(x, int) or not isinstance(y, int):
        return "has an x or y that is no int"
    return None if text(verb) in (MOVE, FORAGE) else "is neither DEPLACEMENT nor BUTINAGE"


def readable(bee: str, x: int, y: int, verb: str) -> Action:
    return Action(str(text(bee)), near(x), near(y), str(text(verb)))


def text(value: Any) -> str | None:
    """A text without what a subclass made of it; None for anything else."""
    return str.__str__(value) if isinstance(value, str) else None


def near(number: int) -> int:
    """A coordinate that fits into a line, off the board if it was."""
    return max(-FAR, min(int.__index__(number), FAR))


def shown(value: Any) -> str:
    """A value as a short text, whatever it is."""
    try:
        return reprlib.repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def clean(line: str) -> str:
    """One short line that any file can hold."""
    return " ".join(line[: 2 * LONGEST].encode(errors="replace").decode().split())[:LONGEST]
