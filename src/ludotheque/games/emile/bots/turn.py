"""One turn of Émile, solved exactly by enumeration of the dice: what each reserve and potential is worth.

Whoever plays says what a turn's score is worth to him, his prize; the answer is the value of every reserve before its
next roll, at every potential. Scores are counted in steps of 50, modulo 20000, since the rules notice no more.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial, prod
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from ludotheque import loops
from ludotheque.compile import compiled, for_interpreter
from ludotheque.game import Array, StateRecord, load
from ludotheque.games.emile import rules
from ludotheque.games.emile.rules import DICE, KEEP, PERIOD, State, worth
from ludotheque.legal import offered
from ludotheque.match import View

STEP = 50
STEPS = PERIOD // STEP

Reserve: TypeAlias = tuple[int, int, int]  # single 1s, single 5s, the face of a brelan or 0
Faces: TypeAlias = tuple[int, ...]
Way: TypeAlias = tuple[int, int, int]  # where a roll can lead: to a place, with so many steps more, times so much
Numbers: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[np.float64]  # [step of the potential, place, player]

EMPTY: Reserve = (0, 0, 0)

# The places of a turn: its ends, then the reserves that can precede a roll.
STOPPED, FAILED, WRECKED, ENDS = range(4)
PLACE, STEPS_MORE, TIMES = range(3)  # a row of Turn.ways
SUM, BEST = range(2)  # a row of the scratch space


@dataclass(frozen=True)
class Prize:
    """What a turn's score is worth to each of some players: [step, player], and the two failures: [which, player]."""

    points: npt.NDArray[np.float64]
    failures: npt.NDArray[np.float64]


@dataclass(frozen=True)
class Turn:
    """All that can happen in a turn, as flat tables.

    The rolls of reserve r are rolls[r] … rolls[r + 1], and the ways on from a roll are ways_on[roll] …
    ways_on[roll + 1]: one where the rules go on by themselves, several where the player decides.
    """

    reserves: tuple[Reserve, ...]  # the most worth first, so that a KEEP leads to an earlier one; the empty one last
    rolls: Numbers
    chances: npt.NDArray[np.float64]
    ways_on: Numbers
    ways: Numbers

    @property
    def start(self) -> int:
        """The place of a turn's first roll."""
        return self.place(EMPTY)

    def place(self, reserve: Reserve) -> int:
        return ENDS + self.reserves.index(reserve)


@cache
def the_turn() -> Turn:
    """The tables, made by asking the rules about every roll of every reserve."""
    reserves = tuple(sorted(reachable(), key=lambda reserve: -worth(*reserve)))
    rolls, ways_on = [0], [0]
    chances: list[float] = []
    ways: list[Way] = []
    for reserve in reserves:
        for on, chance in rolls_of(reserves, reserve).items():
            ways += on
            ways_on.append(len(ways))
            chances.append(chance)
        rolls.append(len(chances))
    return Turn(reserves, np.array(rolls), np.array(chances), np.array(ways_on), np.array(ways))


def reachable() -> set[Reserve]:
    """Every reserve that can precede a roll, found by keeping."""
    found, todo = {EMPTY}, [EMPTY]
    while todo:
        reserve = todo.pop()
        for faces in throws(DICE - size(reserve)):
            new = {keep for keep in keeps_of(rolled(reserve, faces)) if size(keep) < DICE} - found
            found |= new
            todo += new
    return found


def rolls_of(reserves: Sequence[Reserve], reserve: Reserve) -> dict[tuple[Way, ...], float]:
    """The rolls of a reserve with their chances; those that lead to the same ways are one."""
    chances: defaultdict[tuple[Way, ...], float] = defaultdict(float)
    for faces, chance in throws(DICE - size(reserve)).items():
        chances[tuple(ways_of(reserves, rolled(reserve, faces)))] += chance
    return chances


