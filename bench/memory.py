"""Memory of a long record and of live tables in bytes (python -m bench.memory)."""

import argparse
import asyncio
import gc
import os
import time
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ludotheque as lt
from ludotheque import playback
from ludotheque.art import forget_elements
from ludotheque.match import Match
from ludotheque.store.store import Store
from ludotheque.terminal import print_table
from ludotheque.web.frame import Frame
from ludotheque.web.live_table import LiveTable
from ludotheque.web.registry import TableRegistry
from ludotheque.web.session import Person
from ludotheque.web.table_request import TableRequest
from ludotheque.web.words import Language

MIB = 2**20
LONG = 20_000  # plies: the longest record that may be uploaded


def measure(work: Callable[[], Any]) -> tuple[Any, float, float]:
    """Return what `work` makes, the MiB that it keeps, and the seconds that it took."""
    gc.collect()
    before, start = tracemalloc.get_traced_memory()[0], time.perf_counter()
    made = work()
    seconds = time.perf_counter() - start
    gc.collect()
    return made, (tracemalloc.get_traced_memory()[0] - before) / MIB, seconds


def make_long_record() -> str:
    match = lt.new("bzzz", seats=4, seed=1, time_out=100_000)
    for _ in range(LONG):
        match.play("END", match.active[0])
    return match.record().write()


def measure_record() -> list[list[str]]:
    text = make_long_record()
    match, held, seconds = measure(lambda: playback.read(text))
    rows = [[f"a record of {LONG} plies, {len(text) // 1000} KB", f"{held:.1f} MiB", f"{seconds:.1f} s"]]
    steps: dict[str, Callable[[Match], Any]] = {
        "  one more copy": lambda match: match.copy(),
        "  all positions, forwards": lambda match: [match.full_view(ply) and None for ply in range(match.ply + 1)],
        "  all positions, backwards": lambda match: [match.full_view(ply) and None for ply in range(match.ply, -1, -1)],
        "  100 times at(ply)": lambda match: [match.at(ply) and None for ply in range(0, match.ply, match.ply // 100)],
        "  all plies taken back": lambda match: [match.undo() and None for _ in range(match.ply)],
    }
    for name, step in steps.items():
        _, held, seconds = measure(lambda step=step: step(match))  # type: ignore[misc]
        rows.append([name, f"{held:.1f} MiB", f"{seconds:.1f} s"])
    return rows


class Viewer:
    """A spectator or player who takes every frame, like a socket."""

    def __init__(self, registry: TableRegistry, table: LiveTable, seat: int, language: str):
        self.frames, self.seat, self.language = registry.frames_of(table), seat, Language(language)
        self.news = asyncio.Event()
        self._last: Frame | None = None

    @property
    def last_frame(self) -> int | None:
        return None if self._last is None else self._last.number

    def touch(self) -> None:
        self.news.set()

    async def watch(self) -> None:
        while True:
            await self.news.wait()
            self.news.clear()
            frame = await self.frames.get(self.seat, self.language)
            self.frames.encode(frame, self._last)
            self._last = frame


async def measure_table(registry: TableRegistry, game: str, seats: int, plies: int) -> list[str]:
    """Return the memory of a table of bots with two spectators, after the match or `plies` plies.

    Elements of drawings that are remembered belong to all tables together (art.MOST_LETTERS), and do not count.
    """
    forget_elements()
    gc.collect()
    before = tracemalloc.get_traced_memory()[0]
    wanted = TableRequest(game, ("medium",) * seats, {}, "Ada")
    table = await registry.open(wanted, Person("bench", "Ada"))
    viewers = [Viewer(registry, table, -1, language) for language in ("en", "fr")]
    watching = [asyncio.create_task(viewer.watch()) for viewer in viewers]
    for viewer in viewers:
        table.enter(viewer)
    while not table.match.over and table.match.ply < plies:
        await asyncio.sleep(0.05)
    async with table.lock:  # so that no frame is drawn just now
        forget_elements()
        gc.collect()
        held = (tracemalloc.get_traced_memory()[0] - before) / 1024
    match, ply = table.match.size / 1024, table.match.ply
    for viewer, task in zip(viewers, watching):
        table.leave(viewer)
        task.cancel()
    await table.close()
    return [f"{game}, {seats} medium bots, 2 spectators, ply {ply}", f"{held:.0f} KiB", f"match {match:.0f} KiB"]


async def measure_tables(plies: int) -> list[list[str]]:
    with TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'tables.db'}")
        registry = TableRegistry(store)
        await registry.start()
        rows = []
        for game, seats in (("ghost", 2), ("bzzz", 4)):
            while not registry.is_bot_ready(lt.load(game), "medium"):
                await asyncio.sleep(0.1)
            await measure_table(registry, game, seats, 40)  # loads code and pictures
            rows.append(await measure_table(registry, game, seats, plies))
        await registry.stop()
        store.close()
        return rows


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--plies", type=int, default=1500, help="of a live table")
    parser.add_argument("--tables", action="store_true", help="measure live tables only")
    arguments = parser.parse_args()
    os.environ["LUDOTHEQUE_PACE_SECONDS"] = "0"
    tracemalloc.start()
    rows = (measure_record() if not arguments.tables else []) + asyncio.run(measure_tables(arguments.plies))
    print_table(["what", "memory", ""], rows)


if __name__ == "__main__":
    main()
