"""What each part of a bot's turn at a watched table of Bzzz costs on the CPU (python -m bench.turn).

Each part runs alone in one process and is timed by the process's own CPU time, so that other programs matter little.
What is missing here, and is part of the figures of bench/site.py: the event loop, sockets, and switching threads.
"""

import asyncio
import pickle
import time
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

import ludotheque as lt
from ludotheque.referee import propose
from ludotheque.seating import Change, Kind, Seat
from ludotheque.store.store import SeatRow, Store, TableRow
from ludotheque.table import Table
from ludotheque.terminal import print_table
from ludotheque.thinking import make_question, think
from ludotheque.web.change_rows import list_columns
from ludotheque.web.frame import gzip_json
from ludotheque.web.replay_log import Viewpoint, describe_plies
from ludotheque.web.words import Language

TABLES = 60  # whose changes share a commit
WARM_UP = 20  # turns, after which bees fly
TURNS = 80
BOT = "medium"


class Stopwatch:
    """The CPU time of parts with a name."""

    def __init__(self) -> None:
        self.seconds: dict[str, float] = {}

    def run(self, name: str, work: Callable[[], Any]) -> Any:
        start = time.process_time()
        result = work()
        self.seconds[name] = self.seconds.get(name, 0.0) + time.process_time() - start
        return result


def play_turns(watch: Stopwatch) -> tuple[Table, list[Change]]:
    """Play turns as a live table does, without the database; return the table and its last changes."""
    match = lt.new("bzzz", seats=4, seed=3, time_out=5000)
    seats = [Seat(Kind.BOT, f"{BOT} {number}", bot=BOT) for number in range(4)]
    table = Table(match, seats, now=0.0, new_seed=lambda: 1)
    language, changes = Language("en"), []
    for turn in range(WARM_UP + TURNS):
        if turn == WARM_UP:
            watch.seconds.clear()
        changes.append(play_turn(table, language, watch))
    return table, changes[-TABLES:]


def play_turn(table: Table, language: Language, watch: Stopwatch) -> Change:
    match, (question, *_) = table.match, table.questions()
    message = watch.run("question to a bot", lambda: pickle.dumps(make_question(match, question.seat, BOT, True)))
    heard = watch.run("(thinking, in another process)", lambda: think(pickle.loads(message)))
    change: Change = watch.run("propose", lambda: propose(table, question, heard))
    watch.run("commit", lambda: table.commit(change, 0.0))
    plies, board = range(change.keep + 1, match.ply + 1), language.board(match.game)
    log = watch.run("log", lambda: list(describe_plies(match, plies, Viewpoint(-1), language)))
    drawing = watch.run("drawing", lambda: match.view(-1).drawing(board))
    watch.run("JSON and compression", lambda: gzip_json({"svg": drawing, "log": log}))
    return change


async def store_changes(watch: Stopwatch, table: Table, changes: list[Change]) -> None:
    """Store one change of each of many tables at once, as a busy server does."""
    seats = tuple(SeatRow(seat, "bot", BOT) for seat in range(4))
    with TemporaryDirectory() as folder:
        store = Store.open(f"sqlite:///{Path(folder) / 'tables.db'}")
        ids = [f"table {number}" for number in range(len(changes))]
        for id in ids:
            await store.add_table(TableRow(id, "bzzz", 1, {}, 1, "ada", True, None, 0.0, 0.0, False, seats))
        columns = [list_columns(table, change) | {"keep": None} for change in changes]
        start = time.process_time()
        await asyncio.gather(*(store.change_table(id, **one) for id, one in zip(ids, columns)))
        watch.seconds["store"] = (time.process_time() - start) * TURNS / len(changes)
        store.close()


def main() -> None:
    watch = Stopwatch()
    table, changes = play_turns(watch)
    asyncio.run(store_changes(watch, table, changes))
    plies = sum(len(change.plies) for change in changes) / len(changes)
    print(f"a turn of bzzz with four {BOT} bots has {plies:.1f} plies; milliseconds of CPU:")
    print_table(["part", "ms"], [[name, f"{1000 * spent / TURNS:.2f}"] for name, spent in watch.seconds.items()])
    server = sum(spent for name, spent in watch.seconds.items() if not name.startswith("("))
    print(f"in the server's process: {1000 * server / TURNS:.2f}")


if __name__ == "__main__":
    main()
