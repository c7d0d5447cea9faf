"""The files of a bot: what belongs to a named file or folder, before anything is compiled or run.

A single file brings along what it includes or imports from its own folder; anything else needs the folder as the name.
A folder may have a manifest, `bot.toml`, where its files alone do not say enough:

    language = "cpp"              # where there are files of several languages
    main = "src/start.py"         # the file that starts, where several could
    protocol = "lines"            # or "contest", in a game that has a contest's protocol
    build = "make"                # a command that builds it, instead of the language's compiler
    run = "./bot --depth {depth}" # a command that starts it
    params = {depth = 3}          # numbers that take the place of {depth} in these two commands
"""

import hashlib
import os
import re
import shlex
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path, PurePosixPath
from typing import Any

from ludotheque.game import GameError, quote, suggest
from ludotheque.languages import (
    BY_NAME,
    BY_SUFFIX,
    CPP,
    JAVA,
    JAVASCRIPT,
    LANGUAGES,
    PYTHON,
    RUST,
    C,
    Language,
    place_java_file,
)
from ludotheque.sandbox import STANDARD, Limits

MANIFEST = "bot.toml"
KEYS = ("language", "main", "protocol", "build", "run")
MOST_FILES, MOST_BYTES = 2000, 64 << 20
START_NAMES = ("bot", "main", "index", "player", "Player")  # stems of the file that starts, where there are several


class NoSuchBot(GameError):
    """No player has that name."""


@dataclass(frozen=True)
class BotCommand:
    """A program to start: its words, and the folder with its files, in which it is started."""

    words: tuple[str, ...]
    folder: Path | None = None
    environment: Mapping[str, str] = field(default_factory=dict)
    readable: tuple[Path, ...] = ()  # all that it may read besides the system's files
    is_trusted: bool = False  # True: a command that the user wrote, which runs with the user's rights
    limits: Limits = STANDARD


@dataclass(frozen=True)
class BotFiles:
    """The files of one bot by their path inside its folder, and what is known of them."""

    path: Path  # as the user named it
    files: dict[str, bytes]
    language: Language | None  # None: the manifest says how it runs, or it is an executable file
    main: str  # the file that starts
    manifest: Mapping[str, Any] = field(default_factory=dict)

    @property
    def name(self) -> str:
        return self.path.name or str(self.path)

    @property
    def text(self) -> str:
        """All of its own source, to search for what it speaks."""
        named = [self.files[name] for name in self.files if PurePosixPath(name).suffix in BY_SUFFIX]
        return b"\n".join(named).decode(errors="replace")

    @property
    def protocol(self) -> str:
        """The protocol that the manifest names, or else the one that its source speaks.

        A question of the line protocol ends with the line `go`, so a bot that speaks it compares with that word.
        """
        named = self.manifest.get("protocol")
        return str(named) if named else ("lines" if QUOTED_GO.search(self.text) else "contest")

    def digest(self, *more: object) -> str:
        """Return a name for exactly these files, and for whatever else matters."""
        made = hashlib.sha256(repr(more).encode())
        for name, data in sorted(self.files.items()):
            made.update(f"\0{name}\0{len(data)}\0".encode() + data)
        return made.hexdigest()[:32]


QUOTED_GO = re.compile(r"""["'`]go(\\n)?["'`]""")


def read_bot(path: Path) -> BotFiles:
    """Return the files of a bot that is a file or a folder."""
    return _read_folder(path) if path.is_dir() else _read_file(path)


def _read_file(path: Path) -> BotFiles:
    language = BY_SUFFIX.get(path.suffix)
    if language is None and not os.access(path, os.X_OK):
        endings = ", ".join(suffix for one in LANGUAGES for suffix in one.suffixes)
        template = "{file} cannot be run: a bot is a file that ends in {endings}, a program, or a folder of those."
        raise NoSuchBot(template, file=path, endings=endings)
    if language is None:
        return BotFiles(path, {path.name: _read(path)}, None, path.name)
    names = [path.name, *find_companions(path, language)]
    files = {name: _read(path.parent / name) for name in names}
    if language is JAVA:
        files = {place_java_file(name, text): text for name, text in files.items()}
    return BotFiles(path, files, language, next(iter(files)))


