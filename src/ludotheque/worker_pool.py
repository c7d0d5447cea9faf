"""A pool of processes for work that takes a while, such as the thinking of bots. Owners of work take turns."""

import asyncio
import os
import pickle
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Hashable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from ludotheque.worker import LENGTH_BYTES

T = TypeVar("T")
MOST_DEATHS = 3  # of processes over one job; more would only repeat the same end
ENVIRONMENT = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}  # a process with threads must not fork


class WorkerDied(Exception):
    """The processes that tried to do a job have ended before it was done."""


class FairQueue(Generic[T]):
    """Waiting jobs by owner. The owners take turns, so that one with many jobs does not keep the others waiting."""

    def __init__(self) -> None:
        self._waiting: dict[Hashable, deque[T]] = {}  # the owner whose turn is next comes first

    def __len__(self) -> int:
        return sum(map(len, self._waiting.values()))

    def put(self, owner: Hashable, job: T) -> None:
        self._waiting.setdefault(owner, deque()).append(job)

    def get(self) -> T:
        owner = next(iter(self._waiting))
        jobs = self._waiting.pop(owner)
        job = jobs.popleft()
        if jobs:
            self._waiting[owner] = jobs  # now the last one
        return job


@dataclass
class Job:
    """A call of a function, and where its result goes."""

    message: bytes
    result: asyncio.Future[Any]
    on_news: Callable[[Any], None] | None = None  # gets what the function sends before its result
    is_behind: bool = False  # behind all others


