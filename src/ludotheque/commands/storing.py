"""The commands `backup` and `restore`: the server's database as one file."""

from collections.abc import Mapping
from pathlib import Path

from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError


def add(commands: Commands) -> None:
    saving = commands.add("backup", backup, "write the server's database to a file, also while it runs")
    saving.add_argument("file", type=Path, help="a new file; it contains the secret that signs sessions")
    loading = commands.add("restore", restore, "load a backup into an empty database")
    loading.add_argument("file", type=Path)
    for command in (saving, loading):
        command.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")


def backup(arguments: Arguments) -> None:
    address = find_database(arguments)
    from ludotheque.store.backup import backup as write

    print(f"{describe(write(address, arguments.file))} in {arguments.file}")


def restore(arguments: Arguments) -> None:
    address = find_database(arguments)
    from ludotheque.store.backup import restore as load

    print(f"{describe(load(arguments.file, address))} from {arguments.file}")


def find_database(arguments: Arguments) -> str:
    """Return the address that `ludotheque serve` would use."""
    try:
        from ludotheque.web.serve import default_database
        from ludotheque.web.settings import read_settings
    except ModuleNotFoundError as error:
        raise GameError("The database needs {name}: install ludotheque[web].", name=error.name) from None
    settings = read_settings(database=arguments.database)
    return settings.database or default_database(settings.data)


def describe(counts: Mapping[str, int]) -> str:
    return f"{counts['tables']} tables with {counts['plies']} plies, {counts['records']} records"
