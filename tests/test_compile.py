"""One source for interpreter, CPU and GPU; the cache never returns outdated code, or another game's."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.compile import MAX_BUILDS, Machine, compiled, for_interpreter, games_own, is_interpreted
from ludotheque.dice import LENGTH
from ludotheque.packages import PACKAGE
from ludotheque.sources import digest_sources, find_sources
from tests.installed import install

SCRIPT = """
import os, sys
if os.environ.get("FULL_DISK"):
    import resource
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
import ludotheque.games
ludotheque.games.__path__.append(sys.argv[1])
import ludotheque as lt
for name in sys.argv[2:]:
    m = lt.new(name, seed=1)
    print(name, m.state["stones"][0], end=" ")
    m.play("TAKE 1")
    print(m.state["stones"][0])
"""

RULES = """
from ludotheque.compile import compiled
from ludotheque.game import state_dtype
from {module} import {name}
State = state_dtype(("active", "i1", 2), ("stones", "i4"))
MOVES = {{"TAKE": {{"count": 4}}}}
ERRORS = ["ok", "No."]
@compiled
def setup(state, seats, dice):
    state.stones = {stones}
    state.active[0] = 1
@compiled
def check(state, seat, move):
    return 0
@compiled
def apply(state, seat, move, dice):
    state.stones -= move.a * {name}
@compiled
def outcome(state, out):
    out[0, 0] = 0
"""
CARD = """
from ludotheque.game import Game
game = Game(__name__, title="T", about="T.", seats=range(2, 3), version=1, outcome=("points",))
"""


def write_game(folder: Path, name: str, stones: int, each: int) -> None:
    """Write a game as a folder of `ludotheque.games`."""
    write_files(folder / name, f"ludotheque.games.{name}.numbers", stones)
    (folder / name / "numbers.py").write_text(f"EACH = {each}\n")


def write_installed_game(folder: Path, name: str, stones: int, each: int) -> None:
    """Write a game as an installed package, whose rules import two more files of it."""
    installed = folder / "installed"
    write_files(installed / f"ludotheque_{name}", ".numbers", stones)
    (installed / f"ludotheque_{name}" / "numbers.py").write_text(f"from more_of_{name} import EACH\n")
    (installed / f"more_of_{name}.py").write_text(f"EACH = {each}\n")
    install(installed, name, [f"ludotheque_{name}/__init__.py", f"more_of_{name}.py"])


def write_files(game: Path, module: str, stones: int) -> None:
    game.mkdir(parents=True, exist_ok=True)
    (game / "__init__.py").write_text(CARD)
    (game / "rules.py").write_text(RULES.format(module=module, name="EACH", stones=stones))


def run(folder: Path, *games: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Play one move of each game in a new process."""
    path = os.pathsep.join([str(folder / "installed"), os.environ.get("PYTHONPATH", "")])
    fixed = {"LUDOTHEQUE_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": path}
    env = {**os.environ, **fixed, **environment}
    command = [sys.executable, "-c", SCRIPT, str(folder), *games]
    return subprocess.run(command, capture_output=True, text=True, env=env, check=True)


@pytest.mark.slow
def test_the_cache_never_returns_outdated_code_or_another_games(tmp_path: Path) -> None:
    """Two games with the same loops, each twice; then an edit in a file that the rules import."""
    write_game(tmp_path, "nim", 21, 1)
    write_installed_game(tmp_path, "kayles", 13, 2)
    first = "nim 21 20\nkayles 13 11\n"
    assert run(tmp_path, "nim", "kayles").stdout == first
    assert run(tmp_path, "nim", "kayles").stdout == first
    write_game(tmp_path, "nim", 21, 5)
    write_installed_game(tmp_path, "kayles", 13, 3)
    assert run(tmp_path, "kayles", "nim").stdout == "kayles 13 10\nnim 21 16\n"
    interpreted = run(tmp_path, "nim", LUDOTHEQUE_INTERPRET="1")
    assert (interpreted.stdout, interpreted.stderr) == ("nim 21 16\n", "")


@pytest.mark.slow
def test_a_warm_cache_compiles_nothing(tmp_path: Path) -> None:
    write_game(tmp_path, "nim", 21, 1)
    run(tmp_path, "nim")
    files = sorted((tmp_path / "cache").rglob("*.nbc"))
    times = [file.stat().st_mtime_ns for file in files]
    run(tmp_path, "nim")
    assert files
    assert [file.stat().st_mtime_ns for file in files] == times
    assert sorted((tmp_path / "cache").rglob("*.nbc")) == files


@pytest.mark.slow
def test_the_builds_used_longest_ago_are_removed(tmp_path: Path) -> None:
    for number in range(MAX_BUILDS + 5):
        folder = tmp_path / "cache" / f"nim-{number:016x}"
        folder.mkdir(parents=True)
        os.utime(folder, (number, number))
    write_game(tmp_path, "nim", 21, 1)
    run(tmp_path, "nim")
    left = sorted((tmp_path / "cache").glob("nim-*"), key=lambda folder: folder.stat().st_mtime)
    assert len(left) == MAX_BUILDS
    assert left[-1].stat().st_mtime > MAX_BUILDS + 5, "the new build is among them"


@pytest.mark.slow
def test_without_a_cache_folder_a_game_compiles_after_one_sentence(tmp_path: Path) -> None:
    write_game(tmp_path, "nim", 21, 1)
    (tmp_path / "file").touch()
    cache = tmp_path / "file" / "cache"
    done = run(tmp_path, "nim", LUDOTHEQUE_CACHE=str(cache))
    assert done.stdout == "nim 21 20\n"
    assert done.stderr == warning(cache, "Not a directory")


