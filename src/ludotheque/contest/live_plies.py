"""Plies of a match that is being played, on their way from the process that plays it to those who watch.

They never include the last ply: that a match is over, and how, is known when its result is stored.
"""

import time
from collections.abc import Callable
from typing import NamedTuple

from ludotheque.game import PlayedMove
from ludotheque.match import Match
from ludotheque.playback import count_common
from ludotheque.worker import send_news

PACE = 1.0  # seconds between two messages
MOST_MOVES = 1500  # of one message to the server


class Plies(NamedTuple):
    """What has changed of a match: plies after `keep` are replaced by `moves`, each with its seat in front."""

    keep: int
    moves: list[str]
    dice: list[list[int]]  # [[first ply, seed], …], all of them


class Reporter:
    """Called by the referee after every round; once a second it sends what is new. No clock runs meanwhile."""

    def __init__(self, send: Callable[[Plies], None] = send_news, clock: Callable[[], float] = time.monotonic) -> None:
        self._send, self._clock = send, clock
        self._sent: list[PlayedMove] = []
        self._next = clock() + PACE

    def __call__(self, match: Match) -> None:
        if match.over or self._clock() < self._next:
            return
        keep = count_common(self._sent, match.played)
        new = match.played[keep:]
        moves = [f"{seat} {match.format_move(move)}" for seat, move in new]
        self._send(Plies(keep, moves, [list(one) for one in match.dice_seeds]))
        self._sent[keep:] = new
        self._next = self._clock() + PACE


class Feed:
    """All plies of a match that its worker knows, and how many of them the server has."""

    def __init__(self) -> None:
        self._moves: list[str] = []
        self._dice: list[list[int]] = []
        self._known: int | None = None  # plies that the server has; None: nobody watches there
        self._kept = 0  # plies that have not changed since the last message

    def add(self, news: Plies) -> None:
        self._moves[news.keep :] = news.moves
        self._dice = news.dice
        self._kept = min(self._kept, news.keep)

    @property
    def is_empty(self) -> bool:
        return not self._moves

    def next(self) -> Plies:
        """Return what to send now; while nobody watches, only how far the match is."""
        keep = len(self._moves) if self._known is None else min(self._known, self._kept)
        self._kept = len(self._moves)
        return Plies(keep, self._moves[keep : keep + MOST_MOVES], self._dice)

    def accept(self, known: int | None) -> None:
        """Note the server's answer: how many plies it has now, or None."""
        self._known = known
