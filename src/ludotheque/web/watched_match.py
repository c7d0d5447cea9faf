"""A match of a contest that a worker plays: a table in memory at which people look on, as at any other.

The worker sends plies while somebody watches. They are lost when the server ends; the match is not, and when its result
is stored the table shows it.
"""

import asyncio
import time
from collections.abc import Awaitable
from contextlib import suppress
from typing import Protocol

from ludotheque import game as games
from ludotheque import playback
from ludotheque.compile import Machine
from ludotheque.contest.live_plies import Plies
from ludotheque.contest.watching import LiveMatch, find_live
from ludotheque.game import Game, GameError
from ludotheque.match import SEEDS, Match, draw_seed
from ludotheque.record import BadRecord, DiceSeed
from ludotheque.seating import Kind, Seat
from ludotheque.store.database import StoreError
from ludotheque.store.store import SeatRow, TableRow
from ludotheque.table import Table
from ludotheque.web.live_table import LiveTable, TableHost
from ludotheque.web.stored_matches import NoSuchTable
from ludotheque.web.work import WorkQueue

LOOK_SECONDS = 1.0  # between two looks for the result


class WatchHost(TableHost, Protocol):
    """What a watched match needs of its registry."""

    work: WorkQueue

    def machine(self, game: Game) -> Machine: ...
    async def find_holder(self, id: str) -> str | None: ...


class WatchedMatch(LiveTable):
    """Nobody sits here: seats are bots somewhere else. What a viewer gets is a spectator's view."""

    def __init__(self, host: WatchHost, live: LiveMatch, match: Match) -> None:
        super().__init__(host, make_row(live, match), match)
        self.contest = live.contest
        self._host, self._live = host, live
        self._following: asyncio.Task[None] | None = None
        self._show_end(match)

    def is_bot_ready(self, seat: int) -> bool:
        return True

    def wake(self) -> None:
        """Look for the result while somebody watches."""
        if self._following is None or self._following.done():
            self._following = self.start(self._follow())

    async def _follow(self) -> None:
        while self.is_attended and not self.match.over:
            await asyncio.sleep(LOOK_SECONDS)
            with suppress(StoreError):  # the next look comes
                await self._look()

    async def _look(self) -> None:
        """Show the result if there is one; a match that was withdrawn, or is another process's to show, is dropped."""
        try:
            live = await read_live(self._host, self.row.id)
            is_elsewhere = await self._host.find_holder(self.row.id) is not None
            match = await replay(self._host, live) if live.record is not None else None
        except GameError:
            is_elsewhere = True
        if is_elsewhere:
            self._host.lose(self)
        elif match is not None:
            async with self.lock:
                self._show_end(match)
            self.changed()

    def _show_end(self, match: Match) -> None:
        """Go on with a match that was played again from its record, and has verdicts."""
        facts = zip(match.names, match.verdicts, map(match.withdrawn.get, range(match.seats)))
        seats = [Seat(Kind.PROGRAM, name, verdict=verdict, withdrawn=out) for name, verdict, out in facts]
        self.table = Table(match, seats, now=time.monotonic(), new_seed=draw_seed)

    async def add_plies(self, plies: Plies, tries: int) -> int:
        """Show what a worker has sent, and return how many plies are known now.

        `tries` says which worker's they are: one that begins the match again begins here too.
        """
        async with self.lock:
            if self.match.over or tries < self._live.tries:
                return self.match.ply
            if tries > self._live.tries:
                self._live = self._live._replace(tries=tries)
                self.match.undo_to(0)
            if plies.keep <= self.match.ply:
                await self._host.work.run_for_all(play_plies, self.match, plies)
            known = self.match.ply
        self.changed()
        return known


def play_plies(match: Match, plies: Plies) -> None:
    """Replace the plies after `plies.keep`; BadRecord if one is against the rules, and then the match is as before."""
    dice = [DiceSeed(first, seed) for first, seed in plies.dice]
    if [one.first for one in dice[:1]] != [0] or any(one.seed not in SEEDS for one in dice):
        raise BadRecord("These are no dice of a match.")
    with match.trial() as trial:
        match.dice_seeds = dice
        match.undo_to(plies.keep)
        for line in plies.moves:
            playback.play_line(match, line)
        if match.over:
            raise BadRecord("The end of a match comes with its result.")
        keep, played = trial.keep, trial.plies()
    match.undo_to(keep)
    match.dice_seeds = dice
    for ply in played:
        match.put_back(ply)


async def load_watched(host: WatchHost, id: str) -> WatchedMatch:
    """Return the table of a match that is being played, or is over."""
    try:
        live = await read_live(host, id)
        return WatchedMatch(host, live, await replay(host, live))
    except StoreError:
        raise
    except GameError:  # deleted, frozen, or played by other rules
        raise NoSuchTable("There is no such match in this contest, or it cannot be watched now.") from None


def read_live(host: WatchHost, id: str) -> Awaitable[LiveMatch]:
    return host.store.transact(lambda connection: find_live(connection, id, time.time()))


async def replay(host: WatchHost, live: LiveMatch) -> Match:
    """Return the whole match from its record, or the beginning of one that goes on."""
    machine = host.machine(games.load(live.contest.game))
    if live.record is not None:
        return await host.work.run_for_all(playback.replay, live.record, machine)
    task = live.task
    match = Match(games.load(task.game), len(task.seats), task.seed, dict(task.options), live.names, machine)
    match.kinds = [str(Kind.PROGRAM)] * match.seats
    return match


def make_row(live: LiveMatch, match: Match) -> TableRow:
    """Return what a table of the store would be; nothing of it is stored."""
    now = time.time()
    seats = tuple(SeatRow(seat, str(Kind.PROGRAM), name) for seat, name in enumerate(live.names))
    return TableRow(
        id=live.id,
        game=match.game.name,
        rules=match.game.version,
        options=dict(match.options),
        seed=match.seed,
        owner="",
        public=True,
        clock=None,
        created=now,
        touched=now,
        over=match.over,
        seats=seats,
        chat=False,
    )
