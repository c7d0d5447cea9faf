"""One source for three machines: the cache never serves old code, nor one game's code to another."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import ludotheque as lt
from ludotheque import loops
from ludotheque.compile import KEPT_FOLDERS, PACKAGE, Machine, compiled, find_sources, for_interpreter, games_own

SCRIPT = """
import sys
from pathlib import Path
import numpy as np
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
    game = folder / name
    game.mkdir(exist_ok=True)
    (game / "__init__.py").write_text(CARD)
    (game / "numbers.py").write_text(f"EACH = {each}\n")
    module = f"ludotheque.games.{name}.numbers"
    (game / "rules.py").write_text(RULES.format(module=module, name="EACH", stones=stones))


def run(folder: Path, *games: str, **environment: str) -> str:
    env = {**os.environ, "LUDOTHEQUE_CACHE": str(folder / "cache"), "PYTHONDONTWRITEBYTECODE": "1", **environment}
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(folder), *games], capture_output=True, text=True, env=env, check=True
    )
    assert not environment or not done.stderr, "nothing is compiled in the interpreter"
    return done.stdout


def test_the_cache_never_serves_old_code_nor_another_games(tmp_path: Path) -> None:
    """Two games with the same loops, in second processes; then an edit in a file beside the rules."""
    write_game(tmp_path, "nim", 21, 1)
    write_game(tmp_path, "kayles", 13, 2)
    first = "nim 21 20\nkayles 13 11\n"
    assert run(tmp_path, "nim", "kayles") == first
    assert run(tmp_path, "nim", "kayles") == first
    write_game(tmp_path, "nim", 21, 5)
    assert run(tmp_path, "kayles", "nim") == "kayles 13 11\nnim 21 16\n"
    assert run(tmp_path, "nim", LUDOTHEQUE_INTERPRET="1") == "nim 21 16\n"


def test_a_warm_cache_compiles_nothing(tmp_path: Path) -> None:
    write_game(tmp_path, "nim", 21, 1)
    run(tmp_path, "nim")
    kept = sorted(f for f in (tmp_path / "cache").rglob("*.nbc"))
    times = [f.stat().st_mtime_ns for f in kept]
    run(tmp_path, "nim")
    assert kept
    assert [f.stat().st_mtime_ns for f in kept] == times
    assert sorted((tmp_path / "cache").rglob("*.nbc")) == kept


def test_builds_that_nobody_used_for_long_are_removed(tmp_path: Path) -> None:
    for number in range(KEPT_FOLDERS + 5):
        folder = tmp_path / "cache" / f"nim-{number:016x}"
        folder.mkdir(parents=True)
        os.utime(folder, (number, number))
    write_game(tmp_path, "nim", 21, 1)
    run(tmp_path, "nim")
    kept = sorted((tmp_path / "cache").glob("nim-*"), key=lambda f: f.stat().st_mtime)
    assert len(kept) == KEPT_FOLDERS
    assert kept[-1].stat().st_mtime > KEPT_FOLDERS + 5, "the new build is among them"


def test_an_edit_elsewhere_compiles_nothing_anew() -> None:
    """Rules depend on compile, dice and game; a loop adds its own file, but no page and no board."""
    folder = lt.load("emile").folder
    below = {PACKAGE / name for name in ("compile.py", "dice.py", "game.py", "games/__init__.py")}
    assert find_sources([folder / "rules.py"]) == {folder / "rules.py"} | below
    assert find_sources([PACKAGE / "loops.py"]) == {PACKAGE / "loops.py", PACKAGE / "legal.py"} | below


@compiled
def twice(number: int) -> int:
    return 2 * own(number)


own = games_own


@compiled
def more(number: int) -> int:
    return number + 1


@pytest.mark.parametrize("interpreted", [True, False])
def test_a_loop_calls_the_games_own(interpreted: bool) -> None:
    machine = Machine("test", {"own": more}, interpreted)
    assert machine(twice)(20) == 42
    assert machine(twice) is machine(twice)


class Basket:
    count = 3


@compiled
def count(basket: Basket) -> int:
    """Named like the field that it reads."""
    return basket.count + 1


def test_a_field_may_be_named_like_the_function_that_reads_it() -> None:
    assert Machine("pebbles", {}, interpreted=True)(count)(Basket()) == 4


def test_a_loop_without_a_machine_says_so() -> None:
    with pytest.raises(TypeError, match="runs on a Machine"):
        twice(1)


def test_thin_records_read_as_ints_and_refuse_to_overflow() -> None:
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


def test_the_environment_asks_for_the_interpreter(monkeypatch: pytest.MonkeyPatch) -> None:
    emile = lt.load("emile")
    assert not loops.machine_of(emile).interpreted
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    assert loops.machine_of(emile).interpreted
    m = lt.new("emile", seats=2, seed=4)
    m.play(m.legal()[0])
    monkeypatch.delenv("LUDOTHEQUE_INTERPRET")
    assert lt.read(m.record().write()).state.tobytes() == m.state.tobytes()