@dataclass
class Worker:
    """The connection to one process."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter

    async def do(self, job: Job) -> tuple[bool, Any]:
        """Send a call; return True and its result, or False and its error. Raises an OSError if the process ends."""
        self.writer.write(job.message)
        while True:
            is_result, answer = await self._read()
            if is_result is not None:
                return is_result, answer
            if job.on_news is not None:
                job.on_news(answer)

    async def _read(self) -> tuple[bool | None, Any]:
        """Return the next message; before the result there may be news, which have None in front."""
        try:
            length = int.from_bytes(await self.reader.readexactly(LENGTH_BYTES))
            message: tuple[bool | None, Any] = pickle.loads(await self.reader.readexactly(length))
        except asyncio.IncompleteReadError as error:
            raise ConnectionResetError("the process has ended") from error
        return message


class WorkerPool:
    """Up to `size` processes, started when there is work for them.

    `module` is imported by the processes and has a function `prepare_worker`, which loads what most jobs need. A
    function is sent by its name, arguments and results by pickle.
    """

    def __init__(self, size: int, module: str) -> None:
        self.size = size
        self._module = module
        self._queue: FairQueue[Job] = FairQueue()
        self._behind: FairQueue[Job] = FairQueue()
        self._idle: list[Worker] = []  # the one used last comes last: it has loaded the most
        self._busy: dict[asyncio.Task[None], Job] = {}
        self._template: subprocess.Popen[bytes] | None = None
        self._control: socket.socket | None = None

    @property
    def waiting(self) -> int:
        """The number of jobs that no process does yet."""
        return len(self._queue) + len(self._behind)

    @property
    def busy(self) -> int:
        """The number of processes that work now."""
        return len(self._busy)

    async def run(
        self,
        owner: Hashable,
        function: Callable[..., T],
        *arguments: Any,
        on_news: Callable[[Any], None] | None = None,
    ) -> T:
        """Call a function in one of the processes, and return or raise what it does; `on_news` gets what it sends
        before that by `worker.send_news`.

        If the process ends before that, another one is asked; WorkerDied is raised if this happens again and again.
        """
        job = Job(pickle.dumps((function, arguments)), asyncio.get_running_loop().create_future(), on_news)
        self._queue.put(owner, job)
        result: T = await self._wait_for(job)
        return result

    async def run_behind(self, owner: Hashable, function: Callable[..., T], *arguments: Any) -> T:
        """Do the same when nothing else waits. One process, if there are several, is kept free for other work."""
        message = pickle.dumps((function, arguments))
        job = Job(message, asyncio.get_running_loop().create_future(), is_behind=True)
        self._behind.put(owner, job)
        result: T = await self._wait_for(job)
        return result

    async def _wait_for(self, job: Job) -> Any:
        self._start_jobs()
        return await job.result

    def _start_jobs(self) -> None:
        while (job := self._next_job()) is not None:
            if not job.result.done():  # else nobody waits for it any more
                task = asyncio.get_running_loop().create_task(self._do(job))
                self._busy[task] = job
                task.add_done_callback(self._end_job)

    def _next_job(self) -> Job | None:
        """Return the job that can start now, if there is one."""
        behind = sum(job.is_behind for job in self._busy.values())
        if self._queue and len(self._busy) < self.size:
            return self._queue.get()
        if self._behind and len(self._busy) < self.size and behind < max(1, self.size - 1):
            return self._behind.get()
        return None

    def _end_job(self, task: asyncio.Task[None]) -> None:
        del self._busy[task]
        if not task.cancelled():
            self._start_jobs()

    async def _do(self, job: Job) -> None:
        try:
            is_result, answer = await self._ask_workers(job)
        except asyncio.CancelledError:
            job.result.cancel()
            raise
        except OSError as error:  # no process can be started
            is_result, answer = False, WorkerDied(str(error))
        if job.result.done():  # nobody waits for it any more
            return
        if is_result:
            job.result.set_result(answer)
        else:
            job.result.set_exception(answer)

    async def _ask_workers(self, job: Job) -> tuple[bool, Any]:
        for _ in range(MOST_DEATHS):
            worker = self._find_idle() or await self._start_worker()
            try:
                answer = await worker.do(job)
            except ConnectionError:
                worker.writer.close()
            except BaseException:  # cancelled: the answer that is still to come belongs to nobody
                worker.writer.close()
                raise
            else:
                self._idle.append(worker)
                return answer
        return False, WorkerDied("The process has ended, and those that replaced it too.")

    def _find_idle(self) -> Worker | None:
        while self._idle:
            worker = self._idle.pop()
            if not worker.reader.at_eof():
                return worker
            worker.writer.close()  # it has ended while it had nothing to do
        return None

    async def _start_worker(self) -> Worker:
        """Let the template fork a process; a job may be written to it before it runs."""
        ours, theirs = socket.socketpair()
        with theirs:
            try:
                socket.send_fds(self._find_template(), [b"\0"], [theirs.fileno()])
            except OSError:  # the template has ended
                self._end_template()
                socket.send_fds(self._find_template(), [b"\0"], [theirs.fileno()])
        return Worker(*await asyncio.open_connection(sock=ours))

    def _find_template(self) -> socket.socket:
        """Return the socket to the template; start it if there is none."""
        if self._control is None:
            self._control, theirs = socket.socketpair()
            command = [sys.executable, "-m", "ludotheque.worker", str(theirs.fileno()), self._module]
            with theirs:
                self._template = subprocess.Popen(
                    command,
                    stdin=subprocess.DEVNULL,
                    env={**os.environ, **ENVIRONMENT},
                    pass_fds=[theirs.fileno()],
                    start_new_session=True,  # Ctrl-C in the terminal is for the server alone
                )
        return self._control

    def _end_template(self) -> None:
        """End the template, and all workers with it."""
        if self._control is not None and self._template is not None:
            self._control.close()
            self._template.kill()
            self._template.wait()
        self._control = self._template = None

    async def close(self) -> None:
        """End all processes. Jobs that are not done yet are cancelled."""
        tasks = list(self._busy)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        for queue in (self._queue, self._behind):
            while queue:
                queue.get().result.cancel()
        for worker in self._idle:
            worker.writer.close()
            with suppress(OSError):
                await worker.writer.wait_closed()
        self._idle.clear()
        self._end_template()
