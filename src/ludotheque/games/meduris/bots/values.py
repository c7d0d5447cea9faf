"""The value of each action for the bots' policy: the points that it brings sooner or later, less its cost."""

from ludotheque.compile import compiled
from ludotheque.game import Move, StateRecord, state_dtype
from ludotheque.games.meduris.druid import LAST_STONE
from ludotheque.games.meduris.resources import EXCHANGE_RATE, PLATEAUS
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, count_huts_beside, hut_cost, site_after, site_before
from ludotheque.games.meduris.rules import HUT, SHIFT
from ludotheque.games.meduris.turn import SEATS

PIECES = 10.0  # huts and temples that a player starts with

# In points. Found by matches between policies that differ in these numbers only.
DEAR = 1.9  # the first tile of a kind
KEEP = 2.8  # tiles of a kind to keep for each own hut that needs it,
SPARE = 0.9  # and for each piece still to build
LAPS = 0.9  # expected rituals, as a part of the estimated number
GROWTH = 0.75  # a point of a later offering
RITUAL = 0.6  # a point of an offering in the next ritual
OTHERS = 0.9  # a point that all other seats gain together
STONE = 0.3  # a point of a rune stone
STOLEN = 0.7  # a point of a rune stone that another seat loses
RIVER = 1.0  # a rune stone if the druid crosses the river at once
PATIENCE = 6.0  # huts that a temple should touch, at the start of the match
YIELD = 1.8  # the resources of a great yield, relative to those held
INCOME = 0.4  # what workers make in later turns
CALM, HASTY = 0.5, 16.0  # bonus for building any piece, the lowest and the highest eagerness
HURRY = 0.7  # the same for each piece that the seat has to build more than the fastest player

Notes = state_dtype(
    ("need", "f8", KINDS),  # tiles of a kind that are useful; more are worth nothing
    ("eagerness", "f8", SEATS),  # each player's bonus for building any piece
    ("stones", "i8", SEATS),  # each player's rune stones
    ("visits", "f8"),  # expected visits of the druid to a hut, the last lap included
    ("open", "f8"),  # the part of the match that is left
    ("haste", "f8"),  # this seat's bonus for building any piece
    ("left", "i8", KINDS),  # scratch: a hand after payments
    ("best", "f8"),  # the best action so far: its value,
    ("kind", "i8"),  # and its Move
    ("a", "i8"),
    ("b", "i8"),
    ("c", "i8"),
)


@compiled
def prepare_notes(state: StateRecord, seat: int, notes: StateRecord) -> None:
    """Write the facts that all actions of a seat are valued by."""
    fewest = count_pieces_left(state, seat)
    for other in range(state.seats):
        fewest = min(fewest, count_pieces_left(state, other))
    builds = 0 if state.finisher >= 0 else fewest * state.seats
    notes.visits = 1.0 + LAPS * builds / (count_runs(state) + 2)
    notes.open = builds / (PIECES * state.seats)
    notes.haste = notes.eagerness[seat] + HURRY * (count_pieces_left(state, seat) - fewest)
    count_needs(state, seat, notes)
    count_stones(state, notes)


@compiled
def count_pieces_left(state: StateRecord, seat: int) -> int:
    return state.huts_left[seat] + state.temples_left[seat]


@compiled
def count_runs(state: StateRecord) -> int:
    runs = 0
    for site in range(state.sites):
        runs += state.run[site] > 0 and state.run[site_before(state, site)] == 0
    return runs


@compiled
def count_needs(state: StateRecord, seat: int, notes: StateRecord) -> None:
    for kind in range(KINDS):
        notes.need[kind] = 0.5 + SPARE * count_pieces_left(state, seat)
    for site in range(state.sites):
        if state.run[site] > 0 and state.owner[site] == seat:
            notes.need[state.need[site, 0]] += KEEP
            notes.need[state.need[site, 1]] += KEEP


