"""Programs that play Ghost in the Cell as in the contest: real processes, lines, clocks, verdicts and scores."""

import json
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque.match import Match
from ludotheque.process import ProcessSeat
from ludotheque.record import OK
from ludotheque.seat import make_player, protocol_of

SEED = 5
BOT = """
import os, signal, sys, time
count = int(input())
links = [tuple(map(int, input().split())) for _ in range(int(input()))]
turn = 0
while True:
    entities = [input().split() for _ in range(int(input()))]
    mine = [int(e[0]) for e in entities if e[1] == "FACTORY" and e[2] == "1"]
    turn += 1
    BEFORE
    print(LINE, flush=True)
    AFTER
"""

Script = Callable[..., str]


@pytest.fixture
def bot(tmp_path: Path) -> Script:
    """Return a function that writes a contest bot: its line, and what it does before and after that."""

    def write(line: str = '"WAIT"', before: str = "pass", after: str = "pass", name: str = "bot.py") -> str:
        file = tmp_path / name
        file.write_text(BOT.replace("LINE", line).replace("BEFORE", before).replace("AFTER", after))
        return f"{sys.executable} {file}"

    return write


def play(*commands: str, seconds: tuple[float, float] = (20.0, 20.0), seed: int = SEED) -> Match:
    """Play a match of programs that use the contest's protocol; check that none of them is left running."""
    game = lt.load("ghost")
    match = lt.new("ghost", seed=seed)
    lt.run(match, [ProcessSeat(command, protocol_of(game, "contest"), seconds) for command in commands])
    assert match.over
    again = lt.read(match.record().write())
    assert (again.outcome, again.verdicts) == (match.outcome, match.verdicts)
    for command in commands:
        assert has_gone(command.split()[-1])
    return match


def has_gone(file: str) -> bool:
    """Return whether the process of this file is gone, a moment after it was killed."""
    for _ in range(100):
        if not is_running(file):
            return True
        time.sleep(0.02)
    return False


def is_running(file: str) -> bool:
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            if file in entry.read_bytes().decode(errors="replace").split("\0"):
                return True
        except OSError:
            continue
    return False


def check_failure(bad: str, bot: Script, verdict: str, seconds: tuple[float, float] = (20.0, 20.0)) -> Match:
    """Seat 0 fails: it is out with no cyborgs, the other seat plays that turn and wins (GC-15)."""
    match = play(bad, bot(name="good.py"), seconds=seconds)
    assert match.verdicts[0].startswith(verdict), match.verdicts
    assert match.verdicts[1] == OK
    assert match.outcome[0] == (0,)
    assert match.outcome[1][0] > 0
    assert match.ranks == [2, 1]
    return match


def test_two_bots_that_wait_play_two_hundred_turns(bot: Script) -> None:
    match = play(bot(name="one.py"), bot(name="two.py"))
    assert match.verdicts == [OK, OK]
    assert match.view().turn == 200
    assert match.ranks == [1, 1]


def test_the_message_of_a_bot_is_stored(bot: Script) -> None:
    """GC-22: MSG, the last one of a line."""
    match = play(bot('f"MSG turn {turn};MSG hi {turn}"', after="if turn == 3: sys.exit()"), bot(name="two.py"))
    assert [note["said"] for note in match.notes.values() if "said" in note] == ["hi 1", "hi 2", "hi 3"]


def test_a_bot_that_conquers(bot: Script) -> None:
    """A bot whose orders depend on what it reads."""
    attack = '";".join(f"MOVE {f} {1 + f % 2} 2" for f in mine) or "WAIT"'
    match = play(bot(attack), bot(name="two.py"))
    assert match.verdicts == [OK, OK]
    assert any("MOVE" in move for move in match.moves)


def test_a_program_plays_against_a_built_in_bot(bot: Script) -> None:
    game = lt.load("ghost")
    match = lt.new("ghost", seed=SEED)
    program = ProcessSeat(bot(), protocol_of(game, "contest"), (20.0, 20.0))
    lt.run(match, [make_player(game, "medium"), program])
    assert match.verdicts == [OK, OK]
    assert match.ranks == [1, 2]


@pytest.mark.clock
def test_a_bot_that_never_answers(bot: Script) -> None:
    match = check_failure(bot(before="time.sleep(1000)"), bot, "timeout: ", (0.4, 0.4))
    assert match.moves[-2:] == ["0 OUT", "1 END"]


