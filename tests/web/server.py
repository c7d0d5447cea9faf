"""A server of the tests' own: a real process on a free port."""

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
    """`ludotheque serve` on one database; it may be killed and started again, and keeps its port."""

    def __init__(self, database: str, folder: Path, environment: dict[str, str] | None = None) -> None:
        self.database = database
        self.log = folder / "server.log"
        self.environment = environment or {}
        self.port = free_port()
        self.process: subprocess.Popen[bytes] | None = None

    def __enter__(self) -> "Server":
        return self.start()

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        """It ends with its test, which fails if the server has had a failure that nobody was told of."""
        self.kill()
        assert error is not None or "Traceback" not in self.told(), self.told()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    def start(self) -> "Server":
        words = ["serve", "--host", "127.0.0.1", "--port", str(self.port), "--database", self.database]
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "ludotheque.cli", *words],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                env={**os.environ, **self.environment},
            )
        try:
            self._wait_until_it_answers()
        except BaseException:
            self.kill()
            raise
        return self

    def kill(self) -> None:
        """As a power cut would end it."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As somebody at the keyboard would end it."""
        self._end(signal.SIGINT)

    def told(self) -> str:
        """Everything that it has written to its terminal."""
        return self.log.read_text("utf-8")

    def _wait_until_it_answers(self) -> None:
        assert self.process is not None
        until = time.monotonic() + START_SECONDS
        while time.monotonic() < until:
            assert self.process.poll() is None, f"the server has ended:\n{self.told()}"
            try:
                httpx.get(f"{self.url}/api/openapi.json", timeout=START_SECONDS)
                return
            except httpx.TransportError:
                time.sleep(0.02)  # it does not listen yet, and there is nothing else to wait for
        raise AssertionError(f"the server does not answer:\n{self.told()}")

    def _end(self, how: signal.Signals) -> None:
        if self.process is not None:
            self.process.send_signal(how)  # does nothing to one that has ended by itself
            self.process.wait(START_SECONDS)
            self.process = None


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port
