"""A live table: a Table in memory with its sockets, timers and bots. Every change is stored before it is shown."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from itertools import chain, repeat
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ludotheque.compile import Machine
from ludotheque.game import Game
from ludotheque.match import Match, draw_seed
from ludotheque.referee import propose
from ludotheque.seating import UNTIMED, Answer, Change, Question, Refused, Requests
from ludotheque.store.database import StoreError, StoreUnavailable
from ludotheque.store.leases import Lease, LeaseLost
from ludotheque.store.store import SeatRow, Store, TableRow
from ludotheque.table import Table
from ludotheque.undo import has_seen
from ludotheque.web.bots import BotHost, TableBots
from ludotheque.web.change_rows import list_changed_seats, list_columns, list_plies
from ludotheque.web.limits import Limit
from ludotheque.web.metrics import CHANGES, PLIES
from ludotheque.web.request_rows import format_requests, parse_requests
from ludotheque.web.seat_rows import make_seat
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.settings import Settings
from ludotheque.web.shown_plies import MOST_SHOWN_PLIES

Arguments = ParamSpec("Arguments")
T = TypeVar("T")
Proposal = Callable[[float], Change | None]
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


class Watcher(Protocol):
    """A socket at a table; it fetches a frame when it is told that something has changed."""

    seat: int

    @property
    def last_frame(self) -> int | None:
        """The number of the frame that it has; None before the first one."""

    def touch(self) -> None: ...


class TableHost(BotHost, Protocol):
    """What a table needs of its registry."""

    store: Store
    settings: Settings
    bot_turns: asyncio.Semaphore  # turns of bots that may be stored and shown at once, at all tables
    frame_threads: ThreadPoolExecutor
    hints: Limit

    def is_ready(self, game: Game) -> bool: ...
    async def open_rematch(self, table: "LiveTable", person: Person) -> str: ...
    def lose(self, table: "LiveTable") -> None: ...


class LiveTable:
    """One table. Commands hold its lock: propose a change, store it, commit it, then notify the watchers."""

    def __init__(self, registry: TableHost, row: TableRow, match: Match, lease: Lease | None = None):
        self.registry, self.row, self.lease = registry, row, lease
        self.is_lost = False  # another process has this table
        self.seats = list(row.seats)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.change = 0  # grows with everything that a viewer might see
        self.used = self.visited = time.monotonic()
        self.bots = TableBots(registry, row.id)
        self.table = Table(
            match,
            [make_seat(one, registry.store.heartbeat.now()) for one in row.seats],
            now=time.monotonic(),
            key_stem=secrets.token_urlsafe(6),
            new_seed=draw_seed,
            clock=row.clock or UNTIMED,
            requests=parse_requests(row.requests, match),
        )
        self._stored_requests: Requests | None = self.table.requests  # None: a write has failed
        self._away = {seat: time.monotonic() for seat in range(match.seats)}
        self._tasks: set[asyncio.Task[Any]] = set()
        self.rematch_asked = frozenset(row.rematch_asked or ())  # seats
        self.rematch_id = row.rematch_id or ""  # of the table of the rematch
        self._last_plies = range(0)  # those of the last change
        self._bot_task: asyncio.Task[None] | None = None
        self._timer: asyncio.TimerHandle | None = None
        self.store_is_down = False  # a bot or a clock waits for the database
        self._unsure: tuple[Change, list[SeatRow]] | None = None  # a write whose fate is unknown

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

    # Presence

    def is_here(self, seat: int) -> bool:
        return any(watcher.seat == seat for watcher in list(self.watchers))  # other threads ask while people come

    def oldest_frame(self, seat: int) -> int | None:
        """Return the oldest frame that a socket of this seat (-1: of a spectator) still has; None if there is none."""
        frames = [watcher.last_frame for watcher in list(self.watchers) if watcher.seat == seat]
        return min((number for number in frames if number is not None), default=None)

    def away_for(self, seat: int) -> float | None:
        """Return how long a person has been away; None for a bot, or for a person who is here."""
        if self.seats[seat].kind != "person" or self.is_here(seat):
            return None
        return time.monotonic() - self._away[seat]

    def may_stand_in(self, seat: int) -> bool:
        """Return whether a seat was left for so long that the others may give it to a bot.

        Who has days for a turn does not have to be here.
        """
        away = self.away_for(seat)
        is_free = self.table.seats[seat].is_person and self.state == "playing" and not self.table.clock.is_per_turn
        return away is not None and away >= self.registry.settings.away_seconds and is_free

    def visit(self) -> None:
        """Somebody looks at the table, if only by one request."""
        self.used = self.visited = time.monotonic()
        self.wake()

    @property
    def is_attended(self) -> bool:
        """Is anybody here, or was a moment ago? Bots do not play when nobody can see them."""
        return bool(self.watchers) or time.monotonic() - self.visited < self.registry.settings.attended_seconds

    def enter(self, watcher: Watcher) -> None:
        if len(self.watchers) >= self.registry.settings.table_sockets:
            raise Forbidden("There is no room for one more at this table.")
        self.watchers.add(watcher)
        self.changed()
        self.wake()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.used = self.visited = time.monotonic()
        if watcher.seat >= 0 and not self.is_here(watcher.seat):
            self._away[watcher.seat] = time.monotonic()
            asyncio.get_running_loop().call_later(self.registry.settings.away_seconds, self.changed)
        self.changed()

    # What people do

    @shielded
    async def play(self, person: Person, move: str, key: str) -> None:
        seat = self.seat_at_table(person)

        def propose_move(now: float) -> Change:
            self.table.check_person(seat)
            return self.table.answer(seat, key, Answer([move]), now)

        await self._do(propose_move)

    @shielded
    async def act(self, person: Person, action: Action) -> None:
        """Do what a person at the table asks for: `act(person, Table.resign)`."""
        seat = self.seat_at_table(person)
        await self._do(lambda now: action(self.table, seat, now))

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
        await self._do(lambda now: self.table.stand_in(seat, self.game.default_bot, now))

    def seat_at_table(self, person: Person) -> int:
        seat = self.seat_of(person)
        if seat < 0:
            raise Forbidden("You are only looking on here.")
        return seat

    # Changes

    async def _do(self, proposal: Proposal) -> None:
        arrived = time.monotonic()
        async with self.lock:
            await self._resolve_unsure_write()
            change = proposal(arrived)
            if change is not None:
                await self.store_and_commit(change, {})
                CHANGES.observe(time.monotonic() - arrived)

    async def _do_patiently(self, work: Callable[[], Coroutine[Any, Any, None]]) -> None:
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
        if change.is_durable:
            try:
                columns = list_columns(self.table, change)
                await self.registry.store.change_table(self.row.id, lease=self.lease, seats=rows, **columns)
            except LeaseLost:
                self.registry.lose(self)
                raise
            except StoreError:
                self._unsure = change, rows
                raise
            self.store_is_down = False  # the frame of this change must not say any more that people have to wait
        else:
            await self._store_requests(change.requests)
        self._commit(change, rows)
        with suppress(StoreError):  # a move can end a request: it is played, and the next change writes this
            await self._store_requests(self.table.requests)

    async def _store_requests(self, requests: Requests) -> None:
        """Write what people have asked each other, if it is not what the store has."""
        if requests == self._stored_requests:
            return
        self._stored_requests = None
        try:
            await self.registry.store.set_columns(self.row.id, self.lease, requests=format_requests(requests))
        except LeaseLost:
            self.registry.lose(self)
            raise
        self._stored_requests = requests

    def _commit(self, change: Change, rows: list[SeatRow]) -> None:
        for row in rows:
            self.seats[row.seat] = row
        self.table.commit(change, time.monotonic())
        self._last_plies = range(change.keep + 1, self.match.ply + 1)[-MOST_SHOWN_PLIES:]
        PLIES.labels(self.game.name).inc(len(change.plies))
        self._set_timer(self.table.wake_at())
        self.changed()
        self.wake()

    async def _resolve_unsure_write(self) -> None:
        """After a failed write the database may hold the change or not: look, and commit it if it does."""
        if self._unsure is None:
            return
        change, rows = self._unsure
        stored = await self.registry.store.table(self.row.id)
        plies = await self.registry.store.plies(self.row.id)
        expected = [(row.seat, row.move) for row in list_plies(self.match, change)]
        is_there = [(ply.seat, ply.move) for ply in plies[change.keep :]] == expected
        is_there = is_there and stored is not None and all(stored.seats[row.seat] == row for row in rows)
        self._unsure, self.store_is_down = None, False
        if is_there:
            self._commit(change, rows)

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
            await self._do_patiently(lambda: self._do(self.table.tick))

    def wake(self) -> None:
        """Let bots play, if one is awaited."""
        if self._bot_task is None or self._bot_task.done():
            self._bot_task = self.start(self._play_bots())

    async def _play_bots(self) -> None:
        """Play bot moves until a person has to move, or nobody watches."""
        while (question := self.next_bot_question()) is not None:
            await self._think(question)

    def next_bot_question(self) -> Question | None:
        if not self.is_attended:
            return None
        return next((question for question in self.table.questions() if question.bot is not None), None)

    async def _think(self, question: Question) -> None:
        """Ask one bot; its answer counts only if its question is still open then."""
        async with self.lock:
            if question not in self.table.questions():
                return
            ask = self.bots.prepare(self.match, question)
            self.table.note_asked(question.seat)
        heard, _ = await asyncio.gather(ask(), asyncio.sleep(self._pause()))
        with suppress(Refused, LeaseLost):
            await self._do_patiently(lambda: self._do_bot_turn(lambda now: propose(self.table, question, heard)))

    def _pause(self) -> float:
        """Return the seconds that a bot's turn takes at least.

        A page shows plies at its own pace, so people who play do not wait for the server. Where only bots play, they
        wait until spectators have seen the turn before, or they would use a whole core while somebody watches.
        """
        if any(seat.is_person for seat in self.table.seats):
            return 0.0
        seen = sum(has_seen(self.match, -1, ply) for ply in self._last_plies if ply <= self.match.ply)
        return self.registry.settings.pace_seconds * max(1, seen)

    async def _do_bot_turn(self, proposal: Proposal) -> None:
        """Do and show a bot's turn. Only some tables do so at once: when there is too much to do, bots play more
        slowly, and what people do is still answered at once.
        """
        async with self.registry.bot_turns:
            await self._do(proposal)
            await asyncio.sleep(0)  # the watchers begin to wait for the lock, to get their frames
            async with self.lock:  # they have got them
                pass

    async def move_to(self, machine: Machine) -> None:
        """Go on with the compiled rules."""
        async with self.lock:
            self.match.move_to(machine)
            self.changed()

    def rests(self, idle_seconds: float) -> bool:
        """Return whether nobody has been here for `idle_seconds`. Clocks run on: their deadlines are in the store."""
        is_busy = bool(self.watchers or self._tasks)
        return not is_busy and time.monotonic() - self.used > idle_seconds

    def changed(self) -> None:
        """Tell the watchers to fetch a new frame."""
        self.change += 1
        self.used = time.monotonic()
        for watcher in self.watchers:
            watcher.touch()

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


def retry_pauses() -> Iterator[float]:
    """Yield the seconds before each further try: longer and longer, at most 5."""
    return chain((0.1, 0.5, 2.0), repeat(5.0))


def is_same(secret: str, given: str) -> bool:
    return secrets.compare_digest(secret.encode(), given.encode(errors="replace"))
