"""A search for the best plan: one seat's orders of this turn, judged by playing some turns ahead by rule."""

from ludotheque.compile import compiled
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.ghost.bots.conquest import give_orders, stage_order
from ludotheque.games.ghost.bots.forecast import sort_by_distance
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE, OK, check, is_possible_target
from ludotheque.games.ghost.turn import BOMBS, SEATS, TURNS, count_cyborgs, count_production, is_over, split_route

NOW, BEST, TRIAL, GAME = range(4)  # states: the position, the best plan, a trial plan, turns played ahead
ROWS = 4

# Futures: both sides go by rule; the other side first waits a turn; both sides use the short horizon.
EXPECTED, PASSIVE, SHORT_SIGHTED = range(3)
FUTURES = 3

HORIZON, SHORT_HORIZON = 30, 15  # turns whose production counts in orders by rule
TURNS_AHEAD = 10  # turns that are played in each future
TURNS_COUNTED = 10  # further turns whose production counts
BOMB_PRICE = 15 * FUTURES  # cyborgs that a bomb must gain, since it could gain more later
NEIGHBOURS = 4  # with more, plans fit these futures too closely and lose matches
WIN_BONUS = 10_000


@compiled
def choose_plan(states: Array, raw: Array, work: StateRecord, seat: int) -> int:
    """Write the best plan into states[BEST] and return its value; `raw` is the memory of `states` as bytes."""
    work.me = seat
    for other in range(SEATS):
        states[NOW].active[other] = 1  # also if the other seat has already ended its turn
    sort_by_distance(states[NOW], work)
    assume_worst_bombs(states[NOW], seat)
    best = try_rule_plans(states, raw, work)
    best = try_staying(states, raw, work, best)
    best = try_bombs(states, raw, work, best)
    best = try_raising(states, raw, work, best)
    return try_attacks(states, raw, work, best)


@compiled
def copy_state(raw: Array, source: int, target: int) -> None:
    for i in range(raw.shape[1]):
        raw[target, i] = raw[source, i]


@compiled
def assume_worst_bombs(state: StateRecord, seat: int) -> None:
    """Give every hidden bomb the target where it would do most damage."""
    for slot in range(BOMBS):
        if state.bomb_source[1 - seat, slot] >= 0:
            worst, target = -1, -1
            for factory in range(state.count):
                if state.owner[factory] == seat and is_possible_target(state, 1 - seat, slot, factory, 1):
                    damage = 10 * state.production[factory] + state.stock[factory]
                    if damage > worst:
                        worst, target = damage, factory
            state.bomb_target[1 - seat, slot] = target


@compiled
def try_rule_plans(states: Array, raw: Array, work: StateRecord) -> int:
    """Start the search with the plans that the rule makes with different horizons."""
    best = -FUTURES * 2 * WIN_BONUS
    for horizon in (HORIZON, SHORT_HORIZON, 2 * HORIZON, 0):
        copy_state(raw, NOW, TRIAL)
        work.horizon = horizon
        give_orders(states[TRIAL], work, work.me)
        best = keep_if_better(states, raw, work, best, 0)
    return best


@compiled
def keep_if_better(states: Array, raw: Array, work: StateRecord, best: int, price: int) -> int:
    """Keep the trial plan if it is better than the best by more than `price`; return the value of the best."""
    value = evaluate_plan(states, raw, work)
    if value - price > best:
        copy_state(raw, TRIAL, BEST)
        return value
    return best


@compiled
def complete_plan(states: Array, raw: Array, work: StateRecord, best: int, price: int) -> int:
    """Add orders by rule to the trial plan, then keep it if it is better."""
    work.horizon = HORIZON
    give_orders(states[TRIAL], work, work.me)
    return keep_if_better(states, raw, work, best, price)


@compiled
def evaluate_plan(states: Array, raw: Array, work: StateRecord) -> int:
    """Return the summed leads of the trial plan over several futures, so that no single one decides."""
    total = 0
    for future in range(FUTURES):
        copy_state(raw, TRIAL, GAME)
        work.horizon = SHORT_HORIZON if future == SHORT_SIGHTED else HORIZON
        if future != PASSIVE:
            give_orders(states[GAME], work, 1 - work.me)
        end_turn(states[GAME])
        total += play_ahead(states[GAME], work)
    return total


