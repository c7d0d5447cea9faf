"""Runs every attack of tests/attacks in a real match and says whether the sandbox held.

    python tests/attack_runner.py [--json] [--tier reduced] [NAME …]

Each file says in its first lines what it tries and which verdict it must get, in all tiers or in one. An attack is
contained if it gets that verdict, reports nothing on stderr that worked, its rival plays on undisturbed, and nothing is
left of it afterwards: no process, no open file of the referee, no file. A folder has the attacks of files that were
written for a game's original contest, and that run inside its host.
"""

import argparse
import json
import os
import sys
import tempfile
import time
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

import ludotheque as lt
from ludotheque import sandbox
from ludotheque.bot_files import BotCommand
from ludotheque.compile import cache_root
from ludotheque.process import Clock, ProcessSeat
from ludotheque.protocol import LineProtocol
from ludotheque.record import Verdict
from ludotheque.sandbox import MIB, Limits, leftovers
from ludotheque.seat import make_player

ATTACKS = Path(__file__).absolute().parent / "attacks"
PYTHON = "/usr/bin/python3"
SECONDS = 20.0  # for an answer, where the attack does not say otherwise
BUILD_SECONDS = 3.0
SECRET = "HUNTER2"


@dataclass
class Result:
    """What became of an attack; `wrong` is empty if it was contained."""

    name: str
    about: str
    verdict: str
    seconds: float
    wrong: list[str]


def list_attacks() -> list[str]:
    files = [file for file in ATTACKS.rglob("*.*") if file.name != "attack.py" and file.parent.name != "__pycache__"]
    hidden = [] if can_import_numpy() else [file for file in files if file.parent.name == "alchemy"]
    return sorted(str(file.relative_to(ATTACKS)) for file in files if file not in hidden)


def can_import_numpy() -> bool:
    """Alchemy's host needs NumPy, and in the sandbox there is only what belongs to the interpreter."""
    return any(Path(np.__file__).is_relative_to(folder) for folder in (*sandbox.interpreter_folders(), Path("/usr")))


def read_header(file: Path) -> dict[str, str]:
    """Return what the first lines of a file say."""
    lines = [line.lstrip("/# ").strip() for line in file.read_text().splitlines() if line.startswith(("#", "//"))]
    facts = dict(line.split(": ", 1) for line in lines[1:] if ": " in line and not line.startswith("include"))
    return {"about": lines[0], **facts}


def run_attack(name: str, canary: Path) -> Result:
    file = ATTACKS / name
    header = read_header(file)
    started, before = time.monotonic(), list_open_files()
    attack = play_contest if file.parent != ATTACKS else try_to_compile if file.suffix == ".cpp" else play
    verdict, wrong = attack(file, header, canary)
    expected = header.get(sandbox.find_tier(), header["verdict"])
    if not verdict.startswith(expected):
        wrong.append(f"verdict {verdict}, not {expected}")
    wrong += find_remains(before)
    return Result(name, header["about"], str(verdict), round(time.monotonic() - started, 2), wrong)


def play(file: Path, header: dict[str, str], canary: Path) -> tuple[Verdict, list[str]]:
    """Play a match between an attack and a program without bad intentions."""
    match = lt.new("emile", seats=2, seed=5, rounds=3, first=0)
    with sandbox.scratch_folder() as output:
        words = [str(output / "bot")] if file.suffix == ".c" else [PYTHON, "-u", "-B", str(file)]
        if file.suffix == ".c" and not sandbox.build(["gcc", str(file), "-o", "bot"], output, readable=[file]).is_ok:
            return Verdict("compile"), ["does not compile"]
        readable = (ATTACKS, output) if file.suffix == ".c" else (ATTACKS,)
        command = BotCommand((*words, str(canary), str(os.getpid())), ATTACKS, readable=readable, limits=limits(header))
        rival = BotCommand((PYTHON, "-u", "-B", str(ATTACKS / "good.py"), "-", "0"), ATTACKS)
        seconds = float(header.get("clock", SECONDS))
        clock = Clock(seconds, seconds, start=float(header.get("start", SECONDS)))
        players = [ProcessSeat("attack", LineProtocol, clock, command)]
        players.append(ProcessSeat("rival", LineProtocol, Clock(SECONDS, SECONDS), rival))
        lt.run(match, players)
    told = "".join(note.get("stderr", "") for note in match.notes.values()) + match.verdicts[0]
    wrong = [line for line in told.splitlines() if line.startswith("BROKEN")]
    if match.verdicts[1] != "ok":
        wrong.append(f"its rival: {match.verdicts[1]}")
    return match.verdicts[0], wrong


