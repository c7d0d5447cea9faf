"""The rules of Émile, clause by clause (EM-1 … EM-24)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord, state_dtype

SEATS, DICE = 8, 5
GOAL = 2500
SHARE = 840  # divisible by 1..8, so that a shared win is a whole number

State = state_dtype(
    ("active", "i1", SEATS),
    ("seats", "i1"),
    ("first", "i1"),
    ("teams", "i1"),
    ("anticlockwise", "i1"),
    ("toasts", "i1"),
    ("phase", "i1"),  # KEEPING or SETTLING
    ("player", "i1"),  # whose turn it is
    ("rounds", "i4"),
    ("turn", "i4"),  # turns completed
    ("ones", "i1"),  # the reserve: single 1s, single 5s, and the face of a brelan or 0
    ("fives", "i1"),
    ("brelan", "i1"),
    ("rolled", "i1"),  # how many dice were rolled last
    ("faces", "i1", DICE),  # what they show, in the order in which they fell
    ("count", "i1", 7),  # how many of them show 1..6
    ("rolls", "i2"),  # rolls of this turn
    ("suites", "i2"),  # what went by since the last move: suites, deubeuls, brelans, single dice rolled
    ("deubeuls", "i2"),
    ("brelans", "i2"),
    ("singles", "i2"),
    ("changed", "i1"),  # the seat whose score moved last, -1 before anybody's did
    ("winner", "i1"),  # the seat that stands on 2500, or -1
    ("score", "i2", SEATS),
    ("potential", "i8"),
    ("gain", "i8"),  # the turn's score, once it is settled what it is
)

MOVES = {
    "KEEP": {"ones": 6, "fives": 6, "brelan": 7},  # the reserve that results
    "STOP": {},
    "OWN": {},  # the turn's score goes to oneself
    "OTHER": {"seat": SEATS},  # or half of it is taken from somebody, or a failure is given away
}
KEEP, STOP, OWN, OTHER = range(len(MOVES))

ERRORS = [
    "ok",
    "It is not your turn.",
    "The turn is over: its score goes to yourself (OWN) or to an opponent (OTHER).",
    "The dice are still rolling: KEEP or STOP.",
    "That is no number of dice.",
    "These dice do not show that many 1s.",
    "These dice do not show that many 5s.",
    "These dice show no such brelan.",
    "A brelan in the reserve stays there.",
    "The new reserve must be worth more than the old one.",
    "There is no such seat.",
    "You are not your own opponent.",
    "A partner is no opponent.",
    "There is no such move.",
]
(OK, NOT_AWAITED, TURN_OVER, STILL_ROLLING, NO_COUNT, NO_ONES, NO_FIVES, NO_BRELAN) = range(8)
(BRELAN_STAYS, NOT_MORE, NO_SEAT, OWN_SEAT, PARTNER, NO_MOVE) = range(8, len(ERRORS))

KEEPING, SETTLING = 0, 1
FAILED, WRECKED = -100, -1000  # a failure with some of the dice, and with all five
LARGE, PERIOD = 10**9, 20000


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Everyone stands at −2500, and the first player has rolled."""
    state.seats = seats
    state.player = state.first if state.first >= 0 else roll(dice, seats)  # EM-20
    state.changed = -1
    state.winner = -1
    for seat in range(seats):
        state.score[seat] = -GOAL
    begin_turn(state, dice)


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
    """May this seat play this now?"""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return NOT_AWAITED
    if move.kind == KEEP:
        return TURN_OVER if state.phase == SETTLING else check_keep(state, move)
    if move.kind == STOP:
        return TURN_OVER if state.phase == SETTLING else OK
    if move.kind == OWN:
        return OK if state.phase == SETTLING else STILL_ROLLING
    if move.kind == OTHER:
        return check_other(state, seat, move.a) if state.phase == SETTLING else STILL_ROLLING
    return NO_MOVE


@compiled
def apply(state: StateRecord, seat: int, move: Move, dice: Dice) -> None:
    """Play it, and roll on until somebody has to decide."""
    if move.kind == KEEP:
        keep(state, move, dice)
    elif move.kind == STOP:
        end_turn(state, state.potential + reserve_worth(state) + marks(state))  # EM-9
    elif move.kind == OWN:
        settle(state, seat, state.score[seat] + state.gain, dice)  # EM-14
    else:
        settle(state, move.a, state.score[move.a] + given(state.gain), dice)


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """The share of the win, out of 840, then the score; partners share both."""
    for seat in range(state.seats):
        out[seat, 0] = 0
        out[seat, 1] = standing(state, seat)
    if is_over(state):
        share_win(state, out)


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """The same as check over MOVES, without looking at every reserve there is."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    if state.phase == SETTLING:
        mask[6 * 6 * 7 + 1] = 1
        for other in range(state.seats):
            mask[6 * 6 * 7 + 2 + other] = check_other(state, seat, other) == OK
        return
    mask[6 * 6 * 7] = 1
    for brelan in range(7):
        if brelan == state.brelan or (state.brelan == 0 and state.count[brelan] >= 3):
            for ones in range(state.ones + takeable(state, 1, brelan) + 1):
                for fives in range(state.fives + takeable(state, 5, brelan) + 1):
                    if worth(ones, fives, brelan) > reserve_worth(state):
                        mask[(ones * 6 + fives) * 7 + brelan] = 1


@compiled
def check_keep(state: StateRecord, move: Move) -> int:
    """A KEEP is the reserve that results: ones, fives, brelan (EM-10)."""
    ones, fives, brelan = move.a, move.b, move.c
    if ones < 0 or fives < 0 or brelan < 0 or brelan > 6:
        return NO_COUNT
    if state.brelan != 0 and brelan != state.brelan:
        return BRELAN_STAYS  # EM-11
    if state.brelan == 0 and brelan != 0 and state.count[brelan] < 3:
        return NO_BRELAN
    if ones > state.ones + takeable(state, 1, brelan):
        return NO_ONES
    if fives > state.fives + takeable(state, 5, brelan):
        return NO_FIVES
    if worth(ones, fives, brelan) <= reserve_worth(state):
        return NOT_MORE
    return OK


@compiled
def takeable(state: StateRecord, face: int, brelan: int) -> int:
    """How many dice of this roll may be taken as singles: of three or more at most two, unless three are the brelan."""
    count = state.count[face]
    if count < 3:
        return count
    return count - 3 if brelan == face else 2


@compiled
def check_other(state: StateRecord, seat: int, other: int) -> int:
    """An opponent is anybody else but the partner (EM-14, EM-22)."""
    if other < 0 or other >= state.seats:
        return NO_SEAT
    if other == seat:
        return OWN_SEAT
    if state.teams != 0 and (other - seat) % 2 == 0:
        return PARTNER
    return OK


@compiled
def begin_turn(state: StateRecord, dice: Dice) -> None:
    """No potential, no reserve, five dice; the first roll happens by itself (EM-1, EM-2)."""
    for seat in range(SEATS):
        state.active[seat] = seat == state.player
    state.phase = KEEPING
    state.potential = 0
    state.gain = 0
    state.rolls = 0
    empty_reserve(state)
    roll_on(state, dice)


@compiled
def keep(state: StateRecord, move: Move, dice: Dice) -> None:
    """The named reserve; a full one goes to the potential (EM-12)."""
    state.ones, state.fives, state.brelan = move.a, move.b, move.c
    if reserve_size(state) == DICE:
        bank(state, reserve_worth(state))
    roll_on(state, dice)


@compiled
def bank(state: StateRecord, points: int) -> None:
    """Add to the potential and empty the reserve. A potential beyond a milliard is cut by what no score notices."""
    state.potential += points
    if state.potential > LARGE:
        state.potential -= (state.potential - LARGE + PERIOD - 1) // PERIOD * PERIOD
    empty_reserve(state)


@compiled
def empty_reserve(state: StateRecord) -> None:
    state.ones = 0
    state.fives = 0
    state.brelan = 0


@compiled
def roll_on(state: StateRecord, dice: Dice) -> None:
    """Roll until there is something to decide (EM-4); suites and deubeuls roll again by themselves."""
    state.suites = 0
    state.deubeuls = 0
    state.brelans = 0
    state.singles = 0
    throw(state, dice)
    while is_suite(state) or is_deubeul(state):
        if is_suite(state):
            state.suites += 1
            bank(state, 1000)  # EM-5
        else:
            state.deubeuls += 1
            bank(state, state.potential + 2 * (reserve_worth(state) + marks(state)))  # EM-6: twice all there is
        throw(state, dice)
    if marks(state) == 0:
        end_turn(state, WRECKED if state.rolled == DICE else FAILED)  # EM-7


@compiled
def throw(state: StateRecord, dice: Dice) -> None:
    """Roll what is not in the reserve."""
    for face in range(7):
        state.count[face] = 0
    state.rolled = DICE - reserve_size(state)
    for i in range(DICE):
        state.faces[i] = 0
    for i in range(state.rolled):
        face = 1 + roll(dice, 6)
        state.faces[i] = face
        state.count[face] += 1
    state.rolls += 1
    state.singles += state.rolled == 1
    state.brelans += brelan_face(state) != 0


@compiled
def is_suite(state: StateRecord) -> bool:
    """1–5 or 2–6 in one roll of five (EM-3)."""
    for face in range(2, 6):
        if state.count[face] != 1:
            return False
    return state.rolled == DICE


@compiled
def is_deubeul(state: StateRecord) -> bool:
    """A single die that marks (EM-6)."""
    return state.rolled == 1 and marks(state) > 0


@compiled
def marks(state: StateRecord) -> int:
    """What the dice of this roll mark, a brelan always whole (EM-3)."""
    face = brelan_face(state)
    ones = state.count[1] - (3 if face == 1 else 0)
    fives = state.count[5] - (3 if face == 5 else 0)
    return worth(ones, fives, face)


@compiled
def brelan_face(state: StateRecord) -> int:
    """The face that three or more dice of this roll show, or 0."""
    for face in range(1, 7):
        if state.count[face] >= 3:
            return face
    return 0


@compiled
def worth(ones: int, fives: int, brelan: int) -> int:
    """A 1 is 100, a 5 is 50, a brelan 100 a pip, of 1s 700 (EM-3)."""
    return 100 * ones + 50 * fives + (700 if brelan == 1 else 100 * brelan)


@compiled
def reserve_worth(state: StateRecord) -> int:
    return worth(state.ones, state.fives, state.brelan)


@compiled
def reserve_size(state: StateRecord) -> int:
    return state.ones + state.fives + (3 if state.brelan != 0 else 0)


@compiled
def end_turn(state: StateRecord, gain: int) -> None:
    """The turn's score stands; whose score it changes is the last decision (EM-14)."""
    state.gain = gain
    state.phase = SETTLING


@compiled
def given(gain: int) -> int:
    """What a turn's score does to an opponent (EM-14): half is taken, rounded up to 50, or a failure is given."""
    if gain > 0:
        return -50 * ((gain + 99) // 100)
    return 100 if gain == FAILED else 500


@compiled
def settle(state: StateRecord, seat: int, points: int, dice: Dice) -> None:
    """One score changes, bounces and may send others back; then the next player rolls, or the match is over."""
    state.score[seat] = bounce(points)
    state.changed = seat
    for other in range(state.seats):  # Tixe: whoever is caught up goes back to zero (EM-16); no chain (EM-17)
        if other != seat and state.score[other] == state.score[seat]:
            state.score[other] = 0
    if state.score[seat] == GOAL:
        state.winner = seat  # EM-18
    state.turn += 1
    if is_over(state):
        for other in range(SEATS):
            state.active[other] = 0
        return
    state.player = (state.player + 1) % state.seats  # EM-19
    begin_turn(state, dice)


@compiled
def bounce(points: int) -> int:
    """Fold a score into −2500 … 2500 (EM-15)."""
    y = (points + GOAL) % (4 * GOAL)
    return y - GOAL if y <= 2 * GOAL else 3 * GOAL - y


@compiled
def is_over(state: StateRecord) -> bool:
    """Somebody stands on 2500 (EM-18), or the rounds are played (EM-21)."""
    if state.winner >= 0:
        return True
    return state.rounds > 0 and state.turn >= state.rounds * state.seats


@compiled
def standing(state: StateRecord, seat: int) -> int:
    """A seat's own score, or with teams the sum of both partners' (EM-22)."""
    if state.teams != 0:
        return state.score[seat] + state.score[(seat + 2) % 4]
    return state.score[seat]


@compiled
def share_win(state: StateRecord, out: Array) -> None:
    """840 for the winner, or equal parts for those who are level."""
    level = 0
    for seat in range(state.seats):
        level += is_first(state, seat)
    if state.teams != 0:
        level //= 2  # a team is one winner, and each partner has its whole share
    for seat in range(state.seats):
        if is_first(state, seat):
            out[seat, 0] = SHARE // level


@compiled
def is_first(state: StateRecord, seat: int) -> bool:
    """Has this seat won, alone or level with others?"""
    if state.winner >= 0 and state.teams == 0:
        return seat == state.winner
    for other in range(state.seats):
        if standing(state, other) > standing(state, seat):
            return False
    if state.winner >= 0 and standing(state, seat) == standing(state, (seat + 1) % 4):
        return (seat - state.winner) % 2 == 0  # level teams: that of the player on 2500 (EM-22)
    return True
