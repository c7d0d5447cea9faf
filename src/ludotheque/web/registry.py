"""The registry of all tables: those in memory, and those that are in the store only."""

import asyncio
import hashlib
import os
import time
from collections import Counter
from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, replace

from sqlalchemy import Connection
from starlette.requests import HTTPConnection

from ludotheque import game as games
from ludotheque import loops, thinking
from ludotheque.compile import Machine
from ludotheque.contest.challenges import is_remote
from ludotheque.contest.watching import is_live_name
from ludotheque.game import Game
from ludotheque.match import Match, draw_seed
from ludotheque.record import Record
from ludotheque.seating import TimeControl
from ludotheque.store.database import StoreError, StoreUnavailable
from ludotheque.store.leases import BEAT_SECONDS, Leases
from ludotheque.store.store import LeasedTable, Store, TableRow
from ludotheque.web.analyses import Analyses
from ludotheque.web.chat import Chat
from ludotheque.web.clock_keeper import ClockKeeper
from ludotheque.web.frame import FrameCache
from ludotheque.web.limits import A_DAY, Buckets, Limit, MemoryBuckets, Rate, TooMuch, address_of
from ludotheque.web.live_table import LiveTable
from ludotheque.web.match_cache import MIB
from ludotheque.web.new_table import check_seats, make_rematch_row, make_row
from ludotheque.web.precompile import RULES_ONLY, Precompiler, Step
from ludotheque.web.replay_library import ReplayLibrary
from ludotheque.web.session import Person
from ludotheque.web.settings import Settings, read_settings
from ludotheque.web.store_buckets import StoreBuckets
from ludotheque.web.stored_matches import NoSuchTable, find_game, play_on, ply_rows, replay_plies
from ludotheque.web.table_request import OPEN_INVITE, TableRequest
from ludotheque.web.watched_match import WatchedMatch, load_watched
from ludotheque.web.work import WorkQueue
from ludotheque.worker_pool import WorkerPool

SHORT_REST = 10.0  # seconds that a table is kept at least after its last use
MOST_BOT_TURNS = 16  # at once: enough to share a commit, and done within some hundredths of a second
FRAME_THREADS = 2  # Python runs one thread at a time: more would only take turns
AN_HOUR = 3600.0
HINTS = Rate(20, 0.5)
NO_PROGRAMS: Mapping[str, str] = {}


class TableElsewhere(StoreUnavailable):
    """Another process has this table."""


@dataclass(frozen=True)
class TableSummary:
    """A table in a list."""

    id: str
    game: str
    names: tuple[str, ...]  # as stored: bots by their identifiers
    kinds: tuple[str, ...]  # of the seats
    ply: int
    over: bool
    awaited: tuple[int, ...]
    seat: int  # the asking person's seat, or -1
    watchers: int
    created: float
    people: int = 0
    is_waiting: bool = False
    is_open: bool = False  # anyone may take a free seat
    winners: tuple[int, ...] = ()  # seats
    day: str = ""  # on which the match has ended
    clock: TimeControl | None = None

    @property
    def sit_address(self) -> str:
        return f"/tables/{self.id}/sit/{OPEN_INVITE}"


@dataclass(frozen=True)
class Lobby:
    """What everybody may see of the tables here."""

    open: list[TableSummary]  # to sit down at
    live: list[TableSummary]  # those that others watch first, then those with most people
    finished: list[TableSummary]


