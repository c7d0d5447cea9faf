"""Read the answers of a course bot, and log what cannot be read (BZ-20).

Answers are read twice: in the bot's process, where a tuple is still a tuple, and again in the referee's process, since
a bot can write into the pipe of its host.
"""

import reprlib
from collections.abc import Collection
from typing import Any, NamedTuple

LAYINGS = ("OUV", "BOU", "ECL")  # in the order of the rules' kinds
NOTHING = "RIEN"
MOVE, FORAGE = "DEPLACEMENT", "BUTINAGE"
FAR = 99  # off every board; larger coordinates are cut to it
LINES = 10  # lines of a log
LONGEST = 200  # characters of a line
LONGEST_NAME = 100  # characters


class Action(NamedTuple):
    """The order for one bee."""

    bee: str
    x: int
    y: int
    verb: str


class Log:
    """Messages about a turn: the first LINES lines, and how many more there were."""

    def __init__(self) -> None:
        self.lines: list[str] = []
        self.more = 0

    def add(self, line: str, *about: Any) -> None:
        """Add one line, preceded by short forms of the values that it is about."""
        if len(self.lines) < LINES:
            self.lines.append(clean(" ".join([*map(abbreviate, about), line])))
        else:
            self.more += 1

    def extend(self, lines: list[str], more: int) -> None:
        """Add the content of another log."""
        for line in lines:
            self.add(line)
        self.more += more

    def __str__(self) -> str:
        return " | ".join([*self.lines, *([f"and {self.more} more"] if self.more else [])])


def read_laying(answer: Any, log: Log) -> str:
    """Return the kind to lay, or RIEN."""
    word = plain_text(answer)
    if word in LAYINGS or word == NOTHING:
        return str(word)
    log.add("is none of OUV, BOU, ECL and RIEN", answer)
    return NOTHING


def read_actions(answer: Any, own: Collection[str], log: Log) -> list[Action]:
    """Return the first readable action of each bee, in the order of the list."""
    if not isinstance(answer, list):
        log.add("is no list of actions", answer)
        return []
    found: dict[str, Action] = {}
    for entry in answer:
        fault = check_entry(entry, own)
        if fault is not None:
            log.add(fault, entry)
            continue
        action = make_action(*tuple.__iter__(entry))
        if action.bee in found:
            log.add("comes after another action of that bee", entry)
        else:
            found[action.bee] = action
    return list(found.values())


def check_entry(entry: Any, own: Collection[str]) -> str | None:
    """Return why `entry` is not an action, or None. As in all Python, True is an int and a named tuple is a tuple."""
    if not isinstance(entry, tuple) or tuple.__len__(entry) != 4:
        return "is no tuple of four"
    bee, x, y, verb = tuple.__iter__(entry)
    if plain_text(bee) not in own:
        return "names none of the own bees"
    if not isinstance(x, int) or not isinstance(y, int):
        return "has an x or y that is no int"
    return None if plain_text(verb) in (MOVE, FORAGE) else "is neither DEPLACEMENT nor BUTINAGE"


def make_action(bee: str, x: int, y: int, verb: str) -> Action:
    return Action(str(plain_text(bee)), limit(x), limit(y), str(plain_text(verb)))


def plain_text(value: Any) -> str | None:
    """Return a str without the methods of a subclass; None for any other type."""
    return str.__str__(value) if isinstance(value, str) else None


def limit(number: int) -> int:
    """Return a coordinate between -FAR and FAR; one that was off the board still is."""
    return max(-FAR, min(int.__index__(number), FAR))


def abbreviate(value: Any) -> str:
    """Return any value as a short text."""
    try:
        return reprlib.repr(value)
    except Exception:
        return f"a {type(value).__name__}"


def clean(line: str) -> str:
    """Return one short line that can be written to any file."""
    return " ".join(line[: 2 * LONGEST].encode(errors="replace").decode().split())[:LONGEST]
