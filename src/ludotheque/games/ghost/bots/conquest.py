"""Conquest by rule: what becomes of every factory if nobody orders anything more, and one side's orders against it.

Time is counted from this turn: a troop that leaves now over a way of d turns fights at time d.
"""

from ludotheque.compile import compiled
from ludotheque.game import Move, StateRecord, state_dtype
from ludotheque.games.ghost.map import FACTORIES, NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.rules import INC, MOVE, OK, apply, check
from ludotheque.games.ghost.turn import BOMBS, HALT, INC_COST, SEATS, SLOTS, TURNS, ends

WHAT_IF = FACTORIES  # the row of a forecast that is only tried

Desk = state_dtype(
    ("me", "i1"),  # the seat that thinks: besides its own bombs it minds those that it guesses
    ("seat", "i1"),  # the seat whose orders are made
    ("patience", "i2"),  # turns whose production counts
    ("near", "i1", (FACTORIES, FACTORIES)),  # to each factory all of them by distance, itself the first
    ("last", "i1"),  # the longest way: by this time all has landed that flies now or leaves now
    ("arriving", "i4", (SLOTS, FACTORIES)),  # cyborgs, seat 0's less seat 1's: time, target
    ("blasts", "i1", (SLOTS, FACTORIES)),
    ("owner", "i1", (FACTORIES + 1, SLOTS)),  # the forecast: whose a factory is after each turn
    ("stock", "i4", (FACTORIES + 1, SLOTS)),  # and with how many cyborgs
    ("held", "i4", FACTORIES),  # cyborgs that wait for a troop from farther away, to arrive with it
    ("spare", "i4", FACTORIES),  # cyborgs that may leave
    ("score", "i4", FACTORIES),  # how much a factory is wanted; 0 is not
    ("raise_score", "i4", FACTORIES),
    ("needed", "i4"),  # what muster found: so many cyborgs,
    ("sources", "i1"),  # of so many of the nearest factories,
    ("at", "i1"),  # that fight at this time
)


@compiled
def sort_ways(state: StateRecord, desk: StateRecord) -> None:
    """For each factory the others by their distance: these never change."""
    desk.last = 0
    for target in range(state.count):
        for i in range(state.count):
            desk.last = max(desk.last, state.distance[i, target])
            place = i
            while place > 0 and state.distance[desk.near[target, place - 1], target] > state.distance[i, target]:
                desk.near[target, place] = desk.near[target, place - 1]
                place -= 1
            desk.near[target, place] = i


