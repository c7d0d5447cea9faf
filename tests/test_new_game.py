"""A new game is one folder: the template plays, and the tests say what it still lacks."""

import importlib.util
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

import ludotheque as lt
import ludotheque.games
from ludotheque import loops
from ludotheque.match import Match

ROOT = Path(__file__).parent.parent


def load(file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(file.stem, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.fixture
def games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.setattr(ludotheque.games, "__path__", [*ludotheque.games.__path__, str(tmp_path)])
    yield tmp_path
    for name in [name for name in sys.modules if name.startswith("ludotheque.games.gravel")]:
        del sys.modules[name]


def test_a_new_folder_is_a_game(games: Path) -> None:
    begin = load(ROOT / "examples" / "begin.py").begin
    assert "make test says what it still lacks" in begin("gravel", games)
    assert "gravel" in lt.names()
    match = lt.new("gravel", seats=3, seed=4)
    while not match.over:
        match.play(match.legal()[-1])
    assert sorted(match.ranks) == [1, 2, 2]
    assert lt.read(match.record().write()).moves == match.moves
    assert match._repr_svg_().startswith("<svg")
    interpreted = Match(lt.load("gravel"), 3, 4, {}, machine=loops.machine(lt.load("gravel"), interpreted=True))
    for text in match.moves:
        interpreted.play(text[2:], int(text[0]))
    assert interpreted.state.tobytes() == match.state.tobytes()


@pytest.mark.parametrize("name", ["", "Chess", "../x", "1st", "a" * 40])
def test_a_bad_name_is_refused(games: Path, name: str) -> None:
    with pytest.raises(SystemExit, match="A game's name is"):
        load(ROOT / "examples" / "begin.py").begin(name, games)


def test_a_name_in_use_is_refused(games: Path) -> None:
    begin = load(ROOT / "examples" / "begin.py").begin
    begin("gravel", games)
    with pytest.raises(SystemExit, match="There is a game gravel already"):
        begin("gravel", games)


def test_rules_without_a_function_are_refused(games: Path) -> None:
    load(ROOT / "examples" / "begin.py").begin("gravel", games)
    rules = games / "gravel" / "rules.py"
    rules.write_text(rules.read_text().replace("def outcome", "def income"))
    with pytest.raises(lt.GameError, match=r"ludotheque.games.gravel.rules lacks outcome."):
        lt.new("gravel")
