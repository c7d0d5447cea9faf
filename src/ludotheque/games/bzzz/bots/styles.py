"""Styles of other hives: how their drones seem to hunt, and how they will play in a future."""

import math

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import count_drones, steps_beside
from ludotheque.games.bzzz.bots.ledger import HUNTS
from ludotheque.games.bzzz.bots.rivals import find_prey
from ludotheque.games.bzzz.rules import DRONE

FORAGERS = (  # full, near_home, fear
    (12, 0.5, 0.0),
    (12, 0.5, 3.0),
    (12, 1.0, 3.0),
    (9, 1.0, 0.0),
)
HUNTERS = (  # leash, waits, hunts_drones, hunts the own seat only
    (0.0, 0, 0, 0),
    (0.0, 1, 0, 0),
    (0.3, 0, 0, 0),
    (1.0, 0, 1, 0),
    (0.0, 0, 1, 0),
    (0.0, 1, 1, 0),
    (0.0, 0, 0, 1),
    (0.0, 1, 0, 1),
)
FORAGER_COUNT = len(FORAGERS)
OLD = 0.97  # what a sighting counts after one more round
SHARPNESS = 0.5  # how much one sighting changes the weight of a style, as an exponent
SURE = 1000  # parts of the draw between styles


@compiled
def watch_drones(state: StateRecord, style: StateRecord, ledger: StateRecord, seat: int) -> None:
    """Note in the ledger which hunts fit the latest steps of other seats' drones.

    `state` is a copy of the view that is changed; the ledger must still show the own last turn.
    """
    wake_the_latest(state)
    for offset in range(state.seats - 1, 0, -1):
        other = (seat + offset) % state.seats
        for bee in range(ledger.bees[other]):
            x, y = int(state.x[other, bee]), int(state.y[other, bee])
            state.x[other, bee], state.y[other, bee] = ledger.x[other, bee], ledger.y[other, bee]
            if state.kind[other, bee] == DRONE and ledger.is_awake[other, bee] != 0:
                watch_drone(state, style, ledger, seat, other, x, y, bee)
            state.ko[other, bee] = ledger.is_awake[other, bee] == 0
        state.bees[other] = ledger.bees[other]


@compiled
def wake_the_latest(state: StateRecord) -> None:
    """Wake bees that were knocked out in this round: they were awake when drones came for them."""
    for seat in range(state.seats):
        for bee in range(state.bees[seat]):
            if state.ko[seat, bee] == state.time_ko - state.short_ko:
                state.ko[seat, bee] = 0


@compiled
def watch_drone(
    state: StateRecord, style: StateRecord, ledger: StateRecord, seat: int, other: int, x: int, y: int, bee: int
) -> None:
    """Compare a drone's step to (x, y) with what each hunt wants."""
    from_x, from_y = int(state.x[other, bee]), int(state.y[other, bee])
    for hunt in range(HUNTS):
        set_hunt(state, style, seat, other, hunt)
        prey_x, prey_y = find_prey(state, style, other, from_x, from_y)
        if prey_x < 0:
            nearer = 1 if (x, y) == (from_x, from_y) else -1
        else:
            before, after = steps_beside(from_x, from_y, prey_x, prey_y), steps_beside(x, y, prey_x, prey_y)
            nearer = 1 if after == 0 or after < before else -1
        ledger.fits[other, hunt] = OLD * ledger.fits[other, hunt] + nearer


@compiled
def set_hunt(state: StateRecord, style: StateRecord, seat: int, other: int, hunt: int) -> None:
    leash, waits, hunts_drones, is_after_seat = HUNTERS[hunt]
    style.leash, style.waits, style.hunts_drones = leash, waits, hunts_drones
    style.victim = (seat - other) % state.seats if is_after_seat else 0


@compiled
def draw_style(state: StateRecord, style: StateRecord, ledger: StateRecord, seat: int, other: int, dice: Dice) -> None:
    """Draw how `other` will play in a future; hunts that fit what was seen are more likely."""
    drones = count_drones(state, other)
    style.workers = state.bees[other] - drones + roll(dice, 3)
    style.drones = drones + roll(dice, 2)
    style.before = 3
    style.full, style.near_home, style.fear = FORAGERS[roll(dice, FORAGER_COUNT)]
    set_hunt(state, style, seat, other, draw_hunt(ledger, other, dice))


@compiled
def draw_hunt(ledger: StateRecord, other: int, dice: Dice) -> int:
    total = 0.0
    for hunt in range(HUNTS):
        total += weight_of(ledger, other, hunt)
    left = total * roll(dice, SURE) / SURE
    for hunt in range(HUNTS):
        left -= weight_of(ledger, other, hunt)
        if left < 0:
            return hunt
    return HUNTS - 1


@compiled
def weight_of(ledger: StateRecord, other: int, hunt: int) -> float:
    return math.exp(SHARPNESS * ledger.fits[other, hunt])
