"""Other processes that compute without end, on the one core on which a benchmark then runs."""

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

COMPUTE = """
import os
parent = os.getppid()
while os.getppid() == parent:
    for _ in range(100_000):
        pass
"""


@contextmanager
def share_core(count: int) -> Iterator[None]:
    """Run on one core beside `count` processes that compute without end; with 0 nothing changes.

    Processes that are started meanwhile run on that core too.
    """
    usable = os.sched_getaffinity(0)
    if count:
        os.sched_setaffinity(0, {max(usable)})
    others = [subprocess.Popen([sys.executable, "-c", COMPUTE]) for _ in range(count)]
    try:
        yield
    finally:
        for other in others:
            other.kill()
            other.wait()
        os.sched_setaffinity(0, usable)
