"""What people at a table have asked each other, as a column of the store, and back."""

from typing import Any

from ludotheque.match import Match
from ludotheque.seating import NO_REQUESTS, Requests, UndoRequest


def format_requests(requests: Requests) -> dict[str, Any] | None:
    """Return the column of a table; None if nobody has asked for anything."""
    undo, draw, resign = requests
    if not (undo or draw or resign):
        return None
    asked = {"seat": undo.seat, "target": undo.target, "agreed": sorted(undo.agreed)} if undo else None
    return {"undo": asked, "draw": sorted(draw), "resign": sorted(resign)}


def parse_requests(column: dict[str, Any] | None, match: Match) -> Requests:
    """Return the requests that are still open: none in a match that is over, no undo of what was taken back."""
    if column is None or match.over:
        return NO_REQUESTS
    asked = column["undo"]
    undo = UndoRequest(asked["seat"], asked["target"], frozenset(asked["agreed"])) if asked else None
    if undo and undo.target >= match.ply:
        undo = None
    return Requests(undo, frozenset(column["draw"]), frozenset(column["resign"]))
