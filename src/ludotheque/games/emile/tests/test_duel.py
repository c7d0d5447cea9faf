"""The exact solution for two: against a second, plain model on a shorter track, and against its own equations."""

from collections.abc import Iterator
from itertools import product

import numpy as np
import numpy.typing as npt
import pytest

from ludotheque import loops
from ludotheque.compile import is_interpreted
from ludotheque.game import load
from ludotheque.games.emile.bots import champion
from ludotheque.games.emile.bots.duel import load_duel, rate_turns, solve_duel, solve_row
from ludotheque.games.emile.bots.duel_gpu import solve_pair
from ludotheque.games.emile.bots.turn import ENDS, FAILED, STEP, STEPS, STOPPED, make_turn, solve_turn
from ludotheque.games.emile.rules import GOAL
from ludotheque.games.emile.tests.test_bots import make_view

SHORT = 100  # a track from −100 to 100
PERIOD = 8 * SHORT  # potentials that differ by this much lead to the same scores there
SWEEPS = 60

pytestmark = pytest.mark.skipif(is_interpreted(), reason="it takes half a minute in the interpreter")

Values = npt.NDArray[np.float64]
Reserve = tuple[int, int, int]


def test_a_short_race_has_the_chances_of_a_second_model() -> None:
    assert np.allclose(solve_duel(SHORT)[:-1, :-1], iterate(SHORT), rtol=0, atol=1e-9)


@pytest.mark.parametrize("score", [-2500, 0, 1750, 2450])
def test_the_stored_chances_agree_with_one_another(score: int) -> None:
    row = (score + GOAL) // STEP
    values = None
    for _ in range(6):  # a turn may pass 20000 more than once
        values = solve_row(load_duel(), row, values)
    assert values is not None and np.allclose(values[0], load_duel()[row, :-1], rtol=0, atol=1e-12)


def test_the_first_player_has_the_smaller_chance() -> None:
    assert load_duel()[0, 0] == pytest.approx(0.458799473910, abs=1e-9)


def test_what_a_thread_of_the_gpu_computes_is_the_same() -> None:
    """Compiled for the CPU; `python -m ludotheque.games.emile.bots.duel --device cuda` compares all of it on a GPU."""
    payoff, turn = rate_turns(load_duel(), 60, GOAL), make_turn()
    values = np.zeros((STEPS, ENDS + len(turn.reserves), 100))
    values[:, STOPPED] = values[:, turn.start] = payoff.points
    values[:, FAILED : FAILED + 2] = payoff.failures
    tables = (turn.roll_starts, turn.chances, turn.branch_starts, turn.branches)
    for pair in (0, 37, 99):
        loops.machine_of(load("emile"))(solve_pair)(*tables, values, pair)
        assert np.allclose(values[:, :, pair], solve_turn(payoff)[:, :, pair], rtol=0, atol=1e-14)


# A second model, written from the clauses alone: all 6, 36 … 7776 rolls, all subsets of dice, looking further and
# further ahead. [own score, other score, potential, reserve] → the chance of the player who rolls now.


def iterate(goal: int) -> Values:
    places, potentials = 2 * goal // 50, PERIOD // 50
    ways = {reserve: list(list_ways(reserve)) for reserve in list_reserves()}
    chances = np.full((places, places), 0.5)
    restart = np.full((potentials, places, places), 0.5)  # all five dice at this potential, one sweep ago
    for _ in range(SWEEPS):
        payoff = {gain: settle(chances, gain, goal) for gain in (-1000, -100, *range(50, PERIOD + 50, 50))}
        before, restart = restart, np.zeros_like(restart)
        for p in range(potentials):
            restart[p] = rate_potential(p * 50, ways, payoff, before)
        chances = restart[0]
    return chances


def rate_potential(
    potential: int,
    ways: dict[Reserve, list[tuple[float, str, list[Reserve]]]],
    payoff: dict[int, Values],
    before: Values,
) -> Values:
    """Return the chances with five dice to roll at a potential."""
    rated: dict[Reserve, Values] = {}
    for reserve in sorted(ways, key=worth, reverse=True):
        rated[reserve] = sum(
            (
                chance * rate_way(kind, keeps, potential, reserve, rated, payoff, before)
                for chance, kind, keeps in ways[reserve]
            ),
            start=np.zeros_like(payoff[50]),
        )
    return rated[0, 0, 0]


