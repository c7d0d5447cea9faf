"""The rules of Ghost in the Cell, clause by clause (GC-1 … GC-16)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype
from ludotheque.games.ghost.map import FACTORIES, TOP_PRODUCTION, draw_map
from ludotheque.games.ghost.turn import BOMBS, INC_COST, ROUTES, SEATS, SLOTS, is_over, resolve, score

State = state_dtype(  # what every turn touches lies together: it comes first, and of many lists their beginnings
    ("active", "i1", SEATS),
    ("out", "i1", SEATS),  # seats that failed (GC-15)
    ("league", "i1"),
    ("count", "i1"),  # how many factories there are
    ("turn", "i2"),  # turns played
    ("flying", "i2", SEATS),  # cyborgs in troops
    ("orders", "u1", SEATS),  # on how many routes a seat sends cyborgs
    ("bombing", "i1", SEATS),  # how many bombs a seat sends,
    ("bomb_routes", "u1", (SEATS, BOMBS)),  # and on which routes, by number
    ("bombs", "i1", SEATS),  # bombs left
    ("bomb_source", "i1", (SEATS, BOMBS)),  # bombs in flight: -1 where there is none
    ("bomb_target", "i1", (SEATS, BOMBS)),
    ("bomb_turn", "i2", (SEATS, BOMBS)),  # the turn in which it left
    ("landings", "u1", SLOTS),  # how many troops arrive, by their turn modulo 20
    ("owner", "i1", FACTORIES),  # a seat, or -1
    ("production", "i1", FACTORIES),
    ("halted", "i1", FACTORIES),  # turns until a bombed factory produces again
    ("raised", "i1", FACTORIES),  # the orders of this turn: how often a factory's production is to rise,
    ("spent", "i2", FACTORIES),  # and how many of its cyborgs its orders take
    ("stock", "i2", FACTORIES),  # cyborgs in the factory
    ("clash", "i2", FACTORIES),  # scratch: who is left of those that arrive, empty between moves
    ("sent", "i2", (ROUTES, SEATS)),  # the cyborgs that a seat sends, as it ordered them,
    ("ordered", "u1", (ROUTES, SEATS)),  # and on which route
    ("distance", "i1", (FACTORIES, FACTORIES)),  # in turns
    ("x", "i2", FACTORIES),
    ("y", "i2", FACTORIES),
    ("factories", "i1"),  # as asked for: 0 is drawn with the map
    ("cyborgs", "i1"),
    ("map", "i8"),  # what the map was drawn from
    ("fleet", "i2", (ROUTES, SLOTS)),  # cyborgs in each troop, by arrival, as they left; seat 1's are negative
    ("landing", "u1", (ROUTES, SLOTS)),  # and on which route it comes
)

LADDER = (1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233)  # orders on one route add up, so these reach every number

MOVES = {
    "MOVE": {"source": FACTORIES, "target": FACTORIES, "cyborgs": LADDER},
    "BOMB": {"source": FACTORIES, "target": FACTORIES},
    "INC": {"factory": FACTORIES},
    "END": {},
    "OUT": None,
}
MOVE, BOMB, INC, END, OUT = range(len(MOVES))
RUNGS = len(LADDER)
FIRST_BOMB = FACTORIES * FACTORIES * RUNGS  # where in a mask the BOMBs begin, the INCs, and END
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
    """The contest's map of that number (GC-2); both seats are awaited."""
    draw_map(state)
    for seat in range(SEATS):
        state.active[seat] = 1
        state.bombs[seat] = BOMBS if state.league >= 2 else 0  # GC-1
        for slot in range(BOMBS):
            state.bomb_source[seat, slot] = -1
            state.bomb_target[seat, slot] = -1


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """May this seat order this now? Only what will be carried out may be ordered (GC-16)."""
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
    if is_bombed(state, seat, move.a * FACTORIES + move.b):
        return BOMB_ON_ROUTE
    return check_move(state, seat, move) if move.kind == MOVE else check_bomb(state, seat, move)


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    """Note the order; the turn is carried out when nobody is awaited any more."""
    if move.kind == MOVE:
        note_move(state, seat, move)
    elif move.kind == BOMB:
        note_bomb(state, seat, move)
    elif move.kind == INC:
        state.raised[move.a] += 1
        state.spent[move.a] += INC_COST
    else:
        if move.kind == OUT:
            state.out[seat] = 1
        state.active[seat] = 0
        if state.active[1 - seat] == 0:
            resolve(state)


@compiled
def observe(view: StateRecord, seat: int) -> None:
    """Hide the map's number, and of everybody else the orders of this turn and where bombs fly."""
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
        out[seat, 0] = 0 if lost else score(state, seat)


