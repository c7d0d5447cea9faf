"""The druid of Meduris: the way, the offerings and the river (ME-11, ME-12, ME-13)."""

import pytest

from ludotheque.games.meduris.tests.position import HOME, RICH, STONE_1, STONE_2, STONE_3, Position

NOTHING, FIRST, SECOND, BOTH = range(4)
ALL_BUT_6 = "7:" + "ba" * 15 + "b"


@pytest.mark.parametrize(("start", "end"), [(HOME, STONE_1), (STONE_1, STONE_2), (STONE_2, STONE_3)])
@pytest.mark.parametrize("move", ["HUT 4", "TEMPLE 4"])
def test_the_first_three_builds_move_the_druid_over_the_stones(start: int, end: int, move: str) -> None:
    """ME-11: no hut is visited."""
    position = Position("0:ab", druid=start).play(move)
    assert (position.state.druid, position.asked) == (end, None)


def test_from_the_last_stone_the_druid_goes_to_the_first_hut_from_site_0_on() -> None:
    """ME-11: also the hut that was just built, if it is the first."""
    assert Position("9:b 20:a", druid=STONE_3).play("TEMPLE 4").asked == (1, 9)
    assert Position("9:b 20:a", druid=STONE_3).play("HUT 4").asked == (0, 4)
    assert Position("0:b", druid=STONE_3).play("HUT 4").asked == (1, 0)
    assert Position("31:b", druid=STONE_3).play("TEMPLE 4").asked == (1, 31)


def test_the_druid_passes_temples_and_empty_sites() -> None:
    """ME-11"""
    assert Position("5:aAB 9:B 11:b", druid=5).play("TEMPLE 8").asked == (1, 11)


def test_without_a_hut_the_druid_stays() -> None:
    """ME-11: on the last stone or on a site; temples are not visited."""
    for where in (STONE_3, 12):
        position = Position("5:AB", druid=where).play("TEMPLE 20")
        assert (position.state.druid, position.asked, position.state.turn) == (where, None, 1)


def test_a_hut_right_ahead_of_the_druid_is_visited_at_once() -> None:
    """ME-11: the rest of its run was visited before, and is not visited again."""
    position = Position("4:ab", druid=5).play("HUT 6")
    assert position.asked == (0, 6)
    assert position.ritual() == [6]
    assert position.state.druid == 6


def test_a_ritual_in_the_middle_of_a_run_counts_the_whole_run() -> None:
    """ME-11, ME-12: the druid is on 6; 7 joins 4, 5, 6 and 8, 9, and each of 7, 8, 9 is worth six points."""
    position = Position("4:aba 8:bb", druid=6).play("HUT 7")
    assert position.ritual(BOTH) == [7, 8, 9]
    assert position.points == (5 + 6, 5 + 12)


def test_a_hut_that_lengthens_the_run_behind_does_not_turn_the_druid_back() -> None:
    """ME-11: 3 is built behind the druid, whose run has nothing ahead."""
    position = Position("4:ab 20:b", druid=5).play("HUT 3")
    assert position.ritual() == [20]


def test_a_hut_built_behind_the_druid_waits_for_the_next_lap() -> None:
    """ME-11: the druid goes on to 20, and comes to 3 only after the river."""
    position = Position("20:b", druid=6).play("HUT 3")
    assert position.ritual() == [20]
    position.event(0).play("TEMPLE 10")
    assert position.asked == (0, 3)


def test_the_only_hut_is_visited_again_after_a_full_lap() -> None:
    """ME-11, ME-13: across the river once, which pays every rune stone."""
    position = Position("5:b", druid=5, runes=".ba......").play("TEMPLE 10")
    assert (position.asked, position.points) == ((1, 5), (6, 6))
    assert position.ritual() == [5]


@pytest.mark.parametrize("site", [0, 31])
def test_a_lap_to_the_only_hut_beside_the_river_crosses_it_once(site: int) -> None:
    """ME-11, ME-13"""
    position = Position(f"{site}:b", druid=site, runes="a........").play("TEMPLE 10")
    assert (position.asked, position.points) == ((1, site), (6, 5))


