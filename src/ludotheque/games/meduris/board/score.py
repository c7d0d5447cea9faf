"""Where the points of a seat come from."""

from collections import Counter

from ludotheque.art import Match, Say, ScorePart, list_parts
from ludotheque.games.meduris.board.log import Ply
from ludotheque.games.meduris.board.scene import Scene
from ludotheque.games.meduris.rules import GIVE, HUT, OFFER, START_POINTS, TEMPLE
from ludotheque.games.meduris.turn import GIVING

MOVES_THE_DRUID = (HUT, TEMPLE, OFFER, GIVE)  # kinds of moves that points can come from, before the end


def explain_score(match: Match, seat: int, say: Say = str) -> list[ScorePart]:
    """Return the points of the start (ME-3), of offerings, of the river, and of the end (ME-12 … ME-15)."""
    points = Counter({say("Start"): START_POINTS, say("Offerings"): 0, say("Nothing offered"): 0})
    for number in [number for number, played in enumerate(match.played) if played.move.kind in MOVES_THE_DRUID]:
        ply = read_ply(match, number, seat, say)
        if is_offering(ply) and ply.mover == seat:
            points[say("Offerings") if ply.offering_points > 0 else say("Nothing offered")] += ply.offering_points
        if ply.has_crossed_river:
            points[say("The druid crosses the river")] += ply.now.count_runes(seat)
    end = Scene(match.full_view(), seat, say, match.names)
    if end.is_over:
        points[say("Temples")] = end.temple_points(seat)
        points[say("Rune stones")] = end.end_points(seat) - end.temple_points(seat)
    return list_parts(points)


def read_ply(match: Match, number: int, seat: int, say: Say) -> Ply:
    was, now = (Scene(match.full_view(ply), seat, say, match.names) for ply in (number, number + 1))
    return Ply(was, now, match.played[number].move)


def is_offering(ply: Ply) -> bool:
    """Return whether this ply completes an offering: the last tile of an exchange does too (ME-10)."""
    return ply.move.kind in (OFFER, GIVE) and ply.action.kind == OFFER and ply.now.phase != GIVING
