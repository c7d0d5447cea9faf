"""The levels of the house: imports go downwards only, and nothing imports a game by name."""

from pathlib import Path

import pytest

from ludotheque.compile import PACKAGE, imports

LEVELS = [
    {"compile"},
    {"dice"},
    {"game"},
    {"art", "legal", "letters", "notation"},
    {"loops", "record"},
    {"match"},
    {"referee"},
    {"protocol"},
    {"process"},
    {"seat"},
    {"bots", "speed", "transcript"},
    {"store"},
    {"rl", "web"},
    {"terminal"},
    {"cli"},
]
RULES = {"compile", "dice", "game"}  # all that rules may rest on; a board also has art and letters
SOURCES = sorted(f for f in PACKAGE.rglob("*.py") if "tests" not in f.parts)


def parts(file: Path) -> tuple[str, ...]:
    return file.relative_to(PACKAGE).with_suffix("").parts


def level(part: str) -> int:
    return next(height for height, names in enumerate(LEVELS) if part in names)


@pytest.mark.parametrize("file", [f for f in SOURCES if parts(f)[0] not in ("__init__", "games")], ids=str)
def test_a_platform_file_imports_only_what_lies_below(file: Path) -> None:
    here = level(parts(file)[0])
    for other in map(parts, imports(file)):
        assert other[0] != "games", f"{file.name} imports a game by name"
        assert other[0] == parts(file)[0] or level(other[0]) < here, f"{file.name} imports {'.'.join(other)}"


@pytest.mark.parametrize("file", [f for f in SOURCES if parts(f)[0] == "games" and len(parts(f)) > 2], ids=str)
def test_a_game_imports_only_what_its_part_may(file: Path) -> None:
    _, game, part, *_ = parts(file)
    for other in map(parts, imports(file)):
        if other[0] == "games":
            assert other[1] == game, f"{game} imports {other[1]}"
            assert part in ("bots", "contest") or other[2] != "bots", f"{part} imports a bot"
        elif part in ("bots", "contest"):
            assert level(other[0]) <= level("seat"), f"{game}/{part} imports {'.'.join(other)}"
        else:
            allowed = RULES | {"art", "letters"} if part == "board" else RULES
            assert other[0] in allowed, f"{game}/{part} imports {'.'.join(other)}"
