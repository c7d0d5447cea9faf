"""The command `protocol`: what a program in any language reads and writes in one game."""

import json

from ludotheque import game as games
from ludotheque import protocol_page, terminal
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.protocol_schema import make_schema


def add(commands: Commands) -> None:
    made = commands.add("protocol", show_protocol, "say what a program reads and writes in a game")
    made.add_argument("game")
    form = made.add_mutually_exclusive_group()
    form.add_argument("--json", action="store_true", help="as a JSON schema")
    form.add_argument("--session", action="store_true", help="the lines of a whole match")


def show_protocol(arguments: Arguments) -> None:
    game = games.load(arguments.game)
    if arguments.json:
        print(json.dumps(make_schema(game), ensure_ascii=False, indent=1))
    elif arguments.session:
        print("\n".join(line for question in protocol_page.play_session(game) for line in question))
    else:
        terminal.print_markdown(protocol_page.write_page(game))
