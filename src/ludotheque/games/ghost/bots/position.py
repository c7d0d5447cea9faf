"""A position in few numbers, for playing many turns ahead: the same turns as the rules, without the list of troops.

Troops of both sides that arrive together cancel one for one (GC-11), so one number with a sign for each factory and
turn is enough. The other side's hidden bombs have no target here and never explode.
"""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord, state_dtype
from ludotheque.games.ghost.map import FACTORIES, NEUTRAL
from ludotheque.games.ghost.turn import BOMBS, SEATS, SLOTS, TURNS, explode, split_route

MOST_MOVES = 60  # troops in a plan; a plan takes no more orders than this

Position = state_dtype(
    ("turn", "i4"),
    ("count", "i4"),
    ("league", "i4"),
    ("over", "i4"),
    ("owner", "i4", FACTORIES),
    ("stock", "i4", FACTORIES),
    ("production", "i4", FACTORIES),
    ("halted", "i4", FACTORIES),
    ("flying", "i4", SEATS),  # cyborgs in troops
    ("bombs", "i4", SEATS),  # bombs left
    ("bomb_source", "i4", (SEATS, BOMBS)),  # bombs in flight; -1 if there is none
    ("bomb_target", "i4", (SEATS, BOMBS)),  # -1 if it is hidden
    ("bomb_turn", "i4", (SEATS, BOMBS)),  # the turn in which it left
    ("landing", "i4", (SLOTS, SEATS)),  # cyborgs of each seat that land, by turn modulo 20
    ("arriving", "i4", (SLOTS, FACTORIES)),  # by turn modulo 20: cyborgs of seat 0 less those of seat 1
)

Plan = state_dtype(  # the orders of one side for one turn
    ("moves", "i4"),
    ("bombing", "i4"),
    ("source", "i4", MOST_MOVES),
    ("target", "i4", MOST_MOVES),
    ("cyborgs", "i4", MOST_MOVES),
    ("bomb_source", "i4", BOMBS),
    ("bomb_target", "i4", BOMBS),
    ("raised", "i4", FACTORIES),  # INC orders
    ("spent", "i4", FACTORIES),  # cyborgs that the orders take
)


@compiled
def read_position(state: StateRecord, position: StateRecord) -> None:
    """Fill `position`, which is all zeros, from a view of the game. Staged orders are not in it."""
    position.turn = state.turn
    position.count = state.count
    position.league = state.league
    for factory in range(state.count):
        position.owner[factory] = state.owner[factory]
        position.stock[factory] = state.stock[factory]
        position.production[factory] = state.production[factory]
        position.halted[factory] = state.halted[factory]
    for seat in range(SEATS):
        position.flying[seat] = state.flying[seat]
        position.bombs[seat] = state.bombs[seat]
        for slot in range(BOMBS):
            position.bomb_source[seat, slot] = state.bomb_source[seat, slot]
            position.bomb_target[seat, slot] = state.bomb_target[seat, slot]
            position.bomb_turn[seat, slot] = state.bomb_turn[seat, slot]
    for slot in range(SLOTS):
        for i in range(state.landings[slot]):
            _, target = split_route(state.landing[i, slot])
            cyborgs = state.fleet[i, slot]
            position.arriving[slot, target] += cyborgs
            position.landing[slot, int(cyborgs < 0)] += abs(cyborgs)


@compiled
def read_orders(state: StateRecord, seat: int, plan: StateRecord) -> None:
    """Fill `plan`, which is empty, with the orders that a seat has already staged this turn."""
    for i in range(state.orders[seat]):
        source, target = split_route(state.ordered[i, seat])
        add_move(plan, source, target, 0 + state.sent[i, seat])
    for i in range(state.bombing[seat]):
        source, target = split_route(state.bomb_routes[seat, i])
        add_bomb(plan, source, target)
    for factory in range(state.count):
        if state.owner[factory] == seat:
            plan.raised[factory] = state.raised[factory]
            plan.spent[factory] = state.spent[factory]


