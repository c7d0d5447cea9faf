"""Games in packages of their own: found by their entry points; a broken one gives a sentence and harms no other."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.packages import PACKAGE
from tests.installed import install

CARD = """
from ludotheque.game import Game
game = Game(__name__, title="Nim", about="Take them.", seats=range(2, 3), version=1, outcome=("won",))
"""
RULES = """
from ludotheque.compile import compiled
from ludotheque.game import state_dtype
from .numbers import STONES
from nim_tables import EACH

State = state_dtype(("active", "i1", 2), ("stones", "i4"))
MOVES = {"TAKE": {}}
ERRORS = ["ok", "No."]

@compiled
def setup(state, seats, dice):
    state.stones = STONES
    state.active[0] = 1

@compiled
def check(state, seat, move):
    return 0 if move.kind == 0 and state.active[seat] else 1

@compiled
def apply(state, seat, move, dice):
    state.stones -= EACH
    state.active[seat] = 0

@compiled
def outcome(state, out):
    out[0, 0] = 1
"""
SOURCES = """
from ludotheque.game import load
from ludotheque.packages import source_folders
from ludotheque.sources import find_sources
rules = load("nim").folder / "rules.py"
print(sorted(f.name for f in find_sources([rules], source_folders("ludotheque_nim")) if "ludotheque" not in f.parts))
"""


def write_nim(folder: Path) -> Path:
    package = folder / "ludotheque_nim"
    package.mkdir(parents=True)
    (package / "__init__.py").write_text(CARD)
    (package / "rules.py").write_text(RULES)
    (package / "numbers.py").write_text("STONES = 5\n")
    (folder / "nim_tables.py").write_text("EACH = 5\n")
    return package


def run(*command: str, path: Path, interpreted: bool = True) -> subprocess.CompletedProcess[str]:
    python_path = os.pathsep.join([str(path), os.environ.get("PYTHONPATH", "")])
    fixed = {"LUDOTHEQUE_INTERPRET": str(int(interpreted)), "LUDOTHEQUE_CACHE": str(path / "cache"), "COLUMNS": "200"}
    env = {**os.environ, "PYTHONPATH": python_path, **fixed}
    return subprocess.run([sys.executable, *command], capture_output=True, text=True, env=env)


def ludotheque(*words: str, path: Path) -> subprocess.CompletedProcess[str]:
    return run("-m", "ludotheque.cli", *words, path=path)


def test_an_installed_package_is_a_game(tmp_path: Path) -> None:
    write_nim(tmp_path)
    install(tmp_path, "nim", ["ludotheque_nim/__init__.py", "nim_tables.py"])
    assert "Take them." in ludotheque("games", path=tmp_path).stdout
    played = ludotheque("match", "nim", "random", "random", "--seed", "1", "--json", path=tmp_path)
    assert '"plies": 1' in played.stdout, played.stderr


def test_the_sources_of_its_rules_are_those_of_its_distribution(tmp_path: Path) -> None:
    write_nim(tmp_path)
    install(tmp_path, "nim", ["ludotheque_nim/__init__.py", "ludotheque_nim/rules.py", "nim_tables.py"])
    assert run("-c", SOURCES, path=tmp_path).stdout == "['nim_tables.py', 'numbers.py', 'rules.py']\n"


def test_a_project_that_is_edited_in_place_is_its_own_distribution(tmp_path: Path) -> None:
    write_nim(tmp_path / "project" / "src")
    install(tmp_path / "installed", "nim", ["_nim.pth"], project=tmp_path / "project")
    both = Path(os.pathsep.join([str(tmp_path / "installed"), str(tmp_path / "project" / "src")]))
    assert run("-c", SOURCES, path=both).stdout == "['nim_tables.py', 'numbers.py', 'rules.py']\n"


def test_a_name_that_is_taken_twice_is_refused(tmp_path: Path) -> None:
    write_nim(tmp_path)
    install(tmp_path, "nim")
    install(tmp_path, "nim", dist="another_nim")
    refused = ludotheque("match", "nim", "random", "random", path=tmp_path)
    sentence = "Several packages have a game called nim: another_nim, ludotheque-nim. Uninstall all but one.\n"
    assert (refused.returncode, refused.stderr) == (2, f"ludotheque: {sentence}")


def test_a_package_cannot_take_the_name_of_a_game_of_this_project(tmp_path: Path) -> None:
    install(tmp_path, "emile")
    refused = ludotheque("match", "emile", "random", "random", path=tmp_path)
    assert "Several packages have a game called emile: ludotheque, ludotheque-emile." in refused.stderr


def test_broken_packages_are_left_out_with_a_sentence_each(tmp_path: Path) -> None:
    broken = {"nocard": "", "typo": "from ludotheque.game import Gmae\n", "other": CARD.replace("__name__", '"chess"')}
    for name, card in broken.items():
        (tmp_path / f"ludotheque_{name}").mkdir()
        (tmp_path / f"ludotheque_{name}" / "__init__.py").write_text(card)
        install(tmp_path, name)
    (write_nim(tmp_path) / "rules.py").write_text("from ludotheque.compile import compiled\n1 +\n")
    install(tmp_path, "nim")
    install(tmp_path, "absent")
    listed = ludotheque("games", path=tmp_path)
    assert all(f"\n{name} " in listed.stdout for name in lt.names()), "the others are there"
    assert listed.stderr.splitlines() == [
        f"ludotheque: The game {line}"
        for line in (
            "absent is left out. ludotheque_absent cannot be imported: ModuleNotFoundError: "
            "No module named 'ludotheque_absent'.",
            "nim is left out. ludotheque_nim.rules cannot be imported: SyntaxError: invalid syntax (rules.py, line 2).",
            "nocard is left out. ludotheque_nocard has no card: game = Game(…).",
            "other is left out. The card in ludotheque_other is of a game called chess, not other.",
            "typo is left out. ludotheque_typo cannot be imported: ImportError: cannot import name 'Gmae' from "
            f"'ludotheque.game' ({PACKAGE / 'game.py'}) (__init__.py, line 1).",
        )
    ]


@pytest.mark.slow
def test_rules_that_cannot_be_compiled_stop_no_other_game(tmp_path: Path) -> None:
    write_nim(tmp_path)
    broken = tmp_path / "ludotheque_broken"
    shutil.copytree(tmp_path / "ludotheque_nim", broken)
    (broken / "rules.py").write_text(RULES.replace("state.stones = STONES", "state.stones = open(0).read()"))
    for name in ("broken", "nim"):
        install(tmp_path, name, [f"ludotheque_{name}/__init__.py", "nim_tables.py"])
    done = run("-m", "ludotheque.web.precompile", "broken", "nim", path=tmp_path, interpreted=False)
    assert done.returncode == 0, done.stderr
    assert "ludotheque: random of broken cannot be compiled. " in done.stderr and "Traceback" not in done.stderr
    ready = sorted(file.name for file in (tmp_path / "cache").glob("ready-*/*"))
    assert ready == ["nim-random", "nim-search"], "what is compiled"