@compiled
def count_stones(state: StateRecord, notes: StateRecord) -> None:
    for other in range(SEATS):
        notes.stones[other] = 0
    for district in range(DISTRICTS):
        if state.rune[district] >= 0:
            notes.stones[state.rune[district]] += 1


@compiled
def stock_value(notes: StateRecord, kind: int, amount: float) -> float:
    """Return the value of `amount` tiles of one kind: each tile is worth less than the one before."""
    need = notes.need[kind]
    amount = max(0.0, min(amount, need))
    return DEAR * (amount - amount * amount / (2 * need))


@compiled
def gain_value(state: StateRecord, seat: int, notes: StateRecord, kind: int, more: float) -> float:
    """Return the value of `more` tiles of one kind."""
    held = 1.0 * state.hand[seat, kind]
    return stock_value(notes, kind, held + more) - stock_value(notes, kind, held)


@compiled
def point_weight(state: StateRecord, seat: int, owner: int) -> float:
    """Return how much a point of `owner` is worth for `seat`; points of others count against it."""
    return 1.0 if owner == seat else -OTHERS / (state.seats - 1)


@compiled
def action_value(state: StateRecord, seat: int, notes: StateRecord, move: Move) -> float:
    if move.kind == SHIFT:
        return shift_value(state, seat, notes, move.a, move.b, move.c)
    return hut_value(state, seat, notes, move.a) if move.kind == HUT else temple_value(state, seat, notes, move.a)


@compiled
def shift_value(state: StateRecord, seat: int, notes: StateRecord, plateau: int, height: int, target: int) -> float:
    """Return the value of the great yield, and of what the workers make in later turns (ME-7)."""
    value = 0.0
    for one in range(PLATEAUS):
        workers, amount = count_workers(state, seat, one, plateau, height)
        if one == target:
            workers += 1
            amount += state.height[target] + 1
        elif state.great_yield != 0:
            amount = 0
        if workers > 0:
            value += YIELD * gain_value(state, seat, notes, one, 1.0 * amount)
            value += INCOME * notes.open * gain_value(state, seat, notes, one, amount + 2.0 * workers)
    return value


@compiled
def count_workers(state: StateRecord, seat: int, one: int, plateau: int, height: int) -> tuple[int, int]:
    """Return the seat's workers on plateau `one` and the sum of their heights, without the worker that leaves."""
    workers, amount = 0, 0
    for level in range(1, state.height[one] + 1):
        if state.pile[one, level - 1] == seat and (one != plateau or level != height):
            workers += 1
            amount += level - (one == plateau and level > height)
    return workers, amount


@compiled
def hut_value(state: StateRecord, seat: int, notes: StateRecord, site: int) -> float:
    """Return the value of larger offerings in the colony, of temples beside it and of a rune stone, less the price."""
    size, cost = count_huts_beside(state, site) + 1, hut_cost(state, site)
    growth, temples = 1.0 * size, 0.0
    for way in range(2):
        place = neighbour(state, site, way)
        more = size - state.run[place]
        for _ in range(state.run[place]):
            growth += more * point_weight(state, seat, state.owner[place])
            place = neighbour(state, place, way)
        if state.owner[place] >= 0 and state.run[place] == 0:
            temples += more * point_weight(state, seat, state.owner[place])
    value = GROWTH * notes.visits * growth + temples + stone_value(state, seat, notes, state.district[site])
    value = value + notes.haste + payment_value(state, seat, notes, site, cost)
    return value + ritual_value(state, seat, notes, site, size, cost)


@compiled
def neighbour(state: StateRecord, site: int, way: int) -> int:
    """Return the next site clockwise (`way` 1) or counterclockwise (0)."""
    return site_after(state, site) if way else site_before(state, site)


