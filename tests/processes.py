"""Processes that run a file: a match must leave none behind."""

import time
from pathlib import Path


def left_behind(file: str | Path) -> list[str]:
    """Return the ids of processes that run `file`, or a file below that folder, and do not end within ten seconds."""
    ended = time.monotonic() + 10
    while (found := running(file)) and time.monotonic() < ended:
        time.sleep(0.02)
    return found


def running(file: str | Path) -> list[str]:
    """Return the ids of the processes that run `file` now."""
    found = []
    for entry in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = entry.read_bytes().decode(errors="replace").split("\0")
        except OSError:
            continue
        if any(word == str(file) or word.startswith(f"{file}/") for word in words):
            found.append(entry.parent.name)
    return found
