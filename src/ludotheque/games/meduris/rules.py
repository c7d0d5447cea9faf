"""The rules of Meduris, clause by clause (ME-1 … ME-18)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype
from ludotheque.games.meduris.druid import BOTH, TEMPLE_OF_DRUID, score_offering, send_druid, send_on
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, NOBODY, SITES, hut_cost, join_runs, lay_ring
from ludotheque.games.meduris.stock import PLATEAUS, TOP, can_pay, held, is_left, pay, produce_heights
from ludotheque.games.meduris.turn import (
    ACTING,
    DROPPING,
    GIVING,
    OFFERING,
    PLACING,
    SEATS,
    TAKING,
    ask,
    ask_round,
    begin_turn,
    end_turn,
    finish,
)

State = state_dtype(  # what every ply touches comes first, so that it lies together
    ("active", "i1", SEATS),
    ("seats", "i1"),
    ("sites", "i1"),  # 32, or 40 with four players
    ("phase", "i1"),
    ("player", "i1"),  # whose turn it is, whoever is asked; while workers are placed, who places one
    ("first", "i1"),  # who began
    ("finisher", "i1"),  # the first to have built everything, or -1
    ("die", "i1"),  # the event of this turn: 0–3 production, LOSS, GIFT; -1 before the first
    ("druid", "i1"),  # -4 his temple, -3 to -1 the paved stones, then a site
    ("visits", "i1"),  # offerings still to come in this ritual or lap, the present one included
    ("lap", "i1"),  # is he on the last lap?
    ("buying", "i1"),  # what is being paid by exchange: HUT, TEMPLE or OFFER, else -1;
    ("target", "i1"),  # its site, or for OFFER what is offered, else -1
    ("event", "i1"),
    ("great_yield", "i1"),
    ("between", "i1"),
    ("kit2", "i1"),
    ("exchange", "i1"),
    ("isolated_both", "i1"),
    ("owed", "i2"),  # tiles still to be given for it
    ("supply", "i2"),  # tiles of each resource in all, 0 for no limit
    ("cap", "i2"),
    ("turn", "i2"),  # turns completed, counting every player's
    ("height", "i1", PLATEAUS),  # workers on a plateau
    ("pile", "i1", (PLATEAUS, TOP)),  # whose they are, from the bottom, -1 above them
    ("huts_left", "i1", SEATS),
    ("temples_left", "i1", SEATS),
    ("points", "i4", SEATS),
    ("hand", "i4", (SEATS, KINDS)),
    ("owner", "i1", SITES),  # whose piece stands on a site, or -1
    ("run", "i1", SITES),  # how many huts the run has that a site's hut belongs to; 0 for a temple or nothing
    ("need", "i1", (SITES, 2)),  # the two resources of a site
    ("district", "i1", SITES),
    ("rune", "i1", DISTRICTS),  # who holds a district's rune stone, or -1
)

MOVES = {
    "WORKER": {"plateau": PLATEAUS},
    "DROP": {"kind": KINDS},
    "TAKE": {"kind": KINDS},
    "SHIFT": {"plateau": PLATEAUS, "height": range(1, TOP + 1), "target": PLATEAUS},  # height 1 is the bottom
    "HUT": {"site": SITES},
    "TEMPLE": {"site": SITES},
    "OFFER": {"what": BOTH + 1},  # nothing, the site's first resource, its second, both
    "GIVE": {"kind": KINDS},
}
WORKER, DROP, TAKE, SHIFT, HUT, TEMPLE, OFFER, GIVE = range(len(MOVES))
FIRST_DROP = PLATEAUS  # where in a mask the kinds begin
FIRST_TAKE = FIRST_DROP + KINDS
FIRST_SHIFT = FIRST_TAKE + KINDS
FIRST_HUT = FIRST_SHIFT + PLATEAUS * TOP * PLATEAUS
FIRST_TEMPLE = FIRST_HUT + SITES
FIRST_OFFER = FIRST_TEMPLE + SITES
FIRST_GIVE = FIRST_OFFER + BOTH + 1

ERRORS = [
    "ok",
    "You are not awaited now.",
    "Workers are being placed: WORKER.",  # one for each phase, in their order
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
(OK, NOT_AWAITED, WRONG_PHASE) = range(3)  # and what the other phases await
(NO_PLATEAU, PLATEAU_FULL, NO_KIND, NOT_HELD, NONE_LEFT, NOT_YOUR_WORKER, SAME_PLATEAU, NO_SITE) = range(8, 16)
(OCCUPIED, NO_HUT, NO_TEMPLE, TOO_DEAR, NO_OFFERING, ISOLATED, NOT_OFFERED, NO_MOVE) = range(16, len(ERRORS))

START_POINTS, TEMPLES = 5, 2


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """An empty ring, a kit for everybody (ME-3), the druid at home (ME-2), and a drawn first player (ME-4)."""
    state.seats = seats
    lay_ring(state)
    for seat in range(seats):
        hand_kit(state, seat)
    for plateau in range(PLATEAUS):
        for height in range(TOP):
            state.pile[plateau, height] = NOBODY
    state.druid = TEMPLE_OF_DRUID
    state.finisher = NOBODY
    state.die = -1
    state.buying = -1
    state.target = -1
    state.first = roll(dice, seats)
    state.player = state.first
    ask(state, PLACING, state.player)


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """May this seat play this now? The first test that fails names the error."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind < 0 or move.kind > GIVE:
        return NO_MOVE
    if phase_of(move.kind) != state.phase:
        return WRONG_PHASE + state.phase
    if move.kind == WORKER:
        return check_target(state, move.a)
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
    """Play it, and all that follows until somebody has to decide."""
    if move.kind == WORKER:
        place_worker(state, seat, move.a, dice)
    elif move.kind == DROP:
        state.hand[seat, move.a] -= 1
        ask_round(state, seat)
    elif move.kind == TAKE:
        state.hand[seat, move.a] += 1
        ask_round(state, seat)
    elif move.kind == SHIFT:
        shift(state, seat, move.a, move.b - 1, move.c)
        end_turn(state, dice)
    elif move.kind == GIVE:
        give(state, seat, move.a, dice)
    else:
        buy(state, seat, move.kind, move.a, dice)


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """Points, then huts and temples built, then resources left (ME-16); temples and runes count at the end (ME-15)."""
    for seat in range(state.seats):
        out[seat, 0] = state.points[seat]
        out[seat, 1] = hut_kit(state) + TEMPLES - state.huts_left[seat] - state.temples_left[seat]
        out[seat, 2] = held(state, seat)


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """The same as check over MOVES, by the phase at hand."""
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
            mask[plateau] = state.height[plateau] < TOP
    elif state.phase == TAKING:
        for kind in range(KINDS):
            mask[FIRST_TAKE + kind] = is_left(state, kind)
    else:
        start = FIRST_DROP if state.phase == DROPPING else FIRST_GIVE
        for kind in range(KINDS):
            mask[start + kind] = state.hand[seat, kind] > 0


