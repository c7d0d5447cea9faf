"""Every decision of Meduris by rule: fast, and good enough to play a match on with."""

from ludotheque.compile import compiled
from ludotheque.game import Move, StateRecord
from ludotheque.games.meduris.bots.village import gain, hut_value, look, shift_value, temple_value
from ludotheque.games.meduris.druid import BOTH, FIRST, NOTHING, SECOND
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
from ludotheque.games.meduris.stock import PLATEAUS, RATE, TOP, can_pay, is_left
from ludotheque.games.meduris.turn import ACTING, DROPPING, OFFERING, PLACING, TAKING

WORST = -1e9


@compiled
def decide(state: StateRecord, seat: int, desk: StateRecord) -> Move:
    """What a seat plays by rule, whatever it is asked."""
    if state.phase == OFFERING and state.lap != 0:
        return Move(OFFER, last_offering(state, seat, desk), 0, 0)
    if state.phase == PLACING:
        return Move(WORKER, post(state, seat), 0, 0)
    look(state, seat, desk)
    if state.phase == ACTING:
        return act(state, seat, desk)
    if state.phase == OFFERING:
        return Move(OFFER, offering(state, seat, desk), 0, 0)
    if state.phase == TAKING:
        return Move(TAKE, dearest(state, seat, desk), 0, 0)
    return Move(DROP if state.phase == DROPPING else GIVE, cheapest(state, seat, desk), 0, 0)


@compiled
def post(state: StateRecord, seat: int) -> int:
    """A plateau for a worker: one without own workers, and the higher the better."""
    best, most = -1, -2 * TOP
    for plateau in range(PLATEAUS):
        value = state.height[plateau]
        for height in range(state.height[plateau]):
            if state.pile[plateau, height] == seat:
                value -= TOP
        if state.height[plateau] < TOP and value > most:
            best, most = plateau, value
    return best


@compiled
def dearest(state: StateRecord, seat: int, desk: StateRecord) -> int:
    """The kind of which one more is worth most."""
    best, most = -1, WORST
    for kind in range(KINDS):
        value = gain(state, seat, desk, kind, 1.0)
        if is_left(state, kind) and value > most:
            best, most = kind, value
    return best


@compiled
def cheapest(state: StateRecord, seat: int, desk: StateRecord) -> int:
    """The kind of which one less is missed least."""
    best, least = -1, -WORST
    for kind in range(KINDS):
        value = -gain(state, seat, desk, kind, -1.0)
        if state.hand[seat, kind] > 0 and value < least:
            best, least = kind, value
    return best


@compiled
def offering(state: StateRecord, seat: int, desk: StateRecord) -> int:
    """What brings more points than its resources are worth, before the last lap (ME-12)."""
    best, most = NOTHING, -1.0
    for what in range(FIRST, BOTH + 1):
        if check_offer(state, seat, what) == OK:
            value = 1.0 * state.run[state.druid] if what == BOTH else 1.0
            for i in range(2):
                if what >> i & 1:
                    value += given_up(state, seat, desk, state.need[state.druid, i])
            if value > most:
                best, most = what, value
    return best


@compiled
def given_up(state: StateRecord, seat: int, desk: StateRecord, kind: int) -> float:
    """What it is worth to give one of a kind; an exchange takes three others (ME-10)."""
    if state.hand[seat, kind] > 0:
        return gain(state, seat, desk, kind, -1.0)
    return RATE * gain(state, seat, desk, cheapest(state, seat, desk), -1.0)


@compiled
def last_offering(state: StateRecord, seat: int, desk: StateRecord) -> int:
    """In the last lap: all that larger colonies still to be visited leave (ME-14)."""
    first, second, size = state.need[state.druid, 0], state.need[state.druid, 1], state.run[state.druid]
    reserve(state, seat, desk)
    if size > 1 and desk.left[first] > 0 and desk.left[second] > 0:
        return BOTH
    if desk.left[first] > 0 and desk.left[first] >= desk.left[second]:
        return FIRST
    if desk.left[second] > 0:
        return SECOND
    for what in range(BOTH, NOTHING, -1):
        if state.exchange != 0 and check_offer(state, seat, what) == OK and (what != BOTH or size > 1):
            return what
    return NOTHING


@compiled
def reserve(state: StateRecord, seat: int, desk: StateRecord) -> None:
    """Note what is left of a hand if all own huts of larger colonies that come later get both."""
    for kind in range(KINDS):
        desk.left[kind] = state.hand[seat, kind]
    place = state.druid
    for _ in range(state.visits - 1):
        place = next_hut(state, place)
        if state.owner[place] == seat and state.run[place] > state.run[state.druid]:
            desk.left[state.need[place, 0]] -= 1
            desk.left[state.need[place, 1]] -= 1


@compiled
def act(state: StateRecord, seat: int, desk: StateRecord) -> Move:
    """The action of the highest value."""
    desk.best = WORST
    for plateau in range(PLATEAUS):
        for height in range(1, state.height[plateau] + 1):
            if state.pile[plateau, height - 1] == seat:
                try_shifts(state, seat, desk, plateau, height)
    for site in range(state.sites):
        if state.owner[site] < 0 and can_pay(state, seat, site, 1, 1):
            try_builds(state, seat, desk, site)
    return Move(desk.kind, desk.a, desk.b, desk.c)


@compiled
def try_shifts(state: StateRecord, seat: int, desk: StateRecord, plateau: int, height: int) -> None:
    for target in range(PLATEAUS):
        if target != plateau and state.height[target] < TOP:
            value = shift_value(state, seat, desk, plateau, height, target)
            consider(desk, SHIFT, plateau, height, target, value)


@compiled
def try_builds(state: StateRecord, seat: int, desk: StateRecord, site: int) -> None:
    cost = hut_cost(state, site)
    if state.huts_left[seat] > 0 and can_pay(state, seat, site, cost, cost):
        consider(desk, HUT, site, 0, 0, hut_value(state, seat, desk, site))
    if state.temples_left[seat] > 0:
        consider(desk, TEMPLE, site, 0, 0, temple_value(state, seat, desk, site))


@compiled
def consider(desk: StateRecord, kind: int, a: int, b: int, c: int, value: float) -> None:
    """Keep an action if it is better than the best so far."""
    if value > desk.best:
        desk.best, desk.kind, desk.a, desk.b, desk.c = value, kind, a, b, c
