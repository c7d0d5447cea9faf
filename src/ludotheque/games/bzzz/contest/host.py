"""The process of one course bot. It knows only what the bot is told of the match (BZ-20).

    python host.py FILE

writes `{"value": "ready"}`, then reads one call per line,

    {"call": "ponte", "arguments": [{"tour_actuel": 0, …}, 5]}

and answers each with the readable part of the result, or with the exception. The bot's own output goes to stderr, and
its input is empty. This file imports nothing of the project, so that a bot starts at once and has all memory.
"""

import contextlib
import importlib.util
import json
import os
import random
import resource
import sys
import traceback
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

HERE = Path(__file__).parent
MEMORY = 1 << 30  # bytes that a bot may use
ONE_THREAD = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")  # each thread would reserve memory


def load(name: str, file: Path) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module


actions = load("bzzz_actions", HERE / "actions.py")


class Host:
    """One bot, and the calls that it answers."""

    def __init__(self, file: Path):
        self._file = file
        self._class: Any = None
        self._bot: Any = None
        self.calls: dict[str, Callable[..., Any]] = {
            "import": self._import,
            "__init__": self._construct,
            "ponte": self._lay,
            "action_abeilles": self._act,
        }

    def answer(self, call: str, arguments: list[Any]) -> dict[str, Any]:
        """Return the result of a call; an exception is an answer too."""
        log = actions.Log()
        try:
            value = self.calls[call](log, *arguments)
        except Exception as error:
            traceback.clear_frames(error.__traceback__)  # frees the memory that a bot still held
            return {"raised": describe_error(error, self._file)}
        return {"value": value, "log": log.lines, "more": log.more}

    def _import(self, log: Any, luck: str) -> str:
        """Run the bot's file and return the bot's name. The same match gives the same random numbers."""
        random.seed(luck)
        base = load("ia", HERE / "ia.py").MoteurIA
        sys.path.insert(0, str(self._file.parent))
        found = sorted(vars(load("bot", self._file)).items())
        bots = [one for _, one in found if isinstance(one, type) and issubclass(one, base) and one is not base]
        if not bots:
            raise LookupError(f"{self._file.name} has no class that derives from MoteurIA")
        self._class = bots[0]
        nom = actions.plain_text(self._class.nom)
        return str(self._class.__name__ if nom is None else nom)[: actions.LONGEST_NAME]

    def _construct(self, log: Any, *arguments: Any) -> None:
        self._bot = self._class(*arguments)

    def _lay(self, log: Any, jeu: Any, price: int) -> Any:
        return actions.read_laying(self._bot.ponte(jeu, price), log)

    def _act(self, log: Any, jeu: Any) -> Any:
        own = [bee["id"] for bee in jeu["moi"]["abeilles"]]
        return actions.read_actions(self._bot.action_abeilles(jeu), own, log)


def describe_error(error: BaseException, file: Path) -> str:
    """Return the exception with its line in the bot's file."""
    try:
        message = f"{type(error).__name__}: {error}"
    except Exception:
        message = type(error).__name__
    steps = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(file)]
    return str(actions.clean(message)) + (f" ({file.name}, line {steps[-1]})" if steps else "")


def take_pipes() -> tuple[TextIO, TextIO]:
    """Move the referee's pipes to other descriptors: a bot's input is empty, and its prints go to stderr."""
    source, sink = os.fdopen(os.dup(0), encoding="ascii"), os.fdopen(os.dup(1), "w", encoding="ascii")
    with open(os.devnull) as nothing:
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    return source, sink


def limit_memory() -> None:
    """Make a bot that uses more than MEMORY get a MemoryError; a lower limit stays as it is."""
    with contextlib.suppress(ValueError, OSError):
        resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    for name in ONE_THREAD:
        os.environ.setdefault(name, "1")


def main(words: list[str]) -> None:
    source, sink = take_pipes()
    limit_memory()
    host, own = Host(Path(words[0])), os.getpid()
    print(json.dumps({"value": "ready"}), file=sink, flush=True)
    for line in source:
        answer = json.dumps(host.answer(**json.loads(line)))
        if os.getpid() != own:
            os._exit(0)  # a process that the bot forked: only the original answers
        print(answer, file=sink, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
