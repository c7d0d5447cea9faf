"""The commands `games`, `rules` and `bench`: what games there are, and how fast they play here."""

import json
from typing import Any

from ludotheque import game as games
from ludotheque import terminal
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.seat import own_bots


def add(commands: Commands) -> None:
    listed = commands.add("games", list_games, "list the games")
    listed.add_argument("--json", action="store_true", help="as JSON")
    rules = commands.add("rules", show_rules, "print a game's rules")
    rules.add_argument("game")
    rules.add_argument("--lang", default="en", help="en or fr")
    speed = commands.add("bench", bench, "measure how fast games play here")
    speed.add_argument("game", nargs="*")


def list_games(arguments: Arguments) -> None:
    rows = [
        {"name": c.name, "title": c.title, "seats": [c.seats[0], c.seats[-1]], "bots": own_bots(c), "about": c.about}
        for c in games.cards()
    ]
    if arguments.json:
        print(json.dumps(rows, ensure_ascii=False))
    else:
        terminal.print_table(["game", "title", "seats", "bots", ""], [list(map(_cell, row.values())) for row in rows])


def _cell(value: Any) -> str:
    if isinstance(value, list):
        numbers = [str(v) for v in value]
        return "–".join(dict.fromkeys(numbers)) if value and isinstance(value[0], int) else " ".join(numbers)
    return str(value)


def show_rules(arguments: Arguments) -> None:
    terminal.print_markdown(games.load(arguments.game).rules_text(arguments.lang))


def bench(arguments: Arguments) -> None:
    from ludotheque.rl.speed import measure

    rows = []
    names = arguments.game or games.names()
    with terminal.progress("measuring", len(names)) as step:
        for done, name in enumerate(names, 1):
            speed = measure(games.load(name))
            ratio = speed.compiled / speed.interpreted
            rows.append([name, f"{speed.compiled:,.0f}", f"{speed.interpreted:,.0f}", f"{ratio:,.0f}"])
            step(done)
    terminal.print_table(["game", "plies/s on one core", "interpreted", "times"], rows)
