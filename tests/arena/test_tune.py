"""Tuning: where parameters are found and set, a study that stops and goes on, and the command."""

from pathlib import Path

import pytest

from ludotheque.arena.entrants import Conditions
from ludotheque.arena.parameters import Tunable, find_params, parse_range, set_params
from ludotheque.arena.places import open_runner
from ludotheque.arena.results import Results
from ludotheque.arena.tune import TunePlan, Tuning, make_tune_plan
from ludotheque.bot_files import read_bot
from ludotheque.cli import main
from ludotheque.game import GameError, load
from tests.arena.samples import write_bot

pytestmark = pytest.mark.slow

INSIDE = Conditions(inside=True)
BOT = """PARAMS = {"greed": 0.2, "keep": 1}  # é


def play(view):
    moves = view.legal()
    return moves[-1] if view.random.random() < PARAMS["greed"] else moves[0]
"""


def test_params_of_a_python_file_are_found_and_set() -> None:
    source = BOT.encode()
    assert find_params(source) == {"greed": 0.2, "keep": 1}
    changed = set_params(source, {"greed": 0.75})
    assert find_params(changed) == {"greed": 0.75, "keep": 1}
    assert changed.replace(b"{'greed': 0.75, 'keep': 1}", b'{"greed": 0.2, "keep": 1}') == source
    assert find_params(b"PARAMS = make()") == {} and find_params(b"this is no Python") == {}


def test_another_number_is_another_bot(tmp_path: Path) -> None:
    bot = Tunable(load("emile"), write_bot(tmp_path, "mine.py", BOT), INSIDE)
    assert bot.make({"greed": 0.3}, "a").digest != bot.make({"greed": 0.4}, "b").digest
    assert bot.make({"greed": 0.3}, "a").digest == bot.make({"greed": 0.3}, "c").digest


def test_params_of_a_command_take_the_place_of_their_names() -> None:
    bot = Tunable(load("emile"), "python3 -c pass --depth {depth} --text '{}'", INSIDE)
    (depth,) = bot.complete([parse_range("depth=1:8")])
    assert depth.default == 4 and depth.is_whole
    assert bot.make({"depth": 6}, "six").word == "python3 -c pass --depth 6 --text '{}'"


def test_params_of_a_folder_are_in_its_manifest(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    write_bot(folder, "bot.py", "import sys\n")
    (folder / "bot.toml").write_text('run = "python3 bot.py {depth}"\nprotocol = "lines"\n[params]\ndepth = 3\n')
    assert read_bot(folder).manifest["run"] == "python3 bot.py 3"
    bot = Tunable(load("emile"), str(folder), INSIDE)
    assert bot.complete([parse_range("depth=1:8")])[0].default == 3
    made = read_bot(Path(bot.make({"depth": 5}, "five").word))
    assert made.manifest["run"] == "python3 bot.py 5" and made.manifest["protocol"] == "lines"


@pytest.mark.parametrize("text", ["depth", "depth=3", "depth=8:1", "depth=1:8:9", "depth=a:b", "depth=0:5"])
def test_a_wrong_range_is_one_sentence(text: str) -> None:
    with pytest.raises(GameError):
        parse_range(text, ["depth"])


def test_ranges_are_whole_only_where_all_numbers_are(tmp_path: Path) -> None:
    bot = Tunable(load("emile"), write_bot(tmp_path, "mine.py", BOT), INSIDE)
    greed, keep = bot.complete([parse_range("greed=0:1"), parse_range("keep=0:4")])
    assert not greed.is_whole and keep.is_whole
    with pytest.raises(GameError, match="has no parameter"):
        bot.complete([parse_range("greet=0:1")])
    with pytest.raises(GameError, match="outside of the range"):
        bot.complete([parse_range("keep=2:4")])


def plan_of(folder: Path) -> TunePlan:
    bot = write_bot(folder, "mine.py", BOT)
    ranges = [parse_range("greed=0.0:1.0")]
    return make_tune_plan(load("emile"), bot, ranges, ["random"], 8, None, None, 1, INSIDE, {"rounds": 2})


def test_a_study_stops_and_goes_on(tmp_path: Path) -> None:
    plan, file = plan_of(tmp_path), tmp_path / "a.study"
    with Results(f"sqlite:///{tmp_path}/a.db") as results, open_runner(plan.rivals, 1) as runner:
        first = Tuning(plan, file)
        first.run(2, results, runner)
        assert first.tried[0].values == {"greed": 0.2}  # the bot as it is
        first._study.ask({})  # an earlier run was killed while it tried one
        again = Tuning(plan, file)
        assert [one.values for one in again.tried] == [one.values for one in first.tried]
        again.run(4, results, runner)
        assert len(again.tried) == 4 and again.best is not None
        assert again.best.score == max(one.score for one in again.tried if one.is_whole)
        played = len(results.matches(plan.setting.series, [plan.rivals[0].digest, plan.bot.make({}, "").digest]))
        assert played == 2 * plan.rounds
        duel = again.compare(8, results, runner)
        assert duel is None or (duel.games == 8 and duel.plan.second.name == "default")


def test_candidates_play_the_same_seeds(tmp_path: Path) -> None:
    plan = plan_of(tmp_path)
    seeds = [
        [task.seed for task in plan.make_group(plan.pair(plan.bot.make({"greed": greed}, ""), plan.rivals[0]), 3)]
        for greed in (0.1, 0.9)
    ]
    assert seeds[0] == seeds[1] and len(set(seeds[0])) == 1


def test_the_command_tunes_and_draws(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = write_bot(tmp_path, "mine.py", BOT)
    words = ["tune", "emile", bot, "--param", "greed=0.0:1.0", "--rivals", "random", "--inside", "--rounds", "2"]
    words += ["--trials", "2", "--rounds-each", "4", "--final", "4", "--workers", "1"]
    words += ["--study", str(tmp_path / "my.study"), "--database", f"sqlite:///{tmp_path}/b.db"]
    assert main(words) == 0
    assert (tmp_path / "my.png").read_bytes().startswith(b"\x89PNG")
    assert "greed=0.2" in capsys.readouterr().out
    assert main(words) == 0
    assert "Going on after 2 candidates" in capsys.readouterr().err


def test_a_bot_that_fails_says_why(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    bot = write_bot(tmp_path, "mine.py", 'PARAMS = {"greed": 0.5}\n\ndef play(view):\n    return view.nothing\n')
    words = ["tune", "emile", bot, "--param", "greed=0.0:1.0", "--rivals", "random", "--inside", "--rounds", "2"]
    words += ["--trials", "1", "--rounds-each", "2", "--workers", "1", "--study", str(tmp_path / "my.study")]
    assert main([*words, "--database", f"sqlite:///{tmp_path}/b.db"]) == 0
    assert "failed in 4 matches, first by crash: " in capsys.readouterr().out
