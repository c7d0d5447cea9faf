"""Ludothèque: turn-based games as one arena.

import ludotheque as lt
m = lt.new("emile", seats=3, seed=7)
m.play(m.legal()[0])
"""

from typing import TYPE_CHECKING

from ludotheque.game import BadOption, GameError, Move, UnknownGame, load, names
from ludotheque.match import Match, new
from ludotheque.playback import read, replay
from ludotheque.record import BadRecord, Record, Verdict
from ludotheque.referee import run
from ludotheque.seating import BotFailed
from ludotheque.view import IllegalMove, View

__all__ = [
    "BadOption", "BadRecord", "BotFailed", "GameError", "IllegalMove", "Match", "Move", "Record", "UnknownGame",
    "Verdict", "View", "batch", "load", "names", "new", "read", "replay", "run",
]  # fmt: skip

if TYPE_CHECKING:
    from ludotheque.rl.batch import batch


def __getattr__(name: str) -> object:
    """Import batch on demand: it belongs to a level above this one."""
    if name == "batch":
        from ludotheque.rl.batch import batch

        return batch
    raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
