"""The commands `play` and `match`: people and bots play in the terminal."""

import json
import math
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from ludotheque import game as games
from ludotheque import match as matches
from ludotheque import referee, sandbox, terminal
from ludotheque.arena.matches import play_opening
from ludotheque.commands.parser import Arguments, Commands, Parser, add_options, options_of
from ludotheque.game import Game, GameError
from ludotheque.match import Match
from ludotheque.process import HostedSeat, ProcessSeat
from ludotheque.referee import Player
from ludotheque.report import is_at_fault
from ludotheque.seat import FailedSeat, bot_names, make_player

FAULT = 3  # exit code: a bot was at fault
BOT_HELP = f"{', '.join(bot_names())}, a strength, a file (bot.py, bot.cpp, …), a folder, net:FILE, or a quoted command"


def add(commands: Commands) -> None:
    playing = commands.add("play", play, "play in the terminal")
    playing.add_argument("game")
    playing.add_argument("who", nargs="*", help=f"who sits where: me, {BOT_HELP}")
    playing.add_argument("--seats", type=int, help="number of seats, you and bots")
    playing.add_argument("--record", type=Path, help="save the match in this file, move by move")
    run = commands.add("match", play_match, "let bots play a match")
    run.add_argument("game")
    run.add_argument("who", nargs="+", metavar="BOT", help=BOT_HELP)
    run.add_argument("--json", action="store_true", help="the result as JSON")
    run.add_argument("--opening", type=int, default=0, metavar="N", help="play N random turns first, as a league may")
    run.add_argument("--record", type=Path, help="write the match to this file")
    for made in (playing, run):
        add_match_options(made, commands.words)


def add_match_options(made: Parser, words: Sequence[str]) -> None:
    """Add what all commands that play one match with bots take."""
    add_program_options(made)
    made.add_argument("--seed", type=int, help="the same seed and moves are the same match; drawn if left out")
    add_options(made, words)


def add_program_options(made: Parser) -> None:
    """Add how programs run."""
    known = ["contest", "lines"]
    made.add_argument("--protocol", choices=known, help="what programs speak; a source file shows it by itself")
    made.add_argument("--clock-scale", type=float, default=1.0, help="more time for programs on a slow machine")
    where = made.add_mutually_exclusive_group()
    where.add_argument("--inside", action="store_true", help="run Python files in this process, with your rights")
    where.add_argument("--strict", action="store_true", help="run files in the full sandbox or not at all")


def play(arguments: Arguments) -> None:
    game = games.load(arguments.game)
    who = arguments.who or ["me"]
    seats = arguments.seats or max(len(who), game.default_seats)
    who += [game.default_bot] * (seats - len(who))
    match = make_match(game, arguments, len(who))
    bots = iter(make_players(game, [name for name in who if name != "me"], arguments))
    terminal.play(match, [None if name == "me" else next(bots) for name in who], arguments.record)


def play_match(arguments: Arguments) -> int:
    game = games.load(arguments.game)
    match = make_match(game, arguments, len(arguments.who))
    play_opening(match, arguments.opening)
    run_match(match, make_players(game, arguments.who, arguments))
    if arguments.record:
        terminal.write_file(arguments.record, match.record().write())
    if arguments.json:
        print(json.dumps(_summary(match), ensure_ascii=False))
    else:
        terminal.print_result(match)
    return FAULT if any(map(is_at_fault, match.verdicts)) else 0


def run_match(match: Match, players: Sequence[Player]) -> None:
    with terminal.progress(f"{match.game.title}, plies") as step:
        referee.run(match, players, after=lambda now: step(now.ply))


def make_players(game: Game, names: Sequence[str], arguments: Arguments, is_first: bool = True) -> list[Player]:
    """Return the players of these names; the compiler's words about one that does not compile are printed.

    How programs run is told before the first match of a command only.
    """
    scale = arguments.clock_scale
    check_scale(scale)
    how = {"inside": arguments.inside, "strict": arguments.strict}
    players = [make_player(game, name, arguments.protocol, scale, **how) for name in names]
    if is_first:
        say_how_programs_run(players)
    for player in players:
        if isinstance(player, FailedSeat):
            print(f"{player.name} does not compile:\n{player.failed.output.rstrip()}", file=sys.stderr)
    name_apart(players, names)
    return players


def check_scale(scale: float) -> None:
    if not 0 < scale < math.inf:
        raise GameError("The clock's scale is more than 0, not {scale:g}.", scale=scale)


def say_how_programs_run(players: Sequence[Player]) -> None:
    """Say it on stderr: stdout may have a result in JSON."""
    programs = [player for player in players if isinstance(player, ProcessSeat | HostedSeat)]
    for name in dict.fromkeys(player.name for player in programs if player.is_trusted):
        print(f"{name}: a quoted command runs with your own rights.", file=sys.stderr)
    tier = sandbox.find_tier()
    if any(not player.is_trusted for player in programs):
        print(f"Sandbox: {tier} ({sandbox.ABOUT[tier]}).", file=sys.stderr)
        if tier != sandbox.Tier.FULL:
            print(f"For the full sandbox {sandbox.ADVICE}.", file=sys.stderr)


def name_apart(players: Sequence[Player], words: Sequence[str]) -> None:
    """Put the folder in front of files that have the same name and are not the same file."""
    count = Counter(name for name, _ in {(player.name, word) for player, word in zip(players, words)})
    for player, word in zip(players, words):
        if count[player.name] > 1 and Path(word).exists():
            player.name = "/".join(Path(word).absolute().parts[-2:])


def make_match(game: Game, arguments: Arguments, seats: int) -> Match:
    return matches.new(game.name, seats, arguments.seed, **options_of(arguments))


def _summary(match: Match) -> dict[str, Any]:
    """Return what a script needs; no times, so that the same match gives the same text."""
    return {
        "game": match.game.name,
        "options": match.options,
        "seed": match.seed,
        "plies": match.ply,
        "seats": [{"seat": seat, **row} for seat, row in enumerate(match.result())],
    }
