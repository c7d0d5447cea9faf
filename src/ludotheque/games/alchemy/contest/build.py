"""Compiles a C or C++ champion with the API into a shared object, cached by its content."""

import hashlib
import os
import shutil
import subprocess
import tempfile
from pathlib import Path

from ludotheque.compile import cache_root
from ludotheque.game import GameError
from ludotheque.games.alchemy.contest import headers

API = Path(__file__).with_name("api.c")
C_FLAGS, CC_FLAGS = ["-std=gnu11"], ["-std=gnu++17"]
FLAGS = ["-O2", "-fPIC", "-w"]
LINK = ["-shared", "-Wl,-Bsymbolic", "-Wl,--no-undefined", "-Wl,--require-defined=jouer_tour"]
SHOWN = 3  # lines of compiler errors in a verdict
CACHED = 200  # compiled champions in the cache


class BadSource(GameError):
    """The champion does not compile; the message is the verdict."""


def build(file: Path) -> Path:
    """Return the champion's shared object, compiled if it is not cached.

    The cache key is the preprocessed source, so a change in a header of the champion counts too.
    """
    if not file.is_file():
        raise BadSource(f"compile: there is no file {file}")
    with tempfile.TemporaryDirectory(prefix="champion-") as name:
        folder = Path(name)
        headers.write(folder)
        compiler = [*(["gcc", *C_FLAGS] if file.suffix == ".c" else ["g++", *CC_FLAGS]), *FLAGS, f"-I{folder}"]
        text = _run([*compiler, "-E", "-P", str(file)], file)
        cached = cache_root() / "champions" / f"{_digest(text, compiler[:-1], folder)}.so"
        if cached.exists():
            cached.touch()
        else:
            _compile(file, compiler, folder, cached)
    return cached


def _digest(text: bytes, flags: list[str], folder: Path) -> str:
    """Hash everything that the result depends on."""
    parts = [text, " ".join([*flags, *LINK]).encode(), API.read_bytes(), (folder / "rules.h").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


def _compile(file: Path, compiler: list[str], folder: Path, cached: Path) -> None:
    api, library = folder / "api.o", folder / "champion.so"
    _run(["gcc", *C_FLAGS, *FLAGS, f"-I{folder}", "-c", str(API), "-o", str(api)], API)
    _run([*compiler, str(file), str(api), *LINK, "-lm", "-o", str(library)], file)
    cached.parent.mkdir(parents=True, exist_ok=True)
    _remove_oldest(cached.parent)
    partial = cached.with_suffix(f".{os.getpid()}")
    shutil.copy(library, partial)
    partial.replace(cached)  # atomic: another match may compile the same champion


def _run(command: list[str], file: Path) -> bytes:
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"})
    except OSError as error:
        raise BadSource(f"compile: {command[0]} cannot be started: {error.strerror}") from None
    if done.returncode != 0:
        raise BadSource(f"compile: {_first_errors(done.stderr.decode(errors='replace'), file)}")
    return done.stdout


def _first_errors(message: str, file: Path) -> str:
    """Return the first errors of a compiler, without folder names."""
    lines = message.replace(f"{file.parent}{os.sep}", "").replace("/usr/bin/ld: ", "").splitlines()
    lines = [line for line in lines if not line.startswith("collect2")]
    errors = [line for line in lines if "error" in line] or lines
    return " | ".join(line.strip()[:200] for line in errors[:SHOWN])


def _remove_oldest(folder: Path) -> None:
    """Remove the champions that have not been used for longest."""
    for old in sorted(folder.glob("*.so"), key=lambda f: f.stat().st_mtime, reverse=True)[CACHED:]:
        old.unlink(missing_ok=True)
