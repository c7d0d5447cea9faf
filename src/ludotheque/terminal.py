"""The terminal: tables, progress bars, files, and people who play by typing."""

import os
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from ludotheque import report
from ludotheque.game import GameError
from ludotheque.letters import printable
from ludotheque.match import Match, draw_seed
from ludotheque.notation import forms
from ludotheque.record import OK
from ludotheque.referee import Player, hear, make_seat, propose
from ludotheque.seating import Answer, Change, Kind, Question, Seat
from ludotheque.table import Table

BAR_AFTER_SECONDS = 1.0  # work that takes longer shows a progress bar
HELP = """A move by its number in the list or as text ({forms}), or
  undo        take your last decision back         why MOVE   say why a move is not allowed
  resign      give the match up                    draw       offer a draw
  save FILE   save the match in a file             rules      print the game's rules
  quit        leave the table"""


class Leave(Exception):
    """The person leaves the table."""


def print_table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    from rich.console import Console
    from rich.table import Table as RichTable

    made = RichTable(*head, box=None, pad_edge=False, header_style="bold")
    for row in rows:
        made.add_row(*(printable(cell).replace("[", r"\[") for cell in row))
    Console(width=None if sys.stdout.isatty() else 200).print(made)


def print_markdown(text: str) -> None:
    """Print formatted text in a terminal, and plain text in a pipe."""
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
    """Show a progress bar for work that takes long; call the function it yields with how much is done."""
    started = time.monotonic()
    bar = None

    def step(done: int) -> None:
        nonlocal bar
        if bar is None and sys.stderr.isatty() and time.monotonic() - started > BAR_AFTER_SECONDS:
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


def print_result(match: Match) -> None:
    """Print each seat's rank, result, verdict and times, the best first, and below why a seat failed."""
    seats = sorted(enumerate(match.result()), key=lambda entry: int(entry[1]["rank"]))
    head = ["rank", "seat", "bot", "result", *match.game.outcome, "verdict", "ms, median / longest"]
    print_table(head, [describe_seat(match, seat, row) for seat, row in seats])
    for seat, row in seats:
        if row["cause"]:
            print(f"Seat {seat}, {printable(row['name'])}: {row['verdict']}: {printable(row['cause'])}")
    if match.ending is not None:
        print(f"The match ended by {ENDINGS[match.ending.kind]}.")


def describe_seat(match: Match, seat: int, row: Mapping[str, Any]) -> list[str]:
    times = report.summarize_times(report.times_of(match, seat))
    facts = [row["rank"], seat, row["name"], row["result"], *row["outcome"], row["verdict"], times or "-"]
    return [str(fact) for fact in facts]


ENDINGS = {"resignation": "resignation", "draw": "agreement on a draw", "time": "time", "abandoned": "being abandoned"}


