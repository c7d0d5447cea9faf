"""The command `train`: a network learns a game by playing against itself, and before from a bot if asked to."""

from pathlib import Path
from typing import Any

from ludotheque import terminal
from ludotheque.arena.matches import choose_options
from ludotheque.commands.parser import Arguments, Commands, add_options, options_of
from ludotheque.game import GameError, load, quote, suggest
from ludotheque.seat import list_bots


def add(commands: Commands) -> None:
    learning = commands.add("train", train, "let a network learn a game by playing against itself")
    learning.add_argument("game")
    learning.add_argument("--folder", type=Path, help="for checkpoint, curve and network; by default the game's name")
    learning.add_argument("--minutes", type=float, default=10.0, help="of learning in all, earlier runs included")
    learning.add_argument("--device", default="cpu", help="cpu or cuda")
    learning.add_argument("--seats", type=int, help="number of seats")
    learning.add_argument("--resume", action="store_true", help="go on from the checkpoint in the folder")
    learning.add_argument("--set", action="append", default=[], metavar="NAME=NUMBER", help="a setting, as width=128")
    learning.add_argument("--start", default="", metavar="FILE", help="begin with this network.pt of another run")
    learning.add_argument("--imitate", default="", metavar="BOT", help="learn from this bot's answers first")
    add_options(learning, commands.words)


def train(arguments: Arguments) -> None:
    try:
        from ludotheque.rl.ppo import Settings
        from ludotheque.rl.train import Run
    except ModuleNotFoundError as error:
        raise GameError("Training needs {name}: install ludotheque[train].", name=error.name) from None
    game = load(arguments.game)
    folder = arguments.folder or Path(game.name)
    if arguments.resume:
        run = Run.resume(folder)
    else:
        options = choose_options(game, options_of(arguments), arguments.seats or game.default_seats)
        named = read_numbers(arguments.set, Settings._field_defaults)
        if arguments.start and not Path(arguments.start).is_file():
            raise GameError("There is no file {file}.", file=arguments.start)
        if arguments.imitate and arguments.imitate not in list_bots(game):
            known = ", ".join(list_bots(game))
            raise GameError("There is no bot {name}; there are {known}.", name=quote(arguments.imitate), known=known)
        made = Settings(game.name, arguments.seats, arguments.device, options=options, **named)
        run = Run.begin(folder, made._replace(imitate=arguments.imitate, start=arguments.start))
    with terminal.progress(f"{game.title}, seconds", round(arguments.minutes * 60)) as step:
        run.train(arguments.minutes, after=lambda figures: step(round(figures["seconds"])))
    print(f"{run.trainer.plies:,} plies in {run.trainer.learned:.0f} s; the network is in {folder}.")


def read_numbers(entries: list[str], known: dict[str, Any]) -> dict[str, Any]:
    """Return settings by name, from NAME=NUMBER; each has the type of its default."""
    found = {}
    for entry in entries:
        name, _, text = entry.partition("=")
        if not isinstance(known.get(name), int | float):
            numbers = [key for key, value in known.items() if isinstance(value, int | float)]
            template = "There is no setting {name}{near}; there are {known}."
            raise GameError(template, name=quote(name), near=suggest(name, numbers), known=", ".join(numbers))
        try:
            found[name] = type(known[name])(text)
        except ValueError:
            raise GameError("The setting {name} is a number, not {text}.", name=name, text=quote(text)) from None
    return found
