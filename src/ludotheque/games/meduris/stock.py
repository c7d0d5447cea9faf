"""What the players of Meduris hold, what there is to be had, and how they pay (ME-5, ME-6, ME-10)."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.meduris.ring import KINDS

PLATEAUS, TOP = KINDS, 3  # a plateau is numbered as what it makes, and holds three workers
RATE = 3  # what a missing unit costs in tiles of any kind (ME-10)


@compiled
def held(state: StateRecord, seat: int) -> int:
    """All that a player holds."""
    total = 0
    for kind in range(KINDS):
        total += state.hand[seat, kind]
    return total


@compiled
def is_left(state: StateRecord, kind: int) -> bool:
    """Is there a tile of this kind to be had (ME-6)?"""
    return state.supply == 0 or left_of(state, kind) > 0


@compiled
def left_of(state: StateRecord, kind: int) -> int:
    """What a limited supply has left: all tiles of the kind but those in hands (ME-6)."""
    left = 0 + state.supply
    for seat in range(state.seats):
        left -= state.hand[seat, kind]
    return left


@compiled
def produce(state: StateRecord, plateau: int, height: int, amount: int) -> None:
    """A worker makes so much of his plateau's resource; a short supply pays in part (ME-6)."""
    if state.supply > 0:
        amount = min(amount, left_of(state, plateau))
    state.hand[state.pile[plateau, height], plateau] += amount


@compiled
def produce_ones(state: StateRecord, plateau: int) -> None:
    """Every worker of a plateau makes 1 (ME-5), upper workers first (ME-6)."""
    for height in range(state.height[plateau] - 1, -1, -1):
        produce(state, plateau, height, 1)


@compiled
def produce_heights(state: StateRecord, plateau: int, seat: int) -> None:
    """The workers of a plateau make 1 and 1 more for each below (ME-7), upper ones first; all, or one player's."""
    for height in range(state.height[plateau] - 1, -1, -1):
        if seat < 0 or state.pile[plateau, height] == seat:
            produce(state, plateau, height, height + 1)


@compiled
def can_pay(state: StateRecord, seat: int, site: int, one: int, two: int) -> bool:
    """So much of the site's first and of its second resource? With exchange on, other tiles stand in (ME-10)."""
    first, second = state.hand[seat, state.need[site, 0]], state.hand[seat, state.need[site, 1]]
    if first >= one and second >= two:
        return True
    if state.exchange == 0:
        return False
    paid = min(first, one) + min(second, two)
    return held(state, seat) - paid >= RATE * (one + two - paid)


@compiled
def pay(state: StateRecord, seat: int, site: int, one: int, two: int) -> int:
    """Pay what is held of it; how many tiles of any kind are owed for the rest (ME-10)."""
    first, second = state.need[site, 0], state.need[site, 1]
    from_first, from_second = min(state.hand[seat, first], one), min(state.hand[seat, second], two)
    state.hand[seat, first] -= from_first
    state.hand[seat, second] -= from_second
    return RATE * (one + two - from_first - from_second)
