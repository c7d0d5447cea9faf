"""The languages that bots are written in: how their files are compiled and started.

All paths in a recipe are relative to the bot's folder, and its tools are named without their path.
"""

import re
import shutil
import subprocess
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path, PurePosixPath

from ludotheque.game import GameError
from ludotheque.sandbox import interpreter_folders

PRELUDES = Path(__file__).parent / "preludes"
SYSTEM_PATH = "/usr/local/bin:/usr/bin:/bin"  # searched first: a sandbox shows no tools of a home folder
RESULT = "ludotheque-bot"  # what a compiler writes

Files = Mapping[str, bytes]  # by path inside the bot's folder


class MissingTool(GameError):
    """A compiler or an interpreter that is not installed."""


@dataclass(frozen=True)
class Recipe:
    """How one bot is compiled and started."""

    run: Sequence[str]
    attempts: Sequence[Sequence[str]] = ()  # compiler commands, tried in this order until one works
    environment: Mapping[str, str] = field(default_factory=dict)
    preludes: Sequence[str] = ()  # files of the project that are put beside the bot's own


@dataclass(frozen=True)
class Language:
    """A language by its file endings; `make_recipe` gets all files of the bot and the one that starts."""

    name: str
    suffixes: tuple[str, ...]
    package: str  # of Debian, where its tools come from
    make_recipe: Callable[[Files, str], Recipe]
    starts_one_file: bool = False  # True: the bot starts at one file; False: all files are compiled together

    def list_sources(self, files: Files) -> list[str]:
        return sorted(name for name in files if PurePosixPath(name).suffix in self.suffixes)


@cache
def find_tool(name: str, package: str) -> str:
    """Return the path of a compiler or an interpreter; the machine's own come first."""
    if name == "python":
        return sys.executable
    found = shutil.which(name, path=SYSTEM_PATH) or shutil.which(name)
    if found is None:
        raise MissingTool("{tool} is not installed (Debian: apt install {package}).", tool=name, package=package)
    return find_rust(found) if name == "rustc" else found


@cache
def tool_folders(tool: str) -> list[Path]:
    """Return the folders that a tool needs and that are not the system's, so that a sandbox can show them."""
    if tool == sys.executable:
        return interpreter_folders()
    real = Path(tool).resolve()
    if not tool or real.is_relative_to("/usr") or real.is_relative_to("/bin"):
        return []
    return [real.parent.parent] if real.parent.name == "bin" else [real]


def find_rust(tool: str) -> str:
    """Return the compiler itself where rustc is rustup's, which only chooses one."""
    done = subprocess.run([tool, "--print", "sysroot"], capture_output=True, text=True)
    real = Path(done.stdout.strip(), "bin", "rustc")
    return str(real) if done.returncode == 0 and real.is_file() else tool


def python_recipe(files: Files, main: str) -> Recipe:
    """-u: what a bot prints leaves at once."""
    return Recipe(["python", "-u", main], environment={"PYTHONHASHSEED": "0", "PYTHONDONTWRITEBYTECODE": "1"})


def javascript_recipe(files: Files, main: str) -> Recipe:
    flags = ["--v8-pool-size=1", "--max-old-space-size=256"]
    return Recipe(["node", *flags, "--require", "./codingame.js", f"./{main}"], preludes=["codingame.js"])


def c_recipe(files: Files, main: str) -> Recipe:
    command = ["gcc", "-std=gnu11", "-O2", "-w", *C.list_sources(files), "line_buffered.c", "-o", RESULT, "-lm"]
    return Recipe([f"./{RESULT}"], [command], preludes=["line_buffered.c"])


def cpp_recipe(files: Files, main: str) -> Recipe:
    """Try today's standard first; code written for the contests of 2017 may need the older one."""
    sources = [*CPP.list_sources(files), *C.list_sources(files)]
    rest = ["-O2", "-w", *sources, "-x", "c++", "line_buffered.c", "-o", RESULT, "-lm", "-pthread"]
    attempts = [["g++", f"-std=gnu++{year}", *rest] for year in (20, 17)]
    return Recipe([f"./{RESULT}"], attempts, preludes=["line_buffered.c"])


