"""The sample bots: they play by the rules, and the stronger ones make better decisions.

The zone of seat 0 reaches to (3, 3), and positions are drawn from (4, 4) on.
"""

import sys
from typing import Any

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.compile import compiled, is_interpreted
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.bots import champion, easy, estimates, fights, hard, medium, plan
from ludotheque.games.bzzz.bots.candidates import list_candidates
from ludotheque.games.bzzz.bots.champion import Budget
from ludotheque.games.bzzz.bots.ledger import Ledger
from ludotheque.games.bzzz.bots.paths import mark_walls, measure_from_bee
from ludotheque.games.bzzz.bots.plan import FAR
from ludotheque.games.bzzz.bots.workspace import make_workspace
from ludotheque.games.bzzz.tests.positions import cell_of, loads_of, pass_turns, play_all, set_up, value_of
from ludotheque.record import OK
from ludotheque.seat import Play, make_player

BZZZ = lt.load("bzzz")
MACHINE = loops.machine_of(BZZZ)
BOTS: dict[str, Play] = {"easy": easy.play, "medium": medium.play, "hard": hard.play}
if not is_interpreted():
    BOTS["champion"] = champion.play  # in the interpreter a search takes minutes
STEADY = {name: play for name, play in BOTS.items() if name != "medium"}  # those that give orders in every turn
ODD: list[dict[str, Any]] = [
    {"ncases": 10, "nfleurs": 9, "max_nectar": 1, "time_ko": 1},
    {"ncases": 11, "nfleurs": 1, "max_nectar": 10_000, "cout_ponte": 1, "yields": "own"},
    {"ncases": 32, "nfleurs": 32, "nectar_initial": 10_000, "time_ko": 1000, "skirmishes": "active"},
    {"ncases": 13, "nfleurs": 20, "cout_ponte": 30, "nectar_initial": 30, "blitz": "engine", "short_ko": True},
]
each_bot = pytest.mark.parametrize("play", BOTS.values(), ids=BOTS)
each_steady_bot = pytest.mark.parametrize("play", STEADY.values(), ids=STEADY)
slow = pytest.mark.skipif(is_interpreted(), reason="whole matches take long in the interpreter")


