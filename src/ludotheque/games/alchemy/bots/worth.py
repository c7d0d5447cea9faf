"""What a bench is worth to its owner, in gold, and how changes of cells change it."""

from ludotheque.compile import compiled
from ludotheque.game import StateRecord, state_dtype
from ludotheque.games.alchemy.cells import (
    ALL,
    bit_of,
    count_cells,
    count_joints,
    first_of,
    neighbours_of,
    region_of,
)
from ludotheque.games.alchemy.rules import CELLS, COPPER, ELEMENTS, EMPTY, gold_for

Bench = state_dtype(
    ("cells", "i8", ELEMENTS + 1),  # the set of cells that hold each element; [EMPTY]: the empty ones
    ("parts", "f8", ELEMENTS + 1),  # what the regions of each element are worth
)

# Found by an evolution strategy in matches of this bot against itself and against greedy bots.
LONE = -1.0  # gold for a cell without a like neighbour
METAL = 0.94  # share of its gold that a metal counts: the rival may spoil it
ODD = 0.25  # gold for the cell that an odd number has too many: one more pays for both
VOLATILE = 0.9  # share of its gold that a volatile counts
CATALYST = 5.25  # gold for a catalyst
CATALYST_TURNS = 3  # with fewer turns left, a catalyst counts less
GROWTH = 0.34  # gold for each cell of a metal that has room to grow
OPEN = 0.7  # gold for a region that has room to grow
ROOM = 2  # empty cells beside a region that are room enough
COMPACT = 0.7  # gold for each like neighbour that a cell has on average
BRIDGE = 0.8  # gold for an element if one empty cell touches two of its regions
FADING = 8  # turns from the end on in which hopes count less and less


@compiled
def load_bench(state: StateRecord, seat: int, bench: StateRecord, turns: int) -> None:
    for element in range(ELEMENTS + 1):
        bench.cells[element] = 0
    for cell in range(CELLS):
        bench.cells[state.bench[seat, cell]] |= bit_of(cell)
    rate_bench(bench, turns)


@compiled
def clear_bench(bench: StateRecord) -> None:
    for element in range(ELEMENTS + 1):
        bench.cells[element] = ALL if element == EMPTY else 0
        bench.parts[element] = 0.0


@compiled
def copy_bench(source: StateRecord, target: StateRecord) -> None:
    for element in range(ELEMENTS + 1):
        target.cells[element] = source.cells[element]
        target.parts[element] = source.parts[element]


@compiled
def element_at(bench: StateRecord, bit: int) -> int:
    for element in range(1, ELEMENTS + 1):
        if bench.cells[element] & bit:
            return element
    return EMPTY


@compiled
def change_cells(bench: StateRecord, cells: int, old: int, new: int) -> None:
    """Turn `cells`, which all hold `old`, into `new`. The parts are out of date until `rate_changes`."""
    bench.cells[old] &= ~cells
    bench.cells[new] |= cells


@compiled
def rate_changes(bench: StateRecord, cells: int, old: int, new: int, turns: int) -> None:
    """Bring the parts up to date after `cells` changed from `old` to `new`; EMPTY for `new` or `old` is allowed.

    A cell that became empty or full also changes the room of the regions beside it.
    """
    beside = neighbours_of(cells) if old == EMPTY or new == EMPTY else 0
    for element in range(1, ELEMENTS + 1):
        if element in (old, new) or bench.cells[element] & beside:
            bench.parts[element] = rate_element(bench.cells[element], bench.cells[EMPTY], element, turns)


@compiled
def rate_bench(bench: StateRecord, turns: int) -> float:
    for element in range(1, ELEMENTS + 1):
        bench.parts[element] = rate_element(bench.cells[element], bench.cells[EMPTY], element, turns)
    return worth_of(bench)


@compiled
def worth_of(bench: StateRecord) -> float:
    """Return what the bench is worth, if its parts are up to date."""
    return bench.parts[1] + bench.parts[2] + bench.parts[3] + bench.parts[4] + bench.parts[5]


@compiled
def rate_element(cells: int, empty: int, element: int, turns: int) -> float:
    """Return what the regions of `element` are worth with `turns` turns to come; with none, only what pays counts."""
    firm, hopes, rooms, bridges = 0.0, 0.0, 0, 0
    while cells:
        region = region_of(first_of(cells), cells)
        cells ^= region
        size = count_cells(region)
        if turns <= 0:
            firm += max(0, gold_for(element, size))
        else:
            room = neighbours_of(region) & empty
            firm += rate_region(element, size, turns)
            hopes += rate_hopes(element, size, region, room)
            bridges |= rooms & room
            rooms |= room
    if bridges:
        hopes += BRIDGE
    return firm + min(1.0, turns / FADING) * hopes if turns > 0 else firm


@compiled
def rate_region(element: int, size: int, turns: int) -> float:
    """Return what a region pays, as far as one can rely on it."""
    if size == 1:
        return LONE
    if element <= COPPER:
        return METAL * (size * size // 4 - 1 + ODD * (size % 2))
    return VOLATILE * (size - 2) + CATALYST * (size - 1) / 2 * min(1.0, turns / CATALYST_TURNS)


@compiled
def rate_hopes(element: int, size: int, region: int, room: int) -> float:
    """Return what a region may still gain by growing: with room beside it, and compact."""
    share = min(1.0, count_cells(room) / ROOM)
    hopes = OPEN * share + COMPACT * 2 * count_joints(region) / size
    return hopes + GROWTH * size * share if element <= COPPER else hopes
