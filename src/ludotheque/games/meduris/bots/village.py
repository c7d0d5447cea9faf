"""What a player of Meduris may think of each action: points that it brings sooner or later, less what it costs."""

from ludotheque.compile import compiled
from ludotheque.game import Move, StateRecord, state_dtype
from ludotheque.games.meduris.druid import LAST_STONE
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, hut_cost, huts_beside, site_after, site_before
from ludotheque.games.meduris.rules import HUT, SHIFT
from ludotheque.games.meduris.stock import PLATEAUS, RATE
from ludotheque.games.meduris.turn import SEATS

PIECES = 10.0  # huts and temples that a player usually has

# In points. Found by matches between players by rule that differ in these numbers alone.
DEAR = 1.9  # a resource of which one has none
KEEP = 2.8  # resources of a kind that one wants for each own hut that asks for it,
SPARE = 0.9  # and for each piece still to be built
LAPS = 0.9  # how many of the rituals still to come are believed in
GROWTH = 0.75  # a point of an offering still to come
RITUAL = 0.6  # a point of an offering that comes at once
OTHERS = 0.9  # what others gain, all of them together
STONE = 0.3  # a point of a rune stone
STOLEN = 0.7  # the same, taken from somebody
RIVER = 1.0  # a rune stone at a crossing that comes at once
PATIENCE = 6.0  # huts that a temple should touch, while everything is still to be built
YIELD = 1.8  # a great yield's resources, against others
INCOME = 0.4  # what workers make from then on
CALM, HASTY = 0.5, 16.0  # any piece rather than none, to players of either temper,
HURRY = 0.7  # and for each that one has more to build than the fastest player

Desk = state_dtype(
    ("need", "f8", KINDS),  # resources of a kind beyond which more are worth nothing
    ("temper", "f8", SEATS),  # what each player thinks any piece is worth
    ("stones", "i8", SEATS),  # rune stones that each player holds
    ("visits", "f8"),  # how often the druid still comes to a hut, the last lap included
    ("open", "f8"),  # the part of the match that is still to come
    ("haste", "f8"),  # what any piece is worth
    ("left", "i8", KINDS),  # scratch: a hand after payments
    ("best", "f8"),  # the best action so far: its value,
    ("kind", "i8"),  # and the numbers of its Move
    ("a", "i8"),
    ("b", "i8"),
    ("c", "i8"),
)


@compiled
def look(state: StateRecord, seat: int, desk: StateRecord) -> None:
    """Note what all actions of a player are judged by."""
    fewest = pieces_left(state, seat)
    for other in range(state.seats):
        fewest = min(fewest, pieces_left(state, other))
    builds = 0 if state.finisher >= 0 else fewest * state.seats
    desk.visits = 1.0 + LAPS * builds / (count_runs(state) + 2)
    desk.open = builds / (PIECES * state.seats)
    desk.haste = desk.temper[seat] + HURRY * (pieces_left(state, seat) - fewest)
    count_needs(state, seat, desk)
    count_stones(state, desk)


@compiled
def pieces_left(state: StateRecord, seat: int) -> int:
    return state.huts_left[seat] + state.temples_left[seat]


@compiled
def count_runs(state: StateRecord) -> int:
    runs = 0
    for site in range(state.sites):
        runs += state.run[site] > 0 and state.run[site_before(state, site)] == 0
    return runs


@compiled
def count_needs(state: StateRecord, seat: int, desk: StateRecord) -> None:
    for kind in range(KINDS):
        desk.need[kind] = 0.5 + SPARE * pieces_left(state, seat)
    for site in range(state.sites):
        if state.run[site] > 0 and state.owner[site] == seat:
            desk.need[state.need[site, 0]] += KEEP
            desk.need[state.need[site, 1]] += KEEP


@compiled
def count_stones(state: StateRecord, desk: StateRecord) -> None:
    for other in range(SEATS):
        desk.stones[other] = 0
    for district in range(DISTRICTS):
        if state.rune[district] >= 0:
            desk.stones[state.rune[district]] += 1


@compiled
def worth(desk: StateRecord, kind: int, amount: float) -> float:
    """What so many of a kind are worth: each less than the one before, and nothing beyond the need."""
    need = desk.need[kind]
    amount = max(0.0, min(amount, need))
    return DEAR * (amount - amount * amount / (2 * need))


@compiled
def gain(state: StateRecord, seat: int, desk: StateRecord, kind: int, more: float) -> float:
    """What it is worth to have so many more of a kind."""
    held = 1.0 * state.hand[seat, kind]
    return worth(desk, kind, held + more) - worth(desk, kind, held)


@compiled
def stake(state: StateRecord, seat: int, owner: int) -> float:
    """How much a player minds a point of this owner."""
    return 1.0 if owner == seat else -OTHERS / (state.seats - 1)


@compiled
def value_of(state: StateRecord, seat: int, desk: StateRecord, move: Move) -> float:
    """What an action is worth."""
    if move.kind == SHIFT:
        return shift_value(state, seat, desk, move.a, move.b, move.c)
    return hut_value(state, seat, desk, move.a) if move.kind == HUT else temple_value(state, seat, desk, move.a)


@compiled
def shift_value(state: StateRecord, seat: int, desk: StateRecord, plateau: int, height: int, target: int) -> float:
    """The great yield, and what the workers make after it (ME-7)."""
    value = 0.0
    for one in range(PLATEAUS):
        workers, amount = workers_on(state, seat, one, plateau, height)
        if one == target:
            workers += 1
            amount += state.height[target] + 1
        elif state.great_yield != 0:
            amount = 0
        if workers > 0:
            value += YIELD * gain(state, seat, desk, one, 1.0 * amount)
            value += INCOME * desk.open * gain(state, seat, desk, one, amount + 2.0 * workers)
    return value