@compiled
def mark_shifts(state: StateRecord, seat: int, mask: Array) -> None:
    """Every own worker, to every other plateau that has room."""
    for plateau in range(PLATEAUS):
        for height in range(state.height[plateau]):
            if state.pile[plateau, height] == seat:
                start = FIRST_SHIFT + (plateau * TOP + height) * PLATEAUS
                for target in range(PLATEAUS):
                    mask[start + target] = target != plateau and state.height[target] < TOP


@compiled
def mark_builds(state: StateRecord, seat: int, mask: Array) -> None:
    """Every empty site that can be paid for."""
    has_hut, has_temple = state.huts_left[seat] > 0, state.temples_left[seat] > 0
    for site in range(state.sites):
        if state.owner[site] < 0:
            cost = hut_cost(state, site)
            mask[FIRST_HUT + site] = has_hut and can_pay(state, seat, site, cost, cost)
            mask[FIRST_TEMPLE + site] = has_temple and can_pay(state, seat, site, 1, 1)


@compiled
def phase_of(kind: int) -> int:
    """When a kind of move is played: the three actions share a phase."""
    if kind <= SHIFT:
        return kind
    return ACTING if kind <= TEMPLE else kind - TEMPLE + ACTING


@compiled
def check_target(state: StateRecord, plateau: int) -> int:
    """At most three workers on a plateau (ME-4, ME-7)."""
    if plateau < 0 or plateau >= PLATEAUS:
        return NO_PLATEAU
    return PLATEAU_FULL if state.height[plateau] == TOP else OK


@compiled
def check_held(state: StateRecord, seat: int, kind: int) -> int:
    """A resource to give up (ME-5) or to exchange (ME-10) is one that is held."""
    if kind < 0 or kind >= KINDS:
        return NO_KIND
    return OK if state.hand[seat, kind] > 0 else NOT_HELD


@compiled
def check_take(state: StateRecord, kind: int) -> int:
    """Any kind of which there is something left (ME-6)."""
    if kind < 0 or kind >= KINDS:
        return NO_KIND
    return OK if is_left(state, kind) else NONE_LEFT


@compiled
def check_shift(state: StateRecord, seat: int, plateau: int, height: int, target: int) -> int:
    """An own worker of any height, to a different plateau that holds fewer than three (ME-7)."""
    if plateau < 0 or plateau >= PLATEAUS:
        return NO_PLATEAU
    if height < 1 or height > TOP or state.pile[plateau, height - 1] != seat:
        return NOT_YOUR_WORKER
    return SAME_PLATEAU if target == plateau else check_target(state, target)