@compiled
def stone_value(state: StateRecord, seat: int, notes: StateRecord, district: int) -> float:
    """Return the value of a district's rune stone, at later crossings of the river and at the end (ME-13, ME-15)."""
    holder = state.rune[district]
    if holder == seat:
        return 0.0
    value = STONE * (notes.visits + notes.stones[seat])
    if holder >= 0:
        value += STOLEN * (notes.visits + notes.stones[holder] - 1) / (state.seats - 1)
    return value


@compiled
def temple_value(state: StateRecord, seat: int, notes: StateRecord, site: int) -> float:
    """Return the huts that a temple touches, less the number expected at this time of the match (ME-15)."""
    value = count_huts_beside(state, site) - PATIENCE * notes.open
    value = value + notes.haste + payment_value(state, seat, notes, site, 1)
    return value + ritual_value(state, seat, notes, site, 0, 1)


@compiled
def payment_value(state: StateRecord, seat: int, notes: StateRecord, site: int, cost: int) -> float:
    """Return the negative value of paying `cost` of each of a site's two resources; exchange costs more (ME-10)."""
    value = 0.0
    for i in range(2):
        kind = state.need[site, i]
        missing = max(0, cost - state.hand[seat, kind])
        value += gain_value(state, seat, notes, kind, -1.0 * cost) - missing * EXCHANGE_RATE * DEAR / 2
    return value


@compiled
def ritual_value(state: StateRecord, seat: int, notes: StateRecord, site: int, size: int, cost: int) -> float:
    """Return the value of the next ritual after a build; `size` is the run of the new hut, 0 for a temple (ME-11)."""
    if state.druid < LAST_STONE:
        return 0.0
    place = find_first_visit(state, site, size)
    if place < 0:
        return 0.0
    for kind in range(KINDS):
        notes.left[kind] = state.hand[seat, kind]
    notes.left[state.need[site, 0]] -= cost
    notes.left[state.need[site, 1]] -= cost
    length = visited_run_length(state, site, size, place)
    value = river_value(state, seat, notes) if place <= state.druid else 0.0
    for _ in range(length):
        if state.run[place] == 0 and (size == 0 or place != site):
            break
        value += RITUAL * offering_value(state, seat, notes, place, place == site, length)
        place = site_after(state, place)
    return value


@compiled
def find_first_visit(state: StateRecord, site: int, size: int) -> int:
    """Return the hut that the druid visits after a build, or -1."""
    place = state.druid
    for _ in range(state.sites):
        place = site_after(state, place)
        if state.run[place] > 0 or (size > 0 and place == site):
            return place
    return -1


@compiled
def visited_run_length(state: StateRecord, site: int, size: int, place: int) -> int:
    """Return the length of the run at `place` after a build on `site`."""
    start = site - state.run[site_before(state, site)]
    return size if size > 0 and (place - start) % state.sites < size else state.run[place]


@compiled
def river_value(state: StateRecord, seat: int, notes: StateRecord) -> float:
    """Return the value of a crossing of the river: a point for each rune stone (ME-13)."""
    value = 0.0
    for other in range(state.seats):
        value += RIVER * notes.stones[other] * point_weight(state, seat, other)
    return value


@compiled
def offering_value(state: StateRecord, seat: int, notes: StateRecord, site: int, is_new: bool, size: int) -> float:
    """Return the value of the best offering of one hut; an own one is paid from `notes.left` (ME-12)."""
    one, two = state.need[site, 0], state.need[site, 1]
    if not is_new and state.owner[site] != seat:
        owner = state.owner[site]
        return point_weight(state, seat, owner) * offering_points(state.hand[owner, one], state.hand[owner, two], size)
    points = offering_points(notes.left[one], notes.left[two], size)
    notes.left[one] -= 1
    notes.left[two] -= 1
    return points


@compiled
def offering_points(one: int, two: int, size: int) -> float:
    """Return the most points that an offering can bring with these numbers of the hut's two resources."""
    if one > 0 and two > 0:
        return 1.0 * size
    return 1.0 if one > 0 or two > 0 else -1.0
