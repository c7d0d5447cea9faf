"""Compiles a C or C++ champion with the API into a shared object, cached by its content."""

from pathlib import Path

from ludotheque.bot_files import BotFiles
from ludotheque.build import build_folder
from ludotheque.games.alchemy.contest import headers
from ludotheque.languages import CPP, C, find_tool

API = Path(__file__).with_name("api.c")
API_FOLDER = "ludotheque-api"  # of the headers and the API, beside the champion's own files
C_FLAGS, CC_FLAGS = ["-std=gnu11"], ["-std=gnu++17"]
FLAGS = ["-O2", "-fPIC", "-w", f"-I{API_FOLDER}"]
LINK = ["-shared", "-Wl,-Bsymbolic", "-Wl,--no-undefined", "-Wl,--require-defined=jouer_tour"]
LIBRARY = "champion.so"


def build(champion: BotFiles) -> Path:
    """Return the champion's shared object, compiled if it was not before.

    A header of the contest that the champion brings along is used as it is. It declares functions that return arrays,
    which our own header defines by itself, so these are linked in.
    """
    sources = [*CPP.list_sources(champion.files), *C.list_sources(champion.files)]
    is_cpp = bool(CPP.list_sources(champion.files))
    gcc = [find_tool("gcc", "gcc"), *C_FLAGS]
    compiler = [find_tool("g++", "g++"), *CC_FLAGS] if is_cpp else gcc
    if any(name in champion.files for name in headers.CHAMPION_HEADERS):
        sources.append(f"{API_FOLDER}/arrays.{'cc' if is_cpp else 'c'}")
    steps = [[*gcc, *FLAGS, "-c", f"{API_FOLDER}/api.c", "-o", "api.o"]]
    link = [*compiler, *FLAGS, *sources, "api.o", *LINK, "-lm", "-o", LIBRARY]
    return build_folder(champion.name, {**champion.files, **api_files()}, [link], steps) / LIBRARY


def api_files() -> dict[str, bytes]:
    texts = {**headers.make_headers(), "arrays.c": headers.c_arrays(), "arrays.cc": headers.cc_arrays()}
    files = {f"{API_FOLDER}/{name}": text.encode() for name, text in texts.items()}
    return {**files, f"{API_FOLDER}/api.c": API.read_bytes()}
