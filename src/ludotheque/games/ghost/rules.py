"""The rules of Ghost in the Cell, clause by clause (GC-1 … GC-16)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype
from ludotheque.games.ghost.map import FACTORIES, TOP_PRODUCTION, draw_map
from ludotheque.games.ghost.turn import BOMBS, INC_COST, ROUTES, SEATS, SLOTS, count_cyborgs, is_over, resolve_turn

# A route has one number: 15 * source + target. The orders of a turn and the troops in flight are lists of routes.
#
# Troops are kept by the turn in which they arrive: column t % 20 lists the arrivals of turn t, without gaps.
#
#     slot        0    1    2    3  …  19
#     landings    2    0    1    0      0     how many rows of the column are in use
#     landing    18    .   31    .      .     route: 18 is from 1 to 3, 31 is from 2 to 1
#                16    .    .    .      .
#     fleet       5    .   -7    .      .     cyborgs; those of seat 1 are negative
#                 2    .    .    .      .

State = state_dtype(  # the fields that every turn reads come first and together, because memory is read in blocks
    ("active", "i1", SEATS),
    ("out", "i1", SEATS),  # seats that failed (GC-15)
    ("league", "i1"),
    ("count", "i1"),  # number of factories
    ("turn", "i2"),  # turns played
    ("flying", "i2", SEATS),  # cyborgs in troops
    ("orders", "u1", SEATS),  # number of routes on which a seat sends cyborgs this turn
    ("bombing", "i1", SEATS),  # number of bombs that a seat sends this turn
    ("bomb_routes", "u1", (SEATS, BOMBS)),  # their routes, in ascending order
    ("bombs", "i1", SEATS),  # bombs left
    ("bomb_source", "i1", (SEATS, BOMBS)),  # bombs in flight; -1 if there is none
    ("bomb_target", "i1", (SEATS, BOMBS)),
    ("bomb_turn", "i2", (SEATS, BOMBS)),  # the turn in which it left
    ("landings", "u1", SLOTS),  # number of troops that arrive, by turn modulo 20
    ("owner", "i1", FACTORIES),  # a seat, or -1
    ("production", "i1", FACTORIES),
    ("halted", "i1", FACTORIES),  # turns until a bombed factory produces again
    ("raised", "i1", FACTORIES),  # INC orders of this turn
    ("spent", "i2", FACTORIES),  # cyborgs that the orders of this turn take
    ("stock", "i2", FACTORIES),  # cyborgs in the factory
    ("clash", "i2", FACTORIES),  # scratch space: arrivals of seat 0 less those of seat 1; zero between moves
    ("sent", "i2", (ROUTES, SEATS)),  # cyborgs that a seat sends this turn, in the order of its orders
    ("ordered", "u1", (ROUTES, SEATS)),  # their routes
    ("distance", "i1", (FACTORIES, FACTORIES)),  # in turns
    ("x", "i2", FACTORIES),
    ("y", "i2", FACTORIES),
    ("factories", "i1"),  # the option; 0: drawn with the map
    ("cyborgs", "i1"),
    ("map", "i8"),  # the seed of the map
    ("fleet", "i2", (ROUTES, SLOTS)),  # cyborgs in each troop, in the order in which they left
    ("landing", "u1", (ROUTES, SLOTS)),  # their routes
)

LADDER = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)  # orders on one route add up, so these can make every number

MOVES = {
    "MOVE": {"source": FACTORIES, "target": FACTORIES, "cyborgs": LADDER},
    "BOMB": {"source": FACTORIES, "target": FACTORIES},
    "INC": {"factory": FACTORIES},
    "END": {},
    "OUT": None,
}
MOVE, BOMB, INC, END, OUT = range(len(MOVES))
RUNGS = len(LADDER)
FIRST_BOMB = FACTORIES * FACTORIES * RUNGS  # indices in a mask of the first BOMB, the first INC, and END
FIRST_INC = FIRST_BOMB + FACTORIES * FACTORIES
ONLY_END = FIRST_INC + FACTORIES

ERRORS = [
    "ok",
    "Your orders are not awaited now.",
    "There is no such factory.",
    "That factory is not yours.",
    "Source and target are the same factory.",
    "A troop has at least one cyborg.",
    "So many cyborgs are not left there.",
    "A bomb leaves on that route this turn.",
    "A troop leaves on that route this turn.",
    "You have no bomb left.",
    "In this league a turn has one MOVE.",
    "In this league production cannot be raised.",
    "That factory makes all it can.",
    "Raising production costs 10 cyborgs, more than are left there.",
    "There is no such move.",
]
(OK, NOT_AWAITED, NO_FACTORY, NOT_YOURS, SAME_FACTORY, NO_CYBORGS, TOO_MANY, BOMB_ON_ROUTE) = range(8)
(TROOP_ON_ROUTE, NO_BOMB, ONE_MOVE, NO_INC, TOP_REACHED, TOO_FEW, NO_MOVE) = range(8, len(ERRORS))


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Draw the contest's map of the seed `state.map` (GC-2)."""
    draw_map(state)
    for seat in range(SEATS):
        state.active[seat] = 1
        state.bombs[seat] = BOMBS if state.league >= 2 else 0  # GC-1
        for slot in range(BOMBS):
            state.bomb_source[seat, slot] = -1
            state.bomb_target[seat, slot] = -1


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """Return an error unless this order will be carried out (GC-16)."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind == END or move.kind == OUT:
        return OK
    if move.kind < 0 or move.kind > OUT:
        return NO_MOVE
    if move.a < 0 or move.a >= state.count:
        return NO_FACTORY
    if move.kind == INC:
        return check_inc(state, seat, move.a)
    if move.b < 0 or move.b >= state.count:
        return NO_FACTORY
    if state.owner[move.a] != seat:
        return NOT_YOURS
    if move.a == move.b:
        return SAME_FACTORY
    if has_ordered_bomb(state, seat, move.a * FACTORIES + move.b):
        return BOMB_ON_ROUTE
    return check_move(state, seat, move) if move.kind == MOVE else check_bomb(state, seat, move)


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    """Stage the order; once both seats have ended their turn, carry it out."""
    if move.kind == MOVE:
        stage_move(state, seat, move)
    elif move.kind == BOMB:
        stage_bomb(state, seat, move)
    elif move.kind == INC:
        state.raised[move.a] += 1
        state.spent[move.a] += INC_COST
    else:
        if move.kind == OUT:
            state.out[seat] = 1
        state.active[seat] = 0
        if state.active[1 - seat] == 0:
            resolve_turn(state)


@compiled
def observe(view: StateRecord, seat: int) -> None:
    """Hide the seed of the map, and of other seats the orders of this turn and the targets of bombs."""
    view.map = 0
    for other in range(SEATS):
        if other != seat:
            hide_orders(view, other)
            for slot in range(BOMBS):
                view.bomb_target[other, slot] = -1


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """The cyborgs of each side; a seat that is out has none at the end (GC-13, GC-15)."""
    for seat in range(SEATS):
        lost = state.out[seat] != 0 and is_over(state)
        out[seat, 0] = 0 if lost else count_cyborgs(state, seat)


@compiled
def guess(view: StateRecord, seat: int, dice: Dice) -> None:
    """Give every hidden bomb a target that it can still reach, if possible not a factory of its sender."""
    for other in range(SEATS):
        for slot in range(BOMBS):
            if view.bomb_source[other, slot] >= 0 and view.bomb_target[other, slot] < 0:
                view.bomb_target[other, slot] = guess_target(view, other, slot, dice)


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark the moves that `check` allows."""
    legal_part(state, seat, mask, 0, 1)


