"""The command `replay`: a record is played again, shown and drawn."""

from collections.abc import Iterator
from pathlib import Path

from ludotheque import game as games
from ludotheque import playback, terminal
from ludotheque.commands.parser import Arguments, Commands
from ludotheque.game import GameError
from ludotheque.letters import printable
from ludotheque.match import Match
from ludotheque.report import Note, list_notes, number_turns
from ludotheque.view import View


def add(commands: Commands) -> None:
    again = commands.add("replay", replay, "play a record again, and verify it")
    again.add_argument("file", type=Path)
    where = again.add_mutually_exclusive_group()
    where.add_argument("--ply", type=int, help="show the board after PLY plies; by default at the end")
    where.add_argument("--turn", type=int, help="show the board after TURN turns")
    whose = again.add_mutually_exclusive_group()
    whose.add_argument("--seat", type=int, help="show what this seat saw; -1 for a spectator")
    whose.add_argument("--all", action="store_true", help="hide nothing, also while the match still goes on")
    again.add_argument("--stderr", action="store_true", help="show all that the bots wrote to stderr, by turn")
    again.add_argument("--dump", action="store_true", help="print it as the original contest's replay file instead")
    again.add_argument("--from-dump", metavar="GAME", help="the file is such a replay file of this game's contest")
    again.add_argument("--svg", type=Path, metavar="DIR", help="draw every position into this folder")


def replay(arguments: Arguments) -> None:
    text = terminal.read_file(arguments.file)
    match = games.load(arguments.from_dump).contest_replays().read(text) if arguments.from_dump else playback.read(text)
    if arguments.dump:
        print(match.game.contest_replays().write(match), end="")
        return
    turns = number_turns(match)
    ply = choose_ply(match, turns, arguments)
    if arguments.svg:
        draw_all(match, arguments)
    print(f"{match.game.title}: {match.ply} plies, {turns[-1] if turns else 0} turns, seed {match.seed}")
    for line in list_messages(match, turns, ply, arguments):
        print(line)
    print(look(match, ply, arguments).text())
    if match.over and ply == match.ply:
        terminal.print_result(match)


def choose_ply(match: Match, turns: list[int], arguments: Arguments) -> int:
    """Return the ply after which the board is shown."""
    if arguments.turn is not None:
        last = turns[-1] if turns else 0
        if not 0 <= arguments.turn <= last:
            raise GameError("This match has turns 0 to {last}, not {turn}.", last=last, turn=arguments.turn)
        return sum(turn <= arguments.turn for turn in turns)
    if arguments.ply is not None and not 0 <= arguments.ply <= match.ply:
        raise GameError("This match has plies 0 to {last}, not {ply}.", last=match.ply, ply=arguments.ply)
    return match.ply if arguments.ply is None else int(arguments.ply)


def look(match: Match, ply: int, arguments: Arguments) -> View:
    """Return the position as a seat saw it; by default nothing is hidden once a match is over."""
    if arguments.seat is not None:
        return match.view(arguments.seat, ply)
    return match.full_view(ply) if arguments.all or match.over else match.view(-1, ply)


def list_messages(match: Match, turns: list[int], ply: int, arguments: Arguments) -> Iterator[str]:
    """Yield what the players said up to a ply, and the stderr that is asked for."""
    written = [note for note in list_notes(match, "stderr", turns) if arguments.stderr or is_telling(match, note)]
    if arguments.ply or arguments.turn:
        written = [note for note in list_notes(match, "stderr", turns) if note.turn == turns[ply - 1]]
    notes = [*list_notes(match, "said", turns), *written]
    for note in sorted(notes, key=lambda note: note.ply):
        if note.ply <= ply and arguments.seat in (None, note.seat):
            yield from format_note(match, note)


def is_telling(match: Match, note: Note) -> bool:
    """Was this written in the turn in which the bot failed?"""
    withdrawn = match.withdrawn.get(note.seat)
    return withdrawn is not None and withdrawn.ply == note.ply


def format_note(match: Match, note: Note) -> Iterator[str]:
    who = f"turn {note.turn}, {match.names[note.seat]} (seat {note.seat})"
    if note.key == "said":
        yield f"{who}: {printable(note.text)}"
        return
    times = match.times.get(note.ply)
    yield f"{who} wrote to stderr{f', {1000 * times.wall:.3g} ms' if times else ''}:"
    for line in note.text.rstrip("\n").split("\n"):
        yield f"    {printable(line)}".rstrip()


def draw_all(match: Match, arguments: Arguments) -> None:
    """Draw every position of a match: ply-000.svg, ply-001.svg, …"""
    folder = arguments.svg
    with terminal.progress("drawings", match.ply + 1) as step:
        for ply in range(match.ply + 1):
            terminal.write_file(folder / f"ply-{ply:03}.svg", look(match, ply, arguments).svg())
            step(ply + 1)
    print(f"{match.ply + 1} drawings in {folder}")
