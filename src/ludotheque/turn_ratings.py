"""Turns that a game rates itself, for an analysis: `bots/turns.py` in its folder.

`rate_turns(view, turns, plies)` returns chances of first place by turn, future and seat: all turns meet the same
futures, so that the difference of two turns has little noise. `watch(view)` is called with all earlier turns of the
seat, as it saw them, so that a bot with a memory knows the same in every process.
"""

import importlib
import importlib.util
import math
from collections.abc import Sequence
from functools import cache
from typing import Any

from ludotheque.game import Array, Game, Move
from ludotheque.search import Line
from ludotheque.view import View

LEVEL = 0.5  # the chance with which the share of a chance that is lost counts as much as the loss itself


@cache
def find_bot_module(game: Game, name: str) -> Any:
    """Return a module in the folder of the game's bots, if there is one with this name."""
    path = f"{game.package}.bots.{name}"
    has_bots = importlib.util.find_spec(f"{game.package}.bots") is not None
    return importlib.import_module(path) if has_bots and importlib.util.find_spec(path) is not None else None


def find_rater(game: Game) -> Any:
    """Return the game's module that rates turns, if it has one."""
    return find_bot_module(game, "turns")


def compare_turns(
    rater: Any, view: View, played: Sequence[Move], other: Sequence[Move], plies: int
) -> tuple[Line, Line, float, float]:
    """Return what the futures say of both turns, the chance that `played` lost, and what that counts for the accuracy.

    Who has little chance can lose little of it, so the share of it that they lost counts.
    """
    chances = rater.rate_turns(view, [played, other], plies)
    own = chances[:, :, view.seat]
    gains = own[1] - own[0]
    lines = [
        Line(moves[-1], len(gains), 0.0, tuple(map(float, rated.mean(axis=0))), 0.0, ())
        for moves, rated in zip((played, other), chances)
    ]
    parts = gains / own.max(axis=0).clip(min=1e-9)  # a seat that has no chance in a future loses nothing there
    return lines[0], lines[1], measure_sure_loss(gains), LEVEL * measure_sure_loss(parts)


def measure_sure_loss(losses: Array) -> float:
    """Return the mean of paired losses less one standard error, or 0."""
    error = float(losses.std()) / math.sqrt(max(1, len(losses) - 1))
    return max(0.0, float(losses.mean()) - error)
