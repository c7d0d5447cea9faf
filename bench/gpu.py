"""Every game on the GPU: does it equal the CPU byte for byte, and how fast is it? `make gpu` runs this.

Plies are random legal moves; all legal moves are listed before each, and if they are observed, what the next seat sees
is written too. First come the first plies of each match, then (+) matches that begin again when they end. Turns are
random orders without a list, by the game's own playout.py if it has one.
"""

import argparse
import importlib
import importlib.util
import statistics
import sys
import time
from collections.abc import Callable
from functools import cache
from typing import Any

import numba.cuda
import numpy as np
from numba import int64

import ludotheque as lt
from ludotheque.compile import Machine, compiled, games_own
from ludotheque.dice import CHOICE, LENGTH, Dice, reset
from ludotheque.game import Array, Game
from ludotheque.loops import awaited, offers_of
from ludotheque.rl.batch import Batch, find_device
from ludotheque.rl.cuda import Cuda
from ludotheque.rl.devices import NoDevice

cuda: Any = numba.cuda

MATCHES, COMPARISONS, PLIES = 8192, 40, 25  # for equality; PLIES are played between two comparisons
RUNS = 7
FIRST_TURNS, TURN_THREADS = 40, 64


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("games", nargs="*", default=lt.names(), help="games to measure; all by default")
    parser.add_argument("--lanes", type=int, help="threads for each match, instead of the batch's own choice")
    parser.add_argument("--registers", type=int, help="registers of a thread, with --lanes")
    parser.add_argument("--rates", action="store_true", help="compare nothing, measure only")
    parser.add_argument("--memory", type=float, default=8.0, help="GiB of states side by side when rates are measured")
    args = parser.parse_args()
    try:
        lt.batch(args.games[0], 1, device="cuda")
    except NoDevice as error:
        print(f"{error} Nothing was measured.")
        return 0
    print(
        f"{'game':<10} {'what':<9} {'compared':>30} {'equal':>6} {'matches':>10} {'GPU, per second':>16} {'runs':>24}"
    )
    return max(report(name, args) for name in args.games)


def report(name: str, args: argparse.Namespace) -> int:
    """Print the rows of a game; return 1 if CPU and GPU differ."""
    game = lt.load(name)
    layout = lt.batch(name, 1).layout
    room = args.memory * 2**30 / (2 * game.rules.State.itemsize + len(offers_of(game)) + 4 * layout.size)
    matches = 1 << min(20, int(room).bit_length() - 1)
    plies, equal = (0, True) if args.rates else compare(name)
    compared = f"{MATCHES} matches, {plies / 1e6:.1f} M plies"
    for restart in (False, True):
        for observes in (False, True):
            what = ("observed" if observes else "plies") + ("+" if restart else "")
            print_row(name, what, compared, equal, matches, measure(make(game, matches, restart, args), observes))
    if not args.rates and has_playout(game):
        turns, same_turns = compare_turns(game)
        rates = measure_turns(game, matches)
        print_row(name, "turns", f"{MATCHES} matches, {turns / 1e6:.1f} M turns", same_turns, matches, rates)
        equal = equal and same_turns
    return int(not equal)


def print_row(name: str, what: str, compared: str, equal: bool, matches: int, rates: list[float]) -> None:
    median = f"{statistics.median(rates) / 1e6:,.0f} million"
    spread = f"{min(rates) / 1e6:,.0f} … {max(rates) / 1e6:,.0f}"
    verdict = "yes" if equal else "NO"
    print(f"{name:<10} {what:<9} {compared:>30} {verdict:>6} {matches:>10} {median:>16} {spread:>24}", flush=True)


def compare(name: str) -> tuple[int, bool]:
    """Play the same random matches on both devices; return the plies, and whether all arrays are equal."""
    pair = [lt.batch(name, MATCHES, device, restart=True) for device in ("cpu", "cuda")]
    for one in pair:
        one.reset(np.arange(MATCHES) * 7919 - 12345)
        one.observe()
    equal, plies = are_equal(*pair), 0
    for number in range(COMPARISONS):
        for one in pair:
            if number % 4 == 3:
                step_first_legal(one)
            else:
                one.play_random(PLIES)
        plies += 1 if number % 4 == 3 else PLIES
        equal = are_equal(*pair) and equal
    return MATCHES * plies, equal


def step_first_legal(batch: Batch) -> None:
    moves = to_host(batch.masks).argmax(axis=1)
    batch.step(moves if isinstance(batch.masks, np.ndarray) else ForeignArray(moves))


class ForeignArray:
    """An array on the GPU as other libraries have it: only this attribute is common to all of them."""

    def __init__(self, moves: Any):
        self._array = cuda.to_device(moves)
        self.__cuda_array_interface__ = self._array.__cuda_array_interface__


def are_equal(cpu: Batch, gpu: Batch) -> bool:
    """Compare all arrays, and what seat 0 saw at the end of the last episodes; print the names of those that differ."""
    copies = gpu.snapshot()
    pairs = {name: (array, copies[name]) for name, array in cpu.snapshot().items()}
    pairs["observe_last"] = cpu.observe_last(0), gpu.observe_last(0)
    different = [name for name, (one, two) in pairs.items() if to_host(one).tobytes() != to_host(two).tobytes()]
    if different:
        print(f"  {cpu.game.name}: the GPU has other {', '.join(different)}")
    return not different


