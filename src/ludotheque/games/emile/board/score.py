"""Where the score of a seat comes from."""

from collections import Counter

from ludotheque.art import Match, Say, ScorePart, View, list_parts
from ludotheque.game import Move
from ludotheque.games.emile.rules import GOAL, OTHER, OWN


def explain_score(match: Match, seat: int, say: Say = str) -> list[ScorePart]:
    """Return what brought the score from −2500 to where it is; with teams that of both partners (EM-22)."""
    members = [one for one, team in enumerate(match.team_numbers) if team == match.team_numbers[seat]]
    points = Counter({say("Start"): -GOAL * len(members), say("Own turns"): 0, say("Own failures"): 0})
    for ply, (mover, move) in enumerate(match.played):
        if move.kind in (OWN, OTHER):
            before, after = match.full_view(ply), match.full_view(ply + 1)
            for one in members:
                points[name_cause(before, one, mover, move, say)] += after.score[one] - before.score[one]
    return list_parts(points)


def name_cause(before: View, seat: int, mover: int, move: Move, say: Say) -> str:
    """Name what changed the score of `seat`, if it changed (EM-14, EM-16)."""
    if seat == mover and move.kind == OWN:
        return say("Own turns") if before.gain > 0 else say("Own failures")
    if move.kind == OTHER and seat == move.a:
        return say("Taken by opponents") if before.gain > 0 else say("Failures of opponents")
    return say("Sent back to 0 by a tixe")
