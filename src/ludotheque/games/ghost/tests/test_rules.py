"""The rules of Ghost in the Cell, clause by clause.

Unless a test says otherwise, all distances are 3, nothing is produced, and each side has 20 cyborgs in its one factory:
seat 0 in factory 1, seat 1 in factory 2.
"""

import math
from itertools import combinations, permutations
from typing import Any

import numpy as np
import pytest

from ludotheque import BadOption, IllegalMove, Match, load, loops, new, replay
from ludotheque.dice import dice
from ludotheque.game import Move
from ludotheque.games.ghost import rules
from ludotheque.games.ghost.launches import list_ordered_bombs, list_troops
from ludotheque.games.ghost.map import count_turns, next_int
from ludotheque.games.ghost.rules import ERRORS, LADDER, guess

GAME = load("ghost")


def arrange(league: int = 3, **fields: dict[Any, int]) -> Match:
    """Return a simple position with some fields set: arrange(stock={3: 5}, distance={(1, 2): 1})."""
    match = new("ghost", seed=1, league=league, factories=7, cyborgs=20)
    state = match.state[0]
    state["distance"][:] = 3
    state["production"][:] = 0
    state["stock"][:] = 0
    state["stock"][1:3] = 20
    for name, values in fields.items():
        for place, value in values.items():
            state[name][place] = value
    return match


def play_turn(match: Match, first: str = "", second: str = "") -> Match:
    """Play one turn with these orders of both sides: play_turn(match, "MOVE 1 2 3; INC 1")."""
    for seat, orders in enumerate((first, second)):
        for order in orders.split("; ") if orders else []:
            match.play(order, seat)
        match.play("END", seat)
    return match


def end_turns(match: Match, count: int) -> Match:
    for _ in range(count):
        play_turn(match)
    return match


def read_field(match: Match, name: str, *place: int) -> int:
    """Return one number of a position."""
    value: int = match.state[0][name][place].item() if place else match.state[0][name].item()
    return value


def read_factory(match: Match, i: int) -> tuple[int, int]:
    """Return the owner and the cyborgs of factory `i`."""
    return read_field(match, "owner", i), read_field(match, "stock", i)


def find_error(match: Match, move: str, seat: int = 0) -> str | None:
    return match.why(move, seat)


# Leagues and maps


@pytest.mark.parametrize(("league", "bombs", "incs"), [(0, 0, 0), (1, 0, 0), (2, 2, 0), (3, 2, 1)])
def test_a_league_says_what_is_in_play(league: int, bombs: int, incs: int) -> None:
    """GC-1"""
    match = arrange(league)
    kinds = {move.split()[0] for move in match.legal(0)}
    assert read_field(match, "bombs", 0) == read_field(match, "bombs", 1) == bombs
    assert ("BOMB" in kinds, "INC" in kinds) == (bombs > 0, incs > 0)


def test_only_the_first_league_has_one_troop_per_turn() -> None:
    """GC-1"""
    for league in range(4):
        match = arrange(league)
        match.play("MOVE 1 2 1", 0)
        assert (find_error(match, "MOVE 1 3 1") is None) == (league > 0)
        assert find_error(match, "MOVE 2 3 1", 1) is None
    match = play_turn(arrange(0), "MOVE 1 2 1")
    assert find_error(match, "MOVE 1 2 1") is None


def test_the_whole_game_is_the_default() -> None:
    """GC-1"""
    assert new("ghost", seed=1).options["league"] == 3


@pytest.mark.parametrize(
    "options", [{"factories": 8}, {"factories": 5}, {"factories": 17}, {"cyborgs": 14}, {"cyborgs": 31}, {"league": 4}]
)
def test_sizes_outside_the_rules_are_refused(options: dict[str, int]) -> None:
    """GC-1"""
    with pytest.raises(BadOption):
        new("ghost", seed=1, **options)


def test_the_map_is_that_of_the_matchs_seed_unless_another_is_named() -> None:
    """GC-2"""
    seven, other = new("ghost", seed=7), new("ghost", seed=8, map=7)
    assert (seven.state["x"] == other.state["x"]).all() and read_field(other, "map") == 7
    assert (new("ghost", seed=8).state["x"] != other.state["x"]).any()


