"""Many matches of one game at once: `batch("emile", 65536, device="cuda")`.

The rules are the same file as everywhere. On the CPU all cores share the matches; on the GPU states and masks stay
there, and every array is one that CUDA libraries take as it is (`__cuda_array_interface__`).
"""

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from typing import Any, Literal

import numpy as np
import numpy.typing as npt

from ludotheque import loops
from ludotheque.dice import LENGTH
from ludotheque.game import BadOption, Game, GameError, OptionValue, load
from ludotheque.rl import steps

THREADS = 256  # a block on the GPU


class NoDevice(GameError):
    """There is no such machine here to play on."""


def batch(name: str, matches: int, device: str = "cpu", seats: int | None = None, **options: OptionValue) -> "Batch":
    """So many matches of a game, on one machine; reset them to begin."""
    if matches < 1:
        raise BadOption(f"A batch holds at least one match, not {matches}.")
    kinds: dict[str, type[Batch]] = {"cpu": CpuBatch, "cuda": CudaBatch}
    if device not in kinds:
        raise NoDevice(f"A batch lives on cpu or cuda, not on {device!r}.")
    game = load(name)
    return kinds[device](game, matches, seats or game.default_seats, options)


class Batch:
    """Matches side by side. In each, it is the turn of the first seat that is awaited."""

    states: Any
    masks: Any  # one row a match: which of the offered moves its seat may play
    waiting: Any  # one number a match: the seat whose move is next, -1 when it is over
    plies: Any  # one number a match: moves played
    errors: Any  # one number a match: what was wrong with the last move, 0 if it was played
    _order: Literal["C", "F"]  # how masks lie: what one core reads, or what neighbouring threads read, side by side

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
        self._arrange(matches)

    def __len__(self) -> int:
        return len(self._blank)

    def _arrange(self, matches: int) -> None:
        """Make the arrays where the machine wants them."""
        state, moves = self.game.rules.State, len(self.offers)
        self.states = self._place(np.zeros(matches, state))
        self.masks = self._place(np.zeros((matches, moves), np.int8, self._order))
        self.waiting = self._place(np.full(matches, -1, np.int8))
        self.errors = self._place(np.zeros(matches, np.int32))
        self.plies = self._place(np.zeros(matches, np.int64))
        self._seeds = self._place(np.zeros(matches, np.int64))
        self._offers = self._place(self.offers)

    @property
    def done(self) -> Any:
        """One flag a match: is it over?"""
        raise NotImplementedError

    def reset(self, seeds: Sequence[int] | npt.NDArray[np.int64]) -> None:
        """Begin every match anew, each from its own seed."""
        given = np.ascontiguousarray(seeds, dtype=np.int64)
        if given.shape != (len(self),):
            raise BadOption(f"This batch takes {len(self)} seeds, not an array of shape {given.shape}.")
        blank = self._blank.copy()
        for name, option in self.game.options.items():
            if option.is_seed:
                blank[name] = given
        self._put(blank, given)
        self._run("begin", self.seats)

    def step(self, moves: Any) -> None:
        """Play one move in every match: indices of `offers`, or four numbers a row.

        A match that is over stays as it is, and so does one whose move is refused: `errors` says why.
        """
        shape = tuple(moves.shape)
        if shape not in ((len(self),), (len(self), 4)) or np.dtype(moves.dtype).kind not in "iu":
            raise BadOption(
                f"This batch takes {len(self)} moves, whole numbers, not an array {shape} of {moves.dtype}."
            )
        if moves.ndim == 1:
            self._run("play_offered", self._place(moves))
        else:
            self._run("play_any", self._place(moves))

    def play_random(self, plies: int) -> None:
        """Play so many random legal moves in every match that lasts so long, each move equally likely."""
        self._run("play_random", plies)

    def _put(self, blank: Any, seeds: Any) -> None:
        raise NotImplementedError

    def _place(self, array: Any) -> Any:
        raise NotImplementedError

    def _run(self, step: str, argument: Any) -> None:
        """One of the steps of steps.py, in every match."""
        raise NotImplementedError

    def _arrays(self) -> tuple[Any, ...]:
        return self.states, self._seeds, self.plies, self._offers, self.masks, self.waiting, self.errors


class CpuBatch(Batch):
    """Matches in this machine's memory, shared among its cores."""

    _cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    _pool = ThreadPoolExecutor(_cores)
    _order = "C"

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.waiting < 0)

    def _put(self, blank: Any, seeds: Any) -> None:
        self.states[:] = blank
        self._seeds[:] = seeds

    def _place(self, array: Any) -> Any:
        return np.asarray(array)

    def _run(self, step: str, argument: Any) -> None:
        """Compiled loops let go of the interpreter's lock, so plain threads are enough."""
        loop: Any = self._machine(getattr(steps, step))
        bounds = [int(bound) for bound in np.linspace(0, len(self), self._cores + 1)]

        def run(stretch: tuple[int, int]) -> None:
            loop(*stretch, 1, np.zeros(LENGTH, np.int64), *self._arrays(), argument)

        for _ in self._pool.map(run, pairwise(bounds)):
            """Wait for all of them, and raise what one of them raised."""


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
        self._kernels: dict[str, Any] = {}
        super().__init__(game, matches, seats, options)

    @property
    def done(self) -> npt.NDArray[np.bool_]:
        return np.asarray(self.waiting.copy_to_host() < 0)

    def _put(self, blank: Any, seeds: Any) -> None:
        self.states.copy_to_device(blank)
        self._seeds.copy_to_device(seeds)

    def _place(self, array: Any) -> Any:
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array)
        return self._cuda.to_device(np.asarray(array))

    def _run(self, step: str, argument: Any) -> None:
        if step not in self._kernels:
            from ludotheque.rl import kernels

            self._kernels[step] = self._machine.kernel(getattr(kernels, step))
        blocks = (len(self) + THREADS - 1) // THREADS
        self._kernels[step][blocks, THREADS](*self._arrays(), argument)
