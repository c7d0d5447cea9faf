"""The command line: `ludotheque COMMAND GAME …`. A user's mistake gets one sentence and exit code 2."""

import argparse
import json
import os
import re
import shutil
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any, NoReturn

from ludotheque import game as games
from ludotheque import match as matches
from ludotheque import playback, referee, terminal
from ludotheque.game import Game, GameError, OptionValue, quote
from ludotheque.letters import printable
from ludotheque.match import Match
from ludotheque.referee import Player
from ludotheque.seat import bot_names, is_command, make_player

Arguments = argparse.Namespace
Command = Callable[[Arguments], None]
PROGRAM_NAME = re.compile(r"[\w.-]{1,40}")


class Parser(argparse.ArgumentParser):
    """A parser whose error is one sentence."""

    def error(self, message: str) -> NoReturn:
        raise GameError(f"{message[:1].upper()}{message[1:].rstrip('.')} (see {self.prog} --help).")


def main(words: Sequence[str] | None = None) -> int:
    """Run one command and return the exit code."""
    words = list(sys.argv[1:] if words is None else words)
    try:
        arguments = make_parser(words).parse_args(words)
        arguments.run(arguments)
    except GameError as error:
        print(f"ludotheque: {error}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print("\nludotheque: stopped.", file=sys.stderr)
        return 130
    except BrokenPipeError:  # the reader of the output has closed it
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0


def make_parser(words: Sequence[str]) -> Parser:
    """Make the parser of all commands; those about a game take its options as flags."""
    top = Parser("ludotheque", description="Turn-based games as one arena.")
    commands = top.add_subparsers(required=True, metavar="COMMAND", parser_class=Parser)

    def command(name: str, run: Command, about: str) -> Parser:
        made = commands.add_parser(name, help=about, description=about)
        made.set_defaults(run=run)
        return made

    listed = command("games", list_games, "list the games")
    listed.add_argument("--json", action="store_true", help="as JSON")
    rules = command("rules", show_rules, "print a game's rules")
    rules.add_argument("game")
    rules.add_argument("--lang", default="en", help="en or fr")
    playing = command("play", play, "play in the terminal")
    playing.add_argument("game")
    playing.add_argument("who", nargs="*", help=f"who sits where: me, {', '.join(bot_names())}, a strength, a bot.py")
    playing.add_argument("--seats", type=int, help="number of seats, you and bots")
    playing.add_argument("--record", type=Path, help="save the match in this file, move by move")
    run = command("match", play_match, "let bots play a match")
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
        add_options(made, words)
    again = command("replay", replay, "play a record again, and verify it")
    again.add_argument("file", type=Path)
    again.add_argument("--ply", type=int, help="show the board after PLY plies; by default at the end")
    again.add_argument("--dump", action="store_true", help="print it as the original contest's replay file instead")
    again.add_argument("--from-dump", metavar="GAME", help="the file is such a replay file of this game's contest")
    again.add_argument("--svg", type=Path, metavar="DIR", help="draw every position into this folder")
    serving = command("serve", serve, "open the web page")
    serving.add_argument("--host", default="127.0.0.1", help="127.0.0.1 for this machine alone, 0.0.0.0 for all")
    serving.add_argument("--port", type=int, default=8000, help="0 takes a free one")
    serving.add_argument(
        "--bot",
        action="append",
        default=[],
        metavar="NAME=COMMAND",
        help="a program of yours that visitors can choose by NAME; it runs with your rights",
    )
    serving.add_argument("--database", metavar="URL", help="sqlite:///FILE or postgresql://USER@HOST/NAME")
    speed = command("bench", bench, "measure how fast games play here")
    speed.add_argument("game", nargs="*")
    return top


def add_options(made: Parser, words: Sequence[str]) -> None:
    """Add a game's options as flags, once the words say which game it is."""
    name = next((word for word in words[1:] if not word.startswith("-")), "")
    if name not in games.names():
        return
    game = games.load(name)
    group = made.add_argument_group(f"options of {game.title}")
    for option, about in game.options.items():
        text = f"{about.about} ({about.describe_range()}; by default {about.format(about.default)})".replace("%", "%%")
        switch: dict[str, Any] = {"nargs": "?", "const": "on"} if about.is_switch else {}
        group.add_argument(f"--{option}", dest=f"option_{option}", help=text, metavar=option.upper(), **switch)
    if game.presets:
        group.add_argument("--rules", dest="option_rules", help=f"a rule set: {', '.join(game.presets)}")


def options_of(arguments: Arguments) -> dict[str, OptionValue]:
    given = {
        name.removeprefix("option_"): value for name, value in vars(arguments).items() if name.startswith("option_")
    }
    return {name: value for name, value in given.items() if value is not None}


def list_games(arguments: Arguments) -> None:
    cards = [games.load(name) for name in games.names()]
    rows = [
        {"name": c.name, "title": c.title, "seats": [c.seats[0], c.seats[-1]], "bots": list(c.bots), "about": c.about}
        for c in cards
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


def replay(arguments: Arguments) -> None:
    text = terminal.read_file(arguments.file)
    match = games.load(arguments.from_dump).contest_replays().read(text) if arguments.from_dump else playback.read(text)
    if arguments.dump:
        print(match.game.contest_replays().write(match), end="")
        return
    if arguments.ply is not None and not 0 <= arguments.ply <= match.ply:
        raise GameError("This match has plies 0 to {last}, not {ply}.", last=match.ply, ply=arguments.ply)
    if arguments.svg:
        draw_all(match, arguments.svg)
    shown = match if arguments.ply is None else match.at(arguments.ply)
    for line in list_messages(shown):
        print(line)
    print(shown.view().text())
    if shown.over:
        terminal.print_result(shown)


def list_messages(match: Match) -> Iterator[str]:
    """Yield what the players said, ply by ply."""
    for ply, note in sorted(match.notes.items()):
        if "said" in note and 1 <= ply <= match.ply:
            seat = match.played[ply - 1][0]
            yield f"ply {ply}, {match.names[seat]} (seat {seat}): {printable(str(note['said']))}"


def draw_all(match: Match, folder: Path) -> None:
    """Draw every position of a match: ply-000.svg, ply-001.svg, …"""
    with terminal.progress("drawings", match.ply + 1) as step:
        for ply in range(match.ply, -1, -1):
            terminal.write_file(folder / f"ply-{ply:03}.svg", match.at(ply).view().svg())
            step(match.ply - ply + 1)
    print(f"{match.ply + 1} drawings in {folder}")


def serve(arguments: Arguments) -> None:
    try:
        from ludotheque.web.serve import serve as answer
    except ModuleNotFoundError as error:
        raise GameError("The web page needs {name}: install ludotheque[web].", name=error.name) from None
    answer(arguments.host, arguments.port, arguments.database, read_programs(arguments.bot))


def read_programs(entries: Sequence[str]) -> dict[str, str]:
    """Return the operator's programs by name, from NAME=COMMAND."""
    programs: dict[str, str] = {}
    taken = {"me", "friend", "nobody", *bot_names(), *(bot for name in games.names() for bot in games.load(name).bots)}
    for entry in entries:
        name, _, command = entry.partition("=")
        if not PROGRAM_NAME.fullmatch(name) or not command.strip():
            raise GameError("A program is given as NAME=COMMAND, not {entry}.", entry=quote(entry))
        if name in taken or name in programs:
            raise GameError("The name {name} is taken: give the program another one.", name=quote(name))
        if not is_command(command) and shutil.which(command) is None:
            raise GameError("There is no program {command} that can be started.", command=quote(command))
        programs[name] = command if is_command(command) else str(shutil.which(command))
    return programs


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


if __name__ == "__main__":
    sys.exit(main())