@compiled
def clear_plan(plan: StateRecord) -> None:
    plan.moves = 0
    plan.bombing = 0
    for factory in range(FACTORIES):
        plan.raised[factory] = 0
        plan.spent[factory] = 0


@compiled
def add_move(plan: StateRecord, source: int, target: int, cyborgs: int) -> None:
    plan.source[plan.moves] = source
    plan.target[plan.moves] = target
    plan.cyborgs[plan.moves] = cyborgs
    plan.spent[source] += cyborgs
    plan.moves += 1


@compiled
def add_bomb(plan: StateRecord, source: int, target: int) -> None:
    plan.bomb_source[plan.bombing] = source
    plan.bomb_target[plan.bombing] = target
    plan.bombing += 1


@compiled
def has_bomb_on(plan: StateRecord, source: int, target: int) -> bool:
    """Return whether a bomb leaves on this route: then no troop can (GC-9)."""
    for i in range(plan.bombing):
        if plan.bomb_source[i] == source and plan.bomb_target[i] == target:
            return True
    return False


@compiled
def has_move_on(plan: StateRecord, source: int, target: int) -> bool:
    for i in range(plan.moves):
        if plan.source[i] == source and plan.target[i] == target:
            return True
    return False


@compiled
def launch(position: StateRecord, plan: StateRecord, seat: int, distance: Array) -> None:
    """Carry out the orders of one side (GC-9)."""
    sign, turn = 1 - 2 * seat, 0 + position.turn
    for i in range(plan.moves):
        target, cyborgs = plan.target[i], plan.cyborgs[i]
        slot = (turn + distance[plan.source[i], target]) % SLOTS
        position.arriving[slot, target] += sign * cyborgs
        position.landing[slot, seat] += cyborgs
        position.flying[seat] += cyborgs
    for factory in range(position.count):
        position.stock[factory] -= plan.spent[factory]
        position.production[factory] += plan.raised[factory]
    for i in range(plan.bombing):
        slot = BOMBS - position.bombs[seat]
        position.bombs[seat] -= 1
        position.bomb_source[seat, slot] = plan.bomb_source[i]
        position.bomb_target[seat, slot] = plan.bomb_target[i]
        position.bomb_turn[seat, slot] = turn


@compiled
def play_turn(position: StateRecord, distance: Array) -> None:
    """Play one turn, once the orders of both sides are carried out (GC-8, GC-10 … GC-14)."""
    slot = position.turn % SLOTS
    for factory in range(position.count):
        halted, stock, owner = position.halted[factory], position.stock[factory], position.owner[factory]
        if halted > 0:
            halted -= 1
            position.halted[factory] = halted
        if halted == 0 and owner != NEUTRAL:
            stock += position.production[factory]
        rest = position.arriving[slot, factory]
        if rest != 0:
            stock += abs(rest) if owner == (rest < 0) else -abs(rest)
            if stock < 0:
                stock = -stock
                position.owner[factory] = int(rest < 0)
            position.arriving[slot, factory] = 0
        position.stock[factory] = stock
    for seat in range(SEATS):
        position.flying[seat] -= position.landing[slot, seat]
        position.landing[slot, seat] = 0
        explode_bombs(position, seat, distance)
    position.turn += 1
    position.over = is_over(position)


@compiled
def explode_bombs(position: StateRecord, seat: int, distance: Array) -> None:
    """Let the bombs of a seat that arrive this turn explode (GC-12)."""
    for slot in range(BOMBS):
        source, target = position.bomb_source[seat, slot], position.bomb_target[seat, slot]
        if target >= 0 and position.bomb_turn[seat, slot] + distance[source, target] == position.turn:
            explode(position, seat, slot)


@compiled
def is_over(position: StateRecord) -> bool:
    """Return whether 200 turns are played, or a side has no cyborgs and no production (GC-14)."""
    if position.turn >= TURNS:
        return True
    decided = False
    for seat in range(SEATS):
        cyborgs, production = 0 + position.flying[seat], 0
        for factory in range(position.count):
            if position.owner[factory] == seat:
                cyborgs += position.stock[factory]
                production += position.production[factory]
        if cyborgs == 0:
            if production > 0:
                return False
            decided = True
    return decided
