"""A GPU as a device for batches. Nothing waits for the GPU: all work is queued on one stream, the caller's."""

from typing import Any, Literal

import numpy as np

from ludotheque.game import Game
from ludotheque.loops import offers_of
from ludotheque.nets.observations import Layout, needs_views
from ludotheque.rl import steps
from ludotheque.rl.blocks import count_observers, count_threads
from ludotheque.rl.devices import NoDevice, Runner
from ludotheque.rl.dlpack import CUDA, export


class GpuArray:
    """An array on the GPU that PyTorch, JAX and CuPy take without a copy; `copy_to_host` returns it as NumPy's.

    Code that uses it queues its work on the batch's stream, or waits for that stream first.
    """

    def __init__(self, raw: Any):
        self.raw = raw  # Numba's array
        self.shape: tuple[int, ...] = tuple(raw.shape)
        self.dtype: np.dtype[Any] = raw.dtype

    @property
    def T(self) -> "GpuArray":
        """The same memory with the axes turned round. JAX takes no array that is stored by columns: give it this."""
        return GpuArray(self.raw.transpose())

    @property
    def __cuda_array_interface__(self) -> dict[str, Any]:
        return {**self.raw.__cuda_array_interface__, "stream": None}

    def __dlpack__(self, **_: Any) -> Any:
        return export(self.raw.device_ctypes_pointer.value or 0, self.shape, self.raw.strides, self.dtype, CUDA, self)

    def __dlpack_device__(self) -> tuple[int, int]:
        return CUDA, 0

    def copy_to_host(self) -> Any:
        """Wait for everything queued, and return a copy in main memory."""
        return self.raw.copy_to_host()

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> Any:
        return np.asarray(self.copy_to_host(), dtype)

    def __len__(self) -> int:
        return self.shape[0]


class Cuda:
    """The memory of a GPU, and kernels on a stream."""

    keeps_marks = True

    def __init__(self, stream: int = 0, lanes: int = 1, max_registers: int | None = None):
        try:
            from numba import cuda
        except ImportError:  # pragma: no cover
            raise NoDevice("There is no CUDA here: the extra `gpu` brings it.") from None
        if not cuda.is_available():
            raise NoDevice("There is no GPU here that CUDA can use.")
        self._cuda: Any = cuda
        self._stream = cuda.external_stream(stream) if stream else 0
        self._lanes = lanes
        self._max_registers = max_registers

    def make_runner(self, game: Game, layout: Layout, matches: int) -> Runner:
        from ludotheque.rl.kernels import find_machine, make_kernel

        lanes, registers = self._lanes, self._max_registers
        machine = find_machine(game, layout.features, needs_views(game, layout), lanes)
        threads = {
            steps.advance: count_threads(lanes, len(offers_of(game))),
            steps.observe_seats: count_observers(lanes, game.rules.State),
        }

        def launch(step: Any, what: int, *arguments: Any) -> None:
            kernel = make_kernel(machine, step, game, lanes, what, registers)
            kernel[-(-matches * lanes // threads[step]), threads[step], self._stream](*arguments)

        def run(step: Any, *arguments: Any) -> None:
            if step is not steps.advance:
                launch(step, 0, *arguments)
                return
            batch, what, moves, plies, observes = arguments
            launch(step, what, batch, moves, plies)
            if observes:
                launch(steps.observe_seats, 0, batch, 0, batch.waiting, batch.observations)

        return run

    def zeros(self, shape: Any, dtype: Any) -> Any:
        """Return an empty array; stored by columns if each match has one lane, so that lanes write side by side."""
        order: Literal["C", "F"] = "F" if self._lanes == 1 and np.size(shape) == 2 else "C"
        return self._cuda.to_device(np.zeros(shape, dtype, order), self._stream)

    def make_records(self, count: int, dtype: Any, word: Any) -> tuple[Any, Any, Any]:
        records = self._cuda.to_device(np.zeros(max(count, 1), dtype), self._stream)
        size = count * dtype.itemsize
        return records[:count], records.view(np.uint8)[:size], records.view(word)[: size // word.itemsize]

    def place(self, array: Any) -> Any:
        return self._cuda.to_device(np.ascontiguousarray(array), self._stream)

    def take(self, array: Any) -> Any:
        if isinstance(array, GpuArray):
            return array.raw
        if hasattr(array, "__cuda_array_interface__"):
            return self._cuda.as_cuda_array(array, sync=False)
        return self.place(np.asarray(array))

    def copy(self, target: Any, source: Any) -> None:
        target.copy_to_device(self.take(source), self._stream)

    def duplicate(self, array: Any) -> Any:
        copy = self._cuda.device_array_like(array, self._stream)
        copy.copy_to_device(array, self._stream)
        return copy

    def export(self, array: Any) -> Any:
        return GpuArray(array)
