"""The champion's ledger: it enters what other seats' bees must have foraged, and is found again in the next turn."""

from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque.compile import for_interpreter, is_interpreted
from ludotheque.games.bzzz.bots import champion, memory
from ludotheque.games.bzzz.bots.estimates import estimate_flowers
from ludotheque.games.bzzz.bots.ledger import Ledger, estimate_by_ledger, update_ledger
from ludotheque.games.bzzz.bots.plan import Plan
from ludotheque.games.bzzz.tests.positions import pass_turns, play_all, set_up
from ludotheque.record import OK
from ludotheque.seat import make_player


def enter(match: lt.Match, ledgers: Any) -> Any:
    """Enter the view of seat 0 into a ledger, and return the plan."""
    plans = np.zeros(1, Plan)
    state, plan = for_interpreter(match.view(0).state)[0], for_interpreter(plans)[0]
    estimate_flowers(state, plan, 0)
    update_ledger(state, plan, for_interpreter(ledgers)[0], 0)
    estimate_by_ledger(state, plan, for_interpreter(ledgers)[0], 0)
    return plans[0]


def follow(match: lt.Match, rounds: int) -> tuple[Any, Any]:
    """Return plan and ledger after so many rounds in which all bees stay."""
    ledgers = np.zeros(1, Ledger)
    plan = enter(match, ledgers)
    for _ in range(rounds):
        plan = enter(pass_turns(match, match.seats), ledgers)
    return plan, ledgers[0]


def test_a_worker_that_stays_beside_a_flower_has_foraged_it() -> None:
    plan, ledger = follow(set_up("w1 *50"), 3)
    assert ledger["eaten"][0] == ledger["carry"][1, 0] > 0
    assert plan["nectar"][0] == 25.5 - ledger["eaten"][0]


@pytest.mark.parametrize("drawn", ["d1 *50", "w1!9 *50", "w1 . *50"])
def test_drones_bees_that_are_knocked_out_and_bees_without_a_flower_forage_nothing(drawn: str) -> None:
    _, ledger = follow(set_up(drawn), 3)
    assert ledger["eaten"][0] == ledger["carry"][1, 0] == 0


def test_a_bee_carries_no_more_than_it_has_room_for() -> None:
    _, ledger = follow(set_up("w1 *50"), 20)
    assert ledger["carry"][1, 0] == 12


def test_a_bee_that_is_knocked_out_has_lost_its_nectar() -> None:
    match, ledgers = set_up("w1 *50"), np.zeros(1, Ledger)
    enter(match, ledgers)
    enter(pass_turns(match, 4), ledgers)
    assert ledgers["carry"][0, 1, 0] > 0
    match.state["ko"][0, 1, 0] = 5
    enter(pass_turns(match, 4), ledgers)
    assert ledgers["carry"][0, 1, 0] == 0


def test_a_new_bee_is_paid_for_and_a_bee_at_home_fills_its_hive() -> None:
    match, ledgers = lt.new("bzzz", seed=2, nectar_initial=20), np.zeros(1, Ledger)
    enter(match, ledgers)
    assert ledgers["hoard"][0].tolist() == [20] * 4
    play_all(match, "END", "LAY 0", "END", "END", "END")
    enter(match, ledgers)
    assert ledgers["hoard"][0].tolist() == [20, 15, 20, 20]
    ledgers["carry"][0, 1, 0] = 7
    enter(pass_turns(match, 4), ledgers)
    assert ledgers["hoard"][0, 1] == 22 and ledgers["carry"][0, 1, 0] == 0


def test_an_own_forage_corrects_what_the_ledger_says() -> None:
    """A yield of 3 of 50 proves that 34 were there, whatever others seem to have taken before (BZ-6)."""
    match, ledgers = set_up("w1 *50 w0"), np.zeros(1, Ledger)
    for _ in range(4):
        enter(match, ledgers)
        pass_turns(play_all(match, "HOLD 0", "END"), 3)
    assert ledgers["since"][0, 0] > 0
    play_all(match, "FORAGE 0 7", "END")
    plan = enter(pass_turns(match, 3), ledgers)
    assert plan["nectar"][0] >= 34 - 3 - ledgers["since"][0, 0]


def test_a_ledger_is_found_again_in_the_next_turn_and_not_in_an_earlier_one() -> None:
    match = lt.new("bzzz", seed=3)
    first = memory.recall_ledger(match.view(0))
    first["is_begun"], first["hoard"][0, 1] = 1, 77
    assert memory.recall_ledger(match.view(0))["is_begun"][0] == 0  # the same turn asked again: nothing came before it
    later = pass_turns(match, 4)
    memory.recall_ledger(lt.new("bzzz", seed=4).view(0))
    memory._ledgers[memory.identify(later.view(0))][-1]["hoard"][0, 1] = 78
    assert memory.recall_ledger(later.view(0))["hoard"][0, 1] == 78
    assert memory.recall_ledger(later.view(0))["hoard"][0, 1] == 78
    assert memory.recall_ledger(lt.new("bzzz", seed=3).view(0))["hoard"][0, 1] == 0


@pytest.mark.skipif(is_interpreted(), reason="whole matches take long in the interpreter")
def test_the_champion_repeats_its_match_with_the_same_seed() -> None:
    matches = [lt.Match(lt.load("bzzz"), 4, 5, {"time_out": 40}) for _ in range(2)]
    for match in matches:
        lt.run(match, [make_player(match.game, name) for name in ("champion", "hard", "champion", "medium")])
        assert match.verdicts == [OK] * 4
    assert matches[0].moves == matches[1].moves


def test_the_champion_lays_a_second_drone() -> None:
    match = set_up("w0 w0 w0 d0 *50 *50")
    match.state["stock"][0, 0] = 50
    assert "LAY 1" in champion.play(match.view(0))