class Java:
    """java.util.Random in plain Python, to compare the generator of the rules with."""

    def __init__(self, seed: int):
        self.state = (seed ^ 0x5DEECE66D) % 2**48

    def next_int(self, bound: int) -> int:
        while True:
            self.state = (self.state * 0x5DEECE66D + 0xB) % 2**48
            drawn = self.state >> 17
            if bound & (bound - 1) == 0:
                return bound * drawn >> 31
            if drawn - drawn % bound + bound - 1 < 2**31:
                return drawn % bound


def test_numbers_are_drawn_as_java_draws_them() -> None:
    """GC-2: what every Java program gets from new Random(42).nextInt() and new Random(0).nextInt()"""
    for seed, known in ((42, [-1170105035, 234785527, -1360544799]), (0, [-1155484576, -723955400, 1033096058])):
        rng = (seed ^ 0x5DEECE66D) % 2**48
        for word in known:
            rng, _ = next_int(rng, 1)
            assert rng >> 16 == word % 2**32


@pytest.mark.parametrize("interpreted", [True, False])
@pytest.mark.parametrize("bound", [1, 6, 16, 5300, 2**30 + 1, 2**31 - 1])
def test_the_split_multiplication_loses_nothing(bound: int, interpreted: bool) -> None:
    """GC-2, also with bounds for which every second draw is repeated"""
    draw = loops.machine(GAME, interpreted)(next_int)
    for seed in (0, 1, -1, 2**63 - 1, -(2**63), 123456789):
        java, rng = Java(seed), (seed ^ 0x5DEECE66D) % 2**48
        for _ in range(200):
            rng, value = draw(rng, bound)
            assert value == java.next_int(bound) and rng == java.state


def reference_map(seed: int, league: int, factories: int, cyborgs: int) -> list[tuple[int, int, int, int, int]]:
    """GC-3 … GC-5 written a second time: x, y, owner, cyborgs, production of every factory."""
    java = Java(seed)
    count = factories or 7 + java.next_int(3 if league == 0 else 9)
    count += count % 2 == 0
    radius = 600 if count > 10 else 700
    made = [(8000, 3250, -1, 0, 0)]
    while len(made) < count:
        x = java.next_int(8000 - 2 * radius) + radius + 300
        y = java.next_int(6500 - 2 * radius) + radius + 300
        if any(math.dist((x, y), other[:2]) < 2 * (radius + 300) for other in made):
            continue
        production = java.next_int(4)
        if len(made) == 1:
            stock = cyborgs or 15 + java.next_int(16)
            made += [(x, y, 0, stock, production), (16000 - x, 6500 - y, 1, stock, production)]
        else:
            stock = java.next_int(5 * production + 1)
            made += [(x, y, -1, stock, production), (16000 - x, 6500 - y, -1, stock, production)]
    for i in range(1, count):
        if sum(row[4] for row in made) < 4 and made[i][4] < 3:
            made[i] = (*made[i][:4], made[i][4] + 1)
    return made


@pytest.mark.parametrize("league", [0, 3])
@pytest.mark.parametrize(("factories", "cyborgs"), [(0, 0), (7, 0), (9, 15), (11, 0), (0, 30), (15, 22)])
def test_maps_are_drawn_in_the_contests_order(league: int, factories: int, cyborgs: int) -> None:
    """GC-3, GC-4, GC-5, GC-6: a number that an option fixes is not drawn"""
    for seed in [6, 58, 111, -5, 2**63 - 1, *range(1000, 1030)]:
        match = new("ghost", seed=seed, league=league, factories=factories, cyborgs=cyborgs)
        made = reference_map(seed, league, factories, cyborgs)
        assert read_field(match, "count") == len(made)
        assert [tuple(match.state[0][n][i] for n in FIELDS) for i in range(len(made))] == made
        assert_distances(match, made)


FIELDS = ("x", "y", "owner", "stock", "production")


def assert_distances(match: Match, made: list[tuple[int, int, int, int, int]]) -> None:
    radius = 600 if len(made) > 10 else 700
    for i, here in enumerate(made):
        for j, there in enumerate(made):
            way = math.floor((math.dist(here[:2], there[:2]) - 2 * radius) / 800 + 0.5)
            assert read_field(match, "distance", i, j) == (0 if i == j else max(1, way))


def test_the_first_league_has_at_most_nine_factories() -> None:
    """GC-1, GC-3"""
    counts = {
        league: {read_field(new("ghost", seed=s, league=league), "count") for s in range(60)} for league in (0, 1)
    }
    assert counts == {0: {7, 9}, 1: {7, 9, 11, 13, 15}}


