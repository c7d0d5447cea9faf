"""Everything that a person reads on the pages is there in both languages."""

import ast
import builtins
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes
from starlette.requests import Request

import ludotheque as lt
from ludotheque.game import Game, GameError, Phrase
from ludotheque.packages import PACKAGE
from ludotheque.web import app, script_words
from ludotheque.web.render import templates
from ludotheque.web.words import LANGUAGES, Language, language_of

WEB = PACKAGE / "web"
FRENCH = Language("fr")
TABLES = tomllib.loads((WEB / "words.fr.toml").read_text("utf-8"))
SITE, REFUSALS = TABLES["site"], TABLES["refusals"]
FOR_OPERATORS = {"local_worker.py", "serve.py", "settings.py", "workers.py"}  # read in a terminal, in English
RAISING = [file for file in WEB.glob("*.py") if file.name not in FOR_OPERATORS]
CORE = ("game", "notation", "view", "match", "record", "playback", "seating", "draft", "table")
RAISING += [PACKAGE / f"{name}.py" for name in CORE]
RAISING += [PACKAGE / "store" / f"{name}.py" for name in ("leases", "writer")]
OUT_OF_SIGHT = {"client.py", "grading.py", "orders.py", "worker.py"}  # read in a terminal, in English
RAISING += [file for file in (PACKAGE / "contest").glob("*.py") if file.name not in OUT_OF_SIGHT]
FACT = re.compile(r"\{[^}]*\}")


def subclasses(kind: type[Phrase]) -> set[str]:
    inner: list[type[Phrase]] = kind.__subclasses__()
    return {kind.__name__}.union(*map(subclasses, inner))


assert app  # imports every error
PHRASES = subclasses(Phrase)

each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())


def said_in_templates() -> Iterator[str]:
    for file in (WEB / "templates").glob("*.html"):
        for call in templates.parse(file.read_text("utf-8")).find_all(nodes.Call):
            if isinstance(call.node, nodes.Name) and call.node.name == "say":
                assert isinstance(call.args[0], nodes.Const), f"{file.name} says something that is not written there"
                yield call.args[0].value


def said_in_code() -> Iterator[str]:
    for file in WEB.glob("*.py"):
        for call in calls(file):
            name = getattr(call.func, "attr", getattr(call.func, "id", ""))
            if name == "say" and call.args:
                yield from (one.value for one in ast.walk(call.args[0]) if is_text(one))  # type: ignore[attr-defined]


def said() -> set[str]:
    return {*said_in_templates(), *said_in_code(), *script_words.sentences()}


def error_templates() -> set[str]:
    """Return the templates of all errors, and of the phrases that are their facts."""
    return {text for file in RAISING for text in templates_of(ast.parse(file.read_text("utf-8"))) if text}


def templates_of(tree: ast.AST) -> Iterator[str]:
    """Yield the texts of all raised calls, and of all errors and phrases that are made elsewhere."""
    literals = dict(bound_literals(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and not is_builtin(node.exc):
            yield from (text for one in node.exc.args for text in texts_of(one, literals) if " " in text)
        elif isinstance(node, ast.Call) and getattr(node.func, "id", "") in PHRASES and node.args:
            yield from (text for text in texts_of(node.args[0], literals) if FACT.sub("", text).strip())


def is_builtin(call: ast.Call) -> bool:
    return hasattr(builtins, getattr(call.func, "id", ""))


def bound_literals(tree: ast.AST) -> Iterator[tuple[str, list[str]]]:
    """Yield each name that is bound to texts, and each function that returns texts, with all of them."""
    bound: dict[str, list[str]] = defaultdict(list)
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign):
            for name, value in assigned_pairs(node):
                if isinstance(name, ast.Name) and is_text(value):
                    bound[name.id] += texts_of(value, {})
        elif isinstance(node, ast.FunctionDef):
            returned = [one.value for one in ast.walk(node) if isinstance(one, ast.Return) and one.value]
            bound[node.name] += [text for value in returned if is_text(value) for text in texts_of(value, {})]
    yield from bound.items()


def assigned_pairs(node: ast.Assign) -> list[tuple[ast.AST, ast.AST]]:
    target, value = node.targets[0], node.value
    if isinstance(target, ast.Tuple) and isinstance(value, ast.Tuple):
        return list(zip(target.elts, value.elts))
    return [(target, value)]


def texts_of(node: ast.AST, literals: dict[str, list[str]]) -> list[str]:
    """Return the templates that an argument can be: a text, one of two, or what a name or a function stands for."""
    assert not isinstance(node, ast.JoinedStr), f"an f-string cannot be translated: {ast.unparse(node)}"
    if isinstance(node, ast.IfExp):
        return texts_of(node.body, literals) + texts_of(node.orelse, literals)
    if isinstance(node, ast.Name | ast.Call):
        return literals.get(getattr(node, "id", "") or getattr(getattr(node, "func", None), "id", ""), [])
    return [str(node.value)] if is_text(node) else []  # type: ignore[attr-defined]


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def calls(file: Path) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]


