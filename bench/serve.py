"""How soon the web page opens after `ludotheque serve`: from a cold cache, and from a warm one."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import ludotheque as lt
from ludotheque.terminal import print_table


def opened(cache: Path, folder: Path) -> tuple[float, float]:
    """Seconds until the address is told, and until the first page is there."""
    command = [sys.executable, "-m", "ludotheque.cli", "serve", "--port", "0", "--database", f"sqlite:///{folder}/a.db"]
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(cache)}
    started = time.monotonic()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        url = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        told = time.monotonic() - started
        urllib.request.urlopen(url).read()
        first = time.monotonic() - started
        server.kill()
    return told, first


def warm(cache: Path) -> None:
    """Compile all games into a cache."""
    names = [sys.executable, "-m", "ludotheque.web.precompile", *lt.names()]
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(cache)}
    subprocess.run(names, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name), Path(name) / "cache"
        for kind in ("cold", "warm", "warm"):
            if kind == "warm":
                warm(cache)
            told, first = opened(cache, folder)
            rows.append([kind, f"{told:.2f} s", f"{first:.2f} s"])
    print_table(["cache", "address told", "first page"], rows)


if __name__ == "__main__":
    main()
