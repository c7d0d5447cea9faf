"""Plan what each worker can bring home in time, avoid bad fights, and hunt loaded workers with drones."""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.bzzz.bots.drones import send_drone
from ludotheque.games.bzzz.bots.estimates import count_drones, estimate_flowers, quadrant_of
from ludotheque.games.bzzz.bots.fights import rate_dangers
from ludotheque.games.bzzz.bots.paths import mark_walls, measure_home
from ludotheque.games.bzzz.bots.plan import STAYS, add_move, lay_if_allowed, plan_turn, start_plan
from ludotheque.games.bzzz.bots.workers import send_worker
from ludotheque.games.bzzz.field import WAYS, is_near_flower
from ludotheque.games.bzzz.forage import CARRIES, compute_yield
from ludotheque.games.bzzz.rules import DRONE, FORAGE, HOLD, WORKER, flower_beside
from ludotheque.view import View

PER_WORKER = 28  # nectar in reach per worker that makes one more worth its price
AWAY = 0.5  # factor for nectar in other quadrants
CROWDED = 0.35  # how much that factor shrinks if other seats have as many bees
PAYS_BACK = 18  # own turns left that make a worker worth its price
PAYS_BACK_DRONE = 15  # the same for a drone
BEFORE_A_DRONE = 3  # workers to lay first


def play(view: View) -> list[str]:
    return plan_turn(view, decide)


@compiled
def decide(states: Array, plans: Array, seat: int) -> None:
    state, plan = states[0], plans[0]
    start_plan(state, plan, seat)
    plan.discount, plan.worker_prey, plan.leash, plan.asleep, plan.most_drones = 0.0, 1.0, 0.3, 0.6, 2
    plan.strike, plan.missed = 0.5, 1.0
    plan_by_constants(state, plan, seat)


@compiled
def plan_by_constants(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Plan a turn with the constants that `plan` holds."""
    estimate_flowers(state, plan, seat)
    rate_dangers(state, plan, seat)
    mark_walls(state, plan, seat)
    measure_home(state, plan, seat)
    lay_what_pays(state, plan, seat)
    send_bees(state, plan, seat)


@compiled
def send_bees(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Send workers and scouts, then drones; let those that stay forage or hold."""
    for bee in range(state.bees[seat]):
        if plan.decided[bee] == 0 and state.kind[seat, bee] != DRONE:
            send_worker(state, plan, seat, bee)
    for bee in range(state.bees[seat]):
        if plan.decided[bee] == 0 and state.kind[seat, bee] == DRONE:
            send_drone(state, plan, seat, bee)
    for bee in range(state.bees[seat]):
        if plan.decided[bee] == 0 or plan.decided[bee] == STAYS:
            order_bee(state, plan, seat, bee)


@compiled
def lay_what_pays(state: StateRecord, plan: StateRecord, seat: int) -> None:
    """Lay workers as long as there is enough nectar for each; lay drones after the first few workers."""
    if wants_drone(state, plan, seat):
        lay_if_allowed(state, plan, seat, DRONE)
    elif wants_worker(state, plan, seat):
        lay_if_allowed(state, plan, seat, WORKER)


@compiled
def wants_drone(state: StateRecord, plan: StateRecord, seat: int) -> bool:
    drones = count_drones(state, seat)
    if drones >= plan.most_drones or plan.turns_left < PAYS_BACK_DRONE:
        return False
    return state.bees[seat] - drones >= BEFORE_A_DRONE


@compiled
def wants_worker(state: StateRecord, plan: StateRecord, seat: int) -> bool:
    workers = state.bees[seat] - count_drones(state, seat)
    return plan.turns_left >= PAYS_BACK and nectar_in_reach(state, plan, seat) >= PER_WORKER * (workers + 1)


@compiled
def nectar_in_reach(state: StateRecord, plan: StateRecord, seat: int) -> float:
    nectar, away = 0.0, AWAY - CROWDED * min(1.0, bees_per_opponent(state, seat) / max(1, state.bees[seat]))
    for flower in range(4 * state.nfleurs):
        nectar += plan.nectar[flower] * (1.0 if quadrant_of(state, flower) == seat else away)
    return nectar


@compiled
def bees_per_opponent(state: StateRecord, seat: int) -> float:
    bees = 0
    for other in range(state.seats):
        if other != seat:
            bees += state.bees[other]
    return bees / (state.seats - 1)


@compiled
def order_bee(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> None:
    """Let a bee that stays forage or hold; drones hold, since they would waste more nectar than they take."""
    way = best_forage(state, plan, seat, bee)
    if way >= 0 and state.kind[seat, bee] != DRONE:
        add_move(plan, FORAGE, bee, way)
    elif is_near_flower(state, int(state.x[seat, bee]), int(state.y[seat, bee])):
        add_move(plan, HOLD, bee, 0)


@compiled
def best_forage(state: StateRecord, plan: StateRecord, seat: int, bee: int) -> int:
    """Return the way to the flower in reach with the largest yield, of equals the one with less nectar, or -1."""
    best, chosen = 0.0, -1
    if state.load[seat, bee] == CARRIES[state.kind[seat, bee]]:
        return -1
    for way in range(WAYS + 1):
        flower = flower_beside(state, seat, bee, way)
        if flower >= 0 and state.empty[seat, flower] == 0:
            given = compute_yield(state, max(1, int(plan.nectar[flower])), int(plan.start[flower]))
            value = given - plan.nectar[flower] / (1 + state.max_nectar)
            if value > best:
                best, chosen = value, way
    return chosen


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("bzzz").view(0))  # compile before the clock runs
    speak(play)