@pytest.mark.parametrize("seed", [6, 58, 111])
def test_poor_maps_are_raised_to_a_production_of_four(seed: int) -> None:
    """GC-5"""
    assert new("ghost", seed=seed).state["production"].sum() == 4


def test_a_distance_is_at_least_one_turn() -> None:
    """GC-6: half a turn is rounded up, in integers without square roots"""
    assert count_turns(0, 600) == count_turns((1200 + 1199) ** 2, 600) == 1
    assert count_turns((1200 + 1200) ** 2 - 1, 600) == 1
    assert count_turns((1200 + 1200) ** 2, 600) == 2


def test_a_map_without_room_for_its_last_pair_is_started_again() -> None:
    """GC-4: the contest's own generator never ends with this seed"""
    match = Match(GAME, 2, 1049212343, {"factories": 15}, machine=loops.machine(GAME, False))
    places = [(read_field(match, "x", i), read_field(match, "y", i)) for i in range(15)]
    assert min(math.dist(a, b) for a, b in combinations(places, 2)) >= 1800
    assert [read_factory(match, i)[0] for i in range(15)] == [-1, 0, 1] + [-1] * 12


# A turn


def test_a_troop_fights_as_many_turns_later_as_the_way_is_long() -> None:
    """GC-7, GC-11: sent in turn T over distance 3, it fights in turn T + 3"""
    match = play_turn(arrange(), "MOVE 1 3 5")
    assert read_factory(match, 1) == (0, 15)
    assert read_factory(end_turns(match, 2), 3) == (-1, 0)
    assert read_factory(play_turn(match), 3) == (0, 5)


def test_the_longest_and_the_shortest_route_arrive_in_the_right_turns() -> None:
    """GC-7: 18 turns is the longest, and slots of arrival are used again"""
    match = arrange(distance={(1, 3): 18, (1, 4): 1})
    play_turn(match, "MOVE 1 3 5; MOVE 1 4 1")
    for _ in range(17):
        play_turn(match, "MOVE 4 1 1" if read_factory(match, 4) == (0, 1) else "")
        assert read_factory(match, 3) == (-1, 0)
    assert read_factory(play_turn(match), 3) == (0, 5)


def test_orders_of_one_turn_on_one_route_make_one_troop() -> None:
    """GC-9"""
    match = play_turn(arrange(), "MOVE 1 3 5; MOVE 1 3 2")
    assert list(list_troops(match.state[0])) == [(3, (1, 3), 7)]


def test_troops_of_the_second_seat_have_negative_cyborgs() -> None:
    """GC-9"""
    match = play_turn(arrange(), "MOVE 1 3 5", "MOVE 2 3 6")
    assert list(list_troops(match.state[0])) == [(3, (1, 3), 5), (3, (2, 3), -6)]


def test_a_bomb_flies_to_any_target_and_is_never_given_back() -> None:
    """GC-9"""
    match = arrange(owner={3: 0})
    for target in (0, 2, 3):
        assert find_error(match, f"BOMB 1 {target}") is None
    play_turn(match, "BOMB 1 3; BOMB 1 2")
    assert read_field(match, "bombs", 0) == 0 and read_field(match, "bombs", 1) == 2
    assert read_field(end_turns(match, 5), "bombs", 0) == 0


def test_raising_production_takes_ten_cyborgs_and_counts_at_once() -> None:
    """GC-9, GC-10"""
    match = play_turn(arrange(), "INC 1")
    assert (read_field(match, "production", 1), read_factory(match, 1)) == (1, (0, 11))


def test_production_rises_several_times_a_turn_also_while_halted() -> None:
    """GC-9"""
    match = play_turn(arrange(stock={1: 35}, halted={1: 4}), "INC 1; INC 1; INC 1")
    assert (read_field(match, "production", 1), read_factory(match, 1)) == (3, (0, 5))


def test_owned_factories_produce_and_neutral_ones_never_do() -> None:
    """GC-10"""
    match = play_turn(arrange(production={1: 3, 2: 1, 3: 2}))
    assert [read_factory(match, i) for i in (1, 2, 3)] == [(0, 23), (1, 21), (-1, 0)]


