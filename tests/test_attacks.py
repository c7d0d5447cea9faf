"""All attacks of tests/attacks are contained, as root and as a plain user; nothing outlives the referee."""

import json
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from ludotheque import sandbox
from tests.processes import running

RUNNER = Path(__file__).with_name("attack_runner.py")
SOURCE = RUNNER.parent.parent / "src"
ENVIRONMENT = {"LUDOTHEQUE_INTERPRET": "1", "PYTHONDONTWRITEBYTECODE": "1", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin"}

pytestmark = [pytest.mark.slow, pytest.mark.skipif(bool(sandbox.why_not_full()), reason=str(sandbox.why_not_full()))]


def run_attacks(
    python: str, environment: Mapping[str, str], folder: Path, *words: str, user: Mapping[str, object] | None = None
) -> None:
    env = {**ENVIRONMENT, **environment, "LUDOTHEQUE_CACHE": str(folder / "cache"), "HOME": str(folder)}
    command = [python, str(RUNNER), "--json", *words]
    done = subprocess.run(command, env=env, capture_output=True, text=True, cwd="/", **user or {})  # type: ignore[call-overload]
    assert done.returncode == 0, done.stderr
    results = json.loads(done.stdout)
    assert len(results) >= (len(words) - 2 if words else 34)
    assert {one["name"]: one["wrong"] for one in results if one["wrong"]} == {}


def test_attacks_by_this_user(tmp_path: Path) -> None:
    run_attacks(sys.executable, {"PYTHONPATH": str(SOURCE)}, tmp_path)


def test_attacks_without_bubblewrap(tmp_path: Path) -> None:
    """On the reduced tier; those whose way out is another one there."""
    names = ["escape", "fork", "good", "kill_others", "network", "read_files", "read_referee", "write_files"]
    names += ["close_pipes", "bzzz/frames", "alchemy/escape"]
    words = ["--tier", "reduced", *(f"{name}.py" for name in names)]
    run_attacks(sys.executable, {"PYTHONPATH": str(SOURCE)}, tmp_path, *words)


def test_attacks_by_a_plain_user(tmp_path: Path) -> None:
    if os.geteuid() != 0:
        pytest.skip("this user is a plain user already")
    nobody = pwd.getpwnam("nobody")
    user = {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": []}
    packages = [path for path in sys.path if path.endswith("site-packages")]
    path = os.pathsep.join([str(SOURCE), *packages])
    for python in (sys.executable, "/usr/bin/python3"):  # the first may be in a folder of root
        try:
            subprocess.run(
                [python, "-c", "import numpy"], env={"PYTHONPATH": path}, check=True, capture_output=True, **user
            )  # type: ignore[call-overload]
        except (OSError, subprocess.CalledProcessError):
            continue
        folder = Path("/tmp", f"attacks-{os.getpid()}")  # pytest's own folders are closed to others
        folder.mkdir()
        os.chown(folder, nobody.pw_uid, nobody.pw_gid)
        try:
            run_attacks(python, {"PYTHONPATH": path}, folder, user=user)
        finally:
            shutil.rmtree(folder)
        return
    pytest.skip("a plain user has no Python here that can import NumPy")


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGKILL])
@pytest.mark.parametrize("trusted", [True, False])
def test_no_program_outlives_the_referee(tmp_path: Path, number: int, trusted: bool) -> None:
    """A program that ignores signals and the end of its input."""
    bot = tmp_path / f"stubborn_{number}_{trusted}.py"
    bot.write_text(
        "import signal, time\nfor n in (1, 2, 15): signal.signal(n, signal.SIG_IGN)\n"
        "input()\nopen(2, 'w').write('here')\nwhile True: time.sleep(1)\n"
    )
    name = f"{sys.executable} {bot}" if trusted else str(bot)
    words = ["match", "emile", name, "random", "--clock-scale", "100", "--protocol", "lines"]
    env = {**os.environ, **ENVIRONMENT, "PYTHONPATH": str(SOURCE), "LUDOTHEQUE_CACHE": str(tmp_path / "cache")}
    command = [sys.executable, "-m", "ludotheque.cli", *words]
    with_hangup = lambda: signal.signal(signal.SIGHUP, signal.SIG_DFL)  # noqa: E731  # nohup would have it ignored
    quiet = subprocess.DEVNULL
    referee = subprocess.Popen(command, env=env, stdout=quiet, stderr=quiet, preexec_fn=with_hangup)
    file = bot if trusted else bot.name
    wait_until(lambda: any("python" in first_word(process) for process in running(file)))
    referee.send_signal(number)
    assert referee.wait(20) != 0
    wait_until(lambda: not running(file))


def first_word(process: str) -> str:
    try:
        return Path("/proc", process, "cmdline").read_text().partition("\0")[0]
    except OSError:
        return ""


def wait_until(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 20
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.02)
