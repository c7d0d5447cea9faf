"""The command `bot`: a built-in bot as a program of its own, which speaks the line protocol."""

import gc
import inspect
import sys
from collections.abc import Callable
from functools import partial
from typing import cast

from ludotheque import game as games
from ludotheque.bot_files import NoSuchBot
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import Game, GameError, quote, suggest
from ludotheque.match import Match
from ludotheque.protocol import speak
from ludotheque.seat import Play, bot_names, bot_play


def add(commands: Commands) -> None:
    made = commands.add("bot", run_bot, "run a built-in bot as a program that speaks the line protocol")
    made.add_argument("game")
    made.add_argument("bot", help="easy, medium, hard, champion, random, greedy or search")
    made.add_argument("--cores", type=int, default=1, metavar="N", help="cores for a bot that can use several (1)")


def run_bot(arguments: Arguments) -> None:
    game = games.load(arguments.game)
    play = find_bot(game, arguments.bot)
    program = use_cores(find_program(play), arguments.bot, arguments.cores)
    gc.disable()  # while all is loaded, nothing becomes garbage
    try:
        warm_up(game, program if arguments.cores > 1 else play)
        gc.freeze()
    finally:
        gc.enable()
    speak(program)


def find_bot(game: Game, name: str) -> Play:
    known = [*game.bots, *bot_names()]
    if name not in known:
        template = "{game} has no bot {name}{near}; there are {known}."
        facts = {"name": quote(name), "near": suggest(name, known), "known": ", ".join(known)}
        raise NoSuchBot(template, game=game.title, **facts)
    return bot_play(game, name)


def find_program(play: Play) -> Play:
    """Return how a bot plays as a program: by `play_on_clock`, if it has one, which uses the time of a turn."""
    found: Play = getattr(sys.modules.get(play.__module__), "play_on_clock", play)
    return found


def use_cores(program: Play, name: str, cores: int) -> Play:
    """Return the program with a number of cores; most bots use one."""
    if cores == 1:
        return program
    if cores < 1 or "cores" not in inspect.signature(program).parameters:
        raise GameError("{name} thinks on one core, not on {cores}.", name=name, cores=cores)
    return partial(cast(Callable[..., str], program), cores=cores)


def warm_up(game: Game, play: Play) -> None:
    """Let the bot answer once, so that it is compiled before it reads its first question: no clock runs yet."""
    match = Match(game, game.default_seats, 0, {})
    play(match.view(match.active[0]))
