"""The rules of Meduris, clause by clause (ME-1 … ME-18)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype
from ludotheque.games.meduris.druid import BOTH, DRUID_HOME, move_druid, score_offering, visit_next
from ludotheque.games.meduris.resources import (
    MAX_WORKERS,
    PLATEAUS,
    can_pay,
    count_tiles,
    has_supply,
    pay,
    produce_heights,
)
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, NO_SEAT, SITES, hut_cost, join_runs, set_up_ring
from ludotheque.games.meduris.turn import (
    ACTING,
    DROPPING,
    GIVING,
    OFFERING,
    PLACING,
    SEATS,
    TAKING,
    ask,
    ask_next,
    begin_turn,
    end_turn,
    finish_match,
)

# The ring's sites are numbered clockwise (ME-1), districts and runs follow them, and the druid walks the same way:
#
#     temple -4, stones -3 -2 -1
#                               \
#      … 29  30  31  | river |  0  1  2  3  4 …         (39 is the last site with four players)
#     district 8 …   |       |  district 0   …
#
# Each plateau is numbered as the resource that it makes, and its pile is stored from the bottom:
#
#     pile[0] = [2, 0, -1]: on the wood plateau seat 2 is at height 1, seat 0 above it at height 2
State = state_dtype(  # the fields that every ply touches come first, so that they share cache lines
    ("active", "i1", SEATS),
    ("seats", "i1"),
    ("sites", "i1"),  # 32, or 40 with four players
    ("phase", "i1"),
    ("player", "i1"),  # the seat whose turn it is, also while others are asked, or that places a worker
    ("first", "i1"),  # the seat that began
    ("finisher", "i1"),  # the first to have built everything, or -1
    ("die", "i1"),  # the event of this turn: 0–3 production, LOSS, GIFT; -1 before the first
    ("druid", "i1"),  # -4: at home, -3 to -1: on the paved stones, else a site
    ("visits", "i1"),  # offerings still to come in this ritual or lap, the present one included
    ("lap", "i1"),  # 1 during the last lap
    ("buying", "i1"),  # what is being paid by exchange: HUT, TEMPLE or OFFER, else -1;
    ("target", "i1"),  # its site, or for OFFER what is offered, else -1
    ("event", "i1"),
    ("great_yield", "i1"),
    ("between", "i1"),
    ("kit2", "i1"),
    ("exchange", "i1"),
    ("isolated_both", "i1"),
    ("owed", "i2"),  # tiles still to be given in this exchange
    ("supply", "i2"),  # tiles of each resource in all, 0 for no limit
    ("cap", "i2"),
    ("turn", "i2"),  # turns completed, counting every player's
    ("height", "i1", PLATEAUS),  # workers on a plateau
    ("pile", "i1", (PLATEAUS, MAX_WORKERS)),  # the workers' seats from the bottom, -1 above them
    ("huts_left", "i1", SEATS),
    ("temples_left", "i1", SEATS),
    ("points", "i4", SEATS),
    ("hand", "i4", (SEATS, KINDS)),
    ("owner", "i1", SITES),  # the seat whose piece is on a site, or -1
    ("run", "i1", SITES),  # the number of huts in the run of a site's hut; 0 for a temple or an empty site
    ("need", "i1", (SITES, 2)),  # the two resources of a site
    ("district", "i1", SITES),
    ("rune", "i1", DISTRICTS),  # the seat that holds a district's rune stone, or -1
)

MOVES = {
    "WORKER": {"plateau": PLATEAUS},
    "DROP": {"kind": KINDS},
    "TAKE": {"kind": KINDS},
    "SHIFT": {"plateau": PLATEAUS, "height": range(1, MAX_WORKERS + 1), "target": PLATEAUS},  # height 1 is the bottom
    "HUT": {"site": SITES},
    "TEMPLE": {"site": SITES},
    "OFFER": {"what": BOTH + 1},  # nothing, the site's first resource, its second, both
    "GIVE": {"kind": KINDS},
}
WORKER, DROP, TAKE, SHIFT, HUT, TEMPLE, OFFER, GIVE = range(len(MOVES))
FIRST_DROP = PLATEAUS  # index of each kind's first move in a mask
FIRST_TAKE = FIRST_DROP + KINDS
FIRST_SHIFT = FIRST_TAKE + KINDS
FIRST_HUT = FIRST_SHIFT + PLATEAUS * MAX_WORKERS * PLATEAUS
FIRST_TEMPLE = FIRST_HUT + SITES
FIRST_OFFER = FIRST_TEMPLE + SITES
FIRST_GIVE = FIRST_OFFER + BOTH + 1

ERRORS = [
    "ok",
    "You are not awaited now.",
    "Workers are being placed: WORKER.",  # one sentence for each phase, in the order of the phases
    "Everyone gives up a resource: DROP.",
    "Everyone takes a resource: TAKE.",
    "It is time for the turn's one action: SHIFT, HUT or TEMPLE.",
    "The druid waits for an offering: OFFER.",
    "The exchange is not paid yet: GIVE.",
    "There is no such plateau.",
    "That plateau holds three workers already.",
    "There is no such resource.",
    "You hold none of that resource.",
    "The supply has none of that resource left.",
    "You have no worker at that height of that plateau.",
    "The worker must go to another plateau.",
    "There is no such site.",
    "That site is occupied.",
    "You have no hut left.",
    "You have no temple left.",
    "You cannot pay for a piece on that site.",
    "There is no such offering.",
    "An isolated hut offers one resource, not both.",
    "You cannot pay for that offering.",
    "There is no such move.",
]
(OK, NOT_AWAITED, WRONG_PHASE) = range(3)  # WRONG_PHASE + phase is the sentence of that phase
(NO_PLATEAU, PLATEAU_FULL, NO_KIND, NOT_HELD, NONE_LEFT, NOT_YOUR_WORKER, SAME_PLATEAU, NO_SITE) = range(8, 16)
(OCCUPIED, NO_HUT, NO_TEMPLE, TOO_DEAR, NO_OFFERING, ISOLATED, NOT_OFFERED, NO_MOVE) = range(16, len(ERRORS))

START_POINTS, TEMPLES = 5, 2


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Set up an empty ring, a kit for each seat (ME-3), the druid at home (ME-2), and draw the first player (ME-4)."""
    state.seats = seats
    set_up_ring(state)
    for seat in range(seats):
        deal_kit(state, seat)
    for plateau in range(PLATEAUS):
        for height in range(MAX_WORKERS):
            state.pile[plateau, height] = NO_SEAT
    state.druid = DRUID_HOME
    state.finisher = NO_SEAT
    state.die = -1
    state.buying = -1
    state.target = -1
    state.first = roll(dice, seats)
    state.player = state.first
    ask(state, PLACING, state.player)


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """Return the error of the first test that `move` fails, or OK."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind < 0 or move.kind > GIVE:
        return NO_MOVE
    if phase_of(move.kind) != state.phase:
        return WRONG_PHASE + state.phase
    if move.kind == WORKER:
        return check_plateau(state, move.a)
    if move.kind == TAKE:
        return check_take(state, move.a)
    if move.kind == SHIFT:
        return check_shift(state, seat, move.a, move.b, move.c)
    if move.kind == HUT or move.kind == TEMPLE:
        return check_build(state, seat, move.kind, move.a)
    if move.kind == OFFER:
        return check_offer(state, seat, move.a)
    return check_held(state, seat, move.a)


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    """Play `move`, and everything that follows until a seat has to decide."""
    if move.kind == WORKER:
        place_worker(state, seat, move.a, dice)
    elif move.kind == DROP:
        state.hand[seat, move.a] -= 1
        ask_next(state, seat)
    elif move.kind == TAKE:
        state.hand[seat, move.a] += 1
        ask_next(state, seat)
    elif move.kind == SHIFT:
        shift_worker(state, seat, move.a, move.b - 1, move.c)
        end_turn(state, dice)
    elif move.kind == GIVE:
        give_tile(state, seat, move.a, dice)
    else:
        buy(state, seat, move.kind, move.a, dice)


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """Write each seat's points, pieces built and resources left (ME-16); finish_match adds the last points (ME-15)."""
    for seat in range(state.seats):
        out[seat, 0] = state.points[seat]
        out[seat, 1] = starting_huts(state) + TEMPLES - state.huts_left[seat] - state.temples_left[seat]
        out[seat, 2] = count_tiles(state, seat)


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark the moves that `check` allows, phase by phase."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    if state.phase == ACTING:
        mark_shifts(state, seat, mask)
        mark_builds(state, seat, mask)
    elif state.phase == OFFERING:
        for what in range(BOTH + 1):
            mask[FIRST_OFFER + what] = check_offer(state, seat, what) == OK
    elif state.phase == PLACING:
        for plateau in range(PLATEAUS):
            mask[plateau] = state.height[plateau] < MAX_WORKERS
    elif state.phase == TAKING:
        for kind in range(KINDS):
            mask[FIRST_TAKE + kind] = has_supply(state, kind)
    else:
        start = FIRST_DROP if state.phase == DROPPING else FIRST_GIVE
        for kind in range(KINDS):
            mask[start + kind] = state.hand[seat, kind] > 0


