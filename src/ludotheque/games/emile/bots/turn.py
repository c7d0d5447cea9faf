"""One turn of Émile, solved exactly by going through all rolls: the value of each reserve at each potential.

The caller gives the payoff of each turn's score; the answer is the value of every reserve before its next roll, at
every potential. Scores are counted in steps of 50, modulo 20000, because larger differences change no score.
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
from ludotheque.legal import list_offers
from ludotheque.view import View

STEP = 50
STEPS = PERIOD // STEP

Reserve: TypeAlias = tuple[int, int, int]  # single 1s, single 5s, the face of a brelan or 0
Faces: TypeAlias = tuple[int, ...]
Branch: TypeAlias = tuple[int, int, int]  # where a roll leads: to a node; first `added` steps, then times `factor`
Numbers: TypeAlias = npt.NDArray[np.int64]
Values: TypeAlias = npt.NDArray[np.float64]  # [step of the potential, node, player]

EMPTY: Reserve = (0, 0, 0)

# The nodes of a turn: its three ends, then the reserves that a player can roll from.
STOPPED, FAILED, FAILED_ALL, ENDS = range(4)
NODE, ADDED, FACTOR = range(3)  # columns of Turn.branches
SUM, BEST = range(2)  # rows of the scratch space


@dataclass(frozen=True)
class Payoff:
    """What each score of a turn is worth to each player."""

    points: npt.NDArray[np.float64]  # [step, player]
    failures: npt.NDArray[np.float64]  # [FAILED or FAILED_ALL, player]


@dataclass(frozen=True)
class Turn:
    """All possible rolls of a turn and all decisions after them, as flat tables.

        reserve r    rolls roll_starts[r] … roll_starts[r + 1] - 1
        roll         branches branch_starts[roll] … branch_starts[roll + 1] - 1

    A roll has one branch where the rules go on without a decision, and several where the player decides.
    """

    reserves: tuple[Reserve, ...]  # by worth, the highest first, so that a KEEP leads to an earlier one; EMPTY is last
    roll_starts: Numbers
    chances: npt.NDArray[np.float64]  # of each roll
    branch_starts: Numbers
    branches: Numbers

    @property
    def start(self) -> int:
        """The node of a turn's first roll."""
        return ENDS + self.reserves.index(EMPTY)


@cache
def make_turn() -> Turn:
    """Build the tables from the rules, for every roll of every reserve."""
    reserves = tuple(sorted(find_reserves(), key=lambda reserve: -worth(*reserve)))
    roll_starts, branch_starts = [0], [0]
    chances: list[float] = []
    branches: list[Branch] = []
    for reserve in reserves:
        for after_roll, chance in merge_rolls(reserves, reserve).items():
            branches += after_roll
            branch_starts.append(len(branches))
            chances.append(chance)
        roll_starts.append(len(chances))
    return Turn(reserves, np.array(roll_starts), np.array(chances), np.array(branch_starts), np.array(branches))


def find_reserves() -> set[Reserve]:
    """Return every reserve that a player can roll from."""
    found, todo = {EMPTY}, [EMPTY]
    while todo:
        reserve = todo.pop()
        for faces in list_rolls(DICE - count_dice(reserve)):
            new = {keep for keep in list_keeps(make_state(reserve, faces)) if count_dice(keep) < DICE} - found
            found |= new
            todo += new
    return found


def merge_rolls(reserves: Sequence[Reserve], reserve: Reserve) -> dict[tuple[Branch, ...], float]:
    """Return the chances of the rolls of a reserve; rolls with the same branches are merged."""
    chances: defaultdict[tuple[Branch, ...], float] = defaultdict(float)
    for faces, chance in list_rolls(DICE - count_dice(reserve)).items():
        chances[tuple(list_branches(reserves, make_state(reserve, faces)))] += chance
    return chances


def list_branches(reserves: Sequence[Reserve], state: StateRecord) -> Iterator[Branch]:
    """Return what the rules do with a roll, or what the player can choose: STOP first, then each KEEP."""
    empty = ENDS + reserves.index(EMPTY)
    total = (rules.reserve_worth(state) + rules.roll_worth(state)) // STEP
    if rules.is_suite(state):
        yield empty, 1000 // STEP, 1  # EM-5
    elif rules.is_deubeul(state):
        yield empty, total, 2  # EM-6
    elif rules.roll_worth(state) == 0:
        yield FAILED_ALL if state.rolled == DICE else FAILED, 0, 1  # EM-7
    else:
        yield STOPPED, total, 1  # EM-9
        yield from (make_keep_branch(reserves, keep) for keep in list_keeps(state))


