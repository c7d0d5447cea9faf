"""What the board of Émile answers to a click on what cannot be used."""

from ludotheque.checks.drawings import read_refusals
from ludotheque.games.emile.tests.test_board import make_settling, set_fields
from ludotheque.match import Match, new


def rolled(*faces: int, **fields: int) -> Match:
    """Return a match in which seat 0 of three has rolled these dice."""
    match = new("emile", seats=3, seed=1, first=0)
    count = [0, *(faces.count(face) for face in range(1, 7))]
    return set_fields(match, faces=[*faces, 0, 0, 0, 0][:5], count=count, rolled=len(faces), **fields)


def test_a_die_that_does_not_mark_is_no_brelan() -> None:
    """EM-3"""
    refused = read_refusals(rolled(1, 2, 2, 3, 6, ones=0, fives=0, brelan=0).view(0))
    assert refused["KEEP 0 0 2"] == refused["KEEP 0 0 6"] == "These dice show no such brelan."


def test_a_fourth_die_and_a_die_of_the_reserve_add_nothing() -> None:
    """EM-10"""
    fourth = read_refusals(rolled(6, 6, 6, 6, 1, ones=0, fives=0, brelan=0).view(0))
    assert fourth["KEEP 0 0 0"] == "The new reserve must be worth more than the old one."
    kept = read_refusals(rolled(1, 2, 3, 4, ones=1, fives=0, brelan=0).view(0))
    assert kept["KEEP 1 0 0"] == "The new reserve must be worth more than the old one."


def test_a_lane_says_what_comes_first() -> None:
    """EM-14, EM-22"""
    refused = read_refusals(rolled(1, 2, 2, 3, 6).view(0))
    assert refused["OWN"] == refused["OTHER 1"] == "The dice are still rolling: KEEP or STOP."
    partners = read_refusals(make_settling([0, 0, 0, 0], 300, teams=True).view(0))
    assert partners["OTHER 2"] == "A partner is no opponent."
