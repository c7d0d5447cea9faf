"""The event, the supply and the great yield of Meduris (ME-5, ME-6, ME-7)."""

import pytest

import ludotheque as lt
from ludotheque.games.meduris.tests.position import OFFICIAL, RICH, FixedDice, Position
from ludotheque.games.meduris.turn import DROPPING, GIFT, LOSS, TAKING, begin_turn

PILES = ("aab", "b", "c", "ac")
EMPTY_HANDS = ("", "", "")


@pytest.mark.parametrize("event", ["all", "colour"])
def test_the_event_is_production_two_times_in_three_and_loss_and_gift_one_in_six_each(event: str) -> None:
    """ME-5: over 600 numbers that are evenly spread over all that the dice can draw."""
    phases = []
    for number in range(600):
        position = Position(event=event)
        begin_turn(position.state, FixedDice(((number << 32) + (1 << 31)) // 600))
        phases.append(position.state.phase)
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
    """ME-5: at any height."""
    position = Position(hands=EMPTY_HANDS, piles=PILES).event(face)
    assert position.hands == ("BBS", "BW", "CS")
    assert position.acts == 0


@pytest.mark.parametrize(
    ("face", "hands"),
    [(0, ("BB", "B", "")), (1, ("", "W", "")), (2, ("", "", "C")), (3, ("S", "", "S"))],
)
def test_with_colour_only_the_plateau_that_the_die_names_produces(face: int, hands: tuple[str, ...]) -> None:
    """ME-5"""
    assert Position(hands=EMPTY_HANDS, piles=PILES, event="colour").event(face).hands == hands


@pytest.mark.parametrize("event", ["all", "colour"])
def test_everyone_gives_up_a_resource_from_the_active_player_on(event: str) -> None:
    """ME-5, ME-6: clockwise, one after the other, and then the active player acts."""
    position = Position(hands=("BW", "CS", "WWC"), player=1, event=event).event(LOSS)
    order = []
    for move in ("DROP 2", "DROP 1", "DROP 0"):
        order.append(position.awaited)
        position.play(move)
    assert order == [1, 2, 0]
    assert (position.hands, position.acts) == (("W", "S", "WC"), 1)


def test_a_player_who_holds_nothing_gives_up_nothing() -> None:
    """ME-5: that player is not asked, and no player is if all hands are empty."""
    position = Position(hands=("", "B", "")).event(LOSS)
    assert position.awaited == 1
    assert position.play("DROP 0").acts == 0
    assert Position(hands=EMPTY_HANDS, player=2).event(LOSS).acts == 2


def test_a_player_who_has_chosen_is_not_asked_again() -> None:
    """ME-5: one resource each, though more are held."""
    position = Position(hands=("BB", "")).event(LOSS)
    assert position.play("DROP 0").acts == 0
    assert position.hands == ("B", "")


@pytest.mark.parametrize("event", ["all", "colour"])
def test_everyone_takes_a_resource_from_the_active_player_on(event: str) -> None:
    """ME-5, ME-6: of any kind."""
    position = Position(hands=("B", "", ""), player=2, event=event).event(GIFT)
    order = []
    for move in ("TAKE 3", "TAKE 0", "TAKE 3"):
        assert len(position.legal("TAKE")) == 4
        order.append(position.awaited)
        position.play(move)
    assert order == [2, 0, 1]
    assert (position.hands, position.acts) == (("BB", "S", "S"), 2)


def test_each_turn_begins_with_an_event() -> None:
    """ME-5: for the player of the turn and for all others."""
    position = Position(hands=("", "")).play("SHIFT 0 1 2", die=0)
    assert (position.hands, position.acts) == (("WWCC", "BW"), 1)
    assert Position(hands=("W", "B")).play("SHIFT 0 1 2", die=LOSS).awaited == 1


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
    position = Position(hands=("", "", held), piles=("bac", "ab", "c"), event="colour", supply=4)
    assert position.event(0).hands == hands


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
    position = Position(hands=("BBWCC", "BWC", "CS"), supply=3).event(GIFT)
    assert position.legal("TAKE") == ["TAKE 1", "TAKE 3"]
    assert position.play("TAKE 1").legal("TAKE") == ["TAKE 3"]


def test_no_player_is_asked_to_take_from_an_empty_supply() -> None:
    """ME-6: the last tile goes to the first player asked; with none left the event is skipped."""
    position = Position(hands=("BBWWCCSS", "BWC", "S"), player=1, supply=3).event(GIFT)
    assert position.legal("TAKE") == []
    assert position.acts == 1
    position = Position(hands=("BBWWCCSS", "BWC", ""), player=1, supply=3).event(GIFT)
    assert position.play("TAKE 3").acts == 1


def test_what_is_given_up_returns_to_the_supply() -> None:
    """ME-6"""
    position = Position(hands=("WW", ""), supply=2)
    assert position.event(GIFT).why("TAKE 1") == "The supply has none of that resource left."
    assert position.event(LOSS).play("DROP 1").event(GIFT).why("TAKE 1") == "ok"


def test_what_is_paid_returns_to_the_supply() -> None:
    """ME-6: for a hut, for a temple and for an offering."""
    for move in ("HUT 0", "TEMPLE 0"):
        position = Position(hands=("WWCC", "BBSS"), supply=2).play(move, die=GIFT)
        assert position.legal("TAKE") == ["TAKE 1", "TAKE 2"]
    position = Position("0:a", hands=("BWWC", "BCSS"), druid=31, supply=2).play("TEMPLE 3", "OFFER 1", die=GIFT)
    assert position.legal("TAKE") == ["TAKE 0", "TAKE 1", "TAKE 2"]


def test_an_unlimited_supply_has_no_end() -> None:
    """ME-6: a thousand of a kind in each hand, and more to take."""
    position = Position(hands=("B" * 1000, "B" * 1000)).event(GIFT).play("TAKE 0", "TAKE 0")
    assert position.hands == ("B" * 1001, "B" * 1001)
    assert position.event(0).hands[0].count("B") == 1002


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
    """ME-7: 1 and 1 for each worker below; to all own workers, or to all workers of the plateau just joined."""
    for great_yield, hands in (("own", own), ("plateau", plateau)):
        position = Position(hands=("", ""), piles=piles, great_yield=great_yield).play(move)
        assert (position.piles, position.hands) == (after, hands)


def test_workers_above_one_that_leaves_come_down_in_their_order() -> None:
    """ME-7: from the bottom, the middle and the top."""
    for height, after in ((1, "bc"), (2, "ac"), (3, "ab")):
        player = height - 1
        position = Position(hands=EMPTY_HANDS, piles=("abc", "ab", "c", ""), player=player).play(f"SHIFT 0 {height} 3")
        assert position.piles == (after, "ab", "c", "abc"[player])


def test_a_short_supply_pays_a_great_yield_in_part() -> None:
    """ME-7, ME-6: of four tiles the uppermost worker gets three, the next the last one, the lowest nothing."""
    position = Position(hands=("", "", "W"), piles=("a", "cb", "ab", "c"), great_yield="plateau", supply=5)
    assert position.play("SHIFT 0 1 1").hands == ("WWW", "W", "W")


def test_a_short_supply_pays_ones_own_upper_worker_first() -> None:
    """ME-7, ME-6"""
    position = Position(hands=("", "WW"), piles=("a", "ab", "b", ""), supply=6).play("SHIFT 0 1 1")
    assert position.hands == ("WWWW", "WW")
    assert Position(hands=("", "WW"), piles=("a", "ab", "b", ""), supply=4).play("SHIFT 0 1 1").hands == ("WW", "WW")


def test_a_great_yield_builds_nothing_and_does_not_move_the_druid() -> None:
    """ME-7"""
    position = Position("9:b", druid=4).play("SHIFT 0 1 2")
    assert (position.state.druid, position.asked, position.huts) == (4, None, {9})


def test_a_worker_goes_to_another_plateau_with_room() -> None:
    """ME-7: all moves of the own workers; workers of others stay."""
    position = Position(hands=("", "", ""), piles=("abc", "bac", "", ""))
    assert position.legal("SHIFT") == ["SHIFT 0 1 2", "SHIFT 0 1 3", "SHIFT 1 2 2", "SHIFT 1 2 3"]


def test_with_nothing_to_build_a_shift_is_all_that_can_be_done() -> None:
    """ME-7: no player passes."""
    position = Position(hands=("", ""))
    assert position.legal("HUT") == position.legal("TEMPLE") == []
    assert len(position.legal("SHIFT")) == 6


def test_the_official_rules_are_colour_plateau_and_eighteen_tiles() -> None:
    """ME-5, ME-6, ME-7: as the rule set says."""
    position = Position(hands=("", RICH[:72]), piles=("ab", "aab", "b", ""), **OFFICIAL)
    assert position.event(1).hands[0] == ""  # seat 1 holds all eighteen of each
    position = Position(hands=("", RICH[:60]), piles=("ab", "aab", "b", ""), **OFFICIAL)
    assert position.event(1).hands[0] == "WW"
