"""The resources of Meduris: what players hold, what the supply has left, production and payment (ME-5, ME-6, ME-10)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.meduris.ring import KINDS

PLATEAUS, MAX_WORKERS = KINDS, 3  # a plateau has the number of the resource that it makes
EXCHANGE_RATE = 3  # tiles of any kind for one that is missing (ME-10)


@compiled
def count_tiles(state: StateRecord, seat: int) -> int:
    """Return the number of tiles that a seat holds, of all kinds."""
    total = 0
    for kind in range(KINDS):
        total += state.hand[seat, kind]
    return total


@compiled
def has_supply(state: StateRecord, kind: int) -> bool:
    """Return whether the supply has a tile of this kind (ME-6)."""
    return state.supply == 0 or count_left(state, kind) > 0


@compiled
def count_left(state: StateRecord, kind: int) -> int:
    """Return how many tiles a limited supply has left: all tiles of the kind except those in hands (ME-6)."""
    left = 0 + state.supply
    for seat in range(state.seats):
        left -= state.hand[seat, kind]
    return left


@compiled
def produce(state: StateRecord, plateau: int, height: int, amount: int) -> None:
    """Give a worker's owner `amount` of the plateau's resource, or less if the supply is short (ME-6)."""
    if state.supply > 0:
        amount = min(amount, count_left(state, plateau))
    state.hand[state.pile[plateau, height], plateau] += amount


@compiled
def produce_ones(state: StateRecord, plateau: int) -> None:
    """Let every worker of a plateau make 1 (ME-5), upper workers first (ME-6)."""
    for height in range(state.height[plateau] - 1, -1, -1):
        produce(state, plateau, height, 1)


@compiled
def produce_heights(state: StateRecord, plateau: int, seat: int) -> None:
    """Let workers make 1, and 1 more for each worker below (ME-7), upper workers first; NO_SEAT: those of all seats."""
    for height in range(state.height[plateau] - 1, -1, -1):
        if seat < 0 or state.pile[plateau, height] == seat:
            produce(state, plateau, height, height + 1)


@compiled
def can_pay(state: StateRecord, seat: int, site: int, one: int, two: int) -> bool:
    """Return whether a seat can pay `one` and `two` of a site's resources, with `exchange` by other tiles (ME-10)."""
    first, second = state.hand[seat, state.need[site, 0]], state.hand[seat, state.need[site, 1]]
    if first >= one and second >= two:
        return True
    if state.exchange == 0:
        return False
    paid = min(first, one) + min(second, two)
    return count_tiles(state, seat) - paid >= EXCHANGE_RATE * (one + two - paid)


@compiled
def pay(state: StateRecord, seat: int, site: int, one: int, two: int) -> int:
    """Pay what the seat holds of the price, and return how many tiles of any kind it owes for the rest (ME-10)."""
    first, second = state.need[site, 0], state.need[site, 1]
    from_first, from_second = min(state.hand[seat, first], one), min(state.hand[seat, second], two)
    state.hand[seat, first] -= from_first
    state.hand[seat, second] -= from_second
    return EXCHANGE_RATE * (one + two - from_first - from_second)
