"""Plans what each worker can bring home in time, keeps it out of bad fights, and hunts those who carry with a drone."""

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.bzzz.bots.desk import clear, lay_if_allowed, note, turn
from ludotheque.games.bzzz.bots.fights import watch
from ludotheque.games.bzzz.bots.flight import chart_home, raise_walls
from ludotheque.games.bzzz.bots.hunt import send_drone
from ludotheque.games.bzzz.bots.routes import send_worker
from ludotheque.games.bzzz.bots.survey import quadrant_of, survey
from ludotheque.games.bzzz.field import WAYS, is_near_flower
from ludotheque.games.bzzz.forage import CARRIES, yields
from ludotheque.games.bzzz.rules import DRONE, FORAGE, HOLD, WORKER, flower_beside
from ludotheque.match import View

PER_WORKER = 28  # nectar that there must be for each, so that one more is worth its price,
AWAY, CROWDED = 0.5, 0.35  # where what lies in other quadrants counts for less, and less still if they are full of bees
PAYS_BACK = 18  # own turns that a worker needs to be worth its price,
PAYS_BACK_DRONE = 15  # and a drone
BEFORE_A_DRONE = 3  # workers


def play(view: View) -> list[str]:
    return turn(view, decide)


@compiled
def decide(states: Array, desks: Array, seat: int) -> None:
    """A whole turn."""
    state, desk = states[0], desks[0]
    clear(state, desk, seat)
    survey(state, desk, seat)
    watch(state, desk, seat)
    raise_walls(state, desk, seat)
    chart_home(state, desk, seat)
    lay_what_pays(state, desk, seat)
    for bee in range(state.bees[seat]):
        if desk.decided[bee] == 0 and state.kind[seat, bee] != DRONE:
            send_worker(state, desk, seat, bee)
    for bee in range(state.bees[seat]):
        if desk.decided[bee] == 0 and state.kind[seat, bee] == DRONE:
            send_drone(state, desk, seat, bee)
    for bee in range(state.bees[seat]):
        if desk.decided[bee] == 0:
            tell(state, desk, seat, bee)


@compiled
def lay_what_pays(state: StateRecord, desk: StateRecord, seat: int) -> None:
    """Workers as long as there is nectar enough for each; a drone when a few of them are out."""
    drones = 0
    for bee in range(state.bees[seat]):
        drones += state.kind[seat, bee] == DRONE
    workers = state.bees[seat] - drones
    if drones == 0 and workers >= BEFORE_A_DRONE and desk.left >= PAYS_BACK_DRONE:
        lay_if_allowed(state, desk, seat, DRONE)
    elif desk.left >= PAYS_BACK and nectar_in_reach(state, desk, seat) >= PER_WORKER * (workers + 1):
        lay_if_allowed(state, desk, seat, WORKER)


@compiled
def nectar_in_reach(state: StateRecord, desk: StateRecord, seat: int) -> float:
    nectar, away = 0.0, AWAY - CROWDED * min(1.0, bees_of_others(state, seat) / max(1, state.bees[seat]))
    for flower in range(4 * state.nfleurs):
        nectar += desk.guess[flower] * (1.0 if quadrant_of(state, flower) == seat else away)
    return nectar


@compiled
def bees_of_others(state: StateRecord, seat: int) -> float:
    """How many each of them has."""
    bees = 0
    for other in range(state.seats):
        if other != seat:
            bees += state.bees[other]
    return bees / (state.seats - 1)


@compiled
def tell(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> None:
    """A bee that stays forages, or holds: a drone would waste more than it takes."""
    way = best_flower(state, desk, seat, bee)
    if way >= 0 and state.kind[seat, bee] != DRONE:
        note(desk, FORAGE, bee, way)
    elif is_near_flower(state, int(state.x[seat, bee]), int(state.y[seat, bee])):
        note(desk, HOLD, bee, 0)


@compiled
def best_flower(state: StateRecord, desk: StateRecord, seat: int, bee: int) -> int:
    """The way of the flower in reach that yields most, the one with less of it first; -1 if there is none."""
    best, chosen = 0.0, -1
    if state.load[seat, bee] == CARRIES[state.kind[seat, bee]]:
        return -1
    for way in range(WAYS + 1):
        flower = flower_beside(state, seat, bee, way)
        if flower >= 0 and state.empty[seat, flower] == 0:
            given = yields(state, max(1, int(desk.guess[flower])), int(desk.start[flower]))
            value = given - desk.guess[flower] / (1 + state.max_nectar)
            if value > best:
                best, chosen = value, way
    return chosen


if __name__ == "__main__":
    from ludotheque import new
    from ludotheque.protocol import speak

    play(new("bzzz").view(0))  # load what is compiled before the clock runs
    speak(play)
