"""A C or C++ champion inside its host: a shared object whose API calls run on compiled rules (AL-20)."""

import ctypes
from pathlib import Path
from typing import Any

import numpy as np

from ludotheque import loops
from ludotheque.game import Move
from ludotheque.games.alchemy.contest.api import Api
from ludotheque.games.alchemy.contest.pointers import pointers
from ludotheque.match import Match

MOST_MOVES = 64  # DEEPEST in api.c


class NativeChampion:
    """It plays on memory of its own; what it did is then played on the host's match."""

    def __init__(self, library: Path, match: Match, seat: int):
        self._file = library
        self._match, self._seat = match, seat
        self._api = Api(match, seat)
        self._show = ctypes.CFUNCTYPE(None)(self._show_benches)
        self._pointers = pointers(loops.machine(match.game, False))
        addresses = [one.address for one in self._pointers] + [ctypes.cast(self._show, ctypes.c_void_p).value]
        self._rules = np.array(addresses, np.uintp)
        self._library: ctypes.CDLL | None = None

    @property
    def library(self) -> ctypes.CDLL:
        """Loaded inside the first call, for loading runs its constructors."""
        if self._library is None:
            self._library = ctypes.CDLL(str(self._file))
        return self._library

    def call(self, name: str) -> None:
        """Call one of its functions, and play what it did."""
        self.begin()
        if hasattr(self.library, name):
            self.library[name]()
        ctypes.CDLL(None).fflush(None)
        for move in self.moves():
            self._match.play(move, self._seat)

    def begin(self) -> None:
        """Lay out the position and the opponent's last turn."""
        told = self._api.historique()
        rows = [[h.atype, *h.pos1, *h.pos2, h.id_apprenti, h.nouvelle_case] for h in told]
        self._history = np.array(rows, np.int32).reshape(-1, 7)
        state = self._match.state
        self.library.ludotheque_begin(at(self._rules), at(state), self._seat, at(self._history), len(told))

    def moves(self) -> list[Move]:
        """What it did since then and did not undo."""
        rows = np.zeros((MOST_MOVES, 4), np.int32)
        count = self.library.ludotheque_moves(at(rows))
        return [Move(*row) for row in rows[:count].tolist()]

    def _show_benches(self) -> None:
        """Print the benches as they are to the champion now."""
        done = self.moves()
        for move in done:
            self._match.play(move, self._seat)
        self._api.afficher_etablis()
        for _ in done:
            self._match.undo()


def at(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)
