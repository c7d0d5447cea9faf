"""What a network sees of Émile: the dice, the turn so far, and the scores from the seat's side."""

from collections.abc import Mapping

from ludotheque.compile import compiled
from ludotheque.game import Array, StateRecord
from ludotheque.games.emile.rules import GOAL, KEEPING, SEATS

STEP = 100  # points from one category of distance to the next
DISTANCES = 2 * GOAL // STEP + 1
FIRST_COUNT = SEATS * 4
FIRST_NUMBER = FIRST_COUNT + 7
CATEGORIES = {"distances": DISTANCES, "reserve": 7}
POTENTIAL = {"lead": 0.25}


def describe(options: Mapping[str, int], seats: int) -> dict[str, tuple[tuple[int, ...], str]]:
    return {
        "seat": ((SEATS,), "My seat as flags."),
        "scores": ((SEATS,), "Scores / 4096: mine, then of the seats after me; 0 for seats that do not play."),
        "distances": ((SEATS,), "Hundreds of points to 2500, rounded down, in the same order."),
        "partners": ((SEATS,), "Is it me or my partner, in the same order."),
        "counts": ((7,), "How many dice of the last roll show 1 … 6 / 4; the first number is 0."),
        "reserve": ((3,), "The reserve: single 1s, single 5s, and the face of the brelan or 0."),
        "turn": (
            (8,),
            "Is the phase to keep dice; dice in the last roll / 4; potential and gain / 1024, at most 4; the "
            "remainders of my score by 100 / 128 and by 1000 / 1024; rounds left / 256, at most 1; seats / 8.",
        ),
        "lead": ((1,), "My score less the best of the others / 4096."),
    }


@compiled
def features(state: StateRecord, seat: int, out: Array, first: int, stride: int) -> None:
    for place in range(first, SEATS, stride):
        other = (seat + place) % state.seats
        plays = place < state.seats
        out[place] = place == seat
        out[SEATS + place] = state.score[other] / 4096 if plays else 0
        out[2 * SEATS + place] = min(max((GOAL - state.score[other]) // STEP, 0), DISTANCES - 1) if plays else 0
        out[3 * SEATS + place] = plays and (place == 0 or (state.teams != 0 and place == 2))
    for face in range(first, 7, stride):
        out[FIRST_COUNT + face] = state.count[face] / 4 if face > 0 else 0
    if first == 0:
        write_turn(state, seat, out, FIRST_NUMBER)


@compiled
def write_turn(state: StateRecord, seat: int, out: Array, at: int) -> None:
    out[at] = state.ones
    out[at + 1] = state.fives
    out[at + 2] = state.brelan
    out[at + 3] = state.phase == KEEPING
    out[at + 4] = state.rolled / 4
    out[at + 5] = min(max(state.potential, -4096), 4096) / 1024
    out[at + 6] = min(max(state.gain, -4096), 4096) / 1024
    out[at + 7] = state.score[seat] % 100 / 128
    out[at + 8] = state.score[seat] % 1000 / 1024
    left = state.rounds - state.turn // state.seats if state.rounds > 0 else 256
    out[at + 9] = min(max(left, 0), 256) / 256
    out[at + 10] = state.seats / 8
    out[at + 11] = (state.score[seat] - best_other(state, seat)) / 4096


@compiled
def best_other(state: StateRecord, seat: int) -> int:
    best = -GOAL
    for other in range(state.seats):
        if other != seat:
            best = max(best, state.score[other])
    return best