def test_a_halt_is_counted_down_before_production() -> None:
    """GC-8, GC-10: `halted` falls first, so the factory produces in the last turn of its halt"""
    match = play_turn(arrange(production={1: 3, 2: 3}, halted={1: 1, 2: 2}))
    assert [read_field(match, "stock", i) for i in (1, 2)] == [23, 20]
    assert [read_field(match, "halted", i) for i in (0, 1, 2)] == [0, 0, 1]


def test_troops_that_arrive_together_cancel_one_for_one() -> None:
    """GC-11: before they meet the cyborgs of the factory"""
    match = play_turn(arrange(stock={3: 3}), "MOVE 1 3 12", "MOVE 2 3 7")
    assert read_factory(end_turns(match, 3), 3) == (0, 2)
    match = play_turn(arrange(stock={3: 3}), "MOVE 1 3 7", "MOVE 2 3 7")
    assert read_factory(end_turns(match, 3), 3) == (-1, 3)


def test_survivors_join_their_own_factory() -> None:
    """GC-11"""
    match = play_turn(arrange(owner={3: 1}, stock={3: 4}), "MOVE 1 3 2", "MOVE 2 3 7")
    assert read_factory(end_turns(match, 3), 3) == (1, 9)


def test_a_factory_falls_only_to_strictly_more() -> None:
    """GC-11: after an attack by equally many it is empty and keeps its owner"""
    for cyborgs, after in ((4, (1, 1)), (5, (1, 0)), (6, (0, 1))):
        match = play_turn(arrange(owner={3: 1}, stock={3: 5}), f"MOVE 1 3 {cyborgs}")
        assert read_factory(end_turns(match, 3), 3) == after


def test_production_and_halt_stay_with_a_taken_factory() -> None:
    """GC-11"""
    match = play_turn(arrange(production={3: 2}, halted={3: 5}), "MOVE 1 3 1")
    end_turns(match, 3)
    assert (read_factory(match, 3), read_field(match, "production", 3), read_field(match, "halted", 3)) == (
        (0, 1),
        2,
        1,
    )


def test_cyborgs_that_leave_do_not_defend_and_new_ones_do() -> None:
    """GC-9, GC-10, GC-11: orders, then production, then battles"""
    near = {(1, 2): 1}
    assert read_factory(play_turn(play_turn(arrange(distance=near), "MOVE 1 2 1"), "", "MOVE 2 3 20"), 2) == (0, 1)
    match = play_turn(arrange(distance=near, production={2: 3}, stock={2: 0}), "MOVE 1 2 6")
    assert read_factory(play_turn(match), 2) == (1, 0)


@pytest.mark.parametrize(("stock", "left"), [(0, 0), (9, 0), (10, 0), (15, 5), (20, 10), (21, 11), (35, 18)])
def test_a_bomb_takes_half_and_at_least_ten(stock: int, left: int) -> None:
    """GC-12"""
    match = play_turn(arrange(stock={3: stock}), "BOMB 1 3")
    assert read_factory(end_turns(match, 2), 3) == (-1, stock)
    assert read_factory(play_turn(match), 3) == (-1, left)


def test_a_bomb_costs_four_productions() -> None:
    """GC-8, GC-12: halted is 5, and falls before production"""
    match = play_turn(arrange(production={2: 1}, stock={2: 0}), "BOMB 1 2")
    end_turns(match, 3)
    assert (read_field(match, "stock", 2), read_field(match, "halted", 2)) == (0, 5)
    assert read_field(end_turns(match, 4), "stock", 2) == 0
    assert read_field(play_turn(match), "stock", 2) == 1


def test_bombs_explode_after_the_battles_also_on_the_new_owner() -> None:
    """GC-12"""
    match = play_turn(arrange(owner={4: 0}, stock={4: 15, 3: 2}), "MOVE 4 3 14; BOMB 1 3")
    assert read_factory(end_turns(match, 3), 3) == (0, 2)


def test_two_bombs_hit_one_factory() -> None:
    """GC-12"""
    match = play_turn(arrange(stock={3: 100}, owner={4: 0}), "BOMB 1 3; BOMB 4 3")
    assert read_factory(end_turns(match, 3), 3) == (-1, 25)


def test_the_score_counts_cyborgs_in_factories_and_troops() -> None:
    """GC-13"""
    match = arrange(owner={3: 0}, stock={3: 4})
    assert match.outcome == [(24,), (20,)]
    match.play("MOVE 1 4 5", 0)
    assert match.outcome == [(24,), (20,)]
    match.play("END", 0)
    match.play("END", 1)
    assert match.outcome == [(24,), (20,)]


