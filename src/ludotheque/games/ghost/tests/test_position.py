"""The turns that the bots play ahead are those of the rules, and so is their forecast."""

from typing import Any

import numpy as np
import pytest

from ludotheque import Match, load, loops
from ludotheque.compile import is_interpreted
from ludotheque.games.ghost.bots.by_rule import ALL, fill_plans
from ludotheque.games.ghost.bots.forecast import make_forecast
from ludotheque.games.ghost.bots.position import Plan, Position, launch, play_turn, read_orders, read_position
from ludotheque.games.ghost.bots.styles import make_styles
from ludotheque.games.ghost.bots.ways import Work, find_ways
from ludotheque.games.ghost.tests.positions import MACHINE, play_random_turns, roll_dice, stage_random_orders
from ludotheque.games.ghost.turn import SEATS, SLOTS

SEEDS = range(1 if is_interpreted() else 6)


def read(match: Match) -> Any:
    """Return the position of a match in few numbers, with nothing hidden."""
    positions = np.zeros(1, Position)
    MACHINE(read_position)(MACHINE.wrap(match.state)[0], MACHINE.wrap(positions)[0])
    positions["over"] = match.over
    return positions


@pytest.mark.parametrize("league", range(4))
@pytest.mark.parametrize("seed", SEEDS)
def test_turns_played_ahead_are_those_of_the_rules(seed: int, league: int) -> None:
    """GC-8 … GC-14: byte for byte, to the end of a random match, without looking at it again."""
    match, dice = play_random_turns(seed, 3 * seed, league), roll_dice(seed)
    positions, distance = read(match), match.state["distance"][0].astype(np.int32)
    while not match.over:
        MACHINE(stage_random_orders)(MACHINE.wrap(match.state)[0], dice)
        plans = np.zeros(SEATS, Plan)
        for seat in range(SEATS):
            MACHINE(read_orders)(MACHINE.wrap(match.state)[0], seat, MACHINE.wrap(plans)[seat])
        for seat in range(SEATS):
            MACHINE(launch)(MACHINE.wrap(positions)[0], MACHINE.wrap(plans)[seat], seat, MACHINE.wrap(distance))
            match.play("END", seat)
        MACHINE(play_turn)(MACHINE.wrap(positions)[0], MACHINE.wrap(distance))
        assert positions.tobytes() == read(match).tobytes()


@pytest.mark.parametrize("seed", range(3 if is_interpreted() else 30))
def test_the_forecast_agrees_with_the_rules(seed: int) -> None:
    """To the last cyborg, until everything has landed, if nobody gives further orders."""
    match, seat = play_random_turns(seed, 5 + seed, 3), seed % 2
    match.state["bomb_source"][0][1 - seat] = match.state["bomb_target"][0][1 - seat] = -1  # those are hidden
    works, plans = np.zeros(1, Work), np.zeros(1, Plan)
    state, work = MACHINE.wrap(match.state)[0], MACHINE.wrap(works)[0]
    MACHINE(find_ways)(state, work)
    works["seat"] = seat
    MACHINE(make_forecast)(MACHINE.wrap(read(match))[0], work, MACHINE.wrap(plans)[0])
    count = match.state["count"][0]
    for time in range(SLOTS):
        if match.over:
            break
        for player in range(SEATS):
            match.play("END", player)
        for name in ("owner", "stock"):
            assert (match.state[name][0][:count] == works[name][0][:count, time]).all()


@pytest.mark.parametrize("league", range(4))
def test_interpreted_and_compiled_rule_give_the_same_orders(league: int) -> None:
    for seed in range(4):
        match, plans = play_random_turns(seed, 8 * seed, league), []
        if match.over:
            continue
        for interpreted in (False, True):
            machine = loops.machine(load("ghost"), interpreted)
            made = np.zeros(2, Plan)
            arrays = match.state, np.zeros(1, Position), np.zeros(1, Work), make_styles({})
            state, position, work, style = (machine.wrap(array)[0] for array in arrays)
            machine(fill_plans)(state, position, work, machine.wrap(made), style, seed % 2, 0)
            plans.append(made[ALL].tobytes())
        assert plans[0] == plans[1]


def test_a_way_leads_over_other_factories_if_that_takes_no_longer() -> None:
    """Each flight takes one turn more than its distance; of equal ways the one with more stops is taken."""
    match = play_random_turns(0, 0, 3)
    match.state["count"], works = 4, np.zeros(1, Work)
    match.state["distance"][0][:4, :4] = [[0, 2, 5, 9], [2, 0, 2, 6], [5, 2, 0, 2], [9, 6, 2, 0]]
    MACHINE(find_ways)(MACHINE.wrap(match.state)[0], MACHINE.wrap(works)[0])
    assert works["way"][0][0, :4].tolist() == [0, 3, 6, 9]
    assert works["hop"][0][0, :4].tolist() == [0, 1, 1, 1]
    assert works["close"][0][3, :4].tolist() == [3, 2, 1, 0]
