"""Send two workers to the flower nearest to the hive that may have nectar, and home when they are full."""

from ludotheque.games.bzzz.field import DX, DY, hive_cell, is_on_board, zone_of
from ludotheque.games.bzzz.forage import CARRIES
from ludotheque.games.bzzz.rules import FORAGING, LAYING
from ludotheque.view import View

ENOUGH = 2  # bees
STRAIGHT = (0, 2, 4, 6)  # ways of workers

Cell = tuple[int, int]


def play(view: View) -> list[str]:
    """Bees that get no order forage by themselves (BZ-6)."""
    taken = {cell for seat, bees in enumerate(view.bees) for cell in list(zip(view.x[seat], view.y[seat]))[:bees]}
    return [*choose_laying(view, taken), *choose_steps(view, taken), "END"]


def choose_laying(view: View, taken: set[Cell]) -> list[str]:
    may_lay = view.stage == LAYING and hive_cell(view, view.seat) not in taken
    few, rich = view.bees[view.seat] < ENOUGH, view.stock[view.seat] >= view.cout_ponte
    if may_lay and few and rich:
        taken.add(hive_cell(view, view.seat))
        return ["LAY 0"]
    return []


def choose_steps(view: View, taken: set[Cell]) -> list[str]:
    """Return a step for every bee that is full or has no flower in reach."""
    flowers, moves = live_flowers(view), []
    for bee in range(view.bees[view.seat] if view.stage != FORAGING else 0):
        cell = view.x[view.seat][bee], view.y[view.seat][bee]
        target = target_of(view, bee, cell, flowers)
        if target is not None and view.ko[view.seat][bee] == 0 and not view.used[bee]:
            way = way_to(view, cell, target, taken)
            if way is not None:
                taken ^= {cell, beside(cell, way)}
                moves.append(f"STEP {bee} {way}")
    return moves


def live_flowers(view: View) -> list[Cell]:
    """Return the flowers that are not known to be empty, the nearest to the hive first."""
    home = hive_cell(view, view.seat)
    cells = list(zip(view.flower_x, view.flower_y, view.empty[view.seat]))[: 4 * view.nfleurs]
    return sorted(((x, y) for x, y, empty in cells if not empty), key=lambda cell: distance(cell, home))


def target_of(view: View, bee: int, cell: Cell, flowers: list[Cell]) -> Cell | None:
    """Return the cell that a bee flies to, or None if it stays to forage."""
    if view.load[view.seat][bee] == CARRIES[view.kind[view.seat][bee]] or not flowers:
        return hive_cell(view, view.seat)
    if any(max(abs(cell[0] - x), abs(cell[1] - y)) <= 1 for x, y in flowers):
        return None
    return flowers[0]


def way_to(view: View, cell: Cell, target: Cell, taken: set[Cell]) -> int | None:
    """Return the free way that ends nearest to `target`; ties are drawn."""
    ways = [way for way in STRAIGHT if is_open(view, beside(cell, way), taken)]
    view.random.shuffle(ways)
    return min(ways, key=lambda way: distance(beside(cell, way), target), default=None)


def is_open(view: View, cell: Cell, taken: set[Cell]) -> bool:
    return is_on_board(view, *cell) and cell not in taken and zone_of(view, *cell) in (-1, view.seat)


def beside(cell: Cell, way: int) -> Cell:
    return cell[0] + DX[way], cell[1] + DY[way]


def distance(one: Cell, other: Cell) -> int:
    return abs(one[0] - other[0]) + abs(one[1] - other[1])


if __name__ == "__main__":
    from ludotheque.protocol import speak

    speak(play)