@pytest.fixture
def short_search(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("BUDGET", "FOR_TWO"):
        monkeypatch.setattr(champion, name, Budget(futures=(1, 2, 5), rounds=2))


def position(*rows: str, stock: int = 0, **options: Any) -> lt.Match:
    """Set up a position with only the drawn flowers, and `stock` nectar in the hive of seat 0."""
    match = set_up(*rows, **options)
    match.state["empty"][0, 0][match.state["start"][0] == 0] = 1
    match.state["stock"][0, 0] = stock
    return match


def set_turns_left(match: lt.Match, own_turns: int) -> lt.Match:
    """Move the match to the time when seat 0 has this turn and `own_turns` more."""
    state = match.state
    state["turn"] = state["time_out"] - 1 - own_turns * match.seats
    return match


def play_bot_turn(match: lt.Match, play: Play) -> lt.Match:
    """Let a bot play the awaited seat's turn; every bee dodges in its skirmish."""
    turn = list(play(match.view(match.active[0])))
    assert turn[-1] == "END" and turn.count("END") == 1
    return pass_turns(play_all(match, *turn[:-1]), 1)


def steps_to_zone(match: lt.Match, bee: int = 0) -> int:
    return sum(max(0, place - 3) for place in cell_of(match, 0, bee))


def is_beside(one: tuple[int, int], other: tuple[int, int]) -> bool:
    return max(abs(one[0] - other[0]), abs(one[1] - other[1])) == 1


def plan_for(match: lt.Match, *steps: Any) -> Any:
    """Return the plan of seat 0 after these compiled functions."""
    plans = np.zeros(1, plan.Plan)
    held = MACHINE.wrap(plans)[0]
    for step in steps:
        MACHINE(step)(MACHINE.wrap(match.view(0).state)[0], held, 0)
    return plans[0]


@pytest.mark.slow
@pytest.mark.usefixtures("short_search")
@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rules", ["seed", "final", "moteur"])
def test_bots_play_whole_matches_by_the_rules(rules: str, seats: int) -> None:
    options: dict[str, Any] = {"rules": rules, "time_out": 24 if is_interpreted() else 100}
    for first in range(seats):
        names = list(reversed(BOTS))[:seats]
        match = lt.Match(BZZZ, seats, 7 + first, options)
        lt.run(match, [make_player(BZZZ, name) for name in names[first:] + names[:first]])
        assert match.over
        assert match.verdicts == [OK] * seats


@pytest.mark.usefixtures("short_search")
@pytest.mark.parametrize("options", ODD, ids=range(len(ODD)))
@each_bot
def test_bots_play_by_the_rules_with_odd_constants(play: Play, options: dict[str, Any]) -> None:
    for seats in (2, 4):
        time_out = 2 * seats if is_interpreted() else 100
        match = lt.Match(BZZZ, seats, 3, {**options, "time_out": time_out})
        while not match.over:
            for move in play(match.view(match.active[0])):
                match.play(move)


@pytest.mark.slow
@pytest.mark.usefixtures("short_search")
@each_bot
def test_a_bot_can_go_on_from_any_position(play: Play) -> None:
    """Also with drones and scouts of its own, and in a turn that has begun."""
    luck = np.random.default_rng(5)
    for seed in range(2 if is_interpreted() else 40):
        match = lt.Match(BZZZ, 2 + seed % 3, seed, {"nectar_initial": 60, "ncases": 10, "nfleurs": 3})
        while not match.over and luck.random() > 0.004:
            moves = match.legal()
            match.play(moves[luck.integers(len(moves) - (luck.random() < 0.9 and len(moves) > 1))])
        if not match.over:
            for move in play(match.view(match.active[0])):
                match.play(move)


@each_bot
def test_a_bot_answers_equal_views_equally_and_does_not_change_them(play: Play) -> None:
    match = lt.new("bzzz", seed=4)
    for _ in range(60):
        play_bot_turn(match, easy.play)
    view, before = match.view(0), match.state.tobytes()
    shown = view.state.tobytes()
    assert play(view) == play(match.view(0))
    assert (view.state.tobytes(), match.state.tobytes()) == (shown, before)


@pytest.mark.slow
@pytest.mark.parametrize("name", BOTS)
def test_a_bots_file_is_a_program_too(name: str) -> None:
    """speak(play): a bot plays the same moves in its own process as in this one."""
    file = BZZZ.folder / "bots" / f"{name}.py"
    matches = [lt.Match(BZZZ, 2, 5, {"time_out": 24, "ncases": 10}) for _ in range(2)]
    for match, player in zip(matches, (f"{sys.executable} {file}", name)):
        lt.run(match, [make_player(BZZZ, player, protocol="lines", clock_scale=50), make_player(BZZZ, "medium")])
        assert match.verdicts == [OK, OK]
    assert matches[0].moves == matches[1].moves


@pytest.mark.slow
@slow
@pytest.mark.usefixtures("short_search")
@pytest.mark.parametrize(
    "pair", [("champion", "hard"), ("hard", "medium"), ("medium", "easy"), ("easy", "random")], ids="-".join
)
def test_the_stronger_bot_brings_home_more(pair: tuple[str, str]) -> None:
    ahead = 0
    for seed in range(20, 24):
        for seat in range(2):
            match = lt.Match(BZZZ, 2, seed, {})
            lt.run(match, [make_player(BZZZ, pair[other != seat]) for other in range(2)])
            ahead += match.outcome[seat][0] - match.outcome[1 - seat][0]
    assert ahead > 0


@each_steady_bot
def test_a_full_worker_goes_home(play: Play) -> None:
    match = play_bot_turn(position(". . .", ". w0:12 *40"), play)
    assert steps_to_zone(match) == 3


@each_steady_bot
def test_a_worker_with_room_stays_at_its_flower(play: Play) -> None:
    match = play_bot_turn(position(". . .", ". w0:3 *40"), play)
    assert cell_of(match, 0) == (5, 5) and loads_of(match, 0) == [6]


@each_steady_bot
def test_a_worker_flies_to_the_flower_that_is_not_known_to_be_empty(play: Play) -> None:
    match = position("*30 . . w0 . . *30")
    match.state["empty"][0, 0, 0] = 1
    assert cell_of(play_bot_turn(match, play), 0) == (8, 4)


@each_steady_bot
def test_a_worker_goes_home_with_little_when_time_runs_short(play: Play) -> None:
    drawn = ". . .", ". w0:3 *40"
    assert steps_to_zone(play_bot_turn(set_turns_left(position(*drawn), 10), play)) == 4
    assert steps_to_zone(play_bot_turn(set_turns_left(position(*drawn), 3), play)) == 3


@each_steady_bot
def test_nothing_is_laid_when_no_time_is_left_to_pay_it_back(play: Play) -> None:
    drawn = "*50 *50 *50 *50"
    assert "LAY 0" in play(set_turns_left(position(drawn, stock=50), 40).view(0))
    assert not [move for move in play(set_turns_left(position(drawn, stock=50), 4).view(0)) if move.startswith("LAY")]


def test_hard_lays_no_worker_where_no_nectar_is_left_for_it() -> None:
    match = position("*50 . *50", stock=50)
    assert "LAY 0" in hard.play(match.view(0))
    match.state["empty"][0, 0] = 1
    assert "LAY 0" not in hard.play(match.view(0))


def test_hard_lays_two_drones_when_some_workers_are_out() -> None:
    assert "LAY 1" in hard.play(position("w0 w0 w0 . *50 *50", stock=50).view(0))
    assert "LAY 1" in hard.play(position("w0 w0 w0 d0 *50 *50", stock=50).view(0))
    assert "LAY 1" not in hard.play(position("w0 w0 w0 d0 d0 *50 *50", stock=50).view(0))


def test_medium_gives_no_orders_in_some_turns() -> None:
    match = lt.new("bzzz", seed=2)
    idle = 0
    for _ in range(60):
        turn = medium.play(match.view(match.active[0]))
        idle += turn == ["END"] != hard.play(match.view(match.active[0]))
        play_bot_turn(match, hard.play)
    assert 0 < idle < 30


def test_hard_does_not_step_beside_a_drone_when_loaded() -> None:
    """The straight way home leads past it."""
    match = position(". . . . . .", ". . d1 . . w0:9", at=(4, 2))
    for _ in range(9):
        play_bot_turn(match, hard.play)
        assert not is_beside(cell_of(match, 0), cell_of(match, 1))
        pass_turns(match, 3)
    assert value_of(match, "stock", 0) == 9


def test_easy_ignores_a_drone() -> None:
    match = position(". . . . . .", ". . d1 . . w0:12", at=(4, 2))
    for _ in range(3):
        pass_turns(play_bot_turn(match, easy.play), 3)
    assert is_beside(cell_of(match, 0), cell_of(match, 1))


def test_hard_leaves_a_flower_that_a_drone_watches_with_what_it_has() -> None:
    match = play_bot_turn(position(". . . . .", ". w0:9 *50 . d1", at=(4, 5)), hard.play)
    assert steps_to_zone(match) == 4


@pytest.mark.parametrize(("load", "stays"), [(0, True), (2, True), (6, False)])
def test_the_champions_rule_stays_near_a_drone_while_it_carries_little(load: int, stays: bool) -> None:
    match = position(". *40 .", f"w0:{load} . d1", at=(7, 7), seats=2)
    turns = champion.find_best_turn(MACHINE, match.view(0).state, 0, np.zeros(1, Ledger), champion.BY_RULE_ALONE)
    assert plan.format_moves(turns)[0].startswith("FORAGE") == stays
    assert hard.play(match.view(0))[0].startswith("STEP")


@pytest.mark.parametrize(("drawn", "laid"), [("w0 *50 *50 *50", True), ("w0 *50", False)])
def test_all_turns_that_the_champion_compares_lay_what_its_rule_lays(drawn: str, laid: bool) -> None:
    view = position(drawn, stock=50).view(0)
    space, turns, _ = make_workspace(MACHINE, view.state, np.zeros(1, Ledger))
    count = MACHINE(list_candidates)(space, 0)
    assert count > 2
    assert ["LAY 0" in plan.format_moves(turns[i : i + 1]) for i in range(count)] == [laid] * count


def test_hard_sends_its_drone_after_the_worker_that_carries_and_not_after_the_drone() -> None:
    match = play_bot_turn(position("d1 . . . d0 . . . w1"), hard.play)
    assert cell_of(match, 0) == (9, 4)


def test_a_drone_of_hard_stays_beside_a_worker_and_wastes_no_nectar() -> None:
    match = position("d0 w1 . *50 *50")
    assert hard.play(match.view(0)) == ["END"]
    assert hard.play(position("*50 d0 w1 . *50").view(0)) == ["HOLD 0", "END"]


@pytest.mark.parametrize("start", [(0, 0), (3, 3), (9, 2)])
def test_an_idle_bee_of_hard_waits_deep_in_its_zone_but_off_the_hives_cell(start: tuple[int, int]) -> None:
    match = position("w0", at=start)
    for _ in range(12):
        pass_turns(play_bot_turn(match, hard.play), 3)
        assert cell_of(match, 0) != (0, 0)
    assert max(cell_of(match, 0)) == 1


@pytest.mark.parametrize(("play", "many"), [(easy.play, 3), (hard.play, 3), (hard.play, 4)])
def test_a_crowd_of_full_workers_gets_home(play: Play, many: int) -> None:
    """Rows of four, and three knocked out bees in the way. Sixteen fill the zone, so unloaded bees must leave it."""
    rows = ["w0:12 w0:12 w0:12 w0:12"] * many
    match = position(". w1!40 . .", "w1!40 . w1!40 .", ". . . .", *rows, at=(3, 3), seats=2, time_ko=50)
    for _ in range(32):
        pass_turns(play_bot_turn(match, play), 1)
    assert not any(loads_of(match, 0))


def test_the_mirrors_of_a_flower_are_estimated_to_have_begun_as_it_did() -> None:
    """What gives 3 of 50 held 34 at least, what gives 1 held 16 at most; of the third nothing is known (BZ-2, BZ-6)."""
    match = set_up("w0 *40 *40 *40 *40", ".", "w0 *9 *9 *9 *9", ".", "*20 *20 *20 *20")
    play_all(match, "FORAGE 0 3", "FORAGE 1 3")
    assert plan_for(match, estimates.estimate_flowers)["start"][:12].tolist() == [42] * 4 + [8.5] * 4 + [25.5] * 4


def test_nectar_near_other_hives_is_estimated_to_shrink() -> None:
    match = lt.new("bzzz", seed=1)
    guesses = []
    for turn in (0, 160):
        match.state["turn"], match.state["bees"][0, 1:] = turn, 4
        estimated = plan_for(match, estimates.estimate_flowers)
        guesses.append([float(estimated["nectar"][flower]) for flower in (0, 1)])
    assert guesses[0] == [25.5, 25.5]
    assert guesses[1][0] == 25.5 and 0 < guesses[1][1] < 10


def test_paths_lead_around_knocked_out_bees_and_out_of_a_drones_reach() -> None:
    match = position("w0 w1!2 . .", "w1!2 . . .", at=(0, 0), seats=2)
    assert plan_for(match, mark_walls, measure_from_first_bee)["steps"][5, 5] == FAR
    match = position("w0 w1!2 . . . .", ". . . . . .", ". . . . . .", ". . . d1 . .", at=(5, 5), seats=2)
    drawn = plan_for(match, mark_walls, measure_from_first_bee)
    assert [int(drawn["steps"][5, x]) for x in (5, 6, 7)] == [0, FAR, 4]
    assert drawn["ways"][5, 7] == 1 << 0 | 1 << 4
    assert drawn["steps"][7, 8] == FAR


@compiled
def measure_from_first_bee(state: StateRecord, plan: StateRecord, seat: int) -> None:
    measure_from_bee(state, plan, seat, 0)


@pytest.mark.parametrize(
    ("drawn", "dodges"), [("w0 w1", 1 / 2), ("w0 d1", 1 / 6), ("d0 w1", 5 / 6), ("w1 d0 w1", 5 / 7), ("d0", 1)]
)
def test_odds_are_those_of_the_rules(drawn: str, dodges: float) -> None:
    match = position(drawn)
    x, y = cell_of(match, 0)
    assert MACHINE(fights.dodge_chance)(MACHINE.wrap(match.state)[0], 0, x, y) == pytest.approx(dodges)


def test_a_fight_is_worth_the_prey_minus_the_stake() -> None:
    """Worker against worker: each falls with 1/2, so that a second skirmish follows with 1/4."""
    match = position("w0 . w1", seats=2)
    plans = np.zeros(1, plan.Plan)
    plans["prey"] = 4
    before = match.state.tobytes()
    state, held = MACHINE.wrap(match.state)[0], MACHINE.wrap(plans)[0]
    assert MACHINE(fights.value_of_fight)(state, held, 0, 0, 5, 4, 1.0, 1.0) == pytest.approx((4 - 1) / 2 * (1 + 1 / 4))
    assert MACHINE(fights.value_of_fight)(state, held, 0, 0, 4, 5, 1.0, 1.0) == 0
    assert match.state.tobytes() == before
