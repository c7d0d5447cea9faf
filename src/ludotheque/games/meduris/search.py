"""What the search knows about Meduris: how playouts go on, which moves look promising, and what an end is worth."""

from ludotheque.compile import compiled
from ludotheque.dice import Dice, roll
from ludotheque.game import Array, Move, StateRecord
from ludotheque.games.meduris.bots import values as move_values
from ludotheque.games.meduris.bots.policy import decide
from ludotheque.games.meduris.bots.values import CALM, HASTY, action_value, count_pieces_left, prepare_notes
from ludotheque.games.meduris.rules import TEMPLES, starting_huts
from ludotheque.games.meduris.turn import ACTING

Notes = move_values.Notes

LONGEST = 2000  # plies of a playout: with a very small supply some matches never end
WIDTH = 12
EXPLORE = 1.0
TEMPERATURE = 2.0  # in points
PREFERRED = 3.0  # points by which the policy's own move is rated higher, where moves have no values
CLOSE = 15.0  # the lead in points that counts 0.5; a value goes up to 1
SLOW, FAST = 0.45, 0.75  # pieces per turn that calm and hasty players build


@compiled
def begin_playout(state: StateRecord, seat: int, notes: StateRecord, dice: Dice) -> None:
    """Draw each seat's eagerness: the own seat is calm, others are about as hasty as their pace so far."""
    for other in range(state.seats):
        haste = estimate_haste(state, other) + roll(dice, 100) / 100 - 0.5
        if other == seat:
            haste = 0.0
        notes.eagerness[other] = CALM + (HASTY - CALM) * max(0.0, min(1.0, haste))


@compiled
def estimate_haste(state: StateRecord, seat: int) -> float:
    """Estimate how hasty a player is, from 0 (calm) to 1, by the pieces built per turn; 0.5 at the start."""
    built = starting_huts(state) + TEMPLES - count_pieces_left(state, seat)
    pace = (built + SLOW + FAST) / (state.turn / state.seats + 2)
    return (pace - SLOW) / (FAST - SLOW)


@compiled
def choose_move(state: StateRecord, seat: int, notes: StateRecord, dice: Dice) -> Move:
    return decide(state, seat, notes)


@compiled
def rate_moves(
    state: StateRecord, seat: int, notes: StateRecord, offers: Array, mask: Array, ratings: Array, dice: Dice
) -> None:
    """Rate actions by the policy's values; of other moves the policy prefers one."""
    is_action = state.phase == ACTING
    if is_action:
        prepare_notes(state, seat, notes)
    preferred = decide(state, seat, notes)
    for i in range(len(mask)):
        if mask[i] != 0:
            move = Move(offers[i, 0], offers[i, 1], offers[i, 2], offers[i, 3])
            if is_action:
                ratings[i] = action_value(state, seat, notes, move)
            else:
                ratings[i] = PREFERRED if move.kind == preferred.kind and move.a == preferred.a else 0.0


@compiled
def evaluate(state: StateRecord, notes: StateRecord, values: Array) -> None:
    """Write each seat's lead in points over the best other seat, as a number from -1 to 1."""
    for seat in range(state.seats):
        best = 0
        for other in range(state.seats):
            if other != seat:
                best = max(best, state.points[other])
        lead = 1.0 * state.points[seat] - best
        values[seat] = lead / (CLOSE + abs(lead))
