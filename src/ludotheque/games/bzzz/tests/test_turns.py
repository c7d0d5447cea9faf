"""Turns are rated for an analysis: in the same futures, by what the seat could know, and good players are accurate."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.analysis import analyse
from ludotheque.compile import is_interpreted
from ludotheque.games.bzzz.bots import champion, easy, hard
from ludotheque.games.bzzz.bots.search import compare
from ludotheque.games.bzzz.bots.turns import FEWEST, open_workspace, rate_turns, watch
from ludotheque.games.bzzz.bots.turns import PLIES as PLIES_EACH
from ludotheque.games.bzzz.bots.workspace import FUTURES
from ludotheque.loops import machine_of
from ludotheque.match import Match
from ludotheque.search.selection import BASE
from ludotheque.seat import make_player
from ludotheque.view import View

pytestmark = pytest.mark.skipif(is_interpreted(), reason="futures take minutes in the interpreter")

BZZZ = lt.load("bzzz")
PLIES = 4000


def play_turns(turns: int, **options: Any) -> Match:
    """Return a match after so many turns of easy bots."""
    match = lt.new("bzzz", seed=4, **options)
    for _ in range(turns):
        for move in easy.play(match.view(match.active[0])):
            match.play(move)
    return match


def rate(view: View, *turns: list[str]) -> Any:
    return rate_turns(view, [[view.parse_move(move) for move in moves] for moves in turns], PLIES)


def test_equal_turns_have_equal_chances_in_every_future() -> None:
    view = play_turns(80).view(0)
    turn = hard.play(view)
    first, again = rate(view, turn, turn)
    assert (first == again).all()
    assert np.ptp(first[:, 0]) > 0, "futures differ"
    assert first.sum(axis=1) == pytest.approx(1)


def test_turns_are_not_rated_in_the_futures_in_which_the_champion_chose_its_own() -> None:
    view = play_turns(40, seats=2).view(0)
    searched = sum(champion.BUDGET.futures)
    machine, (space, _) = machine_of(BZZZ), open_workspace(view)
    space.alive[BASE] = 1
    machine(compare)(space, 1, 0, searched + FEWEST, 0, champion.BUDGET.rounds)
    rated = rate_turns(view, [[]], FEWEST * PLIES_EACH)[0, :, 0]
    assert rated == pytest.approx(space.values[BASE, searched : searched + FEWEST])
    assert rate_turns(view, [[]], 10**9).shape[1] + searched == FUTURES


def test_doing_nothing_is_rated_worse_than_a_good_turn() -> None:
    for match in (play_turns(0), play_turns(21, seats=3)):
        view = match.view(match.active[0])
        idle, good = rate(view, ["END"], hard.play(view))[:, :, view.seat].mean(axis=1)
        assert idle < good


def test_a_rating_does_not_know_what_is_hidden() -> None:
    match = play_turns(80)
    before = rate(match.view(0), ["END"])
    match.state["nectar"][0] //= 2
    match.state["stock"][0, 1:] += 50
    assert (rate(match.view(0), ["END"]) == before).all()


def test_what_was_seen_in_earlier_turns_changes_a_rating() -> None:
    match, views = lt.new("bzzz", seed=4), []
    while match.view().turn <= 80:
        if match.active[0] == 0:
            views.append(match.view(0))
        for move in easy.play(match.view(match.active[0])):
            match.play(move)
    alone = rate(views[-1], ["END"])
    for view in views[:-1]:
        watch(view)
    assert (rate(views[-1], ["END"]) != alone).any()


@pytest.mark.slow
def test_a_good_player_is_clearly_more_accurate_than_a_random_one() -> None:
    match = Match(BZZZ, 2, 5, {"time_out": 60})
    lt.run(match, [make_player(BZZZ, "hard"), make_player(BZZZ, "random")])
    good, bad = analyse(match, 60 * PLIES).accuracy
    assert good is not None and bad is not None
    assert good > bad + 10
