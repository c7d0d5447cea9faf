"""A C or C++ champion inside its host: a shared object whose API calls run on the compiled rules (AL-20)."""

import ctypes
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
from numba import cfunc, from_dtype, types
from numba.np.numpy_support import carray

from ludotheque import loops
from ludotheque.compile import Machine, compiled
from ludotheque.game import Move
from ludotheque.games.alchemy.contest.api import Api
from ludotheque.games.alchemy.rules import (
    OK,
    State,
    apply,
    catalysts_for,
    check,
    gold_for,
    has_contact,
    take_region,
)
from ludotheque.match import Match

MAX_MOVES = 64  # the same as in api.c
NO_DICE: Any = ()  # nothing is rolled after the setup


class NativeChampion:
    """A champion that plays on memory of its own; its moves are then played on the host's match."""

    def __init__(self, library: Path, match: Match, seat: int):
        self._file = library
        self._match, self._seat = match, seat
        self._api = Api(match, seat)
        self._print_benches = ctypes.CFUNCTYPE(None)(self._print_current_benches)
        self._functions = make_c_functions(loops.machine(match.game, False))
        addresses = [function.address for function in self._functions]
        addresses.append(ctypes.cast(self._print_benches, ctypes.c_void_p).value)
        self._rules = np.array(addresses, np.uintp)
        self._library: ctypes.CDLL | None = None

    @property
    def library(self) -> ctypes.CDLL:
        """The shared object, loaded in the first call: loading runs the champion's constructors, in its own time."""
        if self._library is None:
            self._library = ctypes.CDLL(str(self._file))
        return self._library

    def call(self, name: str) -> str:
        """Call one of its functions, if it has it, and play its moves; C raises nothing."""
        self.begin()
        if hasattr(self.library, name):
            self.library[name]()
        ctypes.CDLL(None).fflush(None)
        for move in self.moves():
            self._match.play(move, self._seat)
        return ""

    def begin(self) -> None:
        """Hand the position and the opponent's last turn to the champion's API."""
        actions = self._api.historique()
        rows = [[a.atype, *a.pos1, *a.pos2, a.id_apprenti, a.nouvelle_case] for a in actions]
        self._history = np.array(rows, np.int32).reshape(-1, 7)
        state = self._match.state
        arrays = pointer_to(self._rules), pointer_to(state), self._seat, pointer_to(self._history)
        self.library.ludotheque_begin(*arrays, len(actions))

    def moves(self) -> list[Move]:
        """Return the champion's moves since `begin`, without those that it took back."""
        rows = np.zeros((MAX_MOVES, 4), np.int32)
        count = self.library.ludotheque_moves(pointer_to(rows))
        return [Move(*row) for row in rows[:count].tolist()]

    def _print_current_benches(self) -> None:
        """Print the benches with the moves that the champion has made so far in this call."""
        moves = self.moves()
        for move in moves:
            self._match.play(move, self._seat)
        self._api.afficher_etablis()
        for _ in moves:
            self._match.undo()


def pointer_to(array: np.ndarray[Any, Any]) -> ctypes.c_void_p:
    return ctypes.c_void_p(array.ctypes.data)


# The compiled rules as C function pointers, so that a champion's queries never leave compiled code


def make_c_functions(machine: Machine) -> list[Any]:
    """Return the functions of `rules` in api.c, in its order; an address is valid as long as its object is held."""
    state, whole = types.CPointer(from_dtype(State)), types.int32
    signatures: dict[Callable[..., Any], Any] = {
        play_at: whole(state, whole, whole, whole, whole, whole),
        take_region_at: whole(state, whole, whole),
        has_contact_at: whole(state, whole, whole, whole),
        gold_for: whole(whole, whole),
        catalysts_for: whole(whole, whole),
    }
    return [
        cfunc(signature, cache=True, error_model="numpy")(machine.link(function))
        for function, signature in signatures.items()
    ]


@compiled
def play_at(pointer: Any, seat: int, kind: int, a: int, b: int, c: int) -> int:
    """Play a move if it is allowed; return the error or OK."""
    state, move = carray(pointer, 1)[0], Move(kind, a, b, c)
    error = check(state, seat, move)
    if error == OK:
        apply(state, seat, move, NO_DICE)
    return error


@compiled
def take_region_at(pointer: Any, seat: int, cell: int) -> int:
    return take_region(carray(pointer, 1)[0], seat, cell)


@compiled
def has_contact_at(pointer: Any, seat: int, cell: int, other: int) -> bool:
    return has_contact(carray(pointer, 1)[0], seat, cell, other)
