"""Three of anything for one that is missing (ME-10)."""

import pytest

from ludotheque.games.meduris.tests.position import OFFICIAL, RICH, Position
from ludotheque.games.meduris.turn import GIFT, GIVING

PAYABLE = [  # what is held, and whether it pays for one wool and one copper on site 0
    ("WC", True),
    ("WBBB", True),
    ("WBBS", True),
    ("WWC", True),
    ("WBB", False),
    ("WWWW", True),  # surplus of a required kind counts too
    ("WWW", False),
    ("BBBSSS", True),
    ("BBBSS", False),
    ("CCCC", True),
    ("CCC", False),
    ("", False),
]


@pytest.mark.parametrize(("hand", "payable"), PAYABLE)
@pytest.mark.parametrize("piece", ["HUT", "TEMPLE"])
def test_each_missing_unit_costs_three_of_what_remains(hand: str, payable: bool, piece: str) -> None:
    """ME-10: and without the option there is no exchange."""
    refused = "You cannot pay for a piece on that site."
    assert Position(hands=(hand, ""), exchange=True).why(f"{piece} 0") == ("ok" if payable else refused)
    assert Position(hands=(hand, ""), exchange=False).why(f"{piece} 0") == ("ok" if set("WC") <= set(hand) else refused)


@pytest.mark.parametrize(
    ("hand", "payable"),
    [("WWWCCC", True), ("WWWCCBBB", True), ("WWWCCBB", False), ("WWWWWWCC", True), ("WWCC" + "B" * 6, True)],
)
def test_a_dearer_hut_may_lack_more_than_one(hand: str, payable: bool) -> None:
    """ME-10: three wool and three copper on site 0, beside two huts."""
    assert (Position("30:bb", hands=(hand, ""), exchange=True).why("HUT 0") == "ok") == payable


def test_what_is_held_of_the_required_kinds_is_paid_first() -> None:
    """ME-10: at once, and then tile by tile what the player chooses."""
    position = Position(hands=("BBWSS", ""), exchange=True).play("HUT 0")
    assert (position.hands[0], position.state.phase, position.awaited) == ("BBSS", GIVING, 0)
    assert position.legal("GIVE") == ["GIVE 0", "GIVE 3"]
    position.play("GIVE 0", "GIVE 3", "GIVE 0")
    assert position.hands[0] == "S"


def test_a_required_kind_is_paid_even_if_there_are_many_others() -> None:
    """ME-10: a player cannot keep the wool and give three others for it."""
    assert Position(hands=("BBBBBBBBBW", ""), exchange=True).play("TEMPLE 0").hands[0] == "BBBBBBBBB"


@pytest.mark.parametrize("piece", ["HUT", "TEMPLE"])
def test_the_piece_is_placed_only_when_the_last_tile_is_given(piece: str) -> None:
    """ME-10: until then there is no piece, no rune stone, no step of the druid."""
    position = Position(hands=("BBBBBB", ""), exchange=True).play(f"{piece} 0")
    for _ in range(6):
        assert (position.state.owner[0], position.runes, position.state.druid, position.left[0]) == (
            -1,
            "." * 9,
            -4,
            (8, 2),
        )
        position.play("GIVE 0")
    assert (position.state.owner[0], position.state.druid, position.hands[0]) == (0, -3, "")
    assert (position.runes[0], position.left[0]) == (("a", (7, 2)) if piece == "HUT" else (".", (8, 1)))
    assert (position.state.turn, position.state.player) == (1, 1)


def test_while_tiles_are_owed_nothing_else_can_be_played() -> None:
    """ME-10: not by the player who owes them, nor by another."""
    position = Position(hands=("BBBBBB", RICH), exchange=True).play("HUT 0")
    for move in ("HUT 0", "SHIFT 0 1 2", "OFFER 0", "TAKE 0", "DROP 0", "WORKER 0"):
        assert position.why(move) == "The exchange is not paid yet: GIVE."
    assert position.why("GIVE 0", 1) == "You are not awaited now."


