"""The command line, as a user runs it: what it prints, and the sentence that a mistake gets."""

import io
import json
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.cli import main
from ludotheque.commands.serving import read_programs
from ludotheque.game import GameError
from ludotheque.record import OK
from ludotheque.seat import make_player


def say(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    assert main(words) == 0
    return capsys.readouterr().out


def complain(capsys: pytest.CaptureFixture[str], *words: str) -> str:
    """The one sentence on the error output of a command that fails with exit code 2."""
    assert main(words) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.count("\n") == 1
    assert told.err.startswith("ludotheque: ")
    return told.err.removeprefix("ludotheque: ").rstrip("\n")


def test_games(capsys: pytest.CaptureFixture[str]) -> None:
    assert "Émile" in say(capsys, "games")
    assert [game["name"] for game in json.loads(say(capsys, "games", "--json"))] == lt.names()


@pytest.mark.parametrize("game", lt.names())
def test_rules_in_both_languages(capsys: pytest.CaptureFixture[str], game: str) -> None:
    assert say(capsys, "rules", game) == lt.load(game).rules_text() + "\n"
    assert say(capsys, "rules", game, "--lang", "fr") == lt.load(game).rules_text("fr") + "\n"


@pytest.mark.slow
def test_the_same_match_twice_is_the_same_bytes() -> None:
    command = [sys.executable, "-m", "ludotheque.cli", "match", "emile", "random", "hard", "--seed", "1", "--json"]
    one, two = (subprocess.run(command, capture_output=True, check=True).stdout for _ in range(2))
    assert one == two
    result = json.loads(one)
    assert list(result) == ["game", "options", "seed", "plies", "seats"]
    assert [list(seat) for seat in result["seats"]] == [
        ["seat", "name", "result", "rank", "outcome", "verdict", "cause"]
    ] * 2
    assert [seat["name"] for seat in result["seats"]] == ["random", "hard"]


def test_a_match_with_options_and_a_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "deep" / "match.json"
    words = ["emile", "random", "random", "random", "random", "--teams", "--rounds", "3", "--seed", "5"]
    result = json.loads(say(capsys, "match", *words, "--record", str(file), "--json"))
    assert result["options"]["teams"] is True
    assert result["options"]["rounds"] == 3
    assert lt.read(file.read_text()).ply == result["plies"]
    assert "rank" in say(capsys, "replay", str(file))


def test_a_replay_draws_every_position(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    say(capsys, "match", "emile", "random", "random", "--rounds", "1", "--seed", "5", "--record", str(file))
    plies = lt.read(file.read_text()).ply
    assert f"{plies + 1} drawings" in say(capsys, "replay", str(file), "--svg", str(tmp_path / "svg"))
    drawings = sorted((tmp_path / "svg").iterdir())
    assert len(drawings) == plies + 1
    assert all(drawing.read_text().startswith("<svg") for drawing in drawings)
    assert "−2500" in say(capsys, "replay", str(file), "--ply", "0")
    assert complain(capsys, "replay", str(file), "--ply", "999") == f"This match has plies 0 to {plies}, not 999."


CRASHING = """
import sys
turn = 0
for line in sys.stdin:
    if line == "go\\n":
        turn += 1
        print("turn", turn, file=sys.stderr, flush=True)
        if turn == 3:
            {}["board"]
        print("STOP" if turn % 2 else "OWN", flush=True)
"""


def test_a_match_with_a_bot_at_fault(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """Its seat, its file, its verdict with the exception, exit code 3; the replay shows the failing turn's stderr."""
    file, record = tmp_path / "mine.py", tmp_path / "match.json"
    file.write_text(CRASHING)
    words = ["match", "emile", str(file), "random", "--first", "0", "--rounds", "4", "--seed", "3"]
    assert main([*words, "--clock-scale", "30", "--record", str(record)]) == 3
    lines = capsys.readouterr().out.splitlines()
    assert re.split(" {2,}", lines[0])[:4] == ["rank", "seat", "bot", "result"]
    assert lines[0].split()[-5:] == ["verdict", "ms,", "median", "/", "longest"]
    assert lines[1].split()[:4] == ["1", "1", "random", "won"]
    assert lines[2].split()[:4] == ["2", "0", "mine.py", "lost"]
    assert lines[2].split()[6] == "crash"
    where = 'File "mine.py", line 9, in <module>'
    assert lines[3] == f"Seat 0, mine.py: crash: exit code 1; stderr: {where} | KeyError: 'board'"

    shown = say(capsys, "replay", str(record))
    assert "turn 3, mine.py (seat 0) wrote to stderr" in shown
    assert "    KeyError: 'board'" in shown
    assert "    turn 1" not in shown
    assert "    turn 1" in say(capsys, "replay", str(record), "--stderr")
    assert "    turn 1" in say(capsys, "replay", str(record), "--turn", "1")
    assert "wrote to stderr" not in say(capsys, "replay", str(record), "--seat", "1")
    assert complain(capsys, "replay", str(record), "--turn", "99") == "This match has turns 0 to 8, not 99."


def test_a_replay_hides_nothing_of_a_finished_match(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    record = tmp_path / "match.json"
    say(capsys, "match", "bzzz", "easy", "easy", "--time_out", "8", "--seed", "3", "--record", str(record))
    everything, seat = say(capsys, "replay", str(record)), say(capsys, "replay", str(record), "--seat", "0")
    assert everything == say(capsys, "replay", str(record), "--all")
    assert everything != seat
    assert everything.startswith("Bzzz: ")
    assert ", 8 turns, seed 3" in everything


def test_files_of_the_same_name_are_told_apart(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    for folder in ("ann", "bob"):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "bot.py").write_text("def play(view):\n    return view.legal()[0]\n")
    bots = [str(tmp_path / folder / "bot.py") for folder in ("ann", "bob")]
    result = json.loads(say(capsys, "match", "emile", *bots, "random", "--rounds", "1", "--json"))
    assert [seat["name"] for seat in result["seats"]] == ["ann/bot.py", "bob/bot.py", "random"]


@pytest.mark.parametrize("inside", [[], ["--inside"]])
def test_no_print_of_a_bot_lands_in_the_json(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, inside: list[str]
) -> None:
    (tmp_path / "bot.py").write_text("print('loaded')\ndef play(view):\n    print('hm')\n    return view.legal()[0]\n")
    words = ["match", "emile", str(tmp_path / "bot.py"), "random", "--rounds", "1", "--clock-scale", "30", "--json"]
    assert json.loads(say(capsys, *words, *inside))["seats"][0]["verdict"] == "ok"


def test_the_compilers_words_are_printed(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text("def play(view):\n    return view.\n")
    assert main(["match", "emile", str(tmp_path / "bot.py"), "random", "--rounds", "1"]) == 3
    told = capsys.readouterr()
    assert told.err == "bot.py does not compile:\nbot.py, line 2: invalid syntax\nreturn view.\n"
    assert "Seat 0, bot.py: compile: bot.py, line 2: invalid syntax | return view." in told.out


def test_bench_prints_rates(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    from ludotheque.rl import speed

    monkeypatch.setattr(speed.measure, "__defaults__", (20_000, 200))
    assert "plies/s on one core" in say(capsys, "bench", "emile")


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        ([], "The following arguments are required: COMMAND (see ludotheque --help)."),
        (["dance"], "Argument COMMAND: invalid choice: 'dance'"),
        (["rules", "chess"], "There is no game 'chess'; there are "),
        (["rules", "emile", "--lang", "de"], "The rules of Émile are not written in 'de'."),
        (["match", "emile", "random"], "Émile is played with 2 to 8 seats, not 1."),
        (["match", "emile", "random", "nobody"], "Nobody is called 'nobody'"),
        (["match", "emile", "random", "absent.py"], "There is no file absent.py."),
        (["match", "emile", "random", "random", "--rounds", "many"], "rounds is a whole number from 0 to 100000"),
        (["match", "emile", "random", "random", "--roundz", "3"], "Unrecognized arguments: --roundz 3"),
        (["match", "emile", "random", "random", "--seed", "x"], "Argument --seed: invalid int value: 'x'"),
        (["match", "emile", "random", "random", "--seed", str(2**63)], "A seed is a whole number of 64 bits"),
        (["match", "emile", "random", "random", "--teams"], "Teams are for four seats, not 2 (EM-22)."),
        (["play", "emile", "--seats", "12"], "Émile is played with 2 to 8 seats, not 12."),
        (["replay", "absent.json"], "absent.json cannot be read: No such file or directory."),
        (["match", "emile", "random", "random", "--record", "/proc/x.json"], "/proc/x.json cannot be written"),
        (["bench", "chess"], "There is no game 'chess'"),
    ],
)
def test_a_mistake_gets_a_sentence(capsys: pytest.CaptureFixture[str], words: list[str], sentence: str) -> None:
    assert complain(capsys, *words).startswith(sentence)


def test_a_file_that_is_no_record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(b"\xff\xfe\x00")
    assert complain(capsys, "replay", str(file)) == f"{file} cannot be read: it is no text."
    file.write_text("{}")
    assert complain(capsys, "replay", str(file)) == "This is no record of Ludothèque in format 1 or 2."


def sit_down(monkeypatch: pytest.MonkeyPatch, typed: str, *words: str) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    assert main(["play", "emile", *words]) == 0


@pytest.mark.parametrize("game", [name for name in lt.names() if lt.load(name).rules.observe is not None])
def test_the_terminal_does_not_print_secret_moves_of_others(
    game: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every line that names a kind of move is a choice of the person's own."""
    monkeypatch.setenv("LUDOTHEQUE_INTERPRET", "1")
    monkeypatch.setattr("sys.stdin", io.StringIO("END\nEND\nEND\nquit\n"))
    assert main(["play", game, "me", "random", "--seats", "2", "--seed", "3"]) == 0
    kinds = "|".join(kind for kind, arguments in lt.load(game).rules.MOVES.items() if arguments is not None)
    lines = [line for line in capsys.readouterr().out.splitlines() if re.search(rf"\b({kinds})\b", line)]
    assert lines and all(re.match(rf"(> )? *\d+ ({kinds})\b", line) for line in lines)


def test_playing_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """A refused move gets its sentence, a number plays, undo takes back, save keeps, quit leaves."""
    file = tmp_path / "kept.json"
    typed = f"OWN\nwhy STOP\nhelp\nSTOP\nundo\nstop\n1\nsave {file}\nsave\nquit\n"
    sit_down(monkeypatch, typed, "me", "me", "--seed", "7", "--first", "0")
    told = capsys.readouterr().out
    assert "The dice are still rolling: KEEP or STOP." in told
    assert "That move is allowed." in told
    assert "take your last decision back" in told
    assert "Player 2, seat 1" in told
    assert "Say where: save FILE" in told
    assert "You left the table." in told
    assert lt.read(file.read_text()).moves == ["0 STOP", "0 OWN"]


def test_a_whole_game_in_the_terminal_against_a_bot(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    file = tmp_path / "all.json"
    sit_down(monkeypatch, "1\n" * 200, "me", "random", "--rounds", "2", "--seed", "3", "--record", str(file))
    told = capsys.readouterr().out
    assert "random, seat 1:" in told
    assert "verdict" in told
    assert lt.read(file.read_text()).over


def test_partners_resign_together_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    people = ["me"] * 4
    sit_down(monkeypatch, "resign\nn\nresign\ny\n", *people, "--teams", "--seed", "7", "--first", "0")
    told = capsys.readouterr().out
    assert told.count("Player 3, do you resign too?") == 2
    assert "The match ended by resignation." in told


def test_a_draw_is_agreed_on_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    sit_down(monkeypatch, "draw\nn\ndraw\ny\n", "me", "me", "--seed", "7", "--first", "0")
    told = capsys.readouterr().out
    assert told.count("Player 2, do you agree to a draw?") == 2
    assert "The match ended by agreement on a draw." in told


def test_nobody_at_the_keyboard(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    sit_down(monkeypatch, "", "--seed", "7")
    assert "You left the table." in capsys.readouterr().out


def test_a_reader_who_has_read_enough() -> None:
    env = {**os.environ, "PYTHONUNBUFFERED": "1"}
    rules = subprocess.Popen(
        [sys.executable, "-m", "ludotheque.cli", "rules", "emile"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
    )
    assert rules.stdout is not None and rules.stderr is not None
    rules.stdout.read(10)
    rules.stdout.close()
    assert rules.stderr.read() == b""
    rules.stderr.close()
    assert rules.wait() == 0


@pytest.mark.parametrize(
    ("entry", "sentence"),
    [
        ("mine", "A bot is given as NAME=BOT, not 'mine'."),
        ("my bot=./bot", "A bot is given as NAME=BOT, not 'my bot=./bot'."),
        ("hard=./bot", "The name 'hard' is taken: give the program another one."),
        ("me=./bot", "The name 'me' is taken: give the program another one."),
        ("mine=nothing-of-the-kind", "There is no program 'nothing-of-the-kind' that can be started."),
    ],
)
def test_an_operators_program_has_a_name_of_its_own(
    entry: str, sentence: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert complain(capsys, "serve", "--bot", entry) == sentence


def test_an_operators_bot_may_be_a_file(tmp_path: Path) -> None:
    file = tmp_path / "bot.py"
    file.write_text("def play(view):\n    return view.legal()[0]\n")
    assert read_programs([f"mine={file}", "other=python3 bot.py"]) == {"mine": str(file), "other": "python3 bot.py"}
    file.write_text("def play(view:\n")
    with pytest.raises(GameError, match=r"bot\.py does not compile: bot\.py, line 1"):
        read_programs([f"mine={file}"])
    file.write_text("from ia import MoteurIA\n")  # a bot of the course, for its own game alone
    assert read_programs([f"mine={file}"]) == {"mine": str(file)}


def test_undo_resignation_and_draw_in_the_terminal(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """People share the keyboard: the other one is asked."""
    sit_down(monkeypatch, "STOP\nOWN\nundo\ndraw\nn\nresign\n", "me", "me", "--seed", "7", "--first", "0")
    told = capsys.readouterr().out
    assert "There is no move" in told or "Nothing can be taken back here: dice were rolled" in told
    assert "Player 1, do you agree to a draw? (y/n)" in told
    assert "The match ended by resignation." in told


@pytest.mark.slow
@pytest.mark.parametrize(
    ("command", "code", "told"),
    [
        ("games >&-", 0, ""),
        ("games > /dev/full", 2, "ludotheque: The output cannot be written: No space left on device.\n"),
        ("match emile random random --rounds 1 --json > /dev/full", 2, "The output cannot be written"),
        ("play emile me random <&- > /dev/null", None, ""),
        ("match emile random random --clock-scale nan", 2, "The clock's scale is more than 0, not nan."),
        ("rules emile --lang fr > /dev/null", 0, ""),
    ],
)
def test_odd_streams_get_no_traceback(command: str, code: int | None, told: str) -> None:
    env = {**os.environ, "LUDOTHEQUE_INTERPRET": "1", "PYTHONIOENCODING": "ascii"}
    line = f"{sys.executable} -m ludotheque.cli {command}"
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, env=env)
    assert "Traceback" not in done.stderr
    assert told in done.stderr
    assert code is None or done.returncode == code


def test_a_built_in_bot_is_a_program() -> None:
    """The same moves as in this process, one by one, over the line protocol."""
    command = f"{sys.executable} -m ludotheque.cli bot emile hard"
    matches = [lt.new("emile", seed=4, rounds=3) for _ in range(2)]
    for match, name in zip(matches, (command, "hard")):
        first = make_player(match.game, name, protocol="lines", clock_scale=100)
        lt.run(match, [first, make_player(match.game, "random")])
        assert match.verdicts == [OK, OK]
    assert matches[0].moves == matches[1].moves


def test_a_program_that_is_no_bot(capsys: pytest.CaptureFixture[str]) -> None:
    told = complain(capsys, "bot", "emile", "hrad")
    assert told.startswith("Émile has no bot 'hrad' (did you mean hard?); there are easy, medium, hard")


def test_a_bot_with_one_core_refuses_more(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bot", "emile", "easy", "--cores", "2"]) == 2
    assert "easy thinks on one core, not on 2." in capsys.readouterr().err
