"""Measures whether this machine times programs fairly, and how many matches it can run at once."""

import os
import statistics
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import NamedTuple

from ludotheque import cores
from ludotheque.program import Program, Pump
from ludotheque.sandbox import Launch, Tier, find_tier, launch

TURNS = 40
THINK_SECONDS, LIMIT_SECONDS = 0.02, 0.04  # a program that uses half of its time
WORKER = """
import sys, time
for line in sys.stdin:
    end = time.thread_time() + float(line)
    while time.thread_time() < end:
        pass
    sys.stdout.write("done\\n")
    sys.stdout.flush()
"""


class Answers(NamedTuple):
    """How programs did that used half of their time."""

    programs: int
    late: int  # answers after their limit
    excused: int  # of these, those that would have been in time on a free machine
    slowest: float  # seconds

    @property
    def is_fair(self) -> bool:
        return self.late == 0


def count_fair_programs(most: int | None = None) -> list[Answers]:
    """Let one program more think at the same time in each step, until an answer is late."""
    steps = []
    for programs in range(1, (most or len(cores.usable())) + 1):
        steps.append(measure(programs))
        if not steps[-1].is_fair:
            break
    return steps


def measure(programs: int) -> Answers:
    """Ask so many programs at the same time, again and again."""
    with ThreadPoolExecutor(programs) as threads:
        results = [answer for some in threads.map(run_worker, range(programs)) for answer in some]
    walls = [wall for wall, _ in results]
    late = [(wall, delay) for wall, delay in results if wall > LIMIT_SECONDS]
    excused = [wall for wall, delay in late if wall - delay <= LIMIT_SECONDS]
    return Answers(programs, len(late), len(excused), max(walls))


def run_worker(seat: int) -> list[tuple[float, float]]:
    """Return the time of each answer by the clock, and how much of it was spent waiting for a CPU."""
    pump = Pump()
    program = Program(launch_worker(), pump, cores.choose(seat))
    try:
        return [ask(program, pump, THINK_SECONDS) for _ in range(TURNS + 1)][1:]
    finally:
        program.end()


def ask(program: Program, pump: Pump, seconds: float) -> tuple[float, float]:
    program.ask(f"{seconds}\n".encode(), 10.0)
    if pump.wait(program) is None:
        raise OSError(str(program.verdict()))
    times = program.times()
    return times.wall, times.delay or 0.0


def launch_worker() -> Launch:
    return launch([sys.executable, "-I", "-S", "-u", "-c", WORKER], Path("/"))


def measure_round_trip(turns: int = 200) -> float:
    """Return the seconds that a question and an answer take for a program that does nothing, at the median."""
    pump = Pump()
    program = Program(launch_worker(), pump, cores.choose(0))
    try:
        return statistics.median([ask(program, pump, 0.0)[0] for _ in range(turns + 1)][1:])
    finally:
        program.end()


def measure_start(count: int = 5) -> float:
    """Return the seconds until a small program in the sandbox answers, at the median."""
    return statistics.median(_time_start() for _ in range(count))


def _time_start() -> float:
    pump, started = Pump(), time.monotonic()
    program = Program(launch(["/bin/cat"], Path("/")), pump, cores.choose(0))
    try:
        program.ask(b"x\n", 10.0)
        pump.wait(program)
        return time.monotonic() - started
    finally:
        program.end()


def find_warnings() -> list[str]:
    """Return what makes times on this machine uncertain."""
    found = []
    if find_tier() != Tier.FULL:
        found.append(f"the sandbox is only {find_tier()}")
    if _read("/sys/devices/system/cpu/smt/active") == "1":
        found.append("two cores can be one (SMT is on): bots beside each other slow each other down")
    governors = {_read(f"/sys/devices/system/cpu/cpu{core}/cpufreq/scaling_governor") for core in cores.usable()}
    if governors - {"", "performance"}:
        found.append(f"the frequency of the cores changes ({', '.join(sorted(governors - {''}))})")
    if any(line.split()[1:] and not line.startswith("Filename") for line in _read("/proc/swaps").splitlines()):
        found.append("swap is on")
    if os.getloadavg()[0] > 0.5:
        found.append(f"something else runs here (load {os.getloadavg()[0]:.1f})")
    if _steal() > 0:
        found.append("this is a virtual machine, and its host has taken time from it")
    return found


def _steal() -> int:
    first = _read("/proc/stat").partition("\n")[0].split()
    return int(first[8]) if len(first) > 8 else 0


def _read(file: str) -> str:
    try:
        return Path(file).read_text().strip()
    except OSError:
        return ""


def describe(steps: Sequence[Answers]) -> str:
    """Say how many matches of two programs can run at the same time."""
    fair = max((one.programs for one in steps if one.is_fair), default=0)
    if fair == 0:
        return "not even one program at a time: the machine is too busy"
    if fair == 1:
        return "1 program at a time: matches where both think at once are asked one after the other"
    return f"{fair} programs at a time: {fair // 2} match{'es' if fair > 3 else ''} of two programs that think at once"
