"""Who is at a table or looks on: their sockets, who is away, and how they learn that something has changed."""

import asyncio
import time
from typing import Protocol

from ludotheque.web.session import Forbidden
from ludotheque.web.settings import Settings


class Watcher(Protocol):
    """A socket at a table; it fetches a frame when it is told that something has changed."""

    seat: int

    @property
    def last_frame(self) -> int | None:
        """The number of the frame that it has; None before the first one."""

    def touch(self) -> None: ...


class Server(Protocol):
    """What an audience needs of the server."""

    @property
    def settings(self) -> Settings: ...


class Audience:
    """The sockets at one table, of players and spectators."""

    def __init__(self, server: Server, seats: int):
        self._server = server
        self.watchers: set[Watcher] = set()
        self.change = 0  # grows with everything that a viewer might see
        self.used = self.visited = time.monotonic()
        self._away = {seat: time.monotonic() for seat in range(seats)}

    def is_here(self, seat: int) -> bool:
        return any(watcher.seat == seat for watcher in list(self.watchers))  # other threads ask while people come

    def seconds_away(self, seat: int) -> float | None:
        """Return how long no socket of a seat has been here; None if one is."""
        return None if self.is_here(seat) else time.monotonic() - self._away[seat]

    def oldest_frame(self, seat: int) -> int | None:
        """Return the oldest frame that a socket of this seat (-1: of a spectator) still has; None if there is none."""
        frames = [watcher.last_frame for watcher in list(self.watchers) if watcher.seat == seat]
        return min((number for number in frames if number is not None), default=None)

    @property
    def is_attended(self) -> bool:
        """Is anybody here, or was a moment ago? Bots do not play when nobody can see them."""
        return bool(self.watchers) or time.monotonic() - self.visited < self._server.settings.attended_seconds

    def visit(self) -> None:
        """Somebody looks at the table, if only by one request."""
        self.used = self.visited = time.monotonic()

    def enter(self, watcher: Watcher) -> None:
        if len(self.watchers) >= self._server.settings.table_sockets:
            raise Forbidden("There is no room for one more at this table.")
        self.watchers.add(watcher)
        self.changed()

    def leave(self, watcher: Watcher) -> None:
        self.watchers.discard(watcher)
        self.used = self.visited = time.monotonic()
        if watcher.seat >= 0 and not self.is_here(watcher.seat):
            self._away[watcher.seat] = time.monotonic()
            asyncio.get_running_loop().call_later(self._server.settings.away_seconds, self.changed)
        self.changed()

    def changed(self) -> None:
        """Tell the watchers to fetch a new frame."""
        self.change += 1
        self.used = time.monotonic()
        for watcher in self.watchers:
            watcher.touch()