def make_keep_branch(reserves: Sequence[Reserve], keep: Reserve) -> Branch:
    """Return where a KEEP leads: to its reserve, or if that is full to the empty one with more potential (EM-12)."""
    if count_dice(keep) == DICE:
        return ENDS + reserves.index(EMPTY), worth(*keep) // STEP, 1
    return ENDS + reserves.index(keep), 0, 1


@cache
def list_rolls(dice: int) -> dict[Faces, float]:
    """Return every roll of `dice` dice with sorted faces, and its chance."""
    return {faces: count_orders(faces) / 6**dice for faces in combinations_with_replacement(range(1, 7), dice)}


def count_orders(faces: Faces) -> int:
    return factorial(len(faces)) // prod(factorial(faces.count(face)) for face in set(faces))


def make_state(reserve: Reserve, faces: Sequence[int]) -> StateRecord:
    """Return a state with this reserve in which these faces were just rolled."""
    state = for_interpreter(np.zeros(1, State))[0]
    state.active[state.player] = 1
    state.ones, state.fives, state.brelan = reserve
    state.rolled = len(faces)
    for face in faces:
        state.count[face] += 1
    return state


OFFERS: list[list[int]] = list_offers(rules.MOVES).tolist()


def list_keeps(state: StateRecord) -> Iterator[Reserve]:
    """Return the reserves that may be kept now."""
    mask = [0] * len(OFFERS)
    rules.legal(state, state.player, mask)
    for (kind, ones, fives, brelan), is_legal in zip(OFFERS, mask):
        if is_legal and kind == KEEP:
            yield ones, fives, brelan


def count_dice(reserve: Reserve) -> int:
    return rules.reserve_size(make_state(reserve, ()))


def solve_turn(payoff: Payoff, beyond: Values | None = None, limit: int = STEPS) -> Values:
    """Return the value of every node to each player, at every potential before the next roll and under best play.

    A turn can pass 20000, if rarely. There it is worth what `beyond` says, at its potential less 20000; by default it
    counts as stopped. So does a turn whose potential has `limit` steps.
    """
    turn, machine = make_turn(), loops.machine_of(load("emile"))
    players = payoff.points.shape[1]
    values = np.zeros((STEPS, ENDS + len(turn.reserves), players))
    values[:, STOPPED] = payoff.points
    values[:, turn.start] = payoff.points if beyond is None else beyond
    values[:, FAILED : FAILED_ALL + 1] = payoff.failures
    values[limit:, ENDS:] = payoff.points[limit:, None]
    tables = (turn.roll_starts, turn.chances, turn.branch_starts, turn.branches, values, np.zeros((2, players)))
    machine(fill_values)(*(machine.wrap(table) for table in tables), limit)
    return values


@compiled
def fill_values(
    roll_starts: Array, chances: Array, branch_starts: Array, branches: Array, values: Array, scratch: Array, limit: int
) -> None:
    """Fill `values` from the largest potential down; those from `limit` on are there already."""
    players = range(values.shape[2])
    for p in range(limit - 1, -1, -1):
        for r in range(len(roll_starts) - 1):
            for i in players:
                scratch[SUM, i] = 0.0
            for roll in range(roll_starts[r], roll_starts[r + 1]):
                for i in players:
                    scratch[BEST, i] = -np.inf
                for branch in range(branch_starts[roll], branch_starts[roll + 1]):
                    node, q = branches[branch, NODE], branches[branch, FACTOR] * (p + branches[branch, ADDED])
                    while q >= STEPS:
                        q -= STEPS
                    for i in players:
                        scratch[BEST, i] = max(scratch[BEST, i], values[q, node, i])
                for i in players:
                    scratch[SUM, i] += chances[roll] * scratch[BEST, i]
            for i in players:
                values[p, ENDS + r, i] = scratch[SUM, i]


def rate_choices(view: View, values: Values) -> dict[str, float]:
    """Return the value of STOP and of each KEEP after a roll; `values` are those of one player."""
    state, p = for_interpreter(view.state)[0], view.potential // STEP
    moves = ["STOP", *(f"KEEP {ones} {fives} {brelan}" for ones, fives, brelan in list_keeps(state))]
    branches = list_branches(make_turn().reserves, state)
    return {move: float(values[(p + added) % STEPS, node, 0]) for move, (node, added, _) in zip(moves, branches)}
