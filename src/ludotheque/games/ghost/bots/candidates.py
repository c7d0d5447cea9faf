"""The plans that the search compares: each is one small change, completed by the rule."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.ghost.bots.bombs import is_bomb_target
from ludotheque.games.ghost.bots.forecast import make_forecast
from ludotheque.games.ghost.bots.memory import BASE_STYLE, CANDIDATES, NOW, START, STYLES, Memory, copy_record
from ludotheque.games.ghost.bots.position import add_bomb, add_move, has_bomb_on, has_move_on
from ludotheque.games.ghost.bots.rule import complete_plan
from ludotheque.games.ghost.bots.styles import use_style
from ludotheque.games.ghost.map import FACTORIES, TOP_PRODUCTION
from ludotheque.games.ghost.turn import INC_COST

STYLE_COUNT = len(STYLES)
NEIGHBOURS = 5  # factories to which a change sends cyborgs
PRIME = 2**31 - 1


@compiled
def list_candidates(memory: Memory, seat: int) -> int:
    """Write the candidates into the first plans, the rule's own plan first; return their number."""
    work, now = memory.works[0], memory.positions[NOW]
    work.seat = seat
    find_needs(memory)
    count = 0
    for style in range(STYLE_COUNT):
        count = add_candidate(memory, count, style, 0, 0)
    for factory in range(now.count):
        if now.owner[factory] == seat:
            count = add_candidate(memory, count, BASE_STYLE, 1 << factory, 0)
            count = add_raise(memory, count, factory)
        else:
            count = add_candidate(memory, count, BASE_STYLE, 0, 1 << factory)
            count = add_bomb_candidate(memory, count, factory)
    for factory in range(now.count):
        if now.owner[factory] == seat:
            count = add_attacks(memory, count, factory)
    return count


@compiled
def find_needs(memory: Memory) -> None:
    """Note how many cyborgs take each factory from each own one; 0 where it will be the seat's own anyway."""
    work, now = memory.works[0], memory.positions[NOW]
    make_forecast(now, work, memory.plans[START])
    for source in range(now.count):
        for target in range(now.count):
            time = work.distance[source, target]
            is_own = work.owner[target, time] == work.seat
            work.takes[source, target] = 0 if is_own else work.stock[target, time] + 1


@compiled
def add_candidate(memory: Memory, count: int, style: int, held: int, ignored: int) -> int:
    """Add the rule's plan with a style, with factories that keep their cyborgs, or with some that are no targets."""
    if count >= CANDIDATES:
        return count
    copy_record(memory.raw_plans, START, count)
    return complete_candidate(memory, count, style, held, ignored)


@compiled
def complete_candidate(memory: Memory, count: int, style: int, held: int, ignored: int) -> int:
    """Complete the plan number `count` by rule; return the new number of candidates, the same if it is not new."""
    work = memory.works[0]
    use_style(work, memory.styles[style])
    work.held = held
    work.ignored = ignored
    complete_plan(memory.positions[NOW], work, memory.plans[count], work.seat)
    digest = digest_plan(memory.plans[count])
    for other in range(count):
        if memory.digests[other] == digest:
            return count
    memory.digests[count] = digest
    return count + 1


@compiled
def digest_plan(plan: StateRecord) -> int:
    """Return a number that nearly always differs between different plans; the order of the orders has no effect."""
    total = 0
    for i in range(plan.moves):
        total += plan.cyborgs[i] * scatter(plan.source[i] * FACTORIES + plan.target[i])
    for i in range(plan.bombing):
        total += scatter(1000 + plan.bomb_source[i] * FACTORIES + plan.bomb_target[i])
    for factory in range(FACTORIES):
        total += plan.raised[factory] * scatter(2000 + factory)
    return total % PRIME


@compiled
def scatter(number: int) -> int:
    """Return a number below PRIME that looks random."""
    mixed = (number + 1) * 2654435761 % PRIME
    return (mixed ^ mixed >> 13) * 1540483477 % PRIME


@compiled
def add_raise(memory: Memory, count: int, factory: int) -> int:
    """Add a plan that first raises the production of a factory."""
    now, start = memory.positions[NOW], memory.plans[START]
    makes, left = now.production[factory] + start.raised[factory], now.stock[factory] - start.spent[factory]
    if now.league < 3 or makes >= TOP_PRODUCTION or left < INC_COST or count >= CANDIDATES:
        return count
    copy_record(memory.raw_plans, START, count)
    memory.plans[count].raised[factory] += 1
    memory.plans[count].spent[factory] += INC_COST
    return complete_candidate(memory, count, BASE_STYLE, 0, 0)


@compiled
def add_bomb_candidate(memory: Memory, count: int, target: int) -> int:
    """Add a plan with a bomb from the nearest own factory to `target`."""
    work, now, start = memory.works[0], memory.positions[NOW], memory.plans[START]
    if start.bombing >= now.bombs[work.seat] or count >= CANDIDATES or not is_bomb_target(now, work, start, target):
        return count
    for i in range(1, now.count):
        source = work.near[target, i]
        if now.owner[source] == work.seat and not has_move_on(start, source, target):
            copy_record(memory.raw_plans, START, count)
            add_bomb(memory.plans[count], source, target)
            return complete_candidate(memory, count, BASE_STYLE, 0, 0)
    return count


@compiled
def add_attacks(memory: Memory, count: int, source: int) -> int:
    """Add plans that send all cyborgs of a factory, or just enough, to each of its nearest factories."""
    now, start, near = memory.positions[NOW], memory.plans[START], memory.works[0].near
    left = now.stock[source] - start.spent[source]
    for i in range(1, min(NEIGHBOURS + 1, now.count)):
        need = memory.works[0].takes[source, near[source, i]]
        count = add_attack(memory, count, source, near[source, i], left)
        if 0 < need < left:
            count = add_attack(memory, count, source, near[source, i], need)
    return count


@compiled
def add_attack(memory: Memory, count: int, source: int, target: int, cyborgs: int) -> int:
    start = memory.plans[START]
    is_full = memory.positions[NOW].league == 0 and start.moves > 0
    if cyborgs <= 0 or count >= CANDIDATES or is_full or has_bomb_on(start, source, target):
        return count
    copy_record(memory.raw_plans, START, count)
    add_move(memory.plans[count], source, target, cyborgs)
    return complete_candidate(memory, count, BASE_STYLE, 0, 0)
