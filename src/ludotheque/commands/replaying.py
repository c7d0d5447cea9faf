"""The command `replay`: a record is played again, shown and drawn."""

from collections.abc import Iterator
from pathlib import Path

from ludotheque import game as games
from ludotheque import playback, terminal
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError
from ludotheque.letters import printable
from ludotheque.match import Match


def add(commands: Commands) -> None:
    again = commands.add("replay", replay, "play a record again, and verify it")
    again.add_argument("file", type=Path)
    again.add_argument("--ply", type=int, help="show the board after PLY plies; by default at the end")
    again.add_argument("--dump", action="store_true", help="print it as the original contest's replay file instead")
    again.add_argument("--from-dump", metavar="GAME", help="the file is such a replay file of this game's contest")
    again.add_argument("--svg", type=Path, metavar="DIR", help="draw every position into this folder")


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
            terminal.write_file(folder / f"ply-{ply:03}.svg", match.view(ply=ply).svg())
            step(match.ply - ply + 1)
    print(f"{match.ply + 1} drawings in {folder}")
