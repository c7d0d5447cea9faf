"""Programs at the table: the line protocol, the clock, and one test for each way in which a program fails."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.bot_files import NoSuchBot
from ludotheque.cli import main
from ludotheque.match import Match
from ludotheque.process import ProcessSeat
from ludotheque.protocol import LineProtocol
from ludotheque.record import OK
from ludotheque.seat import is_command, make_player
from tests.processes import left_behind

GOOD = """
import sys
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "legal":
        legal = rest.split("; ")
    if word == "go":
        turn += 1
        BEFORE
        print(legal[-1], flush=True)
        AFTER
"""

Script = Callable[..., str]


@pytest.fixture
def script(tmp_path: Path) -> Script:
    """A program that plays well but for what it does before or after its answer."""

    def write(before: str = "pass", after: str = "pass", text: str = GOOD, name: str = "bot.py") -> str:
        file = tmp_path / name
        file.write_text(
            "import os, sys, time, signal\nturn = 0\n" + text.replace("BEFORE", before).replace("AFTER", after)
        )
        return f"{sys.executable} {file}"

    return write


def match_of(command: str, seconds: tuple[float, float] = (20.0, 20.0), rounds: int = 6) -> Match:
    """A match of this program at seat 0 against a bot; afterwards none of its processes is left."""
    emile = lt.load("emile")
    match = lt.new("emile", seats=2, seed=5, rounds=rounds, first=0)
    lt.run(match, [ProcessSeat(command, LineProtocol, seconds), make_player(emile, "random")])
    assert match.over
    assert match.verdicts[1] == OK
    assert lt.read(match.record().write()).moves == match.moves
    assert not left_behind(command.split()[-1])
    return match


def verdict(command: str, seconds: tuple[float, float] = (20.0, 20.0)) -> str:
    match = match_of(command, seconds)
    assert match.ranks == [2, 1]
    return match.verdicts[0]


def test_a_good_program_plays_a_whole_match(script: Script) -> None:
    match = match_of(script())
    assert match.verdicts == [OK, OK]
    assert len(match.times) == match.ply and all(times.wall >= 0 for times in match.times.values())


def test_stderr_is_kept_until_there_is_too_much_of_it(script: Script) -> None:
    """64 KiB of a match, then a mark; the failing turn's end is kept all the same."""
    match = match_of(script("print('x' * 20_000, file=sys.stderr); turn == 6 and sys.exit('no more')"))
    written = [note["stderr"] for _, note in sorted(match.notes.items()) if "stderr" in note]
    assert "".join(written[:-1]).count("x") <= 1 << 16
    assert sum(text.endswith("[cut: more than 64 KiB in this match]\n") for text in written) == 1
    assert written[-1].endswith("no more\n")


def test_it_says_things_beside_its_moves(script: Script) -> None:
    text = GOOD.replace("print(legal[-1]", 'print(legal[-1], "# ça va ?"').replace(
        "BEFORE", "sys.stderr.write('hm\\\\n')"
    )
    match = match_of(script(text=text))
    first = match.notes[next(ply for ply, (seat, _) in enumerate(match.played, 1) if seat == 0)]
    assert first["said"] == "ça va ?"
    assert match.verdicts[0] == OK


