"""The terminal: tables, progress, files, and a person who plays by typing."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from ludotheque.game import GameError
from ludotheque.letters import printable
from ludotheque.match import Match
from ludotheque.notation import forms
from ludotheque.referee import Answer, Player, run
from ludotheque.seat import FunctionSeat

PATIENCE_SECONDS = 1.0  # what takes longer shows a bar
HELP = """A move by its number in the list or as text ({forms}), or
  undo        take back to your last decision      why MOVE   say why a move is not allowed
  save FILE   keep the match in a file             rules      what the game's rules say
  quit        leave the table"""


class Leave(Exception):
    """The person has gone."""


def table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table

    made = Table(*head, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        made.add_row(*(printable(cell).replace("[", r"\[") for cell in row))
    Console(width=None if sys.stdout.isatty() else 200).print(made)


def markdown(text: str) -> None:
    """Nicely set on a screen, as it is in a pipe."""
    if not sys.stdout.isatty():
        print(text)
        return
    from rich.console import Console
    from rich.markdown import Markdown

    console = Console()
    with console.pager(styles=True):
        console.print(Markdown(text), width=min(console.width, 100))


@contextmanager
def progress(what: str, total: int | None = None) -> Iterator[Callable[[int], None]]:
    """A bar on the screen for what takes longer than a second; call what it gives with how much is done."""
    started = time.monotonic()
    bar = None

    def step(done: int) -> None:
        nonlocal bar
        if bar is None and sys.stderr.isatty() and time.monotonic() - started > PATIENCE_SECONDS:
            bar = _bar(what, total)
        if bar is not None:
            bar.update(bar.task_ids[0], completed=done)

    try:
        yield step
    finally:
        if bar is not None:
            bar.stop()


def _bar(what: str, total: int | None):  # type: ignore[no-untyped-def]
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn()
    bar = Progress(*columns, console=Console(stderr=True), transient=True)
    bar.add_task(what, total=total)
    bar.start()
    return bar


def result(match: Match) -> None:
    """Who came where, and why somebody failed."""
    seats = sorted(match.result(), key=lambda seat: int(seat["rank"]))
    rows = [[str(s["rank"]), s["name"], *map(str, s["outcome"]), s["verdict"]] for s in seats]
    table(["rank", "seat", *match.game.outcome, "verdict"], rows)


def read_file(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError(f"{file} cannot be read: {_reason(error)}.") from None


def write_file(file: Path, text: str) -> None:
    """Write a whole file or none of it."""
    part = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        os.replace(part, file)
    except OSError as error:
        raise GameError(f"{file} cannot be written: {_reason(error)}.") from None


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is no text"


class Person:
    """A person who types."""

    def __init__(self, name: str, people: Sequence[int], can_undo: bool):
        self.name = name
        self.people = people
        self.can_undo = can_undo

    def begin(self, match: Match, seat: int) -> None:
        self.match = match
        self.seat = seat

    def ask(self) -> None:
        """The question is put when it is this person's turn to look at the screen."""

    def answer(self) -> Answer:
        """Show the board, and wait for a move; nothing when moves were taken back."""
        here = self.match.view(self.seat)
        legal = here.legal()
        print(f"\n{here.text()}\n\n{self.name}, seat {self.seat}:")
        print(choices(legal))
        move = self.type_move(legal)
        return Answer([] if move is None else [move])

    def type_move(self, legal: list[str]) -> str | None:
        """One answer that is a move, or None when the board has changed under it."""
        while True:
            try:
                words = input("> ").split()
            except EOFError:
                raise Leave from None
            if not words:
                continue
            if words[0].isdigit() and len(words) == 1 and 1 <= int(words[0]) <= len(legal):
                return legal[int(words[0]) - 1]
            if words[0].lower() == "undo" and self.undo():
                return None
            text = " ".join(words)
            if words[0].lower() not in COMMANDS:
                sentence = self.match.why(text, self.seat)
                if sentence is None:
                    return text
                print(sentence)
            else:
                self.obey(words)

    def obey(self, words: list[str]) -> None:
        """Everything that is no move."""
        verb, rest = words[0].lower(), " ".join(words[1:])
        if verb == "quit":
            raise Leave
        if verb == "why":
            print(self.match.why(rest, self.seat) or "That move is allowed.")
        elif verb == "rules":
            markdown(self.match.game.rules_text())
        elif verb == "save":
            self.save(rest)
        elif verb == "help":
            print(HELP.format(forms=forms(self.match.game.rules.MOVES)))

    def save(self, name: str) -> None:
        if not name:
            print("Say where: save FILE")
            return
        try:
            write_file(Path(name), self.match.record().write())
        except GameError as error:
            print(error)
        else:
            print(f"Kept in {name}.")

    def undo(self) -> bool:
        """Back to the last decision of somebody at this terminal."""
        if not self.can_undo:
            print("A program sits at this table, and cannot be made to forget.")
            return False
        played = [ply for ply, (seat, _) in enumerate(self.match.played) if seat in self.people]
        if not played:
            print("There is no move of yours to take back.")
            return False
        while self.match.ply > played[-1]:
            self.match.undo()
        return True

    def close(self) -> None:
        """People leave by themselves."""


COMMANDS = ("undo", "why", "save", "rules", "quit", "help")


def choices(texts: list[str]) -> str:
    """The legal moves, numbered, in columns."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, cells)) + 2
    across = max(1, 80 // width)
    lines = [cells[i : i + across] for i in range(0, len(cells), across)]
    return "\n".join("".join(cell.ljust(width) for cell in line).rstrip() for line in lines)


def play(match: Match, who: Sequence[Player | None], file: Path | None) -> None:
    """A match between people at this terminal (None) and bots."""
    people = [seat for seat, player in enumerate(who) if player is None]
    names = {seat: "You" if len(people) == 1 else f"Player {number}" for number, seat in enumerate(people, 1)}
    can_undo = all(player is None or isinstance(player, FunctionSeat) for player in who)
    players = [player or Person(names[seat], people, can_undo) for seat, player in enumerate(who)]
    print(f"{match.game.title}: {match.game.about} (help says what can be typed, quit leaves)")

    def after(now: Match) -> None:
        if now.ply and now.played[-1][0] not in people:
            seat = now.played[-1][0]
            print(f"{players[seat].name}, seat {seat}: {now.moves[-1].partition(' ')[2]}")
        if file is not None:
            write_file(file, now.record().write())

    try:
        run(match, players, after)
    except Leave:
        print("\nYou left the table." + (f" The match is in {file}." if file else ""))
        return
    print(f"\n{match.view(people[0] if people else -1).text()}\n")
    result(match)
