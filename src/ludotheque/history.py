"""The states of a match, one for each ply, in little memory: a ply changes only a few bytes of a state."""

import zlib

import numpy as np

EVERY = 32  # each n-th state is stored whole: any other is put together from fewer changes than this
RECENT = 8  # the last states are stored as they are, because a live table needs them several times
OBJECT = 40  # bytes that Python and a list need for one object, about


class History:
    """The states after plies 0, 1, 2, … of a match."""

    def __init__(self, first: bytes):
        self._last = first
        self._recent: dict[int, bytes] = {}  # by ply, the oldest first
        self._whole = [zlib.compress(first, 1)]
        self._changes: list[bytes] = []  # of each ply: the places of the bytes that it changed, and their new values
        self._pair = np.dtype([("place", np.min_scalar_type(len(first))), ("value", np.uint8)])
        self._compared = (b"", b"", b"")  # two states and what is different: a ply is tried first, and committed later

    @property
    def ply(self) -> int:
        return len(self._changes)

    @property
    def size(self) -> int:
        """The memory that this needs, in bytes, about."""
        parts = [*self._whole, *self._changes, *self._recent.values()]
        return len(self._last) + sum(map(len, parts)) + OBJECT * len(parts)

    def append(self, before: bytes, after: bytes) -> None:
        """Add a ply. `before` is the last state, or another one if somebody has changed the position by hand."""
        if before != self._last:
            self._replace_last(before)
        self._changes.append(self._compare(before, after))
        self._last = self._recent[self.ply] = after
        if len(self._recent) > RECENT:
            del self._recent[next(iter(self._recent))]
        if self.ply % EVERY == 0:
            self._whole.append(zlib.compress(after, 1))

    def _replace_last(self, state: bytes) -> None:
        if self.ply == 0:
            self._last, self._whole = state, [zlib.compress(state, 1)]
        else:
            self.cut(self.ply - 1)
            self.append(self._last, state)

    def _compare(self, before: bytes, after: bytes) -> bytes:
        if self._compared[:2] != (before, after):
            self._compared = (before, after, self._find_changes(before, after))
        return self._compared[2]

    def _find_changes(self, before: bytes, after: bytes) -> bytes:
        now = np.frombuffer(after, np.uint8)
        places = (np.frombuffer(before, np.uint8) != now).nonzero()[0]
        pairs = np.empty(len(places), self._pair)
        pairs["place"], pairs["value"] = places, now[places]
        return pairs.tobytes()

    def at(self, ply: int) -> bytes:
        """Return the state after `ply` plies."""
        if ply == self.ply:
            return self._last
        if ply in self._recent:
            return self._recent[ply]
        state = np.frombuffer(bytearray(zlib.decompress(self._whole[ply // EVERY])), np.uint8)
        pairs = np.frombuffer(b"".join(self._changes[ply - ply % EVERY : ply]), self._pair)
        state[pairs["place"]] = pairs["value"]  # where a place comes several times, the last value stays
        return state.tobytes()

    def cut(self, ply: int) -> bytes:
        """Remove the states after ply `ply`, and return the one that is now the last."""
        self._last = self.at(ply)
        self._recent = {older: state for older, state in self._recent.items() if older <= ply}
        del self._changes[ply:], self._whole[ply // EVERY + 1 :]
        return self._last

    def copy(self) -> "History":
        twin = History.__new__(History)
        twin._last, twin._recent, twin._pair = self._last, self._recent.copy(), self._pair
        twin._whole, twin._changes = self._whole.copy(), self._changes.copy()
        twin._compared = self._compared
        return twin
