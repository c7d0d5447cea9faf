"""The sample bots play by the rules, and the strong one knows what wins.

Unless a test says otherwise, distances are 3, those to seat 1's home 8; only the two homes produce, and each side has
20 cyborgs there.
"""

from collections.abc import Callable
from itertools import combinations_with_replacement
from typing import Any

import numpy as np
import pytest

from ludotheque import Match, load, loops, new, run
from ludotheque.compile import is_interpreted
from ludotheque.dice import CHOICE, LENGTH, reset
from ludotheque.games.ghost.bots import easy, forecast, hard, medium
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.playout import play_random_turn
from ludotheque.record import OK
from ludotheque.seat import make_player
from ludotheque.view import View

GHOST = load("ghost")
MACHINE = loops.machine_of(GHOST)
BOTS = ["easy", "medium", "hard"]
POSITIONS = 3 if is_interpreted() else 75  # for each league
HOME, FOE = 1, 2


def arrange(league: int = 3, **fields: dict[Any, int]) -> Match:
    """Return a simple position with some fields set: arrange(stock={3: 5}, distance={(1, 2): 1})."""
    match = new("ghost", seed=1, league=league, factories=7, cyborgs=20)
    state = match.state[0]
    state["distance"][:] = 3
    state["distance"][FOE, :] = state["distance"][:, FOE] = 8
    np.fill_diagonal(state["distance"], 0)
    state["production"][:] = [0, 2, 2, *[0] * 12]
    state["stock"][:] = [0, 20, 20, *[0] * 12]
    for name, values in fields.items():
        for place, value in values.items():
            state[name][place] = value
    return match


def make_troop(slot: int, source: int, target: int, cyborgs: int) -> dict[str, dict[Any, int]]:
    """Return the fields of a position in which one troop of seat 1 flies."""
    route = source * FACTORIES + target
    return {
        "landings": {slot: 1},
        "landing": {(0, slot): route},
        "fleet": {(0, slot): cyborgs},
        "flying": {1: -cyborgs},
    }


def play_random_turns(seed: int, turns: int, league: int) -> Match:
    """Return a match after some turns with random orders of both sides."""
    match = new("ghost", seed=seed, league=league)
    dice = MACHINE.wrap(np.zeros(LENGTH, np.int64))
    MACHINE(reset)(dice, seed, 1, CHOICE)
    for _ in range(turns):
        if not match.over:
            MACHINE(play_random_turn)(MACHINE.wrap(match.state)[0], dice)
    return match


def count_sent(target: int, orders: list[str]) -> int:
    """Return the cyborgs that the orders send to a factory."""
    moves = [order.split() for order in orders if order.startswith("MOVE")]
    return sum(int(cyborgs) for _, _, to, cyborgs in moves if int(to) == target)


@pytest.mark.slow
@pytest.mark.parametrize("league", range(4))
@pytest.mark.parametrize("pair", list(combinations_with_replacement([*BOTS, "random"], 2)))
def test_bots_play_whole_matches_by_the_rules(pair: tuple[str, str], league: int) -> None:
    match = Match(GHOST, 2, league, {"league": league, "factories": 7})
    match.state["turn"] = 195 if is_interpreted() else 140
    run(match, [make_player(GHOST, name) for name in pair])
    assert match.over
    assert match.verdicts == [OK, OK]


@pytest.mark.slow
@pytest.mark.parametrize("league", range(4))
@pytest.mark.parametrize("play", [medium.play, hard.play])
def test_orders_are_legal_in_random_positions(play: Callable[[View], list[str]], league: int) -> None:
    """Also with bombs in flight, halted factories, and an opponent who has ended their turn."""
    for seed in range(POSITIONS):
        match = play_random_turns(seed, 1 + seed * 7 % 60, league)
        seat = seed % 2
        if match.over:
            continue
        if seed % 3 == 0:
            match.play("END", 1 - seat)
        for order in play(match.view(seat)):
            match.play(order, seat)