def test_every_sentence_of_the_pages_has_french() -> None:
    missing = {text for text in said() if text not in SITE}
    assert not missing, "\n".join(sorted(missing))


def test_every_error_has_french() -> None:
    missing = error_templates() - set(REFUSALS)
    assert not missing, "\n".join(sorted(missing))


def test_no_french_is_left_over() -> None:
    unused = (set(REFUSALS) - error_templates()) | (set(SITE) - said())
    assert not unused, "\n".join(sorted(unused))


def test_french_is_set_as_french_is() -> None:
    """No-break spaces before double signs, and the curly apostrophe."""
    for key, text in (SITE | REFUSALS).items():
        assert not re.search(r" [:;!?»%]|« |(?<![\w{]):(?!//)\b|'", text), f"{key}: {text}"
        assert set(FACT.findall(key)) == set(FACT.findall(text)), f"{key} and its French hold different facts"


@each_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_no_sentence_that_people_read_names_a_move_as_programs_do(game: Game, code: str) -> None:
    for error in game.rules.ERRORS[1:]:
        words = re.findall(r"\w+", Language(code).error(game, GameError(error)))
        assert not set(words) & set(game.rules.MOVES), words


@each_game
@pytest.mark.parametrize("code", LANGUAGES)
def test_every_move_and_argument_has_words_for_people(game: Game, code: str) -> None:
    """Buttons show them; without words they would be called as programs do."""
    words, kinds = game.words(code), {kind: names for kind, names in game.rules.MOVES.items() if names is not None}
    assert set(kinds) <= set(words["moves"]) and not set(words["moves"].values()) & set(game.rules.MOVES)
    assert {name for names in kinds.values() for name in names} <= set(words["arguments"])


@each_game
def test_every_english_sentence_replaces_one_of_the_rules(game: Game) -> None:
    assert set(game.words("en").get("errors", {})) <= set(game.rules.ERRORS)


@each_game
def test_what_a_game_refuses_before_a_match_has_french(game: Game) -> None:
    card = ast.parse((game.folder / "__init__.py").read_text("utf-8"))
    errors = [node for node in ast.walk(card) if isinstance(node, ast.Call) and getattr(node.func, "id", "") in PHRASES]
    literals = dict(bound_literals(card))
    known = {**game.words("fr").get("refusals", {}), **REFUSALS}
    for template in (text for error in errors for text in texts_of(error.args[0], literals)):
        assert template in known, template


def test_an_error_is_translated_with_its_facts() -> None:
    near = Phrase(" (did you mean {name}?)", name="chess")
    error = GameError("There is no game {name}{near}; there are {known}.", name="'ches'", near=near, known="chess, go")
    sentence = "Il n’y a pas de jeu 'ches' (vouliez-vous dire chess\u00a0?)\u00a0; il y a chess, go."
    assert FRENCH.error(None, error) == FRENCH.error("emile", error) == sentence


def test_a_fact_is_never_taken_for_a_template() -> None:
    error = GameError("{name} is {range}, not {value}.", name="{name}", range=Phrase("on or off"), value="{value}")
    assert FRENCH.error(None, error) == "{name} est «\u00a0on\u00a0» ou «\u00a0off\u00a0», pas {value}."
    assert FRENCH.error(None, GameError("What {nobody} says")) == "What {nobody} says"


def request(query: str = "", cookie: str = "", accepts: str = "") -> Request:
    headers = [(b"cookie", cookie.encode()), (b"accept-language", accepts.encode())]
    return Request({"type": "http", "query_string": query.encode(), "headers": headers})


@pytest.mark.parametrize(
    ("asked", "language"),
    [
        ({}, "en"),
        ({"accepts": "de, fr-CH;q=0.8, en;q=0.7"}, "fr"),
        ({"accepts": "en, fr;q=0"}, "en"),
        ({"accepts": "fr;q=0.3, en-GB"}, "en"),
        ({"accepts": ";;q=,fr;q=nan"}, "fr"),
        ({"accepts": "en", "cookie": "language=fr"}, "fr"),
        ({"query": "lang=en", "cookie": "language=fr"}, "en"),
        ({"query": "lang=xx", "cookie": "language=tlh", "accepts": "fr"}, "fr"),
    ],
)
def test_the_language_is_what_was_asked_for(asked: dict[str, Any], language: str) -> None:
    assert language_of(request(**asked)).code == language