def test_what_was_said_appears_in_the_replay(
    script: Script, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without what would disturb a terminal."""
    file = tmp_path / "match.json"
    match = match_of(
        script(text=GOOD.replace("print(legal[-1]", "print(legal[-1], '# hi' + chr(27) + '[2J'")), rounds=1
    )
    file.write_text(match.record().write())
    assert main(["replay", str(file)]) == 0
    told = capsys.readouterr().out
    assert "(seat 0): hi?[2J" in told
    assert "\x1b" not in told


@pytest.mark.clock
def test_a_program_that_never_answers(script: Script) -> None:
    assert verdict(script("time.sleep(1000)"), (0.3, 0.3)).startswith("timeout: ")


@pytest.mark.clock
def test_a_program_that_answers_too_late(script: Script) -> None:
    """The first answer has its own limit, every other the second one."""
    late = script("time.sleep(0.6 if turn > 1 else 0)")
    assert " ms used of 200 ms" in verdict(late, (20.0, 0.2))
    assert match_of(late, (20.0, 20.0), rounds=1).verdicts[0] == OK


def test_a_program_that_writes_lines_that_nobody_asked_for(script: Script) -> None:
    """They stay for the next questions, as in a pipe; here one of them is no move."""
    assert verdict(script(after="print('x' * 70, flush=True)")).startswith("illegal: 'xxxxx")


def test_a_program_that_floods_its_output(script: Script) -> None:
    found = verdict(script(after="while turn < 99: print(legal[-1])"))
    assert found.startswith(("flood: more than 32 KiB beyond its answer", "illegal: "))


def test_a_program_that_floods_without_an_end_of_line(script: Script) -> None:
    found = verdict(script("\n        while True: sys.stdout.write('x' * 65536)"))
    assert found == "flood: 4 MiB without an end of line"


def test_a_program_that_floods_its_errors(script: Script) -> None:
    """What it writes to stderr is kept in part and stops nobody."""
    match = match_of(script("sys.stderr.write('e' * 1_000_000)"), rounds=2)
    assert match.verdicts[0] == OK


@pytest.mark.clock
def test_a_program_that_writes_half_a_line(script: Script) -> None:
    half = script("sys.stdout.write('KEEP 1'); sys.stdout.flush(); time.sleep(1000)")
    assert ", only 'KEEP 1' without an end of line" in verdict(half, (0.4, 0.4))


def test_a_program_that_writes_no_utf8(script: Script) -> None:
    bytes_out = "sys.stdout.buffer.write(bytes([255, 254, 10])); sys.stdout.flush()"
    assert verdict(script(bytes_out)).startswith("illegal: '��' is no move; a move is KEEP")


def test_a_program_that_sends_a_hundred_thousand_moves(script: Script) -> None:
    found = verdict(script("print('; '.join([legal[0]] * 100_000), flush=True)"))
    assert found.startswith("illegal: ")


def test_a_program_that_sends_an_empty_line(script: Script) -> None:
    assert verdict(script("print(flush=True)")) == "illegal: an empty line"


@pytest.mark.parametrize("turn", [1, 3])
def test_a_program_that_dies(script: Script, turn: int) -> None:
    """With its exit code and its last words."""
    dying = script(f"if turn == {turn}: sys.stderr.write('one\\ntwo\\nthree\\nout of luck\\n'); sys.exit(7)")
    assert verdict(dying) == "crash: exit code 7; stderr: two | three | out of luck"


def test_a_program_that_is_killed(script: Script) -> None:
    assert verdict(script("os.kill(os.getpid(), signal.SIGSEGV)")) == "crash: killed by SIGSEGV"


def test_a_program_that_raises(script: Script) -> None:
    found = verdict(script("1 / 0"))
    assert found.startswith("crash: exit code 1; stderr: ")
    assert found.endswith("ZeroDivisionError: division by zero")


@pytest.mark.clock
def test_a_program_that_closes_its_input(script: Script) -> None:
    """It cannot be told anything more; its answers to what it never read are judged like any other."""
    text = "os.close(0)\nfor _ in range(3): print('STOP', flush=True)\ntime.sleep(1000)\n"
    assert verdict(script(text=text), (0.5, 0.5)).startswith(("illegal: ", "timeout: "))


def test_a_program_that_closes_its_output(script: Script) -> None:
    assert verdict(script("os.close(1); time.sleep(1000)")) == "crash: closed its output"


def test_a_program_that_does_not_read(script: Script) -> None:
    """The pipe is full long before the match is over, and the referee does not wait for it."""
    text = "while True:\n    print('STOP', flush=True)\n    time.sleep(0.001)\n"
    assert verdict(script(text=text)).startswith("illegal: ")


def test_a_program_that_starts_others(script: Script) -> None:
    """They end with it."""
    forking = script("if turn == 1 and os.fork() == 0: time.sleep(1000)")
    match_of(forking, rounds=1)


@pytest.mark.clock
def test_a_program_that_will_not_end(script: Script) -> None:
    deaf = script("signal.signal(signal.SIGTERM, signal.SIG_IGN)", text=GOOD + "\nwhile True: time.sleep(1)\n")
    started = time.monotonic()
    match_of(deaf, rounds=1)
    assert time.monotonic() - started < 15


def test_a_program_that_cannot_be_started(tmp_path: Path) -> None:
    file = tmp_path / "noise"
    file.write_bytes(b"\x7fELF")
    file.chmod(0o755)
    assert match_of(str(file)).verdicts[0].startswith("crash: ")
    assert match_of(str(tmp_path / "absent")).verdicts[0] == "crash: cannot be started: No such file or directory"


def test_commands_and_names() -> None:
    assert is_command("python3 bot.py")
    assert is_command("./bot")
    assert not is_command("bot.py")
    assert not is_command("bots/mine.py")
    assert not is_command("random")
    emile = lt.load("emile")
    with pytest.raises(NoSuchBot, match=r"There is no program '\./absent' that can be started"):
        make_player(emile, "./absent")
    with pytest.raises(NoSuchBot, match="is no command: No closing quotation"):
        make_player(emile, "python3 'x")


def test_what_the_line_protocol_says() -> None:
    match = lt.new("emile", seats=2, seed=7, first=1)
    lines = LineProtocol(match)
    assert lines.lines(1)[:7] == [
        "ludotheque 1",
        "game emile 1",
        "seat 1 of 2",
        "options first=1 rounds=200 teams=off anticlockwise=off toasts=off",
        "clock 1000 1000",
        "moves KEEP ones fives brelan; STOP; OWN; OTHER seat",
        f"random {match.random_seeds[1]}",
    ]
    match.play("STOP")
    assert lines.lines(1) == ["phase 1", f"gain {match.view().gain}", "legal OWN; OTHER 0", "go"]
    assert lines.read(1, " own ; # hello").moves == ["own"]
    assert lines.read(1, "OWN # hello").notes == {"said": "hello"}


@pytest.mark.slow
def test_a_python_bot_is_a_program(tmp_path: Path) -> None:
    """speak(play) at the end of a bot's file: the same moves as the function itself."""
    file = tmp_path / "mine.py"
    file.write_text(
        "def play(view):\n    return view.legal()[len(view.legal()) // 2]\n"
        'if __name__ == "__main__":\n    from ludotheque.protocol import speak\n    speak(play)\n'
    )
    emile = lt.load("emile")
    program, function = (
        make_player(emile, f"{sys.executable} {file}", clock_scale=30),
        make_player(emile, str(file), inside=True),
    )
    matches = [lt.new("emile", seats=2, seed=5, rounds=6) for _ in range(2)]
    for match, player in zip(matches, (program, function)):
        lt.run(match, [player, make_player(emile, "random")])
        assert match.verdicts == [OK, OK]
    assert matches[0].moves == matches[1].moves


def test_lines_that_are_none_of_the_protocol(tmp_path: Path) -> None:
    code = "from ludotheque.protocol import speak\nspeak(lambda view: 'STOP')"
    env = {**os.environ, "LUDOTHEQUE_INTERPRET": "1"}
    done = subprocess.run([sys.executable, "-c", code], input="hello 3\n", capture_output=True, text=True, env=env)
    assert "These lines are not the line protocol in version 1." in done.stderr


@pytest.mark.slow
def test_on_the_command_line(script: Script, tmp_path: Path) -> None:
    command = [sys.executable, "-m", "ludotheque.cli", "match", "emile", script(), "random", "--seed", "3"]
    command += ["--rounds", "2", "--clock-scale", "30", "--protocol", "lines", "--json"]
    one, two = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert one == two
    assert [seat["verdict"] for seat in json.loads(one)["seats"]] == [OK, OK]
