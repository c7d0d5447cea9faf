"""Dice of Émile that are kept by clicks on them, and the cards that settle a turn."""

from ludotheque.checks.drawings import list_targets
from ludotheque.games.emile.tests.test_board import make_settling, set_fields
from ludotheque.match import Match, new


def roll(*faces: int, **fields: int) -> Match:
    match = new("emile", seats=2, seed=1, first=0)
    count = [faces.count(face) for face in range(7)]
    return set_fields(match, faces=[*faces, 0, 0, 0, 0][:5], rolled=len(faces), count=count, **fields)


def picks(match: Match) -> list[dict[str, str]]:
    return [one for one in list_targets(match.view(0).drawing()) if "pick" in one]


def test_singles_and_a_brelan_can_be_picked_and_dead_dice_cannot() -> None:
    assert picks(roll(1, 5, 5, 2, 3)) == [
        {"kind": "KEEP", "pick": "ones", "over": "0"},
        {"kind": "KEEP", "pick": "fives", "over": "0"},
        {"kind": "KEEP", "pick": "fives", "over": "0"},
    ]
    assert picks(roll(4, 4, 4, 1, 2))[0] == {"kind": "KEEP", "pick": "brelan", "is": "4"}


def test_a_pick_adds_to_the_reserve() -> None:
    assert picks(roll(1, 2, 3, 4, ones=1)) == [{"kind": "KEEP", "pick": "ones", "over": "1"}]


def test_the_two_cards_after_stop_are_buttons() -> None:
    drawn = make_settling([-2500, -2500], 300).view(0).drawing()
    assert drawn.count('data-move="OWN"') == 2 and drawn.count('data-move="OTHER 1"') == 2
    three = list_targets(make_settling([-2500, -2500, -2500], 300).view(0).drawing())
    assert {"kind": "OTHER"} in three, "the card of several opponents asks for a lane next"
