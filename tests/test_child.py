"""A Python file with play(view) runs in a process of its own, and plays as it would inside the referee."""

import json
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.match import Match
from ludotheque.record import OK
from ludotheque.seat import make_player

pytestmark = pytest.mark.slow


def play(file: Path, game: str = "emile", inside: bool = False, scale: float = 30) -> Match:
    match = lt.new(game, None, 5, **lt.load(game).quick)
    rivals = [make_player(match.game, "random") for _ in range(match.seats - 1)]
    return lt.run(match, [make_player(match.game, str(file), clock_scale=scale, inside=inside), *rivals])


@pytest.fixture
def bot(tmp_path: Path) -> Path:
    return tmp_path / "bot.py"


@pytest.mark.slow
@pytest.mark.parametrize("game", ["emile", "ghost"])
@pytest.mark.parametrize("rules", ["", "COMPILED_RULES = True\n"])
def test_the_same_moves_as_inside(bot: Path, game: str, rules: str) -> None:
    """Its random numbers are the same too."""
    bot.write_text(f"{rules}def play(view):\n    return view.random.choice(view.legal())\n")
    outside, inside = play(bot, game), play(bot, game, inside=True)
    assert outside.verdicts == inside.verdicts == [OK] * outside.seats
    assert outside.moves == inside.moves


def test_it_sees_no_names_of_other_players(bot: Path) -> None:
    bot.write_text("def play(view):\n    print(view.names)\n    return view.legal()[0]\n")
    match = play(bot)
    said = {note["stderr"] for note in match.notes.values() if "stderr" in note}
    assert said == {"['seat 0', 'seat 1']\n"}


def test_what_it_prints_is_no_answer_and_stays_out_of_the_json(bot: Path, capfd: pytest.CaptureFixture[str]) -> None:
    bot.write_text("print('hello')\ndef play(view):\n    print('STOP')\n    return view.legal()[0]\n")
    assert main(["match", "emile", str(bot), "random", "--seed", "5", "--rounds", "1", "--json"]) == 0
    told = capfd.readouterr()
    assert [seat["verdict"] for seat in json.loads(told.out)["seats"]] == ["ok", "ok"]
    assert "Sandbox: full" in told.err


@pytest.mark.parametrize(
    ("text", "verdict"),
    [
        ("import sys\ndef play(view): sys.exit(0)", "crash: exit code 0"),
        ("import os\ndef play(view): os._exit(0)", "crash: exit code 0"),
        ("import os\ndef play(view): os.abort()", "crash: killed by SIG"),
        ("import absent\ndef play(view): pass", "crash: exit code 1; stderr: "),
        ("def play(view): return 1 / 0", "crash: exit code 1; stderr: "),
        ("def play(view): return None", "illegal: 'None'"),
        ("def play(view): return []", "illegal: an empty line"),
        ("def play(view): return 'STOP\\nSTOP'", "illegal: 'STOP STOP'"),
    ],
)
def test_how_it_fails(bot: Path, text: str, verdict: str) -> None:
    bot.write_text(text + "\n")
    assert play(bot).verdicts[0].startswith(verdict)


@pytest.mark.clock
def test_an_endless_loop_ends(bot: Path) -> None:
    bot.write_text("def play(view):\n    while True: pass\n")
    assert play(bot, scale=0.5).verdicts[0].startswith("timeout: ")


def test_it_finds_no_trace_of_the_match(bot: Path) -> None:
    """Neither the seed of the dice nor its rival is anywhere in its process."""
    bot.write_text(
        "import gc, os, sys\nfrom ludotheque.match import Match\n"
        "def read(file):\n"
        "    try:\n"
        "        return open(file).read()\n"
        "    except PermissionError:\n"
        "        return ''\n"
        "def play(view):\n"
        "    found = [one for one in gc.get_objects() if isinstance(one, Match)]\n"
        "    print(found, sys.argv, dict(os.environ), read('/proc/1/cmdline'), read('/proc/1/environ'))\n"
        "    return view.legal()[0]\n"
    )
    match = lt.new("emile", rounds=1)  # its seed is drawn, and long enough to be found
    lt.run(match, [make_player(match.game, str(bot), clock_scale=30), make_player(match.game, "random")])
    assert match.verdicts == [OK, OK]
    told = "".join(note.get("stderr", "") for note in match.notes.values())
    assert told.startswith("[] ")
    assert str(match.seed) not in told


def test_a_seed_that_nobody_gave_has_63_bits() -> None:
    seeds = {lt.new("emile").seed for _ in range(20)}
    assert len(seeds) == 20
    assert max(seeds) > 2**56