@compiled
def check_build(state: StateRecord, seat: int, kind: int, site: int) -> int:
    """On an empty site, with a piece left that can be paid for (ME-8, ME-9)."""
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
    """Nothing, or what can be paid; both at an isolated hut only if the option says so (ME-12)."""
    if what < 0 or what > BOTH:
        return NO_OFFERING
    if what == BOTH and state.run[state.druid] == 1 and state.isolated_both == 0:
        return ISOLATED
    return OK if can_pay(state, seat, state.druid, what & 1, what >> 1) else NOT_OFFERED


@compiled
def price(state: StateRecord, kind: int, site: int) -> int:
    """How many of each of a site's resources: for a hut by its neighbours (ME-8), for a temple always 1 (ME-9)."""
    return hut_cost(state, site) if kind == HUT else 1


@compiled
def hand_kit(state: StateRecord, seat: int) -> None:
    """1 of each resource, 5 points, 8 huts, 2 temples (ME-3)."""
    for kind in range(KINDS):
        state.hand[seat, kind] = 1
    state.points[seat] = START_POINTS
    state.huts_left[seat] = hut_kit(state)
    state.temples_left[seat] = TEMPLES


@compiled
def hut_kit(state: StateRecord) -> int:
    """The huts that a player begins with (ME-3)."""
    return 12 if state.kit2 != 0 and state.seats == 2 else 8


@compiled
def worker_kit(state: StateRecord) -> int:
    """The workers that a player has (ME-3)."""
    return 3 if state.kit2 != 0 and state.seats == 2 else 2


@compiled
def place_worker(state: StateRecord, seat: int, plateau: int, dice: Dice) -> None:
    """On top of the pile; round by round in the same order, until everybody has placed all (ME-4)."""
    put_on_top(state, seat, plateau)
    placed = 0
    for one in range(PLATEAUS):
        placed += state.height[one]
    state.player = (state.first + placed) % state.seats
    if placed < state.seats * worker_kit(state):
        ask(state, PLACING, state.player)
    else:
        begin_turn(state, dice)


@compiled
def put_on_top(state: StateRecord, seat: int, plateau: int) -> None:
    state.pile[plateau, state.height[plateau]] = seat
    state.height[plateau] += 1


@compiled
def shift(state: StateRecord, seat: int, plateau: int, height: int, target: int) -> None:
    """One worker moves, those above come down, and the great yield is paid by the heights after that (ME-7)."""
    state.height[plateau] -= 1
    for above in range(height, state.height[plateau]):
        state.pile[plateau, above] = state.pile[plateau, above + 1]
    state.pile[plateau, state.height[plateau]] = NOBODY
    put_on_top(state, seat, target)
    if state.great_yield != 0:
        produce_heights(state, target, NOBODY)
        return
    for one in range(PLATEAUS):
        produce_heights(state, one, seat)


@compiled
def buy(state: StateRecord, seat: int, kind: int, target: int, dice: Dice) -> None:
    """Pay for a piece or an offering; what is missing is given tile by tile before anything else happens (ME-10)."""
    if kind == OFFER:
        owed = pay(state, seat, state.druid, target & 1, target >> 1)
    else:
        cost = price(state, kind, target)
        owed = pay(state, seat, target, cost, cost)
    if owed > 0:
        state.owed, state.buying, state.target = owed, kind, target
        ask(state, GIVING, seat)
    else:
        have(state, seat, kind, target, dice)


@compiled
def give(state: StateRecord, seat: int, kind: int, dice: Dice) -> None:
    """One tile of the exchange; the last one completes the payment (ME-10)."""
    state.hand[seat, kind] -= 1
    state.owed -= 1
    if state.owed == 0:
        buying, target = state.buying, state.target
        state.buying = -1
        state.target = -1
        have(state, seat, buying, target, dice)


@compiled
def have(state: StateRecord, seat: int, kind: int, target: int, dice: Dice) -> None:
    """What is paid for happens, then the druid goes where it sends him."""
    if kind == OFFER:
        score_offering(state, seat, target)
        asked = send_on(state)
    else:
        build(state, seat, kind, target)
        asked = send_druid(state)
    if asked >= 0:
        ask(state, OFFERING, asked)
    elif state.lap != 0:
        finish(state)
    else:
        end_turn(state, dice)


@compiled
def build(state: StateRecord, seat: int, kind: int, site: int) -> None:
    """A hut takes its district's rune stone, from its holder if there is one (ME-8); a temple takes none (ME-9)."""
    state.owner[site] = seat
    if kind == TEMPLE:
        state.temples_left[seat] -= 1
        return
    state.huts_left[seat] -= 1
    join_runs(state, site)
    state.rune[state.district[site]] = seat
