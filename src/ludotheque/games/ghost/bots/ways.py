"""The working memory of the rule, and the ways between factories.

Every flight takes one turn more than its distance, because a troop that lands can leave in the next turn only. The way
from factory to factory is the sum of its flights; it may lead over other factories.
"""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord, state_dtype
from ludotheque.games.ghost.bots.styles import FIELDS
from ludotheque.games.ghost.map import FACTORIES
from ludotheque.games.ghost.turn import SLOTS

Work = state_dtype(
    ("seat", "i4"),  # the seat that gets orders
    *FIELDS,  # the style in use
    ("distance", "i4", (FACTORIES, FACTORIES)),
    ("way", "i4", (FACTORIES, FACTORIES)),  # turns of the shortest way, one more for each flight
    ("hop", "i4", (FACTORIES, FACTORIES)),  # the first factory on that way
    ("near", "i4", (FACTORIES, FACTORIES)),  # for each factory the others by distance, itself first
    ("close", "i4", (FACTORIES, FACTORIES)),  # the same by the length of the way
    ("held", "i4"),  # one bit for each factory that keeps its cyborgs
    ("ignored", "i4"),  # one bit for each factory that is no target
    ("arriving", "i4", (FACTORIES, SLOTS)),  # cyborgs of the seat less those of the other, by turns from now
    ("blasts", "i4", FACTORIES),  # one bit for each turn from now in which an own bomb explodes here
    ("left", "i4", FACTORIES),  # cyborgs that have no orders yet
    ("makes", "i4", FACTORIES),  # production, including what is ordered
    ("owner", "i4", (FACTORIES, SLOTS)),  # forecast: the owner after this turn and each of the next
    ("stock", "i4", (FACTORIES, SLOTS)),  # forecast: the cyborgs
    ("spare", "i4", FACTORIES),  # cyborgs that may leave
    ("takes", "i4", (FACTORIES, FACTORIES)),  # by source and target: cyborgs that take the target; 0 if it is own
    ("leaving", "i4", FACTORIES),  # 1 if a bomb probably explodes here this turn
    ("heading", "i4", FACTORIES),  # cyborgs that were sent on a way to this factory over another one
    ("score", "f8", FACTORIES),  # value of attacking a factory
    ("front", "i4", FACTORIES),  # the enemy factory with the shortest way; -1 if there is none
    ("need", "i4"),  # results of gather: cyborgs that take the target
    ("sources", "i4"),  # the number of closest factories that send them
    ("time", "i4"),  # turns until the battle
)


@compiled
def find_ways(state: StateRecord, work: StateRecord) -> None:
    """Fill in everything that depends on the map only."""
    for a in range(state.count):
        for b in range(state.count):
            work.distance[a, b] = state.distance[a, b]
            work.way[a, b] = state.distance[a, b] + 1 if a != b else 0
            work.hop[a, b] = b
    for middle in range(state.count):
        for a in range(state.count):
            for b in range(state.count):
                shorten_way(work, a, middle, b)
    for a in range(state.count):
        for i in range(state.count):
            insert_near(work, a, i)
            insert_close(work, a, i)


@compiled
def shorten_way(work: StateRecord, a: int, middle: int, b: int) -> None:
    """Lead the way from `a` to `b` over `middle` unless that is longer: of equal ways the one with more stops."""
    if a != middle and b != middle and a != b and work.way[a, middle] + work.way[middle, b] <= work.way[a, b]:
        work.way[a, b] = work.way[a, middle] + work.way[middle, b]
        work.hop[a, b] = work.hop[a, middle]


@compiled
def insert_near(work: StateRecord, a: int, i: int) -> None:
    """Insert factory `i` into the list of those near to `a`, which is sorted by distance."""
    place = i
    while place > 0 and work.distance[a, work.near[a, place - 1]] > work.distance[a, i]:
        work.near[a, place] = work.near[a, place - 1]
        place -= 1
    work.near[a, place] = i


@compiled
def insert_close(work: StateRecord, a: int, i: int) -> None:
    place = i
    while place > 0 and work.way[a, work.close[a, place - 1]] > work.way[a, i]:
        work.close[a, place] = work.close[a, place - 1]
        place -= 1
    work.close[a, place] = i
