"""A live table: a match in memory, who sits at it, and whoever looks on. Every ply is kept before it is told."""

import asyncio
import secrets
import time
from collections.abc import Callable, Coroutine, Sequence
from contextlib import suppress
from dataclasses import replace
from functools import wraps
from typing import Any, Concatenate, ParamSpec, Protocol, TypeVar

from ludotheque import notation
from ludotheque.compile import Machine
from ludotheque.game import NO_WORDS, Game, Move, quote
from ludotheque.match import IllegalMove, Match
from ludotheque.record import Verdict
from ludotheque.store.store import PlyRow, SeatRow, Store, TableRow
from ludotheque.web.bots import play_bots
from ludotheque.web.clock import Clocks
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.settings import Settings
from ludotheque.web.undo import back_to, shows_to_others, staged_by_others

Arguments = ParamSpec("Arguments")
Answer = TypeVar("Answer")

TIMEOUT = Verdict("timeout", "no time left on the clock")  # who has this verdict has the rest played for him


def whole(
    method: Callable[Concatenate["LiveTable", Arguments], Coroutine[Any, Any, Answer]],
) -> Callable[Concatenate["LiveTable", Arguments], Coroutine[Any, Any, Answer]]:
    """What was begun is finished, though whoever asked for it has gone: the store keeps it in any case."""

    @wraps(method)
    async def run(self: "LiveTable", /, *arguments: Arguments.args, **named: Arguments.kwargs) -> Answer:
        task = self.start(method(self, *arguments, **named))
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            task.add_done_callback(lambda task: task.cancelled() or task.exception())  # nobody is left to be told
            raise

    return run


class Watcher(Protocol):
    """Somebody at a socket; he fetches a frame when he is told that something has changed."""

    seat: int

    def touch(self) -> None: ...


class Surroundings(Protocol):
    """What a table needs of its registry."""

    store: Store
    settings: Settings

    def is_ready(self, game: Game) -> bool: ...
    async def until_ready(self, game: Game, bot: str) -> None: ...