@compiled
def guess(view: StateRecord, seat: int, dice: Dice) -> None:
    """Let every bomb whose target is hidden fly to a factory that it can still reach, if possible not its sender's."""
    for other in range(SEATS):
        for slot in range(BOMBS):
            if view.bomb_source[other, slot] >= 0 and view.bomb_target[other, slot] < 0:
                view.bomb_target[other, slot] = guess_target(view, other, slot, dice)


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """The same as check over MOVES, without looking at what is not the seat's own."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    mask[ONLY_END] = 1
    for source in range(state.count):
        if state.owner[source] == seat:
            mask[FIRST_INC + source] = check_inc(state, seat, source) == OK
            for target in range(state.count):
                if target != source:
                    mark_route(state, seat, source, target, mask)
    for i in range(state.orders[seat]):
        mask[FIRST_BOMB + state.ordered[i, seat]] = 0


@compiled
def mark_route(state: StateRecord, seat: int, source: int, target: int, mask: Array) -> None:
    """The MOVEs and the BOMB of one route, unless a bomb has taken it; as if no troop had."""
    route = source * FACTORIES + target
    if is_bombed(state, seat, route):
        return
    mask[FIRST_BOMB + route] = state.bombing[seat] < state.bombs[seat]
    if state.league > 0 or state.orders[seat] == 0:
        left = state.stock[source] - state.spent[source]
        for rung in range(RUNGS):
            mask[route * RUNGS + rung] = LADDER[rung] <= left


@compiled
def is_bombed(state: StateRecord, seat: int, route: int) -> bool:
    """Does a bomb of this seat leave on that route this turn?"""
    for i in range(state.bombing[seat]):
        if state.bomb_routes[seat, i] == route:
            return True
    return False


@compiled
def check_move(state: StateRecord, seat: int, move: Move) -> int:
    """As many cyborgs as no other order has taken; in the first league one troop a turn (GC-1)."""
    if state.league == 0 and state.orders[seat] != 0:
        return ONE_MOVE
    if move.c < 1:
        return NO_CYBORGS
    return TOO_MANY if move.c > state.stock[move.a] - state.spent[move.a] else OK


@compiled
def check_bomb(state: StateRecord, seat: int, move: Move) -> int:
    """Where no troop leaves, while there are bombs."""
    if place_of(state, seat, move.a * FACTORIES + move.b) < state.orders[seat]:
        return TROOP_ON_ROUTE
    return NO_BOMB if state.bombing[seat] >= state.bombs[seat] else OK


@compiled
def check_inc(state: StateRecord, seat: int, factory: int) -> int:
    """10 cyborgs for one more a turn, up to 3; halted or not (GC-9)."""
    if state.league < 3:
        return NO_INC
    if state.owner[factory] != seat:
        return NOT_YOURS
    if state.production[factory] + state.raised[factory] >= TOP_PRODUCTION:
        return TOP_REACHED
    return TOO_FEW if state.stock[factory] - state.spent[factory] < INC_COST else OK


@compiled
def note_move(state: StateRecord, seat: int, move: Move) -> None:
    """Orders on one route add up to one troop."""
    route = move.a * FACTORIES + move.b
    place = place_of(state, seat, route)
    if place == state.orders[seat]:
        state.ordered[place, seat] = route
        state.orders[seat] = place + 1
    state.sent[place, seat] += move.c
    state.spent[move.a] += move.c


@compiled
def place_of(state: StateRecord, seat: int, route: int) -> int:
    """Where a route stands among those on which a seat sends cyborgs; behind the last if it does not."""
    place, orders = 0, state.orders[seat]
    while place < orders and state.ordered[place, seat] != route:
        place += 1
    return place


@compiled
def note_bomb(state: StateRecord, seat: int, move: Move) -> None:
    """Bombs are kept by route, so that the order of the orders leaves no trace."""
    place, route = state.bombing[seat], move.a * FACTORIES + move.b
    while place > 0 and state.bomb_routes[seat, place - 1] > route:
        state.bomb_routes[seat, place] = state.bomb_routes[seat, place - 1]
        place -= 1
    state.bomb_routes[seat, place] = route
    state.bombing[seat] += 1


@compiled
def hide_orders(view: StateRecord, seat: int) -> None:
    """As if this seat had ordered nothing yet; whether it has finished is open."""
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
    """One of the factories that the bomb may be on its way to, each equally likely."""
    foreign, count = 1, count_targets(view, seat, slot, 1)
    if count == 0:
        foreign, count = 0, count_targets(view, seat, slot, 0)
    chosen = roll(dice, max(count, 1))
    for target in range(view.count):
        if is_possible(view, seat, slot, target, foreign):
            if chosen == 0:
                return target
            chosen -= 1
    return -1


@compiled
def count_targets(view: StateRecord, seat: int, slot: int, foreign: int) -> int:
    count = 0
    for target in range(view.count):
        count += is_possible(view, seat, slot, target, foreign)
    return count


@compiled
def is_possible(view: StateRecord, seat: int, slot: int, target: int, foreign: int) -> bool:
    """Can the bomb still be on its way there? If `foreign`, to a factory that is not its sender's."""
    source = view.bomb_source[seat, slot]
    if source == target or (foreign != 0 and view.owner[target] == seat):
        return False
    return view.bomb_turn[seat, slot] + view.distance[source, target] >= view.turn
