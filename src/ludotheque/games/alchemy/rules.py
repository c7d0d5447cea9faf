"""The rules of Alchemy, clause by clause (AL-1 … AL-19)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype
from ludotheque.games.alchemy.cells import ALL, ROW, cells_with, neighbours_of, read_bench, shift_back
from ludotheque.games.alchemy.cells import CELLS as CELLS
from ludotheque.games.alchemy.cells import SIDE as SIDE

SEATS, TURNS = 2, 150

EMPTY, LEAD, IRON, COPPER, SULFUR, MERCURY = range(6)  # AL-2: 1–3 are metals, 4–5 are volatile
ELEMENTS = 5

State = state_dtype(
    ("active", "i1", SEATS),
    ("first", "i1"),
    ("player", "i1"),  # whose turn it is
    ("turn", "i2"),  # from 1 to 150, shared
    ("sample", "i1", 2),  # what the player received
    ("gift", "i1", 2),  # what the player gives, once they have chosen
    ("has_placed", "i1"),
    ("has_given", "i1"),
    ("catalysts", "i1"),
    # The cells of a bench (AL-3), and the four ways to a neighbour:
    #
    #      0  1  2  3  4  5
    #      6  7  8  9 10 11            0
    #     12 13 14 15 16 17            ↑
    #     18 19 20 21 22 23        3 ← · → 1
    #     24 25 26 27 28 29            ↓
    #     30 31 32 33 34 35            2
    ("bench", "i1", (SEATS, CELLS)),
    ("amount", "i1", (SEATS, ELEMENTS + 1)),  # cells of a bench that hold each element
    ("gold", "i4", SEATS),
    ("heap", "i1", CELLS),  # scratch of take_region, zero between moves
)

MOVES = {
    "PLACE": {"cell": CELLS, "way": 4},  # the second element goes on the neighbour in direction `way`
    "TRANSMUTE": {"cell": CELLS},
    "CATALYSE": {"cell": CELLS, "whose": SEATS, "element": range(1, ELEMENTS + 1)},
    "GIVE": {"one": range(1, ELEMENTS + 1), "two": range(1, ELEMENTS + 1)},
    "END": {},
}
PLACE, TRANSMUTE, CATALYSE, GIVE, END = range(len(MOVES))
# The index in a mask of each kind's first move; PLACE starts at 0.
FIRST_TRANSMUTE = CELLS * 4
FIRST_CATALYSE = FIRST_TRANSMUTE + CELLS
FIRST_GIVE = FIRST_CATALYSE + CELLS * SEATS * ELEMENTS
FIRST_END = FIRST_GIVE + ELEMENTS * ELEMENTS

ERRORS = [
    "ok",
    "It is not your turn.",
    "The sample is already placed.",
    "That is no cell of a bench.",
    "The two cells are not side by side.",
    "A cell is not empty.",
    "Neither element touches its like.",
    "That cell is empty.",
    "There is no catalyst left.",
    "That is no element.",
    "A gift is already chosen.",
    "The gift must share an element with the sample received.",
    "There is no such move.",
]
(OK, NOT_AWAITED, ALREADY_PLACED, BAD_POSITION, NOT_ADJACENT, OCCUPIED, NO_CONTACT) = range(7)
(EMPTY_CELL, NO_CATALYST, BAD_ELEMENT, ALREADY_GIVEN, NOTHING_SHARED, NO_MOVE) = range(7, len(ERRORS))


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Empty the benches, draw the first player (AL-6) and hand out lead and iron (AL-5)."""
    state.player = state.first if state.first >= 0 else roll(dice, SEATS)
    state.active[state.player] = 1
    state.turn = 1
    state.sample[0] = LEAD
    state.sample[1] = IRON
    for seat in range(SEATS):
        state.amount[seat, EMPTY] = CELLS


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """Return the error of the first test that fails, or OK."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind == PLACE:
        return check_place(state, seat, move.a, move.b)
    if move.kind == TRANSMUTE:
        return check_transmute(state, seat, move.a)
    if move.kind == CATALYSE:
        return check_catalyse(state, move.a, move.b, move.c)
    if move.kind == GIVE:
        return check_give(state, move.a, move.b)
    return OK if move.kind == END else NO_MOVE


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    if move.kind == PLACE:
        set_cell(state, seat, move.a, state.sample[0])
        set_cell(state, seat, step(move.a, move.b), state.sample[1])
        state.has_placed = 1
    elif move.kind == TRANSMUTE:
        transmute(state, seat, move.a)
    elif move.kind == CATALYSE:
        state.catalysts -= 1
        set_cell(state, move.b, move.a, move.c)
    elif move.kind == GIVE:
        state.gift[0], state.gift[1] = move.a, move.b
        state.has_given = 1
    else:
        end_turn(state, seat)


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """Write each seat's gold; what is left on the benches is worth nothing (AL-11)."""
    for seat in range(SEATS):
        out[seat, 0] = state.gold[seat]


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark the moves that `check` allows, without calling it for each of MOVES."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    mask[FIRST_END] = 1
    for cell in range(CELLS):
        mask[FIRST_TRANSMUTE + cell] = state.bench[seat, cell] != EMPTY
    if state.has_placed == 0:
        mark_places(state, seat, mask)
    if state.catalysts > 0:
        mark_catalyses(state, mask)
    if state.has_given == 0:
        for one in range(1, ELEMENTS + 1):
            for two in range(1, ELEMENTS + 1):
                mask[FIRST_GIVE + (one - 1) * ELEMENTS + two - 1] = check_give(state, one, two) == OK


