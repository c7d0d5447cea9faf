"""A ledger of what other hives took: which flowers their bees emptied, what these carry, what the hives have.

Bees are seen, nectar is not (BZ-12). A worker that stays beside a flower from one own turn to the next has foraged it.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord, state_dtype
from ludotheque.games.bzzz.bots.estimates import estimate_share_left, is_in_foreign_quadrant, quadrant_of
from ludotheque.games.bzzz.field import BEES, FLOWERS, SEATS, zone_of
from ludotheque.games.bzzz.forage import CARRIES, compute_yield
from ludotheque.games.bzzz.rules import DRONE

HUNTS = 8  # ways to hunt that are told apart: see styles.py
ENOUGH = 0.5  # nectar that a flower must have left to be foraged

Ledger = state_dtype(
    ("turn", "i4"),  # when it was brought up to date
    ("is_begun", "i1"),
    ("bees", "i1", SEATS),
    ("x", "i1", (SEATS, BEES)),  # where each bee was then
    ("y", "i1", (SEATS, BEES)),
    ("is_awake", "i1", (SEATS, BEES)),
    ("carry", "f8", (SEATS, BEES)),  # nectar that a bee carries
    ("hoard", "f8", SEATS),  # nectar in a hive
    ("eaten", "f8", FLOWERS),  # nectar that other seats took from a flower
    ("since", "f8", FLOWERS),  # the part of it that they took after the own latest forage
    ("forages", "i2", FLOWERS),  # the number of own forages then
    ("fits", "f8", (SEATS, HUNTS)),  # how well each way to hunt fits the drones of a seat
)


@compiled
def update_ledger(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Enter what happened since the own last turn. Needs `plan.start`."""
    if ledger.is_begun == 0:
        begin_ledger(state, plan, ledger, seat)
    for flower in range(4 * state.nfleurs):
        if ledger.forages[flower] != state.forages[seat, flower]:
            ledger.forages[flower] = state.forages[seat, flower]
            ledger.since[flower] = 0.0
    was_last_round = state.turn - ledger.turn == state.seats
    for other in range(state.seats):
        for bee in range(state.bees[other] if other != seat else 0):
            enter_bee(state, plan, ledger, seat, other, bee, was_last_round)
        ledger.bees[other] = state.bees[other]
    ledger.turn = state.turn


@compiled
def begin_ledger(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Begin, perhaps in the middle of a match: others have taken what an average hive takes."""
    ledger.is_begun = 1
    for other in range(state.seats):
        ledger.hoard[other] = state.nectar_initial
    for flower in range(4 * state.nfleurs):
        if is_in_foreign_quadrant(state, seat, flower):
            owner = quadrant_of(state, flower)
            ledger.eaten[flower] = plan.start[flower] * (1.0 - estimate_share_left(state, owner))
            ledger.hoard[owner] += ledger.eaten[flower]


@compiled
def enter_bee(
    state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int, other: int, bee: int, was_last_round: bool
) -> None:
    x, y = int(state.x[other, bee]), int(state.y[other, bee])
    is_new = bee >= ledger.bees[other]
    stayed = was_last_round and not is_new and ledger.x[other, bee] == x and ledger.y[other, bee] == y
    if is_new:
        ledger.hoard[other] = max(0.0, ledger.hoard[other] - state.cout_ponte)
        ledger.carry[other, bee] = 0.0
    if state.ko[other, bee] > 0:
        ledger.carry[other, bee] = 0.0
    elif stayed and ledger.is_awake[other, bee] != 0 and state.kind[other, bee] != DRONE:
        enter_forage(state, plan, ledger, seat, other, bee)
    if zone_of(state, x, y) == other:
        ledger.hoard[other] += ledger.carry[other, bee]
        ledger.carry[other, bee] = 0.0
    ledger.x[other, bee], ledger.y[other, bee] = x, y
    ledger.is_awake[other, bee] = state.ko[other, bee] == 0


@compiled
def enter_forage(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int, other: int, bee: int) -> None:
    """Let a bee forage the flower in reach that has most left."""
    room = CARRIES[state.kind[other, bee]] - ledger.carry[other, bee]
    flower = richest_flower(state, plan, ledger, seat, int(state.x[other, bee]), int(state.y[other, bee]))
    if flower >= 0 and room > 0:
        left = left_of(state, plan, ledger, seat, flower)
        given = compute_yield(state, max(1, int(left)), int(plan.start[flower]))
        ledger.carry[other, bee] += min(1.0 * given, room)
        ledger.eaten[flower] += given
        ledger.since[flower] += given


@compiled
def richest_flower(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int, x: int, y: int) -> int:
    best, found = ENOUGH, -1
    for row in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for column in range(max(x - 1, 0), min(x + 2, state.ncases)):
            flower = state.bloom[row, column] - 1
            if flower >= 0 and left_of(state, plan, ledger, seat, flower) > best:
                best, found = left_of(state, plan, ledger, seat, flower), flower
    return found


@compiled
def left_of(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int, flower: int) -> float:
    return plan.start[flower] - state.taken[seat, flower] - ledger.eaten[flower]


@compiled
def estimate_by_ledger(state: StateRecord, plan: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Set `plan.nectar`: what the ledger leaves, within what the own latest forage proved."""
    for flower in range(4 * state.nfleurs):
        left = left_of(state, plan, ledger, seat, flower)
        if state.room[seat, flower] >= 0:
            low, high = 1.0 * state.low[seat, flower], 1.0 * state.high[seat, flower]
            left = min(high, max(low, left + ledger.since[flower])) - ledger.since[flower]
        left = min(1.0 * state.high[seat, flower], max(0.0, left))
        plan.nectar[flower] = left if state.empty[seat, flower] == 0 else 0.0
