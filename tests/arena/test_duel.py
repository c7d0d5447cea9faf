"""Duels: real matches until the test decides, the same verdict after an interruption, and the command."""

from collections.abc import Generator, Iterable
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.arena.duel import play_duel
from ludotheque.arena.duel_plan import Plan, make_plan, order_sides
from ludotheque.arena.duel_state import Duel, describe, live_line
from ludotheque.arena.matches import Result, Task
from ludotheque.arena.results import Results
from ludotheque.arena.sprt import Bounds, Verdict
from ludotheque.cli import main
from ludotheque.game import GameError, load
from tests.arena.samples import FIRST, LAST, make_up_result, write_bot

pytestmark = pytest.mark.slow

QUICK = {"rounds": 2}


class MadeUpRunner:
    """Gives every match the result that a function says, in the order `backwards` or forwards, at once."""

    def __init__(self, plan: Plan, ahead: "set[int]", backwards: bool = False, most: int | None = None) -> None:
        self.plan, self.ahead, self.backwards, self.most = plan, ahead, backwards, most
        self.entrants = {entrant.digest: entrant for entrant in plan.entrants}
        self.played: list[Task] = []

    def run(self, tasks: Iterable[Task]) -> Generator[Result, None, None]:
        """B wins the rounds in `ahead`, A all others."""
        waiting = list(tasks)
        for task in (waiting[::-1] if self.backwards else waiting)[: self.most]:
            self.played.append(task)
            winner = self.plan.second if task.round in self.ahead else self.plan.first
            order = sorted(range(len(task.seats)), key=lambda seat: task.seats[seat] != winner.digest)
            yield make_up_result(task, tuple(order.index(seat) + 1 for seat in range(len(task.seats))))

    def close(self) -> None:
        """Nothing to do."""


def plan_of(games: int = 400, bounds: Bounds | None = None, seats: int = 2) -> Plan:
    return make_plan(load("emile"), ("greedy", "random"), None, bounds or Bounds(), games, seats, 1, options=QUICK)


def test_a_duel_stops_when_it_is_decided(database: str) -> None:
    plan = plan_of()
    with Results(database) as results:
        found = play_duel(plan, results, MadeUpRunner(plan, set()))
    assert found.verdict == Verdict.ACCEPTED and found.wins == found.games < 400
    assert found.games == 2 * len(found.scores)
    assert describe(found)[0] == "greedy is better than random: accepted with bounds [0, 10]"


def test_the_order_of_results_does_not_change_the_verdict(tmp_path: Path) -> None:
    plan = plan_of()
    found = []
    for backwards in (False, True):
        with Results(f"sqlite:///{tmp_path / str(backwards)}.db") as results:
            ended = play_duel(plan, results, MadeUpRunner(plan, set(range(0, 60, 3)), backwards))
            found.append((ended.verdict, ended.scores, ended.games))
    assert found[0] == found[1] and found[0][0] == Verdict.ACCEPTED


def test_an_interrupted_duel_goes_on_where_it_was(database: str) -> None:
    plan = plan_of()
    with Results(database) as results:
        first = MadeUpRunner(plan, set(), most=33)
        assert play_duel(plan, results, first).verdict == Verdict.UNDECIDED
        second = MadeUpRunner(plan, set())
        whole = play_duel(plan, results, second)
        third = MadeUpRunner(plan, set())
        again = play_duel(plan, results, third)
    assert not {task.key for task in first.played} & {task.key for task in second.played}
    assert whole.verdict == Verdict.ACCEPTED
    assert third.played == [] and again.scores == whole.scores


def test_a_duel_ends_undecided_after_all_games(tmp_path: Path) -> None:
    plan = plan_of(games=20)
    with Results(f"sqlite:///{tmp_path}/a.db") as results:
        found = play_duel(plan, results, MadeUpRunner(plan, set()))
    assert found.verdict == Verdict.UNDECIDED and found.games == 20