@compiled
def mark_places(state: StateRecord, seat: int, mask: Array) -> None:
    room = find_room(state, read_bench(state, seat))
    for way in range(4):
        places = find_places(room, way)
        for row in range(SIDE):
            for column in range(SIDE):
                mask[(row * SIDE + column) * 4 + way] = places >> row * ROW + column & 1


@compiled
def find_room(state: StateRecord, bench: tuple[int, int, int]) -> tuple[int, int, int]:
    """Return the empty cells, and those that touch the sample's first and its second element (AL-13)."""
    one, two = cells_with(bench, state.sample[0]), cells_with(bench, state.sample[1])
    if one | two == 0:
        return cells_with(bench, EMPTY), ALL, ALL
    return cells_with(bench, EMPTY), neighbours_of(one), neighbours_of(two)


@compiled
def find_places(room: tuple[int, int, int], way: int) -> int:
    """Return the cells where the sample may be placed with its second element in direction `way` (AL-12)."""
    empty, one, two = room
    return empty & shift_back(empty, way) & (one | shift_back(two, way))


@compiled
def mark_catalyses(state: StateRecord, mask: Array) -> None:
    """Mark every cell that holds something, on either bench, with every element."""
    for cell in range(CELLS):
        for whose in range(SEATS):
            if state.bench[whose, cell] != EMPTY:
                start = FIRST_CATALYSE + (cell * SEATS + whose) * ELEMENTS
                for element in range(ELEMENTS):
                    mask[start + element] = 1


@compiled
def check_place(state: StateRecord, seat: int, cell: int, way: int) -> int:
    """AL-12: two empty cells side by side, and contact."""
    if state.has_placed != 0:
        return ALREADY_PLACED
    if cell < 0 or cell >= CELLS:
        return BAD_POSITION
    if way < 0 or way > 3:
        return NOT_ADJACENT
    other = step(cell, way)
    if other < 0:
        return BAD_POSITION
    if state.bench[seat, cell] != EMPTY or state.bench[seat, other] != EMPTY:
        return OCCUPIED
    return OK if has_contact(state, seat, cell, other) else NO_CONTACT


@compiled
def has_contact(state: StateRecord, seat: int, cell: int, other: int) -> bool:
    """AL-13: always, if neither element is on the bench; else one of the two must touch its like there."""
    one, two = state.sample[0], state.sample[1]
    if state.amount[seat, one] == 0 and state.amount[seat, two] == 0:
        return True
    return touches(state, seat, cell, one) or touches(state, seat, other, two)


@compiled
def touches(state: StateRecord, seat: int, cell: int, element: int) -> bool:
    for way in range(4):
        beside = step(cell, way)
        if beside >= 0 and state.bench[seat, beside] == element:
            return True
    return False


