"""What the players of Meduris receive and lose: the event, the supply and the great yield (ME-5, ME-6, ME-7)."""

import pytest

import ludotheque as lt
from ludotheque.games.meduris.tests.position import OFFICIAL, RICH, Fixed, Table
from ludotheque.games.meduris.turn import DROPPING, GIFT, LOSS, TAKING, begin_turn

PILES = ("aab", "b", "c", "ac")
NOBODYS = ("", "", "")


@pytest.mark.parametrize("event", ["all", "colour"])
def test_the_event_is_production_two_times_in_three_and_loss_and_gift_one_in_six_each(event: str) -> None:
    """ME-5: over 600 numbers that lie evenly among all that the dice can draw."""
    phases = []
    for number in range(600):
        table = Table(event=event)
        begin_turn(table.state, Fixed(((number << 32) + (1 << 31)) // 600))
        phases.append(table.state.phase)
    assert (phases.count(DROPPING), phases.count(TAKING), len(phases)) == (100, 100, 600)


def test_the_events_of_a_match_fall_about_as_often() -> None:
    """ME-5: over 600 seeds, by the match's own dice."""
    faces = []
    for seed in range(600):
        match = lt.new("meduris", seed=seed)
        for plateau in range(4):
            match.play(f"WORKER {plateau}")
        faces.append(match.view().die)
    assert all(65 < faces.count(face) < 135 for face in range(6))


@pytest.mark.parametrize("face", range(4))
def test_every_worker_of_every_player_makes_one_of_its_plateaus_resource(face: int) -> None:
    """ME-5: whatever its height."""
    table = Table(hands=NOBODYS, piles=PILES).event(face)
    assert table.hands == ("BBS", "BW", "CS")
    assert table.acts == 0


@pytest.mark.parametrize(
    ("face", "hands"),
    [(0, ("BB", "B", "")), (1, ("", "W", "")), (2, ("", "", "C")), (3, ("S", "", "S"))],
)
def test_with_colour_only_the_plateau_that_the_die_names_produces(face: int, hands: tuple[str, ...]) -> None:
    """ME-5"""
    assert Table(hands=NOBODYS, piles=PILES, event="colour").event(face).hands == hands


@pytest.mark.parametrize("event", ["all", "colour"])
def test_everyone_gives_up_a_resource_from_the_active_player_on(event: str) -> None:
    """ME-5, ME-6: clockwise, one after the other, and then the active player acts."""
    table = Table(hands=("BW", "CS", "WWC"), player=1, event=event).event(LOSS)
    order = []
    for move in ("DROP 2", "DROP 1", "DROP 0"):
        order.append(table.awaited)
        table.play(move)
    assert order == [1, 2, 0]
    assert (table.hands, table.acts) == (("W", "S", "WC"), 1)


def test_whoever_holds_nothing_gives_up_nothing() -> None:
    """ME-5: he is not asked, nor is anybody if all hands are empty."""
    table = Table(hands=("", "B", "")).event(LOSS)
    assert table.awaited == 1
    assert table.play("DROP 0").acts == 0
    assert Table(hands=NOBODYS, player=2).event(LOSS).acts == 2


def test_whoever_has_chosen_is_not_asked_again() -> None:
    """ME-5: one resource each, though more are held."""
    table = Table(hands=("BB", "")).event(LOSS)
    assert table.play("DROP 0").acts == 0
    assert table.hands == ("B", "")


@pytest.mark.parametrize("event", ["all", "colour"])
def test_everyone_takes_a_resource_from_the_active_player_on(event: str) -> None:
    """ME-5, ME-6: of any kind."""
    table = Table(hands=("B", "", ""), player=2, event=event).event(GIFT)
    order = []
    for move in ("TAKE 3", "TAKE 0", "TAKE 3"):
        assert len(table.legal("TAKE")) == 4
        order.append(table.awaited)
        table.play(move)
    assert order == [2, 0, 1]
    assert (table.hands, table.acts) == (("BB", "S", "S"), 2)


def test_each_turn_begins_with_an_event() -> None:
    """ME-5: for the one whose turn it is now, and for all others."""
    table = Table(hands=("", "")).play("SHIFT 0 1 2", die=0)
    assert (table.hands, table.acts) == (("WWCC", "BW"), 1)
    assert Table(hands=("W", "B")).play("SHIFT 0 1 2", die=LOSS).awaited == 1


@pytest.mark.parametrize(
    ("held", "hands"),
    [
        ("", ("B", "B", "B")),
        ("B", ("B", "B", "BB")),
        ("BB", ("B", "", "BBB")),
        ("BBB", ("", "", "BBBB")),
        ("BBBB", ("", "", "BBBB")),
    ],
)
def test_a_short_supply_pays_the_upper_workers_first(held: str, hands: tuple[str, ...]) -> None:
    """ME-6: of four tiles the uppermost worker's player holds some already."""
    table = Table(hands=("", "", held), piles=("bac", "ab", "c"), event="colour", supply=4)
    assert table.event(0).hands == hands


def test_starting_hands_come_out_of_the_supply() -> None:
    """ME-6: a supply of two is used up by the hands of two players, so that nothing can be made."""
    for seed in range(12):
        match = lt.new("meduris", seed=seed, supply=2)
        for plateau in range(4):
            match.play(f"WORKER {plateau}")
        if match.view().die < LOSS:
            assert match.view().hand[:2] == [[1] * 4] * 2


def test_only_what_is_left_can_be_taken() -> None:
    """ME-6"""
    table = Table(hands=("BBWCC", "BWC", "CS"), supply=3).event(GIFT)
    assert table.legal("TAKE") == ["TAKE 1", "TAKE 3"]
    assert table.play("TAKE 1").legal("TAKE") == ["TAKE 3"]


def test_nobody_is_asked_to_take_what_is_not_there() -> None:
    """ME-6: the last tile goes to the first who is asked; with none left the event is skipped."""
    table = Table(hands=("BBWWCCSS", "BWC", "S"), player=1, supply=3).event(GIFT)
    assert table.legal("TAKE") == []
    assert table.acts == 1
    table = Table(hands=("BBWWCCSS", "BWC", ""), player=1, supply=3).event(GIFT)
    assert table.play("TAKE 3").acts == 1


def test_what_is_given_up_returns_to_the_supply() -> None:
    """ME-6"""
    table = Table(hands=("WW", ""), supply=2)
    assert table.event(GIFT).why("TAKE 1") == "The supply has none of that resource left."
    assert table.event(LOSS).play("DROP 1").event(GIFT).why("TAKE 1") == "ok"


def test_what_is_paid_returns_to_the_supply() -> None:
    """ME-6: for a hut, for a temple and for an offering."""
    for move in ("HUT 0", "TEMPLE 0"):
        table = Table(hands=("WWCC", "BBSS"), supply=2).play(move, die=GIFT)
        assert table.legal("TAKE") == ["TAKE 1", "TAKE 2"]
    table = Table("0:a", hands=("BWWC", "BCSS"), druid=31, supply=2).play("TEMPLE 3", "OFFER 1", die=GIFT)
    assert table.legal("TAKE") == ["TAKE 0", "TAKE 1", "TAKE 2"]


def test_an_unlimited_supply_has_no_end() -> None:
    """ME-6: a thousand of a kind in each hand, and more to take."""
    table = Table(hands=("B" * 1000, "B" * 1000)).event(GIFT).play("TAKE 0", "TAKE 0")
    assert table.hands == ("B" * 1001, "B" * 1001)
    assert table.event(0).hands[0].count("B") == 1002


YIELDS = [  # piles, the move, piles after it, what is made with `own`, what is made with `plateau`
    (("ab", "ab", "", ""), "SHIFT 0 1 2", ("b", "ab", "a", ""), ("WC", ""), ("C", "")),
    (("ab", "ba", "", ""), "SHIFT 0 1 1", ("b", "baa", "", ""), ("WWWWW", ""), ("WWWWW", "W")),
    (("a", "bb", "", "a"), "SHIFT 0 1 1", ("", "bba", "", "a"), ("WWWS", ""), ("WWW", "WWW")),
    (("a", "bb", "", "a"), "SHIFT 3 1 1", ("a", "bba", "", ""), ("BWWW", ""), ("WWW", "WWW")),
    (("bab", "a", "", ""), "SHIFT 0 2 1", ("bb", "aa", "", ""), ("WWW", ""), ("WWW", "")),
    (("aba", "b", "", ""), "SHIFT 0 1 3", ("ba", "b", "", "a"), ("BBS", ""), ("S", "")),
    (("aba", "b", "", ""), "SHIFT 0 3 1", ("ab", "ba", "", ""), ("BWW", ""), ("WW", "W")),
]


@pytest.mark.parametrize(("piles", "move", "after", "own", "plateau"), YIELDS)
def test_a_great_yield_pays_by_the_heights_after_the_move(
    piles: tuple[str, ...], move: str, after: tuple[str, ...], own: tuple[str, ...], plateau: tuple[str, ...]
) -> None:
    """ME-7: 1 and 1 for each worker below; to all own workers, or to whoever stands on the plateau just joined."""
    for great_yield, hands in (("own", own), ("plateau", plateau)):
        table = Table(hands=("", ""), piles=piles, great_yield=great_yield).play(move)
        assert (table.piles, table.hands) == (after, hands)


def test_those_above_a_worker_who_leaves_come_down_in_their_order() -> None:
    """ME-7: from the bottom, the middle and the top."""
    for height, after in ((1, "bc"), (2, "ac"), (3, "ab")):
        player = height - 1
        table = Table(hands=NOBODYS, piles=("abc", "ab", "c", ""), player=player).play(f"SHIFT 0 {height} 3")
        assert table.piles == (after, "ab", "c", "abc"[player])


def test_a_short_supply_pays_a_great_yield_in_part() -> None:
    """ME-7, ME-6: of four tiles the uppermost has three, the one below him the last, the lowest nothing."""
    table = Table(hands=("", "", "W"), piles=("a", "cb", "ab", "c"), great_yield="plateau", supply=5)
    assert table.play("SHIFT 0 1 1").hands == ("WWW", "W", "W")


def test_a_short_supply_pays_ones_own_upper_worker_first() -> None:
    """ME-7, ME-6"""
    table = Table(hands=("", "WW"), piles=("a", "ab", "b", ""), supply=6).play("SHIFT 0 1 1")
    assert table.hands == ("WWWW", "WW")
    assert Table(hands=("", "WW"), piles=("a", "ab", "b", ""), supply=4).play("SHIFT 0 1 1").hands == ("WW", "WW")


def test_a_great_yield_builds_nothing_and_leaves_the_druid_where_he_is() -> None:
    """ME-7"""
    table = Table("9:b", druid=4).play("SHIFT 0 1 2")
    assert (table.state.druid, table.asked, table.huts) == (4, None, {9})


def test_a_worker_goes_to_another_plateau_with_room() -> None:
    """ME-7: of three workers of one's own all that may be done; the others' stay where they are."""
    table = Table(hands=("", "", ""), piles=("abc", "bac", "", ""))
    assert table.legal("SHIFT") == ["SHIFT 0 1 2", "SHIFT 0 1 3", "SHIFT 1 2 2", "SHIFT 1 2 3"]


def test_with_nothing_to_build_a_shift_is_all_that_can_be_done() -> None:
    """ME-7: nobody passes."""
    table = Table(hands=("", ""))
    assert table.legal("HUT") == table.legal("TEMPLE") == []
    assert len(table.legal("SHIFT")) == 6


def test_the_official_rules_are_colour_plateau_and_eighteen_tiles() -> None:
    """ME-5, ME-6, ME-7: as the rule set says."""
    table = Table(hands=("", RICH[:72]), piles=("ab", "aab", "b", ""), **OFFICIAL)
    assert table.event(1).hands[0] == ""  # seat 1 holds all eighteen of each
    table = Table(hands=("", RICH[:60]), piles=("ab", "aab", "b", ""), **OFFICIAL)
    assert table.event(1).hands[0] == "WW"