def rate_way(
    kind: str,
    keeps: list[Reserve],
    potential: int,
    reserve: Reserve,
    rated: dict[Reserve, Values],
    payoff: dict[int, Values],
    before: Values,
) -> Values:
    if kind == "suite":  # EM-5
        return before[(potential + 1000) % PERIOD // 50]
    if kind.startswith("failure"):  # EM-7
        return payoff[int(kind.split()[1])]
    points = potential + worth(reserve) + int(kind.split()[1])
    if kind.startswith("deubeul"):  # EM-6
        return before[2 * points % PERIOD // 50]
    best = payoff[points % PERIOD or PERIOD]  # EM-9
    for keep in keeps:
        is_full = size(keep) == 5  # EM-12
        best = np.maximum(best, before[(potential + worth(keep)) % PERIOD // 50] if is_full else rated[keep])
    return best


def list_reserves() -> Iterator[Reserve]:
    """Return what can lie aside before a roll."""
    for ones, fives, brelan in product(range(5), range(5), range(7)):
        if size((ones, fives, brelan)) < 5:
            yield ones, fives, brelan


def list_ways(reserve: Reserve) -> Iterator[tuple[float, str, list[Reserve]]]:
    """Return the chance of each group of rolls that are alike, what they are, and the reserves that may be kept."""
    dice = 5 - size(reserve)
    counts: dict[tuple[str, tuple[Reserve, ...]], int] = {}
    for faces in product(range(1, 7), repeat=dice):
        kind = name_roll(faces)
        keeps = tuple(sorted(list_keeps(reserve, faces))) if kind.startswith("choice") else ()
        counts[kind, keeps] = counts.get((kind, keeps), 0) + 1
    for (kind, kept), count in counts.items():
        yield count / 6**dice, kind, list(kept)


def name_roll(faces: tuple[int, ...]) -> str:
    if sorted(faces) in ([1, 2, 3, 4, 5], [2, 3, 4, 5, 6]):
        return "suite"
    brelan = next((face for face in range(1, 7) if faces.count(face) >= 3), 0)
    singles = [face for face in (1, 5) for _ in range(faces.count(face) - 3 * (face == brelan))]
    points = worth((singles.count(1), singles.count(5), brelan))
    if points == 0:
        return "failure -1000" if len(faces) == 5 else "failure -100"
    return f"deubeul {points}" if len(faces) == 1 else f"choice {points}"


def list_keeps(reserve: Reserve, faces: tuple[int, ...]) -> set[Reserve]:
    """Return the reserves that are worth more than the old one (EM-10): try every number of dice of each kind."""
    ones, fives, old = reserve
    found = set()
    for brelan in {old} | ({face for face in range(1, 7) if faces.count(face) >= 3} if not old else set()):
        left = list(faces)
        for _ in range(3 if brelan != old else 0):
            left.remove(brelan)
        most = [min(left.count(face), 5 if brelan == face != old else 2) for face in (1, 5)]
        for a, b in product(range(ones + most[0] + 1), range(fives + most[1] + 1)):
            if worth((a, b, brelan)) > worth(reserve):
                found.add((a, b, brelan))
    return found


def worth(reserve: Reserve) -> int:
    ones, fives, brelan = reserve
    return 100 * ones + 50 * fives + (700 if brelan == 1 else 100 * brelan)


def size(reserve: Reserve) -> int:
    return reserve[0] + reserve[1] + 3 * (reserve[2] > 0)


def settle(chances: Values, gain: int, goal: int) -> Values:
    """Return the better of OWN and OTHER for every pair of scores (EM-14 to EM-18)."""
    places = range(-goal, goal, 50)
    best = np.zeros((len(places), len(places)))
    for i, own in enumerate(places):
        for j, other in enumerate(places):
            taken = -50 * -(-gain // 100) if gain > 0 else {-100: 100, -1000: 500}[gain]
            mine, theirs = fold(own + gain, goal), fold(other + taken, goal)
            keep = 1.0 if mine == goal else 1 - at(chances, 0 if other == mine else other, mine, goal)
            give = 0.0 if theirs == goal else 1 - at(chances, theirs, 0 if own == theirs else own, goal)
            best[i, j] = max(keep, give)
    return best


def at(chances: Values, rolls: int, waits: int, goal: int) -> float:
    return float(chances[(rolls + goal) // 50, (waits + goal) // 50])


def fold(points: int, goal: int) -> int:
    """Walk step by step, and turn round at both ends (EM-15)."""
    way = 1
    place = max(-goal, min(goal, points))
    rest = abs(points - place)
    way = -1 if points > goal else 1
    while rest:
        if abs(place + way * 50) > goal:
            way = -way
        place, rest = place + way * 50, rest - 50
    return place


def test_the_bot_knows_the_exact_chance_of_every_move() -> None:
    """A turn of 150 at 2400 against 0: the own score bounces to 2450, or the other falls to −100."""
    view = make_view(2400, 0, gain=150, rounds=0)
    duel = load_duel()
    assert champion.rate_moves(view) == pytest.approx({"OWN": 1 - duel[50, 99], "OTHER 1": 1 - duel[48, 98]}, abs=1e-12)
