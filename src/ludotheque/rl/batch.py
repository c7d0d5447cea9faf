"""Many matches of one game at once: `batch("emile", 65536, device="cuda")`.

The rules are the same file as everywhere. On the CPU all cores share the matches; on the GPU states and masks stay
there, and every array has `__cuda_array_interface__`, so that other CUDA libraries can use it without a copy.
"""

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ludotheque import loops
from ludotheque.dice import LENGTH
from ludotheque.game import BadOption, Game, GameError, OptionValue, load, quote
from ludotheque.rl import steps

THREADS = 256  # per block on the GPU

Step = Callable[..., None]  # a function of steps.py


class NoDevice(GameError):
    """The device that was asked for is not available."""


def batch(name: str, matches: int, device: str = "cpu", seats: int | None = None, **options: OptionValue) -> "Batch":
    """Make a batch of `matches` matches on one device; `reset` begins them."""
    if matches < 1:
        raise BadOption("A batch holds at least one match, not {matches}.", matches=matches)
    kinds: dict[str, type[Batch]] = {"cpu": CpuBatch, "cuda": CudaBatch}
    if device not in kinds:
        raise NoDevice("A batch lives on cpu or cuda, not on {device}.", device=quote(device))
    game = load(name)
    return kinds[device](game, matches, seats or game.default_seats, options)


class Batch:
    """Matches side by side. Where several seats of a match may move, the lowest of them is next."""

    states: Any
    masks: Any  # [match, offer]: may the next seat play this offered move?
    waiting: Any  # [match]: the seat that moves next, -1 when the match is over
    plies: Any  # [match]: number of moves played
    errors: Any  # [match]: the error of the last move, 0 if it was played
    _order: Literal["C", "F"]  # memory order of masks: by rows for the CPU; by columns so that GPU threads coalesce

    def __init__(self, game: Game, matches: int, seats: int, options: dict[str, OptionValue]):
        if any(option.is_seed for option in game.options.values()):
            options = {**{name: 0 for name, option in game.options.items() if option.is_seed}, **options}
        self.game = game
        self.seats = seats
        self.offers = loops.offers_of(game)
        self._machine = loops.machine(game, interpreted=False)
        self._blank = np.zeros(matches, game.rules.State)
        for name, value in game.read_options(options, seats, 0).items():
            self._blank[name] = value
        self._make_arrays(matches)

    def __len__(self) -> int:
        return len(self._blank)

    def _make_arrays(self, matches: int) -> None:
        self.states = self._place(np.zeros(matches, self.game.rules.State))
        self.masks = self._place(np.zeros((matches, len(self.offers)), np.int8, self._order))
        self.waiting = self._place(np.full(matches, -1, np.int8))
        self.errors = self._place(np.zeros(matches, np.int32))
        self.plies = self._place(np.zeros(matches, np.int64))
        self._seeds = self._place(np.zeros(matches, np.int64))
        self._offers = self._place(self.offers)

    @property
    def done(self) -> Any:
        """[match]: is it over?"""
        raise NotImplementedError

    def reset(self, seeds: Sequence[int] | npt.NDArray[np.int64]) -> None:
        """Begin every match anew, each from its own seed."""
        given = np.ascontiguousarray(seeds, dtype=np.int64)
        if given.shape != (len(self),):
            template = "This batch takes {count} seeds, not an array of shape {shape}."
            raise BadOption(template, count=len(self), shape=given.shape)
        blank = self._blank.copy()
        for name, option in self.game.options.items():
            if option.is_seed:
                blank[name] = given
        self._write(blank, given)
        self._run(steps.begin, self.seats)

    def step(self, moves: Any) -> None:
        """Play one move in every match: an array of indices of `offers`, or of rows of four numbers.

        Arrays of other libraries are accepted, on the GPU those with `__cuda_array_interface__`. A match that is over
        stays as it is, and so does one whose move is refused: `errors` says why.
        """
        placed = self._place(moves)  # an array with a NumPy dtype, which a foreign array need not have
        shape, dtype = tuple(placed.shape), placed.dtype
        if shape not in ((len(self),), (len(self), 4)) or dtype.kind not in "iu":
            template = "This batch takes {count} moves, whole numbers, not an array {shape} of {dtype}."
            raise BadOption(template, count=len(self), shape=shape, dtype=dtype)
        self._run(steps.play_offered if len(shape) == 1 else steps.play_any, placed)

    def play_random(self, plies: int) -> None:
        """Play `plies` random legal moves in every match, each equally likely; fewer where the match ends before."""
        self._run(steps.play_random, plies)

    def _write(self, states: Any, seeds: Any) -> None:
        raise NotImplementedError

    def _place(self, array: Any) -> Any:
        """Return `array` in the memory of the device."""
        raise NotImplementedError

    def _run(self, step: Step, argument: Any) -> None:
        """Run `step` in every match."""
        raise NotImplementedError

    def _arrays(self) -> steps.Arrays:
        return steps.Arrays(self.states, self._seeds, self.plies, self._offers, self.masks, self.waiting, self.errors)


class CpuBatch(Batch):
    """Matches in main memory, shared among the cores."""

    _cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    _pool = ThreadPoolExecutor(_cores)
    _order = "C"

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.waiting < 0)

    def _write(self, states: Any, seeds: Any) -> None:
        self.states[:] = states
        self._seeds[:] = seeds

    def _place(self, array: Any) -> Any:
        return np.asarray(array)

    def _run(self, step: Step, argument: Any) -> None:
        loop = self._machine(step)  # releases the GIL, so threads are enough
        bounds = [int(bound) for bound in np.linspace(0, len(self), self._cores + 1)]

        def run(bounds: tuple[int, int]) -> None:
            loop(*bounds, 1, np.zeros(LENGTH, np.int64), self._arrays(), argument)

        for _ in self._pool.map(run, pairwise(bounds)):
            """Wait for every thread, and raise what one of them raised."""


class CudaBatch(Batch):
    """Matches in the GPU's memory."""

    _order = "F"

    def __init__(self, game: Game, matches: int, seats: int, options: dict[str, OptionValue]):
        try:
            from numba import cuda
        except ImportError:  # pragma: no cover
            raise NoDevice("There is no CUDA here: the extra `gpu` brings it.") from None
        if not cuda.is_available():
            raise NoDevice("There is no GPU here that CUDA can use.")
        self._cuda = cuda
        super().__init__(game, matches, seats, options)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.waiting.copy_to_host() < 0)

    def _write(self, states: Any, seeds: Any) -> None:
        self.states.copy_to_device(states)
        self._seeds.copy_to_device(seeds)

    def _place(self, array: Any) -> Any:
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self._cuda.to_device(np.asarray(array))

    def _run(self, step: Step, argument: Any) -> None:
        from ludotheque.rl.kernels import make_kernel

        blocks = (len(self) + THREADS - 1) // THREADS
        make_kernel(self._machine(step))[blocks, THREADS](self._arrays(), argument)
