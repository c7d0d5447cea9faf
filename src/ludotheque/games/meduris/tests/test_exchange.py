"""Three of anything for one that is missing (ME-10)."""

import pytest

from ludotheque.games.meduris.tests.position import OFFICIAL, RICH, Table
from ludotheque.games.meduris.turn import GIFT, GIVING

PAYABLE = [  # what is held, and whether it pays for one wool and one copper on site 0
    ("WC", True),
    ("WBBB", True),
    ("WBBS", True),
    ("WWC", True),
    ("WBB", False),
    ("WWWW", True),  # surplus of a required kind stands in too
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
    """ME-10: and without the option nothing stands in."""
    refused = "You cannot pay for a piece on that site."
    assert Table(hands=(hand, ""), exchange=True).why(f"{piece} 0") == ("ok" if payable else refused)
    assert Table(hands=(hand, ""), exchange=False).why(f"{piece} 0") == ("ok" if set("WC") <= set(hand) else refused)


@pytest.mark.parametrize(
    ("hand", "payable"),
    [("WWWCCC", True), ("WWWCCBBB", True), ("WWWCCBB", False), ("WWWWWWCC", True), ("WWCC" + "B" * 6, True)],
)
def test_a_dearer_hut_may_lack_more_than_one(hand: str, payable: bool) -> None:
    """ME-10: three wool and three copper on site 0, beside two huts."""
    assert (Table("30:bb", hands=(hand, ""), exchange=True).why("HUT 0") == "ok") == payable


def test_what_is_held_of_the_required_kinds_is_paid_first() -> None:
    """ME-10: at once, and then tile by tile what the player chooses."""
    table = Table(hands=("BBWSS", ""), exchange=True).play("HUT 0")
    assert (table.hands[0], table.state.phase, table.awaited) == ("BBSS", GIVING, 0)
    assert table.legal("GIVE") == ["GIVE 0", "GIVE 3"]
    table.play("GIVE 0", "GIVE 3", "GIVE 0")
    assert table.hands[0] == "S"


def test_a_required_kind_is_paid_even_if_others_abound() -> None:
    """ME-10: nobody saves his wool by giving three others for it."""
    assert Table(hands=("BBBBBBBBBW", ""), exchange=True).play("TEMPLE 0").hands[0] == "BBBBBBBBB"


@pytest.mark.parametrize("piece", ["HUT", "TEMPLE"])
def test_the_piece_stands_only_when_the_last_tile_is_given(piece: str) -> None:
    """ME-10: until then there is no piece, no rune stone, no step of the druid."""
    table = Table(hands=("BBBBBB", ""), exchange=True).play(f"{piece} 0")
    for _ in range(6):
        assert (table.state.owner[0], table.runes, table.state.druid, table.left[0]) == (-1, "." * 9, -4, (8, 2))
        table.play("GIVE 0")
    assert (table.state.owner[0], table.state.druid, table.hands[0]) == (0, -3, "")
    assert (table.runes[0], table.left[0]) == (("a", (7, 2)) if piece == "HUT" else (".", (8, 1)))
    assert (table.state.turn, table.state.player) == (1, 1)


def test_while_tiles_are_owed_nothing_else_can_be_played() -> None:
    """ME-10: not by the one who owes them, nor by anybody else."""
    table = Table(hands=("BBBBBB", RICH), exchange=True).play("HUT 0")
    for move in ("HUT 0", "SHIFT 0 1 2", "OFFER 0", "TAKE 0", "DROP 0", "WORKER 0"):
        assert table.why(move) == "The exchange is not paid yet: GIVE."
    assert table.why("GIVE 0", 1) == "You are not awaited now."


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
    table = Table("9:ba", hands=("BC", hand), druid=5, exchange=True).play("TEMPLE 3")
    assert table.why(f"OFFER {what}") == ("ok" if payable else "You cannot pay for that offering.")


def test_an_offering_is_scored_when_the_last_tile_is_given() -> None:
    """ME-10, ME-12: then the next hut of the colony is asked."""
    table = Table("9:bba", hands=("BC", "BBBW"), druid=5, exchange=True).play("TEMPLE 3", "OFFER 3")
    for _ in range(3):
        assert (table.points, table.state.druid) == ((5, 5), 9)
        table.play("GIVE 0")
    assert (table.points, table.hands, table.asked) == ((5, 8), ("", ""), (1, 10))


def test_an_offering_of_nothing_costs_nothing() -> None:
    """ME-10"""
    table = Table("9:b", hands=("BC", "BBBBBB"), druid=5, exchange=True).play("TEMPLE 3", "OFFER 0")
    assert (table.hands[1], table.points) == ("BBBBBB", (5, 4))


def test_an_isolated_hut_may_exchange_for_both_only_if_it_may_offer_both() -> None:
    """ME-10, ME-12"""
    for isolated_both, refused in ((False, "An isolated hut offers one resource, not both."), (True, "ok")):
        table = Table("9:b", hands=("BC", RICH), druid=5, exchange=True, isolated_both=isolated_both)
        assert table.play("TEMPLE 3").why("OFFER 3") == refused


def test_an_exchange_in_the_last_lap_ends_the_match() -> None:
    """ME-10, ME-14: when the last tile is given."""
    table = Table("9:b", hands=("", "BBB"), exchange=True, cap=1).play("SHIFT 0 1 2", "OFFER 1", "GIVE 0", "GIVE 0")
    assert not table.is_over
    assert table.play("GIVE 0").is_over
    assert (table.points, table.hands[1]) == ((5, 6), "")


def test_what_is_given_in_exchange_returns_to_the_supply() -> None:
    """ME-10, ME-6: one copper and three stones."""
    table = Table(hands=("CSSSS", "BBBBBWWWWWCCCCS"), exchange=True, supply=5).play("HUT 0")
    table.play("GIVE 3", "GIVE 3", "GIVE 3", die=GIFT)
    assert table.hands[0] == "S"
    assert table.legal("TAKE") == ["TAKE 2", "TAKE 3"]


def test_a_second_exchange_starts_from_nothing() -> None:
    """ME-10: nothing of the first is left over."""
    table = Table(hands=("BBBBBB", "SSSSSS"), exchange=True, event="colour").play("HUT 0", *["GIVE 0"] * 6, die=3)
    assert (table.state.owed, table.state.buying, table.state.target) == (0, -1, -1)
    table.play("TEMPLE 3", "GIVE 3", "GIVE 3", "GIVE 3", "GIVE 3")
    assert table.state.owner[3] == -1


def test_the_official_rules_exchange() -> None:
    """ME-10: with everything else that they change, a hut between two runs lacks three of its eight."""
    table = Table("31:b 1:bb", hands=("WWWCC" + "B" * 9, ""), **OFFICIAL)
    assert table.play("HUT 0").state.owed == 9
    assert Table("31:b 1:bb", hands=("WWWCC" + "B" * 8, ""), **OFFICIAL).why("HUT 0") != "ok"
