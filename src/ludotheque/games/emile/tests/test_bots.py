"""The sample bots: they play by the rules, and the strong one knows what wins."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from ludotheque import run
from ludotheque.compile import for_interpreter, is_interpreted
from ludotheque.dice import dice
from ludotheque.game import Move, OptionValue, StateRecord, load
from ludotheque.games.emile import rules
from ludotheque.games.emile.bots import easy, hard, medium
from ludotheque.games.emile.bots.duel import duel, one_turn
from ludotheque.games.emile.bots.race import landed, settled
from ludotheque.games.emile.bots.turn import STEP
from ludotheque.games.emile.rules import GOAL
from ludotheque.match import OK, Match, View
from ludotheque.seat import make_player

BOTS = ["easy", "medium", "hard"]
EMILE = load("emile")
SPREAD = range(1500, -2500, -500)  # scores for up to eight others


def seen(
    *scores: int,
    roll: str = "",
    reserve: tuple[int, int, int] = (0, 0, 0),
    potential: int = 0,
    gain: int = 0,
    turn: int = 0,
    **options: OptionValue,
) -> View:
    """What seat 0 sees in its turn: after a roll, or with a turn's score to settle."""
    match = Match(EMILE, len(scores), 0, {"first": 0, **options})
    state = for_interpreter(match.state)[0]
    for seat, score in enumerate(scores):
        state.score[seat] = score
    state.turn = turn
    state.potential = potential
    state.ones, state.fives, state.brelan = reserve
    state.phase = rules.KEEPING if roll else rules.SETTLING
    state.gain = gain
    show(state, [int(face) for face in roll])
    return match.view(0)


def show(state: StateRecord, faces: Sequence[int]) -> None:
    """Lay these dice on the table."""
    state.rolled = len(faces)
    for face in range(7):
        state.count[face] = faces.count(face)
    for i in range(rules.DICE):
        state.faces[i] = faces[i] if i < len(faces) else 0


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("seats", "teams"), [(2, False), (3, False), (8, False), (4, True)])
def test_a_bot_plays_whole_matches_by_the_rules(name: str, seats: int, teams: bool) -> None:
    rounds = 1 if is_interpreted() else 5
    match = Match(EMILE, seats, 11, {"rounds": rounds, "teams": teams})
    run(match, [make_player(EMILE, name) for _ in range(seats)])
    assert match.over
    assert match.verdicts == [OK] * seats


def test_bots_of_all_strengths_play_to_2500() -> None:
    match = Match(EMILE, 3, 4, {"rounds": 2 if is_interpreted() else 200})
    run(match, [make_player(EMILE, name) for name in BOTS])
    assert match.verdicts == [OK] * 3
    assert is_interpreted() or match.state["winner"][0] >= 0


@pytest.mark.parametrize("play", [easy.play, medium.play, hard.play])
@pytest.mark.parametrize("others", [1, 2, 7])
def test_every_bot_stops_on_2500(play: Callable[[View], str], others: int) -> None:
    assert play(seen(2350, *SPREAD[:others], roll="15223")) == "STOP"
    assert play(seen(2350, *SPREAD[:others], gain=150)) == "OWN"


def test_hard_answers_the_same_view_alike() -> None:
    view = seen(-2500, -2500, -2500, roll="11452")
    assert hard.play(view) == hard.play(view)


@pytest.mark.parametrize("others", [1, 2, 7])
def test_hard_does_not_push_an_opponent_onto_2500(others: int) -> None:
    assert hard.play(seen(100, 2400, *SPREAD[1:others], gain=-100)) != "OTHER 1"
    assert hard.play(seen(100, 2000, *SPREAD[1:others], gain=-1000)) != "OTHER 1"


def test_hard_gives_a_failure_away_rather_than_fall() -> None:
    assert hard.play(seen(2400, -2000, gain=-1000)) == "OTHER 1"


def test_hard_gives_a_failure_to_one_who_bounces_off_2500() -> None:
    assert hard.play(seen(0, 2450, gain=-1000)) == "OTHER 1"


def test_hard_takes_a_failure_that_bounces_off_the_bottom() -> None:
    assert hard.play(seen(-2500, 0, gain=-1000)) == "OWN"


def test_hard_sends_a_leader_back_to_zero_by_tixe() -> None:
    assert hard.play(seen(1900, 2300, gain=400)) == "OWN"


def test_hard_takes_from_a_leader_rather_than_bounce_away() -> None:
    assert hard.play(seen(2450, 2400, gain=900)) == "OTHER 1"


def test_hard_plays_the_last_turn_for_the_highest_score() -> None:
    assert hard.play(seen(0, 500, gain=600, turn=19, rounds=10)) == "OWN"
    assert hard.play(seen(2450, 2300, gain=600, turn=19, rounds=10)) == "OTHER 1"
    assert hard.play(seen(-500, 0, roll="12346", turn=19, rounds=10)) == "KEEP 1 0 0"
    assert hard.play(seen(50, 0, roll="12346", turn=19, rounds=10)) == "STOP"


def test_hard_does_not_end_a_match_that_its_team_would_lose() -> None:
    assert hard.play(seen(2400, 2000, -2500, 2000, gain=100, teams=True)) != "OWN"
    assert hard.play(seen(2400, 2000, 2000, 2000, gain=100, teams=True)) == "OWN"


def test_hard_lets_an_opponent_end_a_match_that_its_own_team_wins() -> None:
    assert hard.play(seen(2000, 2400, 2000, -2500, gain=-100, teams=True)) == "OTHER 1"


@pytest.mark.skipif(is_interpreted(), reason="a row of the table takes half a minute in the interpreter")
@pytest.mark.parametrize("score", [-2500, 0, 1750, 2450])
def test_the_duel_is_solved(score: int) -> None:
    row = (score + GOAL) // STEP
    assert np.allclose(one_turn(duel(), row), duel()[row, :-1], rtol=0, atol=1e-4)


def test_the_race_settles_as_the_rules_do() -> None:
    luck = np.random.default_rng(5)
    for _ in range(300):
        scores = luck.integers(0, 2 * GOAL // STEP, 4)
        gain = int(luck.choice([-1000, -100, *range(50, 3000, 50)]))
        for seat in range(4):
            to = settled(int(scores[seat]), gain, seat == 0)
            assert landed(scores, seat)[to].tolist() == by_rules(scores.tolist(), seat, gain)


def by_rules(scores: list[int], seat: int, gain: int) -> list[int]:
    """The scores in steps after seat 0 has settled its turn on a seat."""
    view = seen(*(score * STEP - GOAL for score in scores), gain=gain)
    state = for_interpreter(view.state)[0]
    move = Move(rules.OWN) if seat == 0 else Move(rules.OTHER, seat)
    rules.apply(state, 0, move, dice(0, 0))
    return [(score + GOAL) // STEP for score in list(state.score)[:4]]
