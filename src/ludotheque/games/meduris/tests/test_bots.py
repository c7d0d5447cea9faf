"""The sample bots: they play by the rules, and the champion values huts, temples and offerings well."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from ludotheque import run
from ludotheque.compile import for_interpreter, is_interpreted
from ludotheque.game import Move, load
from ludotheque.games.meduris import rules, search
from ludotheque.games.meduris.bots import champion, easy, hard, medium, values
from ludotheque.games.meduris.bots.policy import decide
from ludotheque.games.meduris.druid import BOTH, FIRST, NOTHING, SECOND
from ludotheque.games.meduris.ring import count_huts_beside
from ludotheque.games.meduris.rules import HUT, SHIFT, TEMPLE
from ludotheque.games.meduris.tests.position import RICH, Position
from ludotheque.games.meduris.turn import DROPPING, GIVING, OFFERING, TAKING
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.seat import make_player
from ludotheque.view import View

MEDURIS = load("meduris")
BOTS = ["easy", "medium", "hard", "champion"]
PLAYS: list[Callable[[View], str]] = [easy.play, medium.play, hard.play, champion.play]
MATCHES = 2 if is_interpreted() else 30
FIRST_SEAT = [1, 0, 0, 0]  # awaited
CAP = 4 if is_interpreted() else 300  # turns of a whole match

each_table = pytest.mark.parametrize(("preset", "seats"), [(p, s) for p in ("seed", "official") for s in (2, 3, 4)])


def view_of(position: Position, **fields: int | list[int]) -> View:
    """Return seat 0's view of a position, with some fields set."""
    match = Match(MEDURIS, position.seats, 1, {})
    match.state[:] = position.array
    for name, value in fields.items():
        match.state[name] = value
    return match.view(0)


def view_offering(ring: str, druid: int, hand: str = RICH, lap: int = 0, **options: Any) -> View:
    """Let the druid ask seat 0 at a site; in the last lap the druid has come from the river and visits all later huts.

    Seat 1 holds nothing.
    """
    position = Position(ring, hands=(hand, ""), druid=druid, **options)
    ahead = len([site for site in position.huts if site >= druid])
    return view_of(position, phase=OFFERING, visits=ahead if lap else 1, lap=lap, finisher=1 if lap else -1)


