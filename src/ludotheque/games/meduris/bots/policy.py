"""A fast policy that makes every decision of Meduris by fixed rules, for simulated matches."""

from ludotheque.compile import compiled
from ludotheque.game import Move, StateRecord
from ludotheque.games.meduris.bots.values import gain_value, hut_value, prepare_notes, shift_value, temple_value
from ludotheque.games.meduris.druid import BOTH, FIRST, NOTHING, SECOND
from ludotheque.games.meduris.resources import EXCHANGE_RATE, MAX_WORKERS, PLATEAUS, can_pay, has_supply
from ludotheque.games.meduris.ring import KINDS, hut_cost, next_hut
from ludotheque.games.meduris.rules import (
    DROP,
    GIVE,
    HUT,
    OFFER,
    OK,
    SHIFT,
    TAKE,
    TEMPLE,
    WORKER,
    check_offer,
)
from ludotheque.games.meduris.turn import ACTING, DROPPING, OFFERING, PLACING, TAKING

WORST = -1e9


@compiled
def decide(state: StateRecord, seat: int, notes: StateRecord) -> Move:
    """Return the move that a seat plays by the policy, in any phase."""
    if state.phase == OFFERING and state.lap != 0:
        return Move(OFFER, choose_last_offering(state, seat, notes), 0, 0)
    if state.phase == PLACING:
        return Move(WORKER, choose_plateau(state, seat), 0, 0)
    prepare_notes(state, seat, notes)
    if state.phase == ACTING:
        return choose_action(state, seat, notes)
    if state.phase == OFFERING:
        return Move(OFFER, choose_offering(state, seat, notes), 0, 0)
    if state.phase == TAKING:
        return Move(TAKE, choose_take(state, seat, notes), 0, 0)
    return Move(DROP if state.phase == DROPPING else GIVE, choose_loss(state, seat, notes), 0, 0)


@compiled
def choose_plateau(state: StateRecord, seat: int) -> int:
    """Return the plateau for a worker: without own workers if possible, and as high as possible."""
    best, most = -1, -2 * MAX_WORKERS
    for plateau in range(PLATEAUS):
        value = state.height[plateau]
        for height in range(state.height[plateau]):
            if state.pile[plateau, height] == seat:
                value -= MAX_WORKERS
        if state.height[plateau] < MAX_WORKERS and value > most:
            best, most = plateau, value
    return best


@compiled
def choose_take(state: StateRecord, seat: int, notes: StateRecord) -> int:
    """Return the available kind of which one more tile is worth most."""
    best, most = -1, WORST
    for kind in range(KINDS):
        value = gain_value(state, seat, notes, kind, 1.0)
        if has_supply(state, kind) and value > most:
            best, most = kind, value
    return best


@compiled
def choose_loss(state: StateRecord, seat: int, notes: StateRecord) -> int:
    """Return the kind of which one tile less costs least."""
    best, least = -1, -WORST
    for kind in range(KINDS):
        value = -gain_value(state, seat, notes, kind, -1.0)
        if state.hand[seat, kind] > 0 and value < least:
            best, least = kind, value
    return best


@compiled
def choose_offering(state: StateRecord, seat: int, notes: StateRecord) -> int:
    """Return the offering with the highest points less the value of its resources, before the last lap (ME-12)."""
    best, most = NOTHING, -1.0
    for what in range(FIRST, BOTH + 1):
        if check_offer(state, seat, what) == OK:
            value = 1.0 * state.run[state.druid] if what == BOTH else 1.0
            for i in range(2):
                if what >> i & 1:
                    value += offer_cost(state, seat, notes, state.need[state.druid, i])
            if value > most:
                best, most = what, value
    return best


@compiled
def offer_cost(state: StateRecord, seat: int, notes: StateRecord, kind: int) -> float:
    """Return the negative value of offering one tile of a kind; an exchange costs three others (ME-10)."""
    if state.hand[seat, kind] > 0:
        return gain_value(state, seat, notes, kind, -1.0)
    return EXCHANGE_RATE * gain_value(state, seat, notes, choose_loss(state, seat, notes), -1.0)


@compiled
def choose_last_offering(state: StateRecord, seat: int, notes: StateRecord) -> int:
    """Return the offering in the last lap: everything that is not needed for later, larger colonies (ME-14)."""
    first, second, size = state.need[state.druid, 0], state.need[state.druid, 1], state.run[state.druid]
    reserve_for_lap(state, seat, notes)
    if size > 1 and notes.left[first] > 0 and notes.left[second] > 0:
        return BOTH
    if notes.left[first] > 0 and notes.left[first] >= notes.left[second]:
        return FIRST
    if notes.left[second] > 0:
        return SECOND
    for what in range(BOTH, NOTHING, -1):
        if state.exchange != 0 and check_offer(state, seat, what) == OK and (what != BOTH or size > 1):
            return what
    return NOTHING


@compiled
def reserve_for_lap(state: StateRecord, seat: int, notes: StateRecord) -> None:
    """Set `notes.left` to the hand without two tiles for each own hut in a larger colony that is visited later."""
    for kind in range(KINDS):
        notes.left[kind] = state.hand[seat, kind]
    place = state.druid
    for _ in range(state.visits - 1):
        place = next_hut(state, place)
        if state.owner[place] == seat and state.run[place] > state.run[state.druid]:
            notes.left[state.need[place, 0]] -= 1
            notes.left[state.need[place, 1]] -= 1


@compiled
def choose_action(state: StateRecord, seat: int, notes: StateRecord) -> Move:
    notes.best = WORST
    for plateau in range(PLATEAUS):
        for height in range(1, state.height[plateau] + 1):
            if state.pile[plateau, height - 1] == seat:
                try_shifts(state, seat, notes, plateau, height)
    for site in range(state.sites):
        if state.owner[site] < 0 and can_pay(state, seat, site, 1, 1):
            try_builds(state, seat, notes, site)
    return Move(notes.kind, notes.a, notes.b, notes.c)


@compiled
def try_shifts(state: StateRecord, seat: int, notes: StateRecord, plateau: int, height: int) -> None:
    for target in range(PLATEAUS):
        if target != plateau and state.height[target] < MAX_WORKERS:
            value = shift_value(state, seat, notes, plateau, height, target)
            consider(notes, SHIFT, plateau, height, target, value)


@compiled
def try_builds(state: StateRecord, seat: int, notes: StateRecord, site: int) -> None:
    cost = hut_cost(state, site)
    if state.huts_left[seat] > 0 and can_pay(state, seat, site, cost, cost):
        consider(notes, HUT, site, 0, 0, hut_value(state, seat, notes, site))
    if state.temples_left[seat] > 0:
        consider(notes, TEMPLE, site, 0, 0, temple_value(state, seat, notes, site))


@compiled
def consider(notes: StateRecord, kind: int, a: int, b: int, c: int, value: float) -> None:
    """Store an action in `notes` if it is better than the best so far."""
    if value > notes.best:
        notes.best, notes.kind, notes.a, notes.b, notes.c = value, kind, a, b, c
