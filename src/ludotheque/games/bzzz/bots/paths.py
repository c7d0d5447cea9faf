"""Shortest paths around obstacles: from every cell to the own zone, and from a bee to every cell."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import steps_to_zone
from ludotheque.games.bzzz.bots.plan import FAR
from ludotheque.games.bzzz.field import DX, DY, SIDE, WAYS, is_on_board, zone_of
from ludotheque.games.bzzz.rules import DRONE, OK, SCOUT, check_step

DETOUR = 4  # extra steps to assume where walls block the way home


@compiled
def mark_walls(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Mark other seats' zones, cells of knocked out bees, and cells beside other seats' drones."""
    for y in range(state.ncases):
        for x in range(state.ncases):
            zone = zone_of(state, x, y)
            plan.wall[y, x] = zone >= 0 and zone != seat
    for other in range(state.seats):
        for bee in range(state.bees[other]):
            x, y = int(state.x[other, bee]), int(state.y[other, bee])
            if state.ko[other, bee] > 0:
                plan.wall[y, x] = 1
            elif other != seat and state.kind[other, bee] == DRONE:
                wall_around(state, plan, x, y)


@compiled
def wall_around(state: StateRecord, plan: StateRecord, x: int, y: int) -> None:
    for way in range(WAYS):
        if is_on_board(state, x + DX[way], y + DY[way]):
            plan.wall[y + DY[way], x + DX[way]] = 1


@compiled
def measure_home(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Set `plan.home`: the steps from every cell to a free cell of the seat's zone."""
    tail = 0
    for y in range(state.ncases):
        for x in range(state.ncases):
            plan.home[y, x] = FAR
            if zone_of(state, x, y) == seat:
                plan.home[y, x] = 0
                if state.occupant[y, x] == 0:
                    tail = enqueue(plan, x, y, tail)
    head = 0
    while head < tail:
        x, y = plan.queue[head] % SIDE, plan.queue[head] // SIDE
        head += 1
        for way in range(0, WAYS, 2):
            there_x, there_y = x + DX[way], y + DY[way]
            if is_open(state, plan, there_x, there_y) and plan.home[there_y, there_x] == FAR:
                plan.home[there_y, there_x] = plan.home[y, x] + 1
                tail = enqueue(plan, there_x, there_y, tail)


@compiled
def enqueue(plan: StateRecord, x: int, y: int, tail: int) -> int:
    plan.queue[tail] = SIDE * y + x
    return tail + 1


@compiled
def is_open(state: StateRecord, plan: StateRecord, x: int, y: int) -> bool:
    return is_on_board(state, x, y) and plan.wall[y, x] == 0


@compiled
def steps_home(state: StateRecord, plan: StateRecord, seat: int, x: int, y: int) -> int:
    steps = int(plan.home[y, x])
    return steps if steps < FAR else steps_to_zone(state, seat, x, y) + DETOUR


@compiled
def measure_from_bee(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> None:
    """Set `plan.steps` and `plan.ways`: shortest paths from a bee to all cells.

    Awake bees block only the first step: later they may have moved on.
    """
    for y in range(state.ncases):
        for x in range(state.ncases):
            plan.steps[y, x] = FAR
    x, y = int(state.x[seat, bee]), int(state.y[seat, bee])
    stride = 1 if state.kind[seat, bee] == SCOUT else 2
    plan.steps[y, x], plan.ways[y, x] = 0, 0
    head, tail = 0, 0
    for way in range(0, WAYS, stride):
        if check_step(state, seat, bee, way) == OK:
            tail = store_path(plan, x + DX[way], y + DY[way], 1, 1 << way, tail)
    while head < tail:
        x, y = plan.queue[head] % SIDE, plan.queue[head] // SIDE
        head += 1
        for way in range(0, WAYS, stride):
            if is_open(state, plan, x + DX[way], y + DY[way]):
                steps, ways = plan.steps[y, x] + 1, int(plan.ways[y, x])
                tail = store_path(plan, x + DX[way], y + DY[way], steps, ways, tail)


@compiled
def store_path(plan: StateRecord, x: int, y: int, steps: int, ways: int, tail: int) -> int:
    """Store a path to a cell if it is the first or as short as the first."""
    if plan.steps[y, x] == FAR:
        plan.steps[y, x], plan.ways[y, x] = steps, ways
        return enqueue(plan, x, y, tail)
    if plan.steps[y, x] == steps:
        plan.ways[y, x] |= ways
    return tail