@pytest.mark.parametrize(
    ("hand", "what", "payable"),
    [
        ("BBB", 1, True),
        ("BB", 1, False),
        ("SSS", 1, True),
        ("WWW", 2, True),
        ("WBBB", 3, True),
        ("WWWW", 3, True),
        ("BBBCCC", 3, True),
        ("BBBCC", 3, False),
        ("", 0, True),
    ],
)
def test_an_offering_can_be_exchanged_for_too(hand: str, what: int, payable: bool) -> None:
    """ME-10: wool and stone on site 9, in a colony of two."""
    position = Position("9:ba", hands=("BC", hand), druid=5, exchange=True).play("TEMPLE 3")
    assert position.why(f"OFFER {what}") == ("ok" if payable else "You cannot pay for that offering.")


def test_an_offering_is_scored_when_the_last_tile_is_given() -> None:
    """ME-10, ME-12: then the next hut of the colony is asked."""
    position = Position("9:bba", hands=("BC", "BBBW"), druid=5, exchange=True).play("TEMPLE 3", "OFFER 3")
    for _ in range(3):
        assert (position.points, position.state.druid) == ((5, 5), 9)
        position.play("GIVE 0")
    assert (position.points, position.hands, position.asked) == ((5, 8), ("", ""), (1, 10))


def test_an_offering_of_nothing_costs_nothing() -> None:
    """ME-10"""
    position = Position("9:b", hands=("BC", "BBBBBB"), druid=5, exchange=True).play("TEMPLE 3", "OFFER 0")
    assert (position.hands[1], position.points) == ("BBBBBB", (5, 4))


def test_an_isolated_hut_may_exchange_for_both_only_if_it_may_offer_both() -> None:
    """ME-10, ME-12"""
    for isolated_both, refused in ((False, "An isolated hut offers one resource, not both."), (True, "ok")):
        position = Position("9:b", hands=("BC", RICH), druid=5, exchange=True, isolated_both=isolated_both)
        assert position.play("TEMPLE 3").why("OFFER 3") == refused


def test_an_exchange_in_the_last_lap_ends_the_match() -> None:
    """ME-10, ME-14: when the last tile is given."""
    position = Position("9:b", hands=("", "BBB"), exchange=True, cap=1).play(
        "SHIFT 0 1 2", "OFFER 1", "GIVE 0", "GIVE 0"
    )
    assert not position.is_over
    assert position.play("GIVE 0").is_over
    assert (position.points, position.hands[1]) == ((5, 6), "")


def test_what_is_given_in_exchange_returns_to_the_supply() -> None:
    """ME-10, ME-6: one copper and three stones."""
    position = Position(hands=("CSSSS", "BBBBBWWWWWCCCCS"), exchange=True, supply=5).play("HUT 0")
    position.play("GIVE 3", "GIVE 3", "GIVE 3", die=GIFT)
    assert position.hands[0] == "S"
    assert position.legal("TAKE") == ["TAKE 2", "TAKE 3"]


def test_a_second_exchange_starts_from_nothing() -> None:
    """ME-10: nothing of the first is left over."""
    position = Position(hands=("BBBBBB", "SSSSSS"), exchange=True, event="colour").play("HUT 0", *["GIVE 0"] * 6, die=3)
    assert (position.state.owed, position.state.buying, position.state.target) == (0, -1, -1)
    position.play("TEMPLE 3", "GIVE 3", "GIVE 3", "GIVE 3", "GIVE 3")
    assert position.state.owner[3] == -1


def test_the_official_rules_exchange() -> None:
    """ME-10: with everything else that they change, a hut between two runs lacks three of its eight."""
    position = Position("31:b 1:bb", hands=("WWWCC" + "B" * 9, ""), **OFFICIAL)
    assert position.play("HUT 0").state.owed == 9
    assert Position("31:b 1:bb", hands=("WWWCC" + "B" * 8, ""), **OFFICIAL).why("HUT 0") != "ok"
