"""The sample bots: they play by the rules, and the strong one knows what a hut, a temple and an offering are worth."""

from collections.abc import Callable, Iterator
from typing import Any

import numpy as np
import pytest

from ludotheque import run
from ludotheque.compile import for_interpreter, is_interpreted
from ludotheque.game import Move, load
from ludotheque.games.meduris import rules
from ludotheque.games.meduris.bots import easy, hard, medium, search, village
from ludotheque.games.meduris.bots.custom import decide
from ludotheque.games.meduris.druid import BOTH, FIRST, NOTHING, SECOND
from ludotheque.games.meduris.ring import huts_beside
from ludotheque.games.meduris.rules import HUT, SHIFT, TEMPLE
from ludotheque.games.meduris.tests.position import RICH, Table
from ludotheque.games.meduris.turn import DROPPING, GIVING, OFFERING, PLACING, TAKING
from ludotheque.match import OK, Match, View
from ludotheque.seat import make_player

MEDURIS = load("meduris")
BOTS = ["easy", "medium", "hard"]
PLAYS: list[Callable[[View], str]] = [easy.play, medium.play, hard.play]
MATCHES = 2 if is_interpreted() else 30
FIRST_SEAT = [1, 0, 0, 0]  # awaited
CAP = 4 if is_interpreted() else 300  # turns of a whole match

each_table = pytest.mark.parametrize(("preset", "seats"), [(p, s) for p in ("seed", "official") for s in (2, 3, 4)])


def seen(table: Table, **fields: int | list[int]) -> View:
    """What seat 0 sees of a position, with some fields set."""
    match = Match(MEDURIS, table.seats, 1, {})
    match.state[:] = table.array
    for name, value in fields.items():
        match.state[name] = value
    return match.view(0)


def asked(ring: str, druid: int, hand: str = RICH, lap: int = 0, **options: Any) -> View:
    """The druid asks seat 0 at a site; in the last lap he has come from the river, and every hut from there on follows.

    Seat 1 holds nothing.
    """
    table = Table(ring, hands=(hand, ""), druid=druid, **options)
    ahead = len([site for site in table.huts if site >= druid])
    return seen(table, phase=OFFERING, visits=ahead if lap else 1, lap=lap, finisher=1 if lap else -1)


def random_positions(seed: int, plies: int = 400) -> Iterator[Match]:
    """Positions of a match at random, under options at random."""
    luck = np.random.default_rng(seed)
    switches = ("event", "great_yield", "between", "kit2", "exchange", "isolated_both")
    options = {name: int(luck.integers(0, 2)) for name in switches}
    match = Match(MEDURIS, 2 + seed % 3, seed, {**options, "supply": 18 * int(luck.integers(0, 2))})
    for _ in range(60 if is_interpreted() else plies):
        if match.over:
            return
        yield match
        match.play(str(luck.choice(match.legal())))


@pytest.fixture
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """The strong bot tries every move only a few times."""
    monkeypatch.setattr(hard, "ACTION_PLIES", 1000)
    monkeypatch.setattr(hard, "OTHER_PLIES", 300)


@pytest.fixture(autouse=is_interpreted())
def brief_in_the_interpreter(brief: None) -> None:
    """There always."""


@each_table
@pytest.mark.parametrize("name", BOTS)
@pytest.mark.usefixtures("brief")
def test_a_bot_plays_whole_matches_by_the_rules(name: str, preset: str, seats: int) -> None:
    match = Match(MEDURIS, seats, 11, {"rules": preset, "cap": CAP})
    run(match, [make_player(MEDURIS, name) for _ in range(seats)])
    assert match.over
    assert match.verdicts == [OK] * seats


@each_table
@pytest.mark.usefixtures("brief")
def test_bots_of_all_strengths_play_at_one_table(preset: str, seats: int) -> None:
    match = Match(MEDURIS, seats, 12, {"rules": preset, "cap": CAP})
    run(match, [make_player(MEDURIS, name) for name in ["hard", "medium", "easy", "random"][:seats]])
    assert match.over
    assert match.verdicts == [OK] * seats


@pytest.mark.skipif(is_interpreted(), reason="whole matches of the strong bot take minutes in the interpreter")
@pytest.mark.parametrize("names", [("hard", "medium"), ("hard", "random"), ("medium", "easy"), ("medium", "random")])
def test_the_stronger_bot_wins(names: tuple[str, str]) -> None:
    match = run(Match(MEDURIS, 2, 5, {}), [make_player(MEDURIS, name) for name in names])
    assert match.ranks == [1, 2]


