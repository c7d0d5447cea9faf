"""The line protocol of one game as a page: moves, fields, and a session that was really played."""

import textwrap
from collections.abc import Iterable, Sequence

from ludotheque import match as matches
from ludotheque.game import Game
from ludotheque.protocol import LineProtocol
from ludotheque.protocol_schema import ENDS, HEAD, Argument, Field, list_fields, list_moves, read_texts, sends_legal
from ludotheque.seat import make_player

SEED, BOT = 8, "medium"  # of the session
MOST_LINES = 320  # a session with more lines is shown without its middle
FIRST, LAST = 8, 2  # questions that are then shown from its start and from its end
WIDTH = 100  # of a line of a session on the page

FORMS = {
    "ludotheque": "`ludotheque VERSION`",
    "game": "`game NAME VERSION`",
    "seat": "`seat SEAT of SEATS`",
    "options": "`options NAME=VALUE NAME=VALUE …`",
    "clock": "`clock FIRST OTHER`",
    "moves": "`moves FORM; FORM; …`",
    "random": "`random NUMBER`",
    "legal": "`legal MOVE; MOVE; …`",
    "go": "`go`",
}


def write_page(game: Game) -> str:
    """Return the page in Markdown."""
    parts = [
        f"# Line protocol: {game.title}",
        _introduction(game),
        read_texts(game).get("notes", "").strip(),
        "## What you read once",
        _table(["line", "meaning"], [[FORMS[word], about] for word, about in HEAD.items()]),
        "## What you read before every answer",
        wrap(
            "First the fields that have changed since your last answer (before your first answer all of them), each "
            "with its name and its numbers. The numbers of an array follow one after the other, and the last dimension "
            "runs fastest: number `[i][j]` of an array of 2 × 36 is at place 36 i + j, counted from 0. A field that is "
            "not sent is as it was."
        ),
        _table(["field", "meaning", "numbers", "range"], [_field_row(field) for field in list_fields(game)]),
        "Then:",
        _table(["line", "meaning"], [[FORMS[word], about] for word, about in _ends(game).items()]),
        "## What you write",
        "One line: a move, or several moves of a turn with `;` between them. What follows a `#` is a note.",
        _table(["move", "meaning"], [[f"`{move.text}`", move.about] for move in list_moves(game)]),
        _table(["argument", "meaning", "offered"], list(_argument_rows(game))),
        "## A session",
        _session_head(game),
        "\n".join(f"    {line}" for line in shorten_session(play_session(game))),
    ]
    return "\n\n".join(part for part in parts if part) + "\n"


def _introduction(game: Game) -> str:
    text = (
        f"{game.about} This page is about programs that play it in any language: they read lines from their input and "
        f"write lines to their output. `ludotheque protocol {game.name} --json` prints the same as a JSON schema, and "
        f"`ludotheque rules {game.name}` the rules."
    )
    if not sends_legal(game):
        text += " The game offers so many moves that the legal ones are not listed."
    return wrap(text)


def wrap(text: str) -> str:
    return textwrap.fill(text, 120, break_long_words=False, break_on_hyphens=False)


def _ends(game: Game) -> dict[str, str]:
    return {word: about for word, about in ENDS.items() if word != "legal" or sends_legal(game)}


def _field_row(field: Field) -> list[str]:
    size = " × ".join(map(str, field.shape)) or "1"
    by = f" by {', '.join(field.by)}" if field.by else ""
    return [f"`{field.name}`", field.about, size + by, format_range(range(field.low, field.high + 1))]


def _argument_rows(game: Game) -> Iterable[list[str]]:
    for move in list_moves(game):
        for argument in move.arguments:
            yield [f"`{argument.name}` of `{move.kind}`", argument.about, _offered(argument)]


def _offered(argument: Argument) -> str:
    if isinstance(argument.offered, range):
        return format_range(argument.offered)
    return ", ".join(map(str, argument.offered))


def format_range(numbers: range) -> str:
    low, high = numbers[0], numbers[-1]
    return str(low) if low == high else f"{low} to {high}"


def _table(head: Sequence[str], rows: Sequence[Sequence[str]]) -> str:
    if not rows:
        return ""
    lines = [head, ["---"] * len(head), *([cell.replace("|", "\\|") for cell in row] for row in rows)]
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def _session_head(game: Game) -> str:
    options = " ".join(f"--{name} {value}" for name, value in game.quick.items())
    return wrap(
        f"What seat 0 reads (`<`) and writes (`>`) in a match of `{BOT}` bots{options and f' with `{options}`'}. "
        "Here long lines are cut, with the count of what they hold, and the middle of a long match is left out; "
        f"`ludotheque protocol {game.name} --session` prints all of it."
    )


def play_session(game: Game) -> list[list[str]]:
    """Return the lines of seat 0 in a whole match of built-in bots: a list for each question with its answer."""
    match = matches.new(game.name, None, SEED, **game.quick)
    protocol = LineProtocol(match)
    name = BOT if BOT in game.bots else "random"
    players = [make_player(game, name) for _ in range(match.seats)]
    spoken: list[list[str]] = []
    for seat, player in enumerate(players):
        player.begin(match, seat)
    while not match.over:
        seat = match.active[0]
        players[seat].ask()
        answer = [str(move) for move in players[seat].answer().moves]
        if seat == 0:
            spoken.append([*(f"< {line}" for line in protocol.lines(0)), f"> {'; '.join(answer)}"])
        for move in answer:
            match.play(move, seat)
    return spoken


def shorten_session(questions: Sequence[Sequence[str]]) -> list[str]:
    """Return a session for the page: long lines are cut, and of a long session the middle is left out."""
    shown = list(questions)
    if sum(map(len, shown)) > MOST_LINES:
        shown[FIRST:-LAST] = [[f"… ({len(shown) - FIRST - LAST} more questions)"]]
    return [cut(line) for question in shown for line in question] + ["… (the input ends: the match is over)"]


def cut(line: str) -> str:
    """Cut a long line so that it fits the page."""
    words = line.split(" ")
    if len(line) <= WIDTH or words[1] in ("options", "moves"):
        return line
    if words[1] == "legal":
        return f"{line[:WIDTH].rpartition('; ')[0]}; … ({line.count(';') + 1} in all)"
    return f"{line[:WIDTH].rpartition(' ')[0]} … ({len(words) - 2} numbers)"
