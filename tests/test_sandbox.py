"""The sandbox: what a program in it can and cannot do, on every tier that this machine has."""

import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from ludotheque import sandbox
from ludotheque.commands.playing import say_how_programs_run
from ludotheque.game import load
from ludotheque.sandbox import Limits, NoSandbox, Tier, launching, leftovers, seccomp
from ludotheque.sandbox.plan import STANDARD
from ludotheque.seat import make_player

CONFINED = [Tier.FULL, Tier.REDUCED]
PYTHON = "/usr/bin/python3"


@pytest.fixture(autouse=True)
def _needs_bubblewrap() -> None:
    if sandbox.why_not_full():
        pytest.skip(f"the full sandbox does not work here: {sandbox.why_not_full()}")


def run(
    tier: Tier, *words: str, folder: Path, readable: tuple[Path, ...] = (), limits: Limits = STANDARD
) -> "subprocess.CompletedProcess[str]":
    plan = launching.make_plan(words, folder, readable=readable, limits=limits)
    made = launching.launch_plan(plan, tier)
    process = made.start(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    out, errors = process.communicate(timeout=30)
    made.end()
    return subprocess.CompletedProcess(words, process.returncode, out.decode(), errors.decode())


@pytest.mark.parametrize("tier", CONFINED)
def test_a_program_reads_its_own_files_and_no_others(tier: Tier, tmp_path: Path) -> None:
    mine, other = tmp_path / "mine", tmp_path / "other"
    mine.write_text("mine")
    other.write_text("other")
    assert run(tier, "cat", str(mine), folder=tmp_path, readable=(mine,)).stdout == "mine"
    for file in (other, Path("/etc/shadow"), Path("/etc/passwd")):
        done = run(tier, "cat", str(file), folder=tmp_path, readable=(mine,))
        assert done.stdout == ""
        assert done.returncode == 1


@pytest.mark.parametrize("tier", CONFINED)
def test_a_program_starts_no_process_and_opens_no_socket(tier: Tier, tmp_path: Path) -> None:
    code = """
import os, socket, threading
def attempt(action):
    try:
        print(action())
    except OSError as error:
        print(error.strerror)
attempt(os.fork)
attempt(socket.socket)
thread = threading.Thread(target=print, args=["a thread"])
thread.start(), thread.join()
"""
    done = run(tier, PYTHON, "-c", code, folder=tmp_path)
    assert done.stdout.splitlines() == [
        "Operation not permitted",
        "Address family not supported by protocol",
        "a thread",
    ]


@pytest.mark.parametrize("tier", CONFINED)
def test_a_program_sees_nothing_of_the_referee_in_its_environment(
    tier: Tier, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET", "hunter2")
    code = "import os; print(*os.environ); print(open('/proc/1/environ').read())"
    assert "SECRET" not in run(tier, PYTHON, "-c", code, folder=tmp_path).stdout


def test_this_python_starts_in_the_sandbox(tmp_path: Path) -> None:
    folders = tuple(sandbox.interpreter_folders())
    done = run(Tier.FULL, sys.executable, "-c", "import numpy; print('ok')", folder=tmp_path, readable=folders)
    assert (done.stdout, done.stderr) == ("ok\n", "")


@pytest.fixture
def no_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    monkeypatch.setenv("PATH", "/nonexistent")
    for found in (launching.find_tier, launching.why_not_full):
        found.cache_clear()
    yield
    for found in (launching.find_tier, launching.why_not_full):
        found.cache_clear()


def test_a_strict_user_gets_a_sentence_without_bubblewrap(no_bubblewrap: None) -> None:
    assert launching.require_tier() == Tier.REDUCED
    with pytest.raises(NoSandbox, match=r"only reduced \(bubblewrap is not installed\): install bubblewrap"):
        launching.require_tier(strict=True)


STRANGERS = {
    "emile": ("bot.py", "def play(view): return view.legal()[0]\n"),
    "ghost": ("bot.js", "while (true) { readline(); print('WAIT'); }\n"),
    "alchemy": ("champion.c", '#include "prologin.h"\nvoid jouer_tour(void) {}\n'),
    "bzzz": ("bot.py", "from ia import MoteurIA\nclass Bot(MoteurIA): pass\n"),
}


@pytest.mark.parametrize("game", STRANGERS)
def test_all_strangers_are_refused_or_announced_alike(
    game: str, tmp_path: Path, no_bubblewrap: None, capsys: pytest.CaptureFixture[str]
) -> None:
    """Also champions of a contest: nothing of them is even compiled where the sandbox is too weak."""
    name, text = STRANGERS[game]
    bot = tmp_path / name
    bot.write_text(text)
    with pytest.raises(NoSandbox):
        make_player(load(game), str(bot), strict=True)
    if game in ("alchemy", "bzzz"):  # the others are compiled here, which needs a PATH
        say_how_programs_run([make_player(load(game), str(bot))])
        told = capsys.readouterr().err
        assert told.startswith("Sandbox: reduced (Landlock")
        assert "For the full sandbox install bubblewrap" in told


UNTIED = """
import subprocess, sys, time
from pathlib import Path
from ludotheque.sandbox import bubblewrap, launch
tied = bubblewrap._namespaces
bubblewrap._namespaces = lambda as_root: [option for option in tied(as_root) if option != "--die-with-parent"]
made = launch(["/usr/bin/sleep", "1000"], Path("/"))
made.start(stdin=subprocess.PIPE)
while made.find_process() is None: time.sleep(0.01)
print(made.find_process(), flush=True)
time.sleep(1000)
"""


def test_a_program_whose_referee_was_killed_too_early_ends_at_the_next_start() -> None:
    """This one does not die with its referee, as if bubblewrap had not come so far."""
    with subprocess.Popen([sys.executable, "-c", UNTIED], stdout=subprocess.PIPE) as referee:
        assert referee.stdout is not None
        program = Path("/proc", referee.stdout.readline().decode().strip())
        while "sleep" not in (program / "cmdline").read_text():
            time.sleep(0.01)
        leftovers.end_leftovers()
        time.sleep(0.1)
        assert program.exists()
        referee.kill()
    assert program.exists()
    leftovers.end_leftovers()
    end = time.monotonic() + 20
    while program.exists():
        assert time.monotonic() < end
        time.sleep(0.01)


def test_a_file_that_only_root_may_read_is_named(tmp_path: Path) -> None:
    closed = tmp_path / "closed"
    closed.write_text("x")
    closed.chmod(0o600)
    with pytest.raises(sandbox.Unreadable, match="can be read by root alone"):
        launching.check_readable([closed])


@pytest.mark.parametrize("machine", seccomp.ARCHITECTURES)
def test_a_filter_is_made_for_every_machine(machine: str) -> None:
    """Only that of this machine can be run; the kernel runs no other."""
    program = seccomp.make_filter(machine=machine)
    assert len(program) % 8 == 0
    assert len(program) // 8 < 4096
    assert seccomp.ARCHITECTURES[machine].audit.to_bytes(4, "little") in program


def test_a_source_file_includes_only_what_it_may_read(tmp_path: Path) -> None:
    source, secret = tmp_path / "bot.c", tmp_path / "secret.h"
    secret.write_text("int secret;\n")
    for line in (f'#include "{secret}"', '#include "/etc/passwd"'):
        source.write_text(line + "\nint main(void) { return 0; }\n")
        with sandbox.scratch_folder() as output:
            built = sandbox.build(["gcc", str(source), "-o", "bot"], output, readable=[source])
            assert "No such file or directory" in built.message
            assert not built.is_ok
            assert not list(output.iterdir())
    assert not output.exists()


def test_a_source_file_becomes_a_program(tmp_path: Path) -> None:
    source = tmp_path / "bot.c"
    source.write_text('#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n')
    with sandbox.scratch_folder() as output:
        assert sandbox.build(["gcc", str(source), "-o", "bot"], output, readable=[source]).is_ok
        done = run(Tier.FULL, str(output / "bot"), folder=output, readable=(output / "bot",))
        assert done.stdout == "hello\n"


def test_a_compiler_that_takes_too_long_is_stopped(tmp_path: Path) -> None:
    with sandbox.scratch_folder() as output:
        built = sandbox.build(["sleep", "1000"], output, seconds=0.2)
    assert built.why == "more than 0.2 s"
    assert not built.is_ok


def test_a_folder_that_a_killed_process_left_is_removed() -> None:
    code = "import os, sys; from ludotheque import sandbox\nwith sandbox.scratch_folder() as folder:\n"
    code += "    print(folder, flush=True)\n    os._exit(0)\n"
    left = Path(subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout.strip())
    assert left.is_dir()
    with sandbox.scratch_folder():
        assert not left.exists()
