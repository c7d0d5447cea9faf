"""The sample bots: all play legal moves, and the champion knows what wins."""

from collections.abc import Callable, Sequence

import numpy as np
import pytest

from ludotheque import run
from ludotheque.compile import for_interpreter, is_interpreted
from ludotheque.game import OptionValue, StateRecord, load
from ludotheque.games.emile import rules
from ludotheque.games.emile.bots import champion, easy, hard, medium
from ludotheque.games.emile.bots.race import change_score, land_everywhere
from ludotheque.games.emile.bots.turn import STEP
from ludotheque.games.emile.rules import GOAL
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.seat import make_player
from ludotheque.view import View

BOTS = ["easy", "medium", "hard", "champion"]
EMILE = load("emile")
OTHER_SCORES = range(1500, -2500, -500)


def make_view(
    *scores: int,
    roll: str = "",
    reserve: tuple[int, int, int] = (0, 0, 0),
    potential: int = 0,
    gain: int = 0,
    turn: int = 0,
    **options: OptionValue,
) -> View:
    """Return the view of seat 0 in its turn: after a roll, or with a turn's score to settle."""
    match = Match(EMILE, len(scores), 0, {"first": 0, **options})
    state = for_interpreter(match.state)[0]
    for seat, score in enumerate(scores):
        state.score[seat] = score
    state.turn = turn
    state.potential = potential
    state.ones, state.fives, state.brelan = reserve
    state.phase = rules.KEEPING if roll else rules.SETTLING
    state.gain = gain
    place_dice(state, [int(face) for face in roll])
    return match.view(0)


def place_dice(state: StateRecord, faces: Sequence[int]) -> None:
    state.rolled = len(faces)
    for face in range(7):
        state.count[face] = faces.count(face)
    for i in range(rules.DICE):
        state.faces[i] = faces[i] if i < len(faces) else 0


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize(("seats", "teams"), [(2, False), (3, False), (8, False), (4, True)])
def test_a_bot_plays_only_legal_moves(name: str, seats: int, teams: bool) -> None:
    rounds = 1 if is_interpreted() else 5
    match = Match(EMILE, seats, 11, {"rounds": rounds, "teams": teams})
    run(match, [make_player(EMILE, name) for _ in range(seats)])
    assert match.over
    assert match.verdicts == [OK] * seats


def test_bots_of_all_strengths_play_to_2500() -> None:
    match = Match(EMILE, 4, 4, {"rounds": 2 if is_interpreted() else 200})
    run(match, [make_player(EMILE, name) for name in BOTS])
    assert match.verdicts == [OK] * 4
    assert is_interpreted() or match.state["winner"][0] >= 0


@pytest.mark.parametrize("play", [easy.play, medium.play, hard.play, champion.play])
@pytest.mark.parametrize("others", [1, 2, 7])
def test_every_bot_stops_on_2500(play: Callable[[View], str], others: int) -> None:
    assert play(make_view(2350, *OTHER_SCORES[:others], roll="15223")) == "STOP"
    assert play(make_view(2350, *OTHER_SCORES[:others], gain=150)) == "OWN"


def test_champion_plays_the_same_move_for_the_same_view() -> None:
    view = make_view(-2500, -2500, -2500, roll="11452")
    assert champion.play(view) == champion.play(view)


@pytest.mark.parametrize("others", [1, 2, 7])
def test_champion_does_not_push_an_opponent_onto_2500(others: int) -> None:
    assert champion.play(make_view(100, 2400, *OTHER_SCORES[1:others], gain=-100)) != "OTHER 1"
    assert champion.play(make_view(100, 2000, *OTHER_SCORES[1:others], gain=-1000)) != "OTHER 1"


def test_champion_gives_a_failure_away_rather_than_fall() -> None:
    assert champion.play(make_view(2400, -2000, gain=-1000)) == "OTHER 1"


def test_champion_gives_a_failure_to_an_opponent_who_then_bounces_off_2500() -> None:
    assert champion.play(make_view(0, 2450, gain=-1000)) == "OTHER 1"


def test_champion_takes_a_failure_that_bounces_off_the_bottom() -> None:
    assert champion.play(make_view(-2500, 0, gain=-1000)) == "OWN"


def test_champion_sends_a_leader_back_to_zero_by_tixe() -> None:
    assert champion.play(make_view(1900, 2300, gain=400)) == "OWN"


def test_champion_takes_from_a_leader_rather_than_bounce_away() -> None:
    assert champion.play(make_view(2450, 2400, gain=900)) == "OTHER 1"


def test_champion_plays_the_last_turn_for_the_highest_score() -> None:
    assert champion.play(make_view(0, 500, gain=600, turn=19, rounds=10)) == "OWN"
    assert champion.play(make_view(2450, 2300, gain=600, turn=19, rounds=10)) == "OTHER 1"
    assert champion.play(make_view(-500, 0, roll="12346", turn=19, rounds=10)) == "KEEP 1 0 0"
    assert champion.play(make_view(50, 0, roll="12346", turn=19, rounds=10)) == "STOP"


def test_champion_does_not_end_a_match_that_its_team_would_lose() -> None:
    assert champion.play(make_view(2400, 2000, -2500, 2000, gain=100, teams=True)) != "OWN"
    assert champion.play(make_view(2400, 2000, 2000, 2000, gain=100, teams=True)) == "OWN"


def test_champion_lets_an_opponent_end_a_match_that_its_own_team_wins() -> None:
    assert champion.play(make_view(2000, 2400, 2000, -2500, gain=-100, teams=True)) == "OTHER 1"


def test_the_race_settles_as_the_rules_do() -> None:
    random = np.random.default_rng(5)
    for _ in range(300):
        scores = random.integers(0, 2 * GOAL // STEP, 4)
        gain = int(random.choice([-1000, -100, *range(50, 3000, 50)]))
        for seat in range(4):
            to = change_score(int(scores[seat]), gain, is_own=seat == 0)
            assert land_everywhere(scores, seat)[to].tolist() == settle_by_rules(scores.tolist(), seat, gain)


def settle_by_rules(scores: list[int], seat: int, gain: int) -> list[int]:
    """Return the scores in steps after seat 0 has changed the score of `seat`."""
    view = make_view(*(score * STEP - GOAL for score in scores), gain=gain)
    after = view.after("OWN" if seat == 0 else f"OTHER {seat}")
    return [(score + GOAL) // STEP for score in after.score[:4]]