def test_a_side_without_cyborgs_and_production_has_lost() -> None:
    """GC-14"""
    match = play_turn(arrange(stock={2: 0}))
    assert match.over and match.outcome == [(20,), (0,)] and match.ranks == [1, 2]


def test_production_keeps_a_side_in_the_game_even_halted() -> None:
    """GC-14"""
    assert not play_turn(arrange(stock={2: 0}, production={2: 1}, halted={2: 5})).over


def test_a_second_side_without_cyborgs_that_can_produce_keeps_the_game_going() -> None:
    """GC-14: for either seat"""
    assert not play_turn(arrange(stock={1: 0, 2: 0}, production={2: 1}, halted={2: 5})).over
    assert not play_turn(arrange(stock={1: 0, 2: 0}, production={1: 1}, halted={1: 5})).over
    assert play_turn(arrange(stock={1: 0, 2: 0})).over


def test_a_match_has_two_hundred_turns() -> None:
    """GC-14"""
    match = end_turns(arrange(), 199)
    assert not match.over and read_field(match, "turn") == 199
    assert play_turn(match).over and match.ranks == [1, 1]


# Sides that are out


@pytest.mark.parametrize("seat", [0, 1])
def test_a_side_that_is_out_ends_the_match_with_nothing(seat: int) -> None:
    """GC-15: its factories turn neutral with their cyborgs and make none, its troops vanish"""
    match = play_turn(arrange(production={1: 3, 2: 3}), "MOVE 1 3 5", "MOVE 2 4 5")
    match.play("OUT", seat)
    assert not match.over and match.outcome == [(23,), (23,)]
    match.play("END", 1 - seat)
    assert match.over and match.outcome[seat] == (0,) and match.outcome[1 - seat] == (26,)
    assert read_factory(match, 1 + seat) == (-1, 18) and read_factory(match, 2 - seat) == (1 - seat, 21)
    assert list(list_troops(match.state[0])) == [(3, (1, 3), 5) if seat else (3, (2, 4), -5)]
    assert match.state["landings"].sum() == 1 and read_field(match, "fleet", 0, 3) != 0
    assert (read_field(match, "flying", seat), read_field(match, "flying", 1 - seat)) == (0, 5)


def test_the_other_side_still_plays_the_turn() -> None:
    """GC-15: the troops that vanish do not fight in it, the bombs do"""
    match = play_turn(arrange(stock={2: 30}), "BOMB 1 2; MOVE 1 4 20", "MOVE 2 4 1")
    end_turns(match, 2)
    match.play("MOVE 2 5 4", 1)
    match.play("END", 1)
    match.play("OUT", 0)
    assert match.over and read_factory(match, 4) == (1, 1) and read_factory(match, 2) == (1, 13)
    assert match.outcome == [(0,), (18,)]


def test_orders_before_the_failure_are_carried_out() -> None:
    """GC-15: cyborgs leave the factory before it turns neutral, so it can be taken"""
    match = play_turn(arrange(distance={(1, 2): 1}), "MOVE 1 2 2")
    match.play("MOVE 2 3 19", 1)
    match.play("OUT", 1)
    match.play("END", 0)
    assert read_factory(match, 2) == (0, 1) and match.outcome == [(19,), (0,)]


def test_two_sides_that_are_out_draw_and_so_does_a_survivor_without_cyborgs() -> None:
    """GC-15"""
    match = arrange()
    match.play("OUT", 1)
    match.play("OUT", 0)
    assert match.over and match.outcome == [(0,), (0,)] and match.ranks == [1, 1]
    match = arrange(stock={1: 0}, production={1: 1}, halted={1: 3})
    match.play("OUT", 1)
    match.play("END", 0)
    assert match.over and match.outcome == [(0,), (0,)] and match.ranks == [1, 1]


def test_giving_up_is_never_offered() -> None:
    """GC-16"""
    assert not [move for move in arrange().legal(0) if move.startswith("OUT")]


# Orders


def test_orders_may_come_in_any_order() -> None:
    """GC-16: the same orders give the same position, byte for byte"""
    orders = ["MOVE 1 3 4", "BOMB 1 4", "INC 1", "BOMB 1 0", "MOVE 1 3 2"]
    ends = set()
    for order in permutations(orders):
        match = arrange()
        ends.add(play_turn(match, "; ".join(order)).state.tobytes())
    assert len(ends) == 1


