"""Reads pipes without blocking, and keeps what a program writes to stderr."""

import fcntl
import os
import select
import struct
import termios

CHUNK = 1 << 16
STDERR_KEPT = 1 << 16  # bytes of stderr that are kept of a match, and of one turn
LAST_STDERR = 4096  # bytes of the failing turn's, whatever was written before
CUT = "[cut: more than 64 KiB in this match]"


class ErrorLog:
    """The end of what a program wrote to stderr; each part is returned once, until the match has enough of it."""

    def __init__(self) -> None:
        self._kept = bytearray()
        self._taken = 0  # how much of it was returned already
        self._stored = 0  # bytes that were returned in the whole match
        self._is_cut = False

    @property
    def text(self) -> str:
        return bytes(self._kept).decode(errors="replace")

    def add(self, data: bytes) -> None:
        self._kept += data
        over = len(self._kept) - STDERR_KEPT
        if over > 0:
            del self._kept[:over]
            self._taken = max(0, self._taken - over)

    def take(self, is_last: bool = False) -> str:
        """Return what came since the last call; of the last turn always something."""
        if self._taken == len(self._kept):
            return ""
        new = bytes(self._kept[self._taken :])
        self._taken = len(self._kept)
        room = max(STDERR_KEPT - self._stored, LAST_STDERR if is_last else 0)
        kept = new[max(0, len(new) - room) :] if is_last else new[:room]
        self._stored += len(kept)
        text = kept.decode(errors="replace")
        if len(kept) < len(new) and not self._is_cut:
            self._is_cut = True
            text += f"{CUT}\n"
        return text


def read_ready(stream: int) -> bytes | None:
    """Return what can be read now: None for nothing yet, empty at the end."""
    try:
        return os.read(stream, CHUNK)
    except BlockingIOError:
        return None
    except OSError:
        return b""


def count_unread(stream: int) -> int:
    """Return the bytes in a pipe; none if its reader has closed it."""
    poll = select.poll()
    poll.register(stream, select.POLLERR)
    if any(events & select.POLLERR for _, events in poll.poll(0)):
        return 0
    return int(struct.unpack("i", fcntl.ioctl(stream, termios.FIONREAD, b"\0\0\0\0"))[0])
