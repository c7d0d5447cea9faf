"""Foraging in Bzzz: what flowers yield, what bees do by themselves, and what reaches the hive (BZ-6, BZ-7)."""

import pytest

from ludotheque.compile import for_interpreter
from ludotheque.games.bzzz.forage import first_flower
from ludotheque.games.bzzz.tests.positions import (
    FALL,
    end_turn,
    kos_of,
    legal_moves,
    loads_of,
    nectar_left,
    pass_turns,
    play_all,
    set_up,
    value_of,
)

# Yields


@pytest.mark.parametrize(
    ("max_nectar", "left", "given"),
    [
        *[(50, 50, 3), (50, 34, 3), (50, 33, 2), (50, 17, 2), (50, 16, 1), (50, 2, 1), (50, 1, 1), (50, 0, 0)],
        *[(45, 45, 3), (45, 30, 3), (45, 29, 2), (45, 15, 2), (45, 14, 1), (45, 1, 1)],  # 30 and 15 are exact thirds
        *[(3, 3, 3), (3, 2, 2), (3, 1, 1), (6, 4, 3), (6, 3, 2), (6, 2, 2), (6, 1, 1)],  # never more than there is
        *[(1, 1, 1), (2, 2, 2), (2, 1, 1), (4, 4, 3), (4, 3, 3), (4, 2, 2), (4, 1, 1), (5, 2, 2)],
        *[(10_000, 6667, 3), (10_000, 6666, 2), (10_000, 3334, 2), (10_000, 3333, 1)],
    ],
)
def test_a_flower_yields_by_how_full_it_is(max_nectar: int, left: int, given: int) -> None:
    """BZ-6: 3 from two thirds of MAX_NECTAR on, 2 from one third on, else 1, as far as there is nectar."""
    match = play_all(set_up(f"w0 *{left}/{max_nectar}", max_nectar=max_nectar), "FORAGE 0 3")
    assert (loads_of(match, 0), nectar_left(match)) == ([given], [left - given])


@pytest.mark.parametrize("start", [20, 45])
def test_a_flower_yields_by_max_nectar_and_not_by_its_start(start: int) -> None:
    """BZ-6"""
    assert loads_of(play_all(set_up(f"w0 *20/{start}", max_nectar=60), "FORAGE 0 3"), 0) == [2]


@pytest.mark.parametrize(
    ("start", "left", "given"),
    [
        *[(100, 100, 3), (100, 66, 3), (100, 65, 2), (100, 33, 2), (100, 32, 1), (100, 1, 1), (100, 0, 0)],
        *[(50, 33, 3), (50, 32, 2), (50, 17, 2), (50, 16, 1), (10, 7, 3), (10, 6, 2), (10, 4, 2), (10, 3, 1)],
        *[(3, 3, 3), (3, 2, 2), (3, 1, 1), (1, 1, 1), (2, 1, 1), (4, 2, 2), (200, 132, 3), (200, 131, 2), (200, 66, 2)],
    ],
)
def test_the_engines_flowers_yield_by_their_own_start(start: int, left: int, given: int) -> None:
    """BZ-6: yields=own, 3 from 0.66 of it on, 2 from 0.33 on."""
    match = play_all(set_up(f"w0 *{left}/{start}", max_nectar=200, yields="own"), "FORAGE 0 3")
    assert (loads_of(match, 0), nectar_left(match)) == ([given], [left - given])


@pytest.mark.parametrize(
    ("bee", "carried", "lost"),
    [("w0", 3, 0), ("w0:9", 12, 0), ("w0:10", 12, 1), ("w0:12", 12, 3), ("s0:1", 3, 1), ("d0", 1, 2), ("d0:1", 1, 3)],
)
def test_what_a_bee_has_no_room_for_is_lost(bee: str, carried: int, lost: int) -> None:
    """BZ-6: also all of it, on purpose; the flower gives 3."""
    match = set_up(f"{bee} *50", elsewhere=0)
    before = value_of(match, "loose")
    play_all(match, "FORAGE 0 3")
    assert (loads_of(match, 0), nectar_left(match)) == ([carried], [47])
    assert before - value_of(match, "loose") == lost


def test_a_flower_of_fifty_is_empty_after_thirty_forages() -> None:
    """BZ-6: six of 3, eight of 2, sixteen of 1."""
    match = set_up("w0 *50")
    given: list[int] = []
    while nectar_left(match) != [0]:
        match.state["load"] = 0
        given.append(50 - sum(given) - nectar_left(pass_turns(match, 4))[0])
    assert given == [3] * 6 + [2] * 8 + [1] * 16


# FORAGE and HOLD


