"""Skirmishes in Bzzz: whole numbers alone, so that the odds are exact (BZ-8, BZ-9)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, draw
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import BEES, DX, DY, WAYS, is_on_board
from ludotheque.games.bzzz.forage import FORCE

SHARE = 840  # divisible by 1 … 8: a bee's force shared among its opponents stays whole
ACTIVE = 1  # skirmishes: the active player's contacts alone
DODGED, FELL = 1, 2


@compiled
def skirmish(state: StateRecord, player: int, dice: Dice) -> None:
    """One draw for each bee that takes part, in board order; then all consequences together (BZ-8)."""
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            state.fought[seat, bee] = 0
    left = count_awake(state)
    for y in range(state.ncases):
        if left == 0:
            break
        for x in range(state.ncases):
            if state.occupant[y, x] != 0:
                seat, bee = who(state.occupant[y, x])
                if state.ko[seat, bee] == 0:
                    left -= 1
                    state.fought[seat, bee] = fight(state, player, x, y, dice)
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            if state.fought[seat, bee] == FELL:
                fall(state, seat, bee)


@compiled
def who(occupant: int) -> tuple[int, int]:
    """The seat and the number of the bee in a cell."""
    return (occupant - 1) // BEES, (occupant - 1) % BEES


@compiled
def count_awake(state: StateRecord) -> int:
    count = 0
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            count += state.ko[seat, bee] == 0
    return count


@compiled
def fight(state: StateRecord, player: int, x: int, y: int, dice: Dice) -> int:
    """Does the bee in this cell take part, and does it dodge? r·D < P·2³² for its odds P : D."""
    if count_opponents(state, player, x, y) == 0:
        return 0
    dodges, of = odds(state, player, x, y)
    return DODGED if draw(dice) * of < dodges << 32 else FELL


@compiled
def odds(state: StateRecord, player: int, x: int, y: int) -> tuple[int, int]:
    """p = F / (F + the sum of its opponents' F / K), all of it times 840 (BZ-8, BZ-10)."""
    force = SHARE * force_in(state, x, y)
    against = 0
    for way in range(WAYS):
        if is_opponent(state, player, x, y, x + DX[way], y + DY[way]):
            others = count_opponents(state, player, x + DX[way], y + DY[way])
            against += SHARE // others * force_in(state, x + DX[way], y + DY[way])
    return force, force + against


@compiled
def force_in(state: StateRecord, x: int, y: int) -> int:
    """The force of the bee in a cell."""
    seat, bee = who(state.occupant[y, x])
    return FORCE[state.kind[seat, bee]]


@compiled
def count_opponents(state: StateRecord, player: int, x: int, y: int) -> int:
    count = 0
    for way in range(WAYS):
        count += is_opponent(state, player, x, y, x + DX[way], y + DY[way])
    return count


@compiled
def is_opponent(state: StateRecord, player: int, x: int, y: int, there_x: int, there_y: int) -> bool:
    """Is there a bee of another player in that cell, awake, with which the bee here skirmishes? (BZ-8)"""
    if not is_on_board(state, there_x, there_y) or state.occupant[there_y, there_x] == 0:
        return False
    seat, _ = who(state.occupant[y, x])
    other, bee = who(state.occupant[there_y, there_x])
    if other == seat or state.ko[other, bee] != 0:
        return False
    return state.skirmishes != ACTIVE or seat == player or other == player


@compiled
def fall(state: StateRecord, seat: int, bee: int) -> None:
    """A bee that failed loses its nectar and is knocked out (BZ-8)."""
    state.loose -= state.load[seat, bee]
    state.load[seat, bee] = 0
    state.ko[seat, bee] = state.time_ko - state.short_ko


@compiled
def recover(state: StateRecord, seat: int) -> None:
    """At the end of its owner's turn a bee that was out when the turn began has missed one more (BZ-9)."""
    for bee in range(state.bees[seat]):
        if state.ko[seat, bee] > 0 and state.fought[seat, bee] != FELL:
            state.ko[seat, bee] -= 1