def make(game: Game, matches: int, restart: bool, args: argparse.Namespace) -> Batch:
    device = Cuda(0, args.lanes, args.registers) if args.lanes else find_device("cuda", game, 0)
    return Batch(game, matches, device, game.default_seats, restart, {})


def measure(batch: Batch, observes: bool) -> list[float]:
    """Return plies per second of random legal play, masks included, in several synchronised runs.

    Without restart: the first plies of each match. With restart: matches at any stage, and new ones among them.
    """
    if observes:
        batch.observe()
    rates = []
    for run in range(RUNS + 1):
        if run == 0 or not batch.restarts:
            batch.reset(np.arange(len(batch)) + run * len(batch))
        if run == 0 and batch.restarts:
            batch.play_random(20 * PLIES)
        before = to_host(batch.plies).sum()
        cuda.synchronize()
        started = time.perf_counter()
        play(batch, 4 * PLIES, observes)
        cuda.synchronize()
        seconds = time.perf_counter() - started
        played = 4 * PLIES * len(batch) if batch.restarts else float(to_host(batch.plies).sum() - before)
        rates.append(played / seconds)
    return rates[1:]  # the first one compiles


def play(batch: Batch, plies: int, observes: bool) -> None:
    """Play random plies, each in a call of its own if it is observed: a call observes after its last ply."""
    calls = plies if observes else 1
    for _ in range(calls):
        batch.play_random(plies // calls)


def has_playout(game: Game) -> bool:
    return importlib.util.find_spec(f"{game.package}.playout") is not None


random_turn: Callable[..., int] = games_own


@compiled
def play_turns(states: Array, at: int, seed: int, most: int, dice: Dice) -> int:
    """Play at most `most` random turns in match `at`; return their number."""
    reset(dice, seed, 1, CHOICE)
    for turn in range(most):
        if awaited(states[at]) < 0:
            return turn
        random_turn(states[at], dice)
    return most


@cache
def make_turn_kernel(machine: Machine) -> Any:
    play = machine(play_turns)

    def kernel(states: Array, seeds: Array, turns: Array, most: int) -> None:
        dice = cuda.local.array(LENGTH, int64)
        for i in range(cuda.grid(1), len(states), cuda.gridsize(1)):
            turns[i] = play(states, i, seeds[i], most, dice)

    return cuda.jit(kernel)


@cache
def turn_machine(game: Game) -> Machine:
    random_turn = importlib.import_module(f"{game.package}.playout").play_random_turn
    return Machine(game.name, {"random_turn": random_turn}, interpreted=False)


def compare_turns(game: Game) -> tuple[int, bool]:
    """Play whole random matches on both devices; return the turns, and whether the states are equal."""
    cpu, gpu = (lt.batch(game.name, MATCHES, device) for device in ("cpu", "cuda"))
    for one in (cpu, gpu):
        one.reset(np.arange(MATCHES))
    seeds, turns = np.arange(MATCHES), np.zeros(MATCHES, np.int64)
    machine = turn_machine(game)
    for i, seed in enumerate(seeds.tolist()):
        turns[i] = machine(play_turns)(cpu.states, i, seed, 10_000, np.zeros(LENGTH, np.int64))
    gpu_turns, _ = make_launcher(machine)(gpu.states.raw, seeds, 10_000)
    return int(turns.sum()), cpu.states.tobytes() == to_host(gpu.states).tobytes() and bool((turns == gpu_turns).all())


def measure_turns(game: Game, matches: int) -> list[float]:
    """Return turns per second in the first turns of matches, which nearly all reach; the best of a few grid sizes."""
    batch = lt.batch(game.name, matches, "cuda")
    tried = [turn_rates(batch, make_launcher(turn_machine(game), blocks)) for blocks in (4, 6, 8)]
    return max(tried, key=statistics.median)


def turn_rates(batch: Batch, launch: Callable[[Any, Any, int], tuple[Any, float]]) -> list[float]:
    rates = []
    for run in range(RUNS + 1):
        seeds = np.arange(len(batch)) + run * len(batch)
        batch.reset(seeds)
        turns, seconds = launch(batch.states.raw, seeds, FIRST_TURNS)
        rates.append(float(turns.sum()) / seconds)
    return rates[1:]


def make_launcher(machine: Machine, blocks: int = 4) -> Callable[[Any, Any, int], tuple[Any, float]]:
    """Return a function that runs play_turns on the GPU and returns the turns of each match and the seconds.

    Only `blocks` blocks run on each multiprocessor at a time: with more, threads would push each other's states out of
    the cache.
    """
    kernel = make_turn_kernel(machine)
    grid = blocks * cuda.get_current_device().MULTIPROCESSOR_COUNT

    def launch(states: Any, seeds: Any, most: int) -> tuple[Any, float]:
        device_seeds, turns = cuda.to_device(seeds), cuda.to_device(np.zeros(len(seeds), np.int64))
        cuda.synchronize()
        started = time.perf_counter()
        kernel[grid, TURN_THREADS](states, device_seeds, turns, most)
        cuda.synchronize()
        return turns.copy_to_host(), time.perf_counter() - started

    return launch


def to_host(array: object) -> np.ndarray[tuple[int, ...], np.dtype[np.generic]]:
    return array.copy_to_host() if hasattr(array, "copy_to_host") else np.asarray(array)


if __name__ == "__main__":
    sys.exit(main())
