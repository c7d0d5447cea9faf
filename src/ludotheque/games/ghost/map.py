"""The contest's own maps of Ghost in the Cell, from the contest's own generator (GC-2 … GC-6)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord

FACTORIES = 15
NEUTRAL = -1
TOP_PRODUCTION = 3

WIDTH, HEIGHT = 16000, 6500
GAP = 300  # around a factory, besides its radius
TRIES = 1_000_000  # to place a pair: about one map of 15 factories in 50 million has no room for its last one

MASK_48, MASK_24 = (1 << 48) - 1, (1 << 24) - 1
MULTIPLIER = 0x5DEECE66D


@compiled
def draw_map(state: StateRecord) -> None:
    """Place the factories, man them, and measure the distances between them."""
    luck = (state.map ^ MULTIPLIER) & MASK_48  # GC-2: java.util.Random(seed)
    luck = draw_count(state, luck)
    radius = 600 if state.count > 10 else 700
    for i in range(FACTORIES):
        state.owner[i] = NEUTRAL
    state.x[0], state.y[0] = WIDTH // 2, HEIGHT // 2
    place_all(state, luck, radius)
    raise_production(state)
    measure(state, radius)


@compiled
def draw_count(state: StateRecord, luck: int) -> int:
    """How many factories, always an odd number (GC-3)."""
    state.count = state.factories
    if state.factories == 0:
        luck, more = next_int(luck, 3 if state.league == 0 else 9)
        state.count = 7 + more + more % 2
    return luck


@compiled
def place_all(state: StateRecord, luck: int, radius: int) -> None:
    """Pair by pair; where no room is left for the next one, the first is placed again (GC-4)."""
    i = 1
    while i < state.count:
        luck, is_placed = place_pair(state, luck, i, radius)
        if is_placed:
            luck = man_pair(state, luck, i)
            i += 2
        else:
            i = 1


@compiled
def place_pair(state: StateRecord, luck: int, i: int, radius: int) -> tuple[int, bool]:
    """Two factories opposite each other, drawn again while they are too near to another one (GC-4)."""
    for _ in range(TRIES):
        luck, x = next_int(luck, WIDTH // 2 - 2 * radius)
        luck, y = next_int(luck, HEIGHT - 2 * radius)
        x += radius + GAP
        y += radius + GAP
        if squared_room(state, i, x, y) >= 4 * (radius + GAP) * (radius + GAP):
            state.x[i], state.y[i] = x, y
            state.x[i + 1], state.y[i + 1] = WIDTH - x, HEIGHT - y
            return luck, True
    return luck, False


@compiled
def squared_room(state: StateRecord, placed: int, x: int, y: int) -> int:
    """How far the nearest of the factories placed so far is."""
    room = WIDTH * WIDTH
    for i in range(placed):
        room = min(room, squared_distance(state.x[i], state.y[i], x, y))
    return room


@compiled
def squared_distance(x: int, y: int, other_x: int, other_y: int) -> int:
    return (x - other_x) * (x - other_x) + (y - other_y) * (y - other_y)


@compiled
def man_pair(state: StateRecord, luck: int, i: int) -> int:
    """The production and the cyborgs of a pair; the first one belongs to the two players (GC-4)."""
    luck, production = next_int(luck, 4)
    cyborgs = state.cyborgs
    if i > 1:
        luck, cyborgs = next_int(luck, 5 * production + 1)
    elif cyborgs == 0:
        luck, more = next_int(luck, 16)
        cyborgs = 15 + more
    for side in range(2):
        state.production[i + side] = production
        state.stock[i + side] = cyborgs
        if i == 1:
            state.owner[i + side] = side
    return luck


@compiled
def raise_production(state: StateRecord) -> None:
    """A map that makes fewer than four cyborgs a turn is helped, from factory 1 on (GC-5)."""
    total = 0
    for i in range(state.count):
        total += state.production[i]
    for i in range(1, state.count):
        if total < 4 and state.production[i] < TOP_PRODUCTION:
            state.production[i] += 1
            total += 1


@compiled
def measure(state: StateRecord, radius: int) -> None:
    """The turns from factory to factory (GC-6)."""
    for i in range(state.count):
        for j in range(i):
            turns = turns_for(squared_distance(state.x[i], state.y[i], state.x[j], state.y[j]), radius)
            state.distance[i, j] = turns
            state.distance[j, i] = turns


@compiled
def turns_for(squared: int, radius: int) -> int:
    """800 a turn from rim to rim, rounded to the nearest, at least 1: in whole numbers, since floats may differ."""
    turns = 1
    while (800 * turns + 400 + 2 * radius) * (800 * turns + 400 + 2 * radius) <= squared:
        turns += 1
    return turns


@compiled
def next_int(luck: int, bound: int) -> tuple[int, int]:
    """A number below the bound as nextInt draws it, behind the generator's next state (GC-2)."""
    luck = step(luck)
    drawn = luck >> 17
    if bound & (bound - 1) == 0:
        return luck, (bound * drawn) >> 31
    while drawn - drawn % bound + bound - 1 >= 1 << 31:  # the uneven rest would favour the low numbers
        luck = step(luck)
        drawn = luck >> 17
    return luck, drawn % bound


@compiled
def step(luck: int) -> int:
    """luck * MULTIPLIER + 11 modulo 2**48, in halves of 24 bits so that no product leaves 63 bits."""
    high, low = luck >> 24, luck & MASK_24
    middle = (high * (MULTIPLIER & MASK_24) + low * (MULTIPLIER >> 24)) & MASK_24
    return ((middle << 24) + low * (MULTIPLIER & MASK_24) + 11) & MASK_48
