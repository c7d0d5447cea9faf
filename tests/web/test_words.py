"""Everything that a person reads on the pages is there in both languages."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from jinja2 import nodes
from starlette.requests import Request

import ludotheque as lt
from ludotheque.compile import PACKAGE
from ludotheque.game import Game
from ludotheque.web import scripts
from ludotheque.web.look import templates
from ludotheque.web.words import Tongue, tongue_of

WEB = PACKAGE / "web"
FRENCH = Tongue("fr")
TABLES = tomllib.loads((WEB / "words.fr.toml").read_text("utf-8"))
SITE, REFUSALS = TABLES["site"], TABLES["refusals"]
RAISED = [*WEB.glob("*.py"), *(PACKAGE / name for name in ("game.py", "match.py", "record.py", "notation.py"))]
FOR_HOSTS = {"serve.py", "store.py", "database.py", "writer.py"}  # read in a terminal, in English
GUARD = re.compile(r"\{[^}]*\}")

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
    return {*said_in_templates(), *said_in_code(), *scripts.sentences()}


def raised() -> Iterator[str]:
    """The sentences of refusals, with a hole for each fact."""
    for file in RAISED:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.Raise) and isinstance(node.exc, ast.Call) and file.name not in FOR_HOSTS:
                yield from (text for text in map(written, node.exc.args) if " " in text and text[-1] in ".}")


def is_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def calls(file: Path) -> list[ast.Call]:
    return [node for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]


def written(node: ast.AST) -> str:
    """A string or an f-string as it stands in the code, each fact as {}."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        return node.value
    if isinstance(node, ast.JoinedStr):
        parts = [part for part in node.values if "nearest" not in ast.unparse(part)]  # a hint that may be missing
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in parts)
    return ""


def filled(sentence: str) -> str:
    return GUARD.sub("7", sentence)


def test_every_sentence_of_the_pages_has_french() -> None:
    missing = {text for text in said() if text not in SITE}
    assert not missing, "\n".join(sorted(missing))


def test_every_refusal_has_french() -> None:
    missing = {text for text in raised() if FRENCH.say(filled(text)) == filled(text)}
    assert not missing, "\n".join(sorted(missing))


def test_no_french_is_left_over() -> None:
    patterns = [re.sub(r"\\\{\\\}", ".+", re.escape(text)) for text in raised()]
    plain = {key: filled(key.replace(" (did you mean {near}?)", "")) for key in REFUSALS}
    unused = {key for key, text in plain.items() if not any(re.fullmatch(pattern, text) for pattern in patterns)}
    unused |= set(SITE) - said()
    assert not unused, "\n".join(sorted(unused))


def test_french_is_set_as_french_is() -> None:
    """No-break spaces before double signs, and the curly apostrophe."""
    for key, text in (SITE | REFUSALS).items():
        assert not re.search(r" [:;!?»%]|« |(?<![\w{]):(?!//)\b|'", text), f"{key}: {text}"
        assert set(GUARD.findall(key)) == set(GUARD.findall(text)), f"{key} and its French hold different facts"


@each_game
def test_what_a_game_refuses_before_a_match_has_french(game: Game) -> None:
    card = ast.parse((game.folder / "__init__.py").read_text("utf-8"))
    returned = [written(node.value) for node in ast.walk(card) if isinstance(node, ast.Return) and node.value]
    for sentence in filter(None, returned):
        assert FRENCH.error(game, filled(sentence)) != filled(sentence), sentence


def test_a_sentence_with_its_facts_in_it_is_found() -> None:
    told = "There is no game 'ches' (did you mean chess?); there are chess, go."
    assert FRENCH.say(told) == "Il n’y a pas de jeu 'ches' (vouliez-vous dire chess\u00a0?)\u00a0; il y a chess, go."
    assert FRENCH.say("What {nobody} says") == "What {nobody} says"


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
    assert tongue_of(request(**asked)).language == language