class LiveTable:
    """One live table. Whatever changes it holds its lock, and is kept in the store before anybody is told."""

    def __init__(self, registry: Surroundings, row: TableRow, match: Match):
        self.registry, self.row, self.match = registry, row, match
        self.seats = list(row.seats)
        self.lock = asyncio.Lock()
        self.watchers: set[Watcher] = set()
        self.change = 0  # grows with everything that anybody might see
        self.asking: int | None = None  # the seat that would like to take its move back
        self.agreed: set[int] = set()
        self.used = self.visited = time.monotonic()
        self._key, self._answers = secrets.token_urlsafe(6), [0] * match.seats
        self._away = {seat: time.monotonic() for seat in range(match.seats)}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._bots: asyncio.Task[None] | None = None
        self._fall: asyncio.TimerHandle | None = None
        self._clocks = Clocks([one.seconds_left for one in self.seats], row.clock[1] if row.clock else 0.0)
        match.names = [one.name for one in self.seats]
        for one in self.seats:
            if one.seconds_left == 0.0:
                match.verdicts[one.seat] = TIMEOUT

    # Who is here

    @property
    def game(self) -> Game:
        return self.match.game

    @property
    def state(self) -> str:
        if any(one.kind == "friend" for one in self.seats):
            return "waiting"
        return "over" if self.match.over else "playing"

    def seat_of(self, person: Person) -> int:
        """Where a person sits; -1: nowhere."""
        return next((one.seat for one in self.seats if one.person == person.id), -1)

    def invitations(self, person: Person) -> dict[int, str]:
        """The links that fill the empty chairs; they are for who opened the table to give away."""
        if person.id != self.row.owner:
            return {}
        return {one.seat: one.invite for one in self.seats if one.kind == "friend" and one.invite}

    def invited_to(self, invite: str) -> int | None:
        """The chair that a link leads to, if it is still empty."""
        matching = [one for one in self.seats if one.kind == "friend" and one.invite]
        return next((one.seat for one in matching if is_same(one.invite or "", invite)), None)

    @whole
    async def sit(self, invite: str, person: Person, name: str) -> int:
        """Take the chair that a link leads to."""
        async with self.lock:
            seat = self.invited_to(invite)
            if seat is None:
                raise Forbidden("This chair is taken, or the link is not whole.")
            if self.seat_of(person) >= 0:
                raise Forbidden("You sit at this table already: give the link to a friend.")
            row = replace(self.seats[seat], kind="person", person=person.id, name=name, invite=None)
            await self._change_seat(row)
            return seat

    def is_here(self, seat: int) -> bool:
        return any(watcher.seat == seat for watcher in list(self.watchers))  # people come while a thread asks this

    def away_for(self, seat: int) -> float | None:
        """How long a person has been gone; None for a bot, or for somebody who is here."""
        if self.seats[seat].kind != "person" or self.is_here(seat):
            return None
        return time.monotonic() - self._away[seat]

    def may_stand_in(self, seat: int) -> bool:
        """Has this seat been left for so long that the others may give it to a bot?"""
        away = self.away_for(seat)
        free = self.seats[seat].stand_in is None and self.state == "playing"
        return away is not None and away >= self.registry.settings.away_seconds and free

    def visit(self) -> None:
        """Somebody comes by, if only to look."""
        self.used = self.visited = time.monotonic()
        self.wake()

    @property
    def is_attended(self) -> bool:
        """Is anybody here, or was a moment ago? Otherwise bots wait: they do not play for nobody."""
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

    # Playing

    def key(self, seat: int) -> str:
        """Names the position that a seat sees: a move that was meant for another one is refused."""
        return f"{self._key}{self._answers[seat]}" if seat >= 0 else ""

    @whole
    async def play(self, person: Person, move: str, key: str) -> None:
        """A person's move."""
        async with self.lock:
            seat = self._playing_seat(person)
            if key != self.key(seat):
                raise IllegalMove("The position has changed since: look again.")
            if seat not in self.match.active:
                raise IllegalMove("You are not awaited now.")
            must_be_offered(self.game, move)
            await self.play_at(seat, [move])

    def _playing_seat(self, person: Person) -> int:
        seat = self.seat_of(person)
        if seat < 0:
            raise Forbidden("You are only looking on here.")
        if self.state != "playing":
            raise IllegalMove("The match is over." if self.match.over else "Somebody has still to sit down.")
        if self.match.verdicts[seat] == TIMEOUT:
            raise Forbidden("Your time is up: the rest is played for you.")
        if self.seats[seat].stand_in:
            raise Forbidden("A bot plays for you: take your seat back first.")
        return seat

    async def play_at(self, seat: int, moves: Sequence[str | Move], note: dict[str, Any] | None = None) -> None:
        """Play and keep some moves of one seat; nothing of it has happened if it cannot be kept."""
        start = self.match.ply
        try:
            for move in moves:
                self.match.play(move, seat)
            if note:
                self.match.notes[self.match.ply] = note
            self._run_clocks()
            await self.registry.store.add_plies(
                self.row.id, self.plies_since(start), self._timed(seat), self.match.over
            )
        except BaseException:
            while self.match.ply > start:
                self.match.undo()
            raise
        finally:
            self._run_clocks()
        self._answers[seat] += 1
        self._forget_asking()
        self.changed()
        self.wake()

    def plies_since(self, start: int) -> list[PlyRow]:
        """The plies after this one, as they are kept."""
        texts = [text.partition(" ") for text in self.match.moves[start:]]
        now, notes = time.time(), self.match.notes
        return [PlyRow(n, int(seat), move, now, notes.get(n)) for n, (seat, _, move) in enumerate(texts, start + 1)]

    def _timed(self, seat: int) -> list[SeatRow]:
        """A seat with what its clock says now, to be kept with its move."""
        left = self._clocks.left(seat)
        if left is None:
            return []
        self.seats[seat] = replace(self.seats[seat], seconds_left=left)
        return [self.seats[seat]]

    # Taking back

    @whole
    async def ask_back(self, person: Person) -> None:
        """A person would like to take back; done at once if it concerns nobody else."""
        async with self.lock:
            seat = self._playing_seat(person)
            ply = back_to(self.match, seat)
            if ply is None:
                raise IllegalMove("Nothing can be taken back here: dice were rolled, or something was shown.")
            self.asking, self.agreed = seat, set()
            if not self.must_agree():
                await self._take_back(seat, ply)
            self.changed()

    def must_agree(self) -> set[int]:
        """The people who have not yet agreed to what is asked."""
        if self.asking is None:
            return set()
        ply = back_to(self.match, self.asking)
        if ply is not None and not shows_to_others(self.match, self.asking, ply):
            return set()
        people = {one.seat for one in self.seats if one.kind == "person" and one.stand_in is None}
        return people - {self.asking} - self.agreed

    @whole
    async def answer_back(self, person: Person, yes: bool) -> None:
        """One of the others agrees, or does not."""
        async with self.lock:
            seat = self.seat_of(person)
            if self.asking is None or seat not in self.must_agree():
                raise IllegalMove("Nobody has asked you for that.")
            self.agreed.add(seat)
            asking, ply = self.asking, back_to(self.match, self.asking)
            if not yes or ply is None:
                self._forget_asking()
            elif not self.must_agree():
                await self._take_back(asking, ply)
            self.changed()

    async def _take_back(self, seat: int, ply: int) -> None:
        staged = staged_by_others(self.match, seat, ply)
        is_seen = shows_to_others(self.match, seat, ply)
        twin = self.match.at(ply)
        for mover, move in staged:
            twin.play(move, mover)
        kept, self.match = self.match, twin
        try:
            await self.registry.store.take_back(self.row.id, ply, self.plies_since(ply))
        except BaseException:
            self.match = kept
            raise
        for one in range(self.match.seats):
            self._answers[one] += is_seen or one == seat  # whoever noticed nothing goes on as if nothing were
        self._forget_asking()
        self._run_clocks()
        self.wake()

    def _forget_asking(self) -> None:
        self.asking, self.agreed = None, set()

    # Bots, and seats that were left

    @whole
    async def stand_in(self, person: Person, seat: int) -> None:
        """Somebody who plays gives a seat that was left to a bot."""
        async with self.lock:
            if self.seat_of(person) < 0 or not 0 <= seat < len(self.seats) or not self.may_stand_in(seat):
                raise Forbidden("This seat cannot be given to a bot now.")
            await self._change_seat(replace(self.seats[seat], stand_in=self.game.default_bot))

    @whole
    async def return_to_seat(self, person: Person) -> None:
        """Take one's own seat back from the bot."""
        async with self.lock:
            seat = self.seat_of(person)
            if seat < 0 or self.seats[seat].stand_in is None:
                raise Forbidden("No bot plays for you here.")
            await self._change_seat(replace(self.seats[seat], stand_in=None))

    async def _change_seat(self, row: SeatRow) -> None:
        await self.registry.store.change_seats(self.row.id, [row])
        self.seats[row.seat] = row
        self.match.names[row.seat] = row.name
        self._answers[row.seat] += 1
        self._run_clocks()
        self.changed()
        self.wake()

    def bot_of(self, seat: int) -> str | None:
        """The bot that plays a seat now, if one does."""
        return self.seats[seat].bot or self.seats[seat].stand_in

    def wake(self) -> None:
        """Let whoever is no person play, if it is his turn."""
        if self._bots is None or self._bots.done():
            self._bots = self.start(play_bots(self))

    # Clocks

    def clock(self, seat: int) -> dict[str, Any] | None:
        left = self._clocks.left(seat)
        return None if left is None else {"left": round(left, 1), "running": self._clocks.runs(seat)}

    def start_clocks(self) -> None:
        self._run_clocks()
        self.wake()

    def _run_clocks(self) -> None:
        awaited = self.match.active if self.state == "playing" else []
        self._clocks.await_only(seat for seat in awaited if self.match.verdicts[seat] != TIMEOUT)
        if self._fall is not None:
            self._fall.cancel()
        next_fall = self._clocks.next_fall()
        if next_fall is not None:
            self._fall = asyncio.get_running_loop().call_later(next_fall + 0.05, self._start_fall)

    def _start_fall(self) -> None:
        self.start(self._fall_now())

    async def _fall_now(self) -> None:
        async with self.lock:
            for seat in self._clocks.fallen():
                self.match.verdicts[seat] = TIMEOUT
                self.seats[seat] = replace(self.seats[seat], seconds_left=0.0)
                await self.registry.store.change_seats(self.row.id, [self.seats[seat]])
                self._answers[seat] += 1
            self._run_clocks()
            self.changed()
            self.wake()

    async def move_to(self, machine: Machine) -> None:
        """Go on with the compiled rules."""
        async with self.lock:
            self.match.move_to(machine)
            self.changed()

    def rests(self, idle_seconds: float) -> bool:
        """Has nobody been here for so long, and will nothing happen by itself?"""
        busy = bool(self.watchers or self._tasks) or self._clocks.next_fall() is not None
        return not busy and time.monotonic() - self.used > idle_seconds

    # What has changed

    def changed(self) -> None:
        """Tell whoever looks on to fetch a fresh frame."""
        self.change += 1
        self.used = time.monotonic()
        for watcher in self.watchers:
            watcher.touch()

    def start(self, work: Coroutine[Any, Any, Answer]) -> asyncio.Task[Answer]:
        """Something that the table does by itself."""
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def close(self) -> None:
        """Nobody needs this table in memory any more."""
        if self._fall is not None:
            self._fall.cancel()
        for task in list(self._tasks):
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task


def must_be_offered(game: Game, move: str) -> None:
    """Some kinds of move are the referee's alone: nobody else can make them."""
    moves = game.rules.MOVES
    if list(moves.values())[notation.read(moves, move).kind] is None:
        raise notation.BadNotation(
            "{text} is no move{near}; a move is {form}.",
            text=quote(move.strip()),
            near=NO_WORDS,
            form=notation.forms(moves),
        )


def is_same(secret: str, said: str) -> bool:
    return secrets.compare_digest(secret.encode(), said.encode(errors="replace"))
