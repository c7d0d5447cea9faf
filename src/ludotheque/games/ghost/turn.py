"""A turn of Ghost in the Cell, once both sides have given their orders (GC-7 … GC-15)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.map import FACTORIES, NEUTRAL

SEATS = 2
TURNS = 200
SLOTS = 20  # arrival turns that are kept apart: the longest distance is 18 turns
ROUTES = FACTORIES * FACTORIES  # the number of a route is 15 * source + target
BOMBS = 2
INC_COST = 10
HALT = 5  # turns without production, including the turn of the explosion


@compiled
def resolve_turn(state: StateRecord) -> None:
    """Play one turn.

    Troops and bombs are not moved (GC-7): troops are kept by the turn of arrival, bombs by the turn in which they left.
    """
    for seat in range(SEATS):
        launch_bombs(state, seat)
        launch_troops(state, seat)
        if state.out[seat] != 0:
            remove_side(state, seat)
    land_troops(state, state.turn % SLOTS)
    for factory in range(state.count):
        run_factory(state, factory)
    for seat in range(SEATS):
        for slot in range(BOMBS):
            if is_exploding(state, seat, slot):
                explode(state, seat, slot)
    state.turn += 1
    over = is_decided(state)
    for seat in range(SEATS):
        state.active[seat] = not over


@compiled
def run_factory(state: StateRecord, factory: int) -> None:
    """One factory recovers (GC-8), pays for its orders (GC-9), produces (GC-10) and has its battle (GC-11)."""
    halted, stock = state.halted[factory], state.stock[factory]
    if halted > 0:
        halted -= 1
        state.halted[factory] = halted
    spent = state.spent[factory]
    if spent > 0:
        stock -= spent
        state.spent[factory] = 0
        if state.raised[factory] > 0:
            state.production[factory] += state.raised[factory]
            state.raised[factory] = 0
    if halted == 0 and state.owner[factory] != NEUTRAL:
        stock += state.production[factory]
    rest = state.clash[factory]
    if rest != 0:
        stock = fight(state, factory, stock, rest)
        state.clash[factory] = 0
    state.stock[factory] = stock


@compiled
def fight(state: StateRecord, factory: int, stock: int, rest: int) -> int:
    """Return the stock after `rest` arrivals join, or attack and take the factory if strictly more (GC-11)."""
    seat, cyborgs = int(rest < 0), abs(rest)
    if state.owner[factory] == seat:
        return stock + cyborgs
    if cyborgs > stock:
        state.owner[factory] = seat
    return abs(stock - cyborgs)


@compiled
def launch_troops(state: StateRecord, seat: int) -> None:
    """GC-9"""
    sign, cyborgs, turn = 1 - 2 * seat, 0, state.turn
    for i in range(state.orders[seat]):
        route, sent = state.ordered[i, seat], state.sent[i, seat]
        source, target = split_route(route)
        slot = (turn + state.distance[source, target]) % SLOTS
        place = state.landings[slot]
        state.landings[slot] = place + 1
        state.landing[place, slot] = route
        state.fleet[place, slot] = sign * sent
        state.ordered[i, seat] = 0
        state.sent[i, seat] = 0
        cyborgs += sent
    state.flying[seat] += cyborgs
    state.orders[seat] = 0


@compiled
def split_route(route: int) -> tuple[int, int]:
    """Return the source and the target of a route."""
    source = route // FACTORIES
    return source, route - source * FACTORIES


@compiled
def launch_bombs(state: StateRecord, seat: int) -> None:
    """GC-9"""
    for i in range(state.bombing[seat]):
        source, target = split_route(state.bomb_routes[seat, i])
        launch_bomb(state, seat, source, target)
        state.bomb_routes[seat, i] = 0
        state.bombing[seat] -= 1


@compiled
def launch_bomb(state: StateRecord, seat: int, source: int, target: int) -> None:
    slot = BOMBS - state.bombs[seat]
    state.bombs[seat] -= 1
    state.bomb_source[seat, slot] = source
    state.bomb_target[seat, slot] = target
    state.bomb_turn[seat, slot] = state.turn


@compiled
def remove_side(state: StateRecord, seat: int) -> None:
    """A seat that is out: its factories turn neutral, its troops vanish, its bombs fly on (GC-15)."""
    for factory in range(state.count):
        if state.owner[factory] == seat:
            state.owner[factory] = NEUTRAL
    state.flying[seat] = 0
    for slot in range(SLOTS):
        remove_troops(state, seat, slot)


@compiled
def remove_troops(state: StateRecord, seat: int, slot: int) -> None:
    """Remove the troops of a seat that arrive in one slot, without leaving gaps."""
    kept = 0
    for i in range(state.landings[slot]):
        route, cyborgs = state.landing[i, slot], state.fleet[i, slot]
        state.landing[i, slot] = 0
        state.fleet[i, slot] = 0
        if int(cyborgs < 0) != seat:
            state.landing[kept, slot] = route
            state.fleet[kept, slot] = cyborgs
            kept += 1
    state.landings[slot] = kept


@compiled
def land_troops(state: StateRecord, slot: int) -> None:
    """Collect the troops that arrive this turn: in each factory the two sides cancel one for one (GC-11)."""
    for i in range(state.landings[slot]):
        _, target = split_route(state.landing[i, slot])
        cyborgs = state.fleet[i, slot]
        state.clash[target] += cyborgs
        if cyborgs > 0:
            state.flying[0] -= cyborgs
        else:
            state.flying[1] += cyborgs
        state.landing[i, slot] = 0
        state.fleet[i, slot] = 0
    state.landings[slot] = 0


@compiled
def is_exploding(state: StateRecord, seat: int, slot: int) -> bool:
    """Return whether this bomb explodes now. In a view, a bomb with a hidden target never does."""
    target = state.bomb_target[seat, slot]
    if target < 0:
        return False
    return state.bomb_turn[seat, slot] + state.distance[state.bomb_source[seat, slot], target] == state.turn


@compiled
def explode(state: StateRecord, seat: int, slot: int) -> None:
    """Destroy half of the cyborgs, at least 10, and halt production (GC-12). The order of explosions has no effect."""
    target = state.bomb_target[seat, slot]
    stock = state.stock[target]
    state.stock[target] = stock - min(stock, max(10, stock // 2))
    state.halted[target] = HALT
    state.bomb_source[seat, slot] = -1
    state.bomb_target[seat, slot] = -1
    state.bomb_turn[seat, slot] = 0


@compiled
def is_decided(state: StateRecord) -> bool:
    """Return whether 200 turns are played, a seat is out, or a side has no cyborgs and no production (GC-14, GC-15)."""
    if state.turn >= TURNS or state.out[0] != 0 or state.out[1] != 0:
        return True
    decided = False
    for seat in range(SEATS):
        if state.flying[seat] == 0 and count_cyborgs(state, seat) == 0:
            if count_production(state, seat) > 0:
                return False
            decided = True
    return decided


@compiled
def count_production(state: StateRecord, seat: int) -> int:
    """Return the production of a seat's factories, including halted ones."""
    total = 0
    for factory in range(state.count):
        if state.owner[factory] == seat:
            total += state.production[factory]
    return total


@compiled
def count_cyborgs(state: StateRecord, seat: int) -> int:
    """Return the cyborgs in a seat's factories and troops: its score (GC-13)."""
    total = 0 + state.flying[seat]
    for factory in range(state.count):
        if state.owner[factory] == seat:
            total += state.stock[factory]
    return total


@compiled
def is_over(state: StateRecord) -> bool:
    return state.active[0] == 0 and state.active[1] == 0
