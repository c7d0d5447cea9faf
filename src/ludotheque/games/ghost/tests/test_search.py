"""The search compares plans in the same futures, and leaves the rule's own plan only for a clearly better one."""

from typing import Any

import numpy as np
import pytest

from ludotheque.compile import is_interpreted
from ludotheque.games.ghost.bots.champion import find_best_plan, play
from ludotheque.games.ghost.bots.futures import rate_position
from ludotheque.games.ghost.bots.memory import CANDIDATES, FUTURES, NOW, Memory, make_memory
from ludotheque.games.ghost.bots.orders import list_new_orders
from ludotheque.games.ghost.bots.position import Plan, Position
from ludotheque.games.ghost.bots.search import choose_plan, find_winner, keep_best
from ludotheque.games.ghost.tests.positions import FOE, HOME, MACHINE, arrange, both_ways, play_random_turns

pytestmark = pytest.mark.skipif(is_interpreted(), reason="a search takes a minute in the interpreter")


def make_values(*rows: list[float]) -> Memory:
    """Return memory with one row of values for each candidate, repeated to the number of futures."""
    memory, _ = make_memory(MACHINE)
    for candidate, row in enumerate(rows):
        memory.values[candidate] = np.resize(row, FUTURES)
        memory.alive[candidate] = 1
    return memory


def search(state: Any, seat: int) -> tuple[Memory, Any, int]:
    memory, plans = make_memory(MACHINE)
    return memory, plans, MACHINE(choose_plan)(state[0], memory, seat, CANDIDATES)


def test_the_rules_own_plan_is_left_only_for_a_clearly_better_one() -> None:
    for gains, winner in (([1.0, 1.0], 1), ([30.0, -25.0], 0), ([30.0, -3.0], 1), ([-1.0], 0), ([0.0], 0)):
        memory = make_values([5.0], [5.0 + gain for gain in gains])
        assert MACHINE(find_winner)(memory, 2) == winner, gains


def test_the_best_candidates_and_the_rules_own_plan_are_kept() -> None:
    memory = make_values([0.0], [3.0], [9.0], [3.0], [7.0])
    MACHINE(keep_best)(memory, 5, FUTURES, 3)
    assert memory.alive[:5].tolist() == [1, 1, 1, 0, 1]
    MACHINE(keep_best)(memory, 5, FUTURES, 1)
    assert memory.alive[:5].tolist() == [1, 0, 1, 0, 0]


def test_a_position_is_rated_by_cyborgs_and_production() -> None:
    """A halted factory makes nothing for as long as it is halted; a side that has nothing has lost."""
    position = np.zeros(1, Position)
    position["count"], position["owner"][0][:3] = 3, [0, 1, -1]
    position["stock"][0][:3], position["production"][0][:3] = [10, 4, 99], [2, 1, 3]
    position["halted"][0][1], position["flying"] = 5, [3, 7]
    assert MACHINE(rate_position)(position[0], 0) == 10 - 4 + 3 - 7 + 2 * 20 - 1 * 15
    assert MACHINE(rate_position)(position[0], 1) == -(10 - 4 + 3 - 7 + 2 * 20 - 1 * 15)
    position["turn"] = 190
    assert MACHINE(rate_position)(position[0], 0) == 10 - 4 + 3 - 7 + 2 * 10 - 1 * 5
    position["over"] = 1
    assert MACHINE(rate_position)(position[0], 0) == 2 + 500


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
            assert memory.values[chosen].mean() >= memory.values[0].mean()
            replaced += chosen != 0
        assert memory.positions[NOW]["turn"] == match.state["turn"][0]
    assert replaced > 0


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
