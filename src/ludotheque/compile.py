"""@compiled: one source for the interpreter, the CPU and the GPU.

A marked function stays plain Python. A Machine copies it for one game. In the copy, every marked function that it calls
is such a copy too, and the names that a generic loop leaves open (setup, check, apply, …) are the game's functions.
Interpreted, the copy is the result; otherwise Numba compiles it and caches the code on disk.
"""

import dis
import os
import shutil
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import cache, partial
from pathlib import Path
from types import CodeType, FunctionType
from typing import Any, TypeVar

import numpy as np

from ludotheque.packages import source_folders
from ludotheque.sources import digest_sources

F = TypeVar("F", bound=Callable[..., Any])

MAX_BUILDS = 32  # cache folders of one game: its loops and bots, for a few checkouts side by side


def compiled(function: F) -> F:
    """Mark a function that a Machine can compile."""
    function.__compiled__ = True  # type: ignore[attr-defined]
    return function


def games_own(*_: Any) -> Any:
    """Placeholder in a generic loop: a Machine replaces it by the game's function of the same name."""
    raise TypeError("a generic loop runs on a Machine, which knows the game")


def is_interpreted() -> bool:
    """Return whether LUDOTHEQUE_INTERPRET=1 asks for plain Python."""
    return os.environ.get("LUDOTHEQUE_INTERPRET", "") not in ("", "0")


class Machine:
    """Builds marked functions for one game: interpreted, or compiled for the CPU.

    A CUDA kernel can call the compiled ones: Numba compiles them again for the GPU.
    """

    def __init__(
        self,
        game: str,
        functions: Mapping[str, Callable[..., Any]],
        interpreted: bool,
        replacements: Mapping[Callable[..., Any], Callable[..., Any]] | None = None,
    ):
        self.game = game
        self._replacements = replacements or {}  # functions that are built instead of others
        self.interpreted = interpreted
        self._functions = dict(functions)
        self._built: dict[FunctionType, Callable[..., Any]] = {}
        self._has_announced = False

    def __call__(self, function: Callable[..., Any]) -> Any:
        """Return `function` built for this game."""
        function = self._replacements.get(function, function)
        assert isinstance(function, FunctionType)
        if function not in self._built:
            copy = self._copy(function)
            if self.interpreted:
                self._link(copy)
            self._built[function] = copy if self.interpreted else self._compile(function, copy)
        return self._built[function]

    def link(self, function: Callable[..., Any]) -> FunctionType:
        """Return a copy of `function` for another compiler of Numba's, with everything that it calls built."""
        copy: FunctionType = self(function).py_func
        self._link(copy)
        return copy

    def wrap(self, array: Any) -> Any:
        """Return `array` in the form that functions of this machine take."""
        return for_interpreter(array) if self.interpreted else array

    def _copy(self, function: FunctionType) -> FunctionType:
        """Copy a function, with global names of its own.

        The game is part of its name: otherwise Numba's cache would return one game's loop for another's.
        """
        scope = dict(function.__globals__)
        copy = FunctionType(function.__code__, scope, function.__name__, function.__defaults__, function.__closure__)
        copy.__qualname__ = f"{self.game}.{function.__qualname__}"
        copy.__module__ = function.__module__
        return copy

    def _link(self, copy: FunctionType) -> None:
        """Build everything that a copy calls for this game."""
        scope = copy.__globals__
        for name in set(global_names(copy.__code__)):
            value: Any = scope.get(name)
            if value is games_own:
                value = self._functions[name]
            if getattr(value, "__compiled__", False):
                scope[name] = self(value)

    def _compile(self, original: FunctionType, copy: FunctionType) -> Any:
        import numba

        folder = self._cache_folder(original)
        options: dict[str, Any] = {"nogil": True, "error_model": "numpy"}
        with _numba_lock:
            try:
                self._prepare(folder)
                numba.config.CACHE_DIR = str(folder)  # type: ignore[attr-defined]
                dispatcher = numba.njit(copy, cache=True, **options)
                if folder not in Path(dispatcher.stats.cache_path).parents:
                    # Numba chose another folder, by the function's own file alone: its code may be outdated.
                    raise PermissionError(f"a folder in {folder} is closed")
            except (OSError, RuntimeError) as error:  # a RuntimeError if Numba can write no folder at all
                warn_without_cache(error)
                dispatcher = None
        if dispatcher is None:
            self._link(copy)
            return numba.njit(copy, **options)
        load_quickly(dispatcher, partial(self._link, copy))
        return save_if_possible(dispatcher)

    def _cache_folder(self, function: FunctionType) -> Path:
        """Return a folder named after the text of all files that the code can come from, so code is never outdated."""
        functions: list[Callable[..., Any]] = [function, *self._functions.values()]
        folders = {folder for one in functions for folder in source_folders(one.__module__.partition(".")[0])}
        digest = digest_sources(map(source_file, functions), folders, cache_root() / "digests")
        return cache_root() / f"{self.game}-{digest}"

    def _prepare(self, folder: Path) -> None:
        """Make the cache folder, or mark it as just used; raise OSError if it cannot be written."""
        if folder.exists():
            os.utime(folder)
            tempfile.TemporaryFile(dir=folder).close()
        else:
            folder.mkdir(parents=True, exist_ok=True)
            self._announce()
            remove_old_builds(self.game)

    def _announce(self) -> None:
        if not self._has_announced:
            print(f"Compiling {self.game} for this machine (once, some seconds) …", file=sys.stderr, flush=True)
        self._has_announced = True