@pytest.mark.clock
def test_a_bot_that_answers_late(bot: Script) -> None:
    """GC-23: the first turn has more time than the others."""
    match = check_failure(bot(before="time.sleep(0.5 if turn == 3 else 0)"), bot, "timeout: ", (20.0, 0.25))
    assert match.view().turn == 3


def test_a_bot_that_floods_its_output(bot: Script) -> None:
    """GC-22: lines beyond the first stay queued for the next turns."""
    flood = "print('WAIT'); print('WAIT'); print('DANCE', flush=True); time.sleep(1000)"
    assert check_failure(bot(after=flood), bot, "illegal: 'DANCE'").view().turn == 4


@pytest.mark.clock
def test_a_bot_that_writes_half_a_line(bot: Script) -> None:
    half = bot(before="sys.stdout.write('MOVE 1'); sys.stdout.flush(); time.sleep(1000)")
    match = check_failure(half, bot, "timeout: ", (0.4, 0.4))
    assert "only 'MOVE 1' without an end of line" in match.verdicts[0]


def test_a_bot_that_writes_no_utf8(bot: Script) -> None:
    """In a message any byte will do; in an order it is a bad one."""
    message = bot(before="sys.stdout.buffer.write(b'WAIT;MSG caf\\xe9\\n'); sys.stdout.flush(); continue")
    match = play(message, bot(name="two.py"))
    assert match.verdicts == [OK, OK]
    assert match.notes[1] == {"said": "caf\ufffd"}
    order = bot(before="sys.stdout.buffer.write(bytes([77, 255, 10])); sys.stdout.flush()", name="three.py")
    check_failure(order, bot, "illegal: 'M\ufffd': this is no order")


@pytest.mark.slow
def test_a_bot_that_sends_a_hundred_thousand_orders_in_a_line(bot: Script) -> None:
    """They are carried out: all cyborgs leave, in one troop."""
    many = bot("';'.join([f'MOVE {mine[0]} 0 1'] * 100_000) if turn == 1 else 'WAIT'")
    match = play(many, bot(name="two.py"))
    assert match.verdicts == [OK, OK]
    start = lt.new("ghost", seed=SEED).view().stock[1]
    assert match.moves[0] == f"0 MOVE 1 0 {start}"


@pytest.mark.parametrize("turn", [1, 4])
def test_a_bot_that_dies(bot: Script, turn: int) -> None:
    match = check_failure(
        bot(before=f"turn == {turn} and sys.exit('no more')"), bot, "crash: exit code 1; stderr: no more"
    )
    assert match.view().turn == turn


def test_a_bot_that_closes_its_input(bot: Script) -> None:
    check_failure(bot(after="os.close(0)"), bot, "crash: exit code 1; stderr: ")


def test_the_orders_before_a_bad_part_are_carried_out(bot: Script) -> None:
    """GC-15, GC-16"""
    match = check_failure(bot("'MOVE 1 0 2;MOVE x'"), bot, "illegal: 'MOVE x': this is no order")
    assert match.moves[:2] == ["0 MOVE 1 0 2", "0 OUT"]


def test_both_out_is_a_draw(bot: Script) -> None:
    match = play(bot("'DANCE'"), bot("'DANCE'", name="two.py"))
    assert match.outcome == [(0,), (0,)]
    assert match.ranks == [1, 1]


@pytest.mark.clock
def test_on_the_command_line(bot: Script) -> None:
    """The command of the manual gives the same bytes twice."""
    command = [sys.executable, "-m", "ludotheque.cli", "match", "ghost", bot(), "medium"]
    command += ["--seed", "5", "--league", "2", "--clock-scale", "30", "--json"]
    one, two = (subprocess.run(command, capture_output=True, text=True, check=True).stdout for _ in range(2))
    assert one == two
    result = json.loads(one)
    assert (result["options"]["league"], result["seed"]) == (2, 5)
    assert [seat["verdict"] for seat in result["seats"]] == [OK, OK]


def test_a_sample_bot_is_a_program_too() -> None:
    """speak(play): the same moves in a separate process as in this one."""
    game = lt.load("ghost")
    file = game.folder / "bots" / "medium.py"
    matches = [lt.new("ghost", seed=9, league=1) for _ in range(2)]
    for match, name in zip(matches, (f"{sys.executable} {file}", "medium")):
        lt.run(match, [make_player(game, name, protocol="lines", clock_scale=100), make_player(game, "easy")])
        assert match.verdicts == [OK, OK]
    assert matches[0].moves == matches[1].moves
