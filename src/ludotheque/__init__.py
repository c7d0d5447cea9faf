"""Ludothèque: turn-based games as one arena.

import ludotheque as lt
m = lt.new("emile", seats=3, seed=7)
m.play(m.legal()[0])
"""

import importlib
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
    "Verdict", "View", "batch", "duel", "league", "load", "names", "new", "read", "replay", "run",
]  # fmt: skip

if TYPE_CHECKING:
    from ludotheque.arena.duel import duel
    from ludotheque.arena.league import league
    from ludotheque.rl.batch import batch

# Names from levels above this one.
HIGHER = {
    "batch": "ludotheque.rl.batch",
    "duel": "ludotheque.arena.duel",
    "league": "ludotheque.arena.league",
}


def __getattr__(name: str) -> object:
    """Import on demand what belongs to a level above this one."""
    if name in HIGHER:
        return getattr(importlib.import_module(HIGHER[name]), name)
    raise AttributeError(f"module 'ludotheque' has no attribute {name!r}")
