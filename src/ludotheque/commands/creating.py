"""The command `new`: writes the package of a new game, to be changed."""

import re
from pathlib import Path

from ludotheque import game as games
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError, quote
from ludotheque.packages import PACKAGE

TEMPLATE = PACKAGE / "template"  # the package of a small game, Pebbles, whose clauses are numbered PB-1, PB-2, …
NAME = re.compile(r"[a-z][a-z0-9_]{1,30}")


def add(commands: Commands) -> None:
    making = commands.add("new", create, "write the package of a new game into a folder of its name")
    making.add_argument("name", help="small letters, digits and _, such as tictactoe")


def create(arguments: Arguments) -> None:
    name = arguments.name
    if not NAME.fullmatch(name):
        template = "A game's name is small letters, digits and _, such as tictactoe, not {name}."
        raise GameError(template, name=quote(name))
    if name in games.names():
        raise GameError("There is a game {name} already.", name=name)
    if Path(name).exists():
        raise GameError("There is a file or folder {name} here already.", name=name)
    write_package(Path(name))
    print(f"{name}/ holds a small game to change; its README.md says how to install, test and play it.")


def write_package(folder: Path) -> None:
    """Copy the template under the name of the folder."""
    name = folder.name
    letters = re.sub("[^A-Z]", "", name.upper())
    words = {"pebbles": name, "Pebbles": name.replace("_", " ").capitalize(), "PB-": f"{letters:G<2.2}-"}
    for file in TEMPLATE.rglob("*"):
        if file.is_file() and "__pycache__" not in file.parts:
            target = folder / Path(*(replace_words(part, words) for part in file.relative_to(TEMPLATE).parts))
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(replace_words(file.read_text("utf-8"), words), "utf-8")


def replace_words(text: str, words: dict[str, str]) -> str:
    for old, new in words.items():
        text = text.replace(old, new)
    return text
