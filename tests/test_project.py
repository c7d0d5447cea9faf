"""Every game's folder is complete, and the project's files follow its rules."""

import ast
import re
import string
import subprocess
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.game import Game
from ludotheque.packages import PACKAGE
from ludotheque.seat import make_player

ROOT = Path(__file__).parent.parent
LARGEST_CHECKOUT = 8 * 2**20  # bytes of all tracked files
STRENGTHS = ["easy", "medium", "hard"]

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())


def find_missing(game: Game) -> list[str]:
    """Return everything that a complete game has and this one does not."""
    return [*missing_files(game), *missing_words(game), *missing_bots(game), *missing_clauses(game)]


def missing_files(game: Game) -> list[str]:
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


def missing_words(game: Game) -> list[str]:
    """Everything that a player reads needs French."""
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
    """Return every caption in the source of a board: the first argument of each call of `say`."""
    files = [*game.folder.glob("board.py"), *game.folder.glob("board/*.py")]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    spoken = [call.args[0] for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) == "say"]
    assert all(isinstance(argument, ast.Constant) for argument in spoken), "a caption is a literal"
    return {str(argument.value) for argument in spoken if isinstance(argument, ast.Constant)}


def missing_bots(game: Game) -> list[str]:
    missing = [f"a bot called {strength}" for strength in STRENGTHS if strength not in game.bots]
    for name in game.bots:
        if not callable(getattr(make_player(game, name), "play", None)):
            missing.append(f"a play(view) in the bot {name}")
    return missing


def missing_clauses(game: Game) -> list[str]:
    """Every clause of the English rules must be in the French ones too, and be named in a test."""
    folder = game.folder
    clauses = read_clauses(folder / "RULES.md")
    tests = "".join(f.read_text("utf-8") for f in folder.glob("tests/*.py"))
    missing = [f"{clause} in RULES.fr.md" for clause in clauses - read_clauses(folder / "RULES.fr.md")]
    return missing + [f"a test that names {clause}" for clause in clauses if not re.search(rf"\b{clause}\b", tests)]


def read_clauses(file: Path) -> set[str]:
    return set(re.findall(r"\b[A-Z]{2}-\d+\b", file.read_text("utf-8"))) if file.exists() else set()


@each_game
def test_the_game_is_complete(game: Game) -> None:
    assert not find_missing(game), f"{game.title} still lacks: " + "; ".join(find_missing(game))


@each_game
def test_the_french_captions_are_those_of_the_board(game: Game) -> None:
    assert captions(game) == set(game.words("fr")["board"])


@each_game
def test_french_captions_have_the_same_placeholders(game: Game) -> None:
    for english, translated in game.words("fr")["board"].items():
        assert placeholders(english) == placeholders(translated), english


def placeholders(caption: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(caption) if name}


@each_game
def test_the_card_is_well_formed(game: Game) -> None:
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
def test_every_function_of_the_rules_is_compiled(game: Game) -> None:
    """A function without the mark would run only in the interpreter."""
    for node in ast.parse((game.folder / "rules.py").read_text("utf-8")).body:
        if isinstance(node, ast.FunctionDef):
            assert [d.id for d in node.decorator_list if isinstance(d, ast.Name)] == ["compiled"], node.name


def text_files() -> list[Path]:
    suffixes = {".py", ".md", ".toml", ".css", ".txt", ".yml", ".html", ".js", ""}
    hidden = {".git", ".venv", ".uv", ".gpu", "__pycache__"}
    return [f for f in ROOT.rglob("*") if f.is_file() and f.suffix in suffixes and not hidden & set(f.parts)]


def test_no_file_names_a_package_host() -> None:
    hosts = re.compile("pypi" + r"\.org|files\.python" + "hosted")
    assert not [f for f in text_files() if hosts.search(f.read_text("utf-8", errors="ignore"))]


def test_the_package_has_no_stray_files() -> None:
    kinds = {".py", ".md", ".toml", ".css", ".txt", ".typed", ".json", ".jsonl", ".gz", ".npy", ".c", ".cc"}
    kinds |= {".html", ".js", ".svg", ".woff2", ".ico", ".png", ".webmanifest"}  # the web page's
    stray = [f for f in PACKAGE.rglob("*") if f.is_file() and f.suffix not in kinds and "__pycache__" not in f.parts]
    assert not stray


def test_the_tracked_files_are_small_together() -> None:
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True)
    if listed.returncode:
        pytest.skip("this is no git checkout")
    files = [ROOT / name for name in listed.stdout.split("\0") if name]
    assert sum(file.lstat().st_size for file in files if file.is_file()) < LARGEST_CHECKOUT
