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
    ("player", "i1"),  # the seat to move
    ("rounds", "i4"),
    ("turn", "i4"),  # completed turns
    ("ones", "i1"),  # the reserve: single 1s, single 5s, and the face of a brelan or 0
    ("fives", "i1"),
    ("brelan", "i1"),
    ("rolled", "i1"),  # number of dice in the last roll
    ("faces", "i1", DICE),  # what they show, in the order of the roll; 0 for a die that was not rolled
    ("count", "i1", 7),  # how many of them show 1..6
    ("rolls", "i2"),  # rolls of this turn
    ("suites", "i2"),  # since the last move: suites, deubeuls, rolls with a brelan, rolls of a single die
    ("deubeuls", "i2"),
    ("brelans", "i2"),
    ("singles", "i2"),
    ("changed", "i1"),  # the seat of the last score that changed, or -1
    ("winner", "i1"),  # the seat with a score of 2500, or -1
    ("score", "i2", SEATS),
    ("potential", "i8"),
    ("gain", "i8"),  # the turn's score, in the phase SETTLING
)

MOVES = {
    "KEEP": {"ones": 6, "fives": 6, "brelan": 7},  # the reserve that results
    "STOP": {},
    "OWN": {},  # add the turn's score to the own score
    "OTHER": {"seat": SEATS},  # take half of it from an opponent, or give the opponent a failure
}
KEEP, STOP, OWN, OTHER = range(len(MOVES))

# Places of the moves in the mask of `legal`:
#   0 ... 251                  252   253  254 ... 261
#   KEEP ones fives brelan     STOP  OWN  OTHER 0 ... OTHER 7
#   at (ones * 6 + fives) * 7 + brelan
STOP_PLACE, OWN_PLACE, OTHER_PLACE = 252, 253, 254

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
FAILED, FAILED_ALL = -100, -1000  # a failure with some of the dice, and with all five
LARGEST_POTENTIAL = 10**9
PERIOD = 20000  # potentials that differ by this much lead to the same scores


@compiled
def setup(state: StateRecord, seats: int, dice: Dice) -> None:
    """Give every seat −2500 points and start the first turn (EM-1)."""
    state.seats = seats
    state.player = state.first if state.first >= 0 else roll(dice, seats)  # EM-20
    state.changed = -1
    state.winner = -1
    for seat in range(seats):
        state.score[seat] = -GOAL
    begin_turn(state, dice)


@compiled
def check(state: StateRecord, seat: int, move: Move) -> int:
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
    """Play the move, then roll until the next decision of a player."""
    if move.kind == KEEP:
        keep_dice(state, move, dice)
    elif move.kind == STOP:
        end_turn(state, state.potential + reserve_worth(state) + roll_worth(state))  # EM-9
    elif move.kind == OWN:
        settle(state, seat, state.score[seat] + state.gain, dice)  # EM-14
    else:
        settle(state, move.a, state.score[move.a] + opponent_change(state.gain), dice)


@compiled
def outcome(state: StateRecord, out: Array) -> None:
    """Write each seat's share of the win, out of 840, and its score; partners have the same share and score."""
    for seat in range(state.seats):
        out[seat, 0] = 0
        out[seat, 1] = team_score(state, seat)
    if is_over(state):
        share_win(state, out)


@compiled
def legal(state: StateRecord, seat: int, mask: Array) -> None:
    """Mark the moves that `check` allows, without a test of every possible reserve."""
    if seat < 0 or seat >= SEATS or state.active[seat] == 0:
        return
    if state.phase == SETTLING:
        mask[OWN_PLACE] = 1
        for other in range(state.seats):
            mask[OTHER_PLACE + other] = check_other(state, seat, other) == OK
        return
    mask[STOP_PLACE] = 1
    for brelan in range(7):
        if brelan == state.brelan or (state.brelan == 0 and state.count[brelan] >= 3):
            for ones in range(state.ones + count_takeable(state, 1, brelan) + 1):
                for fives in range(state.fives + count_takeable(state, 5, brelan) + 1):
                    if worth(ones, fives, brelan) > reserve_worth(state):
                        mask[(ones * 6 + fives) * 7 + brelan] = 1


