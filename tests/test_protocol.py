"""The description of the line protocol agrees with what programs really read and write."""

import json
import random
from pathlib import Path
from typing import Any

import pytest
from jsonschema_rs import Draft202012Validator, ValidationError

import ludotheque as lt
from ludotheque import cli
from ludotheque.game import Game
from ludotheque.protocol import LineProtocol
from ludotheque.protocol_page import play_session, write_page
from ludotheque.protocol_schema import list_missing, make_schema, parse_question

PLIES = 120  # of a random match
each_game = pytest.mark.parametrize("game", [lt.load(name) for name in lt.names()], ids=lt.names())


class Checker:
    """Validates questions and answers against the schema of a game."""

    def __init__(self, game: Game):
        schema = make_schema(game)
        definitions = schema["$defs"]
        self.question = Draft202012Validator(schema)
        self.first = Draft202012Validator({**schema, "required": definitions["first"]["required"]})
        self.answer = Draft202012Validator(definitions["answer"])

    def check(self, lines: list[str], answer: str, is_first: bool) -> None:
        (self.first if is_first else self.question).validate(parse_question(lines))
        self.answer.validate(answer)


@each_game
def test_a_whole_session_is_as_the_schema_says(game: Game) -> None:
    checker = Checker(game)
    for number, question in enumerate(play_session(game)):
        *asked, answer = question
        checker.check([line.removeprefix("< ") for line in asked], answer.removeprefix("> "), number == 0)


@each_game
def test_random_matches_are_as_the_schema_says(game: Game) -> None:
    checker, choice = Checker(game), random.Random(5)
    rule_sets: list[dict[str, Any]] = [{"rules": name} for name in game.presets] or [{}]
    for seed, seats in enumerate((game.seats[0], game.seats[-1])):
        for options in rule_sets:
            check_random_match(checker, lt.new(game.name, seats=seats, seed=seed, **options), choice)


def check_random_match(checker: Checker, match: lt.Match, choice: random.Random) -> None:
    protocol, asked = LineProtocol(match), set()
    while not match.over and match.ply < PLIES:
        seat = choice.choice(match.active)
        legal = match.legal(seat)
        move = "END" if "END" in legal and choice.random() < 0.25 else choice.choice(legal)  # else turns never end
        checker.check(protocol.lines(seat), f"{move} # a note", seat not in asked)
        asked.add(seat)
        match.play(move, seat)
    assert asked == set(range(match.seats))


def test_the_schema_refuses_what_is_wrong() -> None:
    checker = Checker(lt.load("emile"))
    lines = LineProtocol(lt.new("emile", seed=1, first=0)).lines(0)
    checker.check(lines, "STOP", True)
    for wrong, right in (("score 1", "score"), ("phase 2", "phase"), ("hello 1", "go"), ("legal JUMP", "legal")):
        changed = [wrong if line.split()[0] == right else line for line in lines]
        with pytest.raises(ValidationError):
            checker.check(changed, "STOP", True)
    for answer in ("JUMP", "KEEP 1", "", "STOP KEEP 1 0 0"):
        with pytest.raises(ValidationError):
            checker.check(lines, answer, True)
    with pytest.raises(ValidationError):
        checker.check([line for line in lines if not line.startswith("clock")], "STOP", True)


def test_the_command_prints_schema_page_and_session(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main(["protocol", "emile", "--json"]) == 0
    assert json.loads(capsys.readouterr().out) == make_schema(lt.load("emile"))
    assert cli.main(["protocol", "emile", "--session"]) == 0
    assert capsys.readouterr().out.startswith("< ludotheque 1\n< game emile 1\n")
    assert cli.main(["protocol", "emile"]) == 0
    assert "`OTHER seat`" in capsys.readouterr().out


def test_a_game_without_texts_has_a_page_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    game = lt.load("emile")
    monkeypatch.setitem(game.__dict__, "folder", tmp_path)
    assert "meaning of the field score in protocol.toml" in list_missing(game)
    assert "| `score` |  | 8 | -32768 to 32767 |" in write_page(game)
    test_a_whole_session_is_as_the_schema_says(game)
