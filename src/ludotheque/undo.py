"""What may be taken back: how far, and who has seen it."""

import numpy as np

from ludotheque.game import GameError
from ludotheque.match import Match
from ludotheque.view import read_turn


def find_undo_target(match: Match, seat: int) -> int | None:
    """Return the ply before the seat's last decision; None if dice were rolled or something was revealed since."""
    own = next((ply for ply in range(match.ply, 0, -1) if match.played[ply - 1].seat == seat), None)
    if own is None or any(is_sealed(match, ply) for ply in range(own, match.ply + 1)):
        return None
    return own - 1


def is_sealed(match: Match, ply: int) -> bool:
    """Did this ply (from 1) roll dice, or show its mover something that was hidden?"""
    return match.has_rolled(ply) or (match.game.rules.observe is not None and has_revealed(match, ply))


def has_revealed(match: Match, ply: int) -> bool:
    """Did the mover see more than it could expect from its own view? A new turn shows what others did."""
    seat, move = match.played[ply - 1]
    before, after = match.view(seat, ply - 1), match.view(seat, ply)
    if read_turn(before.state) != read_turn(after.state):
        return True
    try:
        expected = before.after(move, fill_hidden=False).state.tobytes()
    except (GameError, ArithmeticError, LookupError, ValueError):  # interpreted rules may refuse -1 for "unknown"
        return True
    return bool(expected != after.state.tobytes())


def is_in_open_turn(match: Match, seat: int, target: int) -> bool:
    """Are all plies after `target` part of this seat's turn that is still open, or staged by others beside it?"""
    return seat in match.active and match.open_turn_start(seat) <= target


def has_seen(match: Match, viewer: int, ply: int) -> bool:
    """Did this ply (from 1) change what the viewer sees?"""
    return match.view(viewer, ply - 1).state.tobytes() != match.view(viewer, ply).state.tobytes()


def staged_plies(match: Match, seat: int, target: int) -> list[int]:
    """Return the plies that others played since `target` of a turn that was open to them already."""
    awaited = np.flatnonzero(match.view(-1, target).state["active"][0]).tolist()
    plies = range(target + 1, match.ply + 1)
    return [ply for ply in plies if match.played[ply - 1].seat != seat and match.played[ply - 1].seat in awaited]
