"""A real Ray cluster on this machine: every node has a loopback address of its own, and a token protects it."""

import os
import secrets
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

STARTED = "Ray runtime started"
START_SECONDS = 120
TRIES = 4  # a node gives up by itself when one of its parts does not start within 15 s, on a busy machine


class Node:
    """One node: `ray start --block` and all processes that it starts."""

    def __init__(self, ip: str, head: str | None, cores: int, folder: Path, environment: dict[str, str]) -> None:
        self.ip = ip
        words = [str(Path(sys.executable).parent / "ray"), "start", "--block", f"--node-ip-address={ip}"]
        words += [f"--num-cpus={cores}", "--object-store-memory=80000000"]
        if head is None:
            words += ["--head", "--port=0", "--include-dashboard=false", f"--temp-dir={folder}"]
        else:
            words += [f"--address={head}"]
        self.log = folder.parent / f"{ip}.log"
        for _ in range(TRIES):
            self._start(words, environment)
            if self._has_started():
                return
            self.kill()
        raise TimeoutError(f"no node at {ip}: {self.log.read_text()[-2000:]}")

    def _start(self, words: list[str], environment: dict[str, str]) -> None:
        with self.log.open("w") as log:
            self.process = subprocess.Popen(words, env=environment, stdout=log, stderr=log, start_new_session=True)

    def _has_started(self) -> bool:
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            if STARTED in self.log.read_text():
                return True
            time.sleep(0.2)
        return False

    def processes(self) -> list[int]:
        """Return the node's processes, the oldest first."""
        found = [self.process.pid]
        for pid in found:
            found += [child for child, parent in list_parents() if parent == pid]
        return found

    def workers(self) -> list[int]:
        """Return the processes that play at this moment."""
        return [pid for pid in self.processes() if name_of(pid).startswith("ray::play_packed")]

    def kill(self) -> None:
        """End all of it at once, as if the machine had lost its power."""
        for pid in self.processes():
            send_kill(pid)
        self.process.wait()


def list_parents() -> list[tuple[int, int]]:
    found = []
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            found.append((int(file.parent.name), int(file.read_text().rpartition(")")[2].split()[1])))
        except OSError:
            continue  # it has ended meanwhile
    return found


def name_of(pid: int) -> str:
    try:
        return Path(f"/proc/{pid}/cmdline").read_text()
    except OSError:
        return ""


def send_kill(pid: int) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, signal.SIGKILL)


@contextmanager
def start_nodes(count: int, cores: int = 1) -> Iterator[tuple[str, list[Node]]]:
    """Yield the address of a cluster and its nodes, each with so many cores; the environment has its token."""
    added = {"RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": secrets.token_hex(32), "RAY_USAGE_STATS_ENABLED": "0"}
    added["PYTHONPATH"] = os.pathsep.join(sys.path)
    before = dict(os.environ)
    nodes: list[Node] = []
    with tempfile.TemporaryDirectory(prefix="ray", dir="/tmp", ignore_cleanup_errors=True) as folder:
        os.environ.update(added)
        try:
            for number in range(count):
                head = read_address(nodes[0]) if nodes else None
                nodes.append(Node(f"127.0.0.{number + 2}", head, cores, Path(folder) / "ray", dict(os.environ)))
            yield read_address(nodes[0]), nodes
        finally:
            for node in reversed(nodes):
                node.kill()
            os.environ.clear()
            os.environ.update(before)


def read_address(head: Node) -> str:
    """Return where the head listens, which it writes into a file."""
    found = next(head.log.parent.glob("ray/ray_current_cluster"))
    return found.read_text().strip()
