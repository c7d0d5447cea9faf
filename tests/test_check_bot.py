"""`check-bot` and `watch`, as the author of a bot uses them."""

import json
import re
import urllib.request
from collections.abc import Callable
from pathlib import Path

import pytest

from ludotheque.cli import main
from ludotheque.commands import watching
from ludotheque.commands.watching import look_at, wait_for_change

pytestmark = pytest.mark.slow

BOT = """
import sys
turn = 0
for line in sys.stdin:
    word, _, rest = line.rstrip().partition(" ")
    if word == "legal":
        legal = rest.split("; ")
    if word == "go":
        turn += 1
        print("turn", turn, file=sys.stderr, flush=True)
        MOVE
        print(move, flush=True)
"""
FAST = ["--rounds", "3", "--clock-scale", "30"]

Check = Callable[..., tuple[int, dict[str, str]]]


@pytest.fixture
def check(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Check:
    """Write a bot that chooses its move in this way, check it, and return the exit code and what was found."""

    def run(move: str) -> tuple[int, dict[str, str]]:
        file = tmp_path / "bot.py"
        file.write_text(BOT.replace("MOVE", move))
        code = main(["check-bot", "emile", str(file), *FAST])
        first, *lines = capsys.readouterr().out.splitlines()
        assert first == "bot.py, Émile"
        return code, {line[2:15].strip(): line[16:] for line in lines}

    return run


def test_a_good_bot(check: Check) -> None:
    code, found = check("move = legal[0]")
    assert code == 0
    assert re.fullmatch(r"(won|lost) after \d+ turns, ok", found["seat 1"])
    assert found["again"] == "the same seed gives the same moves"
    assert re.fullmatch(r"median \S+, 90 % within \S+, 99 % within \S+, longest \S+ of 1000 ms.*", found["answers"])
    assert re.fullmatch(r"\d+ MiB at most", found["memory"])
    assert 3 < int(found["memory"].split()[0]) < 60  # a Python interpreter
    assert re.fullmatch(r"\d+ letters, the last line: turn \d+", found["stderr"])
    assert found["verdict"] == "ok"


def test_a_bot_that_is_not_repeatable(check: Check) -> None:
    code, found = check("import random; move = random.choice(legal)")
    assert code == 0
    assert re.fullmatch(r"the same seed gives other moves from turn \d+ on", found["again"])


def test_a_bot_that_breaks_the_protocol(check: Check) -> None:
    code, found = check("move = legal[0] if turn < 3 else 'DANCE'")
    assert code == 1
    cause = r"'DANCE' is no move; a move is KEEP ones fives brelan or STOP or OWN or OTHER seat\."
    assert re.fullmatch(rf"lost after \d+ turns, illegal in turn \d+: {cause}", found["seat 0"])
    assert found["verdict"].startswith("illegal: 'DANCE'")
    assert found["advice"].startswith("stdout is for answers alone")
    assert found["again"] == "not tried"


def test_a_bot_that_does_not_compile(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "bot.py").write_text("def play(view:\n")
    assert main(["check-bot", "emile", str(tmp_path / "bot.py"), "--json"]) == 1
    told = capsys.readouterr()
    found = json.loads(told.out)
    assert (found["verdict"], found["matches"]) == ("compile", [])
    assert "bot.py, line 1: '(' was never closed" in told.err


def test_a_save_is_seen(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("one")
    seen = wait_for_change([file], None)
    assert look_at([file]) == seen
    (tmp_path / "helper.py").write_text("a file beside it may belong to it")
    assert look_at([file]) != seen


@pytest.mark.slow
def test_a_bot_is_played_at_every_save(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The second match is played after a save; the link leads to a page that is there."""
    file = tmp_path / "bot.py"
    file.write_text(BOT.replace("MOVE", "move = legal[0]"))
    pages = []

    def save_and_visit(viewer: object, match: object, show: Callable[..., str] = watching.Viewer.show) -> str:
        link = show(viewer, match)
        with urllib.request.urlopen(link) as page:
            pages.append(page.status)
        file.write_text(BOT.replace("MOVE", "move = 'DANCE'"))
        return link

    monkeypatch.setattr(watching.Viewer, "show", save_and_visit)
    assert main(["watch", "emile", str(file), "random", "--seed", "3", "--times", "2", *FAST]) == 0
    told = capsys.readouterr().out
    assert pages == [200, 200]
    assert told.count("stderr of bot.py, seat 0") == 2
    assert told.count("Seat 0, bot.py: illegal: 'DANCE'") == 1
    assert len(re.findall(r"^seed 3; http://127\.0\.0\.1:\d+/replays/\S+$", told, re.MULTILINE)) == 2


def test_there_must_be_something_to_watch(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["watch", "emile", "random", "random"]) == 2
    assert "there is nothing to watch" in capsys.readouterr().err
