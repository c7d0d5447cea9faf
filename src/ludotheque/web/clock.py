"""The clocks of a table: so many seconds for each seat, which run while its answer is awaited."""

import time
from collections.abc import Iterable, Sequence


class Clocks:
    """One clock a seat; none at all at a table that is in no hurry."""

    def __init__(self, seconds: Sequence[float | None], bonus: float):
        self._left = list(seconds)
        self._bonus = bonus
        self._since: dict[int, float] = {}

    def left(self, seat: int) -> float | None:
        """The seconds that a seat has now."""
        kept = self._left[seat]
        if kept is None:
            return None
        running = time.monotonic() - self._since[seat] if seat in self._since else 0.0
        return max(0.0, kept - running)

    def runs(self, seat: int) -> bool:
        return seat in self._since

    def await_only(self, seats: Iterable[int]) -> None:
        """These seats are awaited now: the others' clocks stop, and who has answered gets the bonus."""
        awaited = set(seats)
        for seat in set(self._since) - awaited:
            self._left[seat] = self._after(seat, self._bonus)
            del self._since[seat]
        for seat in awaited - set(self._since):
            self._since[seat] = time.monotonic()

    def _after(self, seat: int, bonus: float) -> float | None:
        left = self.left(seat)
        return None if left is None else left + bonus if left > 0 else 0.0

    def fallen(self) -> list[int]:
        """The seats that ran out of time."""
        return [seat for seat in self._since if self.left(seat) == 0.0]

    def next_fall(self) -> float | None:
        """The seconds until the first running clock falls."""
        running = [left for seat in self._since if (left := self.left(seat)) is not None and left > 0]
        return min(running, default=None)
