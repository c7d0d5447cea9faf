"""Where the arrays of a batch are, and how its steps run there: on the cores of the CPU, or on a GPU."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import pairwise
from typing import Any, Protocol

import numba
import numpy as np

from ludotheque.compile import Machine
from ludotheque.cores import count_cores
from ludotheque.dice import LENGTH
from ludotheque.game import Game, GameError
from ludotheque.nets.observations import Layout, needs_views
from ludotheque.rl import steps
from ludotheque.rl.lanes import NO_MARKS, ON_CPU, make_machine

Runner = Callable[..., None]  # runs a step of steps.py with its arguments, in every match

LEAST_SHARE = 64  # matches: with fewer, another thread costs more than it saves


class NoDevice(GameError):
    """The device that was asked for is not available."""


class Device(Protocol):
    """The memory of a device, and a way to run steps on it."""

    keeps_marks: bool  # does a batch keep the marks of legal moves as words too?

    def make_runner(self, game: Game, layout: Layout, matches: int) -> Runner: ...

    def zeros(self, shape: Any, dtype: Any) -> Any: ...

    def make_records(self, count: int, dtype: Any, word: Any) -> tuple[Any, Any, Any]:
        """Return `count` empty records, and the same memory as bytes and as words of the type `word`."""

    def place(self, array: Any) -> Any:
        """Return a copy of a NumPy array on the device."""

    def take(self, array: Any) -> Any:
        """Return an array of the caller on the device, without a copy if it is there already."""

    def copy(self, target: Any, source: Any) -> None: ...

    def duplicate(self, array: Any) -> Any: ...

    def export(self, array: Any) -> Any:
        """Return an array of the device as the caller gets it."""


class Cpu:
    """Main memory; the cores share the matches."""

    keeps_marks = False

    cores = count_cores()
    _pool = ThreadPoolExecutor(cores)

    def make_runner(self, game: Game, layout: Layout, matches: int) -> Runner:
        return CpuRunner(make_machine(game, layout.features, needs_views(game, layout), ON_CPU), matches, self.cores)

    def zeros(self, shape: Any, dtype: Any) -> Any:
        return np.zeros(shape, dtype)

    def make_records(self, count: int, dtype: Any, word: Any) -> tuple[Any, Any, Any]:
        records = np.zeros(count, dtype)
        return records, records.view(np.uint8), records.view(word)

    def place(self, array: Any) -> Any:
        return np.ascontiguousarray(array)

    def take(self, array: Any) -> Any:
        """Return an array of NumPy's; whole numbers always of one type, because each type is compiled on its own."""
        taken = np.asarray(array)
        return np.ascontiguousarray(taken, np.int64) if taken.dtype.kind in "iu" else taken

    def copy(self, target: Any, source: Any) -> None:
        target[...] = source

    def duplicate(self, array: Any) -> Any:
        return array.copy()

    def export(self, array: Any) -> Any:
        return array


class CpuRunner:
    """Runs steps on the cores. Compiled code releases the GIL, so threads are enough."""

    def __init__(self, machine: Machine, matches: int, cores: int):
        self._machine = machine
        cores = max(1, min(cores, matches // LEAST_SHARE))
        bounds = [int(bound) for bound in np.linspace(0, matches, cores + 1)]
        self._shares = [(first, last, np.zeros(LENGTH, np.int64)) for first, last in pairwise(bounds)]
        self._entries: dict[Any, Callable[..., None]] = {}

    def bind(self, step: Any, *arguments: Any) -> Callable[[], None]:
        """Return a function that runs a step on one core with always the same arguments, as fast as Python can.

        What changes from call to call is written into the arrays.
        """
        bound = (*self._bind(step, self._shares[0]), *arguments)
        return partial(self._compile(step, bound), *bound)

    def __call__(self, step: Any, *arguments: Any) -> None:
        arrays = [a for a in arguments if isinstance(a, np.ndarray)]
        key = (step, *((a.dtype, a.ndim, a.flags.c_contiguous) for a in arrays))
        entry = self._entries.get(key) or self._find_entry(key, step, arguments)
        if len(self._shares) == 1:
            entry(*self._bind(step, self._shares[0]), *arguments)
        else:
            # `list` waits for every thread, and raises what one of them raised
            list(Cpu._pool.map(lambda share: entry(*self._bind(step, share), *arguments), self._shares))

    def _bind(self, step: Any, share: Any) -> tuple[Any, ...]:
        first, last, dice = share
        return (first, last, 1, dice, NO_MARKS) if step is steps.advance else (first, last, 1, NO_MARKS)

    def _find_entry(self, key: Any, step: Any, arguments: tuple[Any, ...]) -> Callable[..., None]:
        self._entries[key] = self._compile(step, (*self._bind(step, self._shares[0]), *arguments))
        return self._entries[key]

    def _compile(self, step: Any, arguments: tuple[Any, ...]) -> Callable[..., None]:
        """Compile a step for these types of arguments.

        What is returned takes arguments of these types alone. It spares the dispatcher's look at the type of each
        argument, which takes longer than a step in a few matches.
        """
        dispatcher = self._machine(step)
        types = tuple(map(numba.typeof, arguments))
        dispatcher.compile(types)
        entry: Callable[..., None] = dispatcher.overloads[types].entry_point
        return entry
