"""Compiles the files of a bot. The result is a folder in the cache, named after the content of the files."""

import os
import platform
import re
import shlex
import shutil
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path

from ludotheque import sandbox
from ludotheque.bot_files import BotCommand, BotFiles, NoSuchBot
from ludotheque.compile import cache_root
from ludotheque.game import GameError
from ludotheque.languages import PRELUDES, PYTHON, SYSTEM_PATH, Recipe, find_tool, tool_folders
from ludotheque.record import Verdict

SHOWN, LONGEST = 3, 200  # lines of them in a verdict, and letters of a line
MOST_BUILDS, IN_USE_SECONDS = 200, 24 * 3600.0


class CompileFailed(GameError):
    """A bot that does not compile: the verdict, and all that the compiler wrote."""

    def __init__(self, name: str, output: str):
        self.verdict = Verdict("compile", first_errors(output))
        self.output = output
        super().__init__("{name} does not compile: {why}", name=name, why=self.verdict.cause)


def build(bot: BotFiles) -> BotCommand:
    """Return how to start a bot, compiled if it was not before."""
    if bot.language is None:
        return _build_unknown(bot)
    recipe, package = bot.language.make_recipe(bot.files, bot.main), bot.language.package
    tools = {words[0]: find_tool(words[0], package) for words in (recipe.run, *recipe.attempts) if "/" not in words[0]}
    attempts = [[tools[words[0]], *words[1:]] for words in recipe.attempts]
    preludes = {name: (PRELUDES / name).read_bytes() for name in recipe.preludes}
    if bot.language is PYTHON:
        check_python(bot)
    folder = build_folder(bot.name, {**bot.files, **preludes}, attempts)
    return _command(recipe, tools, folder)


def _command(recipe: Recipe, tools: Mapping[str, str], folder: Path) -> BotCommand:
    first, *rest = recipe.run
    words = (tools.get(first, str(folder / first)), *rest)
    return BotCommand(words, folder, recipe.environment, (folder, *tool_folders(tools.get(first, ""))))


def _build_unknown(bot: BotFiles) -> BotCommand:
    """Build by the manifest's commands; a program that is an executable file needs none."""
    build_command = bot.manifest.get("build")
    attempts = [["/bin/sh", "-c", build_command]] if build_command else []
    folder = build_folder(bot.name, bot.files, attempts, executable=bot.main)
    words = shlex.split(bot.manifest.get("run", f"./{shlex.quote(bot.main)}"))
    own = folder / words[0]
    words[0] = str(own) if own.is_file() else _find_program(words[0], bot)
    return BotCommand(tuple(words), folder, readable=(folder, *(() if own.is_file() else tool_folders(words[0]))))


def _find_program(word: str, bot: BotFiles) -> str:
    found = shutil.which(word, path=SYSTEM_PATH) or shutil.which(word)
    if found is None:
        raise NoSuchBot("{file} starts {word}, which is not there.", file=bot.path / "bot.toml", word=word)
    return found


def check_python(bot: BotFiles) -> None:
    """A Python file that cannot be parsed does not compile either."""
    for name in PYTHON.list_sources(bot.files):
        try:
            compile(bot.files[name], name, "exec", dont_inherit=True)
        except SyntaxError as error:
            line = (error.text or "").strip()
            raise CompileFailed(bot.name, f"{name}, line {error.lineno}: {error.msg}\n{line}") from None
        except (ValueError, RecursionError, MemoryError) as error:
            raise CompileFailed(bot.name, f"{name}: {error}") from None


