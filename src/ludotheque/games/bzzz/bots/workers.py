"""Workers: what a worker can bring home from each flower, and the first step towards the best one."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots.estimates import steps_to_zone, turn_way
from ludotheque.games.bzzz.bots.fights import value_of_fight
from ludotheque.games.bzzz.bots.paths import measure_from_bee, steps_home
from ludotheque.games.bzzz.bots.plan import FAR, STAY, take_step
from ludotheque.games.bzzz.field import DX, DY, WAYS, hive_cell, is_on_board, zone_of
from ludotheque.games.bzzz.forage import CARRIES, compute_yield
from ludotheque.games.bzzz.rules import OK, WORKER, check_step

NEVER = -1e9
IDLE = -100.0  # value of having nothing to do
CROWD = 9  # with more bees than this, idle ones wait OUTSIDE steps away from the zone
OUTSIDE = 3
FULL = CARRIES[WORKER]
THRIFT = 0.8  # a worker's turn is worth this share of what the best flower gives per turn
LEAST = 0.1  # the least nectar that a turn is worth
FEAR = 0.5  # share of its value that a flower loses where an attack is certain
EAGER = 0.02  # cost of each step to a flower, so that of two equal trips the one with the shorter way out is chosen


@compiled
def send_worker(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> None:
    """Choose the best step, or to stay and forage; the nectar that it is sent for is no longer counted for others."""
    set_turn_value(state, plan, seat)
    measure_from_bee(state, plan, seat, bee)
    rate_going_home(state, plan, seat, bee)
    for flower in range(4 * state.nfleurs):
        if plan.nectar[flower] > 0:
            rate_flower(state, plan, seat, bee, flower)
    way = best_way(state, plan, seat, bee)
    if plan.goal[way] >= 0:
        plan.nectar[plan.goal[way]] = max(0.0, plan.nectar[plan.goal[way]] - plan.haul[way])
    if way != STAY:
        take_step(state, plan, seat, bee, way)


@compiled
def set_turn_value(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Set `plan.turn_value` by the best flower with the nectar that is still free."""
    plan.turn_value = LEAST
    for flower in range(4 * state.nfleurs):
        gain, turns = harvest_of(state, plan, flower, FULL, plan.turns_left)
        if gain > 0:
            away = max(0, steps_to_zone(state, seat, int(state.flower_x[flower]), int(state.flower_y[flower])) - 1)
            plan.turn_value = max(plan.turn_value, THRIFT * gain / (turns + 2 * away))


@compiled
def harvest_of(state: StateRecord, plan: StateRecord, flower: int, room: int, most_turns: int) -> tuple[float, int]:
    """Return the nectar that a bee with this `room` gets from a flower within `most_turns`, and the turns it needs."""
    left, gain, turns = plan.nectar[flower], 0, 0
    while turns < most_turns and gain < room and left >= 0.5:
        given = compute_yield(state, max(1, int(left)), int(plan.start[flower]))
        gain += given
        left -= given
        turns += 1
    return 1.0 * min(gain, room), turns


