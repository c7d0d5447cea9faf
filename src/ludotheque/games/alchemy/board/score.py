"""Where the gold of a seat comes from."""

from collections import Counter

from ludotheque.art import Match, Say, ScorePart, list_parts
from ludotheque.games.alchemy.board.scene import Scene
from ludotheque.games.alchemy.board.sentences import describe_element
from ludotheque.games.alchemy.regions import find_region
from ludotheque.games.alchemy.rules import ELEMENTS, TRANSMUTE


def explain_score(match: Match, seat: int, say: Say = str) -> list[ScorePart]:
    """Return the gold by the element that was transmuted, and what lone cells cost (AL-14)."""
    scene = Scene(match.full_view(), seat, say, match.names)
    names = [describe_element(scene, element) for element in range(1, ELEMENTS + 1)]
    regions = [say("Regions of {element}").format(element=name) for name in names]
    lone = say("Lone cells, transmuted at a loss")
    gold = Counter(dict.fromkeys([*regions, lone], 0))
    for ply, (mover, move) in enumerate(match.played):
        if mover == seat and move.kind == TRANSMUTE:
            region = find_region(match.full_view(ply).bench[seat], move.a)
            gold[regions[region.element - 1] if region.size > 1 else lone] += region.gold
    return list_parts(gold)
