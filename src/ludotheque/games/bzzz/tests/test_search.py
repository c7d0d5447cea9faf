"""The champion's search: futures that fit what was seen, candidates, and the rule's own turn unless one is better."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.compile import is_interpreted
from ludotheque.dice import LENGTH, MATCH, reset
from ludotheque.games.bzzz.bots import champion, easy
from ludotheque.games.bzzz.bots.ahead import carry_out, forage_ahead
from ludotheque.games.bzzz.bots.candidates import list_candidates
from ludotheque.games.bzzz.bots.champion import BY_RULE_ALONE, choose_budget, find_best_turn
from ludotheque.games.bzzz.bots.futures import chance_of_first
from ludotheque.games.bzzz.bots.ledger import Ledger
from ludotheque.games.bzzz.bots.plan import BY_RULE, format_moves
from ludotheque.games.bzzz.bots.search import add_combinations, compare, play_future, prepare_future
from ludotheque.games.bzzz.bots.workspace import FUTURE, Workspace, make_workspace
from ludotheque.games.bzzz.forage import forage
from ludotheque.games.bzzz.rules import apply
from ludotheque.games.bzzz.tests.positions import set_up
from ludotheque.search.selection import BASE

pytestmark = pytest.mark.skipif(is_interpreted(), reason="a search takes minutes in the interpreter")

MACHINE = loops.machine_of(lt.load("bzzz"))
FUTURES, ROUNDS = 20, 4


def open_workspace(match: lt.Match, seat: int = 0) -> tuple[Workspace, Any, int]:
    """Return a workspace with candidates for a seat, their turns, and their number."""
    space, turns, _ = make_workspace(MACHINE, match.view(seat).state, np.zeros(1, Ledger))
    return space, turns, MACHINE(list_candidates)(space, seat)


def play_turns(seed: int, turns: int, **options: Any) -> lt.Match:
    """Return a match after so many turns of easy bots."""
    match = lt.new("bzzz", seed=seed, **options)
    for _ in range(turns):
        for move in easy.play(match.view(match.active[0])):
            match.play(move)
    return match


@pytest.mark.parametrize("rules", ["seed", "moteur"])
def test_a_future_fits_what_the_seat_knows(rules: str) -> None:
    match = play_turns(5, 101, rules=rules)
    view, seat = match.view(match.active[0]).state[0], match.active[0]
    space, _, _ = open_workspace(match, seat)
    for future in range(30):
        MACHINE(prepare_future)(space, future, seat)
        state = space.states[FUTURE + future]
        count = 4 * int(view["nfleurs"])
        nectar, start = state["nectar"][:count], state["start"][:count]
        assert (nectar <= view["high"][seat, :count]).all() and (nectar >= 0).all() and (nectar <= start).all()
        assert not nectar[view["empty"][seat, :count] == 1].any()
        assert (state["load"] >= 0).all() and (state["load"] <= 12).all() and (state["stock"][:4] >= 0).all()
        assert state["stock"][seat] == view["stock"][seat] and (state["load"][seat] == view["load"][seat]).all()
        assert state["loose"] == nectar.sum() + state["load"].sum() and state["total"] == start.sum()


def test_candidates_are_legal_and_different_and_the_rules_own_turn_comes_first() -> None:
    match = play_turns(3, 60)
    _, turns, count = open_workspace(match)
    found = [format_moves(turns[i : i + 1]) for i in range(count)]
    assert count > 10 and len({frozenset(moves) for moves in found}) == count
    own = np.zeros(1, Ledger)
    assert found[BASE] == format_moves(find_best_turn(MACHINE, match.view(0).state, 0, own, BY_RULE_ALONE))
    for moves in found:
        trial = play_turns(3, 60)
        for move in moves:
            trial.play(move)


def test_equal_turns_have_equal_values_in_the_same_future() -> None:
    space, _, count = open_workspace(play_turns(4, 80))
    MACHINE(compare)(space, count, 0, 2, 0, ROUNDS)
    first = np.array(space.values[:count, :2])
    MACHINE(compare)(space, count, 0, 2, 0, ROUNDS)
    assert (space.values[:count, :2] == first).all()
    assert MACHINE(play_future)(space, BASE, 1, 0, ROUNDS) == first[BASE, 1]


def test_a_turn_is_carried_out_by_the_rules() -> None:
    match = play_turns(6, 80)
    _, turns, count = open_workspace(match)
    for i in range(count):
        at_once, by_move, dice = match.state.copy(), match.state.copy(), np.zeros(LENGTH, np.int64)
        MACHINE(reset)(dice, 1, 80, MATCH)
        MACHINE(carry_out)(at_once[0], turns[i], 0, dice.copy())
        for text in [*format_moves(turns[i : i + 1]), "END"]:
            MACHINE(apply)(by_move[0], 0, match.view(0).parse_move(text), dice)
        assert at_once.tobytes() == by_move.tobytes()


def test_bees_forage_ahead_as_by_the_rules() -> None:
    """A bee that forages ahead learns less about the flower, and nothing else is different."""
    for load, nectar in ((0, 40), (11, 40), (4, 20), (0, 1), (10, 2)):
        match = set_up(f"w0:{load} *{nectar}/40" if load else f"w0 *{nectar}/40")
        ahead, real = match.state.copy(), match.state.copy()
        MACHINE(forage_ahead)(ahead[0], 0, 0, 0)
        MACHINE(forage)(real[0], 0, 0, 0)
        for name in ("load", "nectar", "loose"):
            assert (ahead[name] == real[name]).all(), name


def test_the_best_changes_are_combined() -> None:
    """Values are made up: one change each of three bees is good."""
    match = play_turns(4, 80)
    space, turns, count = open_workspace(match)
    orders = turns["orders"][:, : int(match.state["bees"][0, 0])]
    changed = [np.flatnonzero(orders[i] != BY_RULE).tolist() for i in range(count)]
    space.values[:count, :FUTURES] = 0.0
    for bee, value in enumerate((0.3, 0.2, 0.1)):
        space.values[changed.index([bee]), :FUTURES] = value
    end = MACHINE(add_combinations)(space, count, FUTURES, 0, 1)
    combined = [np.flatnonzero(orders[i] != BY_RULE).tolist() for i in range(count, end)]
    assert combined == [[0, 1], [0, 1, 2], [0, 2]]
    assert (space.values[count:end, :FUTURES] > 0).all(), "these turns were played in the same futures"


def test_nothing_is_combined_if_only_one_change_is_good() -> None:
    space, _, count = open_workspace(play_turns(4, 80))
    space.values[:count, :FUTURES], space.values[1, :FUTURES] = 0.0, 0.5
    assert MACHINE(add_combinations)(space, count, FUTURES, 0, 1) == count


def test_the_chance_of_the_first_place_is_exact_at_the_end_and_grows_with_the_stock() -> None:
    match = play_turns(2, 100)
    space, _, _ = open_workspace(match)
    MACHINE(prepare_future)(space, 0, 0)
    state = space.states[FUTURE]
    before = MACHINE(chance_of_first)(state, 0)
    state["stock"][0] += 20
    assert 0 < before < MACHINE(chance_of_first)(state, 0) < 1
    state["active"], state["stock"] = 0, [7, 7, 3, 1]
    assert [MACHINE(chance_of_first)(state, seat) for seat in range(4)] == [0.5, 0.5, 0, 0]


def test_a_search_neither_changes_the_view_nor_knows_what_it_hides() -> None:
    match = play_turns(7, 60)
    view = match.view(0)
    before = view.state.tobytes()
    chosen = champion.play(view)
    assert view.state.tobytes() == before
    match.state["nectar"][0] //= 2
    match.state["stock"][0, 1:] += 50
    assert champion.play(match.view(0)) == chosen


def test_a_search_needs_a_small_hive_on_a_small_board() -> None:
    assert choose_budget(lt.new("bzzz", seed=1).view(0)) == champion.BUDGET
    assert choose_budget(lt.new("bzzz", seats=2, seed=1).view(0)) == champion.FOR_TWO
    match = lt.new("bzzz", seed=1, ncases=32, nfleurs=32)
    match.state["bees"][0, 0] = 5
    assert choose_budget(match.view(0)) == BY_RULE_ALONE