@pytest.mark.parametrize("way", range(9))
def test_a_bee_forages_its_own_cell_or_one_of_the_eight_around(way: int) -> None:
    """BZ-6: 0 its own, then clockwise from the north."""
    drawing = [["."] * 3 for _ in range(3)]
    x, y = [(1, 1), (1, 0), (2, 0), (2, 1), (2, 2), (1, 2), (0, 2), (0, 1), (0, 0)][way]
    drawing[1][1] = "w0"
    drawing[y][x] = drawing[y][x].replace(".", "") + "*50"
    match = set_up(*map(" ".join, drawing))
    assert legal_moves(match, "FORAGE") == [f"FORAGE 0 {way}"]
    assert loads_of(play_all(match, f"FORAGE 0 {way}"), 0) == [3]


def test_a_flower_two_cells_away_is_out_of_reach() -> None:
    """BZ-6"""
    match = set_up("w0 . *50")
    assert legal_moves(match, "FORAGE") == legal_moves(match, "HOLD") == []
    assert nectar_left(play_all(match, "END")) == [50]


def test_a_bee_that_moved_does_not_forage() -> None:
    """BZ-6: neither by order nor by itself."""
    match = play_all(set_up("w0 . *50"), "STEP 0 2")
    assert match.why("FORAGE 0 3") == "That bee has done its part of this turn."
    assert nectar_left(play_all(match, "END")) == [50]


def test_a_bee_forages_one_flower_a_turn() -> None:
    """BZ-6"""
    match = play_all(set_up("*50 w0 *50"), "FORAGE 0 7")
    assert legal_moves(match, "FORAGE") == []
    assert nectar_left(play_all(match, "END")) == [47, 50]


def test_bees_of_one_turn_forage_one_flower_one_after_the_other() -> None:
    """BZ-6: 34 is two thirds of 50, 31 is not."""
    match = play_all(set_up("w0 *34/50 w0"), "FORAGE 1 7", "FORAGE 0 3")
    assert (loads_of(match, 0), nectar_left(match)) == ([2, 3], [29])


def test_an_empty_flower_may_be_foraged() -> None:
    """BZ-6: legality does not tell what is left (BZ-12)."""
    match = play_all(set_up("w0 *0/9"), "FORAGE 0 3")
    assert (loads_of(match, 0), value_of(match, "empty", 0, 0)) == ([0], 1)


def test_a_bee_that_holds_forages_nothing() -> None:
    """BZ-6"""
    match = play_all(set_up("w0 *50"), "HOLD 0", "END")
    assert (nectar_left(match), value_of(match, "room", 0, 0)) == ([50], -1)


def test_hold_is_for_bees_on_or_beside_a_flower() -> None:
    """BZ-6"""
    match = set_up("w0*9 . . w0 *9 . . w0", ". w0!2 . . .")
    assert legal_moves(match, "HOLD") == ["HOLD 0", "HOLD 1"]


# What bees do by themselves


def test_an_idle_bee_forages_by_itself() -> None:
    """BZ-6: when its own turn ends, and in no other."""
    match = play_all(set_up("w0 *50"), "END")
    assert loads_of(match, 0) == [3]
    assert loads_of(pass_turns(match, 3), 0) == [3]
    assert loads_of(pass_turns(match, 1), 0) == [6]


@pytest.mark.parametrize("bee", ["w0:12", "s0:3", "d0:1", "w0!4"])
def test_full_and_sleeping_bees_do_not_forage_by_themselves(bee: str) -> None:
    """BZ-6, BZ-9"""
    assert nectar_left(play_all(set_up(f"{bee} *50"), "END")) == [50]


def test_bees_forage_by_themselves_in_board_order() -> None:
    """BZ-6: not in that of their numbers; bee 0 has gone below bee 1, which gets the last nectar."""
    match = play_all(set_up("w0 w0", ". *1/50"), "STEP 0 4", "HOLD 1", "END", "END", "END", "END")
    assert loads_of(play_all(match, "END"), 0) == [0, 1]


@pytest.mark.parametrize(
    ("rows", "left"),
    [
        ((". . *9", ". w0*9 .", "*9 . ."), [8, 9, 9]),
        ((". . .", ". w0*9 *9", "*9 . ."), [8, 9, 9]),
        ((". . .", "*9 w0*9 .", ". . ."), [8, 9]),
        (("*9 *9 *9", "*9 w0 *9", ". . ."), [8, 9, 9, 9, 9]),
    ],
)
def test_a_bee_takes_the_first_flower_in_board_order_by_itself(rows: tuple[str, ...], left: list[int]) -> None:
    """BZ-6: by y, then x, its own cell included; the nectar does not matter."""
    assert nectar_left(play_all(set_up(*rows), "END")) == left


