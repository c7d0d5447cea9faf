"""Runs a Python file with play(view) as a program: `python -m ludotheque.child FILE GAME`, in a process of its own.

What the file prints goes to stderr, because stdout has the answers. The rules are interpreted, which starts quickly; a
file that says COMPILED_RULES = True gets compiled ones, from a cache that it can read but not change.
"""

import importlib.util
import os
import sys
from pathlib import Path
from types import ModuleType
from typing import TextIO

from ludotheque.game import load
from ludotheque.protocol import VERSION, RemoteView, speak

SHARED_CACHE = "LUDOTHEQUE_SHARED_CACHE"  # where compiled rules are read from


def main(file: Path, game: str) -> None:
    answers = take_stdout()
    module = run_file(file)
    if not callable(getattr(module, "play", None)):
        sys.exit(f"{file.name} has no function play(view)")
    if getattr(module, "COMPILED_RULES", False):
        use_compiled_rules(game)
    with os.fdopen(0, encoding="utf-8") as questions:
        speak(module.play, questions, answers)


def take_stdout() -> TextIO:
    """Return the stream for answers; what is printed from now on goes to stderr."""
    answers = os.fdopen(os.dup(1), "w", encoding="utf-8")
    os.dup2(2, 1)
    return answers


def run_file(file: Path) -> ModuleType:
    """Run a file as a module, which can import those beside it."""
    sys.path.insert(0, str(file.parent.absolute()))
    spec = importlib.util.spec_from_file_location(f"bot_{file.stem}", file)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = module
    spec.loader.exec_module(module)
    return module


def use_compiled_rules(game: str) -> None:
    """Load compiled code before the first question is read: no clock runs yet."""
    os.environ.pop("LUDOTHEQUE_INTERPRET", None)
    use_shared_cache()
    card = load(game)
    RemoteView({"ludotheque": str(VERSION), "game": game, "seat": f"0 of {card.default_seats}"}).legal_rows(0)


def use_shared_cache() -> None:
    """Let Numba find the compiled rules of the referee, in a folder where it can also write."""
    shared, own = os.environ.get(SHARED_CACHE), os.environ.get("LUDOTHEQUE_CACHE")
    if shared and own:
        link_files(Path(shared), Path(own))


def link_files(shared: Path, own: Path) -> None:
    """Make a folder of links to the files of another: Numba writes new files beside them, and changes none."""
    for folder, _, files in os.walk(shared):
        (own / Path(folder).relative_to(shared)).mkdir(parents=True, exist_ok=True)
        for name in files:
            link = own / Path(folder).relative_to(shared) / name
            if not link.is_symlink():
                link.symlink_to(Path(folder) / name)


if __name__ == "__main__":
    main(Path(sys.argv[1]), sys.argv[2])
