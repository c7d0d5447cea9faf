"""A real nginx in front of several servers, with the configuration that the docs show."""

import re
import shutil
import subprocess
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest

from ludotheque.checks.server import free_port

EXAMPLE = Path(__file__).parents[2] / "deploy" / "nginx.conf"
PLACES = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")  # folders that nginx wants even if it never uses them


@contextmanager
def run_nginx(ports: Sequence[int], folder: Path) -> Iterator[str]:
    """Start nginx in front of servers on these ports, and return its address."""
    program = shutil.which("nginx") or shutil.which("nginx", path="/usr/sbin")
    if program is None:
        pytest.skip("nginx is missing: install the package nginx")
    port = free_port()
    file = folder / "nginx.conf"
    file.write_text(make_configuration(ports, port, folder))
    process = subprocess.Popen([program, "-c", str(file), "-e", str(folder / "nginx.log"), "-p", str(folder)])
    try:
        wait_for(f"http://127.0.0.1:{port}/health/live")
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait(20)


def make_configuration(ports: Sequence[int], port: int, folder: Path) -> str:
    servers = iter(ports)
    site = re.sub(r"127\.0\.0\.1:\d+", lambda _: f"127.0.0.1:{next(servers)}", EXAMPLE.read_text())
    site = site.replace("listen 80;", f"listen 127.0.0.1:{port};")
    places = "".join(f"{place}_temp_path {folder / place};\n" for place in PLACES)
    http = f"http {{\naccess_log off;\n{places}{site}}}\n"
    return f"daemon off;\nuser root;\npid {folder / 'nginx.pid'};\nevents {{ worker_connections 4096; }}\n{http}"


def wait_for(url: str, seconds: float = 30) -> None:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        try:
            if httpx.get(url, timeout=5).status_code == 200:
                return
        except httpx.TransportError:
            pass
        time.sleep(0.05)  # it does not listen yet, and there is no event to wait for
    raise AssertionError(f"{url} does not answer")