def _read_folder(path: Path) -> BotFiles:
    files = {name: _read(path / name) for name in list_files(path)}
    manifest = read_manifest(path, files)
    if "run" in manifest:
        return BotFiles(path, files, None, shlex.split(manifest["run"])[0], manifest)
    language = _language_of(path, files, manifest)
    return BotFiles(path, files, language, _main_of(path, files, language, manifest), manifest)


def list_files(folder: Path) -> list[str]:
    """Return the files below a folder; hidden ones are left out, and links that lead out of it."""
    found: list[str] = []
    inside = folder.resolve()
    size = 0
    for file in sorted(folder.rglob("*")):
        parts = file.relative_to(folder).parts
        is_hidden = any(part.startswith(".") or part == "__pycache__" for part in parts)
        if is_hidden or not file.is_file() or not file.resolve().is_relative_to(inside):
            continue
        found.append("/".join(parts))
        size += file.stat().st_size
        if len(found) > MOST_FILES or size > MOST_BYTES:
            template = "The folder {folder} is too big for a bot: more than {files} files or {mib} MiB."
            raise NoSuchBot(template, folder=folder, files=MOST_FILES, mib=MOST_BYTES >> 20)
    return found


def read_manifest(folder: Path, files: Mapping[str, bytes]) -> dict[str, Any]:
    if MANIFEST not in files:
        return {}
    file = folder / MANIFEST
    try:
        manifest = tomllib.loads(files[MANIFEST].decode())
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise NoSuchBot("{file} cannot be read: {why}.", file=file, why=error) from None
    params = manifest.pop("params", {})
    if not isinstance(params, dict) or not all(isinstance(value, int | float) for value in params.values()):
        raise NoSuchBot("In {file}, params is a table of numbers, not {value}.", file=file, value=quote(params))
    for key, value in manifest.items():
        if key not in KEYS:
            near = suggest(key, KEYS)
            raise NoSuchBot("{file} has no key {key}{near}.", file=file, key=quote(key), near=near)
        if not isinstance(value, str) or not value.strip():
            raise NoSuchBot("In {file}, {key} is a text, not {value}.", file=file, key=key, value=quote(value))
    _check_choice(file, manifest, "language", list(BY_NAME))
    _check_choice(file, manifest, "protocol", ["lines", "contest"])
    if "build" in manifest and "run" not in manifest:
        raise NoSuchBot("{file} says how the bot is built; it also needs run, how it is started.", file=file)
    for name, value in params.items():
        for key in {"build", "run"} & manifest.keys():
            manifest[key] = manifest[key].replace(f"{{{name}}}", repr(value))
    return {**manifest, "params": params} if params else manifest


def _check_choice(file: Path, manifest: Mapping[str, str], key: str, known: list[str]) -> None:
    if key in manifest and manifest[key] not in known:
        template = "In {file}, {key} is one of {known}, not {value}."
        raise NoSuchBot(template, file=file, key=key, known=", ".join(known), value=quote(manifest[key]))


def _language_of(folder: Path, files: Mapping[str, bytes], manifest: Mapping[str, str]) -> Language:
    """Return the language of a folder: the manifest's, or the only one that is there."""
    if "language" in manifest:
        return BY_NAME[manifest["language"]]
    if "main" in manifest and PurePosixPath(manifest["main"]).suffix in BY_SUFFIX:
        return BY_SUFFIX[PurePosixPath(manifest["main"]).suffix]
    top = [name for name in files if "/" not in name] if any("/" not in name for name in files) else list(files)
    suffixes = [PurePosixPath(name).suffix for name in top] + [PurePosixPath(name).suffix for name in files]
    found = list(dict.fromkeys(BY_SUFFIX[suffix] for suffix in suffixes if suffix in BY_SUFFIX))
    if {C, CPP} == set(found):
        return CPP  # g++ compiles both
    if not found:
        raise NoSuchBot("The folder {folder} has no source file of a bot.", folder=folder)
    if len(found) > 1:
        names = " and ".join(language.name for language in found)
        template = "The folder {folder} has files in {names}: say in {manifest} which language is the bot's."
        raise NoSuchBot(template, folder=folder, names=names, manifest=MANIFEST)
    return found[0]


