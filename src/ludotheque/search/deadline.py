"""A time budget for work that is done in short slices, with a look at the clock between them."""

import time
from collections.abc import Callable


class Deadline:
    """The end of a time budget. A slice is begun only if one as long as the longest so far would end before it.

    On a busy machine the longest slice is one that had to wait for the processor, so another such wait fits in too.
    `longest` can be that of an earlier budget. At most half of the budget is left over for it.
    """

    def __init__(self, seconds: float, longest: float = 0.0, clock: Callable[[], float] = time.perf_counter):
        self.longest = longest
        self._most_left_over = seconds / 2
        self._clock = clock
        self._end = clock() + seconds
        self._begun: float | None = None  # when the slice that is under way began

    def has_time(self) -> bool:
        """Return whether there is time for another slice; call it before each one."""
        now = self._clock()
        if self._begun is not None:
            self.longest = max(self.longest, now - self._begun)
        self._begun = now
        return now + min(self.longest, self._most_left_over) < self._end
