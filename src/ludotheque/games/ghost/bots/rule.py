"""One side's orders of a turn by rule: hold what is owned, take what pays best, raise production, then close up."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.bombs import find_leaving, order_bombs
from ludotheque.games.ghost.bots.forecast import LAST, count_spare, find_first_loss, make_forecast
from ludotheque.games.ghost.bots.surplus import feed_factories, move_surplus
from ludotheque.games.ghost.bots.targets import take_targets
from ludotheque.games.ghost.bots.troops import send_direct


@compiled
def complete_plan(position: StateRecord, work: StateRecord, plan: StateRecord, seat: int) -> None:
    """Add orders by rule to a plan, which may have orders already."""
    work.seat = seat
    if work.throws_bombs:
        order_bombs(position, work, plan)
    make_forecast(position, work, plan)
    find_leaving(position, work)
    for factory in range(position.count):
        work.spare[factory] = count_spare(position, work, factory)
    defend_factories(position, work, plan)
    take_targets(position, work, plan)
    feed_factories(position, work, plan)
    move_surplus(position, work, plan)


@compiled
def defend_factories(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Send help to own factories with production that would be lost, where enough can arrive in time."""
    for target in range(position.count):
        if position.owner[target] == work.seat and work.makes[target] > 0 and work.owner[target, LAST] != work.seat:
            time = find_first_loss(work, target)
            need = 0 + work.stock[target, time]
            if count_help(position, work, target, time) >= need:
                send_help(position, work, plan, target, time, need)


@compiled
def count_help(position: StateRecord, work: StateRecord, target: int, time: int) -> int:
    """Return the spare cyborgs that can be in `target` by this time."""
    total = 0
    for source in range(position.count):
        if source != target and work.distance[source, target] <= time:
            total = max(total, work.spare[source]) if position.league == 0 else total + work.spare[source]
    return total


@compiled
def send_help(position: StateRecord, work: StateRecord, plan: StateRecord, target: int, time: int, need: int) -> None:
    """Send the cyborgs that are needed, from the nearest factories first."""
    for i in range(1, position.count):
        source = work.near[target, i]
        if work.distance[source, target] <= time:
            cyborgs = min(need, work.spare[source])
            if position.league > 0 or cyborgs == need:  # GC-1: in the first league one troop must do it alone
                need -= cyborgs
                send_direct(position, work, plan, source, target, cyborgs)