def test_the_first_flower_is_taken_even_if_it_is_empty_and_this_is_not_known() -> None:
    """BZ-6: the second turn knows better."""
    match = play_all(set_up("*0/9 w0 *9"), "END")
    assert (loads_of(match, 0), nectar_left(match)) == ([0], [0, 9])
    assert (loads_of(pass_turns(match, 4), 0), nectar_left(match)) == ([1], [0, 8])


def test_what_one_bee_finds_empty_the_next_one_knows_at_once() -> None:
    """BZ-6: both bees' first flower is the upper one."""
    match = play_all(set_up("*0/9 . .", "w0 w0 .", ". *9 ."), "END")
    assert (loads_of(match, 0), nectar_left(match)) == ([0, 1], [0, 8])


def test_where_all_flowers_are_known_to_be_empty_nothing_is_foraged() -> None:
    """BZ-6"""
    match = pass_turns(set_up("*0/9 w0 *0/9"), 8)
    assert first_flower(for_interpreter(match.state)[0], 0, 5, 4) == -1
    match.state["nectar"][0, 0] = 5  # cannot happen in a match; the seat does not look again
    assert loads_of(pass_turns(match, 4), 0) == [0]


@pytest.mark.parametrize(
    ("row", "moves", "known"),
    [
        ("w0 *0/9", ("FORAGE 0 3",), 1),
        ("w0:12 *0/9", ("FORAGE 0 3",), 0),  # without room nothing is learned
        ("w0 *1/9", ("FORAGE 0 3",), 0),  # the last nectar was gained, so one more forage has to tell
        ("w0 *1/9 w0", ("FORAGE 0 3", "FORAGE 1 7"), 1),
        ("w0:11 *2/9", ("FORAGE 0 3",), 0),
        ("w0 *0/9", ("HOLD 0",), 0),
    ],
)
def test_a_flower_is_known_to_be_empty_when_a_bee_with_room_gained_nothing(
    row: str, moves: tuple[str, ...], known: int
) -> None:
    """BZ-6: and by no other deduction."""
    assert value_of(play_all(set_up(row), *moves), "empty", 0, 0) == known


def test_a_seat_does_not_know_what_another_found_empty() -> None:
    """BZ-6, BZ-12: nor does a flower's mirror tell."""
    match = play_all(set_up("w0 *0/9 *0/9 . w1"), "FORAGE 0 3", "END")
    assert [value_of(match, "empty", seat, flower) for seat in (0, 1) for flower in (0, 1)] == [1, 0, 0, 0]


# Into the hive


@pytest.mark.parametrize(
    ("at", "dropped"), [((0, 0), 7), ((3, 3), 7), ((3, 0), 7), ((4, 3), 0), ((3, 4), 0), ((14, 0), 0), ((12, 12), 0)]
)
def test_bees_in_their_own_zone_drop_all_they_carry(at: tuple[int, int], dropped: int) -> None:
    """BZ-7: not in another's, wherever they got there."""
    match = play_all(set_up("w0:7", at=at), "END")
    assert (value_of(match, "stock", 0), loads_of(match, 0)) == (10 + dropped, [7 - dropped])


def test_every_bee_in_the_zone_drops_only_in_its_owners_turn() -> None:
    """BZ-7"""
    match = play_all(set_up("w0:7 s0:2 . d0:1 w0:5 . . . . . . . . w1:4", at=(0, 2)), "END")
    assert match.state["stock"][0].tolist() == [20, 10, 10, 10]
    assert (loads_of(match, 0), loads_of(match, 1)) == ([0, 0, 0, 5], [4])
    assert value_of(play_all(match, "END"), "stock", 1) == 14


def test_what_is_foraged_or_carried_home_this_turn_is_dropped_this_turn() -> None:
    """BZ-7: at the end of the phase."""
    assert value_of(play_all(set_up("w0 *50", at=(3, 3)), "FORAGE 0 3", "END"), "stock", 0) == 13
    assert value_of(play_all(set_up("w0 *50", at=(3, 3)), "END"), "stock", 0) == 13
    assert value_of(play_all(set_up("w0:5", at=(4, 3)), "STEP 0 6", "END"), "stock", 0) == 15


def test_nectar_is_safe_before_the_skirmish() -> None:
    """BZ-7: the bee falls, and has nothing to lose."""
    match = set_up("w0:7 .", ". w1:4", at=(3, 3))
    assert end_turn(match, FALL, FALL) == 2
    assert (value_of(match, "stock", 0), kos_of(match, 0), loads_of(match, 1)) == (17, [5], [0])
