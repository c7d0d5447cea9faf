"""The maps of Ghost in the Cell, as the contest's own generator draws them (GC-2 … GC-6).

`rng` is the state of java.util.Random: an integer of 48 bits that each draw takes and returns.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord

FACTORIES = 15
NEUTRAL = -1
TOP_PRODUCTION = 3

WIDTH, HEIGHT = 16000, 6500
GAP = 300  # free space around a factory, beyond its radius
TRIES = 1_000_000  # for each pair: about one map of 15 factories in 50 million has no room for its last pair

MASK_48, MASK_24 = (1 << 48) - 1, (1 << 24) - 1
MULTIPLIER = 0x5DEECE66D


@compiled
def draw_map(state: StateRecord) -> None:
    """Place the factories, fill them with cyborgs, and measure the distances between them."""
    rng = (state.map ^ MULTIPLIER) & MASK_48  # GC-2: java.util.Random(seed)
    rng = draw_count(state, rng)
    radius = 600 if state.count > 10 else 700
    for i in range(FACTORIES):
        state.owner[i] = NEUTRAL
    state.x[0], state.y[0] = WIDTH // 2, HEIGHT // 2
    place_factories(state, rng, radius)
    raise_production(state)
    measure_distances(state, radius)


@compiled
def draw_count(state: StateRecord, rng: int) -> int:
    """Draw the number of factories, which is odd (GC-3)."""
    state.count = state.factories
    if state.factories == 0:
        rng, more = next_int(rng, 3 if state.league == 0 else 9)
        state.count = 7 + more + more % 2
    return rng


@compiled
def place_factories(state: StateRecord, rng: int, radius: int) -> None:
    """Place pair by pair; if there is no room for the next pair, start again with the first (GC-4)."""
    i = 1
    while i < state.count:
        rng, is_placed = place_pair(state, rng, i, radius)
        if is_placed:
            rng = fill_pair(state, rng, i)
            i += 2
        else:
            i = 1


@compiled
def place_pair(state: StateRecord, rng: int, i: int, radius: int) -> tuple[int, bool]:
    """Draw two factories opposite each other, again while they are too near to another one (GC-4)."""
    for _ in range(TRIES):
        rng, x = next_int(rng, WIDTH // 2 - 2 * radius)
        rng, y = next_int(rng, HEIGHT - 2 * radius)
        x += radius + GAP
        y += radius + GAP
        if nearest_squared_distance(state, i, x, y) >= 4 * (radius + GAP) * (radius + GAP):
            state.x[i], state.y[i] = x, y
            state.x[i + 1], state.y[i + 1] = WIDTH - x, HEIGHT - y
            return rng, True
    return rng, False


@compiled
def nearest_squared_distance(state: StateRecord, placed: int, x: int, y: int) -> int:
    nearest = WIDTH * WIDTH
    for i in range(placed):
        nearest = min(nearest, squared_distance(state.x[i], state.y[i], x, y))
    return nearest


@compiled
def squared_distance(x: int, y: int, other_x: int, other_y: int) -> int:
    return (x - other_x) * (x - other_x) + (y - other_y) * (y - other_y)


@compiled
def fill_pair(state: StateRecord, rng: int, i: int) -> int:
    """Draw production and cyborgs of a pair; the first pair belongs to the two players (GC-4)."""
    rng, production = next_int(rng, 4)
    cyborgs = state.cyborgs
    if i > 1:
        rng, cyborgs = next_int(rng, 5 * production + 1)
    elif cyborgs == 0:
        rng, more = next_int(rng, 16)
        cyborgs = 15 + more
    for side in range(2):
        state.production[i + side] = production
        state.stock[i + side] = cyborgs
        if i == 1:
            state.owner[i + side] = side
    return rng


@compiled
def raise_production(state: StateRecord) -> None:
    """Raise the total production of a map to 4, from factory 1 on (GC-5)."""
    total = 0
    for i in range(state.count):
        total += state.production[i]
    for i in range(1, state.count):
        if total < 4 and state.production[i] < TOP_PRODUCTION:
            state.production[i] += 1
            total += 1


@compiled
def measure_distances(state: StateRecord, radius: int) -> None:
    """Fill in the turns from factory to factory (GC-6)."""
    for i in range(state.count):
        for j in range(i):
            turns = count_turns(squared_distance(state.x[i], state.y[i], state.x[j], state.y[j]), radius)
            state.distance[i, j] = turns
            state.distance[j, i] = turns


@compiled
def count_turns(squared: int, radius: int) -> int:
    """Return the turns for a squared distance between centres: 800 units per turn from rim to rim, at least 1 turn.

    Computed in integers, because floats may differ between machines.
    """
    turns = 1
    while (800 * turns + 400 + 2 * radius) * (800 * turns + 400 + 2 * radius) <= squared:
        turns += 1
    return turns


@compiled
def next_int(rng: int, bound: int) -> tuple[int, int]:
    """Return the next state and a number below `bound`, as nextInt draws it (GC-2)."""
    rng = next_state(rng)
    drawn = rng >> 17
    if bound & (bound - 1) == 0:
        return rng, (bound * drawn) >> 31
    while drawn - drawn % bound + bound - 1 >= 1 << 31:  # an incomplete last block would favour low numbers
        rng = next_state(rng)
        drawn = rng >> 17
    return rng, drawn % bound


@compiled
def next_state(rng: int) -> int:
    """Return rng * MULTIPLIER + 11 modulo 2**48, in halves of 24 bits so that no product exceeds 63 bits."""
    high, low = rng >> 24, rng & MASK_24
    middle = (high * (MULTIPLIER & MASK_24) + low * (MULTIPLIER >> 24)) & MASK_24
    return ((middle << 24) + low * (MULTIPLIER & MASK_24) + 11) & MASK_48
