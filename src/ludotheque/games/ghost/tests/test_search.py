"""The search compares plans in the same futures, and leaves the rule's own plan only for a clearly better one."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.commands.bot import find_program
from ludotheque.compile import is_interpreted
from ludotheque.games.ghost.bots import hard
from ludotheque.games.ghost.bots.champion import ERRORS, find_best_plan, play, play_on_clock
from ludotheque.games.ghost.bots.futures import prepare_future, rate_position, start_future
from ludotheque.games.ghost.bots.memory import CANDIDATES, FUTURE, NOW, Memory, make_memory
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.games.ghost.bots.position import Plan, Position
from ludotheque.games.ghost.bots.search import begin_search, compare, read_view
from ludotheque.games.ghost.tests.positions import FOE, HOME, MACHINE, arrange, both_ways, play_random_turns
from ludotheque.search.deadline import Deadline
from ludotheque.search.selection import find_winner, keep_best
from ludotheque.seat import make_player

FUTURES = 20

pytestmark = pytest.mark.skipif(is_interpreted(), reason="a search takes a minute in the interpreter")


def search(state: Any, seat: int) -> tuple[Memory, Any, int]:
    """Compare all candidates in as many futures; return the best one too."""
    memory, plans = make_memory(MACHINE)
    MACHINE(read_view)(state[0], memory, seat)
    count = MACHINE(begin_search)(memory, seat, CANDIDATES)
    MACHINE(compare)(memory, count, 0, FUTURES, seat)
    MACHINE(keep_best)(memory.alive, memory.values, count, FUTURES, 1)
    return memory, plans, MACHINE(find_winner)(memory.alive, memory.values, count, FUTURES, ERRORS)


def test_a_position_is_rated_by_cyborgs_and_production() -> None:
    """A halted factory makes nothing for as long as it is halted; the end is worth more than any lead."""
    position = np.zeros(1, Position)
    position["count"], position["owner"][0][:3] = 3, [0, 1, -1]
    position["stock"][0][:3], position["production"][0][:3] = [10, 4, 99], [2, 1, 3]
    position["halted"][0][1], position["flying"] = 5, [3, 7]
    assert MACHINE(rate_position)(position[0], 0) == 10 - 4 + 3 - 7 + 2 * 20 - 1 * 15
    assert MACHINE(rate_position)(position[0], 1) == -(10 - 4 + 3 - 7 + 2 * 20 - 1 * 15)
    position["turn"] = 190
    assert MACHINE(rate_position)(position[0], 0) == 10 - 4 + 3 - 7 + 2 * 10 - 1 * 5
    position["turn"], position["over"] = 200, 1
    assert MACHINE(rate_position)(position[0], 0) == 2 + 500
    position["turn"], position["over"] = 190, 1
    assert MACHINE(rate_position)(position[0], 0) == 2 + 2 * 10 - 1 * 5 + 500


def test_a_champion_that_is_far_ahead_ends_the_match() -> None:
    """A win is worth more than all that would be made if the match went on."""
    match = lt.new("ghost", seed=5)
    lt.run(match, [make_player(match.game, name) for name in ("champion", "easy")])
    assert match.ranks == [1, 2]
    assert match.view().turn < 100


def test_candidates_are_different_and_legal() -> None:
    for seed in range(8):
        match = play_random_turns(seed, 10 + 5 * seed, 3)
        if match.over:
            continue
        nothing = np.zeros(1, Plan)[0]
        _, plans, _ = search(match.view(seed % 2).state, seed % 2)
        orders = [list_new_orders(plan, nothing) for plan in plans]
        tried = [one for one in orders[:CANDIDATES] if one != ["END"]]
        assert len(tried) > 10
        assert len({tuple(one) for one in tried}) >= len(tried) - 1
        for one in tried[::7]:
            trial = match.copy()
            for move in one:
                trial.play(move, seed % 2)


def test_the_same_view_gets_the_same_answer() -> None:
    match = play_random_turns(5, 20, 3)
    assert play(match.view(0)) == play(match.view(0))


def test_the_search_does_not_change_the_view() -> None:
    match = play_random_turns(6, 20, 3)
    view = match.view(1)
    before = view.state.tobytes()
    find_best_plan(view.state, 1)
    assert view.state.tobytes() == before


def test_some_plans_of_the_rule_are_replaced() -> None:
    """And then by a plan with a higher value in the same futures."""
    replaced = 0
    for seed in range(12):
        match = play_random_turns(seed, 12, 3)
        if not match.over:
            memory, _, chosen = search(match.view(0).state, 0)
            assert memory.values[chosen].sum() >= memory.values[0].sum()
            replaced += chosen != 0
        assert memory.positions[NOW]["turn"] == match.state["turn"][0]
    assert replaced > 0


def test_hidden_bombs_explode_in_factories_that_they_can_still_reach() -> None:
    """Each future has its own target for a bomb: an own factory that works; near and rich ones more often."""
    match = arrange(
        production={HOME: 3, 3: 2, 4: 2},
        owner={3: 0, 4: 0, 5: 0},
        stock={HOME: 10, 4: 40},
        bomb_source={(1, 0): FOE},
        distance=both_ways({(FOE, 3): 2}),  # there it would have exploded already
    )
    match.state["turn"] = 3
    memory, _ = make_memory(MACHINE)
    MACHINE(read_view)(match.state[0], memory, 0)
    MACHINE(begin_search)(memory, 0, CANDIDATES)
    for future in range(100):
        MACHINE(prepare_future)(memory, future, 0)
    aims = memory.aims[:100, 0].tolist()
    assert set(aims) == {HOME, 4}
    assert aims.count(4) > aims.count(HOME), "10 · 2 + 40 against 10 · 3 + 10"
    assert set(memory.aims[:100, 1].tolist()) == {-1}
    MACHINE(start_future)(memory, 0, 0)
    assert memory.positions[FUTURE]["bomb_target"].tolist() == [[-1, -1], [aims[0], -1]]
    assert memory.positions[NOW]["bomb_target"].tolist() == [[-1, -1], [-1, -1]]


def test_on_the_clock_it_plays_too() -> None:
    """Without any time it plays the rule's own plan, after the first slice."""
    match = play_random_turns(6, 20, 3)
    view = match.view(1)
    trial = match.copy()
    for move in play_on_clock(view):
        trial.play(move, 1)
    by_rule, given = find_best_plan(view.state, 1, most=1)
    assert list_new_orders(*find_best_plan(view.state, 1, deadline=Deadline(0.0))) == list_new_orders(by_rule, given)


def test_as_a_program_the_champion_uses_its_time() -> None:
    assert find_program(play) is play_on_clock
    assert find_program(hard.play) is hard.play


@pytest.mark.parametrize("league", range(4))
def test_it_takes_an_undefended_factory(league: int) -> None:
    match = arrange(league, production={3: 3}, distance=both_ways({(HOME, 3): 1}))
    for _ in range(4):
        for move in play(match.view(0)):
            match.play(move, 0)
        match.play("END", 1)
    assert match.state["owner"][0][3] == 0


def test_it_ends_what_is_won() -> None:
    """5,000 cyborgs against a factory with 2 that makes nothing."""
    match = arrange(production={FOE: 0}, stock={HOME: 5000, FOE: 2}, bombs={0: 0, 1: 0})
    while not match.over and match.state["turn"][0] < 40:
        for move in play(match.view(0)):
            match.play(move, 0)
        match.play("END", 1)
    assert match.over