@pytest.mark.slow
def test_numbas_other_cache_folders_are_not_used(tmp_path: Path) -> None:
    """Numba would write beside the source, where an edit in another file leaves outdated code."""
    write_game(tmp_path, "nim", 21, 1)
    run(tmp_path, "nim")
    for folder in (tmp_path / "cache").glob("nim-*/*"):
        shutil.rmtree(folder)
        folder.touch()  # Numba can make no folder of this name
    done = run(tmp_path, "nim")
    assert done.stdout == "nim 21 20\n"
    assert "cannot be written" in done.stderr
    assert done.stderr.count("\n") == 1
    assert not list(tmp_path.rglob("*.nbi"))


@pytest.mark.slow
def test_a_full_disk_costs_one_sentence(tmp_path: Path) -> None:
    """Files can be made, but not one byte be written, as on a full disk."""
    write_game(tmp_path, "nim", 21, 1)
    run(tmp_path, "nim")
    write_game(tmp_path, "nim", 21, 2)
    done = run(tmp_path, "nim", FULL_DISK="1")
    assert done.stdout == "nim 21 19\n"
    assert done.stderr.endswith(warning(tmp_path / "cache", "File too large"))
    assert done.stderr.count("\n") == 2, "after the sentence that says it compiles"


def warning(cache: Path, reason: str) -> str:
    return f"The compile cache {cache} cannot be written ({reason}); games compile at each start.\n"


@pytest.mark.skipif(is_interpreted(), reason="nothing is compiled")
def test_code_from_the_cache_is_loaded_without_the_functions_that_it_calls() -> None:
    game = lt.load("emile")
    for _ in range(2):  # the first one may have to compile
        machine = Machine(game.name, game.rules.functions(), interpreted=False)
        state, dice = np.zeros(1, game.rules.State), np.zeros(LENGTH, np.int64)
        machine(loops.begin)(state, 0, 2, 1, dice)
    assert list(machine._built) == [loops.begin]


def test_a_digest_is_noted_until_a_file_changes(tmp_path: Path) -> None:
    """An edit counts even if size and time of the file stay the same."""
    file, notes = tmp_path / "rules.py", tmp_path / "notes"
    file.write_text("A = 1\n")
    before, first = file.stat(), digest_sources([file], [], notes)
    assert digest_sources([file], [], notes) == first
    assert len(list(notes.iterdir())) == 1
    file.write_text("A = 2\n")
    os.utime(file, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert digest_sources([file], [], notes) != first


@pytest.mark.parametrize("text", ["", "{}", "[1]", '["old", {"rules.py": [1]}]', "[1, 2]"])
def test_a_damaged_note_is_written_again(tmp_path: Path, text: str) -> None:
    file, notes = tmp_path / "rules.py", tmp_path / "notes"
    file.write_text("A = 1\n")
    first = digest_sources([file], [], notes)
    [note] = notes.iterdir()
    note.write_text(text)
    assert digest_sources([file], [], notes) == first
    assert first in note.read_text()


def test_an_edit_elsewhere_compiles_nothing_anew() -> None:
    """Rules depend on compile, dice and game; a loop adds its own file, but no page and no board."""
    folder = lt.load("emile").folder
    names = ("compile.py", "dice.py", "game.py", "games/__init__.py", "packages.py", "sources.py")
    below = {PACKAGE / name for name in names}
    assert find_sources([folder / "rules.py"]) == {folder / "rules.py"} | below
    assert find_sources([PACKAGE / "loops.py"]) == {PACKAGE / "loops.py", PACKAGE / "legal.py"} | below


@compiled
def double(number: int) -> int:
    return 2 * game_function(number)


game_function = games_own


@compiled
def increment(number: int) -> int:
    return number + 1


@pytest.mark.parametrize("interpreted", [True, False])
def test_a_loop_calls_the_games_function(interpreted: bool) -> None:
    machine = Machine("test", {"game_function": increment}, interpreted)
    assert machine(double)(20) == 42
    assert machine(double) is machine(double)


class Basket:
    count = 3


@compiled
def count(basket: Basket) -> int:
    return basket.count + 1


def test_a_field_may_be_named_like_the_function_that_reads_it() -> None:
    assert Machine("pebbles", {}, interpreted=True)(count)(Basket()) == 4


def test_a_loop_without_a_machine_is_refused() -> None:
    with pytest.raises(TypeError, match="runs on a Machine"):
        double(1)


def test_records_for_the_interpreter_hold_ints_and_refuse_to_overflow() -> None:
    array = np.zeros(2, lt.load("emile").rules.State)
    one, two = for_interpreter(array)
    one.rounds = 7
    one.score[3] = -2500
    assert type(one.rounds) is int
    assert type(one.score[3]) is int
    assert (array["rounds"].tolist(), array["score"][0, 3], two.rounds) == ([7, 0], -2500, 0)
    with pytest.raises(ValueError, match=r"."):
        one.ones = 200
    with pytest.raises(ValueError, match=r"."):
        one.score[0] = 40_000
    with pytest.raises(AttributeError):
        one.nothing = 1


def test_the_environment_chooses_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    emile = lt.load("emile")
    assert not loops.machine_of(emile).interpreted
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    assert loops.machine_of(emile).interpreted
    m = lt.new("emile", seats=2, seed=4)
    m.play(m.legal()[0])
    monkeypatch.delenv("LUDOTHEQUE_INTERPRET")
    assert lt.read(m.record().write()).state.tobytes() == m.state.tobytes()