def ways_of(reserves: Sequence[Reserve], state: StateRecord) -> Iterator[Way]:
    """What the rules do with a roll, or what they let the player choose."""
    empty = ENDS + reserves.index(EMPTY)
    total = (rules.reserve_worth(state) + rules.marks(state)) // STEP
    if rules.is_suite(state):
        yield empty, 1000 // STEP, 1  # EM-5
    elif rules.is_deubeul(state):
        yield empty, total, 2  # EM-6
    elif rules.marks(state) == 0:
        yield WRECKED if state.rolled == DICE else FAILED, 0, 1  # EM-7
    else:
        yield STOPPED, total, 1  # EM-9
        yield from (kept(reserves, keep) for keep in keeps_of(state))


def kept(reserves: Sequence[Reserve], keep: Reserve) -> Way:
    """Where a KEEP leads: to a reserve, or to the empty one with more potential (EM-12)."""
    if size(keep) == DICE:
        return ENDS + reserves.index(EMPTY), worth(*keep) // STEP, 1
    return ENDS + reserves.index(keep), 0, 1


@cache
def throws(dice: int) -> dict[Faces, float]:
    """Every throw of so many dice, whatever the order, and its chance."""
    return {faces: orders(faces) / 6**dice for faces in combinations_with_replacement(range(1, 7), dice)}


def orders(faces: Faces) -> int:
    """In how many orders these faces can fall."""
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))


def rolled(reserve: Reserve, faces: Sequence[int]) -> StateRecord:
    """A position of the rules with this reserve, in which these faces were just rolled."""
    state = for_interpreter(np.zeros(1, State))[0]
    state.active[state.player] = 1
    state.ones, state.fives, state.brelan = reserve
    state.rolled = len(faces)
    for face in faces:
        state.count[face] += 1
    return state


OFFERS: list[list[int]] = offered(rules.MOVES).tolist()


def keeps_of(state: StateRecord) -> Iterator[Reserve]:
    """The reserves that may be kept now."""
    mask = [0] * len(OFFERS)
    rules.legal(state, state.player, mask)
    for (kind, ones, fives, brelan), allowed in zip(OFFERS, mask):
        if allowed and kind == KEEP:
            yield ones, fives, brelan


def size(reserve: Reserve) -> int:
    """How many dice lie in a reserve."""
    return rules.reserve_size(rolled(reserve, ()))


def solve(prize: Prize) -> Values:
    """What every place is worth to each player at every potential, before the next roll and under best play."""
    turn, machine = the_turn(), loops.machine_of(load("emile"))
    players = prize.points.shape[1]
    values = np.zeros((STEPS, ENDS + len(turn.reserves), players))
    values[:, STOPPED] = values[:, turn.start] = prize.points
    values[:, FAILED : WRECKED + 1] = prize.failures
    tables = (turn.rolls, turn.chances, turn.ways_on, turn.ways, values, np.zeros((2, players)))
    machine(fill_values)(*(machine.wrap(table) for table in tables))
    return values


@compiled
def fill_values(rolls: Array, chances: Array, ways_on: Array, ways: Array, values: Array, scratch: Array) -> None:
    """From the largest potential down. Beyond 20000 a turn counts as stopped, which no real turn notices."""
    players = range(values.shape[2])
    for p in range(STEPS - 1, -1, -1):
        for r in range(len(rolls) - 1):
            for i in players:
                scratch[SUM, i] = 0.0
            for roll in range(rolls[r], rolls[r + 1]):
                for i in players:
                    scratch[BEST, i] = -np.inf
                for way in range(ways_on[roll], ways_on[roll + 1]):
                    place, q = ways[way, PLACE], ways[way, TIMES] * (p + ways[way, STEPS_MORE])
                    while q >= STEPS:
                        q -= STEPS
                    for i in players:
                        scratch[BEST, i] = max(scratch[BEST, i], values[q, place, i])
                for i in players:
                    scratch[SUM, i] += chances[roll] * scratch[BEST, i]
            for i in players:
                values[p, ENDS + r, i] = scratch[SUM, i]


def decide(view: View, values: Values) -> str:
    """The best STOP or KEEP after a roll, for the only player of these values."""
    state, p = for_interpreter(view.state)[0], view.potential // STEP
    choices = ["STOP", *(f"KEEP {ones} {fives} {brelan}" for ones, fives, brelan in keeps_of(state))]
    worths = [values[(p + more) % STEPS, place, 0] for place, more, _ in ways_of(the_turn().reserves, state)]
    return choices[int(np.argmax(worths))]
