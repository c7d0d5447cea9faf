"""How much one visitor may ask for: buckets that fill up again with time."""

import time
from dataclasses import dataclass

from ludotheque.game import GameError

MOST_KEYS = 10_000


class TooMuch(GameError):
    """Somebody asks too often, or for too much."""


@dataclass
class Bucket:
    """So many at once, and so many a second in the long run."""

    most: float
    a_second: float
    left: float = -1.0
    seen: float = 0.0

    def take(self, now: float) -> bool:
        left = self.most if self.left < 0 else min(self.most, self.left + (now - self.seen) * self.a_second)
        self.seen, self.left = now, left - 1 if left >= 1 else left
        return left >= 1


class Limit:
    """One bucket a key; a key that is long forgotten starts with a full one."""

    def __init__(self, most: float, a_second: float):
        self.most, self.a_second = most, a_second
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Count one; refused with a sentence when there were too many."""
        if not self.allows(key):
            raise TooMuch("That was too much at once. Wait a moment, then try again.")

    def allows(self, key: str) -> bool:
        now = time.monotonic()
        if len(self._buckets) >= MOST_KEYS:
            self._forget(now)
        return self._buckets.setdefault(key, Bucket(self.most, self.a_second)).take(now)

    def _forget(self, now: float) -> None:
        full = self.most / self.a_second
        kept = {key: bucket for key, bucket in self._buckets.items() if now - bucket.seen < full}
        self._buckets = kept if len(kept) < MOST_KEYS else {}
