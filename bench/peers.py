"""Random legal play side by side in one run: our games, and the nearest games of OpenSpiel, PettingZoo and pgx.

    python bench/peers.py --seconds 2 --table docs/peers.md --plot docs/peers.png

Rates are plies per second of CPU time, so that other work on the machine does not change them. Only a batch on all
cores is measured by the clock on the wall, and left out where others use the cores. Libraries that are not installed
are left out too (pip install open_spiel pettingzoo[classic] pgx).
"""

import argparse
import importlib.util
import os
import random
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

import ludotheque as lt
from ludotheque.rl.devices import Cpu

MATCHES = 1024  # in a batch
FEW_MATCHES = 64  # on one core: more of them leave its cache between two plies
SPIEL = ["pig", "backgammon", "connect_four", "2048", "go(board_size=9)", "chess"]
CLASSIC = ["connect_four_v3", "tictactoe_v3", "go_v5", "chess_v6"]
PGX = ["connect_four", "2048", "backgammon", "go_9x9", "chess"]


class Rate(NamedTuple):
    library: str
    way: str
    game: str
    plies: float  # a second


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=2.0, help="of CPU time, for each measurement")
    parser.add_argument("--table", type=Path, help="write the table into this page, below its last heading")
    parser.add_argument("--plot", type=Path)
    chosen = parser.parse_args()
    rates = []
    for rate in measure_all(chosen.seconds):
        print(f"{rate.library:<12} {rate.way:<26} {rate.game:<20} {rate.plies:>14,.0f}", flush=True)
        rates.append(rate)
        if chosen.table:  # after each, because some libraries compile for minutes
            write_table(chosen.table, rates)
    if chosen.plot:
        draw(chosen.plot, rates)


def measure_all(seconds: float) -> Iterator[Rate]:
    for name in lt.names():
        yield from measure_ours(name, seconds)
    for library, measure in (("pyspiel", measure_openspiel), ("pygame", measure_classic), ("pgx", measure_pgx)):
        if importlib.util.find_spec(library) is not None:
            yield from measure(seconds)


def count_per_second(play: Callable[[], int], seconds: float, clock: Callable[[], float] = time.process_time) -> float:
    """Return how many plies `play` plays in a second; the first call, which may compile, is not counted."""
    play()
    started, plies = clock(), 0
    while (passed := clock() - started) < seconds:
        plies += play()
    return plies / passed


def measure_ours(name: str, seconds: float) -> Iterator[Rate]:
    yield Rate("Ludothèque", "single match", name, count_per_second(lambda: play_single(name), seconds))
    if importlib.util.find_spec("pettingzoo") is not None:
        from ludotheque.rl import pettingzoo

        env = pettingzoo.raw_env(name)
        yield Rate("Ludothèque", "PettingZoo", name, count_per_second(lambda: play_env(env), seconds))
    cores, Cpu.cores = Cpu.cores, 1
    yield Rate("Ludothèque", "batch, one core", name, measure_batch(name, seconds, time.process_time))
    Cpu.cores = cores
    if os.getloadavg()[0] < cores:  # otherwise others use the cores
        yield Rate("Ludothèque", f"batch, {cores} cores", name, measure_batch(name, seconds, time.perf_counter))


def play_single(name: str) -> int:
    match, rng = lt.new(name, seed=1), random.Random(1)
    while not match.over and match.ply < 300:
        seat = match.active[0]
        match.play(rng.choice(match.legal(seat)), seat)
    return match.ply


def play_env(env: Any) -> int:
    """Play at most 500 plies of an environment of PettingZoo."""
    env.reset(seed=1)
    rng, plies = np.random.default_rng(1), 0
    for agent in env.agent_iter(500):
        observation, _, over, cut, info = env.last()
        mask = info.get("action_mask", observation["action_mask"])
        legal = np.flatnonzero(mask.view(bool))  # on numbers this takes longer than the step of an environment
        env.step(None if over or cut else int(legal[int(rng.random() * len(legal))]))
        plies += not over
        assert agent
    return plies


