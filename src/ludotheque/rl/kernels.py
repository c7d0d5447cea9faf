"""The steps of a batch on the GPU: each thread has its own dice."""

from functools import cache
from typing import Any

import numba.cuda
from numba import int64

from ludotheque.dice import LENGTH
from ludotheque.rl.steps import Arrays

cuda: Any = numba.cuda


@cache
def make_kernel(step: Any) -> Any:
    """Return `step`, a function of steps.py that a Machine compiled, as a CUDA kernel."""

    def kernel(batch: Arrays, argument: Any) -> None:
        dice = cuda.local.array(LENGTH, int64)
        step(cuda.grid(1), len(batch.states), cuda.gridsize(1), dice, batch, argument)

    return cuda.jit(kernel)