def rust_recipe(files: Files, main: str) -> Recipe:
    flags = ["--edition", "2021", "--cap-lints", "allow", "-C", "opt-level=3"]
    return Recipe([f"./{RESULT}"], [["rustc", *flags, "-o", RESULT, main]])


def go_recipe(files: Files, main: str) -> Recipe:
    sources = [name for name in GO.list_sources(files) if not name.endswith("_test.go")]
    what = ["."] if "go.mod" in files else sources
    return Recipe([f"./{RESULT}"], [["go", "build", "-o", RESULT, *what]])


def java_recipe(files: Files, main: str) -> Recipe:
    flags = ["-XX:+UseSerialGC", "-XX:ActiveProcessorCount=1", "-Xss16m", "-Xmx256m", "-Xshare:auto"]
    compiler = ["javac", "-nowarn", "-encoding", "UTF-8", "-d", RESULT, *JAVA.list_sources(files)]
    return Recipe(["java", *flags, "-cp", RESULT, find_main_class(files)], [compiler])


def csharp_recipe(files: Files, main: str) -> Recipe:
    libraries = ["System.Core", "System.Numerics"]
    command = ["mcs", "-warn:0", "-optimize", f"-out:{RESULT}.exe", *(f"-r:{name}" for name in libraries)]
    return Recipe(["mono", f"{RESULT}.exe"], [[*command, *CSHARP.list_sources(files)]])


PYTHON = Language("python", (".py",), "python3", python_recipe, starts_one_file=True)
JAVASCRIPT = Language("javascript", (".js", ".cjs", ".mjs"), "nodejs", javascript_recipe, starts_one_file=True)
C = Language("c", (".c",), "gcc", c_recipe)
CPP = Language("cpp", (".cpp", ".cc", ".cxx"), "g++", cpp_recipe)
RUST = Language("rust", (".rs",), "rustc", rust_recipe, starts_one_file=True)
GO = Language("go", (".go",), "golang-go", go_recipe)
JAVA = Language("java", (".java",), "default-jdk-headless", java_recipe)
CSHARP = Language("csharp", (".cs",), "mono-mcs", csharp_recipe)

LANGUAGES = (PYTHON, JAVASCRIPT, C, CPP, RUST, GO, JAVA, CSHARP)
BY_NAME = {language.name: language for language in LANGUAGES}
BY_SUFFIX = {suffix: language for language in LANGUAGES for suffix in language.suffixes}


# Java wants a file to be named after its public class, and to be told where the program starts

JAVA_NOISE = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'', re.DOTALL)
JAVA_PACKAGE = re.compile(r"^\s*package\s+([\w.]+)\s*;", re.MULTILINE)
JAVA_TOKEN = re.compile(r"[{}]|\b(?:class|enum|record|interface)\s+\w+|\bstatic\s+void\s+main\b")
JAVA_PUBLIC = re.compile(r"^\s*public\s+(?:\w+\s+)*?(?:class|enum|record|interface)\s+(\w+)", re.MULTILINE)


def place_java_file(name: str, text: bytes) -> str:
    """Return the name under which a lone Java file can be compiled: that of its public class."""
    found = JAVA_PUBLIC.search(clean_java(text))
    return f"{found[1]}.java" if found else name


def clean_java(text: bytes) -> str:
    """Return the code without comments and literals."""
    return JAVA_NOISE.sub(" ", text.decode(errors="replace"))


def find_main_class(files: Files) -> str:
    """Return the outer class that has `static void main`, with its package; Player where none is found."""
    for name in JAVA.list_sources(files):
        code = clean_java(files[name])
        if main := _class_around_main(code):
            package = JAVA_PACKAGE.search(code)
            return f"{package[1]}.{main}" if package else main
    return "Player"


def _class_around_main(code: str) -> str | None:
    depth, outer = 0, None
    for token in JAVA_TOKEN.findall(code):
        if token in "{}":
            depth += 1 if token == "{" else -1
        elif "main" in token and token.startswith("static"):
            return outer
        elif depth == 0:
            outer = token.split()[1]
    return None