def measure_batch(name: str, seconds: float, clock: Callable[[], float]) -> float:
    """Measure a batch that lists all legal moves and writes observations at every ply."""
    matches = FEW_MATCHES if Cpu.cores == 1 else MATCHES
    batch = lt.batch(name, matches, restart=True)
    batch.reset(1)
    batch.observe()

    def play() -> int:
        for _ in range(16):
            batch.play_random(1)
        return 16 * matches

    return count_per_second(play, seconds, clock)


def measure_openspiel(seconds: float) -> Iterator[Rate]:
    import pyspiel

    for name in SPIEL:
        game = pyspiel.load_game(name)
        yield Rate("OpenSpiel", "Python API, C++ rules", name, count_per_second(lambda g=game: play_spiel(g), seconds))  # type: ignore[misc]


def play_spiel(game: Any) -> int:
    state, rng, plies = game.new_initial_state(), random.Random(1), 0
    while not state.is_terminal() and plies < 500:
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(outcomes, chances)[0])
        else:
            state.apply_action(rng.choice(state.legal_actions()))
            plies += 1
    return plies


def measure_classic(seconds: float) -> Iterator[Rate]:
    for name in CLASSIC:
        try:
            env = importlib.import_module(f"pettingzoo.classic.{name}").raw_env()
        except Exception as error:  # each game needs packages of its own
            print(f"PettingZoo   {name}: {error}".partition("\n")[0])
            continue
        yield Rate("PettingZoo", "its own games", name, count_per_second(lambda e=env: play_env(e), seconds))  # type: ignore[misc]


def measure_pgx(
    seconds: float, matches: int = MATCHES, clock: Callable[[], float] = time.process_time
) -> Iterator[Rate]:
    import jax
    import pgx

    for name in PGX:
        play = make_pgx(pgx.make(name), jax, matches)
        yield Rate("pgx", f"batch, jax on the {jax.default_backend()}", name, count_per_second(play, seconds, clock))


def make_pgx(env: Any, jax: Any, matches: int) -> Callable[[], int]:
    """Return a function that plays 16 random legal plies in every match; matches that end begin again."""
    from pgx.experimental import auto_reset

    step = jax.vmap(auto_reset(env.step, env.init))

    def play_ply(state: Any, key: Any) -> tuple[Any, None]:
        one, two = jax.random.split(key)
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        return step(state, jax.random.categorical(one, logits), jax.random.split(two, matches)), None

    run = jax.jit(lambda state, key: jax.lax.scan(play_ply, state, jax.random.split(key, 16))[0])
    held = {"state": jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.PRNGKey(1), matches)), "number": 0}

    def play() -> int:
        held["number"] += 1
        held["state"] = jax.block_until_ready(run(held["state"], jax.random.PRNGKey(held["number"])))
        return 16 * matches

    return play


def write_table(page: Path, rates: list[Rate]) -> None:
    """Replace what stands below the last heading of the page."""
    head, mark, _ = page.read_text("utf-8").rpartition("\n## ")
    rows = [f"| {rate.library} | {rate.way} | {rate.game} | {rate.plies:,.0f} |" for rate in rates]
    table = ["| library | way | game | plies/s |", "|---|---|---|---:|", *rows, ""]
    page.write_text(f"{head}{mark}Measured\n\n" + "\n".join(table), "utf-8")


def draw(file: Path, rates: list[Rate]) -> None:
    from matplotlib.figure import Figure
    from PIL import Image

    figure = Figure((9, 0.22 * len(rates) + 1), layout="constrained")
    axes = figure.add_subplot()
    labels = [f"{rate.library}, {rate.way}: {rate.game}" for rate in rates]
    libraries = list(dict.fromkeys(rate.library for rate in rates))
    axes.barh(labels, [rate.plies for rate in rates], color=[f"C{libraries.index(rate.library)}" for rate in rates])
    axes.set_xscale("log")
    axes.invert_yaxis()
    axes.set_xlabel("plies a second")
    axes.tick_params(labelsize=7)
    figure.savefig(file, dpi=80)
    Image.open(file).convert("RGB").quantize(16).save(file, optimize=True)  # a quarter of the bytes


if __name__ == "__main__":
    main()
