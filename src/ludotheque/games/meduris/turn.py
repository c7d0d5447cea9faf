"""A turn of Meduris: the event before its one action, and the next turn or the end after it (ME-5, ME-14)."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import StateRecord
from ludotheque.games.meduris.druid import begin_last_lap
from ludotheque.games.meduris.resources import PLATEAUS, count_tiles, has_supply, produce_ones
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, NO_SEAT, count_huts_beside

SEATS = 4
PLACING, DROPPING, TAKING, ACTING, OFFERING, GIVING, OVER = range(7)  # phases: what is awaited
FACES, LOSS, GIFT = 6, 4, 5  # the event die: below LOSS it names a plateau


@compiled
def begin_turn(state: StateRecord, dice: Dice) -> None:
    """Roll the event for all seats (ME-5)."""
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
def ask_next(state: StateRecord, seat: int) -> None:
    """Ask the seat clockwise of `seat`, which has chosen (ME-6)."""
    ask_from(state, (seat - state.player) % state.seats + 1)


@compiled
def ask_from(state: StateRecord, place: int) -> None:
    """Ask the first seat with a choice, from `place` seats after the player on; if there is none, the player acts."""
    for i in range(place, state.seats):
        seat = (state.player + i) % state.seats
        if has_choice(state, seat):
            ask(state, state.phase, seat)
            return
    ask(state, ACTING, state.player)


@compiled
def has_choice(state: StateRecord, seat: int) -> bool:
    """Return whether the seat has a tile to give up (ME-5), or the supply one to take (ME-6)."""
    if state.phase == DROPPING:
        return count_tiles(state, seat) > 0
    for kind in range(KINDS):
        if has_supply(state, kind):
            return True
    return False


@compiled
def ask(state: StateRecord, phase: int, seat: int) -> None:
    """Await `seat` alone, in this phase; NO_SEAT awaits no seat."""
    state.phase = phase
    for other in range(SEATS):
        state.active[other] = other == seat


@compiled
def end_turn(state: StateRecord, dice: Dice) -> None:
    """Begin the next player's turn, or the last lap after the last turn (ME-14, ME-18)."""
    if state.finisher < 0 and state.huts_left[state.player] == 0 and state.temples_left[state.player] == 0:
        state.finisher = state.player  # ME-14: all others have one more turn
    state.turn += 1
    state.player = (state.player + 1) % state.seats
    if state.player != state.finisher and state.turn < state.cap:
        begin_turn(state, dice)
        return
    asked = begin_last_lap(state)
    if asked >= 0:
        ask(state, OFFERING, asked)
    else:
        finish_match(state)


@compiled
def finish_match(state: StateRecord) -> None:
    """Score temples and rune stones after the last lap, and end the match (ME-15)."""
    for site in range(state.sites):
        if state.owner[site] >= 0 and state.run[site] == 0:
            state.points[state.owner[site]] += count_huts_beside(state, site)
    for seat in range(state.seats):
        stones = count_runes(state, seat)
        state.points[seat] += stones * (stones + 1) // 2
    ask(state, OVER, NO_SEAT)


@compiled
def count_runes(state: StateRecord, seat: int) -> int:
    stones = 0
    for district in range(DISTRICTS):
        stones += state.rune[district] == seat
    return stones
