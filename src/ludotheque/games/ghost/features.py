"""What a network sees of Ghost in the Cell: factories, arrivals by turn, distances and totals, from a seat's side.

Divisors are powers of 2, so that no machine has to round: cyborgs by 32, production by 4, turns by 32.
"""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.turn import BOMBS, SLOTS, count_cyborgs, count_production, split_route

COLUMNS, TOTALS = 10, 10
OWN_BOMB, FOREIGN_BOMB = 8, 9  # columns of a factory
CYBORGS, PRODUCTION = 32, 4
FIRST_ARRIVAL = FACTORIES * COLUMNS
FIRST_DISTANCE = FIRST_ARRIVAL + FACTORIES * SLOTS
FIRST_TOTAL = FIRST_DISTANCE + FACTORIES * FACTORIES
LEAD = FIRST_TOTAL + TOTALS
ROWS = {"factories": ("factories", "arrivals")}
PAIRS = {"factories": ("distances",)}
ARGUMENTS = {"source": "factories", "target": "factories", "factory": "factories"}
POTENTIAL = {"lead": 0.5}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "factories": (
            (FACTORIES, COLUMNS),
            "For each factory: is there one; mine; theirs; cyborgs / 32; what this turn's orders leave of them / 32; "
            "production / 4; INC orders of this turn / 4; turns without production / 8; my bomb, 1 / (1 + turns until "
            "it arrives); their bomb, the same, if it should fly here.",
        ),
        "arrivals": (
            (FACTORIES, SLOTS),
            "For each factory the cyborgs that arrive in 0, 1, 2 … turns / 32: mine less theirs. My orders of this "
            "turn are counted as sent.",
        ),
        "distances": ((FACTORIES, FACTORIES), "Turns from factory to factory / 32."),
        "totals": (
            (TOTALS,),
            "Turn / 256; my bombs and theirs / 2; my cyborgs and theirs / 256; my production and theirs / 16; my "
            "routes with troops this turn / 16; have they ended their turn; league / 4.",
        ),
        "lead": ((1,), "My cyborgs less theirs, and eight times my production less theirs / 128."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    for factory in range(first, FACTORIES, stride):
        if factory < state.count:
            write_factory(state, seat, factory, out)
        else:
            for column in range(COLUMNS):
                out[factory * COLUMNS + column] = 0
        write_distances(state, factory, out)
    write_bombs(state, seat, out, first, stride)
    write_arrivals(state, seat, out, first, stride)
    add_orders(state, seat, out, first, stride)
    if first == 0:
        write_totals(state, seat, out)


@compiled
def write_factory(state: StateRecord, seat: int, factory: int, out: Array) -> None:
    at, owner = factory * COLUMNS, state.owner[factory]
    out[at] = 1
    out[at + 1] = owner == seat
    out[at + 2] = owner == 1 - seat
    out[at + 3] = state.stock[factory] / CYBORGS
    out[at + 4] = state.stock[factory] / CYBORGS
    out[at + 6] = 0
    if owner == seat:  # the orders of the other side are hidden
        out[at + 4] = (state.stock[factory] - state.spent[factory]) / CYBORGS
        out[at + 6] = state.raised[factory] / PRODUCTION
    out[at + 5] = state.production[factory] / PRODUCTION
    out[at + 7] = state.halted[factory] / 8
    out[at + OWN_BOMB] = 0
    out[at + FOREIGN_BOMB] = 0


@compiled
def write_bombs(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    """Write how near each side's next bomb to a factory is. Each thread takes the factories that it has written.

    The target of a foreign bomb is hidden: it may be any factory. Own bombs include those ordered this turn.
    """
    other = 1 - seat
    for slot in range(BOMBS):
        target = state.bomb_target[seat, slot]
        if target >= 0 and target % stride == first:
            raise_to(out, target * COLUMNS + OWN_BOMB, nearness(state, seat, slot, target))
        if state.bomb_source[other, slot] >= 0:
            for factory in range(first, state.count, stride):
                if factory != state.bomb_source[other, slot]:
                    raise_to(out, factory * COLUMNS + FOREIGN_BOMB, nearness(state, other, slot, factory))
    for i in range(state.bombing[seat]):
        source, target = split_route(state.bomb_routes[seat, i])
        if target % stride == first:
            raise_to(out, target * COLUMNS + OWN_BOMB, 1 / (1 + state.distance[source, target]))


@compiled
def raise_to(out: Array, at: int, number: float) -> None:
    out[at] = max(out[at], number)


@compiled
def nearness(state: StateRecord, seat: int, slot: int, factory: int) -> float:
    """Return 1 / (1 + turns until this bomb arrives at `factory`), 0 if it should have been there already."""
    turns = state.bomb_turn[seat, slot] + state.distance[state.bomb_source[seat, slot], factory] - state.turn
    return 1 / (1 + turns) if turns >= 0 else 0.0


@compiled
def write_distances(state: StateRecord, factory: int, out: Array) -> None:
    for other in range(FACTORIES):
        out[FIRST_DISTANCE + factory * FACTORIES + other] = state.distance[factory, other] / 32


@compiled
def write_arrivals(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    """Write what arrives at every factory. Each thread takes every `stride`-th turn."""
    for factory in range(FACTORIES):
        for turns in range(first, SLOTS, stride):
            out[FIRST_ARRIVAL + factory * SLOTS + turns] = 0
    sign = 1 - 2 * seat
    for turns in range(first, SLOTS, stride):
        slot = (state.turn + turns) % SLOTS
        for i in range(state.landings[slot]):
            _, target = split_route(state.landing[i, slot])
            out[FIRST_ARRIVAL + target * SLOTS + turns] += sign * state.fleet[i, slot] / CYBORGS


@compiled
def add_orders(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    """Add this turn's orders to the arrivals. Each thread takes the turns that it has written."""
    for i in range(state.orders[seat]):
        source, target = split_route(state.ordered[i, seat])
        turns = state.distance[source, target]
        if turns % stride == first:
            out[FIRST_ARRIVAL + target * SLOTS + turns] += state.sent[i, seat] / CYBORGS


@compiled
def write_totals(state: StateRecord, seat: int, out: Array) -> None:
    other = 1 - seat
    cyborgs, foreign = count_cyborgs(state, seat), count_cyborgs(state, other)
    production, theirs = count_production(state, seat), count_production(state, other)
    out[FIRST_TOTAL] = state.turn / 256
    out[FIRST_TOTAL + 1] = (state.bombs[seat] - state.bombing[seat]) / 2
    out[FIRST_TOTAL + 2] = state.bombs[other] / 2
    out[FIRST_TOTAL + 3] = cyborgs / 256
    out[FIRST_TOTAL + 4] = foreign / 256
    out[FIRST_TOTAL + 5] = production / 16
    out[FIRST_TOTAL + 6] = theirs / 16
    out[FIRST_TOTAL + 7] = state.orders[seat] / 16
    out[FIRST_TOTAL + 8] = state.active[other] == 0
    out[FIRST_TOTAL + 9] = state.league / 4
    out[LEAD] = (cyborgs - foreign + 8 * (production - theirs)) / 128