@compiled
def legal_part(state: StateRecord, seat: int, mask: Array, first: int, stride: int) -> None:
    """Mark the moves to every `stride`-th target, looking at the factories of the seat only."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    mask[ONLY_END] = 1
    has_bomb = state.bombing[seat] < state.bombs[seat]
    for source in range(state.count):
        if state.owner[source] == seat:
            mask[FIRST_INC + source] = check_inc(state, seat, source) == OK
            mark_moves(state, source, count_rungs(state, seat, source), mask, first, stride)
            if has_bomb:
                mark_bombs(state, source, mask, first, stride)
    if has_bomb:
        unmark_bombs(state, seat, mask, first, stride)
    unmark_bombed_routes(state, seat, mask, first, stride)


@compiled
def count_rungs(state: StateRecord, seat: int, source: int) -> int:
    """Return how many numbers of LADDER a troop from this factory can have."""
    if state.league == 0 and state.orders[seat] != 0:
        return 0
    rungs, left = 0, state.stock[source] - state.spent[source]
    while rungs < RUNGS and LADDER[rungs] <= left:
        rungs += 1
    return rungs


@compiled
def mark_moves(state: StateRecord, source: int, rungs: int, mask: Array, first: int, stride: int) -> None:
    start = source * FACTORIES * RUNGS
    for rung in range(rungs):
        for target in range(first, state.count, stride):
            mask[start + target * RUNGS + rung] = target != source


@compiled
def mark_bombs(state: StateRecord, source: int, mask: Array, first: int, stride: int) -> None:
    start = FIRST_BOMB + source * FACTORIES
    for target in range(first, state.count, stride):
        mask[start + target] = target != source


@compiled
def unmark_bombs(state: StateRecord, seat: int, mask: Array, first: int, stride: int) -> None:
    """No bomb leaves on a route on which a troop is ordered."""
    for i in range(state.orders[seat]):
        route = state.ordered[i, seat]
        if route % FACTORIES % stride == first:
            mask[FIRST_BOMB + route] = 0


@compiled
def unmark_bombed_routes(state: StateRecord, seat: int, mask: Array, first: int, stride: int) -> None:
    """Nothing else leaves on a route on which a bomb is ordered."""
    for i in range(state.bombing[seat]):
        route = state.bomb_routes[seat, i]
        if route % FACTORIES % stride == first:
            mask[FIRST_BOMB + route] = 0
            for rung in range(RUNGS):
                mask[route * RUNGS + rung] = 0


@compiled
def has_ordered_bomb(state: StateRecord, seat: int, route: int) -> bool:
    for i in range(state.bombing[seat]):
        if state.bomb_routes[seat, i] == route:
            return True
    return False


@compiled
def check_move(state: StateRecord, seat: int, move: Move) -> int:
    """Cyborgs can be ordered once; the first league has one troop per turn (GC-1)."""
    if state.league == 0 and state.orders[seat] != 0:
        return ONE_MOVE
    if move.c < 1:
        return NO_CYBORGS
    return TOO_MANY if move.c > state.stock[move.a] - state.spent[move.a] else OK


@compiled
def check_bomb(state: StateRecord, seat: int, move: Move) -> int:
    """A bomb needs a route without a troop, and a bomb that is left."""
    if find_order(state, seat, move.a * FACTORIES + move.b) < state.orders[seat]:
        return TROOP_ON_ROUTE
    return NO_BOMB if state.bombing[seat] >= state.bombs[seat] else OK


@compiled
def check_inc(state: StateRecord, seat: int, factory: int) -> int:
    """Production rises by 1 for 10 cyborgs, up to 3, also in a halted factory (GC-9)."""
    if state.league < 3:
        return NO_INC
    if state.owner[factory] != seat:
        return NOT_YOURS
    if state.production[factory] + state.raised[factory] >= TOP_PRODUCTION:
        return TOP_REACHED
    return TOO_FEW if state.stock[factory] - state.spent[factory] < INC_COST else OK


@compiled
def stage_move(state: StateRecord, seat: int, move: Move) -> None:
    """Orders on one route add up to one troop."""
    route = move.a * FACTORIES + move.b
    place = find_order(state, seat, route)
    if place == state.orders[seat]:
        state.ordered[place, seat] = route
        state.orders[seat] = place + 1
    state.sent[place, seat] += move.c
    state.spent[move.a] += move.c


@compiled
def find_order(state: StateRecord, seat: int, route: int) -> int:
    """Return the index of a route in a seat's list of ordered troops; the length of the list if it is not there."""
    place, orders = 0, state.orders[seat]
    while place < orders and state.ordered[place, seat] != route:
        place += 1
    return place


