"""What a game's folder still lacks, and what the house asks of its own files."""

import ast
import re
import string
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.compile import PACKAGE
from ludotheque.game import Game
from ludotheque.seat import make_player

ROOT = Path(__file__).parent.parent
STRENGTHS = ["easy", "medium", "hard"]

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())


def lacks(game: Game) -> list[str]:
    """Everything that a whole game has and this one does not."""
    return [*lacking_files(game), *lacking_words(game), *lacking_bots(game), *lacking_clauses(game)]


def lacking_files(game: Game) -> list[str]:
    needed = [
        "rules.py",
        "board.css",
        "RULES.md",
        "RULES.fr.md",
        "words.fr.toml",
        "examples.toml",
        "tests/test_rules.py",
    ]
    missing = [name for name in needed if not (game.folder / name).exists()]
    if game.board is None:
        missing.append("a board")
    if not list(game.folder.glob("tests/matches/*.txt")):
        missing.append("a golden transcript in tests/matches/")
    return missing


def lacking_words(game: Game) -> list[str]:
    """French for all that a player reads."""
    words = game.words("fr")
    arguments = {name for kind in game.rules.MOVES.values() for name in kind or ()}
    wanted = {
        "options": set(game.options),
        "moves": {kind for kind, arguments in game.rules.MOVES.items() if arguments is not None},
        "arguments": arguments,
        "errors": set(game.rules.ERRORS[1:]),
        "outcome": set(game.outcome),
        "board": captions(game),
    }
    missing = [f"French for {name}" for name in ("title", "about") if name not in words]
    for table, keys in wanted.items():
        missing += [f"French for {table}: {key}" for key in sorted(keys - set(words.get(table, {})))]
    return missing


def captions(game: Game) -> set[str]:
    """Every caption that a board says."""
    files = [*game.folder.glob("board.py"), *game.folder.glob("board/*.py")]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    said = [call.args[0] for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) == "say"]
    assert all(isinstance(argument, ast.Constant) for argument in said), "a caption is a literal"
    return {str(argument.value) for argument in said if isinstance(argument, ast.Constant)}


def lacking_bots(game: Game) -> list[str]:
    missing = [f"a bot called {strength}" for strength in STRENGTHS if strength not in game.bots]
    for name in game.bots:
        if not callable(getattr(make_player(game, name), "play", None)):
            missing.append(f"a play(view) in the bot {name}")
    return missing


def lacking_clauses(game: Game) -> list[str]:
    """Every clause of the English rules stands in the French ones too, and in a test."""
    folder = game.folder
    clauses = numbered(folder / "RULES.md")
    tests = "".join(f.read_text("utf-8") for f in folder.glob("tests/*.py"))
    missing = [f"{clause} in RULES.fr.md" for clause in clauses - numbered(folder / "RULES.fr.md")]
    return missing + [f"a test that names {clause}" for clause in clauses if not re.search(rf"\b{clause}\b", tests)]


def numbered(file: Path) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2}-\d+\b", file.read_text("utf-8"))) if file.exists() else set()


@each_game
def test_the_game_is_whole(game: Game) -> None:
    assert not lacks(game), f"{game.title} still lacks: " + "; ".join(lacks(game))


@each_game
def test_the_board_says_nothing_but_its_captions_in_french(game: Game) -> None:
    assert captions(game) == set(game.words("fr")["board"])


@each_game
def test_french_captions_fill_in_the_same_facts(game: Game) -> None:
    for english, translated in game.words("fr")["board"].items():
        assert facts_of(english) == facts_of(translated), english


def facts_of(caption: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(caption) if name}


@each_game
def test_the_card_says_what_it_should(game: Game) -> None:
    assert game.about.endswith(".")
    assert all(option.about.endswith(".") for option in game.options.values())
    assert all(name in (game.rules.State.names or ()) for name in game.options), "an option is a field of State"
    assert 1 <= len(game.outcome) <= 3
    assert game.rules.ERRORS[0] == "ok"
    assert all(error.endswith(".") for error in game.rules.ERRORS[1:])
    assert all(len(arguments or ()) <= 3 for arguments in game.rules.MOVES.values())
    for preset in game.presets:
        game.read_options({"rules": preset}, game.default_seats, 0)


@each_game
def test_every_step_of_the_rules_is_compiled(game: Game) -> None:
    """A function of the rules that is not marked would run in the interpreter alone."""
    for node in ast.parse((game.folder / "rules.py").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            assert [d.id for d in node.decorator_list if isinstance(d, ast.Name)] == ["compiled"], node.name


def texts() -> list[Path]:
    ours = {".py", ".md", ".toml", ".css", ".txt", ".yml", ".html", ".js", ""}
    hidden = {".git", ".venv", ".uv", ".gpu", "__pycache__"}
    return [f for f in ROOT.rglob("*") if f.is_file() and f.suffix in ours and not hidden & set(f.parts)]


def test_no_file_names_a_package_host() -> None:
    hosts = re.compile("pypi" + r"\.org|files\.python" + "hosted")
    assert not [f for f in texts() if hosts.search(f.read_text("utf-8", errors="ignore"))]


def test_the_package_has_no_stray_files() -> None:
    kinds = {".py", ".md", ".toml", ".css", ".txt", ".typed", ".json", ".jsonl", ".gz", ".npy", ".c", ".cc"}
    kinds |= {".html", ".js", ".svg", ".woff2", ".ico", ".png", ".webmanifest"}  # the web page's
    stray = [f for f in PACKAGE.rglob("*") if f.is_file() and f.suffix not in kinds and "__pycache__" not in f.parts]
    assert not stray
