"""The pool of processes: results, errors, turns, and processes that end too early."""

import asyncio
import os
import signal
import subprocess
import sys
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from ludotheque.worker_pool import FairQueue, WorkerDied, WorkerPool
from tests import jobs

pytestmark = pytest.mark.slow

T = TypeVar("T")


def with_pool(work: Callable[[WorkerPool], Awaitable[T]], size: int = 1) -> T:
    """Run something with a pool, and close it."""

    async def run() -> T:
        pool = WorkerPool(size, jobs.MODULE)
        try:
            async with asyncio.timeout(60):
                return await work(pool)
        finally:
            await pool.close()

    return asyncio.run(run())


def test_results_and_errors_come_back() -> None:
    async def work(pool: WorkerPool) -> list[int]:
        with pytest.raises(ValueError, match="no number"):
            await pool.run("ada", jobs.fail)
        return await asyncio.gather(*(pool.run("ada", jobs.double, number) for number in range(20)))

    assert with_pool(work, size=2) == [2 * number for number in range(20)]


def test_news_come_before_the_result_and_need_no_listener() -> None:
    async def work(pool: WorkerPool) -> tuple[int, int, list[int]]:
        news: list[int] = []
        heard = await pool.run("ada", jobs.count_aloud, 3, on_news=news.append)
        return heard, await pool.run("ada", jobs.count_aloud, 2), news

    assert with_pool(work) == (3, 2, [0, 1, 2])
    assert jobs.count_aloud(1) == 1  # outside of a pool there is nobody to tell


def test_a_process_is_used_again_and_others_start_when_it_is_busy() -> None:
    async def work(pool: WorkerPool) -> tuple[set[int], set[int]]:
        alone = {await pool.run("ada", jobs.own_process) for _ in range(3)}
        together = set(await asyncio.gather(*(pool.run("ada", jobs.own_process) for _ in range(2))))
        return alone, together

    alone, together = with_pool(work, size=2)
    assert len(alone) == 1 and len(together) == 2


def test_a_process_that_dies_is_replaced_and_its_job_is_done_again(tmp_path: Path) -> None:
    assert with_pool(lambda pool: pool.run("ada", jobs.die, tmp_path, 2)) == 2


def test_a_job_that_ends_every_process_fails_and_the_pool_goes_on(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> int:
        with pytest.raises(WorkerDied):
            await pool.run("ada", jobs.die, tmp_path, 99)
        return await pool.run("ada", jobs.double, 4)

    assert with_pool(work) == 8


def test_an_idle_process_and_its_template_may_die_too() -> None:
    async def work(pool: WorkerPool) -> bool:
        before = await pool.run("ada", jobs.own_process)
        assert pool._template is not None
        pool._template.kill()
        wait_until(lambda: not is_running(before))
        return await pool.run("ada", jobs.own_process) != before

    assert with_pool(work)


def test_work_behind_all_others_waits_for_them_and_leaves_a_process_free() -> None:
    async def work(pool: WorkerPool) -> list[str]:
        done: list[str] = []

        async def note(name: str, job: Awaitable[int]) -> None:
            await job
            done.append(name)

        first = [note("first", pool.run("ada", jobs.double, 1))]
        behind = [note("behind", pool.run_behind("zoe", jobs.double, 2)) for _ in range(2)]
        later = [note("later", pool.run("ada", jobs.double, 3)) for _ in range(3)]
        await asyncio.gather(*first, *behind, *later)
        return done

    assert with_pool(work) == ["first", *["later"] * 3, *["behind"] * 2]


def test_one_process_is_kept_free_of_work_behind_all_others() -> None:
    async def work(pool: WorkerPool) -> int:
        jobs_behind = [asyncio.ensure_future(pool.run_behind("zoe", jobs.own_process)) for _ in range(4)]
        await asyncio.sleep(0)
        busy = pool.busy
        await asyncio.gather(*jobs_behind)
        return busy

    assert with_pool(work, size=2) == 1
    assert with_pool(work, size=1) == 1


def test_the_owners_of_waiting_jobs_take_turns() -> None:
    queue: FairQueue[str] = FairQueue()
    for job in ("a1", "a2", "a3", "b1", "b2", "c1"):
        queue.put(job[0], job)
    assert [queue.get() for _ in range(len(queue))] == ["a1", "b1", "c1", "a2", "b2", "a3"]


def test_an_owner_with_many_jobs_does_not_keep_another_waiting(tmp_path: Path) -> None:
    file = tmp_path / "words"

    async def work(pool: WorkerPool) -> None:
        many = [pool.run("ada", jobs.note, file, "ada") for _ in range(6)]
        await asyncio.gather(*many, pool.run("bob", jobs.note, file, "bob"))

    with_pool(work)
    assert file.read_text().split().index("bob") <= 2  # two of the six were first


def test_a_job_that_nobody_waits_for_is_not_done(tmp_path: Path) -> None:
    async def work(pool: WorkerPool) -> None:
        first = asyncio.create_task(pool.run("ada", jobs.note, tmp_path / "words", "first"))
        second = asyncio.create_task(pool.run("ada", jobs.note, tmp_path / "words", "second"))
        await asyncio.sleep(0)
        second.cancel()
        await first
        await pool.run("ada", jobs.note, tmp_path / "words", "third")

    with_pool(work)
    assert (tmp_path / "words").read_text().split() == ["first", "third"]


def test_the_processes_end_when_their_owner_is_killed(tmp_path: Path) -> None:
    file = tmp_path / "processes"
    script = f"import asyncio; from tests import jobs; asyncio.run(jobs.run_for_ever({str(file)!r}))"
    with subprocess.Popen([sys.executable, "-c", script]) as owner:
        wait_until(lambda: file.exists() and len(file.read_text().split()) == 2)
        owner.send_signal(signal.SIGKILL)
    for process in file.read_text().split():
        wait_until(lambda process=process: not is_running(int(process)))  # type: ignore[misc]


def wait_until(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.01)  # other processes tell us nothing


def is_running(process: int) -> bool:
    try:
        os.kill(process, 0)
        return "\nState:\tZ" not in Path(f"/proc/{process}/status").read_text()
    except OSError:
        return False