SHORT = {"bzzz": {"time_out": 3}, "alchemy": {}}  # matches of few turns, where the game has an option for it


def play_contest(file: Path, header: dict[str, str], canary: Path) -> tuple[Verdict, list[str]]:
    """Play a match between an attack in the host of its contest and a bot of ours."""
    game = file.parent.name
    match = lt.new(game, seats=2, seed=5, **SHORT[game])
    scale = float(header.get("clock", SECONDS)) / match.game.clock_seconds[1]
    lt.run(match, [make_player(match.game, str(file), clock_scale=scale), make_player(match.game, "random")])
    told = "".join(note.get("stderr", "") for note in match.notes.values())
    wrong = [line for line in told.splitlines() if line.startswith(("BROKEN", "root:"))]
    if match.verdicts[1] != "ok":
        wrong.append(f"its rival: {match.verdicts[1]}")
    return match.verdicts[0], wrong


def limits(header: dict[str, str]) -> Limits:
    memory, cpu = int(header.get("memory", 512)) * MIB, int(header.get("cpu", 600))
    return Limits(memory=memory, cpu_seconds=cpu)


def try_to_compile(file: Path, header: dict[str, str], canary: Path) -> tuple[Verdict, list[str]]:
    with sandbox.scratch_folder() as output:
        words = ["g++", str(file), "-o", "bot"]
        few = sandbox.BUILD_LIMITS._replace(memory=256 * MIB)
        built = sandbox.build(words, output, readable=[file], limits=few, seconds=BUILD_SECONDS)
    if built.is_ok:
        return Verdict(), ["it compiles"]
    wrong = ["it shows the file"] if "root:" in built.message else []
    return Verdict("compile", built.why or built.message.strip().partition("\n")[0]), wrong


def list_open_files() -> set[str]:
    """Return the open files by number and kind."""
    return {f"{number} {os.readlink(f'/proc/self/fd/{number}')}" for number in map(int, _numbers("/proc/self/fd"))}


def _numbers(folder: str) -> list[str]:
    return [name for name in os.listdir(folder) if os.path.islink(f"{folder}/{name}")]


def find_remains(before: set[str]) -> list[str]:
    """Return what is left of a match: processes, open files, files."""
    end = time.monotonic() + 5
    while (processes := find_processes()) and time.monotonic() < end:
        time.sleep(0.01)
    files = [str(file) for file in (cache_root() / "scratch").glob(f"{os.getpid()}-*")]
    opened = sorted(list_open_files() - before)
    remains = {"processes": processes, "files": files, "open files": opened}
    return [f"{what} left: {', '.join(some)}" for what, some in remains.items() if some]


def find_processes() -> list[str]:
    """Return the processes that run a file of the attacks, or have this process as their referee."""
    found, mark = [], f"{leftovers.NAME}={leftovers.make_mark()}"
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            words = (folder / "cmdline").read_bytes().decode(errors="replace").split("\0")
            is_ours = mark in (folder / "environ").read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        is_attack = any(word.startswith(f"{ATTACKS}{os.sep}") for word in words)
        if (is_ours or is_attack) and folder.name != str(os.getpid()):
            found.append(f"{folder.name} {' '.join(words[:3])}")
    return found


def run_all(names: list[str]) -> list[Result]:
    os.environ["SECRET"] = SECRET
    with tempfile.TemporaryDirectory() as folder:
        canary = Path(folder) / "canary"
        canary.write_text(SECRET)
        run_attack("good.py", canary)  # opens what stays open for the life of the process
        return [run_attack(name, canary) for name in names]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("names", nargs="*", default=list_attacks())
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--tier", choices=list(sandbox.Tier))
    arguments = parser.parse_args()
    if arguments.tier:
        os.environ["LUDOTHEQUE_SANDBOX"] = arguments.tier
    results = run_all(arguments.names)
    if arguments.json:
        print(json.dumps([asdict(result) for result in results]))
        return 0
    print(f"user {os.geteuid()}, sandbox {sandbox.find_tier()}")
    for one in results:
        print(f"{'held' if not one.wrong else 'BROKEN':7} {one.name:20} {one.seconds:5.1f} s  {one.verdict[:60]}")
        for wrong in one.wrong:
            print(f"        {wrong}")
    broken = [one for one in results if one.wrong]
    print(f"{len(results) - len(broken)} of {len(results)} attacks contained")
    return 1 if broken else 0


if __name__ == "__main__":
    sys.exit(main())
