"""A Python champion inside its host: `from api import *` finds the API of its seat (AL-20)."""

import importlib.util
import sys
import traceback
from pathlib import Path
from types import ModuleType

from ludotheque.games.alchemy.contest.api import CONSTANTS, FUNCTIONS, Api
from ludotheque.match import Match


class ScriptChampion:
    """A champion that plays directly on the host's match."""

    def __init__(self, file: Path, match: Match, seat: int):
        self._file = file
        self._module: ModuleType | None = None
        sys.modules["api"] = make_api_module(Api(match, seat))
        sys.path.insert(0, str(file.parent))

    def call(self, name: str) -> str:
        """Call one of its functions; if it raises, the error is printed and returned, and what it did so far counts."""
        if self._module is None:
            self._module = load_module(self._file)
        try:
            getattr(self._module, name, lambda: None)()
        except Exception as error:
            own_frames = error.__traceback__.tb_next if error.__traceback__ else None
            traceback.print_exception(error.with_traceback(own_frames))
            return describe_error(error, self._file)
        return ""


def describe_error(error: Exception, file: Path) -> str:
    """Return the exception with its line in the champion's file, as one line."""
    steps = [line for frame, line in traceback.walk_tb(error.__traceback__) if frame.f_code.co_filename == str(file)]
    where = f" ({file.name}, line {steps[-1]})" if steps else ""
    return " ".join(f"{type(error).__name__}: {error}".split())[:200] + where


def make_api_module(api: Api) -> ModuleType:
    """Make the module that champions import."""
    module = ModuleType("api", Api.__doc__)
    vars(module).update(CONSTANTS)
    vars(module).update((name, getattr(api, name)) for name in FUNCTIONS)
    return module


def load_module(file: Path) -> ModuleType:
    """Import the champion; the process ends if that fails or if it has no jouer_tour."""
    spec = importlib.util.spec_from_file_location("champion", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    if not callable(getattr(module, "jouer_tour", None)):
        sys.exit(f"{file.name} has no function jouer_tour.")
    return module
