"""Which files code comes from: a file, and what it imports."""

import ast
import hashlib
import importlib.util
import json
import secrets
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from functools import cache, partial
from pathlib import Path

from ludotheque.packages import PACKAGE

FindFile = Callable[[str], Path | None]


def find_sources(files: Iterable[Path], folders: Iterable[Path] = ()) -> set[Path]:
    """Return `files` and every file of this package, or below `folders`, that they import, directly or not.

    The package's own `__init__` only passes names on, and would bring in the whole platform.
    """
    waiting, found = list(files), {PACKAGE / "__init__.py"}
    known = frozenset([PACKAGE, *folders])
    while waiting:
        file = waiting.pop()
        if file not in found:
            found.add(file)
            waiting.extend(imported_files(file, known))
    return found - {PACKAGE / "__init__.py"}


def digest_sources(files: Iterable[Path], folders: Iterable[Path], notes: Path) -> str:
    """Return 16 letters that change with the text of `files` and of what they import (see `find_sources`).

    To find that out takes a while, so it is noted in the folder `notes`, together with the stamps of the files: as long
    as no file is written or replaced, the note holds.
    """
    files, folders = sorted(set(files)), sorted(set(folders))
    note = notes / hashlib.sha256(repr((files, folders)).encode()).hexdigest()[:16]
    with suppress(OSError, ValueError, TypeError, AttributeError):  # there is no note, or a damaged one
        digest, stamps = json.loads(note.read_text("utf-8"))
        if all(stamp(Path(file)) == seen for file, seen in stamps.items()):
            return str(digest)
    sources = sorted(find_sources(files, folders))
    stamps = {str(file): stamp(file) for file in sources}  # before the files are read
    digest = hashlib.sha256(b"".join(file.read_bytes() for file in sources)).hexdigest()[:16]
    with suppress(OSError):
        write_note(note, json.dumps([digest, stamps]))
    return digest


def stamp(file: Path) -> list[int]:
    """Return what changes whenever a file is written or replaced."""
    facts = file.stat()
    return [facts.st_size, facts.st_mtime_ns, facts.st_ctime_ns, facts.st_ino]


def write_note(note: Path, text: str) -> None:
    """Write a file at once, because other processes may read it."""
    note.parent.mkdir(parents=True, exist_ok=True)
    draft = note.with_name(f"{note.name}-{secrets.token_hex(4)}")
    try:
        draft.write_text(text, "utf-8")
        draft.replace(note)
    finally:
        draft.unlink(missing_ok=True)


@cache
def imported_files(file: Path, folders: frozenset[Path] = frozenset([PACKAGE])) -> list[Path]:
    """Return the files below `folders` that define what `file` imports, anywhere in its text."""
    nodes = ast.walk(ast.parse(file.read_text("utf-8")))
    found = dict.fromkeys(path for node in nodes for path in _imported_by(node, file))
    return [path for path in found if path is not None and any(_is_below(path, folder) for folder in folders)]


def _imported_by(node: ast.AST, file: Path) -> Iterator[Path | None]:
    if isinstance(node, ast.Import):
        yield from (find_module(name.name) for name in node.names)
    elif isinstance(node, ast.ImportFrom):
        find: FindFile = partial(_file_in, file.parents[node.level - 1]) if node.level else find_module
        module = node.module or ""
        for name in node.names:
            yield find(f"{module}.{name.name}".lstrip(".")) or find(module)


def _is_below(file: Path, folder: Path) -> bool:
    """Return whether a file belongs to a folder; packages that are installed inside it do not."""
    return file.is_relative_to(folder) and "site-packages" not in file.relative_to(folder).parts


def find_module(name: str) -> Path | None:
    """Return the file of a module; no module is imported for that."""
    loaded = getattr(sys.modules.get(name), "__file__", None)
    if loaded is not None:
        return Path(loaded)
    package, _, rest = name.partition(".")
    found = (_file_in(folder, rest) for folder in _package_folders(package))
    return next((file for file in found if file is not None), None) if rest else _top_level_file(package)


def _file_in(folder: Path, name: str) -> Path | None:
    """Return the file of the module `name`, seen from a package's folder; the package itself has an empty name."""
    file = folder.joinpath(*name.split(".")) if name else folder / "__init__"
    return next((f for f in (file.with_suffix(".py"), file / "__init__.py") if f.is_file()), None)


def _package_folders(package: str) -> list[Path]:
    if package in sys.modules:
        folders = getattr(sys.modules[package], "__path__", ())
    else:
        spec = importlib.util.find_spec(package)
        folders = spec.submodule_search_locations if spec is not None else ()
    return [Path(folder) for folder in folders or ()]


def _top_level_file(package: str) -> Path | None:
    spec = None if package in sys.modules or not package else importlib.util.find_spec(package)
    return Path(spec.origin) if spec is not None and spec.origin and spec.has_location else None
