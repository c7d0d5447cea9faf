"""Interpreted and compiled rules give the same bytes."""

import random

import numpy as np
import pytest

from ludotheque import Match, legal, load, loops
from ludotheque.dice import CHOICE, LENGTH, reset
from ludotheque.game import Move
from ludotheque.games.ghost.launches import list_troops
from ludotheque.games.ghost.playout import play_random_turn

GAME = load("ghost")
COMPILED, INTERPRETED = (loops.machine(GAME, interpreted) for interpreted in (False, True))
OFFERS = loops.offers_of(GAME)


def start_matches(seed: int, league: int) -> tuple[Match, Match]:
    return tuple(Match(GAME, 2, seed, {"league": league}, machine=m) for m in (COMPILED, INTERPRETED))  # type: ignore[return-value]


def draw_move(match: Match, seat: int, choice: random.Random) -> list[int]:
    """Return a legal move; often END, rarely OUT."""
    if choice.random() < 0.25:
        return [3, 0, 0, 0]
    if choice.random() < 0.002:
        return [4, 0, 0, 0]
    rows = match.legal_rows(seat)
    row: list[int] = rows[choice.randrange(len(rows))].tolist()
    return row


@pytest.mark.parametrize("league", range(4))
@pytest.mark.parametrize("seed", [5, -(2**63), 2**63 - 1])
def test_compiled_and_interpreted_play_are_the_same(league: int, seed: int) -> None:
    """The same moves give the same bytes after every ply, and the same view for every viewer."""
    fast, slow = start_matches(seed, league)
    choice = random.Random(f"{seed} {league}")
    while not fast.over and fast.ply < 800:
        seat = choice.choice(fast.active)
        move = Move(*draw_move(fast, seat, choice))
        fast.play(move, seat)
        slow.play(move, seat)
        assert fast.state.tobytes() == slow.state.tobytes()
        if fast.ply % 50 == 0:
            for viewer in (-1, 0, 1):
                assert fast.view(viewer).state.tobytes() == slow.view(viewer).state.tobytes()
    assert fast.outcome == slow.outcome


@pytest.mark.parametrize("league", range(4))
def test_legal_agrees_with_check(league: int) -> None:
    """On positions and on views, in the middle of turns."""
    match = start_matches(11, league)[0]
    choice = random.Random(league)
    by_check = COMPILED(legal.fill_by_check)
    for ply in range(300):
        if match.over:
            break
        seat = choice.choice(match.active)
        if ply % 5 == 0:
            for viewer in (0, 1, -1):
                mask = np.zeros(len(OFFERS), np.int8)
                by_check(match.state[0], viewer, OFFERS, mask)
                assert (OFFERS[mask != 0] == match.legal_rows(viewer)).all()
                if viewer in match.active:
                    assert (match.view(viewer).legal_rows(viewer) == match.legal_rows(viewer)).all()
        match.play(Move(*draw_move(match, seat, choice)), seat)


def test_totals_agree_with_the_lists_of_list_troops() -> None:
    """The running totals equal the sums over all slots, and the unused rows are empty."""
    match = start_matches(21, 3)[0]
    choice = random.Random(1)
    while not match.over:
        seat = choice.choice(match.active)
        match.play(Move(*draw_move(match, seat, choice)), seat)
        fleet, landing = match.state["fleet"][0].astype(int), match.state["landing"][0]
        assert match.state["flying"][0].tolist() == [fleet[fleet > 0].sum(), -fleet[fleet < 0].sum()]
        listed = np.arange(len(fleet))[:, None] < match.state["landings"][0]
        assert ((fleet != 0) == listed).all() and ((landing != 0) == listed).all()
        flights = [(slot, route) for slot, route, _ in list_troops(match.state[0])]
        assert len(set(flights)) == len(flights)


def test_random_turns_are_the_same_on_both_machines() -> None:
    """The random turns that the benchmark measures."""
    fast, slow = start_matches(31, 3)
    for turn in range(30):
        given = []
        for build, match in ((COMPILED, fast), (INTERPRETED, slow)):
            dice = build.wrap(np.zeros(LENGTH, np.int64))
            build(reset)(dice, 31, turn, CHOICE)
            given.append(build(play_random_turn)(build.wrap(match.state)[0], dice))
        assert given[0] == given[1] and fast.state.tobytes() == slow.state.tobytes()
    assert fast.state["turn"][0] == 30
