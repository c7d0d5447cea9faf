"""Ludothèque: turn-based games as one arena.

import ludotheque as lt
m = lt.new("emile", seats=3, seed=7)
m.play(m.legal()[0])
"""

from typing import TYPE_CHECKING

from ludotheque.game import BadOption, GameError, Move, UnknownGame, load, names
from ludotheque.match import IllegalMove, Match, View, new, read, replay
from ludotheque.record import BadRecord, Record
from ludotheque.referee import BotFailed, run

__all__ = [
    "BadOption", "BadRecord", "BotFailed", "GameError", "IllegalMove", "Match", "Move", "Record", "UnknownGame", "View",
    "batch", "load", "names", "new", "read", "replay", "run",
]  # fmt: skip

if TYPE_CHECKING:
    from ludotheque.rl.batch import batch


def __getattr__(name: str) -> object:
    """The batch is made when it is asked for: it belongs to the learning environments, a level above."""
    if name == "batch":
        from ludotheque.rl.batch import batch

        return batch
    raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