_numba_lock = threading.Lock()  # the cache folder is a setting of the whole process


def load_quickly(dispatcher: Any, link: Callable[[], None]) -> None:
    """Do only what is needed when compiled code is found in the cache; call `link` when it is not.

    Numba would first import all that it needs to compile, and every function that is called would be looked up too.
    """
    from numba.core.runtime.nrt import rtsys

    load = getattr(dispatcher._cache, "_load_overload", dispatcher._cache.load_overload)

    def load_or_link(signature: Any, context: Any) -> Any:
        rtsys.initialize(context)
        found = load(signature, context)
        if found is None:
            context.refresh()
            link()
        return found

    dispatcher._cache.load_overload = load_or_link


def save_if_possible(dispatcher: Any) -> Any:
    """Let a compiled function go on when its code cannot be saved: Numba would raise when the disk is full."""
    save = dispatcher._cache.save_overload

    def save_or_warn(*arguments: Any) -> None:
        try:
            save(*arguments)
        except OSError as error:
            warn_without_cache(error)

    dispatcher._cache.save_overload = save_or_warn
    return dispatcher


_has_warned = False


def warn_without_cache(error: Exception) -> None:
    """Say once per process that compiled code is not saved."""
    global _has_warned
    if not _has_warned:
        reason = getattr(error, "strerror", None) or error
        sentence = f"The compile cache {cache_root()} cannot be written ({reason}); games compile at each start."
        print(sentence, file=sys.stderr, flush=True)
    _has_warned = True


def global_names(code: CodeType) -> Iterator[str]:
    """Return every global name that `code` reads. A field of the same name is not one."""
    yield from (step.argval for step in dis.get_instructions(code) if step.opname == "LOAD_GLOBAL")
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from global_names(constant)


def source_file(function: Callable[..., Any]) -> Path:
    return Path(function.__code__.co_filename)


def cache_root() -> Path:
    """Return LUDOTHEQUE_CACHE, or a folder in the user's cache folder."""
    home = os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache"
    return Path(os.environ.get("LUDOTHEQUE_CACHE") or Path(home) / "ludotheque")


def remove_old_builds(game: str) -> None:
    """Remove the cache folders of a game that were used longest ago, down to MAX_BUILDS."""
    with suppress(OSError):  # another process may remove them at the same time
        folders = [folder for folder in cache_root().glob(f"{game}-*") if folder.is_dir()]
        for old in sorted(folders, key=lambda folder: folder.stat().st_mtime, reverse=True)[MAX_BUILDS:]:
            shutil.rmtree(old, ignore_errors=True)


def for_interpreter(array: Any) -> Any:
    """Return `array` in a form whose items are Python ints, and in which a write that overflows raises ValueError.

    An array of records becomes a list of objects with the fields as attributes.
    """
    if array.dtype.names is None:
        return memoryview(array)
    record_class = _record_class(array.dtype)
    return [record_class(array[i : i + 1]) for i in range(len(array))]


@cache
def _record_class(dtype: np.dtype[Any]) -> type:
    """Make a class with an attribute for each field: a property for a number, a view for an array."""
    assert dtype.names is not None
    numbers = [name for name in dtype.names if not dtype[name].shape]
    arrays = [name for name in dtype.names if dtype[name].shape]

    def __init__(self: Any, record: Any) -> None:
        for name in numbers:
            setattr(self, "_" + name, memoryview(record[name]))
        for name in arrays:
            setattr(self, name, memoryview(record[name][0]))

    body: dict[str, Any] = {"__slots__": (*arrays, *("_" + name for name in numbers)), "__init__": __init__}
    body.update((name, _number_property("_" + name)) for name in numbers)
    return type("InterpretedRecord", (), body)


def _number_property(slot: str) -> property:
    def read(self: Any) -> Any:
        return getattr(self, slot)[0]

    def write(self: Any, value: int) -> None:
        getattr(self, slot)[0] = value

    return property(read, write)
