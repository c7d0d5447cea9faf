"""Simple rivals: how a hive plays that flies to the nearest flower, and whose drones chase the nearest worker.

The champion guesses by them what other hives will do. They are fast, and a style makes each of them different.
"""

from ludotheque.compile import compiled
from ludotheque.dice import Dice
from ludotheque.game import StateRecord, state_dtype
from ludotheque.games.bzzz.bots.estimates import count_drones, count_turns_left, steps_beside, steps_to_zone, turn_way
from ludotheque.games.bzzz.bots.plan import FAR, STAY
from ludotheque.games.bzzz.field import DX, DY, WAYS, zone_of
from ludotheque.games.bzzz.forage import CARRIES, first_flower, forage_idle_bees
from ludotheque.games.bzzz.rules import DRONE, OK, WORKER, check_lay, check_step, end_turn, lay, step

Style = state_dtype(
    ("workers", "i2"),  # number of workers and scouts to lay
    ("full", "i2"),  # load with which a worker goes home
    ("near_home", "f8"),  # what a flower's distance from home counts, beside its distance from the bee
    ("fear", "f8"),  # steps out of its way that a worker makes for each drone that could reach it
    ("drones", "i2"),  # number of drones to lay
    ("before", "i2"),  # workers to lay before the first drone
    ("leash", "f8"),  # what the distance of prey from home counts, beside its distance from the drone
    ("victim", "i2"),  # hive to hunt: 1 the next, 2 the one after it, …, 0 all
    ("hunts_drones", "i1"),
    ("waits", "i1"),  # whether drones stay beside a knocked out bee until it wakes up
)

HOME, NOWHERE = -1, -2  # targets instead of a flower
LAST_LAYING = 20  # own turns left until which bees are laid
BLOCKED = 0.5  # steps that a bee would rather wait than fly a detour


@compiled
def play_rival(state: StateRecord, style: StateRecord, seat: int, dice: Dice) -> None:
    """Play the whole turn of a seat in this style."""
    move_rival(state, style, seat)
    for bee in range(state.bees[seat]):
        if state.kind[seat, bee] == DRONE:
            state.used[bee] = 1  # drones would waste more nectar than they take
    forage_idle_bees(state, seat)
    end_turn(state, seat, dice)


@compiled
def move_rival(state: StateRecord, style: StateRecord, seat: int) -> None:
    """Lay a bee, and let all bees make their steps."""
    lay_by_style(state, style, seat)
    for bee in range(state.bees[seat]):
        if state.ko[seat, bee] == 0:
            if state.kind[seat, bee] == DRONE:
                way = way_of_drone(state, style, seat, bee)
            else:
                way = way_of_worker(state, style, seat, bee)
            if way != STAY:
                step(state, seat, bee, way)


@compiled
def lay_by_style(state: StateRecord, style: StateRecord, seat: int) -> None:
    if count_turns_left(state) < LAST_LAYING or check_lay(state, seat) != OK:
        return
    drones = count_drones(state, seat)
    workers = state.bees[seat] - drones
    if workers >= style.before and drones < style.drones:
        lay(state, seat, DRONE)
    elif workers < style.workers:
        lay(state, seat, WORKER)


@compiled
def way_of_worker(state: StateRecord, style: StateRecord, seat: int, bee: int) -> int:
    """Return the step towards the flower that is chosen, or home; STAY to forage."""
    x, y, load = int(state.x[seat, bee]), int(state.y[seat, bee]), int(state.load[seat, bee])
    turns_left = count_turns_left(state)
    is_full = load >= min(style.full, CARRIES[state.kind[seat, bee]])
    if is_full or (load > 0 and steps_to_zone(state, seat, x, y) >= turns_left):
        target = HOME
    elif first_flower(state, seat, x, y) >= 0:
        target = NOWHERE
    else:
        target = choose_flower(state, style, seat, x, y)
    best, chosen = cost_of_cell(state, style, seat, x, y, target), STAY
    if target != NOWHERE:
        best += BLOCKED + state.turn // state.seats % 2
    for i in range(0, WAYS, 2):
        way = turn_way(state, bee, i)
        if check_step(state, seat, bee, way) == OK:
            cost = cost_of_cell(state, style, seat, x + DX[way], y + DY[way], target)
            if target == NOWHERE:
                cost += 1.0  # the forage that it misses
            if cost < best:
                best, chosen = cost, way
    return chosen


