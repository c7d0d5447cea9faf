"""Replayed matches in memory: within a number of bytes, and not longer than they are used."""

import time
from collections import OrderedDict
from collections.abc import Callable

from ludotheque.match import Match

MIB = 2**20


class MatchCache:
    """The matches used last. The oldest leave when there are too many bytes, and every one when it is not used."""

    def __init__(self, most_bytes: float, most_seconds: float, clock: Callable[[], float] = time.monotonic):
        self.most_bytes, self.most_seconds = most_bytes, most_seconds
        self._clock = clock
        self._matches: OrderedDict[str, tuple[Match, int, float]] = OrderedDict()  # with their size and last use

    @property
    def size(self) -> int:
        return sum(size for _, size, _ in self._matches.values())

    def __contains__(self, id: str) -> bool:
        return id in self._matches

    def get(self, id: str) -> Match | None:
        if id not in self._matches:
            return None
        match, size, _ = self._matches.pop(id)
        self._matches[id] = match, size, self._clock()
        return match

    def put(self, id: str, match: Match) -> None:
        """Keep a match; one that is larger than all that may be kept is not."""
        self._matches.pop(id, None)
        self._matches[id] = match, match.size, self._clock()
        self.drop_old()

    def drop_old(self) -> None:
        oldest_allowed = self._clock() - self.most_seconds
        while self._matches:
            _, _, used = next(iter(self._matches.values()))
            if used >= oldest_allowed and self.size <= self.most_bytes:
                return
            self._matches.popitem(last=False)
