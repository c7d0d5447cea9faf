"""The steps of a batch on the GPU: how the lanes of a match share its work, and the kernel around a step.

A match has `count` lanes: neighbouring threads of one warp. With several lanes fewer matches are under way at a time,
so that more of their states stay in the cache, and neighbouring lanes read and write neighbouring bytes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba.cuda
from numba import int64

from ludotheque.compile import compiled, games_own
from ludotheque.dice import LENGTH
from ludotheque.game import Array, Move, StateRecord
from ludotheque.rl import steps
from ludotheque.rl.lanes import pick

cuda: Any = numba.cuda
check: Callable[[StateRecord, int, Move], int] = games_own

WARP = 32
ALL = 0xFFFFFFFF


@cache
def lane_functions(count: int) -> dict[str, Callable[..., Any]]:
    """Return the functions that steps.py leaves open, for `count` lanes: a power of 2, at most 32."""
    group_bits = ALL >> (WARP - count)

    @compiled
    def lane() -> int:
        return int64(cuda.threadIdx.x % count)

    @compiled
    def lanes() -> int:
        return count

    @compiled
    def group() -> int:
        """Return the threads of this match, as bits of the warp."""
        return group_bits << (cuda.threadIdx.x % WARP // count * count)

    @compiled
    def sync_lanes() -> None:
        cuda.syncwarp(group())

    @compiled
    def list_by_lanes(state: StateRecord, seat: int, offers: Array, mask: Array) -> int:
        """Mark the legal moves, each lane every n-th of them by the game's `check`; return their number."""
        marks = 0
        for at in range(lane(), len(offers), count):
            move = Move(offers[at, 0], offers[at, 1], offers[at, 2], offers[at, 3])
            allowed = check(state, seat, move) == 0
            mask[at] = allowed
            marks += allowed
        sync_lanes()
        distance = count // 2
        while distance > 0:
            marks += cuda.shfl_xor_sync(group(), marks, distance)
            distance //= 2
        return marks

    @compiled
    def pick_by_lanes(mask: Array, n: int) -> int:
        """Return the index of the n-th mark: all lanes look at `count` neighbouring marks at a time."""
        shift = cuda.threadIdx.x % WARP // count * count
        for start in range(0, len(mask), count):
            at = start + lane()
            marked = at < len(mask) and mask[at] != 0
            bits = (cuda.ballot_sync(group(), marked) >> shift) & group_bits
            marks = cuda.popc(bits)
            if n < marks:
                for _ in range(n):
                    bits &= bits - 1
                return start + cuda.ffs(bits) - 1
            n -= marks
        return -1

    shared: dict[str, Callable[..., Any]] = {"lane": lane, "lanes": lanes, "sync_lanes": sync_lanes, "group": group}
    if count == 1:
        return {"lane": lane, "lanes": lanes, "sync_lanes": no_sync, "pick": pick}
    return {**shared, "list_moves": list_by_lanes, "pick": pick_by_lanes}


@compiled
def no_sync() -> None:
    pass


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