@compiled
def workers_on(state: StateRecord, seat: int, one: int, plateau: int, height: int) -> tuple[int, int]:
    """A player's workers on one plateau, and their heights together, once the worker at this place is gone."""
    workers, amount = 0, 0
    for level in range(1, state.height[one] + 1):
        if state.pile[one, level - 1] == seat and (one != plateau or level != height):
            workers += 1
            amount += level - (one == plateau and level > height)
    return workers, amount


@compiled
def hut_value(state: StateRecord, seat: int, desk: StateRecord, site: int) -> float:
    """Offerings of the colony that it makes larger, the temples beside it, and a rune stone."""
    size, cost = huts_beside(state, site) + 1, hut_cost(state, site)
    growth, temples = 1.0 * size, 0.0
    for way in range(2):
        place = neighbour(state, site, way)
        more = size - state.run[place]
        for _ in range(state.run[place]):
            growth += more * stake(state, seat, state.owner[place])
            place = neighbour(state, place, way)
        if state.owner[place] >= 0 and state.run[place] == 0:
            temples += more * stake(state, seat, state.owner[place])
    value = GROWTH * desk.visits * growth + temples + stone_value(state, seat, desk, state.district[site])
    return value + desk.haste + payment(state, seat, desk, site, cost) + ritual(state, seat, desk, site, size, cost)


@compiled
def neighbour(state: StateRecord, site: int, way: int) -> int:
    """The next site clockwise (1) or the other way (0)."""
    return site_after(state, site) if way else site_before(state, site)


@compiled
def stone_value(state: StateRecord, seat: int, desk: StateRecord, district: int) -> float:
    """A rune stone more counts for the rivers to come, and for as much as one holds then (ME-13, ME-15)."""
    holder = state.rune[district]
    if holder == seat:
        return 0.0
    value = STONE * (desk.visits + desk.stones[seat])
    if holder >= 0:
        value += STOLEN * (desk.visits + desk.stones[holder] - 1) / (state.seats - 1)
    return value


@compiled
def temple_value(state: StateRecord, seat: int, desk: StateRecord, site: int) -> float:
    """The huts that it touches, which should be many while there is time (ME-15)."""
    value = huts_beside(state, site) - PATIENCE * desk.open
    return value + desk.haste + payment(state, seat, desk, site, 1) + ritual(state, seat, desk, site, 0, 1)


@compiled
def payment(state: StateRecord, seat: int, desk: StateRecord, site: int, cost: int) -> float:
    """What it is worth to give so many of a site's two resources, less than nothing; exchange is dear (ME-10)."""
    value = 0.0
    for i in range(2):
        kind = state.need[site, i]
        missing = max(0, cost - state.hand[seat, kind])
        value += gain(state, seat, desk, kind, -1.0 * cost) - missing * RATE * DEAR / 2
    return value


@compiled
def ritual(state: StateRecord, seat: int, desk: StateRecord, site: int, size: int, cost: int) -> float:
    """What the druid's next ritual brings after a build: size is the new hut's run, or 0 for a temple (ME-11)."""
    if state.druid < LAST_STONE:
        return 0.0
    place = first_visit(state, site, size)
    if place < 0:
        return 0.0
    for kind in range(KINDS):
        desk.left[kind] = state.hand[seat, kind]
    desk.left[state.need[site, 0]] -= cost
    desk.left[state.need[site, 1]] -= cost
    length = visited_run(state, site, size, place)
    value = river_value(state, seat, desk) if place <= state.druid else 0.0
    for _ in range(length):
        if state.run[place] == 0 and (size == 0 or place != site):
            break
        value += RITUAL * offering_value(state, seat, desk, place, place == site, length)
        place = site_after(state, place)
    return value


@compiled
def first_visit(state: StateRecord, site: int, size: int) -> int:
    """The hut that the druid comes to after a build; -1 if there is none."""
    place = state.druid
    for _ in range(state.sites):
        place = site_after(state, place)
        if state.run[place] > 0 or (size > 0 and place == site):
            return place
    return -1


@compiled
def visited_run(state: StateRecord, site: int, size: int, place: int) -> int:
    """How long the run of a hut is after a build, which may have joined it."""
    start = site - state.run[site_before(state, site)]
    return size if size > 0 and (place - start) % state.sites < size else state.run[place]


@compiled
def river_value(state: StateRecord, seat: int, desk: StateRecord) -> float:
    """A crossing: a point for each rune stone (ME-13)."""
    value = 0.0
    for other in range(state.seats):
        value += RIVER * desk.stones[other] * stake(state, seat, other)
    return value


@compiled
def offering_value(state: StateRecord, seat: int, desk: StateRecord, site: int, is_new: bool, size: int) -> float:
    """The points of one hut's offering; one's own is paid from what is left (ME-12)."""
    one, two = state.need[site, 0], state.need[site, 1]
    if not is_new and state.owner[site] != seat:
        owner = state.owner[site]
        return stake(state, seat, owner) * points_for(state.hand[owner, one], state.hand[owner, two], size)
    points = points_for(desk.left[one], desk.left[two], size)
    desk.left[one] -= 1
    desk.left[two] -= 1
    return points


@compiled
def points_for(one: int, two: int, size: int) -> float:
    """The most that so much of a hut's resources can bring."""
    if one > 0 and two > 0:
        return 1.0 * size
    return 1.0 if one > 0 or two > 0 else -1.0
