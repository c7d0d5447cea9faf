"""The rules of Bzzz, clause by clause (BZ-1 … BZ-13)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice
from ludotheque.game import Array, Move, StateRecord, state_dtype
from ludotheque.games.bzzz.field import (
    BEES,
    DX,
    DY,
    FLOWERS,
    SEATS,
    SIDE,
    WAYS,
    flower_at,
    hive_cell,
    is_near_flower,
    is_on_board,
    plant,
    zone_of,
)
from ludotheque.games.bzzz.forage import forage, forage_idle_bees
from ludotheque.games.bzzz.guess import guess as guess
from ludotheque.games.bzzz.skirmish import recover, skirmish

State = state_dtype(
    ("active", "i1", SEATS),
    ("seats", "i1"),
    ("player", "i1"),  # whose turn it is
    ("stage", "i1"),  # LAYING, STEPPING or FORAGING
    ("ncases", "i1"),
    ("nfleurs", "i1"),
    ("skirmishes", "i1"),
    ("yields", "i1"),
    ("blitz", "i1"),
    ("short_ko", "i1"),
    ("bees", "i1", SEATS),  # number of bees that each seat has laid
    ("time_ko", "i2"),
    ("nectar_initial", "i2"),
    ("max_nectar", "i2"),
    ("cout_ponte", "i2"),
    ("time_out", "i4"),
    ("turn", "i4"),  # players' turns finished
    ("total", "i4"),  # nectar on all flowers at the start; -1 means hidden, here and in all fields below
    ("loose", "i4"),  # nectar left on flowers and bees
    ("stock", "i4", SEATS),  # nectar in the hives
    ("used", "i1", BEES),  # the active player's bees that moved, foraged or held this turn
    ("kind", "i1", (SEATS, BEES)),  # WORKER, DRONE or SCOUT; bees are numbered as their owner laid them
    ("x", "i1", (SEATS, BEES)),
    ("y", "i1", (SEATS, BEES)),
    ("load", "i1", (SEATS, BEES)),  # nectar carried
    ("ko", "i2", (SEATS, BEES)),  # turns of its owner that the bee still misses
    ("fought", "i1", (SEATS, BEES)),  # in the previous turn: 1 dodged, 2 fell, 0 did not fight
    ("serial", "u1", (SEATS, BEES)),  # number of bees that all seats had laid before it
    ("flower_x", "i1", FLOWERS),  # flower 4i + j is the j-th mirror of flower i: see field.py
    ("flower_y", "i1", FLOWERS),
    ("start", "i2", FLOWERS),  # nectar at the start
    ("nectar", "i2", FLOWERS),  # nectar now
    # What each seat has learned of each flower:
    ("room", "i1", (SEATS, FLOWERS)),  # room of the bee at the latest forage, -1 if there was no forage
    ("gain", "i1", (SEATS, FLOWERS)),  # nectar that the bee got then
    ("empty", "i1", (SEATS, FLOWERS)),  # 1 if the flower is known to be empty
    ("low", "i2", (SEATS, FLOWERS)),  # least nectar left after that forage
    ("high", "i2", (SEATS, FLOWERS)),  # most nectar left after that forage
    ("floor", "i2", (SEATS, FLOWERS)),  # least nectar that the flower can have started with
    ("taken", "i2", (SEATS, FLOWERS)),  # sum of all gains
    ("forages", "i2", (SEATS, FLOWERS)),  # number of forages
    ("since_two", "i2", (SEATS, FLOWERS)),  # number of forages since a yield of at most 2 was seen
    ("since_one", "i2", (SEATS, FLOWERS)),  # number of forages since a yield of at most 1 was seen
    ("occupant", "i2", (SIDE, SIDE)),  # [y, x]: 0, or 1 + 64 × seat + bee
    ("bloom", "u1", (SIDE, SIDE)),  # [y, x]: 0, or 1 + flower
)

KINDS = 3
WORKER, DRONE, SCOUT = range(KINDS)

MOVES = {
    "LAY": {"kind": KINDS},
    "STEP": {"bee": BEES, "way": WAYS},
    "FORAGE": {"bee": BEES, "way": WAYS + 1},  # 0 is the bee's own cell, 1 … 8 are the ways of STEP
    "HOLD": {"bee": BEES},
    "END": {},
    "REST": None,  # the turn of a bot that failed: its bees do not even forage by themselves (BZ-20)
}
LAY, STEP, FORAGE, HOLD, END, REST = range(len(MOVES))
FIRST_FORAGE = KINDS + BEES * WAYS  # index of the first FORAGE in a mask of moves
FIRST_HOLD = FIRST_FORAGE + BEES * (WAYS + 1)
END_INDEX = FIRST_HOLD + BEES

ERRORS = [
    "ok",
    "It is not your turn.",
    "A bee is laid only as the first thing in a turn.",
    "There is no such kind of bee.",
    "A bee sits in the hive's cell.",
    "There is too little nectar in the hive for a bee.",
    "A hive lays 64 bees and no more.",
    "You have no such bee.",
    "That bee is knocked out.",
    "That bee has done its part of this turn.",
    "Bees move before the first of them forages or holds.",
    "There is no such way.",
    "Only scouts move diagonally.",
    "That is off the board.",
    "That is another hive's zone.",
    "Another bee is there.",
    "There is no flower.",
    "There is no flower on that bee's cell or beside it.",
    "There is no such move.",
]
(OK, NOT_AWAITED, TOO_LATE, NO_KIND, HIVE_TAKEN, TOO_DEAR, TOO_MANY, NO_BEE, KNOCKED_OUT, USED) = range(10)
(FORAGING_BEGUN, NO_WAY, NO_DIAGONAL, OFF_BOARD, FOREIGN_ZONE, BLOCKED, NO_FLOWER, NOT_NEAR, NO_MOVE) = range(
    10, len(ERRORS)
)

LAYING, STEPPING, FORAGING = range(3)
ENGINE = 1  # value of the option blitz: as the course's engine counts


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Plant the flowers and fill the hives; there are no bees yet (BZ-1 … BZ-3)."""
    state.seats = seats
    for seat in range(seats):
        state.stock[seat] = state.nectar_initial
        for flower in range(4 * state.nfleurs):
            state.room[seat, flower] = -1
            state.high[seat, flower] = state.max_nectar
    plant(state, dice)
    state.active[0] = 1


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """Return the error of this move, or OK. END is always allowed."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind == END or move.kind == REST:
        return OK
    if move.kind == LAY:
        return NO_KIND if move.a < 0 or move.a >= KINDS else check_lay(state, seat)
    if move.kind < 0 or move.kind > REST:
        return NO_MOVE
    error = check_bee(state, seat, move.a)
    if error != OK:
        return error
    if move.kind == STEP:
        return check_step(state, seat, move.a, move.b)
    if move.kind == FORAGE:
        return check_forage(state, seat, move.a, move.b)
    return OK if is_near_flower(state, state.x[seat, move.a], state.y[seat, move.a]) else NOT_NEAR


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    if move.kind == LAY:
        lay(state, seat, move.a)
    elif move.kind == STEP:
        step(state, seat, move.a, move.b)
    elif move.kind == FORAGE or move.kind == HOLD:
        state.used[move.a] = 1
        state.stage = FORAGING
        if move.kind == FORAGE:
            forage(state, seat, move.a, flower_beside(state, seat, move.a, move.b))
    else:
        if move.kind == END:
            forage_idle_bees(state, seat)
        end_turn(state, seat, dice)


@compiled
def observe(view: StateRecord, seat: int) -> None:
    """Hide nectar that is not the seat's own, and what other seats learned and ordered this turn (BZ-12)."""
    if is_over(view):
        return  # everything is revealed at the end
    view.total = -1
    view.loose = -1
    for flower in range(4 * view.nfleurs):
        view.start[flower] = -1
        view.nectar[flower] = -1
    for other in range(view.seats):
        if other != seat:
            hide_seat(view, other)


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """Score the nectar in the hive; what bees carry counts for nothing (BZ-11)."""
    for seat in range(state.seats):
        out[seat, 0] = state.stock[seat]


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark every move that check allows."""
    legal_part(state, seat, mask, 0, 1)


@compiled
def legal_part(state: StateRecord, seat: int, mask: Array, first: int, stride: int) -> None:
    """Mark the moves of every bee in every `stride`-th way."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    mask[END_INDEX] = 1
    if check_lay(state, seat) == OK:
        for kind in range(KINDS):
            mask[kind] = 1
    for bee in range(state.bees[seat]):
        if check_bee(state, seat, bee) == OK:
            if state.stage != FORAGING:
                for way in range(first, WAYS, stride):
                    mask[KINDS + bee * WAYS + way] = check_step(state, seat, bee, way) == OK
            for way in range(first, WAYS + 1, stride):
                mark_forage(state, seat, bee, way, mask)