def test_orders_wait_until_both_sides_have_ended_their_turn() -> None:
    """GC-16"""
    match = arrange()
    match.play("MOVE 1 3 4", 0)
    match.play("END", 0)
    assert read_factory(match, 1) == (0, 20) and match.active == [1] and read_field(match, "turn") == 0
    match.play("END", 1)
    assert read_factory(match, 1) == (0, 16) and match.active == [0, 1] and read_field(match, "turn") == 1


def test_any_allowed_number_may_be_sent_and_a_ladder_is_offered() -> None:
    """GC-16"""
    match = arrange()
    offered = [int(move.split()[3]) for move in match.legal(0) if move.startswith("MOVE 1 3 ")]
    assert offered == [rung for rung in LADDER if rung <= 20]
    assert [k for k in range(-3, 30) if find_error(match, f"MOVE 1 3 {k}") is None] == list(range(1, 21))


def test_cyborgs_are_spent_once() -> None:
    """GC-16: cyborgs that a MOVE or an INC takes are not available to the next order"""
    match = arrange()
    match.play("INC 1", 0)
    assert find_error(match, "MOVE 1 3 11") and find_error(match, "MOVE 1 3 10") is None
    match.play("MOVE 1 3 1", 0)
    assert find_error(match, "INC 1") == "Raising production costs 10 cyborgs, more than are left there."
    assert find_error(match, "MOVE 1 4 10") and find_error(match, "MOVE 1 4 9") is None


def collect_answers() -> dict[str, str | None]:
    """Return the answer to a move for each sentence of ERRORS; it should be that sentence."""
    ended, bombing, moving, poor = arrange(), arrange(), arrange(), arrange(stock={1: 9})
    ended.play("END", 0)
    bombing.play("BOMB 1 3", 0)
    bombing.play("BOMB 1 4", 0)
    moving.play("MOVE 1 3 1", 0)
    first, rich = arrange(0), arrange(production={1: 2})
    first.play("MOVE 1 3 1", 0)
    rich.play("INC 1", 0)
    return {
        "Your orders are not awaited now.": find_error(ended, "MOVE 1 3 1"),
        "There is no such factory.": find_error(arrange(), "MOVE 1 7 1"),
        "That factory is not yours.": find_error(arrange(), "MOVE 2 3 1"),
        "Source and target are the same factory.": find_error(arrange(), "MOVE 1 1 1"),
        "A troop has at least one cyborg.": find_error(arrange(), "MOVE 1 3 0"),
        "So many cyborgs are not left there.": find_error(arrange(), "MOVE 1 3 21"),
        "A bomb leaves on that route this turn.": find_error(bombing, "MOVE 1 3 1"),
        "A troop leaves on that route this turn.": find_error(moving, "BOMB 1 3"),
        "You have no bomb left.": find_error(bombing, "BOMB 1 5"),
        "In this league a turn has one MOVE.": find_error(first, "MOVE 1 4 1"),
        "In this league production cannot be raised.": find_error(arrange(2), "INC 1"),
        "That factory makes all it can.": find_error(rich, "INC 1"),
        "Raising production costs 10 cyborgs, more than are left there.": find_error(poor, "INC 1"),
        "There is no such move.": arrange().why(Move(9), 0),
    }


@pytest.mark.parametrize("sentence", ERRORS[1:])
def test_a_refused_order_gets_its_sentence(sentence: str) -> None:
    """GC-16, one test for each error"""
    assert collect_answers()[sentence] == sentence


@pytest.mark.parametrize(
    ("move", "sentence"),
    [
        ("MOVE -1 3 1", "There is no such factory."),
        ("MOVE 7 3 1", "There is no such factory."),
        ("MOVE 1 -1 1", "There is no such factory."),
        ("BOMB 1 7", "There is no such factory."),
        ("BOMB 0 1", "That factory is not yours."),
        ("BOMB 1 1", "Source and target are the same factory."),
        ("INC 7", "There is no such factory."),
        ("INC -1", "There is no such factory."),
        ("INC 2", "That factory is not yours."),
        ("MOVE 1 3 2147483647", "So many cyborgs are not left there."),
    ],
)
def test_the_same_faults_are_found_in_every_kind_of_order(move: str, sentence: str) -> None:
    """GC-16"""
    assert find_error(arrange(), move) == sentence


