"""What the attacks share: the arguments of the process, a report on stderr, and a program that plays on."""

import os
import sys
from collections.abc import Callable
from typing import Any

CANARY, REFEREE = sys.argv[1], int(sys.argv[2])  # a file of somebody else, and the process of the referee
MIB = 1 << 20


def expect_failure(name: str, action: Callable[[], Any]) -> None:
    """Try something that the sandbox must not allow; say so if it works."""
    try:
        result = action()
    except (OSError, MemoryError, ValueError, OverflowError, RuntimeError):
        return
    if result is not False:
        say_broken(f"{name}: {str(result)[:80]}")


def say_broken(text: str) -> None:
    sys.stderr.write(f"BROKEN {text}\n")
    sys.stderr.flush()


def questions() -> Any:
    """Yield the legal moves of each question."""
    legal: list[str] = []
    for line in sys.stdin:
        word, _, rest = line.strip().partition(" ")
        if word == "legal":
            legal = rest.split("; ")
        elif word == "go":
            yield legal


def answer(move: str) -> None:
    os.write(1, move.encode() + b"\n")


def play_on() -> None:
    """Play to the end, as a program without bad intentions does."""
    for legal in questions():
        answer(legal[-1])