@compiled
def mark_forage(state: StateRecord, seat: int, bee: int, way: int, mask: Array) -> None:
    """Mark FORAGE if there is a flower, and then HOLD too."""
    if flower_beside(state, seat, bee, way) >= 0:
        mask[FIRST_FORAGE + bee * (WAYS + 1) + way] = 1
        mask[FIRST_HOLD + bee] = 1


@compiled
def check_lay(state: StateRecord, seat: int) -> int:
    """A bee is laid as the first thing in a turn, for its price, if the hive's cell is empty (BZ-4)."""
    if state.stage != LAYING:
        return TOO_LATE
    if state.bees[seat] >= BEES:
        return TOO_MANY  # BZ-13
    if state.stock[seat] < state.cout_ponte:
        return TOO_DEAR
    x, y = hive_cell(state, seat)
    return OK if state.occupant[y, x] == 0 else HIVE_TAKEN


@compiled
def check_bee(state: StateRecord, seat: int, bee: int) -> int:
    """The seat has this bee, which is awake and has not yet done its part of the turn."""
    if bee < 0 or bee >= state.bees[seat]:
        return NO_BEE
    if state.ko[seat, bee] > 0:
        return KNOCKED_OUT  # BZ-9
    return OK if state.used[bee] == 0 else USED