def read_file(file: Path) -> str:
    try:
        return file.read_text("utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise GameError("{file} cannot be read: {why}.", file=file, why=_reason(error)) from None


def write_file(file: Path, text: str) -> None:
    """Write the whole file, or leave it as it was."""
    part = file.with_name(f".{file.name}.part")
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8")
        os.replace(part, file)
    except OSError as error:
        raise GameError("{file} cannot be written: {why}.", file=file, why=_reason(error)) from None


def _reason(error: Exception) -> str:
    return (error.strerror or str(error)) if isinstance(error, OSError) else "it is no text"


class Prompt:
    """Reads what a person types for one question, and turns it into a change of the table."""

    def __init__(self, table: Table, question: Question):
        self.table, self.match, self.question = table, table.match, question
        self.seat = question.seat
        self.view = self.match.view(self.seat)
        self.legal = self.view.legal()

    def show(self) -> None:
        print(f"\n{self.view.text()}\n\n{self.match.names[self.seat]}, seat {self.seat}:")
        print(format_choices(self.legal))

    def read(self) -> Change:
        """Read lines until one of them changes the table."""
        while True:
            try:
                words = input("> ").split()
            except EOFError:
                raise Leave from None
            if words:
                try:
                    change = self.obey(words)
                except GameError as error:
                    print(error)
                else:
                    if change is not None:
                        return change

    def obey(self, words: list[str]) -> Change | None:
        """Carry out one line; None if it changes nothing at the table."""
        verb, rest, now = words[0].lower(), " ".join(words[1:]), time.monotonic()
        match verb:
            case "undo":
                return self.table.request_undo(self.seat, now)
            case "resign":
                return self.table.resign(self.seat, now)
            case "draw":
                return self.table.offer_draw(self.seat, now)
            case "quit":
                raise Leave
            case "why":
                print(self.match.why(rest, self.seat) or "That move is allowed.")
            case "rules":
                print_markdown(self.match.game.rules_text())
            case "save":
                self.save(rest)
            case "help":
                print(HELP.format(forms=forms(self.match.game.rules.MOVES)))
            case _:
                return self.table.answer(self.seat, self.question.key, Answer([self.find_move(words)]), now)
        return None

    def find_move(self, words: list[str]) -> str:
        """Return the move that was typed, as text or by its number in the list."""
        if len(words) == 1 and words[0].isdigit() and 1 <= int(words[0]) <= len(self.legal):
            return self.legal[int(words[0]) - 1]
        return " ".join(words)

    def save(self, name: str) -> None:
        if not name:
            print("Say where: save FILE")
            return
        write_file(Path(name), self.match.record().write())
        print(f"Saved in {name}.")


def format_choices(texts: list[str]) -> str:
    """Return the legal moves, numbered, in columns."""
    cells = [f"{number:>3} {text}" for number, text in enumerate(texts, 1)]
    width = max(map(len, cells)) + 2
    across = max(1, 80 // width)
    lines = [cells[i : i + across] for i in range(0, len(cells), across)]
    return "\n".join("".join(cell.ljust(width) for cell in line).rstrip() for line in lines)


def play(match: Match, players: Sequence[Player | None], file: Path | None) -> None:
    """Play a match between people at this terminal (None) and bots."""
    people = [seat for seat, player in enumerate(players) if player is None]
    table = Table(match, make_seats(players), now=time.monotonic(), new_seed=draw_seed)
    print(f"{match.game.title}: {match.game.about} (help lists what can be typed, quit leaves)")
    bots = {seat: player for seat, player in enumerate(players) if player is not None}
    try:
        for seat, bot in bots.items():
            bot.begin(match, seat)
        while questions := table.questions():
            play_one(table, questions[0], bots)
            if file is not None:
                write_file(file, match.record().write())
    except Leave:
        print("\nYou left the table." + (f" The match is in {file}." if file else ""))
        return
    finally:
        for bot in bots.values():
            bot.close()
    print(f"\n{match.view(people[0] if people else -1).text()}\n")
    print_result(match)


def make_seats(players: Sequence[Player | None]) -> list[Seat]:
    people = [seat for seat, player in enumerate(players) if player is None]
    names = {seat: "You" if len(people) == 1 else f"Player {number}" for number, seat in enumerate(people, 1)}
    return [make_seat(player) if player else Seat(Kind.PERSON, names[seat]) for seat, player in enumerate(players)]


def play_one(table: Table, question: Question, bots: Mapping[int, Player]) -> None:
    """Hear one seat, commit what it says, and show it to the people."""
    if question.seat in bots:
        bot = bots[question.seat]
        table.note_asked(question.seat)
        bot.ask()
        change = propose(table, question, hear(bot))
    else:
        prompt = Prompt(table, question)
        prompt.show()
        change = prompt.read()
    table.commit(change, time.monotonic())
    ask_the_others(table, change)
    if question.seat in bots:
        print_bot_moves(table, change, question.seat)


def ask_the_others(table: Table, change: Change) -> None:
    """People share this keyboard: those who have to agree to an undo, a draw or a resignation are asked now."""
    while table.must_agree():
        seat = min(table.must_agree())
        yes = ask_yes_or_no(f"{table.seats[seat].name}, do you agree to take the move back?")
        table.commit(table.answer_undo(seat, yes, time.monotonic()), time.monotonic())
    while table.requests.draw and table.state == "playing":
        seat = next(s for s, one in enumerate(table.seats) if one.is_person and s not in table.requests.draw)
        yes = ask_yes_or_no(f"{table.seats[seat].name}, do you agree to a draw?")
        reply = table.offer_draw if yes else table.decline_draw
        table.commit(reply(seat, time.monotonic()), time.monotonic())
    for event in change.events:
        if event.kind == "resign_offered":
            ask_partners(table, event.seat)


def ask_partners(table: Table, seat: int) -> None:
    """Ask the partners of a seat that would like to resign; the first who plays on ends it."""
    teams = table.match.team_numbers
    for other, its in enumerate(table.seats):
        if teams[other] == teams[seat] and its.is_person and other not in table.requests.resign:
            if not ask_yes_or_no(f"{its.name}, do you resign too?"):
                return
            table.commit(table.resign(other, time.monotonic()), time.monotonic())


def ask_yes_or_no(question: str) -> bool:
    try:
        return input(f"{question} (y/n) ").strip().lower() in ("y", "yes")
    except EOFError:
        raise Leave from None


def print_bot_moves(table: Table, change: Change, seat: int) -> None:
    """Print a bot's moves, in games with secrets only that it is done."""
    verdict = table.seats[seat].verdict
    if verdict != OK and seat in change.seats:
        print(f"{table.seats[seat].name}, seat {seat}, failed ({verdict}); the rest is played for it.")
    elif table.match.game.rules.observe is None:
        moves = [table.match.format_move(ply.move) for ply in change.plies if ply.seat == seat]
        print(f"{table.seats[seat].name}, seat {seat}: {', '.join(moves)}")
