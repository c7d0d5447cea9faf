"""Time from `ludotheque serve` to the first web page, with a cold and with a warm cache."""

import os
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

import ludotheque as lt
from ludotheque.terminal import print_table


def measure_start(cache: Path, folder: Path) -> tuple[float, float]:
    """Return the seconds until the address is printed, and until the first page is loaded."""
    command = [sys.executable, "-m", "ludotheque.cli", "serve", "--port", "0", "--database", f"sqlite:///{folder}/a.db"]
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(cache)}
    started = time.monotonic()
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, env=environment
    ) as server:
        assert server.stdout is not None
        url = next(word for word in server.stdout.readline().split() if word.startswith("http"))
        printed = time.monotonic() - started
        urllib.request.urlopen(url).read()
        first = time.monotonic() - started
        server.kill()
    return printed, first


def fill_cache(cache: Path) -> None:
    """Compile all games."""
    names = [sys.executable, "-m", "ludotheque.web.precompile", *lt.names()]
    environment = {**os.environ, "LUDOTHEQUE_CACHE": str(cache)}
    subprocess.run(names, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, env=environment)


def main() -> None:
    rows = []
    with tempfile.TemporaryDirectory() as name:
        folder, cache = Path(name), Path(name) / "cache"
        for kind in ("cold", "warm", "warm"):
            if kind == "warm":
                fill_cache(cache)
            printed, first = measure_start(cache, folder)
            rows.append([kind, f"{printed:.2f} s", f"{first:.2f} s"])
    print_table(["cache", "address printed", "first page"], rows)


if __name__ == "__main__":
    main()
