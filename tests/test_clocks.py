"""Fair clocks: a seat's time runs from its question to its answer, whatever others or the machine do meanwhile."""

import subprocess
import sys
import time
from pathlib import Path

import pytest

import ludotheque as lt
from ludotheque import clock_check
from ludotheque.cli import main
from ludotheque.clock_check import Answers, describe
from ludotheque.game import TimeBank
from ludotheque.match import Match
from ludotheque.meter import Meter
from ludotheque.process import Clock, ProcessSeat
from ludotheque.protocol import LineProtocol
from ludotheque.record import OK
from ludotheque.seat import FunctionSeat, make_player
from ludotheque.view import View

pytestmark = pytest.mark.clock

PROGRAM = """
import sys, time
START
turn = 0
for line in sys.stdin:
    word, _, rest = line.strip().partition(" ")
    if word == "legal":
        legal = rest.split("; ")
    if word == "go":
        turn += 1
        THINK
        print(ANSWER, flush=True)
"""


def seat(
    folder: Path,
    clock: Clock | tuple[float, float],
    think: str = "pass",
    start: str = "",
    answer: str = "legal[-1]",
    name: str = "bot.py",
    protocol: type[LineProtocol] = LineProtocol,
) -> ProcessSeat:
    file = folder / name
    file.write_text(PROGRAM.replace("START", start).replace("THINK", think).replace("ANSWER", answer))
    return ProcessSeat(f"{sys.executable} -S {file}", protocol, clock)


def play_emile(player: ProcessSeat, rounds: int = 3) -> Match:
    match = lt.new("emile", seats=2, seed=5, rounds=rounds, first=0)
    return lt.run(match, [player, make_player(match.game, "random")])


def own_walls(match: Match, seat: int) -> list[float]:
    return [times.wall for ply, times in match.times.items() if match.played[ply - 1].seat == seat]


def test_no_clock_runs_while_a_function_thinks(tmp_path: Path) -> None:
    """In Ghost all seats are asked at the same time; the function in the lower seat is slower than the limit."""

    def slow(view: View) -> str:
        time.sleep(0.5 if view.turn < 4 else 0)
        return "END"

    match = lt.new("ghost", seed=5)
    lt.run(match, [FunctionSeat("slow", slow), seat(tmp_path, (0.4, 0.4), answer="'END'")])
    assert match.verdicts == [OK, OK]
    assert max(own_walls(match, 1)) < 0.4


def test_all_questions_are_made_before_the_first_clock_starts(tmp_path: Path) -> None:
    class Slow(LineProtocol):
        def lines(self, seat: int) -> list[str]:
            if seat == 1 and self.match.view().turn < 3:
                time.sleep(0.5)
            return super().lines(seat)

    match = lt.new("ghost", seed=5)
    quick = [seat(tmp_path, (0.4, 0.4), answer="'END'", protocol=Slow) for _ in range(2)]
    lt.run(match, quick)
    assert match.verdicts == [OK, OK]


def test_an_answer_is_late_even_if_the_referee_waits_for_somebody_else(tmp_path: Path) -> None:
    slow = seat(tmp_path, (5.0, 5.0), "time.sleep(0.6 if turn == 2 else 0)", answer="'END'", name="slow.py")
    late = seat(tmp_path, (5.0, 0.2), "time.sleep(0.4 if turn == 2 else 0)", answer="'END'", name="late.py")
    match = lt.run(lt.new("ghost", seed=5), [slow, late])
    assert match.verdicts[0] == OK
    assert match.verdicts[1].startswith("timeout: 4")
    assert match.verdicts[1].endswith(" ms used of 200 ms")


def test_starting_is_not_part_of_the_first_turn(tmp_path: Path) -> None:
    match = play_emile(seat(tmp_path, (0.4, 0.4), start="time.sleep(0.8)"))
    assert match.verdicts == [OK, OK]
    assert max(own_walls(match, 0)) < 0.4


def test_starting_has_a_limit_of_its_own(tmp_path: Path) -> None:
    match = play_emile(seat(tmp_path, Clock(5.0, 5.0, start=0.3), start="time.sleep(1000)"))
    assert match.verdicts[0] == "timeout: has read nothing within 0.3 s"


def test_the_time_of_the_first_turn_runs_from_the_first_line_that_is_read(tmp_path: Path) -> None:
    """Not from the last one: a program may not read half of its question and then think for as long as it may start."""
    match = play_emile(seat(tmp_path, (0.3, 5.0), start="sys.stdin.buffer.raw.read(5); time.sleep(1)"))
    assert match.verdicts[0].endswith(" ms used of 300 ms")


