"""Leagues as a user runs them: tables, lengths, Swiss pairs, and what stops them."""

import json
import random
import signal
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Generator, Iterable
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError

import ludotheque as lt
from ludotheque.arena.entrants import Conditions
from ludotheque.arena.league import League, Length, play_league
from ludotheque.arena.matches import Result, Task, play
from ludotheque.arena.results import Results
from ludotheque.arena.standings import Standings, make_standings
from ludotheque.cli import main
from ludotheque.game import GameError, OptionValue
from ludotheque.store.database import StoreError, connect

pytestmark = pytest.mark.slow

BOTS = ["random", "greedy", "easy"]
QUICK = {"rounds": 2}
COMMAND = [sys.executable, "-m", "ludotheque.cli", "league", "emile", *BOTS, "--emile-rounds", "2", "--json"]


class Here:
    """Plays in this process, which is quicker for a few matches than to start others."""

    def __init__(self, league: League) -> None:
        self.entrants = {entrant.digest: entrant for entrant in league.entrants}
        self.played: list[Task] = []

    def run(self, tasks: Iterable[Task]) -> Generator[Result, None, None]:
        for task in tasks:
            self.played.append(task)
            yield play(task, self.entrants)

    def close(self) -> None:
        """Nothing to do."""


def play_here(league: League, address: str) -> tuple[Standings, list[Task]]:
    runner = Here(league)
    with Results(address) as results:
        play_league(league, results, runner)
        return make_standings(results, league.setting, league.entrants), runner.played


@pytest.fixture
def file(tmp_path: Path) -> str:
    return f"sqlite:///{tmp_path / 'arena.db'}"


# Killed and resumed


