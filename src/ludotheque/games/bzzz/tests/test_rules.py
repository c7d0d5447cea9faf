"""The field, the bees, laying, moving and the end of Bzzz, clause by clause.

Foraging, skirmishes, what is hidden and what is refused have files of their own beside this one.
"""

from collections import Counter

import pytest
from scipy.stats import chisquare

import ludotheque as lt
from ludotheque.compile import for_interpreter
from ludotheque.dice import dice, roll
from ludotheque.games.bzzz.field import hive_cell, zone_of
from ludotheque.games.bzzz.forage import CARRIES, FORCE
from ludotheque.games.bzzz.rules import DRONE, SCOUT, WORKER
from ludotheque.games.bzzz.tests.positions import (
    FALL,
    cell_of,
    end_turn,
    legal_moves,
    loads_of,
    nectar_left,
    pass_turns,
    play_all,
    set_up,
    value_of,
)

Cell = tuple[int, int]


# The field


@pytest.mark.parametrize("ncases", [10, 15, 32])
def test_each_seat_has_its_hive_in_a_corner(ncases: int) -> None:
    """BZ-1: clockwise from (0, 0), as each seat's first bee shows."""
    match = lt.new("bzzz", seed=1, ncases=ncases)
    for _ in range(4):
        play_all(match, "LAY 0", "END")
    last = ncases - 1
    assert [cell_of(match, seat) for seat in range(4)] == [(0, 0), (last, 0), (last, last), (0, last)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_seats_play_in_their_order(seats: int) -> None:
    """BZ-1: seat 0 begins."""
    match, order = lt.new("bzzz", seats=seats, seed=1), []
    for _ in range(2 * seats + 1):
        order += match.active
        match.play("END")
    assert order == [*range(seats), *range(seats), 0]


def zones(ncases: int, seats: int) -> dict[Cell, int]:
    """Return the cells of all zones, with the seat that owns each."""
    state = for_interpreter(lt.new("bzzz", seats=seats, seed=1, ncases=ncases).state)[0]
    owners = {(x, y): zone_of(state, x, y) for x in range(ncases) for y in range(ncases)}
    assert all(owners[hive_cell(state, seat)] == seat for seat in range(seats))
    return {where: seat for where, seat in owners.items() if seat >= 0}


@pytest.mark.parametrize("ncases", [10, 15])
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_zone_is_the_corners_square_of_four_by_four(ncases: int, seats: int) -> None:
    """BZ-1: an unused corner has none."""
    near, far = range(4), range(ncases - 4, ncases)
    squares = [(near, near), (far, near), (far, far), (near, far)][:seats]
    assert zones(ncases, seats) == {(x, y): i for i, (xs, ys) in enumerate(squares) for x in xs for y in ys}


def flowers(match: lt.Match) -> list[tuple[Cell, int]]:
    """Return every flower's cell, with the nectar that it starts with."""
    count = 4 * value_of(match, "nfleurs")
    return [
        ((value_of(match, "flower_x", i), value_of(match, "flower_y", i)), value_of(match, "start", i))
        for i in range(count)
    ]


@pytest.mark.parametrize("ncases", [10, 13, 15, 16, 32])
@pytest.mark.parametrize("seats", [2, 4])
def test_flowers_are_mirrored_to_all_four_quadrants(ncases: int, seats: int) -> None:
    """BZ-2: flower 4i + j is the j-th mirror of flower i, with the same nectar; also in unused corners."""
    grown = flowers(lt.new("bzzz", seats=seats, seed=7, ncases=ncases, nfleurs=9))
    last = ncases - 1
    assert len(grown) == 36
    for i in range(0, 36, 4):
        (x, y), start = grown[i]
        mirrors = [(x, y), (last - x, y), (x, last - y), (last - x, last - y)]
        assert grown[i : i + 4] == [(mirror, start) for mirror in mirrors]


@pytest.mark.parametrize(("ncases", "nfleurs"), [(10, 9), (11, 9), (12, 20), (15, 32), (16, 32)])
def test_a_quadrants_flowers_grow_outside_the_zone(ncases: int, nfleurs: int) -> None:
    """BZ-2: each on a cell of its own; with an odd side the middle row and column stay bare."""
    half = ncases // 2
    room = {(x, y) for x in range(half) for y in range(half)} - {(x, y) for x in range(4) for y in range(4)}
    for seed in range(20):
        match = lt.new("bzzz", seed=seed, ncases=ncases, nfleurs=nfleurs)
        own = {where for where, _ in flowers(match)[::4]}
        assert own <= room and len(own) == nfleurs
        assert len({where for where, _ in flowers(match)}) == 4 * nfleurs
        assert not set(zones(ncases, 4)) & {where for where, _ in flowers(match)}
    assert ncases > 11 or own == room  # as many as there is room for


def reference(seed: int, ncases: int, nfleurs: int, max_nectar: int) -> list[tuple[Cell, int]]:
    """Return the first quadrant's flowers by the text of BZ-2: each is drawn from the free cells in board order."""
    drawn, half = dice(seed, 0), ncases // 2
    free = [(x, y) for y in range(half) for x in range(half) if x >= 4 or y >= 4]
    return [(free.pop(roll(drawn, len(free))), 1 + roll(drawn, max_nectar)) for _ in range(nfleurs)]


@pytest.mark.parametrize(("ncases", "nfleurs", "max_nectar"), [(15, 4, 50), (10, 9, 1), (16, 32, 10_000)])
def test_each_flowers_cell_is_drawn_and_then_its_nectar(ncases: int, nfleurs: int, max_nectar: int) -> None:
    """BZ-2"""
    for seed in range(30):
        match = lt.new("bzzz", seed=seed, ncases=ncases, nfleurs=nfleurs, max_nectar=max_nectar)
        assert flowers(match)[::4] == reference(seed, ncases, nfleurs, max_nectar)


def test_every_cell_and_every_nectar_is_equally_likely() -> None:
    """BZ-2: two flowers on nine cells, 72 pairs of them; nectar 1 to 5."""
    cells: Counter[tuple[Cell, Cell]] = Counter()
    starts: Counter[int] = Counter()
    for seed in range(3600):
        one, two = flowers(lt.new("bzzz", seats=2, seed=seed, ncases=10, nfleurs=2, max_nectar=5))[::4]
        cells[one[0], two[0]] += 1
        starts.update([one[1], two[1]])
    assert (len(cells), set(starts)) == (72, {1, 2, 3, 4, 5})
    assert chisquare(list(cells.values())).pvalue > 0.001
    assert chisquare(list(starts.values())).pvalue > 0.001


def test_the_nectar_at_the_start_is_that_of_all_flowers() -> None:
    """BZ-2, BZ-11: what blitz is measured by."""
    match = lt.new("bzzz", seats=2, seed=3)
    assert sum(start for _, start in flowers(match)) == value_of(match, "total") == value_of(match, "loose")
    assert [value_of(match, "nectar", i) for i in range(16)] == [start for _, start in flowers(match)]


def test_an_empty_flower_stays_where_it_is() -> None:
    """BZ-2: on the board and in every list, and it may be foraged again."""
    match = play_all(set_up("w0 *1"), "FORAGE 0 3")
    assert (nectar_left(match), value_of(match, "flower_x", 0), value_of(match, "bloom", 4, 5)) == ([0], 5, 1)
    assert legal_moves(pass_turns(match, 4), "FORAGE") == ["FORAGE 0 3"]


# The bees


@pytest.mark.parametrize("nectar_initial", [5, 10, 77])
def test_the_game_starts_without_bees_and_with_some_nectar(nectar_initial: int) -> None:
    """BZ-3"""
    match = lt.new("bzzz", seats=3, seed=1, nectar_initial=nectar_initial)
    assert match.state["stock"][0].tolist() == [nectar_initial] * 3 + [0]
    assert not match.state["bees"].any() and not match.state["occupant"].any()


@pytest.mark.parametrize(("kind", "force", "carries"), [(WORKER, 1, 12), (DRONE, 5, 1), (SCOUT, 1, 3)])
def test_a_kind_has_its_force_and_its_room(kind: int, force: int, carries: int) -> None:
    """BZ-3: a bee beside a large flower forages until it is full."""
    assert (FORCE[kind], CARRIES[kind]) == (force, carries)
    match = set_up(f"{'wds'[kind]}0 *50")
    for _ in range(5):
        pass_turns(match, 4)
    assert loads_of(match, 0) == [carries]


@pytest.mark.parametrize(("letter", "ways"), [("w", [0, 2, 4, 6]), ("d", [0, 2, 4, 6]), ("s", list(range(8)))])
def test_scouts_move_in_eight_directions_the_others_in_four(letter: str, ways: list[int]) -> None:
    """BZ-3: clockwise from the north, y growing downwards."""
    match = set_up(f"{letter}0", at=(6, 7))
    assert legal_moves(match, "STEP") == [f"STEP 0 {way}" for way in ways]
    assert [way for way in range(8) if match.why(f"STEP 0 {way}") is None] == ways
    around = [(6, 6), (7, 6), (7, 7), (7, 8), (6, 8), (5, 8), (5, 7), (5, 6)]
    for way in ways:
        assert cell_of(play_all(match.copy(), f"STEP 0 {way}"), 0) == around[way]


# Laying


@pytest.mark.parametrize("kind", [WORKER, DRONE, SCOUT])
@pytest.mark.parametrize("cout_ponte", [1, 5, 10])
def test_a_bee_is_laid_in_the_hive_for_its_price(kind: int, cout_ponte: int) -> None:
    """BZ-4"""
    match = play_all(lt.new("bzzz", seed=1, cout_ponte=cout_ponte), "END", f"LAY {kind}")
    assert (cell_of(match, 1), value_of(match, "kind", 1, 0)) == ((14, 0), kind)
    assert match.state["stock"][0].tolist() == [10, 10 - cout_ponte, 10, 10]
    assert match.active == [1]


def test_one_bee_a_turn_is_laid() -> None:
    """BZ-4: even if it leaves the hive at once; the next turn lays again."""
    match = play_all(lt.new("bzzz", seed=1), "LAY 0", "STEP 0 2")
    assert match.why("LAY 0") == "A bee is laid only as the first thing in a turn."
    assert pass_turns(match, 4).why("LAY 0") is None


@pytest.mark.parametrize("first", ["STEP 0 0", "FORAGE 0 3", "HOLD 0"])
def test_laying_comes_first_in_a_turn(first: str) -> None:
    """BZ-4"""
    match = set_up("w0 *9")
    assert legal_moves(match, "LAY") == ["LAY 0", "LAY 1", "LAY 2"]
    assert legal_moves(play_all(match, first), "LAY") == []


@pytest.mark.parametrize("bee", ["w0", "w0!3", "w1"])
def test_a_bee_in_the_hives_cell_keeps_others_from_being_laid(bee: str) -> None:
    """BZ-4: of any seat, awake or not."""
    assert set_up(bee, at=(0, 0)).why("LAY 0") == "A bee sits in the hive's cell."
    assert set_up(bee, at=(1, 0)).why("LAY 0") is None


def test_the_hive_can_spend_its_last_nectar() -> None:
    """BZ-4"""
    match = lt.new("bzzz", seed=1, nectar_initial=5)
    assert value_of(play_all(match, "LAY 2"), "stock", 0) == 0


def test_a_bee_moves_in_the_turn_in_which_it_is_laid() -> None:
    """BZ-4"""
    assert cell_of(play_all(lt.new("bzzz", seed=1), "LAY 2", "STEP 0 3", "END"), 0) == (1, 1)


def test_a_bee_forages_and_fights_in_the_turn_in_which_it_is_laid() -> None:
    """BZ-4: a flower and an enemy beside the hive, as no match would have them."""
    match = play_all(set_up(". *50", ". w1", at=(0, 0)), "LAY 0", "FORAGE 0 3")
    assert loads_of(match, 0) == [3]
    assert end_turn(match, FALL) == 2
    assert [value_of(match, "ko", seat, 0) for seat in (0, 1)] == [5, 0]


# Moving


def test_the_player_chooses_in_which_order_bees_move() -> None:
    """BZ-5: a cell counts as it is at that moment."""
    match = set_up("w0 w0 .")
    assert match.why("STEP 0 2") == "Another bee is there."
    play_all(match, "STEP 1 2", "STEP 0 2")
    assert [cell_of(match, 0, bee) for bee in (0, 1)] == [(5, 4), (6, 4)]


def test_a_bee_moves_once_a_turn() -> None:
    """BZ-5"""
    match = play_all(set_up("s0"), "STEP 0 3")
    assert match.why("STEP 0 3") == "That bee has done its part of this turn."
    assert pass_turns(match, 4).why("STEP 0 3") is None


@pytest.mark.parametrize("other", ["w0", "w1", "d1!4", "s0!1"])
def test_bees_block_their_cell_also_when_they_are_knocked_out(other: str) -> None:
    """BZ-5, BZ-9"""
    assert set_up(f"w0 {other}").why("STEP 0 2") == "Another bee is there."


def test_flowers_do_not_block() -> None:
    """BZ-5"""
    assert cell_of(play_all(set_up("w0 *9"), "STEP 0 2"), 0) == (5, 4)


def test_a_scout_slips_between_two_bees() -> None:
    """BZ-5: bees beside a diagonal step do not matter."""
    assert set_up("s0 w1", "w1 .").why("STEP 0 3") is None


BORDERS = [((4, 2), 6, 0), ((10, 2), 2, 1), ((10, 12), 2, 2), ((4, 12), 6, 3), ((2, 4), 0, 0), ((12, 10), 4, 2)]


@pytest.mark.parametrize(("at", "way", "owner"), BORDERS)
@pytest.mark.parametrize("seat", range(4))
def test_no_bee_enters_another_hives_zone(at: Cell, way: int, owner: int, seat: int) -> None:
    """BZ-5: only its own."""
    why = set_up(f"w{seat}", at=at, player=seat).why(f"STEP 0 {way}")
    assert why == (None if seat == owner else "That is another hive's zone.")


@pytest.mark.parametrize(("at", "way", "owner"), BORDERS)
@pytest.mark.parametrize("seats", [2, 3])
def test_zones_of_unused_corners_are_open(at: Cell, way: int, owner: int, seats: int) -> None:
    """BZ-5, BZ-1"""
    why = set_up("w0", at=at, seats=seats).why(f"STEP 0 {way}")
    assert (why is None) == (owner == 0 or owner >= seats)


def test_a_bee_may_stand_on_an_unused_hive() -> None:
    """BZ-5, BZ-1"""
    assert cell_of(play_all(set_up("s0", at=(13, 13), seats=2), "STEP 0 3"), 0) == (14, 14)


@pytest.mark.parametrize(("at", "ways"), [((0, 0), [2, 3, 4]), ((14, 7), [0, 4, 5, 6, 7]), ((7, 14), [0, 1, 2, 6, 7])])
def test_the_board_has_an_edge(at: Cell, ways: list[int]) -> None:
    """BZ-5"""
    match = set_up("s0", at=at)
    assert legal_moves(match, "STEP") == [f"STEP 0 {way}" for way in ways]
    assert {match.why(f"STEP 0 {way}") for way in range(8) if way not in ways} == {"That is off the board."}


# The end


def test_the_match_ends_when_the_last_nectar_is_in_a_hive() -> None:
    """BZ-11, BZ-7"""
    match = set_up("w0:4", at=(4, 0), elsewhere=0)
    match.state["total"] = 1000  # far from blitz
    assert not pass_turns(match, 4).over
    assert play_all(match, "STEP 0 6", "END").over
    assert match.outcome == [(14,), (10,), (10,), (10,)]


def test_nectar_that_is_wasted_no_longer_keeps_the_match_going() -> None:
    """BZ-11: a full drone in its zone beside the last flower; tested when the turn is over."""
    match = set_up("d0:1 *1/50", at=(3, 3), elsewhere=0)
    assert not play_all(match.copy(), "HOLD 0", "END").over
    assert not play_all(match, "FORAGE 0 3").over
    assert play_all(match, "END").over and match.outcome[0] == (11,)


def test_the_match_ends_when_the_last_nectar_is_lost_in_a_skirmish() -> None:
    """BZ-11, BZ-8"""
    match = set_up("w0:4 w1", elsewhere=0)
    end_turn(match)
    assert not match.over
    end_turn(match, FALL)
    assert match.over and match.outcome[0] == (10,)


@pytest.mark.parametrize(
    ("stock", "total", "over"), [(48, 100, False), (49, 100, True), (48, 99, True), (47, 99, False), (48, 101, False)]
)
def test_more_than_half_of_the_nectar_is_blitz(stock: int, total: int, over: bool) -> None:
    """BZ-11: strictly more, of all that was on flowers at the start; two more are dropped."""
    match = set_up("w0:2", at=(3, 3), elsewhere=total)
    match.state["total"], match.state["stock"][0, 0] = total, stock
    assert play_all(match, "END").over == over


@pytest.mark.parametrize("blitz", ["half", "engine"])
def test_blitz_is_tested_only_when_nectar_was_dropped(blitz: str) -> None:
    """BZ-11: and only for the player whose turn it is."""
    match = set_up("w0:2", at=(4, 3), elsewhere=100, blitz=blitz)
    match.state["stock"][0, :2] = 90, 90
    assert not pass_turns(match, 4).over
    assert play_all(match, "STEP 0 6", "END").over


def test_what_was_paid_for_a_bee_does_not_count_for_blitz() -> None:
    """BZ-11, BZ-4: 51 of 100 after the drop, 46 if a bee was laid before."""
    match = set_up("w0:2", at=(3, 3), elsewhere=98)
    match.state["stock"][0, 0] = 49
    assert not play_all(match.copy(), "LAY 0", "END").over
    assert play_all(match, "END").over


@pytest.mark.parametrize(
    ("stock", "total", "over"), [(52, 100, False), (53, 100, True), (53, 101, True), (53, 102, False)]
)
def test_the_engine_counts_its_blitz_in_its_own_way(stock: int, total: int, over: bool) -> None:
    """BZ-11: at least half of flowers and NECTAR_INITIAL together, rounded down; here (100 + 10) // 2 = 55."""
    match = set_up("w0:2", at=(3, 3), elsewhere=total, blitz="engine")
    match.state["total"], match.state["stock"][0, 0] = total, stock
    assert play_all(match, "END").over == over


@pytest.mark.parametrize(
    ("seats", "time_out", "shares"),
    [(4, 250, [63, 63, 62, 62]), (4, 4, [1, 1, 1, 1]), (3, 4, [2, 1, 1]), (2, 9, [5, 4])],
)
def test_the_match_ends_after_time_out_turns_of_all_players(seats: int, time_out: int, shares: list[int]) -> None:
    """BZ-11: each END is one; seats that come first may play one more (BZ-13: so 63 bees at most)."""
    match, count = lt.new("bzzz", seats=seats, seed=1, time_out=time_out), Counter[int]()
    while not match.over:
        count.update(match.active)
        match.play("END")
    assert [count[seat] for seat in range(seats)] == shares


def test_points_are_the_nectar_in_the_hive() -> None:
    """BZ-11: with what was not spent of NECTAR_INITIAL, without what bees carry."""
    match = play_all(set_up("w0:9", time_out=4), "LAY 0", "END", "END", "END", "END")
    assert match.over and match.outcome == [(5,), (10,), (10,), (10,)]


def test_seats_that_are_level_share_their_rank() -> None:
    """BZ-11"""
    match = set_up("w0:9", time_out=4)
    match.state["stock"][0] = 7, 12, 7, 3
    assert pass_turns(match, 4).ranks == [2, 1, 2, 4]


def test_a_seat_without_bees_and_without_their_price_only_ends_its_turns() -> None:
    """BZ-11: no seat is eliminated."""
    match = set_up("w1")
    match.state["stock"][0, 0] = 4
    assert match.legal() == ["END"]
    assert pass_turns(match, 4).active == [0]


# The 65th bee


def full_hive(count: int) -> lt.Match:
    """Set up `count` bees of seat 0 in rows of eight, with the hive's cell empty."""
    rows = ["w0 " * 8] * (count // 8) + ["w0 " * (count % 8)]
    return set_up(*rows)


def test_a_hive_lays_its_64th_bee_and_not_its_65th() -> None:
    """BZ-13"""
    match = play_all(full_hive(63), "LAY 1", "STEP 63 2", "END", "END", "END", "END")
    assert value_of(match, "bees", 0) == 64
    assert match.why("LAY 1") == "A hive lays 64 bees and no more."
    assert match.why("STEP 63 2") is None
    assert match.legal(0) and not legal_moves(match, "LAY")
