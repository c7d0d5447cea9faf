"""All tables, those that are live in memory and those that rest in the store."""

import asyncio
import os
import secrets
import time
from collections import OrderedDict
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.requests import HTTPConnection

from ludotheque import game as games
from ludotheque import loops, playback
from ludotheque import record as records
from ludotheque.compile import Machine
from ludotheque.game import BadOption, Game, GameError, OptionValue
from ludotheque.match import Match
from ludotheque.record import BadRecord, Record
from ludotheque.seat import NoSuchBot, bot_names
from ludotheque.store.store import PlyRow, SeatRow, Store, TableRow
from ludotheque.web.frame import Seen
from ludotheque.web.limits import Limit, TooMuch
from ludotheque.web.live_table import LiveTable
from ludotheque.web.session import Person
from ludotheque.web.warm import Oven

MOST_OWN = 20  # tables that one person may open in a day and leave unfinished
MOST_TABLES = 2000
MOST_RECORDS_A_DAY = 50
MOST_MOVES = 20_000  # of an uploaded record
LONGEST_NAME = 200  # there; a bot's may be its command
LISTED = 50
A_DAY = 24 * 3600.0
IDLE_SECONDS = 600.0  # a table that nobody looks at leaves the memory
FORGOTTEN_SECONDS = 90 * A_DAY  # a table that nobody has touched for so long is removed
REPLAYS_KEPT = 16


class NoSuchTable(GameError):
    """There is no table of that name."""


class NoSuchReplay(GameError):
    """There is no finished match or uploaded record of that name."""


@dataclass(frozen=True)
class TableAsk:
    """A table as somebody would like it."""

    game: str
    seats: tuple[str, ...]  # each "me", "friend" or a bot's name
    options: Mapping[str, OptionValue]
    name: str
    public: bool = True
    clock: tuple[float, float] | None = None  # seconds at the start, and added a turn
    called: Mapping[str, str] = field(default_factory=dict)  # names for bots, in the language of who opens it


@dataclass(frozen=True)
class TableLine:
    """A table in a list."""

    id: str
    game: str
    names: tuple[str, ...]
    ply: int
    over: bool
    awaited: tuple[int, ...]
    seat: int  # where who asks sits, -1: nowhere
    watchers: int
    created: float


def setting(name: str, usual: float) -> float:
    """A setting that a host may change, and tests do."""
    text = os.environ.get(name, "")
    try:
        return float(text) if text else usual
    except ValueError:
        raise GameError(f"{name} is a number, not {text!r}.") from None