@pytest.mark.slow
def test_a_league_killed_at_random_moments_ends_with_the_same_table(database: str, tmp_path: Path) -> None:
    words = ["--rounds", "100", "--database"]
    undisturbed, _ = play_here(
        League.make("emile", BOTS, length=Length(rounds=100), options=QUICK), f"sqlite:///{tmp_path / 'other.db'}"
    )
    chance = random.Random()
    stored = [0]
    while len(stored) < 3:
        league = subprocess.Popen([*COMMAND, *words, database], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
        wait_for_matches(database, stored[-1] + chance.randint(1, 20), league)
        time.sleep(chance.uniform(0, 0.02))
        league.kill()
        league.communicate()
        assert league.returncode == -signal.SIGKILL
        stored.append(count_matches(database))
    assert 0 < stored[1] < 600, stored
    resumed = subprocess.run([*COMMAND, *words, database], capture_output=True, text=True, check=True)
    assert json.loads(resumed.stdout)["table"] == undisturbed.list_rows()
    assert count_matches(database) == 600


def wait_for_matches(address: str, count: int, league: "subprocess.Popen[bytes]") -> None:
    while count_matches(address) < count:
        assert league.poll() is None, league.communicate()
        time.sleep(0.002)


def count_matches(address: str) -> int:
    try:
        engine = connect(address)
        with engine.connect() as connection:
            return int(connection.execute(text("SELECT count(*) FROM arena_matches")).scalar_one())
    except (SQLAlchemyError, StoreError):  # it is not made yet
        return 0
    finally:
        if "engine" in locals():
            engine.dispose()


def heed_ctrl_c() -> None:
    """A shell lets its background jobs ignore the signal, and so do all processes that these start."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)


@pytest.mark.slow
def test_ctrl_c_shows_the_table_so_far(file: str) -> None:
    command = [*COMMAND, "--hours", "1", "--database", file]
    league = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, preexec_fn=heed_ctrl_c
    )
    wait_for_matches(file, 6, league)  # type: ignore[arg-type]
    league.send_signal(signal.SIGINT)
    out, err = league.communicate()
    assert league.returncode == 130
    assert err == "Stopped. The same command goes on from here.\n"
    assert sum(row["games"] for row in json.loads(out)["table"]) == 2 * count_matches(file)


# What is played


def test_the_same_command_plays_only_what_is_new(file: str) -> None:
    two = League.make("emile", BOTS[:2], length=Length(rounds=2), options=QUICK)
    first, played = play_here(two, file)
    assert len(played) == two.total == 4
    again, played = play_here(two, file)
    assert (again.list_rows(), played) == (first.list_rows(), [])
    three = League.make("emile", BOTS, length=Length(rounds=3), options=QUICK)
    table, played = play_here(three, file)
    assert len(played) == 18 - 4  # the matches of the first two count
    assert [row.games for row in table.rows] == [12, 12, 12]
    assert play_here(two, file)[0].games == 6  # all that these two have played


def test_a_number_of_games_is_rounded_up_to_whole_groups(file: str) -> None:
    league = League.make("emile", BOTS, length=Length(games=7), options=QUICK)
    table, played = play_here(league, file)
    assert (len(played), league.total, table.games) == (8, 8, 8)


def test_hours_count_all_starts_together(file: str) -> None:
    league = League.make("emile", BOTS[:2], length=Length(hours=0.3 / 3600), options=QUICK)
    _, played = play_here(league, file)
    assert len(played) > 0
    with Results(file) as results:
        assert results.seconds(league.setting.series) >= 0.3
    assert play_here(league, file)[1] == []


def test_swiss_pairs_depend_on_whole_rounds_only(file: str, tmp_path: Path) -> None:
    bots = [*BOTS, "medium"]
    league = League.make("emile", bots, length=Length(rounds=3), swiss=True, options=QUICK)
    table, played = play_here(league, file)
    assert len(played) == league.total == 12
    assert [row.games for row in table.rows] == [6] * 4
    met = Counter(frozenset(task.seats) for task in played)
    assert len(met) == 6  # three rounds of four bots: everybody has met everybody once
    stopped, other = Here(league), f"sqlite:///{tmp_path / 'stopped.db'}"
    with Results(other) as results:
        results.begin(league.setting, league.entrants)
        for task in [played[5], played[0], *played[2:4], played[1]]:  # one match of the second round
            results.add(list(stopped.run([task])))
    resumed, rest = play_here(league, other)
    assert resumed.list_rows() == table.list_rows()
    assert len(rest) == 7


def test_a_table_has_faults_by_cause_and_teams(file: str, tmp_path: Path) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def play(view):\n    return 'NOTHING'\n")
    options: dict[str, OptionValue] = {"rounds": 2, "teams": "on"}
    inside = Conditions(inside=True)
    league = League.make(
        "emile", [str(bad), *BOTS], length=Length(rounds=1), seats=4, options=options, conditions=inside
    )
    table, _ = play_here(league, file)
    rows = {row.name: row for row in table.rows}
    assert rows["bad.py"].faults == {"illegal": 24}
    assert (rows["bad.py"].lost, rows["easy"].won, rows["easy"].lost) == (24, 16, 8)  # one in three sits with it
    assert sum(table.cross[rows["bad.py"].digest, rows["easy"].digest]) == 16
    assert table.rows[-1].name == "bad.py"


def test_random_openings_give_variety_to_a_game_without_chance(file: str, tmp_path: Path) -> None:
    """Bots that only end their turns would play the same game again and again."""
    quiet = [tmp_path / f"quiet{number}.py" for number in (1, 2)]
    for number, bot in enumerate(quiet):
        bot.write_text(f"NUMBER = {number}\ndef play(view):\n    return 'END'\n")
    words, inside = list(map(str, quiet)), Conditions(inside=True)
    league = League.make("alchemy", words, length=Length(rounds=2), options={"first": 0}, conditions=inside)
    assert league.setting.opening == 6
    table, played = play_here(league, file)
    assert (len(played), table.games, table.left_out) == (4, 4, 0)


# Mistakes


def test_mistakes_are_one_sentence(capsys: pytest.CaptureFixture[str]) -> None:
    def complain(*words: str) -> str:
        assert main(["league", *words]) == 2
        return capsys.readouterr().err

    assert complain("emile", "easy") == ("ludotheque: A match of Émile has 2 seats, and here are 1 different bots.\n")
    assert "more than 0, not -1" in complain("emile", "easy", "hard", "--rounds", "-1")
    assert "number of rounds" in complain("emile", "easy", "hard", "--swiss", "--hours", "1")
    assert "not allowed with" in complain("emile", "easy", "hard", "--rounds", "1", "--hours", "1")
    assert "unrecognized" in complain("emile", "easy", "hard", "--frist", "1").lower()
    assert "sqlite:///FILE" in complain("emile", "easy", "hard", "--database", "here")


def test_mistakes_that_are_seen_late_are_one_sentence(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = ["league", "emile", *BOTS[:2], "--games", "2", "--emile-rounds", "2", "--database", file]
    assert main([*words, "--workers", "0"]) == 2
    assert capsys.readouterr().err == "ludotheque: At least 1 match is played at a time, not 0.\n"
    assert main([*words, "--bootstrap", "-1"]) == 2
    assert "at least 0 times, not -1" in capsys.readouterr().err
    (tmp_path / "empty.py").write_text("")
    assert main([*words[:2], "easy", str(tmp_path / "empty.py")]) == 2
    assert capsys.readouterr().err.startswith("ludotheque: empty.py has no function play(view)")


def test_causes_of_faults_and_a_ladder_follow_the_table(
    file: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    bad = tmp_path / "bad.py"
    bad.write_text("def play(view):\n    raise ValueError('of mine')\n")
    words = ["league", "emile", str(bad), *BOTS[:2], "--rounds", "2", "--emile-rounds", "2", "--database", file]
    words += ["--inside", "--workers", "1", "--ladder"]
    assert main(words) == 0
    lines = capsys.readouterr().out.splitlines()
    ladder = lines[lines.index(next(line for line in lines if line.startswith("Ladder"))) :]
    assert [line.split()[0] for line in ladder[2:5]][-1] == "bad.py"
    assert len([line for line in lines if line.startswith("bad.py, crash: ") and "of mine" in line]) == 1
    assert main([*words, "--json"]) == 0
    rungs = json.loads(capsys.readouterr().out)["ladder"]
    assert [rung["bot"] for rung in rungs] == [line.split()[0] for line in ladder[2:5]]


def test_in_python(file: str) -> None:
    table = lt.league("emile", BOTS[:2], games=4, database=file, options=QUICK)
    assert table.games == 4
    html = table._repr_html_()
    assert "<td>greedy</td><td>4</td>" in html
    assert "Émile, 2 seats, rounds 2: 4 matches" in html
    pytest.importorskip("pandas")
    frame = table.to_frame()
    assert list(frame.index) == [row.name for row in table.rows]
    assert list(frame["games"]) == [4, 4]
    assert frame.loc["greedy", "won"] + frame.loc["random", "won"] <= 4
    with pytest.raises(GameError, match="several"):
        lt.league("emile", BOTS, games=4, hours=1)
