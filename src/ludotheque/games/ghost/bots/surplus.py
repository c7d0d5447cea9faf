"""What the rule does with cyborgs that are left over: help where production can be raised, and move to the front."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.forecast import LAST
from ludotheque.games.ghost.bots.troops import RAISE_TURNS, find_stop, send_direct, send_troop
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.turn import INC_COST, TURNS

FEED_TURNS = 20  # turns that must be left for sending cyborgs to raise production elsewhere
FEED_TIME = 4  # the longest flight to such a place
DETOUR = 3  # turns that a way to the front may be longer if it leads to an own factory


@compiled
def feed_factories(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Send cyborgs from factories that make all they can to those whose production can still be raised."""
    if position.league < 3 or not work.saves or TURNS - position.turn <= FEED_TURNS:
        return
    for target in range(position.count):
        if work.makes[target] < TOP_PRODUCTION and work.owner[target, LAST] != 1 - work.seat:
            feed(position, work, plan, target)


@compiled
def feed(position: StateRecord, work: StateRecord, plan: StateRecord, target: int) -> None:
    for i in range(1, position.count):
        source = work.close[target, i]
        time = work.way[source, target] - 1
        if time <= FEED_TIME and work.spare[source] > 0 and work.makes[source] == TOP_PRODUCTION:
            is_neutral = work.owner[target, time] == NEUTRAL
            wanted = INC_COST - work.stock[target, time]
            if is_neutral:
                wanted = work.stock[target, time] + INC_COST + 1
            wanted -= work.heading[target]
            if wanted > 0 and (work.spare[source] >= wanted or not is_neutral):
                send_troop(position, work, plan, source, target, min(wanted, work.spare[source]))


@compiled
def move_surplus(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Send what is still spare towards the enemy, the largest number first."""
    for factory in range(position.count):
        work.front[factory] = find_front(position, work, factory)
    done = 0
    for _ in range(position.count):
        source, most = -1, 0
        for factory in range(position.count):
            if work.spare[factory] > most and not done >> factory & 1:
                source, most = factory, work.spare[factory]
        if source < 0:
            return
        done |= 1 << source
        target = find_surplus_target(position, work, source)
        if target >= 0:
            send_direct(position, work, plan, source, target, work.spare[source])


@compiled
def find_front(position: StateRecord, work: StateRecord, factory: int) -> int:
    """Return the enemy factory with the shortest way, also one that will be the enemy's; -1 if there is none."""
    for i in range(1, position.count):
        other = work.close[factory, i]
        if position.owner[other] == 1 - work.seat or work.owner[other, LAST] == 1 - work.seat:
            return other
    return -1


@compiled
def find_surplus_target(position: StateRecord, work: StateRecord, source: int) -> int:
    """Return where the surplus of a factory flies now; -1 if it stays."""
    if work.leaving[source]:
        return find_shelter(position, work, source)
    if is_saving(position, work, source) or work.front[source] < 0:
        return -1
    front = work.front[source]
    stop = find_stop(work, source, front)
    if stop != front:
        return stop
    post = find_post(position, work, source)
    if post >= 0:
        return find_stop(work, source, post)
    return front if work.presses else -1


@compiled
def is_saving(position: StateRecord, work: StateRecord, factory: int) -> bool:
    """Return whether a factory saves its cyborgs to raise its production."""
    if position.league < 3 or not work.saves or TURNS - position.turn <= RAISE_TURNS:
        return False
    return work.makes[factory] < TOP_PRODUCTION and work.spare[factory] <= INC_COST


@compiled
def find_shelter(position: StateRecord, work: StateRecord, source: int) -> int:
    """Return the nearest own factory that no bomb threatens this turn."""
    for i in range(1, position.count):
        other = work.near[source, i]
        if position.owner[other] == work.seat and not work.leaving[other]:
            return other
    return -1


@compiled
def find_post(position: StateRecord, work: StateRecord, source: int) -> int:
    """Return the closest own factory that is closer to its front, and not too far out of the way; -1 if none is."""
    reach = work.way[source, work.front[source]]
    for i in range(1, position.count):
        post = work.close[source, i]
        if position.owner[post] == work.seat and work.front[post] >= 0:
            rest = work.way[post, work.front[post]]
            if rest < reach and rest + work.way[source, post] <= reach + DETOUR:
                return post
    return -1
