"""Simple rivals play as their style says, and the champion sees by their drones' steps how they hunt."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.compile import for_interpreter
from ludotheque.dice import dice
from ludotheque.games.bzzz.bots.ledger import HUNTS, Ledger, update_ledger
from ludotheque.games.bzzz.bots.plan import Plan
from ludotheque.games.bzzz.bots.rivals import Style, play_rival
from ludotheque.games.bzzz.bots.styles import HUNTERS, draw_hunt, watch_drones
from ludotheque.games.bzzz.tests.positions import cell_of, loads_of, set_up, value_of

NEAREST, WAITING, AFTER_ME = 0, 1, 6  # hunts that are compared here


def play(match: lt.Match, **style: float) -> lt.Match:
    """Let the awaited seat play a turn in this style."""
    styles = np.zeros(1, Style)
    for name, value in {"full": 12, "near_home": 0.5, **style}.items():
        styles[name] = value
    play_rival(for_interpreter(match.state)[0], for_interpreter(styles)[0], match.active[0], dice(1, 1))
    return match


def test_a_worker_forages_until_it_is_full_and_then_goes_home() -> None:
    match = play(set_up(". . .", ". w0:3 *40"))
    assert cell_of(match, 0) == (5, 5) and loads_of(match, 0) == [6]
    assert sum(cell_of(play(set_up(". . .", ". w0:12 *40")), 0)) == 9
    assert sum(cell_of(play(set_up(". . .", ". w0:6 *40"), full=6), 0)) == 9


def test_a_worker_flies_to_the_nearest_flower_that_may_have_nectar() -> None:
    match = set_up("*30 . . . w0 . . . . *30")
    assert cell_of(play(match), 0) == (7, 4)
    match = set_up("*30 . . . w0 . . . . *30")
    match.state["empty"][0, 0, 0] = 1
    assert cell_of(play(match), 0) == (9, 4)


def test_only_a_careful_worker_leaves_a_flower_when_a_drone_comes() -> None:
    drawn = ". . . .", ". w0 *40 d1"
    assert cell_of(play(set_up(*drawn)), 0) == (5, 5)
    assert cell_of(play(set_up(*drawn), fear=3.0), 0) == (4, 5)


@pytest.mark.parametrize(
    ("style", "cell"), [({}, (7, 4)), ({"victim": 2}, (9, 4)), ({"waits": 1}, (8, 5)), ({"leash": 3.0}, (7, 4))]
)
def test_a_drone_hunts_what_its_style_says(style: dict[str, float], cell: tuple[int, int]) -> None:
    """A worker of seat 1 is three steps to the left, one of seat 2 farther on the right, one sleeps below."""
    match = set_up("w1 . . . d0 . . . . w2", ". . . . . . . . . .", ". . . . . . . . . .", ". . . . w1!4 . . . . .")
    assert cell_of(play(match, **style), 0) == cell


def test_bees_are_laid_as_the_style_says() -> None:
    for drawn, laid in (("w0 w0 *40", [0, 0, 1]), ("w0 *40", [0, 0]), ("w0 w0 w0 d0 *40", [0, 0, 0, 1])):
        match = play(set_up(drawn), workers=3, drones=1, before=2)
        assert match.state["kind"][0, 0, : value_of(match, "bees", 0)].tolist() == laid


def watch(before: lt.Match, after: lt.Match) -> Any:
    """Return how well each hunt fits what drones of seat 1 did between two positions, as seat 0 sees them."""
    ledgers, plans, styles = np.zeros(1, Ledger), np.zeros(1, Plan), np.zeros(1, Style)
    ledger = for_interpreter(ledgers)[0]
    update_ledger(for_interpreter(before.view(0).state)[0], for_interpreter(plans)[0], ledger, 0)
    watch_drones(for_interpreter(after.view(0).state)[0], for_interpreter(styles)[0], ledger, 0)
    return ledgers["fits"][0, 1]


def test_the_steps_of_a_drone_show_what_it_hunts() -> None:
    """To the left is a worker of seat 2, to the right, farther away, one of seat 0."""
    before = set_up("w2 . . . d1 . . . . w0")
    fits = watch(before, set_up("w2 . . d1 . . . . . w0"))
    assert fits[NEAREST] == 1 and fits[AFTER_ME] == -1
    fits = watch(before, set_up("w2 . . . . d1 . . . w0"))
    assert fits[NEAREST] == -1 and fits[AFTER_ME] == 1


def test_a_bee_that_has_just_fallen_was_awake_when_the_drone_came() -> None:
    assert watch(set_up("w0 . . d1"), set_up("w0!5 . d1"))[NEAREST] == 1
    assert watch(set_up("w0!3 . d1 . . . w0"), set_up("w0!2 d1 . . . . w0"))[[NEAREST, WAITING]].tolist() == [-1, 1]


def test_hunts_that_fit_are_drawn_more_often() -> None:
    ledgers = np.zeros(1, Ledger)
    ledgers["fits"][0, 1, AFTER_ME] = 8
    drawn = [draw_hunt(for_interpreter(ledgers)[0], 1, dice(seed, 1)) for seed in range(50)]
    assert drawn.count(AFTER_ME) > 40
    assert len(HUNTERS) == HUNTS
    ledgers["fits"] = 0
    assert len({draw_hunt(for_interpreter(ledgers)[0], 1, dice(seed, 1)) for seed in range(100)}) == HUNTS
