"""Work for the processes of a WorkerPool in the tests."""

import os
import signal
import time
from pathlib import Path

from ludotheque import thinking
from ludotheque.view import View
from ludotheque.worker import send_news
from ludotheque.worker_pool import WorkerPool

MODULE = __name__


def prepare_worker() -> None:
    """In these processes every bot fails."""
    setattr(thinking, "bot_play", lambda game, name: crash)  # noqa: B010 - the type checker sees an import there


def crash(view: View) -> str:
    raise RuntimeError("out of ideas")


def double(number: int) -> int:
    return 2 * number


def fail() -> None:
    raise ValueError("no number")


def count_aloud(last: int) -> int:
    """Send the numbers before the last one as news."""
    for number in range(last):
        send_news(number)
    return last


def own_process() -> int:
    return os.getpid()


def die(marks: Path, times: int) -> int:
    """End this process by a signal, unless so many have ended over this job already; return how many have."""
    ended = len(list(marks.iterdir()))
    if ended < times:
        (marks / str(ended)).touch()
        os.kill(os.getpid(), signal.SIGKILL)
    return ended


def note(file: Path, word: str) -> None:
    """Append a word to a file; the pool's only process is busy with this for a moment."""
    with file.open("a") as words:
        words.write(word + " ")


def sleep_noting(file: Path) -> None:
    """Write the ids of this process and of its template, and sleep."""
    file.write_text(f"{os.getpid()} {os.getppid()}")
    time.sleep(600)


async def run_for_ever(file: str) -> None:
    await WorkerPool(1, MODULE).run("owner", sleep_noting, Path(file))


def end_process(*_: object) -> None:
    """End this process by a signal, whatever it is asked."""
    os.kill(os.getpid(), signal.SIGKILL)


def no_decisions(text: str) -> list[int]:
    return []