def test_the_druid_visits_a_run_from_its_first_hut_on_clockwise() -> None:
    """ME-11, ME-12: each hut once; the druid stays on the last."""
    position = Position("9:abba 20:b", druid=5).play("TEMPLE 3")
    assert position.ritual() == [9, 10, 11, 12]
    assert position.state.druid == 12


def test_a_temple_or_an_empty_site_ends_a_ritual() -> None:
    """ME-11"""
    assert Position("9:abAba", druid=5).play("TEMPLE 3").ritual() == [9, 10]
    assert Position("9:ab.ba", druid=5).play("TEMPLE 3").ritual() == [9, 10]


def test_a_full_ring_is_visited_once_around() -> None:
    """ME-11, ME-13: the druid is on 5, the last gap is built; every hut is worth 32, and the river is crossed once."""
    hands = (RICH + RICH, RICH)
    position = Position(ALL_BUT_6, hands=hands, druid=5, left={0: (1, 2)}, runes="bbbbbbbbb").play("HUT 6")
    assert position.ritual(BOTH) == [*range(6, 32), *range(6)]
    assert position.points == (5 + 16 * 32 + 1, 5 + 16 * 32 + 8)


def test_a_run_across_the_river_is_entered_from_the_last_stone_at_site_0() -> None:
    """ME-11: 0, 1 and 2 are visited, 30 and 31 are not, but they count; there is no crossing."""
    position = Position("30:ababb", druid=STONE_3, runes="a.......b").play("TEMPLE 10")
    assert position.ritual(BOTH) == [0, 1, 2]
    assert position.points == (5 + 5, 5 + 10)


def test_a_hut_on_site_0_joins_the_run_before_the_river() -> None:
    """ME-11, ME-12: from the last stone only the new hut is visited, which is worth three."""
    position = Position("30:bb", druid=STONE_3).play("HUT 0")
    assert position.ritual(BOTH) == [0]
    assert position.points == (8, 5)


OFFERS = [  # an isolated hut on site 9 (wool, stone), then one of a colony of three there
    ("9:b", NOTHING, "BWCS", -1),
    ("9:b", FIRST, "BCS", 1),
    ("9:b", SECOND, "BWC", 1),
    ("9:baa", NOTHING, "BWCS", -1),
    ("9:baa", FIRST, "BCS", 1),
    ("9:baa", SECOND, "BWC", 1),
    ("9:baa", BOTH, "BC", 3),
    ("9:ba", BOTH, "BC", 2),
]


@pytest.mark.parametrize(("ring", "what", "hand", "gain"), OFFERS)
def test_an_offering_is_paid_and_scored(ring: str, what: int, hand: str, gain: int) -> None:
    """ME-12: by the hut's owner, at once; other players pay nothing."""
    position = Position(ring, hands=(RICH, "BWCS"), druid=5).play("TEMPLE 3", f"OFFER {what}")
    assert (position.hands[1], position.points) == (hand, (5, 5 + gain))


def test_an_isolated_hut_does_not_take_both() -> None:
    """ME-12"""
    assert Position("9:b", druid=5).play("TEMPLE 3").legal("OFFER") == ["OFFER 0", "OFFER 1", "OFFER 2"]


def test_with_isolated_both_an_isolated_hut_takes_both_for_one_point() -> None:
    """ME-12"""
    position = Position("9:b", hands=(RICH, "BWCS"), druid=5, isolated_both=True).play("TEMPLE 3", "OFFER 3")
    assert (position.hands[1], position.points) == ("BC", (5, 6))
    position = Position("9:ba", druid=5, isolated_both=True).play("TEMPLE 3", "OFFER 3")
    assert position.points == (5, 7)


@pytest.mark.parametrize(
    ("hand", "offers"), [("", [0]), ("BC", [0]), ("W", [0, 1]), ("SS", [0, 2]), ("WS", [0, 1, 2, 3])]
)
def test_only_what_is_held_can_be_offered(hand: str, offers: list[int]) -> None:
    """ME-12: wool first, stone second, on site 9."""
    position = Position("9:ba", hands=(RICH, hand), druid=5).play("TEMPLE 3")
    assert position.legal("OFFER") == [f"OFFER {what}" for what in offers]


