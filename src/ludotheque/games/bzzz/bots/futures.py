"""Futures: positions that fit what the seat knows, played ahead with simple rivals."""

import math

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import bound_start, count_turns_left, steps_to_zone
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import DRONE, is_over

UNSURE = 21  # a guess about another hive is up to 10 % above or below what the ledger says
PERCENT = 100.0
CARRIED = 0.7  # value of nectar that a bee carries, if there is time to bring it home
MOST_INCOME, LEAST_INCOME = 0.5, 0.05  # nectar that a worker brings home in a turn
MOST_EXPONENT = 200.0  # with larger ones the chance against three hives would be 0
AS_WORKER = 0.7  # what a drone is worth, compared with a worker
CLOSE, CLOSER = 3.0, 0.35  # spread of the final stocks around what is expected: at the end, and more for each turn left


@compiled
def fill_hidden(state: StateRecord, ledger: StateRecord, seat: int, dice: Dice) -> None:
    """Guess what the view of `seat` hides, near what its ledger says (BZ-12)."""
    state.total, state.loose = 0, 0
    for i in range(state.nfleurs):
        start = guess_start(state, seat, i, dice)
        for flower in range(4 * i, 4 * i + 4):
            guess_flower(state, ledger, seat, flower, start, dice)
            state.total += state.start[flower]
            state.loose += state.nectar[flower]
    for other in range(state.seats):
        if other != seat:
            state.stock[other] = int(ledger.hoard[other] * unsure(dice))
        for bee in range(state.bees[other]):
            if other != seat:
                load = int(ledger.carry[other, bee] + 0.5)
                state.load[other, bee] = min(load, CARRIES[state.kind[other, bee]])
            state.loose += state.load[other, bee]


@compiled
def unsure(dice: Dice) -> float:
    return (PERCENT - UNSURE // 2 + roll(dice, UNSURE)) / PERCENT


@compiled
def guess_start(state: StateRecord, seat: int, i: int, dice: Dice) -> int:
    """Draw the start of a flower and its mirrors between its bounds."""
    least, most = bound_start(state, seat, i)
    return int(least + roll(dice, most - least + 1))


@compiled
def guess_flower(state: StateRecord, ledger: StateRecord, seat: int, flower: int, start: int, dice: Dice) -> None:
    since = ledger.since[flower]
    left = start - state.taken[seat, flower] - ledger.eaten[flower] * unsure(dice)
    low, high = 1.0 * state.low[seat, flower], 1.0 * state.high[seat, flower]
    if state.room[seat, flower] >= 0:
        left = min(high, max(low, left + since)) - since
    nectar = int(min(high, max(0.0, left)) + 0.5)
    if state.empty[seat, flower] != 0:
        nectar = 0
    state.nectar[flower], state.start[flower] = nectar, max(start, nectar)
    for other in range(state.seats):
        if other != seat:
            state.empty[other, flower] = nectar == 0


@compiled
def chance_of_first(state: StateRecord, seat: int) -> float:
    """Return the seat's chance of the first place, by the result or by what all hives can expect."""
    return share_of_first(state, seat) if is_over(state) else chance_by_prospects(state, seat)


@compiled
def chance_by_prospects(state: StateRecord, seat: int) -> float:
    """Return a chance that grows with what the seat can expect, and is above 0 also at the end."""
    turns_left = 0 if is_over(state) else count_turns_left(state)
    income = income_of_worker(state, turns_left)
    mine, spread, chance = prospect_of(state, seat, turns_left, income), CLOSE + CLOSER * turns_left, 1.0
    for other in range(state.seats):
        if other != seat:
            ahead = mine - prospect_of(state, other, turns_left, income)
            chance /= 1.0 + math.exp(min(MOST_EXPONENT, -ahead / spread))
    return chance


@compiled
def share_of_first(state: StateRecord, seat: int) -> float:
    level = 0
    for other in range(state.seats):
        if state.stock[other] > state.stock[seat]:
            return 0.0
        level += state.stock[other] == state.stock[seat]
    return 1.0 / level


@compiled
def income_of_worker(state: StateRecord, turns_left: int) -> float:
    """Return the nectar that a worker brings home in a turn, if all flowers are emptied until the end."""
    nectar, workers = 0, 0
    for flower in range(4 * state.nfleurs):
        nectar += state.nectar[flower]
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            workers += state.kind[seat, bee] != DRONE
    return min(MOST_INCOME, max(LEAST_INCOME, nectar / max(1, workers * turns_left)))


@compiled
def prospect_of(state: StateRecord, seat: int, turns_left: int, income: float) -> float:
    """Return the stock that a seat can expect at the end."""
    value = 1.0 * state.stock[seat]
    for bee in range(state.bees[seat]):
        work = income * max(0, turns_left - state.ko[seat, bee])
        value += AS_WORKER * work if state.kind[seat, bee] == DRONE else work
        if steps_to_zone(state, seat, int(state.x[seat, bee]), int(state.y[seat, bee])) <= turns_left:
            value += CARRIED * state.load[seat, bee]
    return value