@compiled
def step(cell: int, way: int) -> int:
    """Return the neighbour of `cell` in direction `way`, or -1 beyond the edge."""
    if way == 0:
        return cell - SIDE if cell >= SIDE else -1
    if way == 1:
        return cell + 1 if cell % SIDE < SIDE - 1 else -1
    if way == 2:
        return cell + SIDE if cell < CELLS - SIDE else -1
    return cell - 1 if cell % SIDE > 0 else -1


@compiled
def check_transmute(state: StateRecord, seat: int, cell: int) -> int:
    """AL-14: a cell of the own bench that holds something."""
    if cell < 0 or cell >= CELLS:
        return BAD_POSITION
    return EMPTY_CELL if state.bench[seat, cell] == EMPTY else OK


@compiled
def check_catalyse(state: StateRecord, cell: int, whose: int, element: int) -> int:
    """AL-16: a catalyst, and a cell of either bench that holds something."""
    if state.catalysts == 0:
        return NO_CATALYST
    if cell < 0 or cell >= CELLS or whose < 0 or whose >= SEATS:
        return BAD_POSITION
    if element < 1 or element > ELEMENTS:
        return BAD_ELEMENT
    return EMPTY_CELL if state.bench[whose, cell] == EMPTY else OK


@compiled
def check_give(state: StateRecord, one: int, two: int) -> int:
    """AL-17: one gift per turn, with an element of the sample received."""
    if one < 1 or one > ELEMENTS or two < 1 or two > ELEMENTS:
        return BAD_ELEMENT
    if state.has_given != 0:
        return ALREADY_GIVEN
    shares = is_in_sample(state, one) or is_in_sample(state, two)
    return OK if shares else NOTHING_SHARED


@compiled
def is_in_sample(state: StateRecord, element: int) -> bool:
    return element == state.sample[0] or element == state.sample[1]


@compiled
def set_cell(state: StateRecord, seat: int, cell: int, element: int) -> None:
    """Put `element` on a cell and update the amounts."""
    state.amount[seat, state.bench[seat, cell]] -= 1
    state.amount[seat, element] += 1
    state.bench[seat, cell] = element


@compiled
def transmute(state: StateRecord, seat: int, cell: int) -> None:
    """AL-14: turn a whole region into gold and, if it is volatile, into catalysts."""
    element = state.bench[seat, cell]
    size = take_region(state, seat, cell)
    state.gold[seat] += gold_for(element, size)
    state.catalysts += catalysts_for(element, size)


@compiled
def take_region(state: StateRecord, seat: int, cell: int) -> int:
    """Empty the region of `cell`; return how many cells it had."""
    element = state.bench[seat, cell]
    set_cell(state, seat, cell, EMPTY)
    state.heap[0] = cell
    size, done = 1, 0
    while done < size:
        for way in range(4):
            beside = step(state.heap[done], way)
            if beside >= 0 and state.bench[seat, beside] == element:
                set_cell(state, seat, beside, EMPTY)
                state.heap[size] = beside
                size += 1
        done += 1
    for i in range(size):
        state.heap[i] = 0
    return size


@compiled
def gold_for(element: int, size: int) -> int:
    """AL-15: one cell costs three; a metal pays by the square of `size`, a volatile by `size`."""
    if size == 1:
        return -3
    return size * size // 4 - 1 if element <= COPPER else size - 2


@compiled
def catalysts_for(element: int, size: int) -> int:
    return (size - 1) // 2 if element > COPPER else 0


@compiled
def end_turn(state: StateRecord, seat: int) -> None:
    """Empty the bench if nothing was placed (AL-8), pass on the gift or the sample (AL-9), drop catalysts (AL-10)."""
    if state.has_placed == 0:
        clear_bench(state, seat)
    if state.has_given != 0:
        state.sample[0], state.sample[1] = state.gift[0], state.gift[1]
    state.gift[0], state.gift[1] = EMPTY, EMPTY
    state.has_placed = 0
    state.has_given = 0
    state.catalysts = 0
    state.turn += 1
    state.active[seat] = 0
    if state.turn <= TURNS:  # AL-1, AL-11
        state.player = 1 - seat
        state.active[1 - seat] = 1


@compiled
def clear_bench(state: StateRecord, seat: int) -> None:
    for cell in range(CELLS):
        state.bench[seat, cell] = EMPTY
    for element in range(ELEMENTS + 1):
        state.amount[seat, element] = CELLS if element == EMPTY else 0