class TableRegistry:
    """Opens tables, loads them from the store, and drops them from memory when they are not used."""

    def __init__(self, store: Store, programs: Mapping[str, str] = NO_PROGRAMS, settings: Settings | None = None):
        self.store = store
        self.programs = programs  # commands that the operator gave, by the name that visitors see
        self.settings = settings or read_settings()
        self.is_running = False
        self.buckets: Buckets = StoreBuckets(store) if store.leases else MemoryBuckets()
        limits = make_limits(self.buckets, self.settings)
        self.visits, self.uploads, self.openings, work, analyses, self.hints, self.joins = limits
        self.work = WorkQueue(work)
        self.pool = WorkerPool(self.settings.bot_processes or os.cpu_count() or 1, thinking.MODULE)
        self.bot_turns = asyncio.Semaphore(MOST_BOT_TURNS)
        self.frame_threads = ThreadPoolExecutor(FRAME_THREADS, "frames")
        self._precompiler = Precompiler([card.name for card in games.cards()], self._wanted_steps, self._on_compiled)
        self._tables: dict[str, LiveTable] = {}
        self._frames: dict[str, FrameCache] = {}
        self._chats: dict[str, Chat] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self.replays = ReplayLibrary(store, self.settings, self.work, self.machine)
        self.analyses = Analyses(self, analyses)
        self.clocks = ClockKeeper(store, self.table, self._tables)
        self._tasks: list[asyncio.Task[None]] = []
        self._closing: set[asyncio.Task[None]] = set()

    async def start(self) -> None:
        self._precompiler.start()
        await self.clocks.start()  # before this process counts as alive
        loop, work = asyncio.get_running_loop(), [self._clean_up(), self.clocks.run()]
        if self.store.leases is not None:
            await self.store.leases.beat()
            work.append(self._beat(self.store.leases))
        self._tasks = [loop.create_task(one) for one in work]
        self.is_running = True

    async def stop(self) -> None:
        self.is_running = False
        for task in self._tasks:
            task.cancel()
        await self._precompiler.stop()
        await self.analyses.close()
        self.work.close()
        self.frame_threads.shutdown(wait=False, cancel_futures=True)
        for table in self._tables.values():
            await table.close()
        await self.clocks.stop()
        if self.store.leases is not None:
            with suppress(StoreError):  # the leases end by themselves
                await self.store.leases.leave()
        await self.pool.close()

    async def count_request(self, request: HTTPConnection) -> None:
        """Count a request that changes something, or raise TooMuch."""
        await self.visits.take(address_of(request))

    # Compiled rules

    def is_ready(self, game: Game) -> bool:
        return self._precompiler.is_ready(game.name)

    def is_bot_ready(self, game: Game, bot: str) -> bool:
        """Return whether a bot can play as itself: it is compiled, or it needs no compiler."""
        if bot == RULES_ONLY or bot in self.programs or is_remote(bot):
            return True
        return self._precompiler.is_ready(game.name, bot)

    def machine(self, game: Game) -> Machine:
        """Return what a match runs on now: the interpreter, until the compiled rules are ready."""
        return loops.machine_of(game) if self.is_ready(game) else loops.machine(game, interpreted=True)

    def _wanted_steps(self) -> list[Step]:
        """Return what tables and analyses need to be compiled, what most of them need first."""
        played = [table for table in self._tables.values() if table.is_attended and not table.match.over]
        rules = [Step(table.game.name, RULES_ONLY) for table in played]
        bots = [
            Step(table.game.name, seat.player)
            for table in played
            for seat in table.table.seats
            if seat.player and not is_remote(seat.player)
        ]
        judges = [Step(game, bot) for game, bot in self.analyses.needed_bots()]
        return [step for step, _ in Counter([*rules, *bots, *judges]).most_common()]

    async def _on_compiled(self, step: Step) -> None:
        for table in [table for table in self._tables.values() if table.game.name == step.game]:
            if step.is_rules:
                await table.move_to(loops.machine_of(table.game))
            else:
                table.changed()  # its page says which bots are not compiled yet

    # Tables

    async def open(self, wanted: TableRequest, person: Person, start: Record | None = None, ply: int = 0) -> LiveTable:
        """Open a table; with a record `start`, go on from its position after `ply` plies."""
        game = games.load(wanted.game)
        check_seats(game, wanted.seats, self.programs)
        await self._check_limits(person)
        machine, count = self.machine(game), len(wanted.seats)
        if start is None:
            seed = draw_seed() if wanted.seed is None else wanted.seed
            match = Match(game, count, seed, wanted.options, machine=machine)
        else:
            match = await self.work.run(person, play_on, start, ply, count, machine)
        match.random_seeds = [draw_seed() for _ in range(count)]
        return await self._add(make_row(wanted, match, person, self.programs, self.store.heartbeat.now()), match)

    async def open_rematch(self, table: LiveTable, person: Person) -> str:
        """Open a table for another match of the same people, and return its id."""
        await self._check_limits(person)
        game, old = table.game, table.match
        options = {name: value for name, value in old.options.items() if not game.options[name].is_seed}
        seeds = [draw_seed() for _ in range(old.seats)]
        match = Match(game, old.seats, draw_seed(), options, machine=self.machine(game), random_seeds=seeds)
        row = replace(table.row, seats=tuple(table.seats))
        new = make_rematch_row(row, match, person, self.store.heartbeat.now())
        opened = await self._add(new, match, rematch_of=(table.row.id, table.lease))
        return opened.row.id

    async def open_challenge(
        self, row: TableRow, match: Match, person: Person, also: Callable[[Connection], None]
    ) -> LiveTable:
        """Open a table at which a worker plays for a bot; `also` stores the challenge in the same transaction."""
        await self._check_limits(person)
        return await self._add(row, match, also=also)

    async def _add(
        self,
        row: TableRow,
        match: Match,
        rematch_of: LeasedTable | None = None,
        also: Callable[[Connection], None] | None = None,
    ) -> LiveTable:
        """Store a new table. With leases, the process that gets its first visitor takes it."""
        await self.store.add_table(row, ply_rows(match), rematch_of, also)
        table = LiveTable(self, row, match)
        if self.store.leases is None:
            self._tables[row.id] = table
            await table.begin()
        return table

    async def _check_limits(self, person: Person) -> None:
        today, most = time.time() - A_DAY, self.settings.tables_per_person
        if await self.store.count_open(person.id, today) >= most:
            raise TooMuch("You have opened {most} tables today that still go on: finish one first.", most=most)
        if await self.store.count_open(None, today) >= self.settings.tables_per_day:
            raise TooMuch("All tables are taken today: come back later.")
        if not await self.openings.allows(person.address):
            raise TooMuch("Too many tables were opened from your network today: come back later.")

    async def table(self, id: str) -> LiveTable:
        """Return a table, loaded from the store if it is not in memory; TableElsewhere if another process has it."""
        if self.store.leases is not None and not self.store.leases.is_sure():
            await self._renew(self.store.leases)
        if id not in self._tables:
            lock = self._loading.setdefault(id, asyncio.Lock())
            try:
                async with lock:
                    if id not in self._tables:
                        self._tables[id] = await self._load(id)
            finally:
                self._loading.pop(id, None)
        self._tables[id].visit()
        return self._tables[id]

    def find_watched(self, id: str) -> WatchedMatch | None:
        """Return the table of a contest's match if somebody watches it here."""
        table = self._tables.get(id)
        return table if isinstance(table, WatchedMatch) and table.is_attended else None

    async def _load(self, id: str) -> LiveTable:
        if is_live_name(id):
            return await load_watched(self, id)
        lease = await self.store.leases.take(id) if self.store.leases else None
        row = await self.store.table(id)
        if row is None:
            raise NoSuchTable("There is no such table.")
        if self.store.leases is not None and lease is None:
            raise TableElsewhere("This table has moved to another process: try again in a moment.")
        table = LiveTable(self, row, await self._replay(row), lease)
        await table.begin()
        return table

    async def _replay(self, row: TableRow) -> Match:
        game = find_game(row)
        plies = await self.store.plies(row.id)
        match = await self.work.run_for_all(replay_plies, row, plies, self.machine(game))
        match.move_to(self.machine(game))  # it may be compiled by now
        return match

    # Leases

    async def find_holder(self, id: str) -> str | None:
        """Return the internal address of the other process that has a table, if one has."""
        leases = self.store.leases
        if leases is not None and is_live_name(id):
            return choose_process(id, leases.address, await leases.list_alive())
        if leases is None or (id in self._tables and leases.is_sure()):
            return None
        return await leases.find_holder(id)

    async def _beat(self, leases: Leases) -> None:
        while True:
            await asyncio.sleep(BEAT_SECONDS)
            with suppress(StoreError):  # the writer has logged it; `table` asks again before it trusts the leases
                await self._renew(leases)

    async def _renew(self, leases: Leases) -> None:
        """Say that this process is alive. If that comes late, find out which tables others have taken."""
        if not await leases.beat():
            held = await leases.held()
            for table in [one for id, one in self._tables.items() if held.get(id) != one.lease]:
                self.lose(table)

    def lose(self, table: LiveTable) -> None:
        """Drop a table that another process has; its viewers connect again, to that process."""
        if self._tables.get(table.row.id) is table:
            self._drop(table)
            table.is_lost = True
            table.changed()
            closing = asyncio.get_running_loop().create_task(table.close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    def _drop(self, table: LiveTable) -> None:
        for parts in (self._tables, self._frames, self._chats):
            parts.pop(table.row.id, None)

    def list_live(self) -> list[LiveTable]:
        """Return the tables in memory."""
        return list(self._tables.values())

    async def chat_of(self, table: LiveTable) -> Chat:
        """Return the chat of a table that is in memory, with what was said before."""
        chat = self._chats.setdefault(table.row.id, Chat(table))
        await chat.load()
        return chat

    def frames_of(self, table: LiveTable) -> FrameCache:
        return self._frames.setdefault(table.row.id, FrameCache(table))

    async def public_tables(self) -> list[TableSummary]:
        """Return the tables that everybody may watch, the latest first."""
        rows = await self.store.going_on(self.settings.listed_tables, public=True)
        return [await self._summarize(row, None) for row in rows]

    async def lobby(self) -> Lobby:
        """Return the public tables. Abandoned matches are left out, and tables that wait for somebody with a link."""
        rows = await self.store.finished(self.settings.listed_tables)
        ended = [row for row in rows if not row.ending or row.ending["kind"] != "abandoned"]
        tables = await self.public_tables()
        live = [table for table in tables if not table.is_waiting]
        return Lobby(
            open=[table for table in tables if table.is_open],
            live=sorted(live, key=lambda table: (-table.watchers, -table.people)),
            finished=[await self._summarize(row, None) for row in ended],
        )

    async def tables_of(self, person: Person) -> list[TableSummary]:
        """Return the tables at which a person sits, unfinished ones first."""
        rows = await self.store.tables_of(person.id, self.settings.listed_tables)
        return [await self._summarize(row, person) for row in sorted(rows, key=lambda row: row.over)]

    async def _summarize(self, row: TableRow, person: Person | None) -> TableSummary:
        table = self._tables.get(row.id)
        seat = next((one.seat for one in row.seats if person and one.person == person.id), -1)
        return TableSummary(
            id=row.id,
            game=row.game,
            names=tuple(one.name for one in row.seats),
            kinds=tuple(one.kind for one in row.seats),
            ply=row.moves or 0,
            over=row.over,
            awaited=tuple(row.awaited or ()),
            seat=seat,
            watchers=len(table.watchers) if table else 0,
            created=row.created,
            people=sum(one.person is not None for one in row.seats),
            is_waiting=any(one.kind == "empty" for one in row.seats),
            is_open=any(one.invite == OPEN_INVITE for one in row.seats),
            winners=tuple(one.seat for one in row.seats if one.rank == 1),
            day=time.strftime("%Y-%m-%d", time.gmtime(row.touched)) if row.over else "",
            clock=row.clock,
        )

    async def _clean_up(self) -> None:
        while True:
            await asyncio.sleep(60)
            await self.sweep()

    async def sweep(self) -> None:
        """Drop unused tables and replays from memory, and remove old ones from the store."""
        self.replays.drop_old()
        await self._drop_unused_tables()
        with suppress(StoreError):  # the writer has logged it, and the next minute comes
            await self.store.forget(time.time() - self.settings.keep_days * A_DAY)
            await self.buckets.forget_full()

    async def _drop_unused_tables(self) -> None:
        """Drop the tables that rest, sooner when all tables together need too much memory."""
        size = sum(table.match.size for table in self._tables.values())
        for table in sorted(self._tables.values(), key=lambda table: table.used):
            is_too_much = size > self.settings.tables_mib * MIB
            if table.rests(SHORT_REST if is_too_much else self.settings.rest_seconds):
                size -= table.match.size
                self._drop(table)
                await table.close()
                if self.store.leases is not None and table.lease is not None:
                    with suppress(StoreError):
                        await self.store.leases.release(table.row.id, table.lease)


def choose_process(id: str, own: str, alive: list[str]) -> str | None:
    """Return the other process in which a match of a contest is watched; None if it is this one.

    No row says so: every process chooses the same one, and another one only if a process begins or ends.
    """
    chosen = max({*alive, own}, key=lambda address: hashlib.sha256(f"{id} {address}".encode()).digest())
    return None if chosen == own else chosen


def make_limits(buckets: Buckets, settings: Settings) -> list[Limit]:
    """Return the limits of one address: changes, bytes that it sends, tables that it opens, seconds of computing,
    analyses, hints, joining contests.
    """
    rates = {
        "visits": Rate(settings.visits, settings.visits / 15),
        "uploads": Rate(settings.upload_mib * MIB, settings.upload_mib * MIB / 60),
        "openings": Rate(settings.tables_per_address, settings.tables_per_address / A_DAY),
        "work": Rate(settings.work_seconds, 0.5),
        "analyses": Rate(settings.analyses, settings.analyses / AN_HOUR),
        "hints": HINTS,
        "joins": Rate(settings.joins, settings.joins / AN_HOUR),
    }
    return [Limit(buckets, name, rate) for name, rate in rates.items()]


def registry_of(request: HTTPConnection) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry
