"""Plans: one seat's orders of this turn, judged by playing on from them with both sides going by rule."""

from ludotheque.compile import compiled
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.ghost.bots.conquest import give_orders, sort_ways, stage
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE, OK, check, is_possible
from ludotheque.games.ghost.turn import BOMBS, SEATS, TURNS, ends, is_over, production_of, score

NOW, BEST, TRIAL, GAME = range(4)  # states: the position, the best plan, the plan in hand, a game that goes on from it
ROWS = 4

CALM, STUNNED, HASTY = range(3)  # futures: all goes by rule; the other waits a turn first; both think of the near end
FUTURES = 3

PATIENCE, HASTE = 30, 15  # turns whose production counts, when orders are given by rule
AHEAD = 10  # turns that are played on
COMING = 10  # turns whose production counts after them
BOMB_PRICE = 15 * FUTURES  # cyborgs that a bomb must bring: it may bring more later
NEIGHBOURS = 4  # more of them find more that is good in these futures alone, and lose matches
WON = 10_000


@compiled
def choose(states: Array, raw: Array, desk: StateRecord, seat: int) -> int:
    """Leave the best plan in states[BEST], and say its worth; raw is the same memory as states, byte by byte."""
    desk.me = seat
    for other in range(SEATS):
        states[NOW].active[other] = 1  # also where the other has already ended his turn
    sort_ways(states[NOW], desk)
    fear_bombs(states[NOW], seat)
    best = go_by_rule(states, raw, desk)
    best = stay(states, raw, desk, best)
    best = bomb(states, raw, desk, best)
    best = invest(states, raw, desk, best)
    return strike(states, raw, desk, best)


@compiled
def copy(raw: Array, source: int, target: int) -> None:
    for i in range(raw.shape[1]):
        raw[target, i] = raw[source, i]


@compiled
def fear_bombs(state: StateRecord, seat: int) -> None:
    """Let every hidden bomb fly to where it would hurt most."""
    for slot in range(BOMBS):
        if state.bomb_source[1 - seat, slot] >= 0:
            worst, target = -1, -1
            for factory in range(state.count):
                if state.owner[factory] == seat and is_possible(state, 1 - seat, slot, factory, 1):
                    hurt = 10 * state.production[factory] + state.stock[factory]
                    if hurt > worst:
                        worst, target = hurt, factory
            state.bomb_target[1 - seat, slot] = target


@compiled
def go_by_rule(states: Array, raw: Array, desk: StateRecord) -> int:
    """The plans that the rule makes, from looking far ahead to only closing up: where the search begins."""
    best = -FUTURES * 2 * WON
    for patience in (PATIENCE, HASTE, 2 * PATIENCE, 0):
        copy(raw, NOW, TRIAL)
        desk.patience = patience
        give_orders(states[TRIAL], desk, desk.me)
        best = consider(states, raw, desk, best, 0)
    return best


@compiled
def consider(states: Array, raw: Array, desk: StateRecord, best: int, price: int) -> int:
    """Judge the plan in hand, and keep it if it is better than the best so far by more than its price."""
    value = judge(states, raw, desk)
    if value - price > best:
        copy(raw, TRIAL, BEST)
        return value
    return best


@compiled
def complete(states: Array, raw: Array, desk: StateRecord, best: int, price: int) -> int:
    """The same, after the rule has found work for whoever has none in the plan."""
    desk.patience = PATIENCE
    give_orders(states[TRIAL], desk, desk.me)
    return consider(states, raw, desk, best, price)


@compiled
def judge(states: Array, raw: Array, desk: StateRecord) -> int:
    """What the plan in hand leads to, over several futures: one alone would be trusted too far."""
    total = 0
    for future in range(FUTURES):
        copy(raw, TRIAL, GAME)
        desk.patience = HASTE if future == HASTY else PATIENCE
        if future != STUNNED:
            give_orders(states[GAME], desk, 1 - desk.me)
        end_turn(states[GAME])
        total += play_on(states[GAME], desk)
    return total