@compiled
def check_keep(state: StateRecord, move: Move) -> int:
    """Check a KEEP; its arguments are the new reserve (EM-10)."""
    ones, fives, brelan = move.a, move.b, move.c
    if ones < 0 or fives < 0 or brelan < 0 or brelan > 6:
        return NO_COUNT
    if state.brelan != 0 and brelan != state.brelan:
        return BRELAN_STAYS  # EM-11
    if state.brelan == 0 and brelan != 0 and state.count[brelan] < 3:
        return NO_BRELAN
    if ones > state.ones + count_takeable(state, 1, brelan):
        return NO_ONES
    if fives > state.fives + count_takeable(state, 5, brelan):
        return NO_FIVES
    if worth(ones, fives, brelan) <= reserve_worth(state):
        return NOT_MORE
    return OK


@compiled
def count_takeable(state: StateRecord, face: int, brelan: int) -> int:
    """Return how many dice of this roll with this face may be kept as singles, beside `brelan` in the new reserve.

    Of three or more dice at most two are singles, unless three of them are the brelan.
    """
    count = state.count[face]
    if count < 3:
        return count
    return count - 3 if brelan == face else 2


@compiled
def check_other(state: StateRecord, seat: int, other: int) -> int:
    """Check that `other` is an opponent: not the seat itself and not its partner (EM-14, EM-22)."""
    if other < 0 or other >= state.seats:
        return NO_SEAT
    if other == seat:
        return OWN_SEAT
    if state.teams != 0 and (other - seat) % 2 == 0:
        return PARTNER
    return OK


@compiled
def begin_turn(state: StateRecord, dice: Dice) -> None:
    """Start with no potential, no reserve and five dice; the first roll is automatic (EM-1, EM-2)."""
    for seat in range(SEATS):
        state.active[seat] = seat == state.player
    state.phase = KEEPING
    state.potential = 0
    state.gain = 0
    state.rolls = 0
    empty_reserve(state)
    roll_until_decision(state, dice)


@compiled
def keep_dice(state: StateRecord, move: Move, dice: Dice) -> None:
    """Set the new reserve; a full reserve is added to the potential (EM-12)."""
    state.ones, state.fives, state.brelan = move.a, move.b, move.c
    if reserve_size(state) == DICE:
        add_to_potential(state, reserve_worth(state))
    roll_until_decision(state, dice)


@compiled
def add_to_potential(state: StateRecord, points: int) -> None:
    """Add `points` to the potential and empty the reserve.

    Above LARGEST_POTENTIAL, multiples of PERIOD are subtracted: they change no score.
    """
    state.potential += points
    if state.potential > LARGEST_POTENTIAL:
        state.potential -= (state.potential - LARGEST_POTENTIAL + PERIOD - 1) // PERIOD * PERIOD
    empty_reserve(state)


@compiled
def empty_reserve(state: StateRecord) -> None:
    state.ones = 0
    state.fives = 0
    state.brelan = 0


@compiled
def roll_until_decision(state: StateRecord, dice: Dice) -> None:
    """Roll until the player has to decide or the turn fails (EM-4); after a suite or a deubeul roll again."""
    state.suites = 0
    state.deubeuls = 0
    state.brelans = 0
    state.singles = 0
    roll_dice(state, dice)
    while is_suite(state) or is_deubeul(state):
        if is_suite(state):
            state.suites += 1
            add_to_potential(state, 1000)  # EM-5
        else:
            state.deubeuls += 1
            points = reserve_worth(state) + roll_worth(state)
            add_to_potential(state, state.potential + 2 * points)  # EM-6: the potential is doubled too
        roll_dice(state, dice)
    if roll_worth(state) == 0:
        end_turn(state, FAILED_ALL if state.rolled == DICE else FAILED)  # EM-7


