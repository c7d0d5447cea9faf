"""The compiled rules as C function pointers, so that a C champion's queries never leave compiled code."""

from collections.abc import Callable
from typing import Any

from numba import cfunc, from_dtype, types
from numba.np.numpy_support import carray

from ludotheque.compile import Machine, compiled
from ludotheque.game import Move
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

NO_DICE: Any = ()  # after the setup nothing is rolled


@compiled
def play_at(pointer: Any, seat: int, kind: int, a: int, b: int, c: int) -> int:
    """Play a move if it is allowed; the error if not."""
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


def pointers(machine: Machine) -> list[Any]:
    """The functions of api.c's `rules`, in its order; each has an address as long as it is held."""
    state, whole = types.CPointer(from_dtype(State)), types.int32
    signatures: dict[Callable[..., Any], Any] = {
        play_at: whole(state, whole, whole, whole, whole, whole),
        take_region_at: whole(state, whole, whole),
        has_contact_at: whole(state, whole, whole, whole),
        gold_for: whole(whole, whole),
        catalysts_for: whole(whole, whole),
    }
    return [cfunc(how, cache=True, error_model="numpy")(machine(what).py_func) for what, how in signatures.items()]
