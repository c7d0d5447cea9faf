"""A time budget for work that is done in short slices, with a look at the clock between them."""

import time
from collections.abc import Callable


class Deadline:
    """The end of a time budget. A slice is begun only if one as long as the longest so far would end before it.

    On a busy machine the longest slice is one that had to wait for the processor, so another such wait fits in too.
    """

    def __init__(self, seconds: float, clock: Callable[[], float] = time.perf_counter):
        self._clock = clock
        self._end = clock() + seconds
        self._begun: float | None = None  # when the slice that is under way began
        self._longest = 0.0

    def has_time(self) -> bool:
        """Return whether there is time for another slice; call it before each one."""
        now = self._clock()
        if self._begun is not None:
            self._longest = max(self._longest, now - self._begun)
        self._begun = now
        return now + self._longest < self._end