@compiled
def give_orders(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """One side's orders of a turn by rule, besides those given: take and hold what pays best, then close up."""
    look_ahead(state, desk, seat)
    for factory in range(state.count):
        desk.score[factory] = score_of(state, desk, factory)
        desk.raise_score[factory] = raise_score_of(state, desk, factory)
    for _ in range(2 * state.count):
        goal = best_goal(state, desk)
        if goal < 0:
            break
        if goal < FACTORIES:
            desk.score[goal] = 0
            pursue(state, desk, goal)
        else:
            desk.raise_score[goal - FACTORIES] = 0
            raise_production(state, desk, goal - FACTORIES)
    close_up(state, desk)


@compiled
def look_ahead(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """The forecast of every factory, and what may leave it."""
    desk.seat = seat
    note_troops(state, desk)
    note_orders(state, desk)
    note_bombs(state, desk)
    for factory in range(state.count):
        desk.held[factory] = 0
        renew(state, desk, factory)


@compiled
def note_troops(state: StateRecord, desk: StateRecord) -> None:
    for time in range(desk.last + 1):
        slot = (state.turn + time) % SLOTS
        for target in range(state.count):
            desk.arriving[time, target] = 0
            desk.blasts[time, target] = 0
        for i in range(state.landings[slot]):
            _, target = ends(state.landing[i, slot])
            desk.arriving[time, target] += state.fleet[i, slot]


@compiled
def note_orders(state: StateRecord, desk: StateRecord) -> None:
    """The troops that the seat has ordered already."""
    for i in range(state.orders[desk.seat]):
        source, target = ends(state.ordered[i, desk.seat])
        desk.arriving[state.distance[source, target], target] += (1 - 2 * desk.seat) * state.sent[i, desk.seat]


@compiled
def note_bombs(state: StateRecord, desk: StateRecord) -> None:
    """Whoever is not the one who thinks knows only of his own bombs."""
    for sender in range(SEATS):
        for bomb in range(BOMBS):
            source, target = state.bomb_source[sender, bomb], state.bomb_target[sender, bomb]
            if source >= 0 and target >= 0 and (sender == desk.seat or desk.me == desk.seat):
                time = state.bomb_turn[sender, bomb] + state.distance[source, target] - state.turn
                if 0 <= time <= desk.last:
                    desk.blasts[time, target] += 1


@compiled
def renew(state: StateRecord, desk: StateRecord, factory: int) -> None:
    """Forecast a factory again after an order, and count what may still leave it."""
    foresee(state, desk, factory, factory, 0, 0)
    desk.spare[factory] = spare_of(state, desk, factory)


@compiled
def foresee(state: StateRecord, desk: StateRecord, factory: int, row: int, at: int, more: int) -> int:
    """Its owner at the end, if `more` of the seat arrive at a time besides what flies; all times go into a row.

    The same as the rules' turns (GC-8, GC-10 … GC-12), for one factory alone.
    """
    owner, halted = 0 + state.owner[factory], 0 + state.halted[factory]
    stock, production = 0 + state.stock[factory], 0 + state.production[factory]
    if owner == desk.seat:  # the orders that the other side may have given are its secret
        stock -= state.spent[factory]
        production += state.raised[factory]
    if desk.seat == 1:
        more = -more
    for time in range(desk.last + 1):
        halted = max(0, halted - 1)
        if owner != NEUTRAL and halted == 0:
            stock += production
        rest = desk.arriving[time, factory] + (more if time == at else 0)
        if rest != 0:
            stock += abs(rest) if owner == (rest < 0) else -abs(rest)
            if stock < 0:
                owner, stock = int(rest < 0), -stock
        for _ in range(desk.blasts[time, factory]):
            stock -= min(stock, max(10, stock // 2))
            halted = HALT
        desk.owner[row, time] = owner
        desk.stock[row, time] = stock
    return owner


@compiled
def spare_of(state: StateRecord, desk: StateRecord, factory: int) -> int:
    """As many cyborgs as can leave without its ever being lost; all, where a bomb falls this turn."""
    if state.owner[factory] != desk.seat:
        return 0
    spare = state.stock[factory] - state.spent[factory]
    if desk.blasts[0, factory] == 0:
        for time in range(desk.last + 1):
            if desk.owner[factory, time] != desk.seat:
                return 0
            spare = min(spare, desk.stock[factory, time])
    return max(0, spare - desk.held[factory])


@compiled
def score_of(state: StateRecord, desk: StateRecord, factory: int) -> int:
    """What it brings to take or keep this factory, for each cyborg that it needs; 0 if it is safe or out of reach."""
    if desk.owner[factory, desk.last] == desk.seat or not muster(state, desk, factory):
        return 0
    turns = min(TURNS - state.turn, desk.patience) - desk.at
    makes = 10 * state.production[factory] + (3 if state.league == 3 else 0)
    gain = makes * turns
    if desk.owner[factory, desk.last] != NEUTRAL:
        gain *= 2  # what I make there, the other does not
    if desk.owner[factory, desk.at] == NEUTRAL:
        gain -= 10 * desk.stock[factory, desk.at]
    return max(0, 10 * gain // (desk.needed + 5))


@compiled
def raise_score_of(state: StateRecord, desk: StateRecord, factory: int) -> int:
    """The same for one more cyborg a turn (GC-9)."""
    if state.league < 3 or state.owner[factory] != desk.seat or state.production[factory] >= TOP_PRODUCTION:
        return 0
    turns = min(TURNS - state.turn, desk.patience)
    return max(0, 100 * (turns - INC_COST) // (INC_COST + 5))


@compiled
def muster(state: StateRecord, desk: StateRecord, target: int) -> bool:
    """The nearest factories that together can make this one the seat's own for good: needed, sources, at."""
    total = 0
    for i in range(state.count):
        source = desk.near[target, i]
        if source != target and desk.spare[source] > 0:
            total += desk.spare[source]
            at = state.distance[source, target]
            if foresee(state, desk, target, WHAT_IF, at, total) == desk.seat:
                desk.at = at
                desk.sources = i + 1
                desk.needed = fewest(state, desk, target, total)
                return True
    return False


@compiled
def fewest(state: StateRecord, desk: StateRecord, target: int, enough: int) -> int:
    """The fewest cyborgs that do what `enough` of them do."""
    few = 0
    while enough - few > 1:
        middle = (few + enough) // 2
        if foresee(state, desk, target, WHAT_IF, desk.at, middle) == desk.seat:
            enough = middle
        else:
            few = middle
    return enough


@compiled
def best_goal(state: StateRecord, desk: StateRecord) -> int:
    """The factory wanted most; from FACTORIES on, the one whose production is to be raised. -1: nothing is wanted."""
    goal, best = -1, 0
    for factory in range(state.count):
        if desk.score[factory] > best:
            goal, best = factory, desk.score[factory]
        if desk.raise_score[factory] > best:
            goal, best = FACTORIES + factory, desk.raise_score[factory]
    return goal


@compiled
def pursue(state: StateRecord, desk: StateRecord, target: int) -> None:
    """Send what takes or keeps a factory, if that can still be done; nearer ones wait, to arrive with the others."""
    if not muster(state, desk, target):
        return
    left = 0 + desk.needed
    for i in range(desk.sources - 1, -1, -1):
        source = desk.near[target, i]
        cyborgs = min(left, desk.spare[source]) if source != target else 0
        if cyborgs > 0:
            left -= cyborgs
            if state.distance[source, target] == desk.at:
                send(state, desk, source, target, cyborgs)
            else:
                desk.held[source] += cyborgs
                desk.spare[source] -= cyborgs
    renew(state, desk, target)


@compiled
def send(state: StateRecord, desk: StateRecord, source: int, target: int, cyborgs: int) -> None:
    """Order a troop, if the rules allow it, and put it into the forecast."""
    move = Move(MOVE, source, target, cyborgs)
    if check(state, desk.seat, move) == OK:
        stage(state, desk.seat, move)
        desk.arriving[state.distance[source, target], target] += (1 - 2 * desk.seat) * cyborgs
        renew(state, desk, source)


@compiled
def stage(state: StateRecord, seat: int, move: Move) -> None:
    """Give an order. No dice are thrown in this game, so any numbers will do for them."""
    apply(state, seat, move, state.spent)


@compiled
def raise_production(state: StateRecord, desk: StateRecord, factory: int) -> None:
    move = Move(INC, factory, 0, 0)
    if desk.spare[factory] >= INC_COST and check(state, desk.seat, move) == OK:
        stage(state, desk.seat, move)
        renew(state, desk, factory)


@compiled
def close_up(state: StateRecord, desk: StateRecord) -> None:
    """What is still spare goes to where it will be wanted."""
    for source in range(state.count):
        if desk.spare[source] > 0:
            target = post_for(state, desk, source)
            if target >= 0:
                send(state, desk, source, target, desk.spare[source])


@compiled
def post_for(state: StateRecord, desk: StateRecord, source: int) -> int:
    """The nearest own factory that can still be raised, or one on the way to the front; -1 to stay."""
    if may_grow(state, desk, source):
        return -1
    front = front_of(state, desk, source)
    for i in range(state.count):
        post = desk.near[source, i]
        if post != source and desk.owner[post, desk.last] == desk.seat and state.owner[post] == desk.seat:
            if may_grow(state, desk, post):
                return post
            if state.distance[source, post] + front_of(state, desk, post) <= front + 1:
                return post
    return -1


@compiled
def may_grow(state: StateRecord, desk: StateRecord, factory: int) -> bool:
    """Is more production to be had here for the price?"""
    makes = state.production[factory] + state.raised[factory]
    return state.league == 3 and makes < TOP_PRODUCTION and TURNS - state.turn > 2 * INC_COST


@compiled
def front_of(state: StateRecord, desk: StateRecord, factory: int) -> int:
    """How far the nearest factory is that will be somebody else's."""
    for i in range(state.count):
        other = desk.near[factory, i]
        if other != factory and desk.owner[other, desk.last] == 1 - desk.seat:
            return state.distance[factory, other]
    return SLOTS