@compiled
def choose_flower(state: StateRecord, style: StateRecord, seat: int, x: int, y: int) -> int:
    best, chosen = 1.0 * FAR, HOME
    for flower in range(4 * state.nfleurs):
        if state.empty[seat, flower] == 0:
            flower_x, flower_y = int(state.flower_x[flower]), int(state.flower_y[flower])
            steps = steps_beside(x, y, flower_x, flower_y)
            cost = steps + style.near_home * steps_to_zone(state, seat, flower_x, flower_y)
            if cost < best:
                best, chosen = cost, flower
    return chosen


@compiled
def cost_of_cell(state: StateRecord, style: StateRecord, seat: int, x: int, y: int, target: int) -> float:
    """Return the steps that are left from a cell, more if drones can reach a bee there."""
    cost = 0.0
    if target == HOME:
        cost = 1.0 * steps_to_zone(state, seat, x, y)
    elif target != NOWHERE:
        cost = 1.0 * steps_beside(x, y, int(state.flower_x[target]), int(state.flower_y[target]))
    if style.fear > 0 and zone_of(state, x, y) != seat:
        for other in range(state.seats):
            for bee in range(state.bees[other] if other != seat else 0):
                there_x, there_y = int(state.x[other, bee]), int(state.y[other, bee])
                is_awake_drone = state.kind[other, bee] == DRONE and state.ko[other, bee] == 0
                if is_awake_drone and steps_beside(x, y, there_x, there_y) <= 1:
                    cost += style.fear
    return cost


@compiled
def way_of_drone(state: StateRecord, style: StateRecord, seat: int, bee: int) -> int:
    """Return the step towards the nearest prey; STAY beside it, or if there is none."""
    x, y = int(state.x[seat, bee]), int(state.y[seat, bee])
    target_x, target_y = find_prey(state, style, seat, x, y)
    if target_x < 0:
        return STAY
    best, chosen = steps_beside(x, y, target_x, target_y), STAY
    for i in range(0, WAYS, 2):
        way = turn_way(state, bee, i)
        if best > 0 and check_step(state, seat, bee, way) == OK:
            steps = steps_beside(x + DX[way], y + DY[way], target_x, target_y)
            if steps < best or (steps == best and chosen == STAY):
                best, chosen = steps, way
    return chosen


@compiled
def find_prey(state: StateRecord, style: StateRecord, seat: int, x: int, y: int) -> tuple[int, int]:
    """Return the cell of the bee that a drone hunts, or (-1, -1)."""
    best, found_x, found_y = 1.0 * FAR, -1, -1
    for other in range(state.seats):
        if other == seat or (style.victim > 0 and other != (seat + style.victim) % state.seats):
            continue
        for bee in range(state.bees[other]):
            prey_x, prey_y = int(state.x[other, bee]), int(state.y[other, bee])
            if is_prey(state, style, other, bee, prey_x, prey_y):
                cost = steps_beside(x, y, prey_x, prey_y) + style.leash * steps_to_zone(state, seat, prey_x, prey_y)
                if cost < best:
                    best, found_x, found_y = cost, prey_x, prey_y
    return found_x, found_y


@compiled
def is_prey(state: StateRecord, style: StateRecord, other: int, bee: int, x: int, y: int) -> bool:
    if state.kind[other, bee] == DRONE and style.hunts_drones == 0:
        return False
    if state.ko[other, bee] > 0 and style.waits == 0:
        return False
    return zone_of(state, x, y) != other
