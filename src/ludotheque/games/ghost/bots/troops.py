"""Orders of the rule: each is added to the plan and to the forecast."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.forecast import forecast_factory
from ludotheque.games.ghost.bots.position import MOST_MOVES, add_move, has_bomb_on
from ludotheque.games.ghost.map import TOP_PRODUCTION
from ludotheque.games.ghost.turn import INC_COST

RAISE_TURNS = 15  # turns that must be left for raising production to be worth it


@compiled
def send_troop(
    position: StateRecord, work: StateRecord, plan: StateRecord, source: int, target: int, cyborgs: int
) -> None:
    """Order a troop to `target`: to the first factory on its way if that is the seat's own on arrival."""
    stop = find_stop(work, source, target)
    if stop != target:
        work.heading[target] += cyborgs
    send_direct(position, work, plan, source, stop, cyborgs)


@compiled
def find_stop(work: StateRecord, source: int, target: int) -> int:
    """Return where a troop to `target` flies now."""
    hop = work.hop[source, target]
    if hop != target and work.relays and work.owner[hop, work.distance[source, hop]] == work.seat:
        return hop
    return target


@compiled
def send_direct(
    position: StateRecord, work: StateRecord, plan: StateRecord, source: int, target: int, cyborgs: int
) -> None:
    """Order a troop, unless a bomb takes the same route, or the league allows no further troop (GC-1)."""
    most = 1 if position.league == 0 else MOST_MOVES
    if cyborgs <= 0 or plan.moves >= most or has_bomb_on(plan, source, target):
        return
    add_move(plan, source, target, cyborgs)
    work.left[source] -= cyborgs
    work.spare[source] -= cyborgs
    work.arriving[target, work.distance[source, target]] += cyborgs
    forecast_factory(position, work, source)
    forecast_factory(position, work, target)


@compiled
def raise_production(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Order INC wherever the cyborgs for it are spare."""
    for factory in range(position.count):
        while can_raise(work, factory):
            plan.raised[factory] += 1
            plan.spent[factory] += INC_COST
            work.makes[factory] += 1
            work.left[factory] -= INC_COST
            work.spare[factory] -= INC_COST
            forecast_factory(position, work, factory)


@compiled
def can_raise(work: StateRecord, factory: int) -> bool:
    return work.spare[factory] >= INC_COST and work.makes[factory] < TOP_PRODUCTION and not work.leaving[factory]