def test_a_ritual_asks_each_huts_own_owner() -> None:
    """ME-12: a colony of four players, each hut worth its whole size."""
    position = Position("9:bdca", hands=(RICH,) * 4, druid=5).play("TEMPLE 3")
    asked = []
    for what in (BOTH, NOTHING, FIRST, BOTH):
        asked.append(position.asked)
        position.play(f"OFFER {what}")
    assert asked == [(1, 9), (3, 10), (2, 11), (0, 12)]
    assert position.points == (9, 9, 6, 4)


def test_an_offering_is_paid_before_the_next_hut_asks() -> None:
    """ME-12: 9 and 11 both want wool, and there is only one."""
    position = Position("9:bab", hands=(RICH, "W"), druid=5).play("TEMPLE 3", "OFFER 1", "OFFER 0")
    assert (position.asked, position.legal("OFFER")) == ((1, 11), ["OFFER 0"])


def test_the_turn_goes_on_after_the_ritual_with_the_next_player() -> None:
    """ME-12: the owners of the visited huts do not matter."""
    position = Position("9:bc", hands=(RICH, RICH, RICH), druid=5, player=2).play(
        "TEMPLE 3", "OFFER 0", "OFFER 0", die=0
    )
    assert (position.acts, position.state.turn) == (0, 1)


def test_points_never_fall_below_zero_step_by_step() -> None:
    """ME-12: three huts that offer nothing take one point, then none; what comes after counts in full."""
    position = Position("9:bbbb", points=(5, 1), druid=5).play("TEMPLE 3")
    seen = []
    for what in (NOTHING, NOTHING, NOTHING, BOTH):
        seen.append(position.play(f"OFFER {what}").points[1])
    assert seen == [0, 0, 0, 4]


@pytest.mark.parametrize(("druid", "hut", "crosses"), [(29, 31, False), (29, 0, True), (31, 0, True), (31, 30, True)])
def test_the_river_pays_each_rune_stone_when_the_druid_crosses_it(druid: int, hut: int, crosses: bool) -> None:
    """ME-13: to every player, one point for each stone."""
    position = Position(f"{hut}:b", hands=(RICH,) * 3, druid=druid, runes="a.bba.a..").play("TEMPLE 10")
    assert position.asked == (1, hut)
    assert position.points == ((8, 7, 5) if crosses else (5, 5, 5))


def test_the_river_pays_before_the_offering_at_the_hut_reached() -> None:
    """ME-13: from 0 points it is one up and one down; the other order would leave one."""
    position = Position("3:b", points=(0, 0), druid=20, runes="b........").play("TEMPLE 10")
    assert position.points == (0, 1)
    assert position.play("OFFER 0").points == (0, 0)


def test_the_river_pays_the_new_huts_rune_stone_to_its_new_holder() -> None:
    """ME-13: the stone of district 0 has changed hands before the crossing."""
    position = Position("2:b", druid=20, runes="bb.......").play("HUT 4")
    assert (position.asked, position.runes, position.points) == ((1, 2), "ab.......", (6, 6))


def test_the_river_pays_within_a_ritual_too() -> None:
    """ME-13, ME-12: between the offerings of 31 and of 0, and not before."""
    position = Position("30:abab", druid=20, runes="ab.......", points=(0, 0)).play("TEMPLE 10")
    seen = [position.points]
    while position.asked:
        seen.append(position.play("OFFER 0").points)
    assert seen == [(0, 0), (0, 0), (1, 1), (0, 1), (0, 0)]


def test_a_crossing_in_a_ritual_of_both_counts_the_run_on_either_side() -> None:
    """ME-12, ME-13: four huts, two before the river and two behind it, with one stone each."""
    position = Position("30:abab", druid=20, runes="ab.......").play("TEMPLE 10")
    assert position.ritual(BOTH) == [30, 31, 0, 1]
    assert position.points == (5 + 8 + 1, 5 + 8 + 1)


def test_stones_without_a_holder_pay_nothing() -> None:
    """ME-13"""
    assert Position("3:b", druid=20).play("TEMPLE 10").points == (5, 5)
