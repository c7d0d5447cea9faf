"""Skirmishes in Bzzz, in whole numbers, so that the odds are exact (BZ-8, BZ-9)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, draw
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import BEES, DX, DY, WAYS, is_on_board
from ludotheque.games.bzzz.forage import FORCE

SHARE = 840  # divisible by 1 … 8, so that a force divided among up to 8 opponents stays a whole number
ACTIVE = 1  # value of the option skirmishes: only contacts of the active player's bees
DODGED, FELL = 1, 2


@compiled
def skirmish(state: StateRecord, player: int, dice: Dice) -> None:
    """Draw once for each bee that takes part, in board order; then knock out all that fell (BZ-8)."""
    left = mark_fighters(state, player)
    if left == 0:
        return  # nearly always, and much sooner than a look at every cell
    for y in range(state.ncases):
        if left == 0:
            break
        for x in range(state.ncases):
            if state.occupant[y, x] != 0:
                seat, bee = decode_occupant(state.occupant[y, x])
                if state.fought[seat, bee] != 0:
                    left -= 1
                    state.fought[seat, bee] = draw_fight(state, player, x, y, dice)
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            if state.fought[seat, bee] == FELL:
                knock_out(state, seat, bee)


@compiled
def decode_occupant(occupant: int) -> tuple[int, int]:
    """Return seat and number of the bee that is encoded in the value of a cell."""
    return (occupant - 1) // BEES, (occupant - 1) % BEES


@compiled
def mark_fighters(state: StateRecord, player: int) -> int:
    """Write 1 in `fought` for each awake bee that has an opponent, 0 for the others; return their number."""
    count = 0
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            state.fought[seat, bee] = state.ko[seat, bee] == 0 and has_opponent(state, player, seat, bee)
            count += state.fought[seat, bee]
    return count


@compiled
def has_opponent(state: StateRecord, player: int, seat: int, bee: int) -> bool:
    """Return whether this bee skirmishes with one in a cell beside it."""
    x, y = state.x[seat, bee], state.y[seat, bee]
    for row in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for column in range(max(x - 1, 0), min(x + 2, state.ncases)):
            if state.occupant[row, column] != 0 and can_fight(state, player, seat, state.occupant[row, column]):
                return True
    return False


@compiled
def can_fight(state: StateRecord, player: int, seat: int, occupant: int) -> bool:
    """Return whether a bee of `seat` can skirmish with this one: it is another seat's, and awake (BZ-8)."""
    other, bee = decode_occupant(occupant)
    if other == seat or state.ko[other, bee] != 0:
        return False
    return state.skirmishes != ACTIVE or seat == player or other == player


@compiled
def draw_fight(state: StateRecord, player: int, x: int, y: int, dice: Dice) -> int:
    """Return DODGED or FELL for the bee here, which has opponents. With odds P of D, a draw r dodges if r·D < P·2³²."""
    part, whole = dodge_odds(state, player, x, y)
    return DODGED if draw(dice) * whole < part << 32 else FELL


@compiled
def dodge_odds(state: StateRecord, player: int, x: int, y: int) -> tuple[int, int]:
    """Return both parts of p = F / (F + the sum of its opponents' F / K), each times SHARE (BZ-8, BZ-10)."""
    force = SHARE * force_at(state, x, y)
    against = 0
    for way in range(WAYS):
        if is_opponent(state, player, x, y, x + DX[way], y + DY[way]):
            others = count_opponents(state, player, x + DX[way], y + DY[way])
            against += SHARE // others * force_at(state, x + DX[way], y + DY[way])
    return force, force + against


@compiled
def force_at(state: StateRecord, x: int, y: int) -> int:
    seat, bee = decode_occupant(state.occupant[y, x])
    return FORCE[state.kind[seat, bee]]


@compiled
def count_opponents(state: StateRecord, player: int, x: int, y: int) -> int:
    count = 0
    for way in range(WAYS):
        count += is_opponent(state, player, x, y, x + DX[way], y + DY[way])
    return count


@compiled
def is_opponent(state: StateRecord, player: int, x: int, y: int, there_x: int, there_y: int) -> bool:
    """Return whether the bee here skirmishes with one in that cell."""
    if not is_on_board(state, there_x, there_y) or state.occupant[there_y, there_x] == 0:
        return False
    seat, _ = decode_occupant(state.occupant[y, x])
    return can_fight(state, player, seat, state.occupant[there_y, there_x])


@compiled
def knock_out(state: StateRecord, seat: int, bee: int) -> None:
    """Take the bee's nectar away and make it miss turns (BZ-8)."""
    state.loose -= state.load[seat, bee]
    state.load[seat, bee] = 0
    state.ko[seat, bee] = state.time_ko - state.short_ko


@compiled
def recover(state: StateRecord, seat: int) -> None:
    """Count one missed turn for each bee that was knocked out when its owner's turn began (BZ-9)."""
    for bee in range(state.bees[seat]):
        if state.ko[seat, bee] > 0 and state.fought[seat, bee] != FELL:
            state.ko[seat, bee] -= 1
