"""A bot by its name: source files in every language, folders, manifests, commands, and what mistakes are told."""

import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bot_files import NoSuchBot, read_bot
from ludotheque.build import CompileFailed, build, first_errors
from ludotheque.languages import BY_SUFFIX, find_main_class, place_java_file
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.seat import FailedSeat, FunctionSeat, make_player

pytestmark = pytest.mark.slow

MARCH = sorted(Path(__file__).with_name("codingame").glob("march.*"))
TOOLS = {"javascript": "node", "c": "gcc", "cpp": "g++", "rust": "rustc", "go": "go", "java": "javac", "csharp": "mcs"}

LINES = """
import sys
first = "END"
for line in sys.stdin:
    if line.startswith("legal "):
        first = line[6:].split(";")[0].strip()
    if line == "go\\n":
        print(first, flush=True)
"""


SHELL = """#!/bin/sh
while read -r word rest; do
    [ "$word" = legal ] && first=${rest%%;*}
    [ "$word" = go ] && echo "$first"
done
"""


@pytest.fixture(autouse=True)
def own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Let bots be compiled anew; the compiled rules stay where they are."""
    monkeypatch.setattr("ludotheque.build.cache_root", lambda: tmp_path / "cache")
    return tmp_path / "cache" / "bots"


def need(language: str) -> None:
    tool = TOOLS.get(language)
    if tool and shutil.which(tool) is None:
        pytest.skip(f"{tool} is not installed")


def play_ghost(bot: Path) -> Match:
    match = lt.new("ghost", seed=5, factories=7)
    lt.run(match, [make_player(match.game, str(bot), clock_scale=30), make_player(match.game, "easy")])
    return match


@pytest.fixture(scope="module")
def expected_moves() -> list[str]:
    """The moves of the Python bot, which the same bot in every other language must play too."""
    return play_ghost(MARCH[0].with_suffix(".py")).moves


@pytest.mark.parametrize("file", MARCH, ids=lambda file: file.suffix)
def test_a_contest_file_plays_unchanged_in_every_language(file: Path, expected_moves: list[str]) -> None:
    need(BY_SUFFIX[file.suffix].name)
    match = play_ghost(file)
    assert match.verdicts == [OK, OK]
    assert match.names[0] == file.name
    assert match.moves == expected_moves
    notes = [note for ply, note in match.notes.items() if match.played[ply - 1].seat == 0]
    assert (notes[0]["said"], notes[0]["stderr"]) == ("turn 1", "turn 1\n")


def test_a_file_that_speaks_the_line_protocol_is_recognised(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(LINES)
    for game in ("emile", "ghost"):
        match = Match(lt.load(game), 2, 1, lt.load(game).quick)
        lt.run(
            match,
            [make_player(match.game, str(tmp_path / "bot.py"), clock_scale=30), make_player(match.game, "random")],
        )
        assert match.verdicts == [OK, OK]


def test_a_file_is_compiled_once(tmp_path: Path, own_cache: Path) -> None:
    need("c")
    file = tmp_path / "bot.c"
    file.write_text("int main() { return 0; }")
    folder = build(read_bot(file)).folder
    assert folder is not None and folder.parent == own_cache
    written = (folder / "ludotheque-bot").stat().st_mtime_ns
    assert build(read_bot(file)).folder == folder
    assert (folder / "ludotheque-bot").stat().st_mtime_ns == written
    file.write_text("int main() { return 1; }")
    assert build(read_bot(file)).folder != folder


def test_a_file_includes_only_what_belongs_to_it(tmp_path: Path) -> None:
    need("c")
    (tmp_path / "bot.c").write_text('#include "/etc/passwd"\nint main() { return 0; }')
    with pytest.raises(CompileFailed, match="No such file or directory"):
        build(read_bot(tmp_path / "bot.c"))


def test_two_builders_at_once_get_the_same_folder(tmp_path: Path, own_cache: Path) -> None:
    need("c")
    (tmp_path / "bot.c").write_text("int main() { return 0; }")
    with ThreadPoolExecutor(4) as pool:
        folders = list(pool.map(lambda _: build(read_bot(tmp_path / "bot.c")).folder, range(4)))
    assert len(set(folders)) == 1
    assert [entry.name for entry in own_cache.iterdir()] == [folders[0].name if folders[0] else ""]


def test_a_file_brings_what_it_includes(tmp_path: Path) -> None:
    (tmp_path / "bot.cpp").write_text('#include "plan.hpp"\n#include "../secret.h"\nint main() { return plan(); }')
    (tmp_path / "plan.hpp").write_text('#pragma once\n# include "more/deep.h"\nint plan();')
    (tmp_path / "plan.cpp").write_text('#include "plan.hpp"\nint plan() { return 3; }')
    (tmp_path / "more").mkdir()
    (tmp_path / "more" / "deep.h").write_text("")
    (tmp_path / "other.cpp").write_text("int main() { return 4; }")
    (tmp_path.parent / "secret.h").write_text("")
    assert sorted(read_bot(tmp_path / "bot.cpp").files) == ["bot.cpp", "more/deep.h", "plan.cpp", "plan.hpp"]


@pytest.mark.parametrize(
    ("name", "text", "beside"),
    [
        (
            "bot.py",
            "import sys, helper\nfrom tools.deep import x\n",
            ["helper.py", "tools/__init__.py", "tools/deep.py"],
        ),
        ("bot.js", "const a = require('./helper');\nimport b from \"./c.mjs\";\n", ["helper.js", "c.mjs"]),
        ("bot.rs", "mod helper;\npub mod tools;\nfn main() {}\n", ["helper.rs", "tools/mod.rs"]),
    ],
)
def test_a_file_brings_what_it_imports(tmp_path: Path, name: str, text: str, beside: list[str]) -> None:
    for other in [*beside, f"unused{Path(name).suffix}"]:
        (tmp_path / other).parent.mkdir(exist_ok=True)
        (tmp_path / other).write_text("")
    (tmp_path / name).write_text(text)
    assert sorted(read_bot(tmp_path / name).files) == sorted([name, *beside])


def test_a_program_may_have_a_function_of_that_name(tmp_path: Path) -> None:
    march = MARCH[0].with_suffix(".py").read_text()
    (tmp_path / "bot.py").write_text("def play(turn):\n    return turn\n\n" + march)
    assert play_ghost(tmp_path / "bot.py").verdicts == [OK, OK]


def test_a_folder_is_a_bot(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    (folder / "main.py").write_text("from data import first\n" + LINES.replace('"END"', "first"))
    (folder / "data.py").write_text("first = ''\n")
    (folder / ".hidden").write_text("secret")
    match = lt.new("emile", seed=1, rounds=3)
    lt.run(match, [make_player(match.game, str(folder), clock_scale=30), make_player(match.game, "random")])
    assert match.names[0] == "mine"
    assert sorted(read_bot(folder).files) == ["data.py", "main.py"]


def test_a_folder_with_a_function_is_a_bot(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("from helper import choose\ndef play(view):\n    return choose(view.legal())\n")
    (tmp_path / "helper.py").write_text("def choose(moves):\n    return moves[0]\n")
    match = lt.new("emile", seed=1, rounds=3)
    lt.run(match, [make_player(match.game, str(tmp_path)), make_player(match.game, "random")])
    assert match.verdicts == [OK, OK]


def test_a_manifest_says_how_a_folder_is_built_and_run(tmp_path: Path) -> None:
    (tmp_path / "start.txt").write_text(LINES)
    (tmp_path / "notes.c").write_text("not the bot")
    (tmp_path / "bot.toml").write_text(
        f'build = "cp start.txt copy.py"\nrun = "{sys.executable} copy.py"\nprotocol = "lines"\n'
    )
    match = lt.new("ghost", seed=1, factories=7)
    lt.run(match, [make_player(match.game, str(tmp_path), clock_scale=30), make_player(match.game, "easy")])
    assert match.verdicts == [OK, OK]


@pytest.mark.parametrize(
    ("files", "sentence"),
    [
        ({}, "has no source file of a bot."),
        ({"a.py": "", "b.js": ""}, "has files in python and javascript: say in bot.toml which language"),
        ({"a.py": "", "b.py": ""}, "has several files: name the one that starts bot.py, or say main in bot.toml."),
        ({"bot.toml": "language = 3"}, "language is a text, not '3'."),
        ({"bot.toml": "language = 'cobol'"}, "language is one of python, javascript, c, cpp, rust, go, java, csharp"),
        ({"bot.toml": "langauge = 'c'"}, "has no key 'langauge' (did you mean language?)."),
        ({"bot.toml": "main = 'x.py'"}, "There is no file "),
        ({"bot.toml": "build = 'make'"}, "it also needs run, how it is started."),
        ({"bot.toml": "= 1"}, "cannot be read: "),
        ({"bot.toml": "run = 'nothing-of-the-kind x'"}, "starts nothing-of-the-kind, which is not there."),
    ],
)
def test_a_folder_that_is_no_bot_gets_a_sentence(tmp_path: Path, files: dict[str, str], sentence: str) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    for name, text in files.items():
        (folder / name).write_text(text)
    with pytest.raises(NoSuchBot) as error:
        make_player(lt.load("emile"), str(folder))
    assert sentence in str(error.value)


def test_files_that_are_no_bots_get_a_sentence(tmp_path: Path) -> None:
    emile = lt.load("emile")
    (tmp_path / "bot.txt").write_text("STOP")
    with pytest.raises(NoSuchBot, match=r"bot\.txt cannot be run: a bot is a file that ends in \.py, \.js, "):
        make_player(emile, str(tmp_path / "bot.txt"))
    (tmp_path / "bot.py").write_text("print('hello')\n")
    with pytest.raises(NoSuchBot, match=r"bot\.py has no function play\(view\), and reads no lines\."):
        make_player(emile, str(tmp_path / "bot.py"))
    with pytest.raises(NoSuchBot, match=r"There is no file .*absent\.cpp\."):
        make_player(emile, str(tmp_path / "absent.cpp"))


def test_an_executable_file_is_a_program(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_text(SHELL)
    file.chmod(0o755)
    match = lt.new("emile", seed=1, rounds=2)
    lt.run(match, [make_player(match.game, str(file), clock_scale=30), make_player(match.game, "random")])
    assert match.verdicts == [OK, OK]


BROKEN = [
    ("bot.py", "def play(view):\n    return view.\n", "bot.py, line 2: invalid syntax"),
    ("bot.c", "int main() { return x; }", "bot.c:1:21: error: 'x' undeclared"),
    ("bot.cpp", "int main() { return x; }", "bot.cpp:1:21: error: 'x' was not declared"),
    ("bot.rs", "fn main() { x }", "error[E0425]: cannot find value `x` in this scope | --> bot.rs:1:13"),
    ("bot.go", "package main\nfunc main() { x() }", "./bot.go:2:15: undefined: x"),
    ("bot.java", "class Player { int x = y; }", "bot.java:1: error: cannot find symbol"),
    ("bot.cs", "class Player { static void Main() { x(); } }", "bot.cs(1,37): error CS0103"),
]


@pytest.mark.parametrize(("name", "text", "words"), BROKEN, ids=lambda value: value if len(value) < 9 else "")
def test_a_bot_that_does_not_compile_gets_the_compilers_words(tmp_path: Path, name: str, text: str, words: str) -> None:
    need(BY_SUFFIX[Path(name).suffix].name)
    (tmp_path / name).write_text(text)
    with pytest.raises(CompileFailed) as error:
        build(read_bot(tmp_path / name))
    assert error.value.verdict.kind == "compile"
    assert words in error.value.verdict.cause.replace("‘", "'").replace("’", "'")
    assert str(tmp_path) not in error.value.output


def test_a_bot_that_does_not_compile_loses_its_match(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def play(view:\n")
    match = lt.new("emile", seed=1, rounds=1)
    player = make_player(match.game, str(tmp_path / "bot.py"))
    assert isinstance(player, FailedSeat)
    lt.run(match, [player, make_player(match.game, "random")])
    assert match.verdicts[0].kind == "compile"
    assert match.ranks == [2, 1]


def test_errors_are_picked_from_a_compilers_words() -> None:
    assert first_errors("") == "no words from the compiler"
    assert first_errors("bot.c: In function 'main':\nbot.c:1: warning: x\nbot.c:2: error: y\n") == "bot.c:2: error: y"


def test_java_names() -> None:
    """The public class names the file; the outer class around `main` starts."""
    text = b"// public class Wrong { static void main\nclass Tool { enum Kind { A } }\npublic final class Right {}"
    assert place_java_file("bot.java", text) == "Right.java"
    assert place_java_file("bot.java", b"class Player {}") == "bot.java"
    main = b'package a.b;\nclass Tool { String s = "static void main{"; }\nclass Bot { public static void main() {} }'
    assert find_main_class({"bot.java": main}) == "a.b.Bot"
    assert find_main_class({"bot.java": b"class Player { }"}) == "Player"


def test_a_python_file_with_a_function_runs_here_only_for_its_author(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("play = lambda view: view.legal()[0]\n")
    ghost, file = lt.load("ghost"), str(tmp_path / "bot.py")
    assert isinstance(make_player(ghost, file, inside=True), FunctionSeat)
    assert not isinstance(make_player(ghost, file), FunctionSeat)
