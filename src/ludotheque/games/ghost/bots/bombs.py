"""Bombs by rule: where to throw them, and which factory to leave before one explodes."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.position import add_bomb, has_move_on
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.turn import BOMBS

WORTH_A_BOMB = 0.8


@compiled
def rate_bomb(position: StateRecord, work: StateRecord, source: int, target: int) -> float:
    """Return how good a target is: rich and near."""
    flight = work.distance[source, target] + 1
    return (10 * position.production[target] + max(10, position.stock[target])) / (flight * flight)


@compiled
def order_bombs(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Throw the bombs that are left at the best targets, if those are good enough."""
    while plan.bombing < position.bombs[work.seat]:
        best, best_source, best_target = WORTH_A_BOMB, -1, -1
        for target in range(position.count):
            if is_bomb_target(position, work, plan, target):
                for source in range(position.count):
                    if position.owner[source] == work.seat and not has_move_on(plan, source, target):
                        rate = rate_bomb(position, work, source, target)
                        if rate > best:
                            best, best_source, best_target = rate, source, target
        if best_source < 0:
            return
        add_bomb(plan, best_source, best_target)


@compiled
def is_bomb_target(position: StateRecord, work: StateRecord, plan: StateRecord, target: int) -> bool:
    """Return whether this is an enemy factory that works, and to which no own bomb flies."""
    seat = work.seat
    if position.owner[target] != 1 - seat or position.production[target] == 0 or position.halted[target] > 0:
        return False
    for slot in range(BOMBS):
        if position.bomb_target[seat, slot] == target:
            return False
    for i in range(plan.bombing):
        if plan.bomb_target[i] == target:
            return False
    return True


@compiled
def find_leaving(position: StateRecord, work: StateRecord) -> None:
    """Mark the factories in which a bomb of the other side probably explodes this turn."""
    for factory in range(FACTORIES):
        work.leaving[factory] = 0
    for slot in range(BOMBS):
        if position.bomb_source[1 - work.seat, slot] >= 0 and work.leaves_bombs:
            target = guess_bomb_target(position, work, slot)
            if target >= 0 and count_bomb_turns(position, work, slot, target) == 0:
                work.leaving[target] = 1


@compiled
def guess_bomb_target(position: StateRecord, work: StateRecord, slot: int) -> int:
    """Return the own factory that the other side would most like to hit, of those that the bomb can still reach."""
    best, target = 0.0, -1
    source = position.bomb_source[1 - work.seat, slot]
    for factory in range(position.count):
        if position.owner[factory] == work.seat and count_bomb_turns(position, work, slot, factory) >= 0:
            rate = rate_bomb(position, work, source, factory)
            if rate > best and source != factory:
                best, target = rate, factory
    return target


@compiled
def count_bomb_turns(position: StateRecord, work: StateRecord, slot: int, target: int) -> int:
    """Return after how many turns the bomb would explode there; below 0 if it would have done so already."""
    foe = 1 - work.seat
    left = position.bomb_turn[foe, slot] + work.distance[position.bomb_source[foe, slot], target]
    return left - position.turn
