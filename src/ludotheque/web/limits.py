"""Rate limits: buckets of tokens that fill up again with time."""

import time
from dataclasses import dataclass

from ludotheque.game import GameError

MOST_KEYS = 10_000


class TooMuch(GameError):
    """Too many requests in a short time, or too many tables or records."""


@dataclass
class Bucket:
    """Allows `most` requests at once, and `per_second` in the long run."""

    most: float
    per_second: float
    left: float = -1.0
    last_taken: float = 0.0

    def take(self, now: float) -> bool:
        refill = (now - self.last_taken) * self.per_second
        left = self.most if self.left < 0 else min(self.most, self.left + refill)
        self.last_taken, self.left = now, left - 1 if left >= 1 else left
        return left >= 1


class Limit:
    """One bucket per key. A key that was not used for long is forgotten, and starts with a full bucket again."""

    def __init__(self, most: float, per_second: float):
        self.most, self.per_second = most, per_second
        self._buckets: dict[str, Bucket] = {}

    def take(self, key: str) -> None:
        """Count one request, or raise TooMuch."""
        if not self.allows(key):
            raise TooMuch("That was too much at once. Wait a moment, then try again.")

    def allows(self, key: str) -> bool:
        now = time.monotonic()
        if len(self._buckets) >= MOST_KEYS:
            self._forget_full(now)
        return self._buckets.setdefault(key, Bucket(self.most, self.per_second)).take(now)

    def _forget_full(self, now: float) -> None:
        full_after = self.most / self.per_second
        active = {key: bucket for key, bucket in self._buckets.items() if now - bucket.last_taken < full_after}
        self._buckets = active if len(active) < MOST_KEYS else {}