@compiled
def stage_bomb(state: StateRecord, seat: int, move: Move) -> None:
    """Keep bombs sorted by route, so that the order of the orders makes no difference."""
    place, route = state.bombing[seat], move.a * FACTORIES + move.b
    while place > 0 and state.bomb_routes[seat, place - 1] > route:
        state.bomb_routes[seat, place] = state.bomb_routes[seat, place - 1]
        place -= 1
    state.bomb_routes[seat, place] = route
    state.bombing[seat] += 1


@compiled
def hide_orders(view: StateRecord, seat: int) -> None:
    """Remove the orders of a seat; whether it has ended its turn is public."""
    view.bombing[seat] = 0
    view.orders[seat] = 0
    if not is_over(view):
        view.out[seat] = 0
    for slot in range(BOMBS):
        view.bomb_routes[seat, slot] = 0
    for route in range(ROUTES):
        view.ordered[route, seat] = 0
        view.sent[route, seat] = 0
    for source in range(view.count):
        if view.owner[source] == seat:
            view.spent[source] = 0
            view.raised[source] = 0


@compiled
def guess_target(view: StateRecord, seat: int, slot: int, dice: Dice) -> int:
    """Draw one of the factories that the bomb may fly to, each equally likely."""
    foreign, count = 1, count_targets(view, seat, slot, 1)
    if count == 0:
        foreign, count = 0, count_targets(view, seat, slot, 0)
    chosen = roll(dice, max(count, 1))
    for target in range(view.count):
        if is_possible_target(view, seat, slot, target, foreign):
            if chosen == 0:
                return target
            chosen -= 1
    return -1


@compiled
def count_targets(view: StateRecord, seat: int, slot: int, foreign: int) -> int:
    count = 0
    for target in range(view.count):
        count += is_possible_target(view, seat, slot, target, foreign)
    return count


@compiled
def is_possible_target(view: StateRecord, seat: int, slot: int, target: int, foreign: int) -> bool:
    """Return whether the bomb can still fly to `target`; if `foreign`, factories of its sender are left out."""
    source = view.bomb_source[seat, slot]
    if source == target or (foreign != 0 and view.owner[target] == seat):
        return False
    return view.bomb_turn[seat, slot] + view.distance[source, target] >= view.turn
