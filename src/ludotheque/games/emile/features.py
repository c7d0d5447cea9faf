"""What a network sees of Émile: the dice, the turn so far, the scores, and where this turn's score would lead."""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.emile.rules import (
    GOAL,
    KEEPING,
    SEATS,
    bounce,
    opponent_change,
    reserve_worth,
    roll_worth,
)

STEP = 50  # points from one category of distance to the next
DISTANCES = GOAL // STEP + 1
FIRST_COUNT = SEATS * 5
FIRST_DISTANCE = FIRST_COUNT + 7
FIRST_NUMBER = FIRST_DISTANCE + 4
CATEGORIES = {"distances": DISTANCES, "reserve": 7}
POTENTIAL = {"lead": 0.25}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "seat": ((SEATS,), "My seat as flags."),
        "scores": ((SEATS,), "Scores / 4096: mine, then of the seats after me; 0 for seats that do not play."),
        "landings": ((SEATS,), "The same after the turn's score (that of STOP, until the turn ends) went there."),
        "caught": ((SEATS,), "How many seats would then be caught up / 8, in the same order."),
        "partners": ((SEATS,), "Is it me or my partner, in the same order."),
        "counts": ((7,), "How many dice of the last roll show 1 … 6 / 4; the first number is 0."),
        "distances": (
            (4,),
            "Steps of 50 to 2500, at most 50: from my score, from where it would land, from the best score of an "
            "opponent, and from where that would land.",
        ),
        "reserve": ((3,), "The reserve: single 1s, single 5s, and the face of the brelan or 0."),
        "turn": (
            (7,),
            "Is the phase to keep dice; dice in the last roll / 4; potential and the turn's score / 1024, at most 4; "
            "would it win; rounds left / 256, at most 1; seats / 8.",
        ),
        "lead": ((1,), "My score less the best of an opponent / 4096."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    gain = turn_score(state)
    for place in range(first, SEATS, stride):
        other = (seat + place) % state.seats
        plays = place < state.seats
        landing = land(state, seat, other, gain)
        out[place] = place == seat
        out[SEATS + place] = state.score[other] / 4096 if plays else 0
        out[2 * SEATS + place] = landing / 4096 if plays else 0
        out[3 * SEATS + place] = count_caught(state, other, landing) / 8 if plays else 0
        out[4 * SEATS + place] = plays and (place == 0 or (state.teams != 0 and place == 2))
    for face in range(first, 7, stride):
        out[FIRST_COUNT + face] = state.count[face] / 4 if face > 0 else 0
    if first == 0:
        write_distances(state, seat, gain, out, FIRST_DISTANCE)
        write_turn(state, seat, gain, out, FIRST_NUMBER)


@compiled
def turn_score(state: StateRecord) -> int:
    """Return the turn's score, or what it would be after STOP."""
    if state.phase == KEEPING:
        return state.potential + reserve_worth(state) + roll_worth(state)
    return state.gain


@compiled
def land(state: StateRecord, seat: int, other: int, gain: int) -> int:
    """Return the score of `other` if the turn's score of `seat` goes there."""
    return bounce(state.score[other] + (gain if other == seat else opponent_change(gain)))


@compiled
def count_caught(state: StateRecord, seat: int, landing: int) -> int:
    caught = 0
    for other in range(state.seats):
        caught += other != seat and state.score[other] == landing
    return caught


@compiled
def write_distances(state: StateRecord, seat: int, gain: int, out: Array, at: int) -> None:
    rival = best_other(state, seat)
    out[at] = count_steps(state.score[seat])
    out[at + 1] = count_steps(land(state, seat, seat, gain))
    out[at + 2] = count_steps(state.score[rival])
    out[at + 3] = count_steps(land(state, seat, rival, gain))


@compiled
def count_steps(score: int) -> int:
    return min((GOAL - score) // STEP, DISTANCES - 1)


@compiled
def write_turn(state: StateRecord, seat: int, gain: int, out: Array, at: int) -> None:
    out[at] = state.ones
    out[at + 1] = state.fives
    out[at + 2] = state.brelan
    out[at + 3] = state.phase == KEEPING
    out[at + 4] = state.rolled / 4
    out[at + 5] = min(state.potential, 4096) / 1024
    out[at + 6] = min(max(gain, -4096), 4096) / 1024
    out[at + 7] = land(state, seat, seat, gain) == GOAL
    left = state.rounds - state.turn // state.seats if state.rounds > 0 else 256
    out[at + 8] = min(max(left, 0), 256) / 256
    out[at + 9] = state.seats / 8
    out[at + 10] = (state.score[seat] - state.score[best_other(state, seat)]) / 4096


@compiled
def best_other(state: StateRecord, seat: int) -> int:
    """Return the opponent with the best score; the next one after the seat among equal ones."""
    best = (seat + 1) % state.seats
    for step in range(2, state.seats):
        other = (seat + step) % state.seats
        is_partner = state.teams != 0 and step == 2
        if state.score[other] > state.score[best] and not is_partner:
            best = other
    return best
