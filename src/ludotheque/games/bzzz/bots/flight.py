"""Flight: how many steps it is home from every cell, and from a bee to every cell, round all that is in the way."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.desk import FAR
from ludotheque.games.bzzz.bots.survey import outside
from ludotheque.games.bzzz.field import DX, DY, SIDE, WAYS, is_on_board, zone_of
from ludotheque.games.bzzz.rules import DRONE, OK, SCOUT, check_step

DETOUR = 4  # steps more, where walls leave no way home


@compiled
def raise_walls(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """Keep out of others' zones, of sleepers' cells, and of those beside a drone."""
    for y in range(state.ncases):
        for x in range(state.ncases):
            zone = zone_of(state, x, y)
            desk.wall[y, x] = zone >= 0 and zone != seat
    for other in range(state.seats):
        for bee in range(state.bees[other]):
            x, y = int(state.x[other, bee]), int(state.y[other, bee])
            if state.ko[other, bee] > 0:
                desk.wall[y, x] = 1
            elif other != seat and state.kind[other, bee] == DRONE:
                wall_round(state, desk, x, y)


@compiled
def wall_round(state: StateRecord, desk: StateRecord, x: int, y: int) -> None:
    for way in range(WAYS):
        if is_on_board(state, x + DX[way], y + DY[way]):
            desk.wall[y + DY[way], x + DX[way]] = 1


@compiled
def chart_home(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """The steps from every cell into the own zone, where it is free."""
    tail = 0
    for y in range(state.ncases):
        for x in range(state.ncases):
            desk.home[y, x] = FAR
            if zone_of(state, x, y) == seat:
                desk.home[y, x] = 0
                if state.occupant[y, x] == 0:
                    tail = put(desk, x, y, tail)
    head = 0
    while head < tail:
        x, y = desk.queue[head] % SIDE, desk.queue[head] // SIDE
        head += 1
        for way in range(0, WAYS, 2):
            there_x, there_y = x + DX[way], y + DY[way]
            if is_open(state, desk, there_x, there_y) and desk.home[there_y, there_x] == FAR:
                desk.home[there_y, there_x] = desk.home[y, x] + 1
                tail = put(desk, there_x, there_y, tail)


@compiled
def put(desk: StateRecord, x: int, y: int, tail: int) -> int:
    desk.queue[tail] = SIDE * y + x
    return tail + 1


@compiled
def is_open(state: StateRecord, desk: StateRecord, x: int, y: int) -> bool:
    return is_on_board(state, x, y) and desk.wall[y, x] == 0


@compiled
def steps_home(state: StateRecord, desk: StateRecord, seat: int, x: int, y: int) -> int:
    steps = int(desk.home[y, x])
    return steps if steps < FAR else outside(state, seat, x, y) + DETOUR


@compiled
def fly_out(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> None:
    """From a bee to all cells. Whoever is awake may have moved on by then, but for those beside the bee."""
    for y in range(state.ncases):
        for x in range(state.ncases):
            desk.steps[y, x] = FAR
    x, y = int(state.x[seat, bee]), int(state.y[seat, bee])
    stride = 1 if state.kind[seat, bee] == SCOUT else 2
    desk.steps[y, x], desk.ways[y, x] = 0, 0
    head, tail = 0, 0
    for way in range(0, WAYS, stride):
        if check_step(state, seat, bee, way) == OK:
            tail = arrive(desk, x + DX[way], y + DY[way], 1, 1 << way, tail)
    while head < tail:
        x, y = desk.queue[head] % SIDE, desk.queue[head] // SIDE
        head += 1
        for way in range(0, WAYS, stride):
            if is_open(state, desk, x + DX[way], y + DY[way]):
                steps, ways = desk.steps[y, x] + 1, int(desk.ways[y, x])
                tail = arrive(desk, x + DX[way], y + DY[way], steps, ways, tail)


@compiled
def arrive(desk: StateRecord, x: int, y: int, steps: int, ways: int, tail: int) -> int:
    """Reach a cell, for the first time or in as many steps as before."""
    if desk.steps[y, x] == FAR:
        desk.steps[y, x], desk.ways[y, x] = steps, ways
        return put(desk, x, y, tail)
    if desk.steps[y, x] == steps:
        desk.ways[y, x] |= ways
    return tail
