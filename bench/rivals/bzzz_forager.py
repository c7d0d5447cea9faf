"""A peaceful rival for Bzzz's bots: workers only, each to the flower that is nearest to it and to the hive."""

from ludotheque.games.bzzz.field import DX, DY, hive_cell, is_on_board, zone_of
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import DRONE, FORAGING, LAYING, WORKER
from ludotheque.view import View

WORKERS = 5
LAST_LAYING = 25  # own turns left from which on nothing more is laid
STRAIGHT = (0, 2, 4, 6)

Cell = tuple[int, int]


def play(view: View) -> list[str]:
    return plan_turn(view, drones=0)


def plan_turn(view: View, drones: int, prey: object = None) -> list[str]:
    """Return a turn with up to `drones` drones, which hunt the cells that `prey(view)` returns, best first."""
    taken = {cell for seat, bees in enumerate(view.bees) for cell in list(zip(view.x[seat], view.y[seat]))[:bees]}
    targets = prey(view) if callable(prey) else []
    moves = lay(view, drones, taken)
    if view.stage != FORAGING:
        for bee in range(view.bees[view.seat]):
            if view.ko[view.seat][bee] == 0 and not view.used[bee]:
                moves += step(view, bee, targets, taken)
    return [*moves, "END"]


def lay(view: View, drones: int, taken: set[Cell]) -> list[str]:
    kinds, hive = view.kind[view.seat][: view.bees[view.seat]], hive_cell(view, view.seat)
    turns_left = (view.time_out - view.turn) // view.seats
    rich = view.stock[view.seat] >= view.cout_ponte
    if view.stage != LAYING or hive in taken or not rich or turns_left < LAST_LAYING:
        return []
    wants_drone = kinds.count(WORKER) >= 2 and kinds.count(DRONE) < drones
    if not wants_drone and kinds.count(WORKER) >= WORKERS:
        return []
    taken.add(hive)
    return [f"LAY {DRONE if wants_drone else WORKER}"]


def step(view: View, bee: int, targets: list[Cell], taken: set[Cell]) -> list[str]:
    """Return a step of a bee towards its prey, its flower or its hive; nothing if it stays."""
    cell = view.x[view.seat][bee], view.y[view.seat][bee]
    if view.kind[view.seat][bee] == DRONE:
        target = min(targets, key=lambda there: distance(cell, there), default=hive_cell(view, view.seat))
        if targets and max(abs(cell[0] - target[0]), abs(cell[1] - target[1])) <= 1:
            return []
    else:
        goal = choose_goal(view, bee, cell)
        if goal is None:
            return []
        target = goal
    ways = [way for way in STRAIGHT if is_open(view, beside(cell, way), taken)]
    view.random.shuffle(ways)
    way = min(ways, key=lambda way: distance(beside(cell, way), target), default=None)
    if way is None or distance(beside(cell, way), target) > distance(cell, target):
        return []
    taken ^= {cell, beside(cell, way)}
    return [f"STEP {bee} {way}"]


def choose_goal(view: View, bee: int, cell: Cell) -> Cell | None:
    """Return the cell that a worker flies to, or None if it stays to forage."""
    home = hive_cell(view, view.seat)
    load, turns_left = view.load[view.seat][bee], (view.time_out - view.turn) // view.seats
    flowers = list(zip(view.flower_x, view.flower_y, view.empty[view.seat]))[: 4 * view.nfleurs]
    live = [(x, y) for x, y, empty in flowers if not empty]
    if load == CARRIES[WORKER] or not live or (load > 0 and distance(cell, home) >= turns_left + 4):
        return home
    if any(max(abs(cell[0] - x), abs(cell[1] - y)) <= 1 for x, y in live):
        return None
    return min(live, key=lambda flower: distance(cell, flower) + 0.5 * distance(home, flower))


def is_open(view: View, cell: Cell, taken: set[Cell]) -> bool:
    return is_on_board(view, *cell) and cell not in taken and zone_of(view, *cell) in (-1, view.seat)


def beside(cell: Cell, way: int) -> Cell:
    return cell[0] + DX[way], cell[1] + DY[way]


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])
