"""Taking back: how far a seat may go back, and what is sealed for good."""

import numpy as np

from ludotheque import loops
from ludotheque.dice import LENGTH
from ludotheque.game import Move
from ludotheque.match import Match


def back_to(match: Match, seat: int) -> int | None:
    """The ply before this seat's last decision; None if it has none, or if something since then is sealed."""
    own = [ply for ply, (mover, _) in enumerate(match.played, 1) if mover == seat]
    if not own or not match.game.undo:
        return None
    sealed = any(is_sealed(match, ply) for ply in range(own[-1], match.ply + 1))
    return None if sealed else own[-1] - 1


def is_sealed(match: Match, ply: int) -> bool:
    """Did this ply (from 1) roll dice, or show its mover something that was hidden?"""
    return match.has_rolled(ply) or (match.game.rules.observe is not None and reveals(match, ply))


def reveals(match: Match, ply: int) -> bool:
    """Does the mover see anything but what it could foresee from its own view?

    A ply that begins a new turn shows what others did, or that they did nothing.
    """
    seat, move = match.played[ply - 1]
    before, after = match.view(seat, ply - 1), match.view(seat, ply)
    if before.state.dtype.names and "turn" in before.state.dtype.names and before.turn != after.turn:
        return True
    return foreseen(match, seat, move, ply) != after.state.tobytes()


def foreseen(match: Match, seat: int, move: Move, ply: int) -> bytes | None:
    """What the mover would see next if its view were the whole truth; None where the rules make nothing of it."""
    view = match.view(seat, ply - 1)
    machine = match.machine
    held, dice = machine.wrap(view.state), machine.wrap(np.zeros(LENGTH, np.int64))
    try:
        machine(loops.play)(held, 0, seat, *move, 0, ply, dice)
        machine(loops.look)(held, 0, seat)
    except (
        ArithmeticError,
        LookupError,
        ValueError,
    ):  # the interpreter is strict about -1 for "unknown"
        return None
    return bytes(view.state.tobytes())


def staged_by_others(match: Match, seat: int, ply: int) -> list[tuple[int, Move]]:
    """What others played since then of a turn that was open to them already: it stays when a seat takes back."""
    awaited = np.flatnonzero(match.view(-1, ply).state["active"][0]).tolist()
    return [(mover, move) for mover, move in match.played[ply:] if mover != seat and mover in awaited]


def shows_to_others(match: Match, seat: int, ply: int) -> bool:
    """Have the others seen anything of what this seat did since then?"""
    others = [other for other in range(-1, match.seats) if other != seat]
    plies = [n for n in range(ply + 1, match.ply + 1) if match.played[n - 1][0] == seat]
    return any(match.view(o, n - 1).state.tobytes() != match.view(o, n).state.tobytes() for n in plies for o in others)
