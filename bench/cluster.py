"""A Ray cluster on this machine: matches per second by workers, and what each match costs the one who gives work.

The bots sleep instead of thinking, so that more workers than cores are no contest for the cores. What limits many
workers is the caller's own time on the CPU for each match and for each chunk of matches.
"""

import argparse
import tempfile
import time
from pathlib import Path

from ludotheque.arena.entrants import Conditions, Entrant, read_entrants
from ludotheque.arena.matches import Result, Task
from ludotheque.arena.pairing import round_robin
from ludotheque.arena.results import Results
from ludotheque.arena.runner import LocalRunner, Runner
from ludotheque.game import load
from tests.arena.ray_nodes import start_nodes
from tests.arena.samples import quick_setting, write_bot

BOT = "import time\n\ndef play(view):\n    time.sleep({seconds})\n    return view.legal()[{place}]\n"


def make_bots(folder: Path, seconds: float) -> list[Entrant]:
    texts = {f"{place}": BOT.format(seconds=seconds, place=place) for place in (0, -1)}
    words = [write_bot(folder / str(seconds), f"bot{name}.py", text) for name, text in texts.items()]
    return read_entrants(load("emile"), words, Conditions(inside=True))


def list_tasks(bots: list[Entrant], matches: int) -> list[Task]:
    groups = round_robin(quick_setting(), [bot.digest for bot in bots], matches // 2)
    return [task for group in groups for task in group]


def measure(runner: Runner, bots: list[Entrant], matches: int, database: str) -> tuple[float, float, list[Result]]:
    """Return matches per second, the caller's CPU seconds for each match, and the results."""
    tasks = list_tasks(bots, matches)
    list(runner.run(tasks[:8]))  # processes start, and bots travel
    with Results(database) as results:
        results.begin(quick_setting(), bots)
        started, used = time.perf_counter(), time.process_time()
        played = []
        for result in runner.run(tasks):
            results.add([result])
            played.append(result)
        results.flush()
        return matches / (time.perf_counter() - started), (time.process_time() - used) / matches, played


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--matches", type=int, default=60, help="for each worker")
    parser.add_argument("--quick", type=int, default=600, help="matches without sleep")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        bots, quick = make_bots(folder, 0.02), make_bots(folder, 0)
        with LocalRunner(bots, 1) as local:
            rate, used, played = measure(local, bots, arguments.matches, f"sqlite:///{folder}/local.db")
        seconds = sum(result.seconds for result in played) / len(played)
        size = sum(len(result.record) for result in played) / len(played)
        print(f"a match takes {seconds:.3f} s, its record {size:.0f} bytes")
        print(f"this machine, 1 worker: {rate:.1f} matches/s, {1e3 * used:.2f} ms of the caller for each", flush=True)
        with start_nodes(1, max(arguments.workers)) as (address, _):
            from ludotheque.arena.cluster import ClusterRunner  # Ray reads the token when it is imported

            for workers in arguments.workers:
                runner = ClusterRunner(bots, address, workers)
                matches = arguments.matches * workers
                rate, used, _ = measure(runner, bots, matches, f"sqlite:///{folder}/{workers}.db")
                share = rate * seconds / workers
                print(
                    f"cluster, {workers} workers: {rate:.1f} matches/s ({share:.0%} of what they could), "
                    f"{1e3 * used:.2f} ms of the caller for each",
                    flush=True,
                )
            runner.close()
            runner = ClusterRunner(quick, address)
            rate, used, _ = measure(runner, quick, arguments.quick, f"sqlite:///{folder}/quick.db")
            print(f"cluster, quick matches: {rate:.0f} matches/s, {1e3 * used:.2f} ms of the caller for each")
            measure_chunks()
            runner.close()


def do_nothing() -> None:
    """A chunk without matches."""


def measure_chunks(chunks: int = 200) -> None:
    """Print what one round trip of a chunk costs the caller, without any match."""
    import ray

    empty = ray.remote(num_cpus=1)(do_nothing)
    ray.get([empty.remote() for _ in range(20)])
    started, used = time.perf_counter(), time.process_time()
    ray.get([empty.remote() for _ in range(chunks)])
    wall, cpu = time.perf_counter() - started, time.process_time() - used
    print(f"empty chunks: {chunks / wall:.0f}/s, {1e3 * cpu / chunks:.2f} ms of the caller for each")


if __name__ == "__main__":
    main()