def test_a_bank_is_for_the_whole_match(tmp_path: Path) -> None:
    clock = Clock(5.0, 5.0, TimeBank(1.0))
    match = play_emile(seat(tmp_path, clock, "time.sleep(0.3)"), rounds=20)
    assert match.verdicts[0].startswith("timeout: ")
    assert 2 <= len(own_walls(match, 0)) <= 4
    kept = Clock(5.0, 5.0, TimeBank(1.0, bonus=0.4))
    assert play_emile(seat(tmp_path, kept, "time.sleep(0.3)"), rounds=4).verdicts[0] == OK


def test_the_record_has_the_cpu_and_the_delay_of_every_answer(tmp_path: Path) -> None:
    burn = "end = time.process_time() + 0.03\n        while time.process_time() < end: pass"
    match = play_emile(seat(tmp_path, (5.0, 5.0), burn))
    used = [times for ply, times in match.times.items() if match.played[ply - 1].seat == 0]
    assert used
    for times in used:
        assert times.cpu is not None and times.delay is not None
        assert 0.02 < times.cpu <= times.wall + 0.01
    assert lt.read(match.record().write()).times == match.times


def test_a_program_that_a_busy_machine_kept_waiting_is_not_punished(tmp_path: Path) -> None:
    """Two processes burn its core: it needs 30 ms of 50, and gets a third of the core."""
    burn = "end = time.process_time() + 0.03\n        while time.process_time() < end: pass"
    player = seat(tmp_path, (5.0, 0.05), burn)
    match = lt.new("emile", seats=2, seed=5, rounds=6, first=0)
    player.begin(match, 0)
    player.close()
    assert player.core is not None
    busy = ["taskset", "-c", str(player.core), sys.executable, "-S", "-c", "while True: pass"]
    burners = [subprocess.Popen(busy) for _ in range(2)]
    try:
        lt.run(match, [player, make_player(match.game, "random")])
    finally:
        for burner in burners:
            burner.kill()
            burner.wait()
    assert match.verdicts[0].kind in ("ok", "host")
    excused = [note["host"] for note in match.notes.values() if "host" in note]
    assert excused
    assert excused[0].endswith(" ms late because the machine was busy")


def test_threads_that_wait_for_each_other_are_no_excuse(tmp_path: Path) -> None:
    """A program has one core; its own threads keep it busy."""
    start = "import threading\ndef spin():\n    while True: pass\n"
    start += "for _ in range(4): threading.Thread(target=spin, daemon=True).start()"
    match = play_emile(
        seat(tmp_path, (5.0, 0.1), "end = time.monotonic() + 0.3\n        while time.monotonic() < end: pass", start)
    )
    assert match.verdicts[0].startswith("timeout: ")


def test_threads_that_have_ended_are_measured_too() -> None:
    """Else a program could hide its time in them, and call the delay of another thread the machine's fault."""
    burn = "def burn():\n    while time.thread_time() < 0.2: pass\n"
    run = "one = threading.Thread(target=burn); one.start(); one.join(); print(flush=True); input()"
    command = [sys.executable, "-S", "-c", f"import threading, time\n{burn}{run}"]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        meter = Meter(process.pid)
        assert process.stdout is not None and process.stdout.readline() == b"\n"
        used = meter.read()
        meter.close()
        process.kill()
    assert used is not None and used.cpu >= 0.2


def test_a_program_thinks_on_one_core(tmp_path: Path) -> None:
    player = seat(tmp_path, (5.0, 5.0), "import os; sys.stderr.write(str(len(os.sched_getaffinity(0))))")
    match = play_emile(player)
    assert {note["stderr"] for note in match.notes.values() if "stderr" in note} == {"1"}


def test_the_machine_is_measured(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clock_check, "TURNS", 3)
    assert main(["clock"]) in (0, 1)
    told = capsys.readouterr().out
    assert "Question and answer: " in told
    assert "Fair: " in told


def test_what_is_said_of_a_machine() -> None:
    fair, busy = Answers(2, 0, 0, 0.03), Answers(3, 4, 4, 0.09)
    assert describe([Answers(1, 0, 0, 0.03), fair, busy]).startswith("2 programs at a time: 1 match of two programs")
    assert describe([Answers(1, 3, 3, 0.1)]).startswith("not even one program")
