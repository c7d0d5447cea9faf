"""Start a new game: `make new GAME=name` copies the smallest game, Pebbles, under a new name."""

import re
import shutil
import sys
from pathlib import Path

TEMPLATE = Path(__file__).parent / "pebbles"
GAMES = Path(__file__).parent.parent / "src" / "ludotheque" / "games"


def begin(name: str, games: Path = GAMES) -> str:
    """Copy the template to `games`/`name` and return a sentence about it; raise SystemExit if the name is refused."""
    if not re.fullmatch(r"[a-z][a-z0-9_]{1,30}", name):
        raise SystemExit(f"A game's name is small letters, digits and _, such as tictactoe, not {name!r}.")
    folder = games / name
    if folder.exists():
        raise SystemExit(f"There is a game {name} already.")
    shutil.copytree(TEMPLATE, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in folder.rglob("*.py"):
        text = file.read_text("utf-8").replace('lt.new("pebbles"', f'lt.new("{name}"')
        file.write_text(text.replace("Pebbles", name.capitalize()), "utf-8")
    return f"{folder} holds a small game to change; make test says what it still lacks."


if __name__ == "__main__":
    print(begin(sys.argv[1] if len(sys.argv) > 1 else ""))
