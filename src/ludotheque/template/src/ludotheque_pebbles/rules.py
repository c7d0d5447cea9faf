"""The rules of Pebbles (PB-1 … PB-3)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype

SEATS = 4

State = state_dtype(
    ("active", "i1", SEATS),
    ("seats", "i1"),
    ("winner", "i1"),  # -1 until the last stone is taken
    ("turn", "i4"),
    ("stones", "i4"),
)

MOVES = {"TAKE": {"count": (1, 2, 3)}}
TAKE = 0

ERRORS = ["ok", "It is not your turn.", "Take one, two or three.", "There are not that many left.", "That is no move."]
OK, NOT_AWAITED, BAD_COUNT, TOO_MANY, NO_MOVE = range(len(ERRORS))


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Draw the seat that starts (PB-1)."""
    state.seats = seats
    state.winner = -1
    state.active[roll(dice, seats)] = 1


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """Return the error of a move, OK if it may be played."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind != TAKE:
        return NO_MOVE
    if move.a < 1 or move.a > 3:
        return BAD_COUNT  # PB-2
    return TOO_MANY if move.a > state.stones else OK


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    """Take the stones; the next seat is active, unless that was the last stone (PB-3)."""
    state.stones -= move.a
    state.turn += 1
    state.active[seat] = 0
    if state.stones == 0:
        state.winner = seat
    else:
        state.active[(seat + 1) % state.seats] = 1


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """Write 1 for the winner."""
    for seat in range(state.seats):
        out[seat, 0] = seat == state.winner