def _main_of(folder: Path, files: Mapping[str, bytes], language: Language, manifest: Mapping[str, str]) -> str:
    sources = language.list_sources(files)
    if "main" in manifest:
        if manifest["main"] not in files:
            raise NoSuchBot("There is no file {file}.", file=folder / manifest["main"])
        return manifest["main"]
    if not sources:
        raise NoSuchBot("The folder {folder} has no file in {language}.", folder=folder, language=language.name)
    if len(sources) == 1 or not language.starts_one_file:
        return sources[0]
    stems = (*START_NAMES, folder.resolve().name)
    named = [
        name for stem in stems for name in sources if name in (f"{stem}{PurePosixPath(name).suffix}", "src/main.rs")
    ]
    if not named:
        template = (
            "The folder {folder} has several files: name the one that starts bot{suffix}, or say main in {manifest}."
        )
        raise NoSuchBot(template, folder=folder, suffix=language.suffixes[0], manifest=MANIFEST)
    return named[0]


def _read(file: Path) -> bytes:
    try:
        if file.stat().st_size > MOST_BYTES:
            raise NoSuchBot("{file} is too big for a bot: more than {mib} MiB.", file=file, mib=MOST_BYTES >> 20)
        return file.read_bytes()
    except OSError as error:
        raise NoSuchBot("{file} cannot be read: {why}.", file=file, why=error.strerror) from None


# What a single file brings along from its own folder

INCLUDE = re.compile(r'^\s*#\s*include\s*"([^"\n]+)"', re.MULTILINE)
IMPORT = re.compile(r"^\s*(?:from\s+([\w.]+)\s+import|import\s+([\w., \t]+))", re.MULTILINE)
REQUIRE = re.compile(r"""(?:require\s*\(\s*|\bfrom\s+|\bimport\s+)["']\./([^"'\n]+)["']""")
MODULE = re.compile(r"^\s*(?:pub\s+)?mod\s+(\w+)\s*;", re.MULTILINE)


def find_companions(path: Path, language: Language) -> list[str]:
    """Return what a file includes or imports from its own folder, directly or not."""
    folder, found, waiting = path.parent, [path.name], [path.name]
    while waiting:
        name = waiting.pop()
        text = _read(folder / name).decode(errors="replace")
        for other in _named_files(text, PurePosixPath(name).parent, language):
            if other not in found and _is_inside(folder / other, folder) and len(found) < MOST_FILES:
                found.append(other)
                waiting.append(other)
    return found[1:]


def _is_inside(file: Path, folder: Path) -> bool:
    return file.is_file() and file.resolve().is_relative_to(folder.resolve())


def _named_files(text: str, here: PurePosixPath, language: Language) -> Iterator[str]:
    """Yield the names of files that a text may refer to; many of them do not exist."""
    if language in (C, CPP):
        for included in INCLUDE.findall(text):
            header = here / included
            yield str(header)
            yield from (str(header.with_suffix(suffix)) for one in (C, CPP) for suffix in one.suffixes)
    elif language is PYTHON:
        for one, several in IMPORT.findall(text):
            for module in re.split(r"[,\s]+", one or several):
                first = module.partition(".")[0]
                yield from (f"{first}.py", f"{first}/__init__.py", f"{module.replace('.', '/')}.py")
    elif language is JAVASCRIPT:
        for named in REQUIRE.findall(text):
            yield from (str(here / named), str(here / f"{named}.js"), str(here / f"{named}.json"))
    elif language is RUST:
        for module in MODULE.findall(text):
            yield from (str(here / f"{module}.rs"), str(here / module / "mod.rs"))