@compiled
def check_step(state: StateRecord, seat: int, bee: int, way: int) -> int:
    """A bee steps one cell before the first FORAGE or HOLD; only scouts go diagonally (BZ-3, BZ-5)."""
    if state.stage == FORAGING:
        return FORAGING_BEGUN
    if way < 0 or way >= WAYS:
        return NO_WAY
    if way % 2 == 1 and state.kind[seat, bee] != SCOUT:
        return NO_DIAGONAL
    return check_target(state, seat, bee, way)


@compiled
def check_target(state: StateRecord, seat: int, bee: int, way: int) -> int:
    """The target is on the board, not in another player's zone, and holds no bee (BZ-5)."""
    x, y = state.x[seat, bee] + DX[way], state.y[seat, bee] + DY[way]
    if not is_on_board(state, x, y):
        return OFF_BOARD
    if state.occupant[y, x] != 0:
        return BLOCKED
    zone = zone_of(state, x, y)
    return OK if zone < 0 or zone == seat else FOREIGN_ZONE


@compiled
def check_forage(state: StateRecord, seat: int, bee: int, way: int) -> int:
    """There is a flower on the bee's cell or beside it; it may be empty (BZ-6)."""
    if way < 0 or way > WAYS:
        return NO_WAY
    return OK if flower_beside(state, seat, bee, way) >= 0 else NO_FLOWER


