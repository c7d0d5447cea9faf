"""The library of replays: finished matches and uploaded records, played again for those who look at them."""

import secrets
import time
from collections.abc import Callable

from ludotheque import game as games
from ludotheque import playback
from ludotheque import record as records
from ludotheque.compile import Machine
from ludotheque.contest.matches import OWN_REPLAY, REPLAY, find_own_replay, find_replay
from ludotheque.game import Game, GameError
from ludotheque.match import Match, draw_seed
from ludotheque.record import BadRecord, Record
from ludotheque.store.store import Store
from ludotheque.table import Table
from ludotheque.web.limits import A_DAY, TooMuch
from ludotheque.web.match_cache import MIB, MatchCache
from ludotheque.web.seat_rows import make_seat
from ludotheque.web.session import Person
from ludotheque.web.settings import Settings
from ludotheque.web.stored_matches import find_game, replay_plies
from ludotheque.web.work import WorkQueue


class NoSuchReplay(GameError):
    """There is no finished match or uploaded record of that name."""


class ReplayLibrary:
    """Replays matches, each for the account of who asks, and keeps those that are looked at in memory."""

    def __init__(self, store: Store, settings: Settings, work: WorkQueue, machine: Callable[[Game], Machine]):
        self._store, self._settings, self._work, self._machine = store, settings, work, machine
        self._matches = MatchCache(settings.replays_mib * MIB, settings.rest_seconds)

    def drop_old(self) -> None:
        """Drop the matches that nobody has looked at for a while."""
        self._matches.drop_old()

    async def add_record(self, data: bytes, person: Person) -> str:
        """Verify and store an uploaded record; return its id."""
        if await self._store.count_records(person.id, time.time() - A_DAY) >= self._settings.records_per_day:
            raise TooMuch("You have uploaded a lot today: come back tomorrow.")
        text = records.decode(data)
        record = records.read(text)
        self._check_size(record)
        match = await self._replay(record, person)
        id = secrets.token_urlsafe(9)
        await self._store.add_record(id, text, person.id, time.time())
        self._matches.put(id, match)
        return id

    def _check_size(self, record: Record) -> None:
        moves, letters = self._settings.record_moves, self._settings.record_name_letters
        if len(record.moves) > moves:
            raise BadRecord("This record is too long: {moves} moves are the most.", moves=moves)
        if any(len(name) > letters for name in record.names):
            raise BadRecord("A name of this record is too long: {letters} letters are the most.", letters=letters)

    async def find_match(self, id: str, person: Person) -> Match:
        """Return the match of a finished table, of an uploaded record or of a contest."""
        own = await self._find_own_record(id, person) if id.startswith(OWN_REPLAY) else None
        match = self._matches.get(id)
        if match is None:
            match = await (self._load_match(id, person) if own is None else self._replay(own, person))
            self._matches.put(id, match)
        return match

    async def _find_own_record(self, id: str, person: Person) -> Record:
        """Return the record of a practice match. Every request is checked, also if the match is in memory."""
        keys = dict(person.contest_keys)
        return await self._store.transact(lambda connection: find_own_replay(connection, id, keys))

    async def _load_match(self, id: str, person: Person) -> Match:
        if id.startswith(REPLAY):
            record = await self._store.transact(lambda connection: find_replay(connection, id, time.time()))
            return await self._replay(record, person)
        text = await self._store.record(id)
        if text is not None:
            return await self._replay(records.read(text), person)
        row = await self._store.table(id)
        if row is None:
            raise NoSuchReplay("There is no such match.")
        if not row.over:
            raise NoSuchReplay("This match is still going on: its replay opens when it is over.")
        game, plies = find_game(row), await self._store.plies(id)
        match = await self._work.run(person, replay_plies, row, plies, self._machine(game))
        return Table(match, [make_seat(one, 0.0) for one in row.seats], now=0.0, new_seed=draw_seed).match

    async def _replay(self, record: Record, person: Person) -> Match:
        return await self._work.run(person, playback.replay, record, self._machine(games.load(record.game)))
