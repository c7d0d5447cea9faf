"""A live table: a Table in memory with its audience, clocks and bots. Every change is stored before it is shown."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ludotheque.compile import Machine
from ludotheque.game import Game
from ludotheque.match import Match, draw_seed
from ludotheque.seating import UNTIMED, Answer, Change
from ludotheque.store.database import StoreError, StoreUnavailable
from ludotheque.store.leases import Lease, LeaseLost
from ludotheque.store.store import SeatRow, Store, TableRow
from ludotheque.table import Table
from ludotheque.web.audience import Audience, Watcher
from ludotheque.web.bot_turns import BotTurns, Proposal, TurnHost
from ludotheque.web.bots import TableBots
from ludotheque.web.change_rows import list_changed_seats, list_columns
from ludotheque.web.limits import Limit
from ludotheque.web.metrics import CHANGES, PLIES
from ludotheque.web.request_rows import parse_requests
from ludotheque.web.seat_rows import make_seat
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.shown_plies import MOST_SHOWN_PLIES
from ludotheque.web.table_writes import TableWrites, retry_pauses

Arguments = ParamSpec("Arguments")
T = TypeVar("T")
Action = Callable[[Table, int, float], Change]  # a method of Table that a seat asks for

TIMER_SLACK = 0.05  # seconds: a timer that fires too early would find no empty bank


def shielded(
    method: Callable[Concatenate["LiveTable", Arguments], Coroutine[Any, Any, T]],
) -> Callable[Concatenate["LiveTable", Arguments], Coroutine[Any, Any, T]]:
    """Run a method, or a function of a table, to its end even if the client disconnects, because the store may have
    the write already.
    """

    @wraps(method)
    async def run(self: "LiveTable", /, *arguments: Arguments.args, **named: Arguments.kwargs) -> T:
        task = self.start(method(self, *arguments, **named))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody waits for it any more
            raise

    return run


class TableHost(TurnHost, Protocol):
    """What a table needs of its registry."""

    store: Store
    frame_threads: ThreadPoolExecutor
    hints: Limit

    def is_ready(self, game: Game) -> bool: ...
    async def open_rematch(self, table: "LiveTable", person: Person) -> str: ...
    def lose(self, table: "LiveTable") -> None: ...


class LiveTable(Audience):
    """One table. Commands hold its lock: propose a change, store it, commit it, then notify the watchers."""

    def __init__(self, registry: TableHost, row: TableRow, match: Match, lease: Lease | None = None):
        super().__init__(registry, match.seats)
        self.registry, self.row, self.lease = registry, row, lease
        self.is_lost = False  # another process has this table
        self.seats = list(row.seats)
        self.lock = asyncio.Lock()
        self.bots = TableBots(registry, row.id)
        self.bot_turns = BotTurns(registry, self, self.bots)
        self.table = Table(
            match,
            [make_seat(one, registry.store.heartbeat.now()) for one in row.seats],
            now=time.monotonic(),
            key_stem=secrets.token_urlsafe(6),
            new_seed=draw_seed,
            clock=row.clock or UNTIMED,
            requests=parse_requests(row.requests, match),
        )
        self._writes = TableWrites(registry.store, row.id, lease, self.table.requests)
        self._tasks: set[asyncio.Task[Any]] = set()
        self.rematch_asked = frozenset(row.rematch_asked or ())  # seats
        self.rematch_id = row.rematch_id or ""  # of the table of the rematch
        self._timer: asyncio.TimerHandle | None = None
        self.store_is_down = False  # a bot or a clock waits for the database

    # Reading

    @property
    def match(self) -> Match:
        return self.table.match

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> str:
        return self.table.state

    def key(self, seat: int) -> str:
        return self.table.key(seat)

    def seat_of(self, person: Person) -> int:
        """Return a person's seat, or -1."""
        return next((one.seat for one in self.seats if one.person == person.id), -1)

    def bot_of(self, seat: int) -> str | None:
        """Return the bot that plays a seat now, if one does."""
        return self.table.seats[seat].player

    def is_bot_ready(self, seat: int) -> bool:
        """Return whether the bot that plays a seat is compiled; until then a simpler one stands in for it."""
        bot = self.bot_of(seat)
        return bot is None or self.registry.is_bot_ready(self.game, bot)

    def clock(self, seat: int) -> dict[str, Any] | None:
        left = self.table.bank(seat, time.monotonic())
        return None if left is None else {"left": round(left, 1), "running": self.table.is_clock_running(seat)}

    def invitations(self, person: Person) -> dict[int, str]:
        """Return the invitations to empty seats; only the owner may give them away."""
        if person.id != self.row.owner:
            return {}
        return {one.seat: one.invite for one in self.seats if one.invite}

    def invited_to(self, invite: str) -> int | None:
        """Return the seat that an invitation leads to, if it is still empty."""
        return next((one.seat for one in self.seats if one.invite and is_same(one.invite, invite)), None)

    # Who is here

    def away_for(self, seat: int) -> float | None:
        """Return how long a person has been away; None for a bot, or for a person who is here."""
        return self.seconds_away(seat) if self.seats[seat].kind == "person" else None

    def may_stand_in(self, seat: int) -> bool:
        """Return whether a seat was left for so long that the others may give it to a bot.

        Who has days for a turn does not have to be here.
        """
        away = self.away_for(seat)
        is_free = self.table.seats[seat].is_person and self.state == "playing" and not self.table.clock.is_per_turn
        return away is not None and away >= self.registry.settings.away_seconds and is_free

    def visit(self) -> None:
        super().visit()
        self.wake()

    def enter(self, watcher: Watcher) -> None:
        super().enter(watcher)
        self.wake()

    # What people do

    @shielded
    async def play(self, person: Person, move: str, key: str) -> None:
        seat = self.seat_at_table(person)

        def propose_move(now: float) -> Change:
            self.table.check_person(seat)
            return self.table.answer(seat, key, Answer([move]), now)

        await self.do(propose_move)

    @shielded
    async def act(self, person: Person, action: Action) -> None:
        """Do what a person at the table asks for: `act(person, Table.resign)`."""
        seat = self.seat_at_table(person)
        await self.do(lambda now: action(self.table, seat, now))

    @shielded
    async def sit(self, invite: str, person: Person, name: str) -> int:
        """Take the empty seat that an invitation leads to, and return it."""
        async with self.lock:
            seat = self.invited_to(invite)
            if seat is None:
                raise Forbidden("This chair is taken, or the link is not whole.")
            if self.seat_of(person) >= 0:
                raise Forbidden("You sit at this table already: give the link to a friend.")
            change = self.table.sit_down(seat, name, time.monotonic())
            await self.store_and_commit(change, {seat: {"person": person.id, "invite": None}})
            return seat

    @shielded
    async def stand_in(self, person: Person, seat: int) -> None:
        """A player gives an absent player's seat to a bot."""
        if self.seat_of(person) < 0 or not 0 <= seat < len(self.seats) or not self.may_stand_in(seat):
            raise Forbidden("This seat cannot be given to a bot now.")
        await self.do(lambda now: self.table.stand_in(seat, self.game.default_bot, now))

    def seat_at_table(self, person: Person) -> int:
        seat = self.seat_of(person)
        if seat < 0:
            raise Forbidden("You are only looking on here.")
        return seat

    # Changes

    async def do(self, proposal: Proposal) -> None:
        arrived = time.monotonic()
        async with self.lock:
            await self._resolve_write()
            change = proposal(arrived)
            if change is not None:
                await self.store_and_commit(change, {})
                CHANGES.observe(time.monotonic() - arrived)

    async def do_patiently(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
        """Do what nobody will ask for again: try until the database answers, and tell the people at the table."""
        try:
            for pause in retry_pauses():
                try:
                    return await work()
                except StoreUnavailable:
                    self._set_store_is_down(True)
                    await asyncio.sleep(pause)
        finally:
            self._set_store_is_down(False)

    def _set_store_is_down(self, is_down: bool) -> None:
        if self.store_is_down != is_down:
            self.store_is_down = is_down
            self.changed()

    async def store_and_commit(self, change: Change, facts: Mapping[int, Mapping[str, Any]]) -> None:
        rows = list_changed_seats(self.table, self.seats, change, facts, self.registry.store.heartbeat.now())
        try:
            await self._write(change, rows)
        except LeaseLost:
            self.registry.lose(self)
            raise
        self._commit(change, rows)
        with suppress(StoreError):  # a move can end a request: it is played, and the next change writes this
            await self._writes.write_requests(self.table.requests)

    async def _write(self, change: Change, rows: list[SeatRow]) -> None:
        if change.is_durable:
            await self._writes.write(change, rows, list_columns(self.table, change))
            self.store_is_down = False  # the frame of this change must not say any more that people have to wait
        else:
            await self._writes.write_requests(change.requests)

    def _commit(self, change: Change, rows: list[SeatRow]) -> None:
        for row in rows:
            self.seats[row.seat] = row
        self.table.commit(change, time.monotonic())
        self.bot_turns.note_plies(range(change.keep + 1, self.match.ply + 1)[-MOST_SHOWN_PLIES:])
        PLIES.labels(self.game.name).inc(len(change.plies))
        self._set_timer(self.table.wake_at())
        self.changed()
        self.wake()

    async def _resolve_write(self) -> None:
        """Commit the change of a write that has failed, if the database holds it."""
        if self._writes.is_unsure:
            written = await self._writes.resolve(self.match)
            self.store_is_down = False
            if written is not None:
                self._commit(*written)

    # Timers and bots

    async def begin(self) -> None:
        """Start timers and bots; finish what a stored table still has to do."""
        async with self.lock:
            change = self.table.settle(time.monotonic())
            if change is not None:
                await self.store_and_commit(change, {})
        self._set_timer(self.table.wake_at())
        self.wake()

    def _set_timer(self, wake_at: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = None
        if wake_at is not None:
            delay = max(0.0, wake_at - time.monotonic()) + TIMER_SLACK
            self._timer = asyncio.get_running_loop().call_later(delay, self._start_tick)

    def _start_tick(self) -> None:
        self.start(self._tick())

    async def _tick(self) -> None:
        with suppress(LeaseLost):
            await self.do_patiently(lambda: self.do(self.table.tick))

    def wake(self) -> None:
        """Let bots play, if one is awaited."""
        self.bot_turns.wake()

    async def move_to(self, machine: Machine) -> None:
        """Go on with the compiled rules."""
        async with self.lock:
            self.match.move_to(machine)
            self.changed()

    def rests(self, idle_seconds: float) -> bool:
        """Return whether nobody has been here for `idle_seconds`. Clocks run on: their deadlines are in the store."""
        is_busy = bool(self.watchers or self._tasks)
        return not is_busy and time.monotonic() - self.used > idle_seconds

    def start(self, work: Coroutine[Any, Any, T]) -> asyncio.Task[T]:
        """Start a task that belongs to the table."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """End the timers, tasks and programs of this table."""
        self._set_timer(None)
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task
        self.bots.close()


def is_same(secret: str, given: str) -> bool:
    return secrets.compare_digest(secret.encode(), given.encode(errors="replace"))