@compiled
def roll_dice(state: StateRecord, dice: Dice) -> None:
    """Roll the dice that are not in the reserve."""
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
    """A single die that marks: a 1 or a 5 (EM-6)."""
    return state.rolled == 1 and roll_worth(state) > 0


@compiled
def roll_worth(state: StateRecord) -> int:
    """Return the points of this roll, with its brelan (EM-3)."""
    face = brelan_face(state)
    ones = state.count[1] - (3 if face == 1 else 0)
    fives = state.count[5] - (3 if face == 5 else 0)
    return worth(ones, fives, face)


@compiled
def brelan_face(state: StateRecord) -> int:
    """Return the face of three or more dice of this roll, or 0."""
    for face in range(1, 7):
        if state.count[face] >= 3:
            return face
    return 0


@compiled
def worth(ones: int, fives: int, brelan: int) -> int:
    """A 1 is 100, a 5 is 50; a brelan is 100 times its face, a brelan of 1s 700 (EM-3)."""
    return 100 * ones + 50 * fives + (700 if brelan == 1 else 100 * brelan)


@compiled
def reserve_worth(state: StateRecord) -> int:
    return worth(state.ones, state.fives, state.brelan)


@compiled
def reserve_size(state: StateRecord) -> int:
    return state.ones + state.fives + (3 if state.brelan != 0 else 0)


@compiled
def end_turn(state: StateRecord, gain: int) -> None:
    """Set the turn's score; the last decision of a turn is which seat's score changes (EM-14)."""
    state.gain = gain
    state.phase = SETTLING


@compiled
def opponent_change(gain: int) -> int:
    """Return how an opponent's score changes (EM-14): it loses half of `gain`, rounded up to 50, or gets a failure."""
    if gain > 0:
        return -50 * ((gain + 99) // 100)
    return 100 if gain == FAILED else 500


@compiled
def settle(state: StateRecord, seat: int, points: int, dice: Dice) -> None:
    """Set the score of `seat`; then start the next turn or end the match."""
    state.score[seat] = bounce(points)
    state.changed = seat
    for other in range(state.seats):  # Tixe: seats with the same score go back to zero (EM-16); no chain (EM-17)
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
    """Reflect `points` at both ends of the track, −2500 and 2500 (EM-15)."""
    way = (points + GOAL) % (4 * GOAL)  # from −2500 up to 2500, and back
    return way - GOAL if way <= 2 * GOAL else 3 * GOAL - way


@compiled
def is_over(state: StateRecord) -> bool:
    """A score is 2500 (EM-18), or all rounds are played (EM-21)."""
    if state.winner >= 0:
        return True
    return state.rounds > 0 and state.turn >= state.rounds * state.seats


@compiled
def team_score(state: StateRecord, seat: int) -> int:
    """Return a seat's score, or with teams the sum of both partners (EM-22)."""
    if state.teams != 0:
        return state.score[seat] + state.score[(seat + 2) % 4]
    return state.score[seat]


@compiled
def share_win(state: StateRecord, out: Array) -> None:
    """Give 840 to the winner, or equal parts to several winners."""
    winners = 0
    for seat in range(state.seats):
        winners += has_won(state, seat)
    if state.teams != 0:
        winners //= 2  # a team is one winner; each partner gets the share of the team
    for seat in range(state.seats):
        if has_won(state, seat):
            out[seat, 0] = SHARE // winners


@compiled
def has_won(state: StateRecord, seat: int) -> bool:
    """Return whether this seat has won a match that is over, alone or with others."""
    if state.winner >= 0 and state.teams == 0:
        return seat == state.winner
    for other in range(state.seats):
        if team_score(state, other) > team_score(state, seat):
            return False
    if state.winner >= 0 and team_score(state, seat) == team_score(state, (seat + 1) % 4):
        return (seat - state.winner) % 2 == 0  # equal sums: the team with a score of 2500 wins (EM-22)
    return True
