"""The forecast of every factory if nobody gives further orders: from troops in flight and own bombs only.

Time is counted from this turn: a troop that leaves now over a distance of d turns fights at time d.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.map import FACTORIES, NEUTRAL
from ludotheque.games.ghost.turn import BOMBS, HALT, SLOTS

LAST = SLOTS - 1  # by then everything has landed


@compiled
def make_forecast(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Forecast every factory, with the orders that are in the plan."""
    add_troops(position, work)
    for i in range(plan.moves):
        work.arriving[plan.target[i], work.distance[plan.source[i], plan.target[i]]] += plan.cyborgs[i]
    add_blasts(position, work, plan)
    for factory in range(position.count):
        work.left[factory] = position.stock[factory] - plan.spent[factory]
        work.makes[factory] = position.production[factory] + plan.raised[factory]
        work.heading[factory] = 0
        forecast_factory(position, work, factory)


@compiled
def add_troops(position: StateRecord, work: StateRecord) -> None:
    sign = 1 - 2 * work.seat
    for time in range(SLOTS):
        slot = (position.turn + time) % SLOTS
        for factory in range(position.count):
            work.arriving[factory, time] = sign * position.arriving[slot, factory]


@compiled
def add_blasts(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Note when own bombs explode: those in flight and those that are ordered."""
    seat = work.seat
    for factory in range(FACTORIES):
        work.blasts[factory] = 0
    for slot in range(BOMBS):
        source, target = position.bomb_source[seat, slot], position.bomb_target[seat, slot]
        if target >= 0:
            time = position.bomb_turn[seat, slot] + work.distance[source, target] - position.turn
            work.blasts[target] |= 1 << time
    for i in range(plan.bombing):
        work.blasts[plan.bomb_target[i]] |= 1 << work.distance[plan.bomb_source[i], plan.bomb_target[i]]


@compiled
def forecast_factory(position: StateRecord, work: StateRecord, factory: int) -> None:
    """The turns of the rules (GC-8, GC-10 … GC-12) for one factory."""
    owner, halted = 0 + position.owner[factory], 0 + position.halted[factory]
    stock, makes, blasts = 0 + work.left[factory], 0 + work.makes[factory], 0 + work.blasts[factory]
    seat = 0 + work.seat
    for time in range(SLOTS):
        halted -= halted > 0
        if owner != NEUTRAL and halted == 0:
            stock += makes
        rest = work.arriving[factory, time]
        if rest != 0:
            winner = seat if rest > 0 else 1 - seat
            stock += abs(rest) if owner == winner else -abs(rest)
            if stock < 0:
                owner, stock = winner, -stock
        if blasts >> time & 1:
            stock -= min(stock, max(10, stock // 2))
            halted = HALT
        work.owner[factory, time] = owner
        work.stock[factory, time] = stock


@compiled
def find_first_loss(work: StateRecord, factory: int) -> int:
    """Return the first time at which the factory is not the seat's; SLOTS if it stays."""
    for time in range(SLOTS):
        if work.owner[factory, time] != work.seat:
            return time
    return SLOTS


@compiled
def count_spare(position: StateRecord, work: StateRecord, factory: int) -> int:
    """Return the cyborgs that can leave without the factory being lost."""
    if position.owner[factory] != work.seat or work.held >> factory & 1:
        return 0
    spare = 0 + work.left[factory]
    if work.leaving[factory]:
        return spare
    for time in range(SLOTS):
        if work.owner[factory, time] != work.seat:
            return 0
        spare = min(spare, work.stock[factory, time])
    if work.fears:
        spare -= count_threat(position, work, factory)
    return max(0, spare)


@compiled
def count_threat(position: StateRecord, work: StateRecord, factory: int) -> int:
    """Return what enemy factories within 2 turns could send, beyond what is made here until it arrives."""
    threat = 0
    for other in range(position.count):
        distance = work.distance[factory, other]
        if position.owner[other] == 1 - work.seat and distance <= 2:
            threat += max(0, position.stock[other] - work.makes[factory] * distance)
    return threat