@pytest.mark.parametrize("seed", range(MATCHES))
@pytest.mark.usefixtures("brief")
def test_an_answer_is_legal_wherever_a_bot_finds_itself(seed: int) -> None:
    for number, match in enumerate(random_positions(seed)):
        if number % 20 == seed % 20:
            for play in PLAYS:
                match.copy().play(play(match.view(match.active[0])))


@pytest.mark.parametrize("seed", range(MATCHES))
def test_whoever_goes_by_rule_plays_legal_moves(seed: int) -> None:
    desk = for_interpreter(np.zeros(1, village.Desk))[0]
    for number, match in enumerate(random_positions(seed)):
        if number % 5 == 0 or match.state["phase"] in (DROPPING, TAKING, GIVING):
            move = decide(for_interpreter(match.state)[0], match.active[0], desk)
            assert match.why(move) is None


def test_hard_answers_the_same_view_alike() -> None:
    """Also what depends on luck: the same for the same position, and another time perhaps another."""
    table = Table("0:aa.b 9:bb", druid=3, cap=20)
    assert hard.play(seen(table)) == hard.play(seen(table))


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_rule_foresees_where_a_build_sends_the_druid(seed: int) -> None:
    """ME-11: to this hut, in a run of that size."""
    for match in random_positions(seed):
        state = for_interpreter(match.state)[0]
        for kind, site in builds(match):
            size = huts_beside(state, site) + 1 if kind == HUT else 0
            place = village.first_visit(state, site, size) if state.druid >= -1 else -1
            after = match.copy()
            after.play(Move(kind, site))
            if place >= 0 and after.state["phase"] == OFFERING and not after.state["lap"]:
                assert after.state["druid"] == place
                assert after.state["run"][0][place] == village.visited_run(state, site, size, place)


def builds(match: Match) -> list[tuple[int, int]]:
    rows = match.legal_rows(match.active[0]).tolist()
    return [(kind, site) for kind, site, *_ in rows if kind in (HUT, TEMPLE)]


@pytest.mark.parametrize("seed", range(MATCHES))
def test_the_rule_foresees_what_a_great_yield_pays(seed: int) -> None:
    """ME-7: the heights of all own workers after the move."""
    for match in random_positions(seed, 80):
        seat, state = match.active[0], for_interpreter(match.state)[0]
        for kind, plateau, height, target in match.legal_rows(seat).tolist():
            if kind == SHIFT and not state.great_yield and not state.supply:
                made = [village.workers_on(state, seat, one, plateau, height)[1] for one in range(4)]
                made[target] += state.height[target] + 1
                after = match.copy()
                rules.shift(for_interpreter(after.state)[0], seat, plateau, height - 1, target)
                assert (after.state["hand"][0][seat] - match.state["hand"][0][seat]).tolist() == made


def test_easy_builds_a_hut_as_long_as_it_can_pay() -> None:
    assert easy.play(seen(Table(hands=("BS", "")))).startswith("HUT")
    assert easy.play(seen(Table(hands=("BB", "")))).startswith("SHIFT")


def test_easy_offers_all_that_it_may() -> None:
    assert easy.play(asked("0:aa", 0)) == f"OFFER {BOTH}"
    assert easy.play(asked("0:aa", 0, "WW")) == f"OFFER {FIRST}"


@pytest.mark.parametrize("play", [easy.play, medium.play])
def test_simple_bots_give_up_what_they_have_most_of_and_take_what_they_lack(play: Callable[[View], str]) -> None:
    table = Table(hands=("BWWWWCC", ""))
    assert play(seen(table, phase=DROPPING)) == "DROP 1"
    assert play(seen(table, phase=TAKING)) == "TAKE 3"
    assert play(seen(table, phase=GIVING)) == "GIVE 1"


def test_medium_puts_its_workers_on_others_shoulders() -> None:
    assert medium.play(seen(Table(piles=("a", "", "b", "")), phase=PLACING)) == "WORKER 2"


def test_medium_moves_the_worker_who_makes_most_of_what_it_lacks() -> None:
    assert medium.play(seen(Table(hands=("WWWWWWWW", ""), piles=("", "a", "a", "bb")))) == "SHIFT 1 1 3"