@compiled
def mark_shifts(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark a move of every own worker to every other plateau that has room."""
    for plateau in range(PLATEAUS):
        for height in range(state.height[plateau]):
            if state.pile[plateau, height] == seat:
                start = FIRST_SHIFT + (plateau * MAX_WORKERS + height) * PLATEAUS
                for target in range(PLATEAUS):
                    mask[start + target] = target != plateau and state.height[target] < MAX_WORKERS


@compiled
def mark_builds(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark every empty site that the seat can pay for."""
    has_hut, has_temple = state.huts_left[seat] > 0, state.temples_left[seat] > 0
    for site in range(state.sites):
        if state.owner[site] < 0 and can_pay(state, seat, site, 1, 1):  # a hut costs no less than a temple
            cost = hut_cost(state, site)
            mask[FIRST_HUT + site] = has_hut and (cost == 1 or can_pay(state, seat, site, cost, cost))
            mask[FIRST_TEMPLE + site] = has_temple


@compiled
def phase_of(kind: int) -> int:
    """Return the phase in which a kind of move is played: the three actions share one."""
    if kind <= SHIFT:
        return kind
    return ACTING if kind <= TEMPLE else kind - TEMPLE + ACTING


@compiled
def check_plateau(state: StateRecord, plateau: int) -> int:
    """At most three workers on a plateau (ME-4, ME-7)."""
    if plateau < 0 or plateau >= PLATEAUS:
        return NO_PLATEAU
    return PLATEAU_FULL if state.height[plateau] == MAX_WORKERS else OK


@compiled
def check_held(state: StateRecord, seat: int, kind: int) -> int:
    """Only a resource that is held can be given up (ME-5) or exchanged (ME-10)."""
    if kind < 0 or kind >= KINDS:
        return NO_KIND
    return OK if state.hand[seat, kind] > 0 else NOT_HELD


@compiled
def check_take(state: StateRecord, kind: int) -> int:
    """Any kind of which the supply has a tile left (ME-6)."""
    if kind < 0 or kind >= KINDS:
        return NO_KIND
    return OK if has_supply(state, kind) else NONE_LEFT


@compiled
def check_shift(state: StateRecord, seat: int, plateau: int, height: int, target: int) -> int:
    """An own worker of any height moves to a different plateau that holds fewer than three (ME-7)."""
    if plateau < 0 or plateau >= PLATEAUS:
        return NO_PLATEAU
    if height < 1 or height > MAX_WORKERS or state.pile[plateau, height - 1] != seat:
        return NOT_YOUR_WORKER
    return SAME_PLATEAU if target == plateau else check_plateau(state, target)


@compiled
def check_build(state: StateRecord, seat: int, kind: int, site: int) -> int:
    """The site is empty, a piece is left, and the seat can pay for it (ME-8, ME-9)."""
    if site < 0 or site >= state.sites:
        return NO_SITE
    if state.owner[site] >= 0:
        return OCCUPIED
    if kind == HUT and state.huts_left[seat] == 0:
        return NO_HUT
    if kind == TEMPLE and state.temples_left[seat] == 0:
        return NO_TEMPLE
    cost = price(state, kind, site)
    return OK if can_pay(state, seat, site, cost, cost) else TOO_DEAR


@compiled
def check_offer(state: StateRecord, seat: int, what: int) -> int:
    """Nothing, or what the seat can pay; both at an isolated hut only with `isolated_both` (ME-12)."""
    if what < 0 or what > BOTH:
        return NO_OFFERING
    if what == BOTH and state.run[state.druid] == 1 and state.isolated_both == 0:
        return ISOLATED
    return OK if can_pay(state, seat, state.druid, what & 1, what >> 1) else NOT_OFFERED


@compiled
def price(state: StateRecord, kind: int, site: int) -> int:
    """Return how many of each of the site's two resources a piece costs: a temple always 1 (ME-9)."""
    return hut_cost(state, site) if kind == HUT else 1


@compiled
def deal_kit(state: StateRecord, seat: int) -> None:
    """Give a seat 1 of each resource, 5 points, 8 huts and 2 temples (ME-3)."""
    for kind in range(KINDS):
        state.hand[seat, kind] = 1
    state.points[seat] = START_POINTS
    state.huts_left[seat] = starting_huts(state)
    state.temples_left[seat] = TEMPLES


@compiled
def starting_huts(state: StateRecord) -> int:  # ME-3
    return 12 if state.kit2 != 0 and state.seats == 2 else 8


@compiled
def starting_workers(state: StateRecord) -> int:  # ME-3
    return 3 if state.kit2 != 0 and state.seats == 2 else 2


@compiled
def place_worker(state: StateRecord, seat: int, plateau: int, dice: Dice) -> None:
    """Put a worker on top of a pile, then ask the next seat, until all workers are placed (ME-4)."""
    put_on_top(state, seat, plateau)
    placed = 0
    for one in range(PLATEAUS):
        placed += state.height[one]
    state.player = (state.first + placed) % state.seats
    if placed < state.seats * starting_workers(state):
        ask(state, PLACING, state.player)
    else:
        begin_turn(state, dice)


@compiled
def put_on_top(state: StateRecord, seat: int, plateau: int) -> None:
    state.pile[plateau, state.height[plateau]] = seat
    state.height[plateau] += 1


@compiled
def shift_worker(state: StateRecord, seat: int, plateau: int, height: int, target: int) -> None:
    """Move a worker; those above come down, and the great yield is paid by the heights after that (ME-7)."""
    state.height[plateau] -= 1
    for above in range(height, state.height[plateau]):
        state.pile[plateau, above] = state.pile[plateau, above + 1]
    state.pile[plateau, state.height[plateau]] = NO_SEAT
    put_on_top(state, seat, target)
    if state.great_yield != 0:
        produce_heights(state, target, NO_SEAT)
        return
    for one in range(PLATEAUS):
        produce_heights(state, one, seat)


@compiled
def buy(state: StateRecord, seat: int, kind: int, target: int, dice: Dice) -> None:
    """Pay for a piece or an offering; if tiles are owed, ask for them one by one first (ME-10)."""
    if kind == OFFER:
        owed = pay(state, seat, state.druid, target & 1, target >> 1)
    else:
        cost = price(state, kind, target)
        owed = pay(state, seat, target, cost, cost)
    if owed > 0:
        state.owed, state.buying, state.target = owed, kind, target
        ask(state, GIVING, seat)
    else:
        complete_purchase(state, seat, kind, target, dice)


@compiled
def give_tile(state: StateRecord, seat: int, kind: int, dice: Dice) -> None:
    """Give one tile of an exchange; the last one completes the purchase (ME-10)."""
    state.hand[seat, kind] -= 1
    state.owed -= 1
    if state.owed == 0:
        buying, target = state.buying, state.target
        state.buying = -1
        state.target = -1
        complete_purchase(state, seat, buying, target, dice)


@compiled
def complete_purchase(state: StateRecord, seat: int, kind: int, target: int, dice: Dice) -> None:
    """Score the offering or place the piece that is paid for, then move the druid."""
    if kind == OFFER:
        score_offering(state, seat, target)
        asked = visit_next(state)
    else:
        place_piece(state, seat, kind, target)
        asked = move_druid(state)
    if asked >= 0:
        ask(state, OFFERING, asked)
    elif state.lap != 0:
        finish_match(state)
    else:
        end_turn(state, dice)


@compiled
def place_piece(state: StateRecord, seat: int, kind: int, site: int) -> None:
    """Place a piece; a hut takes its district's rune stone from any holder (ME-8), a temple takes none (ME-9)."""
    state.owner[site] = seat
    if kind == TEMPLE:
        state.temples_left[seat] -= 1
        return
    state.huts_left[seat] -= 1
    join_runs(state, site)
    state.rune[state.district[site]] = seat
