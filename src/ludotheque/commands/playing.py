"""The commands `play` and `match`: people and bots play in the terminal."""

import json
from pathlib import Path
from typing import Any

from ludotheque import game as games
from ludotheque import match as matches
from ludotheque import referee, terminal
from ludotheque.commands.parser import Arguments, Commands, add_options, options_of
from ludotheque.game import Game, GameError
from ludotheque.match import Match
from ludotheque.referee import Player
from ludotheque.seat import bot_names, make_player


def add(commands: Commands) -> None:
    playing = commands.add("play", play, "play in the terminal")
    playing.add_argument("game")
    playing.add_argument("who", nargs="*", help=f"who sits where: me, {', '.join(bot_names())}, a strength, a bot.py")
    playing.add_argument("--seats", type=int, help="number of seats, you and bots")
    playing.add_argument("--record", type=Path, help="save the match in this file, move by move")
    run = commands.add("match", play_match, "let bots play a match")
    run.add_argument("game")
    run.add_argument("who", nargs="+", metavar="BOT", help=f"{', '.join(bot_names())}, a strength, or a bot.py")
    run.add_argument("--json", action="store_true", help="the result as JSON")
    run.add_argument("--record", type=Path, help="write the match to this file")
    for made in (playing, run):
        made.add_argument(
            "--protocol", choices=["contest", "lines"], default="contest", help="the language that programs speak"
        )
        made.add_argument("--clock-scale", type=float, default=1.0, help="more time for programs on a slow machine")
        made.add_argument("--seed", type=int, help="the same seed and moves are the same match; drawn if left out")
        add_options(made, commands.words)


def play(arguments: Arguments) -> None:
    game = games.load(arguments.game)
    who = arguments.who or ["me"]
    seats = arguments.seats or max(len(who), game.default_seats)
    who += [game.default_bot] * (seats - len(who))
    match = _match(game, arguments, len(who))
    terminal.play(match, [None if name == "me" else _player(game, name, arguments) for name in who], arguments.record)


def play_match(arguments: Arguments) -> None:
    game = games.load(arguments.game)
    match = _match(game, arguments, len(arguments.who))
    players = [_player(game, name, arguments) for name in arguments.who]
    with terminal.progress(f"{game.title}, plies") as step:
        referee.run(match, players, after=lambda now: step(now.ply))
    if arguments.record:
        terminal.write_file(arguments.record, match.record().write())
    if arguments.json:
        print(json.dumps(_summary(match), ensure_ascii=False))
    else:
        terminal.print_result(match)


def _player(game: Game, name: str, arguments: Arguments) -> Player:
    if arguments.clock_scale <= 0:
        raise GameError("The clock's scale is more than 0, not {scale:g}.", scale=arguments.clock_scale)
    return make_player(game, name, arguments.protocol, arguments.clock_scale)


def _match(game: Game, arguments: Arguments, seats: int) -> Match:
    return matches.new(game.name, seats, arguments.seed, **options_of(arguments))


def _summary(match: Match) -> dict[str, Any]:
    """Return what a script needs; no times, so that the same match gives the same text."""
    return {
        "game": match.game.name,
        "options": match.options,
        "seed": match.seed,
        "plies": match.ply,
        "seats": match.result(),
    }
