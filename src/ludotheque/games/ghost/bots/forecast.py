"""The forecast of every factory if no side gives further orders.

Time is counted from this turn: a troop that leaves now over a distance of d turns fights at time d.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord, state_dtype
from ludotheque.games.ghost.map import FACTORIES, NEUTRAL
from ludotheque.games.ghost.turn import BOMBS, HALT, SEATS, SLOTS, split_route

TRIAL_ROW = FACTORIES  # an extra row of the forecast, for attacks that are only tried

Workspace = state_dtype(
    ("me", "i1"),  # the seat that thinks: it knows its own bombs, and guesses the others
    ("seat", "i1"),  # the seat that gets orders
    ("horizon", "i2"),  # turns whose production counts
    ("nearest", "i1", (FACTORIES, FACTORIES)),  # for each factory all factories by distance, itself first
    ("last_time", "i1"),  # the longest distance: by then all troops have landed
    ("arriving", "i4", (SLOTS, FACTORIES)),  # by time and target: cyborgs of seat 0 less those of seat 1
    ("explosions", "i1", (SLOTS, FACTORIES)),
    ("owner", "i1", (FACTORIES + 1, SLOTS)),  # forecast: the owner of a factory after each turn
    ("stock", "i4", (FACTORIES + 1, SLOTS)),  # forecast: its cyborgs
    ("reserved", "i4", FACTORIES),  # cyborgs that wait, to arrive together with a troop from farther away
    ("spare", "i4", FACTORIES),  # cyborgs that may leave
    ("score", "i4", FACTORIES),  # value of attacking or keeping a factory; 0: none
    ("raise_score", "i4", FACTORIES),  # value of raising its production
    ("needed", "i4"),  # results of find_sources: cyborgs needed
    ("source_count", "i1"),  # number of nearest factories that send them
    ("attack_time", "i1"),  # time of the battle
)


@compiled
def sort_by_distance(state: StateRecord, work: StateRecord) -> None:
    """Sort the factories by their distance to each factory, and find the longest distance."""
    work.last_time = 0
    for target in range(state.count):
        for i in range(state.count):
            work.last_time = max(work.last_time, state.distance[i, target])
            place = i
            while place > 0 and state.distance[work.nearest[target, place - 1], target] > state.distance[i, target]:
                work.nearest[target, place] = work.nearest[target, place - 1]
                place -= 1
            work.nearest[target, place] = i


@compiled
def make_forecast(state: StateRecord, work: StateRecord, seat: int) -> None:
    """Forecast every factory, and count the cyborgs that may leave it."""
    work.seat = seat
    add_troops(state, work)
    add_orders(state, work)
    add_bombs(state, work)
    for factory in range(state.count):
        work.reserved[factory] = 0
        update_forecast(state, work, factory)


@compiled
def add_troops(state: StateRecord, work: StateRecord) -> None:
    for time in range(work.last_time + 1):
        slot = (state.turn + time) % SLOTS
        for target in range(state.count):
            work.arriving[time, target] = 0
            work.explosions[time, target] = 0
        for i in range(state.landings[slot]):
            _, target = split_route(state.landing[i, slot])
            work.arriving[time, target] += state.fleet[i, slot]


@compiled
def add_orders(state: StateRecord, work: StateRecord) -> None:
    """Add the troops that the seat has already ordered."""
    for i in range(state.orders[work.seat]):
        source, target = split_route(state.ordered[i, work.seat])
        work.arriving[state.distance[source, target], target] += (1 - 2 * work.seat) * state.sent[i, work.seat]


@compiled
def add_bombs(state: StateRecord, work: StateRecord) -> None:
    """Add the bombs that the seat knows: the thinking seat also knows its guesses, the other only its own bombs."""
    for sender in range(SEATS):
        for bomb in range(BOMBS):
            source, target = state.bomb_source[sender, bomb], state.bomb_target[sender, bomb]
            if source >= 0 and target >= 0 and (sender == work.seat or work.me == work.seat):
                time = state.bomb_turn[sender, bomb] + state.distance[source, target] - state.turn
                if 0 <= time <= work.last_time:
                    work.explosions[time, target] += 1


@compiled
def update_forecast(state: StateRecord, work: StateRecord, factory: int) -> None:
    """Forecast a factory again, and count the cyborgs that may still leave it."""
    forecast_factory(state, work, factory, factory, 0, 0)
    work.spare[factory] = count_spare(state, work, factory)


@compiled
def forecast_factory(state: StateRecord, work: StateRecord, factory: int, row: int, at: int, more: int) -> int:
    """Return the owner at the end if `more` cyborgs of the seat arrive at time `at`; write all times into `row`.

    The same as the turns of the rules (GC-8, GC-10 … GC-12), for one factory.
    """
    owner, halted = 0 + state.owner[factory], 0 + state.halted[factory]
    stock, production = 0 + state.stock[factory], 0 + state.production[factory]
    if owner == work.seat:  # orders of the other side are hidden
        stock -= state.spent[factory]
        production += state.raised[factory]
    if work.seat == 1:
        more = -more
    for time in range(work.last_time + 1):
        halted = max(0, halted - 1)
        if owner != NEUTRAL and halted == 0:
            stock += production
        rest = work.arriving[time, factory] + (more if time == at else 0)
        if rest != 0:
            stock += abs(rest) if owner == (rest < 0) else -abs(rest)
            if stock < 0:
                owner, stock = int(rest < 0), -stock
        for _ in range(work.explosions[time, factory]):
            stock -= min(stock, max(10, stock // 2))
            halted = HALT
        work.owner[row, time] = owner
        work.stock[row, time] = stock
    return owner


@compiled
def count_spare(state: StateRecord, work: StateRecord, factory: int) -> int:
    """Return the cyborgs that can leave without the factory being lost; all of them if a bomb explodes this turn."""
    if state.owner[factory] != work.seat:
        return 0
    spare = state.stock[factory] - state.spent[factory]
    if work.explosions[0, factory] == 0:
        for time in range(work.last_time + 1):
            if work.owner[factory, time] != work.seat:
                return 0
            spare = min(spare, work.stock[factory, time])
    return max(0, spare - work.reserved[factory])
