"""The steps of a batch on the GPU: how the lanes of a match share its work, and the kernel around a step.

A match has `count` lanes: neighbouring threads of one warp. With several lanes fewer matches are under way at a time,
so that more of their states stay in the cache, and neighbouring lanes read and write neighbouring bytes.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

import numba.cuda
import numpy as np
from numba import int32, int64

from ludotheque.compile import Machine, compiled, games_own
from ludotheque.dice import LENGTH, ROUNDS, mix, mix_all
from ludotheque.game import Array, Game, Move, StateRecord
from ludotheque.loops import offers_of
from ludotheque.rl import lanes as cpu
from ludotheque.rl import steps
from ludotheque.rl.blocks import (
    WARP,
    WORD_BYTES,
    count_observers,
    count_threads,
    count_words,
    find_word,
    pad_record,
    shares_states,
)
from ludotheque.rl.lanes import make_machine

cuda: Any = numba.cuda
check: Callable[[StateRecord, int, Move], int] = games_own
legal: Callable[[StateRecord, int, Array], None] = games_own
legal_part: Callable[[StateRecord, int, Array, int, int], None] = games_own
lane: Callable[[], int] = games_own
lanes: Callable[[], int] = games_own
sync_lanes: Callable[[], None] = games_own
mark: Callable[[StateRecord, int, Array, Array], None] = games_own  # marks legal moves in bytes that are 0
add_lanes: Callable[[int], int] = games_own  # sum of a number of each lane

ALL = 0xFFFFFFFF


def find_functions(game: Game, count: int) -> dict[str, Callable[..., Any]]:
    """Return the functions that steps.py and this module leave open, for `count` lanes: a power of 2, at most 32."""

    @compiled
    def count_lanes() -> int:
        return count

    shared: dict[str, Callable[..., Any]] = {
        "lanes": count_lanes,
        "bring": make_bring(game.rules.State) if shares_states(count, game.rules.State) else cpu.bring,
        "list_moves": list_moves,
        "clear_marks": clear_marks,
        "load_marks": load_marks,
        "store_marks": store_marks,
    }
    if count == 1:
        return {
            **shared,
            "lane": cpu.lane,
            "sync_lanes": cpu.do_not_wait,
            "sync_matches": sync_warp,
            "mark": mark_by_game if game.rules.legal else mark_by_check,
            "add_lanes": add_nothing,
            "pick": pick,
        }
    return {
        **shared,
        "lane": lane_of_thread,
        "sync_lanes": sync_threads,
        "sync_matches": cpu.do_not_wait,
        "mark": mark_by_parts if game.rules.legal_part else mark_by_check,
        "add_lanes": add_threads,
        "pick": pick_together,
    }


def make_bring(record: np.dtype[Any]) -> Callable[..., Any]:
    """Return a function that copies the states of a warp into shared memory, and returns the thread's own.

    Threads side by side copy words side by side. Features read the same field of all states at a time, and these fields
    are far apart in the memory of the GPU.
    """
    padded = pad_record(record)
    size, pitch = (dtype.itemsize // find_word(record).itemsize for dtype in (record, padded))

    @compiled
    def bring(states: Array, words: Array, i: int, space: Array) -> StateRecord:
        thread = int64(cuda.threadIdx.x) % WARP
        first, own = i - thread, int64(cuda.threadIdx.x) - thread
        active = min(WARP, len(states) - first)
        cuda.syncwarp((1 << active) - 1)
        for at in range(thread, active * size, active):
            space[(own + at // size) * pitch + at % size] = words[first * size + at]
        cuda.syncwarp((1 << active) - 1)
        return space.view(padded)[own + thread]

    return bring


@compiled
def mix_in_a_loop(a: Any, b: Any, c: Any, d: Any, low: Any, high: Any) -> tuple[Any, Any, Any, Any]:
    """Do what `dice.mix_all` does, in a loop whose length the compiler does not know: gridDim.z is always 1.

    It would write all rounds out wherever dice are rolled, and such a kernel is too long for the GPU's cache of
    instructions.
    """
    doubled = int64(cuda.gridDim.z)
    while doubled < 1 << ROUNDS:
        a, b, c, d, low, high = mix(a, b, c, d, low, high)
        doubled += doubled
    return a, b, c, d


REPLACEMENTS = {mix_all: mix_in_a_loop}


@compiled
def lane_of_thread() -> int:
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
def sync_threads() -> None:
    cuda.syncwarp(group())


@compiled
def sync_warp() -> None:
    cuda.syncwarp()


@compiled
def add_nothing(number: int) -> int:
    return number


@compiled
def add_threads(number: int) -> int:
    distance = lanes() // 2
    while distance > 0:
        number += cuda.shfl_xor_sync(group(), int32(number), distance)
        distance //= 2
    return number


@compiled
def list_moves(batch: steps.Arrays, i: int, seat: int, marks: Array) -> int:
    clear_marks(batch, i, marks)
    mark(batch.states[i], seat, batch.offers, marks.view(np.int8)[: len(batch.offers)])
    sync_lanes()
    count = 0
    for word in range(lane(), len(marks), lanes()):
        count += int64(cuda.popc(marks[word]))
    return add_lanes(count)


@compiled
def clear_marks(batch: steps.Arrays, i: int, marks: Array) -> None:
    for word in range(lane(), len(marks), lanes()):
        marks[word] = 0
    sync_lanes()


@compiled
def load_marks(batch: steps.Arrays, i: int, marks: Array) -> None:
    for word in range(lane(), len(marks), lanes()):
        marks[word] = batch.marks[i, word]
    sync_lanes()


@compiled
def mark_by_game(state: StateRecord, seat: int, offers: Array, mask: Array) -> None:
    legal(state, seat, mask)


@compiled
def mark_by_parts(state: StateRecord, seat: int, offers: Array, mask: Array) -> None:
    legal_part(state, seat, mask, lane(), lanes())


@compiled
def mark_by_check(state: StateRecord, seat: int, offers: Array, mask: Array) -> None:
    """Mark the legal moves, each lane every n-th of them."""
    for at in range(lane(), len(offers), lanes()):
        mask[at] = check(state, seat, Move(offers[at, 0], offers[at, 1], offers[at, 2], offers[at, 3])) == 0


@compiled
def store_marks(batch: steps.Arrays, i: int, marks: Array) -> None:
    mask = marks.view(np.int8)
    for at in range(lane(), len(batch.offers), lanes()):
        batch.masks[i, at] = mask[at]
    for word in range(lane(), len(marks), lanes()):
        batch.marks[i, word] = marks[word]
    sync_lanes()


@compiled
def pick(batch: steps.Arrays, i: int, marks: Array, n: int) -> int:
    """Return the index of the n-th mark, counted from 0."""
    return pick_in(marks, 0, len(marks), n)


@compiled
def pick_in(marks: Array, first: int, last: int, n: int) -> int:
    """Return the index of the n-th mark in a range of words, counted from 0; -1 if there are fewer."""
    for word in range(first, last):
        bits = marks[word]
        count = int64(cuda.popc(bits))
        if n < count:
            for _ in range(n):
                bits &= bits - 1
            return WORD_BYTES * word + (int64(cuda.ffs(bits)) - 1) // 8
        n -= count
    return -1


@compiled
def pick_together(batch: steps.Arrays, i: int, marks: Array, n: int) -> int:
    """Return the index of the n-th mark, counted from 0. Each lane looks at a range of words of its own."""
    share = (len(marks) + lanes() - 1) // lanes()
    first = min(lane() * share, len(marks))
    last = min(first + share, len(marks))
    own = 0
    for word in range(first, last):
        own += int64(cuda.popc(marks[word]))
    through = add_lanes_before(own)
    found = -1
    if through - own <= n < through:
        found = pick_in(marks, first, last, n - (through - own))
    finder = int64(cuda.ffs(int64(cuda.ballot_sync(group(), found >= 0)) & group())) - 1
    return int64(cuda.shfl_sync(group(), int32(found), finder))


@compiled
def add_lanes_before(number: int) -> int:
    """Return the sum of a number over this lane and those before it."""
    distance = 1
    while distance < lanes():
        before = int64(cuda.shfl_up_sync(group(), int32(number), distance))
        if lane() >= distance:
            number += before
        distance *= 2
    return number


@cache
def find_machine(game: Game, features: Callable[..., None], sees_views: bool, lanes: int) -> Machine:
    """Return one machine for all batches that are alike, so that their kernels are compiled once."""
    return make_machine(game, features, sees_views, find_functions(game, lanes), REPLACEMENTS)


@cache
def make_kernel(machine: Machine, step: Any, game: Game, lanes: int, what: int, registers: int | None) -> Any:
    """Return a function of steps.py as a CUDA kernel.

    A kernel does one thing: one for everything that `advance` can do would be too long for the GPU's cache of
    instructions. So observations are written by another kernel too.
    """
    if step is steps.advance:
        kernel = make_advance(machine(step), len(offers_of(game)), lanes, what)
    else:
        kernel = make_observe(machine(step), lanes, game.rules.State)
    return cuda.jit(kernel, max_registers=registers)


def make_advance(step: Any, offers: int, lanes: int, what: int) -> Any:
    """The marks are in memory that the threads of a block share, or with one thread a match in the thread's own.

    There the GPU stores the same word of neighbouring threads side by side.
    """
    size, matches = count_words(offers), count_threads(lanes, offers) // lanes

    def advance(batch: steps.Arrays, moves: Any, plies: int) -> None:
        dice, marks = cuda.local.array(LENGTH, int64), cuda.local.array(size, int64)
        step(cuda.grid(1), len(batch.states), cuda.gridsize(1), dice, marks, batch, what, moves, plies, 0)

    def shared_advance(batch: steps.Arrays, moves: Any, plies: int) -> None:
        dice, space = cuda.local.array(LENGTH, int64), cuda.shared.array((matches, size), int64)
        first, stride, marks = cuda.grid(1) // lanes, cuda.gridsize(1) // lanes, space[cuda.threadIdx.x // lanes]
        step(first, len(batch.states), stride, dice, marks, batch, what, moves, plies, 0)

    return advance if lanes == 1 else shared_advance


def make_observe(step: Any, lanes: int, record: np.dtype[Any]) -> Any:
    word, size = find_word(record), 1
    if shares_states(lanes, record):
        size = count_observers(lanes, record) * pad_record(record).itemsize // word.itemsize

    def observe(batch: steps.Arrays, of_last: int, seats: Any, out: Any) -> None:
        space = cuda.shared.array(size, word)
        step(cuda.grid(1) // lanes, len(batch.states), cuda.gridsize(1) // lanes, space, batch, of_last, seats, out)

    return observe