@pytest.mark.parametrize("seed", range(3 if is_interpreted() else 40))
def test_the_forecast_agrees_with_the_rules(seed: int) -> None:
    """To the last cyborg, until everything has landed, if no side gives further orders."""
    match = play_random_turns(seed, 5 + seed, 3)
    workspaces = np.zeros(1, forecast.Workspace)
    state, work = MACHINE.wrap(match.state)[0], MACHINE.wrap(workspaces)[0]
    MACHINE(forecast.sort_by_distance)(state, work)
    workspaces["me"] = 0  # this state is not a view, so seat 0 knows all bombs
    MACHINE(forecast.make_forecast)(state, work, 0)
    count = match.state["count"][0]
    for time in range(workspaces["last_time"][0] + 1):
        if match.over:
            break
        match.play("END", 0)
        match.play("END", 1)
        for name in ("owner", "stock"):
            assert (match.state[name][0][:count] == workspaces[name][0][:count, time]).all()


def test_easy_waits() -> None:
    assert easy.play(arrange().view(0)) == ["END"]


def test_medium_sends_just_enough_to_the_best_factory() -> None:
    match = arrange(production={3: 2, 4: 1}, stock={3: 5, 4: 5})
    assert medium.play(match.view(0))[0] == "MOVE 1 3 6"


def test_medium_gives_one_move_per_turn_in_the_first_league() -> None:
    match = arrange(0, production={3: 2, 4: 1})
    assert len(medium.play(match.view(0))) == 2


def test_medium_keeps_the_cyborgs_that_it_needs_for_defence() -> None:
    match = arrange(3, production={3: 2}, stock={3: 5, HOME: 20}, **make_troop(1, FOE, HOME, -18))
    assert medium.play(match.view(0)) == ["END"]


@pytest.mark.parametrize("league", range(4))
def test_hard_takes_an_undefended_factory(league: int) -> None:
    match = arrange(league, production={3: 3}, distance={(HOME, 3): 1, (3, HOME): 1})
    assert count_sent(3, hard.play(match.view(0))) > 0


def test_hard_counts_what_an_enemy_factory_makes_during_the_flight() -> None:
    """2 cyborgs, and 3 more in each of the nine turns up to the battle: 29 do not take it, 30 do."""
    match = arrange(1, production={HOME: 0, FOE: 3}, stock={HOME: 40, FOE: 2})
    assert hard.play(match.view(0)) == [f"MOVE {HOME} {FOE} 30", "END"]


@pytest.mark.parametrize("league", range(4))
def test_hard_sends_help_to_a_factory_that_would_be_lost(league: int) -> None:
    """16 arrive in the third turn from now, against 2 and three times 3."""
    ways = {(HOME, 3): 2, (3, HOME): 2}
    foes = make_troop(2, FOE, 3, -16)
    match = arrange(league, owner={3: 0}, stock={3: 2, FOE: 0}, production={3: 3}, distance=ways, **foes)
    assert count_sent(3, hard.play(match.view(0))) >= 16 - 2 - 3 * 3


def test_hard_bombs_a_rich_factory_once() -> None:
    match = arrange(production={HOME: 3, FOE: 3}, stock={HOME: 40, FOE: 60})
    assert f"BOMB {HOME} {FOE}" in hard.play(match.view(0))
    match.play(f"BOMB {HOME} {FOE}", 0)
    for _ in range(3):
        for seat in (0, 1):
            match.play("END", seat)
        assert not [order for order in hard.play(match.view(0)) if order.startswith("BOMB")]


def test_hard_leaves_before_a_bomb_explodes() -> None:
    """It left eight turns ago, so it explodes this turn if it flies here: 20 would lose 10."""
    match = arrange(owner={3: 0}, bomb_source={(1, 0): FOE}, bomb_turn={(1, 0): 2}, bombs={1: 1})
    match.state["turn"] = 10
    orders = hard.play(match.view(0))
    assert sum(count_sent(target, orders) for target in range(7)) + 10 * orders.count(f"INC {HOME}") >= 18


def test_hard_raises_production_only_while_it_pays_back() -> None:
    match = arrange()
    assert f"INC {HOME}" in hard.play(match.view(0))
    match.state["turn"] = 190
    assert f"INC {HOME}" not in hard.play(match.view(0))


def test_hard_gives_the_same_answer_to_the_same_view() -> None:
    match = play_random_turns(5, 20, 3)
    assert hard.play(match.view(0)) == hard.play(match.view(0))