@compiled
def play_ahead(state: StateRecord, work: StateRecord) -> int:
    """Play some turns by rule, and return the lead after them."""
    for _ in range(TURNS_AHEAD):
        if is_over(state):
            break
        for seat in range(SEATS):
            give_orders(state, work, seat)
        end_turn(state)
    return count_lead(state, work.me)


@compiled
def end_turn(state: StateRecord) -> None:
    for seat in range(SEATS):
        stage_order(state, seat, Move(END, 0, 0, 0))


@compiled
def count_lead(state: StateRecord, seat: int) -> int:
    """Return the lead of a seat in cyborgs, including the production of the next turns."""
    cyborgs = count_cyborgs(state, seat) - count_cyborgs(state, 1 - seat)
    if is_over(state) and cyborgs != 0:
        return cyborgs + (WIN_BONUS if cyborgs > 0 else -WIN_BONUS)
    production = count_production(state, seat) - count_production(state, 1 - seat)
    return cyborgs + production * min(TURNS - state.turn, TURNS_COUNTED)


@compiled
def try_staying(states: Array, raw: Array, work: StateRecord, best: int) -> int:
    """Try plans in which one factory keeps its cyborgs."""
    for source in range(states[NOW].count):
        if states[NOW].owner[source] == work.me and states[BEST].spent[source] > 0:
            copy_state(raw, BEST, TRIAL)
            cancel_orders(states[TRIAL], work.me, source)
            best = keep_if_better(states, raw, work, best, 0)
    return best


@compiled
def cancel_orders(state: StateRecord, seat: int, source: int) -> None:
    """Remove the orders of one factory, except bombs."""
    kept = 0
    for i in range(state.orders[seat]):
        route, cyborgs = state.ordered[i, seat], state.sent[i, seat]
        state.ordered[i, seat] = 0
        state.sent[i, seat] = 0
        start, _ = split_route(route)
        if start != source:
            state.ordered[kept, seat] = route
            state.sent[kept, seat] = cyborgs
            kept += 1
    state.orders[seat] = kept
    state.raised[source] = 0
    state.spent[source] = 0


@compiled
def try_bombs(states: Array, raw: Array, work: StateRecord, best: int) -> int:
    """Try a bomb to each factory of the other side, from the nearest factory with a free route."""
    now = states[NOW]
    for target in range(now.count):
        if now.owner[target] == 1 - work.me and not is_bomb_target(now, work.me, target):
            for i in range(1, now.count):
                move = Move(BOMB, work.nearest[target, i], target, 0)
                if check(states[BEST], work.me, move) == OK:
                    copy_state(raw, BEST, TRIAL)
                    stage_order(states[TRIAL], work.me, move)
                    best = complete_plan(states, raw, work, best, BOMB_PRICE)
                    break
    return best


@compiled
def is_bomb_target(state: StateRecord, seat: int, target: int) -> bool:
    """Return whether a bomb of this seat already flies to `target`."""
    bombs = 0
    for slot in range(BOMBS):
        bombs += state.bomb_source[seat, slot] >= 0 and state.bomb_target[seat, slot] == target
    return bombs > 0


@compiled
def try_raising(states: Array, raw: Array, work: StateRecord, best: int) -> int:
    """Try plans in which one factory first raises its production."""
    now = states[NOW]
    for factory in range(now.count):
        move = Move(INC, factory, 0, 0)
        if states[BEST].raised[factory] == 0 and check(now, work.me, move) == OK:
            copy_state(raw, BEST, TRIAL)
            if check(states[TRIAL], work.me, move) != OK:
                cancel_orders(states[TRIAL], work.me, factory)
            stage_order(states[TRIAL], work.me, move)
            best = complete_plan(states, raw, work, best, 0)
    return best


@compiled
def try_attacks(states: Array, raw: Array, work: StateRecord, best: int) -> int:
    """Try to send all cyborgs of a factory to a neighbour: to take it, to save it, or to avoid a bomb."""
    now = states[NOW]
    for source in range(now.count):
        if now.owner[source] == work.me:
            for i in range(1, 1 + NEIGHBOURS):
                copy_state(raw, BEST, TRIAL)
                cancel_orders(states[TRIAL], work.me, source)
                move = Move(MOVE, source, work.nearest[source, i], now.stock[source])
                if check(states[TRIAL], work.me, move) == OK:
                    stage_order(states[TRIAL], work.me, move)
                    best = complete_plan(states, raw, work, best, 0)
    return best