def test_medium_joins_a_colony_when_it_is_rich() -> None:
    assert medium.play(seen(Table("0:aaaa", runes="a" * 9))) in ("HUT 4", "HUT 31")


def test_medium_takes_a_rune_stone_rather_than_none() -> None:
    assert medium.play(seen(Table(runes="aaa.aaaaa", hands=("WBWB", "")))) == "HUT 13"


def test_medium_keeps_its_temples_for_long_runs() -> None:
    hands = ("WWWSSS", "")
    assert medium.play(seen(Table("0:aaaaabbbbb", hands=hands, runes="a" * 9))) == "TEMPLE 31"
    assert not medium.play(seen(Table("0:aaaaa", hands=hands, runes="a" * 9))).startswith("TEMPLE")


def test_medium_offers_both_in_a_colony() -> None:
    assert medium.play(asked("0:aaa", 0)) == f"OFFER {BOTH}"
    assert medium.play(asked("0:a", 0)) == f"OFFER {FIRST}"


@pytest.mark.parametrize("play", PLAYS)
def test_every_bot_offers_both_in_a_large_colony_of_the_last_lap(play: Callable[[View], str]) -> None:
    assert play(asked("0:aaaaa", 0, lap=1)) == f"OFFER {BOTH}"


def test_hard_keeps_what_a_larger_colony_will_need() -> None:
    """Site 0 wants wool or copper, as site 6 does in a colony: one of six is worth a point lost, one of two not."""
    assert hard.play(asked("0:a 5:bababb", 0, "WC", lap=1)) == f"OFFER {NOTHING}"
    assert hard.play(asked("0:a 5:bababb", 0, "WWC", lap=1)) == f"OFFER {FIRST}"
    assert hard.play(asked("0:a 5:bb", 0, "WC", lap=1)) in (f"OFFER {FIRST}", f"OFFER {SECOND}")


def test_whoever_goes_by_rule_keeps_it_too() -> None:
    desk = for_interpreter(np.zeros(1, village.Desk))[0]
    larger, smaller = asked("0:a 5:bababb", 0, "WC", lap=1), asked("0:aaa 5:ba", 0, "WC", lap=1)
    assert decide(for_interpreter(larger.state)[0], 0, desk) == Move(rules.OFFER, NOTHING)
    assert decide(for_interpreter(smaller.state)[0], 0, desk) == Move(rules.OFFER, BOTH)


def test_hard_builds_its_temple_beside_a_long_run_in_the_last_turn() -> None:
    table = Table("0:bbbbbbb 20:a", hands=("WS", ""), druid=20)
    assert hard.play(seen(table, finisher=1)) == "TEMPLE 31"


def test_hard_knows_what_the_lap_will_ask_for() -> None:
    """Its colony wants three of wood and copper, two of wool and stone. It has built all; seat 1 has the last turn."""
    enough = Table("0:aaaaa", hands=("BBBBBBWWCCCSS", ""), player=1, left={0: (0, 0)}, druid=0)
    short = Table("0:aaaaa", hands=("BBBBBBWWCCCS", ""), player=1, left={0: (0, 0)}, druid=0)
    assert hard.play(seen(enough, phase=DROPPING, finisher=0, active=FIRST_SEAT)) == "DROP 0"
    assert hard.play(seen(short, phase=TAKING, finisher=0, active=FIRST_SEAT)) == "TAKE 3"


def test_hard_ends_a_match_that_it_leads() -> None:
    table = Table("0:aaaa", points=(60, 20), left={0: (0, 1), 1: (8, 2)}, druid=0)
    assert hard.play(seen(table, turn=20)).startswith("TEMPLE")


def test_hard_does_not_end_a_match_before_it_can_pay_for_the_lap() -> None:
    table = Table("0:aaaaaa", hands=("WS", ""), left={0: (0, 1), 1: (8, 2)}, druid=0)
    assert hard.play(seen(table, turn=20)).startswith("SHIFT")


def test_hard_takes_others_for_hasty_who_have_built_in_most_of_their_turns() -> None:
    fast, slow = Table("0:bbbbbbb"), Table("0:bbb")
    for table in (fast, slow):
        table.state.turn = 16
    assert search.haste_of(fast.state, 1) > 0.75
    assert search.haste_of(slow.state, 1) < 0.25
    assert search.haste_of(Table().state, 1) == pytest.approx(0.5)