def test_more_seats_are_filled_and_permuted() -> None:
    plan = plan_of(seats=3)
    group = plan.make_group(5)
    assert len({task.key for task in group}) == 6 and len({task.seed for task in group}) == 1
    assert {task.seed for task in group} == {group[0].seed} and plan.fill is not None
    four = make_plan(load("emile"), ("greedy", "random"), "easy", seats=4, options=QUICK)
    assert len(four.make_group(0)) == 12  # two seats have the same bot


def test_in_teams_each_team_has_one_bot() -> None:
    plan = make_plan(load("emile"), ("greedy", "random"), None, seats=4, options={**QUICK, "teams": 1})
    a, b = plan.first.digest, plan.second.digest
    assert len(plan.orders) == 2
    for order in plan.orders:
        assert [order[plan.teams.index(team)] == bot for team, bot in zip(plan.teams, order)] == [True] * 4
        assert set(order) == {a, b}


def test_with_many_seats_each_bot_sits_everywhere_equally_often() -> None:
    orders = order_sides("a", "b", ["c"] * 4)
    assert len(orders) == 12
    for seat in range(6):
        assert [order[seat] for order in orders].count("a") == [order[seat] for order in orders].count("b") == 2


@pytest.mark.parametrize(
    ("bounds", "words"),
    [(Bounds(10, 0), "lower bound is below"), (Bounds(alpha=0.7), "alpha is an error rate"), (Bounds(beta=0), "beta")],
)
def test_wrong_bounds_are_refused(bounds: Bounds, words: str) -> None:
    with pytest.raises(GameError, match=words):
        plan_of(bounds=bounds)


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Duel, str, list[str]]:
    """A real duel between two files."""
    folder = tmp_path_factory.mktemp("duel")
    address = f"sqlite:///{folder}/duel.db"
    bots = [write_bot(folder / "a", "last.py", LAST), write_bot(folder / "b", "first.py", FIRST)]
    lines: list[str] = []
    how = {"elo0": -400.0, "elo1": 400.0, "games": 60, "database": address, "inside": True, "workers": 1}
    found = lt.duel("emile", bots[0], bots[1], after=lambda duel: lines.append(live_line(duel)), **how, **QUICK)  # type: ignore[arg-type]
    return found, address, bots


def test_a_duel_in_python_plays_and_shows_itself(played: tuple[Duel, str, list[str]]) -> None:
    found, _, _ = played
    assert found.games >= 2 and found.wins + found.draws + found.losses == found.games
    assert set(found.longest_turns) == {"first.py", "last.py"} and not found.faults
    page = found._repr_html_()
    assert "LLR" in page and "last.py" in page and "<svg" in page
    assert repr(found).startswith("<last.py")


def test_a_duel_as_a_data_frame(played: tuple[Duel, str, list[str]]) -> None:
    pytest.importorskip("pandas")
    found, _, _ = played
    frame = found.to_frame()
    assert list(frame.columns) == ["round", "seed", "score"]
    assert list(frame["score"]) == found.scores
    assert list(frame["seed"]) == [found.plan.make_group(number)[0].seed for number in frame["round"]]


def test_the_command_finds_what_is_stored_and_ends_with_the_verdict(
    played: tuple[Duel, str, list[str]], capsys: pytest.CaptureFixture[str]
) -> None:
    found, address, bots = played
    words = ["duel", "emile", *bots, "--elo0", "-400", "--elo1", "400", "--games", "60", "--database", address]
    code = main([*words, "--inside", "--workers", "1", "--rounds", "2"])
    printed = capsys.readouterr().out
    assert code == {"accepted": 0, "rejected": 1, "undecided": 4}[found.verdict]
    assert describe(found)[:4] == printed.splitlines()[:4]
    assert "Longest turn of first.py" in printed and "at most" in printed


def test_a_bot_cannot_duel_itself(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "emile", "random", "random"]) == 2
    assert "same bot" in capsys.readouterr().err


def test_a_duel_has_matches(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["duel", "emile", "random", "greedy", "--games", "0"]) == 2
    assert capsys.readouterr().err == "ludotheque: A duel has at least 1 match, not 0.\n"