class TableRegistry:
    """Opens tables, finds them, and lets them go when nobody is left."""

    def __init__(self, store: Store):
        self.store = store
        self.away_seconds = setting("LUDOTHEQUE_AWAY_SECONDS", 300.0)
        self.idle_seconds = setting("LUDOTHEQUE_IDLE_SECONDS", 120.0)  # a page says something every 20
        self.pace_seconds = setting("LUDOTHEQUE_PACE_SECONDS", 0.4)
        visits = setting("LUDOTHEQUE_VISITS", 300.0)  # sockets and posts of one address, at once
        self.doors = Limit(most=visits, a_second=visits / 15)
        self._oven = Oven(games.names())
        self._tables: dict[str, LiveTable] = {}
        self._seen: dict[str, Seen] = {}
        self._loading: dict[str, asyncio.Lock] = {}
        self._replays: OrderedDict[str, Match] = OrderedDict()
        self._sweeping: asyncio.Task[None] | None = None

    async def start(self) -> None:
        self._oven.start(self._move_to_compiled)
        self._sweeping = asyncio.get_running_loop().create_task(self._sweep())

    async def stop(self) -> None:
        if self._sweeping is not None:
            self._sweeping.cancel()
        await self._oven.stop()
        for table in self._tables.values():
            await table.close()

    def take(self, request: HTTPConnection) -> None:
        """Count something that a visitor does; refused when it was too much."""
        self.doors.take(request.client.host if request.client else "")

    # Compiled, or not yet

    def is_ready(self, game: Game) -> bool:
        return self._oven.is_ready(game.name)

    async def until_ready(self, game: Game, bot: str) -> None:
        await self._oven.until_ready(game.name, bot)

    def machine(self, game: Game) -> Machine:
        """What a match runs on now: the interpreter until the compiled rules are ready."""
        return loops.machine_of(game) if self.is_ready(game) else loops.machine(game, interpreted=True)

    async def _move_to_compiled(self, name: str) -> None:
        for table in list(self._tables.values()):
            if table.game.name == name:
                await table.move_to(loops.machine_of(table.game))

    # Tables

    async def open(self, ask: TableAsk, person: Person, start: Record | None = None, ply: int = 0) -> LiveTable:
        """Set a table; with a record, go on from its position after so many plies."""
        game = games.load(ask.game)
        check_seats(game, ask.seats)
        await self._must_have_room(person)
        seed = secrets.randbits(63) if start is None else start.seed
        options = ask.options if start is None else start.options
        match = Match(game, len(ask.seats), seed, options, machine=self.machine(game))
        if start is not None:
            await asyncio.to_thread(play_on, match, start, ply)
        row = self._row(ask, match, person)
        table = LiveTable(self, row, match)
        await self.store.add_table(row, table.plies_since(0))
        self._tables[row.id] = table
        table.start_clocks()
        return table

    def _row(self, ask: TableAsk, match: Match, person: Person) -> TableRow:
        now = time.time()
        return TableRow(
            id=secrets.token_urlsafe(9),
            game=ask.game,
            rules=match.game.version,
            options=dict(match.options),
            seed=match.seed,
            owner=person.id,
            public=ask.public,
            clock=ask.clock,
            created=now,
            touched=now,
            over=match.over,
            seats=tuple(seat_row(seat, who, ask, person) for seat, who in enumerate(ask.seats)),
        )

    async def _must_have_room(self, person: Person) -> None:
        today = time.time() - A_DAY
        if await self.store.count_open(person.id, today) >= MOST_OWN:
            raise TooMuch(f"You have opened {MOST_OWN} tables today that still go on: finish one first.")
        if await self.store.count_open(None, today) >= MOST_TABLES:
            raise TooMuch("All tables are taken today: come back later.")

    async def table(self, id: str) -> LiveTable:
        """A table by its name, out of the store if need be."""
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

    async def _load(self, id: str) -> LiveTable:
        row = await self.store.table(id)
        if row is None:
            raise NoSuchTable("There is no such table.")
        game = games.load(row.game)
        if row.rules != game.version:
            raise NoSuchTable(f"This table follows version {row.rules} of the rules; here is {game.version}.")
        plies = await self.store.plies(id)
        match = await asyncio.to_thread(played_again, row, plies, self.machine(game))
        if self.is_ready(game):
            match.move_to(loops.machine_of(game))
        table = LiveTable(self, row, match)
        table.start_clocks()
        return table

    def seen(self, table: LiveTable) -> Seen:
        """How viewers see a table."""
        return self._seen.setdefault(table.row.id, Seen(table))

    async def live(self) -> list[TableLine]:
        """The tables that anybody may watch, the latest first."""
        return [await self._line(row, None) for row in await self.store.going_on(LISTED, public=True)]

    async def mine(self, person: Person) -> list[TableLine]:
        """The tables at which a person sits, those that go on first."""
        rows = await self.store.tables_of(person.id, LISTED)
        for row in rows:
            if not row.over and self.is_ready(games.load(row.game)):
                with suppress(NoSuchTable):  # of older rules
                    await self.table(row.id)  # who comes back wants to know where it is his turn
        return [await self._line(row, person) for row in sorted(rows, key=lambda row: row.over)]

    async def _line(self, row: TableRow, person: Person | None) -> TableLine:
        table = self._tables.get(row.id)
        seats = table.seats if table else row.seats
        seat = next((one.seat for one in seats if person and one.person == person.id), -1)
        return TableLine(
            id=row.id,
            game=row.game,
            names=tuple(one.name for one in seats),
            ply=moves_known(table.match) if table else 0,
            over=row.over,
            awaited=tuple(table.match.active) if table and table.state == "playing" else (),
            seat=seat,
            watchers=len(table.watchers) if table else 0,
            created=row.created,
        )

    async def _sweep(self) -> None:
        """Now and then: let tables rest that nobody looks at, and forget what nobody has touched for months."""
        while True:
            await asyncio.sleep(60)
            for table in [table for table in self._tables.values() if table.rests(IDLE_SECONDS)]:
                del self._tables[table.row.id]
                self._seen.pop(table.row.id, None)
                await table.close()
            await self.store.forget(time.time() - FORGOTTEN_SECONDS)

    # Replays

    async def keep_record(self, text: str, person: Person) -> str:
        """An uploaded record, verified; its name."""
        if await self.store.count_records(person.id, time.time() - A_DAY) >= MOST_RECORDS_A_DAY:
            raise TooMuch("You have uploaded a lot today: come back tomorrow.")
        kept = records.read(text)
        if len(kept.moves) > MOST_MOVES:
            raise BadRecord(f"This record is too long: {MOST_MOVES} moves are the most.")
        if any(len(name) > LONGEST_NAME for name in kept.seats):
            raise BadRecord(f"A name of this record is too long: {LONGEST_NAME} letters are the most.")
        match = await asyncio.to_thread(playback.replay, kept, self.machine(games.load(kept.game)))
        id = secrets.token_urlsafe(9)
        await self.store.add_record(id, text, person.id, time.time())
        self._remember(id, match)
        return id

    async def match_of(self, id: str) -> Match:
        """A finished table or an uploaded record, played again."""
        if id not in self._replays:
            self._remember(id, await self._replayed(id))
        self._replays.move_to_end(id)
        return self._replays[id]

    async def _replayed(self, id: str) -> Match:
        text = await self.store.record(id)
        if text is not None:
            kept = records.read(text)
            return await asyncio.to_thread(playback.replay, kept, self.machine(games.load(kept.game)))
        try:
            table = await self.table(id)
        except NoSuchTable:
            raise NoSuchReplay("There is no such match.") from None
        if not table.match.over:
            raise NoSuchReplay("This match is still going on: its replay opens when it is over.")
        return table.match

    def _remember(self, id: str, match: Match) -> None:
        self._replays[id] = match
        while len(self._replays) > REPLAYS_KEPT:
            self._replays.popitem(last=False)


