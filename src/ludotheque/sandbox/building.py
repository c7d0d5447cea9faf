"""Runs compilers in the sandbox: a source file may include only what it may read, and cannot compile for ever."""

import contextlib
import os
import selectors
import shutil
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from ludotheque.compile import cache_root
from ludotheque.sandbox.launching import Launch, launch_plan, make_plan, require_tier
from ludotheque.sandbox.plan import MIB, Limits

BUILD_LIMITS = Limits(
    memory=2048 * MIB, threads=128, cpu_seconds=120, file_bytes=256 * MIB, open_files=1024, scratch=256 * MIB
)
BUILD_SECONDS = 60.0
BUILD_MEMORY = 2560 * MIB  # of all processes of a compiler together
LONGEST_MESSAGE = 1 << 16
WATCH_SECONDS = 0.05


class Built(NamedTuple):
    """How a compiler ended: `why` is empty, or says why it was stopped; `message` is what it printed."""

    code: int
    message: str
    why: str = ""

    @property
    def is_ok(self) -> bool:
        return self.code == 0 and not self.why


def build(
    words: Sequence[str],
    output: Path,
    *,
    readable: Sequence[Path] = (),
    environment: Mapping[str, str] | None = None,
    limits: Limits = BUILD_LIMITS,
    seconds: float = BUILD_SECONDS,
    strict: bool = False,
) -> Built:
    """Run a compiler in `output`, the only folder that it can write to, and wait for its end."""
    plan = make_plan(
        words,
        output,
        readable=readable,
        writable=[output],
        environment={"LC_ALL": "C.UTF-8", **(environment or {})},
        limits=limits,
        processes=True,
    )
    launch = launch_plan(plan, require_tier(strict))
    try:
        process = launch.start(stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        with process:
            message, why = _watch(launch, process, time.monotonic() + seconds, seconds)
            end(launch, process)
        return Built(process.returncode, message, why)
    finally:
        launch.end()


def _watch(launch: Launch, process: "subprocess.Popen[bytes]", deadline: float, seconds: float) -> tuple[str, str]:
    """Read what it prints until it ends; return that, and why it must be stopped."""
    assert process.stdout is not None
    os.set_blocking(process.stdout.fileno(), False)
    text = bytearray()
    with selectors.DefaultSelector() as selector:
        selector.register(process.stdout, selectors.EVENT_READ)
        while True:
            if selector.select(WATCH_SECONDS):
                data = process.stdout.read(LONGEST_MESSAGE)
                if data == b"":
                    break
                text += (data or b"")[: LONGEST_MESSAGE - len(text)]
            if time.monotonic() > deadline:
                return text.decode(errors="replace"), f"more than {seconds:g} s"
            if measure_memory(launch.find_first_process()) > BUILD_MEMORY:
                return text.decode(errors="replace"), f"more than {BUILD_MEMORY // MIB} MiB of memory"
    with contextlib.suppress(subprocess.TimeoutExpired):
        process.wait(max(0.0, deadline - time.monotonic()))
        return text.decode(errors="replace"), ""
    return text.decode(errors="replace"), f"more than {seconds:g} s"


def end(launch: Launch, process: "subprocess.Popen[bytes]") -> None:
    """Kill a compiler and all that it started, if it still runs."""
    if process.poll() is None:
        launch.signal(signal.SIGKILL)
        with contextlib.suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)


def measure_memory(process: int | None) -> int:
    """Return the bytes in memory of a process and all that it started."""
    return sum(_resident(one) for one in family(process))


def family(process: int | None) -> Iterator[int]:
    """Yield a process and those that it started, and that these started."""
    if process is None:
        return
    yield process
    for task in _list(f"/proc/{process}/task"):
        with contextlib.suppress(OSError):
            for child in Path(f"/proc/{process}/task/{task}/children").read_text().split():
                yield from family(int(child))


def _list(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


@contextlib.contextmanager
def scratch_folder() -> Iterator[Path]:
    """A folder for as long as the block runs. What a killed process left behind goes when the next one is made."""
    root = cache_root() / "scratch"
    root.mkdir(parents=True, exist_ok=True)
    _remove_abandoned(root)
    folder = Path(tempfile.mkdtemp(prefix=f"{os.getpid()}-", dir=root))
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def _remove_abandoned(root: Path) -> None:
    for folder in root.iterdir():
        owner = folder.name.partition("-")[0]
        if owner.isdigit() and not Path("/proc", owner).exists():
            shutil.rmtree(folder, ignore_errors=True)
