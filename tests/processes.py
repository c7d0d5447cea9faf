"""Processes that were started for a file: what a match must not leave behind."""

import time
from pathlib import Path


def left_behind(file: str | Path) -> list[str]:
    """Those that have not gone a moment after they were killed."""
    ended = time.monotonic() + 10
    while (found := running(file)) and time.monotonic() < ended:
        time.sleep(0.02)
    return found


def running(file: str | Path) -> list[str]:
    """Those that run now, by their numbers."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if str(file) in words:
            found.append(entry.parent.name)
    return found
