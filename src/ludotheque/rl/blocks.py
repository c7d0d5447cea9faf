"""The blocks of threads of a GPU, and what is in the memory that the threads of a block share.

`advance` keeps the marks of legal moves there, and `observe_seats` the states, if a match has one lane.
"""

from typing import Any

import numpy as np

MOST_THREADS = 256  # of a block
WARP = 32  # threads that do the same at a time
SHARED_BYTES = 48 * 1024  # of memory that the threads of a block share
WORD_BYTES = 8  # of marks: whole words are cleared and counted, and each mark is a byte of them


def count_words(offers: int) -> int:
    """Return the words that marks for so many moves fill."""
    return -(-offers // WORD_BYTES)


def count_threads(lanes: int, offers: int) -> int:
    """Return the threads of a block that plays: as many as can have their marks in shared memory."""
    threads = MOST_THREADS
    while 1 < lanes < threads and threads // lanes * count_words(offers) * WORD_BYTES > SHARED_BYTES:
        threads //= 2
    return threads


def count_observers(lanes: int, record: np.dtype[Any]) -> int:
    """Return the threads of a block that observes: as many as can have their states in shared memory."""
    threads = MOST_THREADS
    while shares_states(lanes, record) and threads * pad_record(record).itemsize > SHARED_BYTES:
        threads //= 2
    return threads


def shares_states(lanes: int, record: np.dtype[Any]) -> bool:
    """Return whether threads that observe have their states in shared memory: one lane, and room for a warp."""
    return lanes == 1 and WARP * pad_record(record).itemsize <= SHARED_BYTES


def pad_record(record: np.dtype[Any]) -> np.dtype[Any]:
    """Return a record as it is in shared memory: of an odd number of words, so that threads use different banks."""
    fields: Any = record.fields
    word = find_word(record)
    size = (record.itemsize // word.itemsize | 1) * word.itemsize
    names, formats, offsets = zip(*((name, fields[name][0], fields[name][1]) for name in record.names or ()))
    return np.dtype({"names": names, "formats": formats, "offsets": offsets, "itemsize": size}, align=True)


def find_word(record: np.dtype[Any]) -> np.dtype[Any]:
    """Return the largest type of number of which a whole number fills a record."""
    return next(np.dtype(f"u{size}") for size in (8, 4, 2, 1) if record.itemsize % size == 0)
