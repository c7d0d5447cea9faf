"""Routes: what a worker will bring home from each flower, and with which step it sets out for the best one."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.desk import FAR, STAY, take_step
from ludotheque.games.bzzz.bots.fights import clash
from ludotheque.games.bzzz.bots.flight import fly_out, steps_home
from ludotheque.games.bzzz.bots.survey import outside
from ludotheque.games.bzzz.field import DX, DY, WAYS, hive, is_on_board, zone_of
from ludotheque.games.bzzz.forage import CARRIES, yields
from ludotheque.games.bzzz.rules import OK, WORKER, check_step

NEVER = -1e9
IDLE = -100.0  # there is nothing to do
CROWD = 9  # bees: when there are more, those with nothing to do wait
OUTSIDE = 3  # steps from the zone
FULL = CARRIES[WORKER]
THRIFT = 0.8  # of what the best flower gives a turn: what a worker's turn is worth
LEAST = 0.1  # nectar that it is worth in any case
EAGER = 0.02  # and for each step that the way there is shorter, if the way home is longer
FEAR = 0.5  # of its nectar is a flower worth less where others are sure to strike


@compiled
def send_worker(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> None:
    """The step that is worth most, or to stay and forage; what it is sent for is nobody else's."""
    set_rate(state, desk, seat)
    fly_out(state, desk, seat, bee)
    weigh_home(state, desk, seat, bee)
    for flower in range(4 * state.nfleurs):
        if desk.guess[flower] > 0:
            weigh_flower(state, desk, seat, bee, flower)
    way = best_way(state, desk, seat, bee)
    if desk.goal[way] >= 0:
        desk.guess[desk.goal[way]] = max(0.0, desk.guess[desk.goal[way]] - desk.haul[way])
    if way != STAY:
        take_step(state, desk, seat, bee, way)


@compiled
def set_rate(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """What a worker's turn is worth, by the best flower that nobody is sent to."""
    desk.rate = LEAST
    for flower in range(4 * state.nfleurs):
        gain, turns = harvest(state, desk, flower, FULL, desk.left)
        if gain > 0:
            away = max(0, outside(state, seat, int(state.flower_x[flower]), int(state.flower_y[flower])) - 1)
            desk.rate = max(desk.rate, THRIFT * gain / (turns + 2 * away))


@compiled
def harvest(state: StateRecord, desk: StateRecord, flower: int, room: int, most_turns: int) -> tuple[float, int]:
    """What a bee with so much room may get of a flower, and in how many turns."""
    left, gain, turns = desk.guess[flower], 0, 0
    while turns < most_turns and gain < room and left >= 0.5:
        given = yields(state, max(1, int(left)), int(desk.start[flower]))
        gain += given
        left -= given
        turns += 1
    return 1.0 * min(gain, room), turns


@compiled
def weigh_home(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> None:
    """After each way: its load at home, less what the time is worth."""
    load = int(state.load[seat, bee])
    for way in range(WAYS + 1):
        x, y = after(state, seat, bee, way)
        desk.value[way], desk.goal[way] = NEVER, -1
        if is_on_board(state, x, y):
            steps = steps_home(state, desk, seat, x, y)
            if load > 0 and steps <= desk.left:
                desk.value[way] = load - desk.rate * (1 + steps)
            else:
                desk.value[way] = IDLE - unease(state, seat, x, y, steps)


@compiled
def unease(state: StateRecord, seat: int, x: int, y: int, steps: int) -> float:
    """With nothing to do a bee keeps out of the others' way: deep in the zone, but off the hive's cell (BZ-4); where
    there are too many for that, outside."""
    hive_x, hive_y = hive(state, seat)
    away = max(abs(x - hive_x), abs(y - hive_y))
    if state.bees[seat] > CROWD:
        return 0.01 * abs(steps - OUTSIDE)
    return 0.01 * steps + 0.001 * away if away > 0 else 0.1


@compiled
def after(state: StateRecord, seat: int, bee: int, way: int) -> tuple[int, int]:
    """The cell in which a bee is after a step, or if it stays."""
    x, y = int(state.x[seat, bee]), int(state.y[seat, bee])
    return (x, y) if way == STAY else (x + DX[way], y + DY[way])


@compiled
def weigh_flower(state: StateRecord, desk: StateRecord, seat: int, bee: int, flower: int) -> None:
    """By way of every cell beside it that is free."""
    x, y = int(state.flower_x[flower]), int(state.flower_y[flower])
    for there_y in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for there_x in range(max(x - 1, 0), min(x + 2, state.ncases)):
            steps = int(desk.steps[there_y, there_x])
            if steps == 0 or (steps < FAR and state.occupant[there_y, there_x] == 0):
                weigh_cell(state, desk, seat, bee, flower, there_x, there_y)


@compiled
def weigh_cell(state: StateRecord, desk: StateRecord, seat: int, bee: int, flower: int, x: int, y: int) -> None:
    """There, forage until it is full or until it is time, and home; in the own zone it is never full."""
    load, steps, back = int(state.load[seat, bee]), int(desk.steps[y, x]), steps_home(state, desk, seat, x, y)
    room = FULL if back == 0 else CARRIES[state.kind[seat, bee]] - load
    gain, turns = harvest(state, desk, flower, room, desk.left + 1 - steps - back)
    if gain > 0:
        safe = 1.0 - FEAR * desk.danger[state.flower_y[flower], state.flower_x[flower]]
        value = (load + gain) * safe - desk.rate * (steps + turns + back) - EAGER * steps
        for way in range(WAYS + 1):
            late = turns_lost(desk, x, y, way)
            if value - late * desk.rate > desk.value[way]:
                desk.value[way] = value - late * desk.rate
                desk.goal[way], desk.haul[way] = flower, gain


@compiled
def turns_lost(desk: StateRecord, x: int, y: int, way: int) -> int:
    """By setting out for a cell this way: none by a shortest one, and none by staying there already."""
    if way == STAY:
        return int(desk.steps[y, x] > 0)
    return 0 if desk.ways[y, x] & 1 << way else 2


@compiled
def best_way(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> int:
    """Among equals another one each turn, and any step rather than none, so that nobody is stuck."""
    best, chosen = NEVER, STAY
    for i in range(WAYS + 1):
        way = STAY if i == WAYS else int(i + 2 * (state.turn // state.seats + bee)) % WAYS
        if way == STAY or check_step(state, seat, bee, way) == OK:
            value = desk.value[way] - risk(state, desk, seat, bee, way)
            if value > best:
                best, chosen = value, way
    return chosen


@compiled
def risk(state: StateRecord, desk: StateRecord, seat: int, bee: int, way: int) -> float:
    """What a worker may lose there, its load and the turns that it misses, less what it may win."""
    x, y = after(state, seat, bee, way)
    stake = desk.rate * (state.time_ko - state.short_ko)
    if zone_of(state, x, y) != seat:
        stake += state.load[seat, bee]  # in the own zone it drops its load before it fights (BZ-7)
    return desk.danger[y, x] * stake - clash(state, desk, seat, bee, x, y, stake)
