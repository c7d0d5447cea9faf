"""What one visitor can do to a server: each attack with its figure (python -m bench.attacks; all on 127.0.0.1)."""

import argparse
import json
import resource
import socket
import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory

import httpx

import ludotheque as lt
from ludotheque.checks.server import Server
from tests.web.guest import Guest

DESCRIPTORS = 1024
PATIENCE = 20.0  # seconds to wait for the home page
LONG = 20_000  # plies


@contextmanager
def running(**settings: str) -> Iterator[Server]:
    """Start a server that has DESCRIPTORS file descriptors, and cannot raise that."""
    with TemporaryDirectory() as folder:
        server = Server(f"sqlite:///{folder}/tables.db", Path(folder), {"LUDOTHEQUE_INTERPRET": "1", **settings})
        server.prefix = ("prlimit", f"--nofile={DESCRIPTORS}:{DESCRIPTORS}")
        server.start()
        try:
            yield server
        finally:
            server.kill()


def visit() -> httpx.Client:
    """Return somebody else, who comes from another address."""
    return httpx.Client(transport=httpx.HTTPTransport(local_address="127.0.0.2"), timeout=PATIENCE)


def seconds_for(url: str) -> float:
    """Return how long somebody else waits for a page."""
    started = time.monotonic()
    try:
        with visit() as client:
            client.get(url)
    except httpx.HTTPError:
        return float("inf")
    return time.monotonic() - started


def send_half_requests() -> str:
    """1,100 connections that never finish their headers; then somebody asks for the home page."""
    with running() as server, ExitStack() as stack:
        size = server.log.stat().st_size
        for _ in range(1100):
            with suppress(OSError):
                wire = stack.enter_context(socket.create_connection(("127.0.0.1", server.port), timeout=1))
                wire.sendall(b"GET / HTTP/1.1\r\nHost: x\r\nX-Slow: ")
        at_once = seconds_for(f"{server.url}/")
        time.sleep(3)
        grown = server.log.stat().st_size - size
        return f"home page after {at_once:.2f} s; the log grew by {grown / 1024:.0f} KiB"


def time_kept_alive() -> str:
    with running() as server, httpx.Client(base_url=server.url) as client:
        client.get("/api/games")
        times = []
        for _ in range(30):
            started = time.perf_counter()
            client.get("/api/games")
            times.append(time.perf_counter() - started)
    return f"median {statistics.median(times) * 1000:.1f} ms"


def open_many_tables() -> str:
    """Open tables with a new cookie each time, then as another address would."""
    with running(LUDOTHEQUE_TABLES_PER_DAY="300") as server:
        body = {"game": "emile", "seats": ["me", "easy"]}
        opened = 0
        for _ in range(400):
            with Guest(server.url) as guest:
                opened += guest.send("/api/tables", body).status_code == 201
        with visit() as other:
            answer = other.post(f"{server.url}/api/tables", json=body, headers={"Origin": server.url})
    return f"400 tries opened {opened} tables; another address then gets {answer.status_code}"


def upload_much() -> str:
    with running() as server, Guest(server.url) as guest:
        body, sent, started = b"[" + b" " * 4 * 2**20, 0, time.monotonic()
        for _ in range(40):
            with suppress(httpx.TransportError):
                sent += guest.http.post("/api/records", content=body).status_code != 429
        spent = time.monotonic() - started
    return f"{sent * 4} MiB of 160 were read in {spent:.1f} s"


def forge_addresses() -> str:
    """Change something 400 times, each time as if forwarded for another address."""
    with running() as server, Guest(server.url) as guest:
        sent = [
            guest.http.post("/tables/x/sit/y", headers={"X-Forwarded-For": f"10.0.{n // 250}.{n % 250}"}).status_code
            for n in range(400)
        ]
    return f"{sent.count(429)} of 400 refused"


def make_long_record() -> str:
    match = lt.new("bzzz", 2, seed=1, time_out=100_000)
    for _ in range(LONG):
        match.play("END", match.active[0])
    return match.record().write()


def ask_for_stories() -> str:
    """Eight long stories at once, from one address; meanwhile somebody asks for the home page."""
    text = make_long_record()
    with running(LUDOTHEQUE_INTERPRET="0") as server, Guest(server.url) as guest:
        answer = guest.http.post("/api/records", content=text)
        assert answer.status_code == 201, answer.text
        url = f"{server.url}{answer.json()['url']}/story"
        usual = seconds_for(f"{server.url}/")
        with ThreadPoolExecutor(8) as pool:
            stories = [pool.submit(httpx.get, f"{url}?n={n}", timeout=600) for n in range(8)]
            time.sleep(0.5)
            homes = [seconds_for(f"{server.url}/") for _ in range(5)]
            codes = [story.result().status_code for story in stories]
    return f"home page {max(homes):.2f} s at worst (usually {usual:.2f}); stories {codes}"


def match_long_names() -> str:
    with running() as server, Guest(server.url) as guest:
        name = " is a whole number from " * 200 + " to " * 800
        started = time.monotonic()
        guest.send("/api/tables?lang=fr", {"game": "emile", "seats": ["me", "easy"], "options": {name: 1}})
        named = time.monotonic() - started
        asked = seconds_for(f"{server.url}/api/games/{'x' * 6000}?lang=fr")
        return f"option name {named:.3f} s; name of a game {asked:.3f} s"


def ask_oddly() -> str:
    """Requests that were answered with status 500, or with a traceback in the log."""
    with running() as server, Guest(server.url) as guest:
        record = lt.new("emile", seed=1).record().write()
        moved = json.dumps({**json.loads(record), "moves": [f"{2**64} STOP"]})
        surrogate = b'{"game": "emile", "seats": ["me", "easy"], "options": {"\\ud800": 1}}'
        answers = [
            guest.get(f"/replays/x/plies/{'9' * 5000}"),
            guest.http.post("/api/tables", content=surrogate, headers={"Content-Type": "application/json"}),
            guest.http.post("/api/records", content=moved),
            guest.http.post("/api/records", content=record, headers={"Origin": "http://[evil"}),
        ]
        tracebacks = server.output().count("Traceback")
    return f"status {[answer.status_code for answer in answers]}, {tracebacks} tracebacks in the log"


def stop_by_sigterm() -> str:
    """Open tables, end the server, and look at the files of its database."""
    with running() as server, Guest(server.url) as guest:
        for _ in range(50):
            guest.open("emile", "me", "easy")
        server.terminate()
        file = server.log.parent / "tables.db"
        sizes = {name: path.stat().st_size for name in ("", "-wal") if (path := Path(f"{file}{name}")).exists()}
    return ", ".join(f"tables.db{name} has {size} bytes" for name, size in sizes.items())


ATTACKS: dict[str, Callable[[], str]] = {
    "long names": match_long_names,
    "half-sent requests": send_half_requests,
    "tables without a cookie": open_many_tables,
    "uploads": upload_much,
    "forged addresses": forge_addresses,
    "long stories": ask_for_stories,
    "keep-alive GET": time_kept_alive,
    "odd requests": ask_oddly,
    "SIGTERM": stop_by_sigterm,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("attacks", nargs="*", choices=[*ATTACKS, []], help="all, if none is named")
    wanted = parser.parse_args().attacks or list(ATTACKS)
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    for name in wanted:
        print(f"{name:<24} {ATTACKS[name]()}", flush=True)


if __name__ == "__main__":
    main()