def random_positions(seed: int, plies: int = 400) -> Iterator[Match]:
    """Play a match of random moves with random options, and yield its positions."""
    rng = np.random.default_rng(seed)
    switches = ("event", "great_yield", "between", "kit2", "exchange", "isolated_both")
    options = {name: int(rng.integers(0, 2)) for name in switches}
    match = Match(MEDURIS, 2 + seed % 3, seed, {**options, "supply": 18 * int(rng.integers(0, 2))})
    for _ in range(60 if is_interpreted() else plies):
        if match.over:
            return
        yield match
        match.play(str(rng.choice(match.legal())))


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the bots that search play only a few playouts."""
    for bot in (medium, hard, champion):
        monkeypatch.setattr(bot, "PLIES", 1000)


@pytest.fixture(autouse=is_interpreted())
def brief_in_the_interpreter(brief: None) -> None:
    """Use `brief` in every test that runs in the interpreter."""


@pytest.mark.slow
@each_table
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.usefixtures("brief")
def test_a_bot_plays_whole_matches_by_the_rules(name: str, preset: str, seats: int) -> None:
    match = Match(MEDURIS, seats, 11, {"rules": preset, "cap": CAP})
    run(match, [make_player(MEDURIS, name) for _ in range(seats)])
    assert match.over
    assert match.verdicts == [OK] * seats


@pytest.mark.slow
@each_table
@pytest.mark.usefixtures("brief")
def test_bots_of_all_strengths_play_at_one_table(preset: str, seats: int) -> None:
    match = Match(MEDURIS, seats, 12, {"rules": preset, "cap": CAP})
    run(match, [make_player(MEDURIS, name) for name in ["champion", "hard", "medium", "easy"][:seats]])
    assert match.over
    assert match.verdicts == [OK] * seats


@pytest.mark.skipif(is_interpreted(), reason="whole matches of the hard bot take minutes in the interpreter")
@pytest.mark.parametrize("names", [("hard", "medium"), ("hard", "random"), ("medium", "easy"), ("medium", "random")])
def test_the_stronger_bot_wins(names: tuple[str, str]) -> None:
    match = run(Match(MEDURIS, 2, 5, {}), [make_player(MEDURIS, name) for name in names])
    assert match.ranks == [1, 2]


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.usefixtures("brief")
def test_a_bot_plays_a_legal_move_in_every_position(seed: int) -> None:
    for number, match in enumerate(random_positions(seed)):
        if number % 20 == seed % 20:
            for play in PLAYS:
                match.copy().play(play(match.view(match.active[0])))


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_policy_plays_legal_moves(seed: int) -> None:
    notes = for_interpreter(np.zeros(1, values.Notes))[0]
    for number, match in enumerate(random_positions(seed)):
        if number % 5 == 0 or match.state["phase"] in (DROPPING, TAKING, GIVING):
            move = decide(for_interpreter(match.state)[0], match.active[0], notes)
            assert match.why(move) is None


def test_the_champion_plays_the_same_move_for_the_same_view() -> None:
    position = Position("0:aa.b 9:bb", druid=3, cap=20)
    assert champion.play(view_of(position)) == champion.play(view_of(position))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_policy_predicts_where_a_build_sends_the_druid(seed: int) -> None:
    """ME-11: to which hut, in a run of which length."""
    for match in random_positions(seed):
        state = for_interpreter(match.state)[0]
        for kind, site in builds(match):
            size = count_huts_beside(state, site) + 1 if kind == HUT else 0
            place = values.find_first_visit(state, site, size) if state.druid >= -1 else -1
            after = match.copy()
            after.play(Move(kind, site))
            if place >= 0 and after.state["phase"] == OFFERING and not after.state["lap"]:
                assert after.state["druid"] == place
                assert after.state["run"][0][place] == values.visited_run_length(state, site, size, place)


def builds(match: Match) -> list[tuple[int, int]]:
    rows = match.legal_rows(match.active[0]).tolist()
    return [(kind, site) for kind, site, *_ in rows if kind in (HUT, TEMPLE)]


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_policy_predicts_what_a_great_yield_pays(seed: int) -> None:
    """ME-7: the heights of all own workers after the move."""
    for match in random_positions(seed, 80):
        seat, state = match.active[0], for_interpreter(match.state)[0]
        for kind, plateau, height, target in match.legal_rows(seat).tolist():
            if kind == SHIFT and not state.great_yield and not state.supply:
                produced = [values.count_workers(state, seat, one, plateau, height)[1] for one in range(4)]
                produced[target] += state.height[target] + 1
                after = match.copy()
                rules.shift_worker(for_interpreter(after.state)[0], seat, plateau, height - 1, target)
                assert (after.state["hand"][0][seat] - match.state["hand"][0][seat]).tolist() == produced


def test_easy_plays_by_the_policy_and_sometimes_anything(monkeypatch: pytest.MonkeyPatch) -> None:
    position = Position(hands=("BWWWWCC", ""))
    monkeypatch.setattr(easy, "MISTAKES", 0.0)
    assert easy.play(view_of(position, phase=DROPPING)) == "DROP 1"
    assert easy.play(view_of(position, phase=TAKING)) == "TAKE 3"
    assert easy.play(view_of(position, phase=GIVING)) == "GIVE 1"
    monkeypatch.setattr(easy, "MISTAKES", 1.0)
    view = view_of(position, phase=DROPPING)
    assert len({easy.play(view) for _ in range(50)}) == 3


@pytest.mark.parametrize("play", PLAYS)
def test_every_bot_offers_both_in_a_large_colony_of_the_last_lap(play: Callable[[View], str]) -> None:
    assert play(view_offering("0:aaaaa", 0, lap=1)) == f"OFFER {BOTH}"


def test_the_champion_keeps_what_a_larger_colony_will_need() -> None:
    """Sites 0 and 6 both want wool or copper; to keep them for a colony of six is worth a lost point, for two not."""
    assert champion.play(view_offering("0:a 5:bababb", 0, "WC", lap=1)) == f"OFFER {NOTHING}"
    assert champion.play(view_offering("0:a 5:bababb", 0, "WWC", lap=1)) == f"OFFER {FIRST}"
    assert champion.play(view_offering("0:a 5:bb", 0, "WC", lap=1)) in (f"OFFER {FIRST}", f"OFFER {SECOND}")


def test_the_policy_keeps_it_too() -> None:
    notes = for_interpreter(np.zeros(1, values.Notes))[0]
    larger, smaller = view_offering("0:a 5:bababb", 0, "WC", lap=1), view_offering("0:aaa 5:ba", 0, "WC", lap=1)
    assert decide(for_interpreter(larger.state)[0], 0, notes) == Move(rules.OFFER, NOTHING)
    assert decide(for_interpreter(smaller.state)[0], 0, notes) == Move(rules.OFFER, BOTH)


def test_the_champion_builds_its_temple_beside_a_long_run_in_the_last_turn() -> None:
    position = Position("0:bbbbbbb 20:a", hands=("WS", ""), druid=20)
    assert champion.play(view_of(position, finisher=1)) == "TEMPLE 31"


def test_the_champion_knows_what_the_lap_will_ask_for() -> None:
    """The colony wants three wood and copper, two wool and stone. Seat 0 has built all; seat 1 has the last turn."""
    enough = Position("0:aaaaa", hands=("BBBBBBWWCCCSS", ""), player=1, left={0: (0, 0)}, druid=0)
    short = Position("0:aaaaa", hands=("BBBBBBWWCCCS", ""), player=1, left={0: (0, 0)}, druid=0)
    assert champion.play(view_of(enough, phase=DROPPING, finisher=0, active=FIRST_SEAT)) == "DROP 0"
    assert champion.play(view_of(short, phase=TAKING, finisher=0, active=FIRST_SEAT)) == "TAKE 3"


def test_the_champion_ends_a_match_that_it_leads() -> None:
    position = Position("0:aaaa", points=(60, 20), left={0: (0, 1), 1: (8, 2)}, druid=0)
    assert champion.play(view_of(position, turn=20)).startswith("TEMPLE")


def test_the_champion_does_not_end_a_match_before_it_can_pay_for_the_lap() -> None:
    position = Position("0:aaaaaa", hands=("WS", ""), left={0: (0, 1), 1: (8, 2)}, druid=0)
    assert champion.play(view_of(position, turn=20)).startswith("SHIFT")


def test_the_search_considers_players_hasty_who_have_built_in_most_of_their_turns() -> None:
    fast, slow = Position("0:bbbbbbb"), Position("0:bbb")
    for position in (fast, slow):
        position.state.turn = 16
    assert search.estimate_haste(fast.state, 1) > 0.75
    assert search.estimate_haste(slow.state, 1) < 0.25
    assert search.estimate_haste(Position().state, 1) == pytest.approx(0.5)
