"""The sample bots play whole matches by the rules, in every league."""

from collections.abc import Callable
from itertools import combinations_with_replacement

import pytest

from ludotheque import Match, load, run
from ludotheque.compile import is_interpreted
from ludotheque.games.ghost.bots import champion, easy, hard, medium
from ludotheque.games.ghost.tests.positions import FOE, HOME, arrange, play_random_turns
from ludotheque.record import OK
from ludotheque.seat import make_player
from ludotheque.view import View

GHOST = load("ghost")
PLAYS: dict[str, Callable[[View], list[str]]] = {"easy": easy.play, "medium": medium.play}
if not is_interpreted():
    PLAYS |= {"hard": hard.play, "champion": champion.play}  # in the interpreter a search takes minutes
POSITIONS = 3 if is_interpreted() else 60  # for each league


@pytest.mark.slow
@pytest.mark.parametrize("league", range(4))
@pytest.mark.parametrize("pair", list(combinations_with_replacement([*PLAYS, "random"], 2)))
def test_bots_play_whole_matches_by_the_rules(pair: tuple[str, str], league: int) -> None:
    match = Match(GHOST, 2, league, {"league": league, "factories": 7})
    match.state["turn"] = 195 if is_interpreted() else 170
    run(match, [make_player(GHOST, name) for name in pair])
    assert match.over
    assert match.verdicts == [OK, OK]


@pytest.mark.slow
@pytest.mark.parametrize("league", range(4))
@pytest.mark.parametrize("name", PLAYS)
def test_orders_are_legal_in_random_positions(name: str, league: int) -> None:
    """Also with bombs in flight, halted factories, and an opponent who has ended their turn."""
    for seed in range(POSITIONS):
        match = play_random_turns(seed, 1 + seed * 7 % 60, league)
        seat = seed % 2
        if match.over:
            continue
        if seed % 3 == 0:
            match.play("END", 1 - seat)
        for order in PLAYS[name](match.view(seat)):
            match.play(order, seat)


def test_easy_gives_orders() -> None:
    match = arrange(stock={HOME: 60}, production={3: 3})
    orders = [easy.play(match.view(0)) for match in (arrange(stock={HOME: 60}, production={3: 3}), match)]
    assert orders[0] == orders[1]  # the same view gets the same answer
    for _ in range(10):
        for move in easy.play(match.view(0)):
            match.play(move, 0)
        match.play("END", 1)
    assert sum(match.state["owner"][0] == 0) > 1


@pytest.mark.parametrize("play", PLAYS.values(), ids=PLAYS)
def test_all_end_what_is_won(play: Callable[[View], list[str]]) -> None:
    """500 cyborgs against a factory with 2 that makes nothing."""
    match = arrange(production={FOE: 0}, stock={HOME: 500, FOE: 2}, bombs={0: 0, 1: 0})
    while not match.over and match.state["turn"][0] < 100:
        for move in play(match.view(0)):
            match.play(move, 0)
        match.play("END", 1)
    assert match.over
