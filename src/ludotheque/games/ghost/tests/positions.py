"""Positions for the tests of the bots.

Unless a test says otherwise, distances are 3, those to seat 1's home 8; only the two homes produce, and each side has
20 cyborgs there.
"""

from typing import Any

import numpy as np

from ludotheque import Match, load, loops, new
from ludotheque.compile import compiled
from ludotheque.dice import CHOICE, LENGTH, Dice, draw, reset
from ludotheque.game import StateRecord
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.playout import ORDERS, draw_order, play_random_turn
from ludotheque.games.ghost.rules import OK, apply, check
from ludotheque.games.ghost.turn import SEATS

MACHINE = loops.machine_of(load("ghost"))
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


def both_ways(distances: dict[tuple[int, int], int]) -> dict[tuple[int, int], int]:
    """Return distances in both directions."""
    return {**distances, **{(b, a): turns for (a, b), turns in distances.items()}}


def make_troop(slot: int, source: int, target: int, cyborgs: int) -> dict[str, dict[Any, int]]:
    """Return the fields of a position in which one troop of seat 1 flies."""
    route = source * FACTORIES + target
    return {
        "landings": {slot: 1},
        "landing": {(0, slot): route},
        "fleet": {(0, slot): -cyborgs},
        "flying": {1: cyborgs},
    }


def play_random_turns(seed: int, turns: int, league: int) -> Match:
    """Return a match after some turns with random orders of both sides."""
    match, dice = new("ghost", seed=seed, league=league), roll_dice(seed)
    for _ in range(turns):
        if not match.over:
            MACHINE(play_random_turn)(MACHINE.wrap(match.state)[0], dice)
    return match


def roll_dice(seed: int) -> Any:
    dice = MACHINE.wrap(np.zeros(LENGTH, np.int64))
    MACHINE(reset)(dice, seed, 1, CHOICE)
    return dice


@compiled
def stage_random_orders(state: StateRecord, dice: Dice) -> None:
    """Give random orders for both sides; nobody ends their turn."""
    for seat in range(SEATS):
        for _ in range(ORDERS):
            move = draw_order(state, seat, draw(dice), int(state.count))
            if check(state, seat, move) == OK:
                apply(state, seat, move, dice)


def count_sent(target: int, orders: list[str]) -> int:
    """Return the cyborgs that the orders send to a factory."""
    moves = [order.split() for order in orders if order.startswith("MOVE")]
    return sum(int(cyborgs) for _, _, to, cyborgs in moves if int(to) == target)
