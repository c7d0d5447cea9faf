"""A turn of Meduris around its one action: the event before it, and after it the next turn or the end (ME-5, ME-14)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord
from ludotheque.games.meduris.druid import send_round
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, NOBODY, huts_beside
from ludotheque.games.meduris.stock import PLATEAUS, held, is_left, produce_ones

SEATS = 4
PLACING, DROPPING, TAKING, ACTING, OFFERING, GIVING, OVER = range(7)  # phases: what is awaited
FACES, LOSS, GIFT = 6, 4, 5  # the event die: below LOSS it names a plateau


@compiled
def begin_turn(state: StateRecord, dice: Dice) -> None:
    """Part 1 of a turn, the event for everyone (ME-5)."""
    state.die = roll(dice, FACES)
    if state.die >= LOSS:
        state.phase = DROPPING if state.die == LOSS else TAKING
        ask_from(state, 0)
        return
    for plateau in range(PLATEAUS):
        if state.event == 0 or plateau == state.die:
            produce_ones(state, plateau)
    ask(state, ACTING, state.player)


@compiled
def ask_round(state: StateRecord, seat: int) -> None:
    """This seat has chosen: the next one clockwise is asked (ME-6)."""
    ask_from(state, (seat - state.player) % state.seats + 1)


@compiled
def ask_from(state: StateRecord, place: int) -> None:
    """Ask the first player, so many seats after the one whose turn it is or later, who has a choice; then he acts."""
    for i in range(place, state.seats):
        seat = (state.player + i) % state.seats
        if has_choice(state, seat):
            ask(state, state.phase, seat)
            return
    ask(state, ACTING, state.player)


@compiled
def has_choice(state: StateRecord, seat: int) -> bool:
    """Something to give up (ME-5), or something that is left to take (ME-6)."""
    if state.phase == DROPPING:
        return held(state, seat) > 0
    for kind in range(KINDS):
        if is_left(state, kind):
            return True
    return False


@compiled
def ask(state: StateRecord, phase: int, seat: int) -> None:
    """From now on this seat alone is awaited, for this; or nobody."""
    state.phase = phase
    for other in range(SEATS):
        state.active[other] = other == seat


@compiled
def end_turn(state: StateRecord, dice: Dice) -> None:
    """The next player's turn, unless the last one was played (ME-14, ME-18)."""
    if state.finisher < 0 and state.huts_left[state.player] == 0 and state.temples_left[state.player] == 0:
        state.finisher = state.player  # ME-14: all others have one more turn
    state.turn += 1
    state.player = (state.player + 1) % state.seats
    if state.player != state.finisher and state.turn < state.cap:
        begin_turn(state, dice)
        return
    asked = send_round(state)
    if asked >= 0:
        ask(state, OFFERING, asked)
    else:
        finish(state)


@compiled
def finish(state: StateRecord) -> None:
    """After the lap temples and rune stones are scored, and the match is over (ME-15)."""
    for site in range(state.sites):
        if state.owner[site] >= 0 and state.run[site] == 0:
            state.points[state.owner[site]] += huts_beside(state, site)
    for seat in range(state.seats):
        stones = runes_of(state, seat)
        state.points[seat] += stones * (stones + 1) // 2
    ask(state, OVER, NOBODY)


@compiled
def runes_of(state: StateRecord, seat: int) -> int:
    """How many rune stones a player holds."""
    stones = 0
    for district in range(DISTRICTS):
        stones += state.rune[district] == seat
    return stones
