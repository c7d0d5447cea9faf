"""Checks of a game's files: its card, its texts in every language, its bots, its tests and its picture."""

import ast
import re
import string
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import ClassVar

import pytest

from ludotheque.checks.lessons import Lessons
from ludotheque.checks.notices import RecordProperty, demand
from ludotheque.checks.transcripts import is_writing, tests_folder
from ludotheque.game import Game
from ludotheque.protocol_schema import ENDS, HEAD, list_missing
from ludotheque.web.examples import draw_picture, read_examples
from ludotheque.web.lessons import has_lesson
from ludotheque.web.render import picture_file

STRENGTHS = ["easy", "medium", "hard", "champion"]
OPTIONAL_FILES = ["board.css"]
EXAMPLES = 4  # boards on a rules page
CLAUSE = re.compile(r"\b[A-Z]{2}-\d+\b")


class Files(Lessons):
    """What must lie beside the rules, and what may: a lesson."""

    games: ClassVar[Sequence[str]]
    complete: ClassVar[bool] = False

    def test_the_card_is_well_formed(self, game: Game) -> None:
        assert game.about.endswith(".")
        assert all(option.about.endswith(".") for option in game.options.values())
        assert all(name in (game.rules.State.names or ()) for name in game.options), "an option is a field of State"
        assert not {*HEAD, *ENDS} & set(game.rules.State.names or ()), "a field has the name of a line of the protocol"
        assert 1 <= len(game.outcome) <= 3
        assert game.rules.ERRORS[0] == "ok"
        assert all(error.endswith(".") for error in game.rules.ERRORS[1:])
        assert all(len(arguments or ()) <= 3 for arguments in game.rules.MOVES.values())
        for options in (game.quick, *({"rules": preset} for preset in game.presets)):
            game.read_options(options, game.default_seats, 0)

    def test_every_function_of_the_rules_is_compiled(self, game: Game) -> None:
        """A function without the mark would run only in the interpreter."""
        for node in ast.parse((game.folder / "rules.py").read_text("utf-8")).body:
            if isinstance(node, ast.FunctionDef):
                assert [d.id for d in node.decorator_list if isinstance(d, ast.Name)] == ["compiled"], node.name

    def test_every_clause_of_the_rules_is_named_in_a_test(self, game: Game, request: pytest.FixtureRequest) -> None:
        clauses = read_clauses(game.folder / "RULES.md")
        assert clauses, "RULES.md has no numbered clause such as **PB-1.**"
        tests = "".join(file.read_text("utf-8") for file in tests_folder(game, request).glob("*.py"))
        assert [clause for clause in sorted(clauses) if not re.search(rf"\b{clause}\b", tests)] == []

    def test_the_game_is_complete(
        self, game: Game, request: pytest.FixtureRequest, record_property: RecordProperty
    ) -> None:
        demand(self, game, list_lacks(game, tests_folder(game, request)), record_property)

    def test_no_french_caption_is_left_over(self, game: Game) -> None:
        assert set(game.words("fr").get("board", {})) <= list_captions(game)

    def test_french_captions_have_the_same_placeholders(self, game: Game) -> None:
        for english, translated in game.words("fr").get("board", {}).items():
            assert list_placeholders(english) == list_placeholders(translated), english

    def test_the_picture_is_up_to_date(self, game: Game) -> None:
        """LUDOTHEQUE_GOLDEN=write draws it anew."""
        drawing = draw_picture(game)
        if drawing is not None and is_writing():
            picture_file(game).write_text(f"{drawing}\n", "utf-8")
        kept = picture_file(game).read_text("utf-8") if picture_file(game).exists() else None
        assert kept == (f"{drawing}\n" if drawing is not None else None)


def list_lacks(game: Game, tests: Path) -> Iterator[str]:
    """Yield what a complete game has and this one has not."""
    yield from (name for name in OPTIONAL_FILES if not (game.folder / name).exists())
    if game.board is None:
        yield "drawing: a board.py with draw(view, seat, say)"
    if not list((tests / "matches").glob("*.txt")):
        yield f"golden transcript in {tests.name}/matches (LUDOTHEQUE_GOLDEN=write pytest writes a first one)"
    if len(read_examples(game).get("example", [])) < EXAMPLES:
        yield f"{EXAMPLES} examples for its rules page (examples.toml)"
    if "picture" not in read_examples(game):
        yield "picture (examples.toml)"
    if not has_lesson(game):
        yield "first game (lesson.toml)"
    missing = [strength for strength in STRENGTHS if strength not in game.bots]
    if missing:
        yield f"bots called {', '.join(missing)}"
    if game.words("fr"):
        yield from list_missing_french(game)
    else:
        yield "French: words.fr.toml and RULES.fr.md"
    if (game.folder / "protocol.toml").exists():
        yield from list_missing(game)
    else:
        yield "protocol.toml: what each field and move means to programs"


def list_missing_french(game: Game) -> Iterator[str]:
    """Everything that a player reads needs French."""
    words, moves = game.words("fr"), game.rules.MOVES
    wanted = {
        "options": set(game.options),
        "presets": set(game.presets),
        "moves": {kind for kind, arguments in moves.items() if arguments is not None},
        "arguments": {name for kind in moves.values() for name in kind or ()},
        "errors": set(game.rules.ERRORS[1:]),
        "outcome": set(game.outcome),
        "board": list_captions(game),
    }
    yield from (f"French for its {name}" for name in ("title", "about") if name not in words)
    for table, keys in wanted.items():
        missing = sorted(keys - set(words.get(table, {})))
        if missing:
            yield f"French in the table {table} for: {', '.join(missing)}"
    for name, option in game.options.items():
        known = words.get("options", {}).get(name, {}).get("values", {})
        if missing := sorted(set(option.words) - set(known)):
            yield f"French for the values of {name}: {', '.join(missing)}"
    untranslated = sorted(read_clauses(game.folder / "RULES.md") - read_clauses(game.folder / "RULES.fr.md"))
    if untranslated:
        yield f"French for the clauses {', '.join(untranslated)}"


def list_captions(game: Game) -> set[str]:
    """Return every caption in the source of a board: the first argument of each call of `say`."""
    files = [*game.folder.glob("board.py"), *game.folder.glob("board/*.py")]
    nodes = [node for file in files for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    spoken = [call.args[0] for call in calls if getattr(call.func, "attr", getattr(call.func, "id", "")) == "say"]
    assert all(isinstance(argument, ast.Constant) for argument in spoken), "a caption is a literal"
    return {str(argument.value) for argument in spoken if isinstance(argument, ast.Constant)}


def list_placeholders(caption: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(caption) if name}


def read_clauses(file: Path) -> set[str]:
    return set(CLAUSE.findall(file.read_text("utf-8"))) if file.exists() else set()
