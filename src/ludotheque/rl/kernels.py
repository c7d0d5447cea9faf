"""The steps of a batch on the GPU: how the lanes of a match share its work, and the kernel around a step.

A match has `count` lanes: neighbouring threads of one warp. With several lanes fewer matches are under way at a time,
so that more of their states stay in the cache, and neighbouring lanes read and write neighbouring bytes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba.cuda
from numba import int32, int64

from ludotheque.compile import compiled, games_own
from ludotheque.dice import LENGTH
from ludotheque.game import Array, Move, StateRecord
from ludotheque.rl import steps
from ludotheque.rl.lanes import ONE_LANE

cuda: Any = numba.cuda
check: Callable[[StateRecord, int, Move], int] = games_own
lanes: Callable[[], int] = games_own

WARP = 32
ALL = 0xFFFFFFFF


@cache
def lane_functions(count: int) -> dict[str, Callable[..., Any]]:
    """Return the functions that steps.py leaves open, for `count` lanes: a power of 2, at most 32."""

    @compiled
    def count_lanes() -> int:
        return count

    if count == 1:
        return {**ONE_LANE, "lanes": count_lanes}
    return {"lanes": count_lanes, "lane": lane, "sync_lanes": sync_lanes, "list_moves": list_moves, "pick": pick}


@compiled
def lane() -> int:
    return int64(cuda.threadIdx.x) % lanes()


@compiled
def first_of_group() -> int:
    """Return the first thread of this match in its warp."""
    return int64(cuda.threadIdx.x) % WARP // lanes() * lanes()


@compiled
def group() -> int:
    """Return the threads of this match, as bits of the warp."""
    return (ALL >> (WARP - lanes())) << first_of_group()


@compiled
def sync_lanes() -> None:
    cuda.syncwarp(group())


@compiled
def list_moves(state: StateRecord, seat: int, offers: Array, mask: Array) -> int:
    """Mark the legal moves, each lane every n-th of them by the game's `check`; return their number."""
    marks = 0
    for at in range(lane(), len(offers), lanes()):
        move = Move(offers[at, 0], offers[at, 1], offers[at, 2], offers[at, 3])
        allowed = check(state, seat, move) == 0
        mask[at] = allowed
        marks += allowed
    sync_lanes()
    distance = lanes() // 2
    while distance > 0:
        marks += cuda.shfl_xor_sync(group(), int32(marks), distance)
        distance //= 2
    return marks


@compiled
def pick(mask: Array, n: int) -> int:
    """Return the index of the n-th mark, counted from 0. In each round every lane looks at one mark."""
    for start in range(0, len(mask), lanes()):
        at = start + lane()
        is_marked = at < len(mask) and mask[at] != 0
        marks = (int64(cuda.ballot_sync(group(), is_marked)) & group()) >> first_of_group()
        count = cuda.popc(marks)
        if n < count:
            for _ in range(n):
                marks &= marks - 1
            return start + cuda.ffs(marks) - 1
        n -= count
    return -1


@cache
def make_kernel(step: Any, is_advance: bool, lanes: int, max_registers: int | None) -> Any:
    """Return `step`, a function of steps.py that a Machine compiled, as a CUDA kernel; each thread has its own dice."""

    def advance(batch: steps.Arrays, what: int, moves: Any, plies: int, observes: int) -> None:
        dice = cuda.local.array(LENGTH, int64)
        first, stride = cuda.grid(1) // lanes, cuda.gridsize(1) // lanes
        step(first, len(batch.states), stride, dice, batch, what, moves, plies, observes)

    def observe(batch: steps.Arrays, of_last: int, seats: Any, out: Any) -> None:
        step(cuda.grid(1) // lanes, len(batch.states), cuda.gridsize(1) // lanes, batch, of_last, seats, out)

    return cuda.jit(advance if is_advance else observe, max_registers=max_registers)