def build_folder(
    name: str,
    files: Mapping[str, bytes],
    attempts: Sequence[Sequence[str]],
    steps: Sequence[Sequence[str]] = (),
    executable: str = "",
) -> Path:
    """Return the cached folder with these files, after one of `attempts` and all `steps` have worked in it.

    Two builders of the same files do not disturb each other: each works in a folder of its own, and the first one to
    rename it wins.
    """
    target = cache_root() / "bots" / _digest(files, attempts, steps)
    if target.is_dir():
        with suppress(OSError):
            os.utime(target)
        return target
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
        with sandbox.scratch_folder() as work:
            write_files(work, files, executable)
            for step in steps:
                _compile(name, work, [step])
            if attempts:
                _compile(name, work, attempts)
            _place(work, target)
    except (OSError, shutil.Error) as error:
        template = "The cache {folder} cannot be written: {why}."
        raise GameError(template, folder=target.parent, why=getattr(error, "strerror", None) or error) from None
    remove_old_builds(target.parent)
    return target


def _place(work: Path, target: Path) -> None:
    """Copy the result, since a compiler's files may belong to another user; then let it appear all at once."""
    copy = Path(tempfile.mkdtemp(prefix=".building-", dir=target.parent))
    try:
        shutil.copytree(work, copy, symlinks=True, dirs_exist_ok=True)
        copy.chmod(0o755)
        with suppress(OSError):  # another builder was faster
            copy.rename(target)
    finally:
        shutil.rmtree(copy, ignore_errors=True)


def _digest(files: Mapping[str, bytes], attempts: Sequence[Sequence[str]], steps: Sequence[Sequence[str]]) -> str:
    """Name the files, the commands and the compilers: a new compiler builds anew."""
    tools = sorted({words[0] for words in (*attempts, *steps)})
    versions = [(tool, os.stat(tool).st_mtime_ns, os.stat(tool).st_size) for tool in tools]
    return BotFiles(Path(), dict(files), None, "").digest(attempts, steps, versions, platform.machine())


def write_files(folder: Path, files: Mapping[str, bytes], executable: str = "") -> None:
    for name, data in files.items():
        file = folder / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(data)
        if name == executable or data.startswith(b"#!"):
            file.chmod(0o755)


def _compile(name: str, folder: Path, attempts: Sequence[Sequence[str]]) -> None:
    """Run commands until one works; where none does, the words of the first one count."""
    outputs = []
    for words in attempts:
        has_worked, output = run_compiler(words, folder)
        if has_worked:
            return
        outputs.append(output)
    raise CompileFailed(name, outputs[0])


def run_compiler(words: Sequence[str], folder: Path) -> tuple[bool, str]:
    """Run a compiler in the bot's folder; return whether it worked, and what it wrote."""
    built = sandbox.build(words, folder, readable=tool_folders(words[0]), environment={"TMPDIR": "/tmp"})
    stopped = f"error: the compiler was stopped: {built.why}\n" if built.why else ""
    return built.is_ok, stopped + built.message.replace(f"{folder}{os.sep}", "")


NO_CAUSE = re.compile(r"^(# command-line|collect2|make: |\s*\^|.*In function|.*At global scope)")


def first_errors(output: str) -> str:
    """Return the first errors of a compiler in one line."""
    lines = [line.strip() for line in output.splitlines() if line.strip() and not NO_CAUSE.match(line)]
    errors = [index for index, line in enumerate(lines) if re.search(r"\berror\b", line, re.IGNORECASE)]
    if errors and all(lines[index].startswith("error") for index in errors[:1]):
        errors = sorted({index + more for index in errors for more in (0, 1) if index + more < len(lines)})
    shown = [lines[index] for index in errors] or lines
    return " | ".join(line[:LONGEST] for line in shown[:SHOWN]) or "no words from the compiler"


def remove_old_builds(folder: Path) -> None:
    """Remove builds that were used longest ago, but none that a match may still use, and what a crash left behind."""
    now = time.time()
    with suppress(OSError):  # another process may remove them at the same time
        builds = sorted(folder.iterdir(), key=lambda one: one.stat().st_mtime, reverse=True)
        for old in builds[MOST_BUILDS:] + [one for one in builds if one.name.startswith(".building-")]:
            if now - old.stat().st_mtime > IN_USE_SECONDS:
                shutil.rmtree(old, ignore_errors=True)