def moves_known(match: Match) -> int:
    """How far a match is, as anybody may know: where moves are hidden, their number is too, and turns are counted."""
    return match.ply if match.game.rules.observe is None else int(match.view(-1).turn)


def registry_of(request: HTTPConnection) -> TableRegistry:
    registry: TableRegistry = request.app.state.registry
    return registry


def check_seats(game: Game, seats: Sequence[str]) -> None:
    """Every seat is a person, an empty chair or a bot of the server, and one person opens the table."""
    if len(seats) not in game.seats:
        game.read_options({}, len(seats), 0)  # says how many there may be
    known = ["me", "friend", *game.bots, *bot_names()]
    for who in seats:
        if who not in known:
            raise NoSuchBot(f"Nobody is called {who!r:.40}; there are {', '.join(known)}.")
    if seats.count("me") > 1:
        raise BadOption("You can take one seat only.")
    if "friend" in seats and "me" not in seats:
        raise BadOption("Take a seat yourself, if friends are to come.")


def seat_row(seat: int, who: str, ask: TableAsk, person: Person) -> SeatRow:
    seconds = ask.clock[0] if ask.clock else None
    if who == "me":
        return SeatRow(seat, "person", ask.name, person=person.id, seconds_left=seconds)
    if who == "friend":
        return SeatRow(seat, "friend", "", invite=secrets.token_urlsafe(12), seconds_left=seconds)
    same = [place for place, other in enumerate(ask.seats) if other == who]
    called = ask.called.get(who, who)
    name = called if len(same) == 1 else f"{called} {same.index(seat) + 1}"
    return SeatRow(seat, "bot", name, bot=who)


def play_on(match: Match, start: Record, ply: int) -> None:
    """The first plies of a record."""
    if len(start.seats) != match.seats:
        raise BadOption(f"This match has {len(start.seats)} seats.")
    if not 0 <= ply <= len(start.moves):
        raise BadOption(f"This match has plies 0 to {len(start.moves)}, not {ply}.")
    for text in start.moves[:ply]:
        seat, _, move = text.partition(" ")
        match.play(move, int(seat))
    if match.over:
        raise BadOption("The match is over at this ply: go back a little.")


def played_again(row: TableRow, plies: Sequence[PlyRow], machine: Machine) -> Match:
    """A table's match out of the store."""
    match = Match(games.load(row.game), len(row.seats), row.seed, row.options, machine=machine)
    for ply in plies:
        match.play(ply.move, ply.seat)
        if ply.note:
            match.notes[ply.ply] = ply.note
    return match