@compiled
def play_on(state: StateRecord, desk: StateRecord) -> int:
    """Some turns by rule, and the lead to which they come."""
    for _ in range(AHEAD):
        if is_over(state):
            break
        for seat in range(SEATS):
            give_orders(state, desk, seat)
        end_turn(state)
    return lead(state, desk.me)


@compiled
def end_turn(state: StateRecord) -> None:
    for seat in range(SEATS):
        stage(state, seat, Move(END, 0, 0, 0))


@compiled
def lead(state: StateRecord, seat: int) -> int:
    """How far a seat is ahead: in cyborgs, with those that the next turns will make."""
    cyborgs = score(state, seat) - score(state, 1 - seat)
    if is_over(state) and cyborgs != 0:
        return cyborgs + (WON if cyborgs > 0 else -WON)
    makes = production_of(state, seat) - production_of(state, 1 - seat)
    return cyborgs + makes * min(TURNS - state.turn, COMING)


@compiled
def stay(states: Array, raw: Array, desk: StateRecord, best: int) -> int:
    """What if a factory keeps its cyborgs?"""
    for source in range(states[NOW].count):
        if states[NOW].owner[source] == desk.me and states[BEST].spent[source] > 0:
            copy(raw, BEST, TRIAL)
            recall(states[TRIAL], desk.me, source)
            best = consider(states, raw, desk, best, 0)
    return best


@compiled
def recall(state: StateRecord, seat: int, source: int) -> None:
    """Take the orders of one factory back, bombs aside."""
    kept = 0
    for i in range(state.orders[seat]):
        route, cyborgs = state.ordered[i, seat], state.sent[i, seat]
        state.ordered[i, seat] = 0
        state.sent[i, seat] = 0
        start, _ = ends(route)
        if start != source:
            state.ordered[kept, seat] = route
            state.sent[kept, seat] = cyborgs
            kept += 1
    state.orders[seat] = kept
    state.raised[source] = 0
    state.spent[source] = 0


@compiled
def bomb(states: Array, raw: Array, desk: StateRecord, best: int) -> int:
    """What if a bomb flies to the other side, from the nearest factory whose way there is free?"""
    now = states[NOW]
    for target in range(now.count):
        if now.owner[target] == 1 - desk.me and not is_bound_for(now, desk.me, target):
            for i in range(1, now.count):
                move = Move(BOMB, desk.near[target, i], target, 0)
                if check(states[BEST], desk.me, move) == OK:
                    copy(raw, BEST, TRIAL)
                    stage(states[TRIAL], desk.me, move)
                    best = complete(states, raw, desk, best, BOMB_PRICE)
                    break
    return best


@compiled
def is_bound_for(state: StateRecord, seat: int, target: int) -> bool:
    """Does a bomb of this seat fly there already?"""
    bombs = 0
    for slot in range(BOMBS):
        bombs += state.bomb_source[seat, slot] >= 0 and state.bomb_target[seat, slot] == target
    return bombs > 0


@compiled
def invest(states: Array, raw: Array, desk: StateRecord, best: int) -> int:
    """What if a factory raises its production, first of all?"""
    now = states[NOW]
    for factory in range(now.count):
        move = Move(INC, factory, 0, 0)
        if states[BEST].raised[factory] == 0 and check(now, desk.me, move) == OK:
            copy(raw, BEST, TRIAL)
            if check(states[TRIAL], desk.me, move) != OK:
                recall(states[TRIAL], desk.me, factory)
            stage(states[TRIAL], desk.me, move)
            best = complete(states, raw, desk, best, 0)
    return best


@compiled
def strike(states: Array, raw: Array, desk: StateRecord, best: int) -> int:
    """What if a factory sends all it has to a neighbour, to take it, to save it, or to be away when a bomb falls?"""
    now = states[NOW]
    for source in range(now.count):
        if now.owner[source] == desk.me:
            for i in range(1, 1 + NEIGHBOURS):
                copy(raw, BEST, TRIAL)
                recall(states[TRIAL], desk.me, source)
                move = Move(MOVE, source, desk.near[source, i], now.stock[source])
                if check(states[TRIAL], desk.me, move) == OK:
                    stage(states[TRIAL], desk.me, move)
                    best = complete(states, raw, desk, best, 0)
    return best