@compiled
def rate_going_home(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> None:
    """Rate each way by the load that the bee brings home, minus the value of the turns."""
    load = int(state.load[seat, bee])
    for way in range(WAYS + 1):
        x, y = cell_after(state, seat, bee, way)
        plan.value[way], plan.goal[way] = NEVER, -1
        if is_on_board(state, x, y):
            steps = steps_home(state, plan, seat, x, y)
            if load > 0 and steps <= plan.turns_left:
                plan.value[way] = load * keep_share(plan, 1 + steps) - plan.turn_value * (1 + steps)
            else:
                plan.value[way] = IDLE - cost_of_waiting(state, seat, x, y, steps)


@compiled
def keep_share(plan: StateRecord, turns: int) -> float:
    """Return the share of its value that nectar keeps if it comes home in `turns` turns."""
    return max(0.0, 1.0 - plan.discount * turns)


@compiled
def cost_of_waiting(state: StateRecord, seat: int, x: int, y: int, steps: int) -> float:
    """Return the cost of waiting in a cell.

    Idle bees stay out of the way: deep in the zone but off the hive's cell (BZ-4), or outside if there are too many.
    """
    hive_x, hive_y = hive_cell(state, seat)
    away = max(abs(x - hive_x), abs(y - hive_y))
    if state.bees[seat] > CROWD:
        return 0.01 * abs(steps - OUTSIDE)
    return 0.01 * steps + 0.001 * away if away > 0 else 0.1


@compiled
def cell_after(state: StateRecord, seat: int, bee: int, way: int) -> tuple[int, int]:
    """Return the bee's cell after `way`, which may be STAY."""
    x, y = int(state.x[seat, bee]), int(state.y[seat, bee])
    return (x, y) if way == STAY else (x + DX[way], y + DY[way])


@compiled
def rate_flower(state: StateRecord, plan: StateRecord, seat: int, bee: int, flower: int) -> None:
    """Rate foraging this flower from each free cell on it or beside it."""
    x, y, room = int(state.flower_x[flower]), int(state.flower_y[flower]), room_of(state, seat, bee)
    gain, turns = harvest_of(state, plan, flower, room, FAR)
    for there_y in range(max(y - 1, 0), min(y + 2, state.ncases)):
        for there_x in range(max(x - 1, 0), min(x + 2, state.ncases)):
            steps = int(plan.steps[there_y, there_x])
            if steps == 0 or (steps < FAR and state.occupant[there_y, there_x] == 0):
                back = steps_home(state, plan, seat, there_x, there_y)
                most_turns = plan.turns_left + 1 - steps - back
                if back == 0:  # in the own zone a bee is never full
                    rate_trip(state, plan, seat, bee, flower, there_x, there_y, back, FULL, most_turns)
                elif turns > most_turns:
                    rate_trip(state, plan, seat, bee, flower, there_x, there_y, back, room, most_turns)
                elif gain > 0:
                    rate_foraging_from(state, plan, seat, bee, flower, there_x, there_y, back, gain, turns)


@compiled
def room_of(state: StateRecord, seat: int, bee: int) -> int:
    return int(CARRIES[state.kind[seat, bee]] - state.load[seat, bee])


@compiled
def rate_trip(
    state: StateRecord,
    plan: StateRecord,
    seat: int,
    bee: int,
    flower: int,
    x: int,
    y: int,
    back: int,
    room: int,
    most_turns: int,
) -> None:
    gain, turns = harvest_of(state, plan, flower, room, most_turns)
    if gain > 0:
        rate_foraging_from(state, plan, seat, bee, flower, x, y, back, gain, turns)


@compiled
def rate_foraging_from(
    state: StateRecord,
    plan: StateRecord,
    seat: int,
    bee: int,
    flower: int,
    x: int,
    y: int,
    back: int,
    gain: float,
    turns: int,
) -> None:
    """Rate a trip: fly to the cell, forage until full or late, fly home."""
    load, steps = int(state.load[seat, bee]), int(plan.steps[y, x])
    safe = 1.0 - FEAR * plan.danger[state.flower_y[flower], state.flower_x[flower]]
    trip = steps + turns + back
    value = (load + gain) * safe * keep_share(plan, trip) - plan.turn_value * trip - EAGER * steps
    for way in range(WAYS + 1):
        if value > plan.value[way]:
            late = turns_lost_by(plan, x, y, way)
            if value - late * plan.turn_value > plan.value[way]:
                plan.value[way] = value - late * plan.turn_value
                plan.goal[way], plan.haul[way] = flower, gain


@compiled
def turns_lost_by(plan: StateRecord, x: int, y: int, way: int) -> int:
    """Return the turns lost by starting towards a cell with `way`: none on a shortest path, or if already there."""
    if way == STAY:
        return int(plan.steps[y, x] > 0)
    return 0 if plan.ways[y, x] & 1 << way else 2


@compiled
def best_way(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> int:
    """Return the way with the best value. Ties change every turn and prefer a step, so that no bee gets stuck."""
    best, chosen = NEVER, STAY
    for i in range(WAYS + 1):
        way = STAY if i == WAYS else turn_way(state, bee, i)
        if way == STAY or check_step(state, seat, bee, way) == OK:
            value = plan.value[way] - risk_of(state, plan, seat, bee, way)
            if value > best:
                best, chosen = value, way
    return chosen


@compiled
def risk_of(state: StateRecord, plan: StateRecord, seat: int, bee: int, way: int) -> float:
    """Return what a worker can expect to lose there (its load, and missed turns), minus what it can win."""
    x, y = cell_after(state, seat, bee, way)
    stake = plan.missed * plan.turn_value * (state.time_ko - state.short_ko)
    if zone_of(state, x, y) != seat:
        stake += state.load[seat, bee]  # in the own zone it drops its load before it fights (BZ-7)
    return plan.danger[y, x] * stake - value_of_fight(state, plan, seat, bee, x, y, stake, plan.worker_prey)
