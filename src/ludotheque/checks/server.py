"""A server for the tests: a real process on a free port."""

import os
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from types import TracebackType

import httpx

START_SECONDS = 60


class Server:
    """`ludotheque serve` on one database. It can be killed and started again, on the same port."""

    def __init__(self, database: str, folder: Path, environment: dict[str, str] | None = None) -> None:
        self.database = database
        self.log = folder / "server.log"
        self.environment = environment or {}
        self.prefix: tuple[str, ...] = ()  # a command that starts the server's command, such as prlimit
        self.options: tuple[str, ...] = ()  # further words of the command `serve`
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None
        self._checked = 0  # letters of the log that `check_log` has seen

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """Kill the server and check its log."""
        self.kill()
        if error is None:
            self.check_log()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", self.database]
        words += self.options
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [*self.prefix, sys.executable, "-m", "ludotheque.cli", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
            )
        try:
            self._wait_until_ready()
        except BaseException:
            self.kill()
            raise
        return self

    def kill(self) -> None:
        """End it like a power cut."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """End it like Ctrl-C."""
        self._end(signal.SIGINT)

    def terminate(self) -> None:
        """End it like an init system."""
        self._end(signal.SIGTERM)

    def output(self) -> str:
        """Return everything that the server has written to its terminal."""
        return self.log.read_text("utf-8")

    def check_log(self) -> None:
        """Assert that the log has no traceback since the last check."""
        log = self.output()
        unseen, self._checked = log[self._checked :], len(log)
        assert "Traceback" not in unseen, unseen

    def _wait_until_ready(self) -> None:
        assert self.process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, f"the server has ended:\n{self.output()}"
            try:
                httpx.get(f"{self.url}/api/openapi.json", timeout=START_SECONDS)
                return
            except httpx.TransportError:
                time.sleep(0.02)  # it does not listen yet, and there is no event to wait for
        raise AssertionError(f"the server does not answer:\n{self.output()}")

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)  # does nothing if the process has ended
            self.process.wait(START_SECONDS)
            self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
