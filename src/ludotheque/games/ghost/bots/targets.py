"""Attacks by rule: which factories are worth taking, and from where."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.forecast import LAST
from ludotheque.games.ghost.bots.troops import RAISE_TURNS, raise_production, send_troop
from ludotheque.games.ghost.map import NEUTRAL
from ludotheque.games.ghost.turn import TURNS


@compiled
def take_targets(position: StateRecord, work: StateRecord, plan: StateRecord) -> None:
    """Attack the best targets first. Once only poor ones are left, raise production before going on."""
    for target in range(position.count):
        work.score[target] = gather(position, work, target)
    horizon = min(work.horizon, TURNS - position.turn)
    lowest = work.raise_percent * horizon / 1000
    wants_raise = position.league == 3 and work.raises and TURNS - position.turn > RAISE_TURNS
    while True:
        target = find_best_target(position, work)
        if wants_raise and (target < 0 or work.score[target] < lowest):
            raise_production(position, work, plan)
            wants_raise = False
        if target < 0:
            return
        work.score[target] = 0
        if gather(position, work, target) > 0:
            attack(position, work, plan, target)


@compiled
def find_best_target(position: StateRecord, work: StateRecord) -> int:
    best, target = 0.0, -1
    for factory in range(position.count):
        if work.score[factory] > best:
            best, target = work.score[factory], factory
    return target


@compiled
def gather(position: StateRecord, work: StateRecord, target: int) -> float:
    """Find the closest factories that can take `target` together, and return the value of the attack.

    Write `need`, `sources` and `time`; return 0 if there are none.
    """
    if work.owner[target, LAST] == work.seat or work.ignored >> target & 1:
        return 0.0
    total, time = 0, 0
    for i in range(1, position.count):
        source = work.close[target, i]
        if work.spare[source] > 0 and work.distance[source, target] <= work.limit:
            total = work.spare[source] + (total if work.joins and position.league > 0 else 0)
            time = max(time, work.distance[source, target])
            if work.owner[target, time] != work.seat:
                need = count_need(position, work, target, time)
                if total >= need:
                    work.need, work.sources, work.time = need, i + 1, time
                    return score_attack(position, work, target, time, need)
    return 0.0


@compiled
def count_need(position: StateRecord, work: StateRecord, target: int, time: int) -> int:
    """Return the cyborgs that take `target` at this time, also if near enemy factories send half of theirs."""
    need = work.stock[target, time] + 1
    if work.counts_help and work.owner[target, time] == 1 - work.seat:
        for other in range(position.count):
            if position.owner[other] == 1 - work.seat and other != target and work.distance[other, target] < time:
                need += position.stock[other] // 2
    return need


@compiled
def score_attack(position: StateRecord, work: StateRecord, target: int, time: int, need: int) -> float:
    """Return what the factory will make, per cyborg needed; near targets are much better."""
    turns = min(work.horizon, TURNS - position.turn) - time - 1
    value = (work.makes[target] + 0.3) * turns
    if work.owner[target, time] == NEUTRAL:
        value -= work.stock[target, time]
    nearness = 4 / (time + 1)
    return value / (need + 3) * nearness * nearness


@compiled
def attack(position: StateRecord, work: StateRecord, plan: StateRecord, target: int) -> None:
    """Send the cyborgs that are needed, from the farthest of the gathered factories first."""
    need = 0 + work.need
    for i in range(work.sources - 1, 0, -1):
        source = work.close[target, i]
        if work.spare[source] > 0 and work.distance[source, target] <= work.limit and need > 0:
            cyborgs = min(need, work.spare[source])
            need -= cyborgs
            send_troop(position, work, plan, source, target, cyborgs)