@compiled
def flower_beside(state: StateRecord, seat: int, bee: int, way: int) -> int:
    """Return the flower that FORAGE with this `way` means, or -1: 0 is the bee's own cell, 1 … 8 are around it."""
    x, y = state.x[seat, bee], state.y[seat, bee]
    if way == 0:
        return state.bloom[y, x] - 1
    return flower_at(state, x + DX[way - 1], y + DY[way - 1])


@compiled
def lay(state: StateRecord, seat: int, kind: int) -> None:
    """Pay for a new bee on the hive's cell; it is ready at once (BZ-4)."""
    bee, laid = state.bees[seat], 0
    for other in range(state.seats):
        laid += state.bees[other]
    state.stock[seat] -= state.cout_ponte
    state.kind[seat, bee] = kind
    state.serial[seat, bee] = laid
    state.bees[seat] = bee + 1
    x, y = hive_cell(state, seat)
    place_bee(state, seat, bee, x, y)
    state.stage = STEPPING


@compiled
def step(state: StateRecord, seat: int, bee: int, way: int) -> None:
    """Move a bee one cell (BZ-5)."""
    x, y = state.x[seat, bee], state.y[seat, bee]
    state.occupant[y, x] = 0
    place_bee(state, seat, bee, x + DX[way], y + DY[way])
    state.used[bee] = 1
    state.stage = STEPPING


@compiled
def place_bee(state: StateRecord, seat: int, bee: int, x: int, y: int) -> None:
    state.x[seat, bee] = x
    state.y[seat, bee] = y
    state.occupant[y, x] = 1 + BEES * seat + bee


@compiled
def end_turn(state: StateRecord, seat: int, dice: Dice) -> None:
    """Drop nectar, skirmish, count missed turns; then the match is over or the next seat plays (BZ-7 … BZ-11)."""
    dropped = drop(state, seat)
    skirmish(state, seat, dice)
    recover(state, seat)
    for bee in range(state.bees[seat]):
        state.used[bee] = 0
    state.stage = LAYING
    state.turn += 1
    state.active[seat] = 0
    if not is_finished(state, seat, dropped):
        state.player = (seat + 1) % state.seats
        state.active[state.player] = 1


@compiled
def drop(state: StateRecord, seat: int) -> int:
    """Move the loads of the seat's bees in its own zone to its stock, and return how much that was (BZ-7)."""
    dropped = 0
    for bee in range(state.bees[seat]):
        if state.load[seat, bee] > 0 and zone_of(state, state.x[seat, bee], state.y[seat, bee]) == seat:
            dropped += state.load[seat, bee]
            state.load[seat, bee] = 0
    state.stock[seat] += dropped
    state.loose -= dropped
    return dropped


@compiled
def is_finished(state: StateRecord, seat: int, dropped: int) -> bool:
    """Return whether no nectar is left outside, one hive has more than half, or all turns are played (BZ-11)."""
    if state.loose == 0 or state.turn >= state.time_out:
        return True
    if dropped == 0:
        return False
    if state.blitz == ENGINE:
        return state.stock[seat] >= (state.total + state.nectar_initial) // 2
    return 2 * state.stock[seat] > state.total


@compiled
def is_over(state: StateRecord) -> bool:
    for seat in range(SEATS):
        if state.active[seat] != 0:
            return False
    return True


@compiled
def hide_seat(view: StateRecord, other: int) -> None:
    """Hide everything that only the seat `other` may know."""
    view.stock[other] = -1
    for bee in range(view.bees[other]):
        view.load[other, bee] = -1
    for flower in range(4 * view.nfleurs):
        view.room[other, flower] = -1
        view.gain[other, flower] = 0
        view.empty[other, flower] = 0
        view.low[other, flower] = 0
        view.high[other, flower] = view.max_nectar
        view.taken[other, flower] = 0
        view.floor[other, flower] = 0
        view.forages[other, flower] = 0
        view.since_two[other, flower] = 0
        view.since_one[other, flower] = 0
    if view.player == other:
        view.stage = LAYING
        for bee in range(view.bees[other]):
            view.used[bee] = 0
