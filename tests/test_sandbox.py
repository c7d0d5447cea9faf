"""The sandbox: what a program in it can and cannot do, on every tier that this machine has."""

import subprocess
import sys
from pathlib import Path

import pytest

from ludotheque import sandbox
from ludotheque.sandbox import Limits, NoSandbox, Tier, launching, seccomp
from ludotheque.sandbox.plan import STANDARD

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


def test_a_strict_user_gets_a_sentence_without_bubblewrap(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nonexistent")
    for found in (launching.find_tier, launching.why_not_full):
        found.cache_clear()
    try:
        assert launching.require_tier() == Tier.REDUCED
        with pytest.raises(NoSandbox, match=r"only reduced \(bubblewrap is not installed\): install bubblewrap"):
            launching.require_tier(strict=True)
    finally:
        for found in (launching.find_tier, launching.why_not_full):
            found.cache_clear()


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
