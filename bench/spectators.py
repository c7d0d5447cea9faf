"""Delay until 200 spectators of a live game see a move, while one of them never reads (python -m bench.spectators)."""

import argparse
import asyncio
import gzip
import json
import os
import random
import socket
import statistics
import time
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path
from tempfile import TemporaryDirectory as temporary
from typing import Any

from websockets.asyncio.client import ClientConnection, connect

import ludotheque as lt
from ludotheque.checks.server import Server
from ludotheque.terminal import print_table
from tests.web.guest import Guest
from tests.web.seated_table import random_choice

SETTINGS = {
    "LUDOTHEQUE_VISITS": "100000",
    "LUDOTHEQUE_CONNECTIONS_PER_ADDRESS": "100000",
    "LUDOTHEQUE_IDLE_SECONDS": "3600",
}
WARM_UP = 5  # moves that are not counted: the server still announces the new spectators


class Watcher:
    """A client that counts frames and notes when the last one came; only players decode it."""

    def __init__(self, wire: ClientConnection, plays: bool) -> None:
        self.wire, self.plays = wire, plays
        self.arrived, self.count = 0.0, 0
        self.frame: dict[str, Any] = {}
        self.news = asyncio.Event()
        self.reading = asyncio.create_task(self._read())

    async def _read(self) -> None:
        async for message in self.wire:
            if isinstance(message, bytes):
                self.arrived, self.count = time.perf_counter(), self.count + 1
                if self.plays:
                    self.frame |= json.loads(gzip.decompress(message))
                self.news.set()

    async def until_active(self) -> dict[str, Any]:
        while not (self.frame.get("legal") or self.frame.get("over")):
            self.news.clear()
            await self.news.wait()
        return self.frame

    async def until_after(self, moment: float) -> float:
        """Return the time of the first frame after `moment`."""
        while self.arrived < moment:
            self.news.clear()
            await self.news.wait()
        return self.arrived


@asynccontextmanager
async def watching(guest: Guest, id: str, plays: bool = False) -> AsyncIterator[Watcher]:
    headers = {"Cookie": guest.cookies}
    url = f"{guest.url.replace('http', 'ws', 1)}/tables/{id}/live"
    async with connect(url, additional_headers=headers, compression=None, max_size=2**24, proxy=None) as wire:
        watcher = Watcher(wire, plays)
        await watcher.until_after(1e-9)
        yield watcher
        watcher.reading.cancel()


def wait_until_ready(server: Server) -> None:
    """Wait until every game is compiled: before that, tables use the interpreter, while the compiler runs."""
    with Guest(server.url) as guest:
        for game in lt.names():
            guest.socket(guest.open(game, "me", "friend").id).until(lambda frame: frame["ready"])


def open_silent_socket(server: Server, id: str) -> socket.socket:
    """Open a spectator's socket with a small buffer that is never read."""
    silent = socket.socket()
    silent.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    silent.connect(("127.0.0.1", server.port))
    lines = [f"GET /tables/{id}/live HTTP/1.1", f"Host: 127.0.0.1:{server.port}", "Connection: Upgrade"]
    lines += ["Upgrade: websocket", "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==", "", ""]
    silent.sendall("\r\n".join(lines).encode())
    return silent


async def measure_delays(server: Server, game: str, spectators: int, moves: int) -> list[float]:
    """Return the seconds from sending a move until each spectator has its frame."""
    ada, bob, eve = (Guest(server.url, name) for name in ("Ada", "Bob", "Eve"))
    opened = ada.open(game, "me", "friend")
    bob.sit(opened.invitations[0])
    taken: list[float] = []
    async with AsyncExitStack() as stack:
        players = [await stack.enter_async_context(watching(who, opened.id, plays=True)) for who in (ada, bob)]
        silent = open_silent_socket(server, opened.id)
        watchers = [await stack.enter_async_context(watching(eve, opened.id)) for _ in range(spectators - 1)]
        choose = random_choice(1)
        for move in range(WARM_UP + moves):
            measured = await play_move(players, watchers, choose)
            taken += measured if move >= WARM_UP else []
        silent.close()
    for guest in (ada, bob, eve):
        guest.leave()
    return taken


async def play_move(players: list[Watcher], watchers: list[Watcher], choose: Any) -> list[float]:
    await asyncio.sleep(random.uniform(0.05, 0.15))  # as people do
    player = await first_active(players)
    # spectators see the end of a turn, but not a staged order
    move = "END" if "END" in player.frame["legal"] else choose(player.frame["legal"])
    sent = time.perf_counter()
    key, player.frame["legal"] = player.frame["key"], []
    await player.wire.send(json.dumps({"do": "play", "move": move, "key": key}))
    return [await watcher.until_after(sent) - sent for watcher in watchers]


async def first_active(players: list[Watcher]) -> Watcher:
    waiting = {asyncio.create_task(player.until_active()): player for player in players}
    done, others = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
    for task in others:
        task.cancel()
    return waiting[done.pop()]


def row(game: str, taken: list[float]) -> list[str]:
    ordered = sorted(taken)
    p99 = ordered[int(len(ordered) * 0.99)]
    return [game, *(f"{seconds * 1000:.1f} ms" for seconds in (statistics.median(ordered), p99, ordered[-1]))]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", nargs="*", default=lt.names())
    parser.add_argument("--spectators", type=int, default=200)
    parser.add_argument("--moves", type=int, default=50)
    args = parser.parse_args()
    rows = []
    for game in args.games:
        with temporary() as name, Server(f"sqlite:///{name}/tables.db", Path(name), SETTINGS) as server:
            wait_until_ready(server)
            rows.append(row(game, asyncio.run(measure_delays(server, game, args.spectators, args.moves))))
    print(f"{args.spectators} spectators, one of whom never reads; {args.moves} moves; {os.cpu_count()} cores")
    print_table(["game", "median", "p99", "longest"], rows)


if __name__ == "__main__":
    main()
