"""@compiled: one source for three machines, the interpreter, the CPU and the GPU.

A marked function stays plain Python. A Machine makes a copy of it for one game, in which every marked function that
it reaches is such a copy too, and in which the names that a generic loop leaves open (setup, check, apply, …) are the
game's own. Interpreted, that copy is the result; compiled, Numba builds it and keeps it on disk.
"""

import ast
import dis
import hashlib
import os
import shutil
import sys
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])

PACKAGE = Path(__file__).parent
KEPT_FOLDERS = 32  # builds of one game that stay on disk: its loops and bots, for a few checkouts side by side


def compiled(function: F) -> F:
    """Mark a function as source for three machines."""
    function.__compiled__ = True  # type: ignore[attr-defined]
    return function


def games_own(*_: Any) -> Any:
    """Stands in a generic loop for the game's function of that name, until a Machine puts it there."""
    raise TypeError("a generic loop runs on a Machine, which knows the game")


def is_interpreted() -> bool:
    """LUDOTHEQUE_INTERPRET=1 runs everything in plain Python."""
    return os.environ.get("LUDOTHEQUE_INTERPRET", "") not in ("", "0")


class Machine:
    """Builds marked functions for one game: interpreted, or compiled for the CPU (and from there for the GPU)."""

    def __init__(self, game: str, given: Mapping[str, Callable[..., Any]], interpreted: bool):
        self.game = game
        self.interpreted = interpreted
        self._given = dict(given)
        self._kernels: dict[FunctionType, Any] = {}
        self._built: dict[FunctionType, Callable[..., Any]] = {}
        self._announced = False

    def __call__(self, function: Callable[..., Any]) -> Any:
        """This function on this machine."""
        assert isinstance(function, FunctionType)
        if function not in self._built:
            copy = self._copy(function)
            self._built[function] = copy if self.interpreted else self._native(function, copy)
        return self._built[function]

    def kernel(self, function: Callable[..., Any]) -> Any:
        """This function as a CUDA kernel; what it calls becomes device code."""
        from numba import cuda

        assert isinstance(function, FunctionType)
        if function not in self._kernels:
            self._kernels[function] = cuda.jit(self._copy(function))
        return self._kernels[function]

    def wrap(self, array: Any) -> Any:
        """An array as this machine's functions want it."""
        return for_interpreter(array) if self.interpreted else array

    def _copy(self, function: FunctionType) -> FunctionType:
        """The function with what it reaches on this machine as its globals, named after the game.

        Without the game in its name, Numba's cache would serve one game's loop to another.
        """
        scope = dict(function.__globals__)
        for name in set(global_names(function.__code__)):
            value: Any = scope.get(name)
            if value is games_own:
                value = self._given[name]
            if getattr(value, "__compiled__", False):
                scope[name] = self(value)
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
        copy.__qualname__ = f"{self.game}.{function.__qualname__}"
        copy.__module__ = function.__module__
        return copy

    def _native(self, original: FunctionType, copy: FunctionType) -> Any:
        import numba

        with _numba_lock:
            numba.config.CACHE_DIR = str(self._folder(original))  # type: ignore[attr-defined]
            return numba.njit(copy, cache=True, nogil=True, error_model="numpy")

    def _folder(self, function: FunctionType) -> Path:
        """Where compiled code lies: a folder named by all the source that it can come from, so never old code."""
        digest = hashlib.sha256()
        for file in sorted(find_sources([source_file(function), *map(source_file, self._given.values())])):
            digest.update(file.read_bytes())
        folder = cache_root() / f"{self.game}-{digest.hexdigest()[:16]}"
        if folder.exists():
            os.utime(folder)
        else:
            self._announce()
            folder.mkdir(parents=True, exist_ok=True)
            _sweep(self.game)
        return folder

    def _announce(self) -> None:
        if not self._announced:
            print(f"Compiling {self.game} for this machine (once, some seconds) …", file=sys.stderr, flush=True)
        self._announced = True


_numba_lock = threading.Lock()  # the cache folder is a setting of the whole process


def global_names(code: CodeType) -> Iterator[str]:
    """Every global name that a piece of code uses; a field of the same name is none."""
    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)


def find_sources(files: Iterable[Path]) -> set[Path]:
    """Return `files` and every file of this package that they import, directly or not.

    The package's own `__init__` only passes names on, and would bring in the whole platform.
    """
    waiting, found = list(files), {PACKAGE / "__init__.py"}
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(imported_files(file))
    return found - {PACKAGE / "__init__.py"}


@cache
def imported_files(file: Path) -> list[Path]:
    """Return the files of this package whose names `file` imports, anywhere in its text."""
    found = []
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and node.module:
            package = module_file(node.module)
            found += [module_file(f"{node.module}.{name.name}") or package for name in node.names]
        elif isinstance(node, ast.Import):
            found += [module_file(name.name) for name in node.names]
    return [path for path in dict.fromkeys(found) if path is not None]


def module_file(name: str) -> Path | None:
    """Return the file of a module of this package, None for any other name."""
    package, _, rest = name.partition(".")
    if package != PACKAGE.name:
        return None
    loaded = getattr(sys.modules.get(name), "__file__", None)
    if loaded is not None:
        return Path(loaded)
    file = PACKAGE.joinpath(*rest.split("."))
    return next((f for f in (file.with_suffix(".py"), file / "__init__.py") if f.is_file()), None)


def source_file(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename)


def cache_root() -> Path:
    """LUDOTHEQUE_CACHE, or the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("LUDOTHEQUE_CACHE") or Path(home) / "ludotheque")


def _sweep(game: str) -> None:
    """Remove the builds of a game that were not used for longest."""
    folders = [f for f in cache_root().glob(f"{game}-*") if f.is_dir()]
    for old in sorted(folders, key=lambda f: f.stat().st_mtime, reverse=True)[KEPT_FOLDERS:]:
        shutil.rmtree(old, ignore_errors=True)


def for_interpreter(array: Any) -> Any:
    """An array for the interpreter: whatever is read from it is a Python int, and a write that overflows raises."""
    if array.dtype.names is None:
        return memoryview(array)
    kind = _thin_kind(array.dtype)
    return [kind(array[i : i + 1]) for i in range(len(array))]


_kinds: dict[np.dtype[Any], type] = {}


def _thin_kind(dtype: np.dtype[Any]) -> type:
    """A class with an attribute a field: numbers as properties, sub-arrays as views that are made once."""
    if dtype not in _kinds:
        assert dtype.names is not None
        numbers = [n for n in dtype.names if not dtype[n].shape]
        arrays = [n for n in dtype.names if dtype[n].shape]

        def __init__(self: Any, one: Any) -> None:
            for name in numbers:
                setattr(self, "_" + name, memoryview(one[name]))
            for name in arrays:
                setattr(self, name, memoryview(one[name][0]))

        body: dict[str, Any] = {"__slots__": (*arrays, *("_" + n for n in numbers)), "__init__": __init__}
        body.update((name, _number(name)) for name in numbers)
        _kinds[dtype] = type("Thin", (), body)
    return _kinds[dtype]


def _number(name: str) -> property:
    hidden = "_" + name

    def read(self: Any) -> Any:
        return getattr(self, hidden)[0]

    def write(self: Any, value: int) -> None:
        getattr(self, hidden)[0] = value

    return property(read, write)
