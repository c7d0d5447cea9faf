"""A C or C++ champion becomes a shared object: compiled once with the API, and kept by its content."""

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
SHOWN = 3  # lines of a compiler's errors in a verdict
KEPT = 200  # champions that stay compiled


class BadSource(GameError):
    """A champion that does not compile; the message is the verdict."""


def build(file: Path) -> Path:
    """The champion's shared object. What the preprocessor makes of it names it, so its own headers count too."""
    if not file.is_file():
        raise BadSource(f"compile: there is no file {file}")
    with tempfile.TemporaryDirectory(prefix="champion-") as name:
        folder = Path(name)
        headers.write(folder)
        compiler = [*(["gcc", *C_FLAGS] if file.suffix == ".c" else ["g++", *CC_FLAGS]), *FLAGS, f"-I{folder}"]
        text = _run([*compiler, "-E", "-P", str(file)], file)
        kept = cache_root() / "champions" / f"{_digest(text, compiler[:-1], folder)}.so"
        if kept.exists():
            kept.touch()
        else:
            _compile(file, compiler, folder, kept)
    return kept


def _digest(text: bytes, flags: list[str], folder: Path) -> str:
    """Everything that the result depends on."""
    parts = [text, " ".join([*flags, *LINK]).encode(), API.read_bytes(), (folder / "rules.h").read_bytes()]
    return hashlib.sha256(b"\0".join(parts)).hexdigest()[:32]


def _compile(file: Path, compiler: list[str], folder: Path, kept: Path) -> None:
    api, made = folder / "api.o", folder / "champion.so"
    _run(["gcc", *C_FLAGS, *FLAGS, f"-I{folder}", "-c", str(API), "-o", str(api)], API)
    _run([*compiler, str(file), str(api), *LINK, "-lm", "-o", str(made)], file)
    kept.parent.mkdir(parents=True, exist_ok=True)
    _sweep(kept.parent)
    part = kept.with_suffix(f".{os.getpid()}")
    shutil.copy(made, part)
    part.replace(kept)  # all at once: another match may be at it too


def _run(command: list[str], file: Path) -> bytes:
    try:
        done = subprocess.run(command, capture_output=True, stdin=subprocess.DEVNULL, env={**os.environ, "LC_ALL": "C"})
    except OSError as error:
        raise BadSource(f"compile: {command[0]} cannot be started: {error.strerror}") from None
    if done.returncode != 0:
        raise BadSource(f"compile: {_first_errors(done.stderr.decode(errors='replace'), file)}")
    return done.stdout


def _first_errors(message: str, file: Path) -> str:
    """What a compiler complains of first, without the folders."""
    lines = message.replace(f"{file.parent}{os.sep}", "").replace("/usr/bin/ld: ", "").splitlines()
    lines = [line for line in lines if not line.startswith("collect2")]
    errors = [line for line in lines if "error" in line] or lines
    return " | ".join(line.strip()[:200] for line in errors[:SHOWN])


def _sweep(folder: Path) -> None:
    """Remove the champions that were not used for longest."""
    for old in sorted(folder.glob("*.so"), key=lambda f: f.stat().st_mtime, reverse=True)[KEPT:]:
        old.unlink(missing_ok=True)