def test_a_second_bomb_on_one_route_is_refused() -> None:
    """GC-16"""
    match = arrange()
    match.play("BOMB 1 3", 0)
    with pytest.raises(IllegalMove, match="A bomb leaves on that route"):
        match.play("BOMB 1 3", 0)
    assert find_error(match, "BOMB 1 4") is None


def test_only_awaited_seats_may_order() -> None:
    """GC-16: neither a spectator, nor a seat that does not exist, nor any seat after the end"""
    assert find_error(arrange(), "END", -1) == find_error(arrange(), "END", 2) == ERRORS[rules.NOT_AWAITED]
    assert find_error(play_turn(arrange(stock={2: 0})), "END", 0) == ERRORS[rules.NOT_AWAITED]


# Secrets


def test_the_orders_of_this_turn_are_hidden_from_the_other_side() -> None:
    """GC-16: the view is the same as without orders, except for `active`"""
    quiet, busy = arrange(), arrange()
    for order in ("MOVE 1 3 4", "BOMB 1 4", "INC 1"):
        busy.play(order, 0)
    for seat in (1, -1):
        assert busy.view(seat).state.tobytes() == quiet.view(seat).state.tobytes()
    busy.play("OUT", 0)
    quiet.play("END", 0)
    for seat in (1, -1):
        assert busy.view(seat).state.tobytes() == quiet.view(seat).state.tobytes()


def test_a_seat_sees_its_own_orders() -> None:
    """GC-16: so the legal moves of its view are those of the position"""
    match = arrange()
    match.play("INC 1", 0)
    match.play("BOMB 1 4", 0)
    match.play("MOVE 2 1 3", 1)
    for seat in (0, 1):
        assert match.view(seat).legal() == match.legal(seat)
    assert match.view(0).spent[1] == 10 and list_ordered_bombs(match.view(0).state[0], 0) == [(1, 4)]


def test_the_target_of_a_bomb_is_hidden_from_others() -> None:
    """GC-20: the source is known, the target is not"""
    match = play_turn(arrange(), "BOMB 1 3", "BOMB 2 4")
    assert match.view(0).bomb_target == [[3, -1], [-1, -1]]
    assert match.view(1).bomb_target == [[-1, -1], [4, -1]]
    assert match.view().bomb_target == [[-1, -1], [-1, -1]]
    assert match.view(0).bomb_source == [[1, -1], [2, -1]]


def test_the_seed_of_the_map_is_hidden() -> None:
    """GC-2: it may be the match's seed"""
    match = new("ghost", seed=77)
    assert [match.view(seat).map for seat in (0, 1, -1)] == [0, 0, 0] and read_field(match, "map") == 77


@pytest.mark.parametrize("ply", range(20))
def test_a_guess_gives_a_hidden_bomb_a_possible_target(ply: int) -> None:
    """After two turns a distance of 1 is ruled out; factories of the sender are guessed only if no others are left."""
    match = arrange(distance={(1, 3): 1, (1, 4): 5}, owner={5: 0})
    end_turns(play_turn(match, "BOMB 1 4"), 1)
    view = match.view(1)
    held = loops.machine(GAME, True).wrap(view.state)
    guess(held[0], 1, dice(1, ply))
    assert view.bomb_target[0][0] in (0, 2, 4, 6)
    for i in (0, 2, 4, 6):
        view.state["owner"][0][i] = 0
    view.state["bomb_target"] = -1
    guess(held[0], 1, dice(1, ply))
    assert view.bomb_target[0][0] in (0, 2, 4, 5, 6)


def test_a_match_replays_from_its_record() -> None:
    """GC-15: with a side that is out"""
    match = new("ghost", seed=3)
    play_turn(match, "MOVE 1 3 4; BOMB 1 2", "MOVE 2 0 1")
    match.play("MOVE 1 2 1", 0)
    match.play("OUT", 0)
    match.play("END", 1)
    assert replay(match.record()).state.tobytes() == match.state.tobytes()


def test_counts_fit_their_fields() -> None:
    """The most cyborgs that a side can ever have, all in one troop."""
    most = 15 * 3 * 200 + 2 * 30 + 12 * 15
    assert most <= np.iinfo(np.int16).max
