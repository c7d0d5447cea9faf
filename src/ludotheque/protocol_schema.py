"""The line protocol of one game as data: every line with its meaning, shape and range, and a JSON schema.

Shapes and options come from the game's own tables. Meanings and ranges come from `protocol.toml` in the game's folder:

    notes = "what a reader needs first"
    [fields]
    score = { about = "each seat's score", by = ["seat"], range = [-2500, 2500] }
    [moves.KEEP]
    about = "what the move does"
    ones = "what its argument means"

A game may leave any of it out: a range is then that of the integer type.
"""

import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from ludotheque import loops
from ludotheque.game import Game, Option, field_names
from ludotheque.protocol import FEW_OFFERS, VERSION

Json: TypeAlias = dict[str, Any]

HEAD = {
    "ludotheque": "the version of the protocol",
    "game": "the game's name, and the version of its rules",
    "seat": "your seat, counted from 0, and the number of seats",
    "options": "the options of the match, except seeds, which stay secret",
    "clock": "milliseconds that you have for your first answer, and for every other",
    "moves": "how each kind of move is written",
    "random": "a number of your own, from which random numbers can start, so that matches repeat",
}
ENDS = {
    "legal": "the moves that you may play now; an answer with several moves starts with one of them",
    "go": "the question is complete: answer now",
}


@dataclass(frozen=True)
class Field:
    """One field of a State, as a line of the protocol."""

    name: str
    about: str
    shape: tuple[int, ...]
    by: tuple[str, ...]  # what each dimension of the shape counts
    low: int
    high: int

    @property
    def count(self) -> int:
        return int(np.prod(self.shape))


@dataclass(frozen=True)
class Argument:
    name: str
    about: str
    offered: Sequence[int]


@dataclass(frozen=True)
class MoveForm:
    """One kind of move that players may play."""

    kind: str
    about: str
    arguments: tuple[Argument, ...]

    @property
    def text(self) -> str:
        return " ".join([self.kind, *(argument.name for argument in self.arguments)])

    @property
    def pattern(self) -> str:
        """A regular expression for the move. It accepts numbers that are not offered: `check` decides on those."""
        return self.kind + r" -?\d+" * len(self.arguments)


def read_texts(game: Game) -> Json:
    """Return what the game's protocol.toml says; nothing if there is none."""
    file = game.folder / "protocol.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def list_fields(game: Game) -> list[Field]:
    """Return the fields in the order in which they are sent."""
    texts = read_texts(game).get("fields", {})
    return [_make_field(game, name, texts.get(name, {})) for name in field_names(game.rules.State)]


def _make_field(game: Game, name: str, text: Json) -> Field:
    kind = game.rules.State[name]
    limits = np.iinfo(kind.base)
    option = game.options.get(name)
    if option is not None:
        about, low, high = f"option: {_describe_option(option)}", option.low, option.highest
    else:
        about, low, high = "", int(limits.min), int(limits.max)
    low, high = text.get("range", (low, high))
    return Field(name, text.get("about", about), kind.shape, tuple(text.get("by", ())), low, high)


def _describe_option(option: Option) -> str:
    words = ", ".join(f"{number} {word}" for number, word in enumerate(option.words))
    return f"{option.about.rstrip('.')} ({words})" if words else option.about.rstrip(".")


def list_moves(game: Game) -> list[MoveForm]:
    """Return the kinds of moves that are offered to players."""
    texts = read_texts(game).get("moves", {})
    return [
        MoveForm(kind, texts.get(kind, {}).get("about", ""), _list_arguments(arguments, texts.get(kind, {})))
        for kind, arguments in game.rules.MOVES.items()
        if arguments is not None
    ]


def _list_arguments(arguments: Any, texts: Json) -> tuple[Argument, ...]:
    return tuple(
        Argument(name, texts.get(name, ""), range(offered) if isinstance(offered, int) else offered)
        for name, offered in arguments.items()
    )


def sends_legal(game: Game) -> bool:
    """Return whether questions of this game list the legal moves."""
    return len(loops.offers_of(game)) <= FEW_OFFERS


def list_missing(game: Game) -> list[str]:
    """Return every meaning that protocol.toml does not give, and every entry there that belongs to nothing."""
    fields, moves, texts = list_fields(game), list_moves(game), read_texts(game)
    wanted: list[tuple[str, object]] = [(f"the field {field.name}", field.about) for field in fields]
    wanted += [(f"each dimension of {field.name}", len(field.by) == len(field.shape)) for field in fields]
    wanted += [(f"the move {move.kind}", move.about) for move in moves]
    wanted += [(f"{argument.name} in {move.text}", argument.about) for move in moves for argument in move.arguments]
    known = {"fields": {field.name for field in fields}, "moves": {move.kind for move in moves}}
    unknown = [f"{name} of {table}" for table in known for name in set(texts.get(table, {})) - known[table]]
    missing = [f"meaning of {what} in protocol.toml" for what, text in wanted if not text]
    return missing + [f"use for {what} in protocol.toml" for what in unknown]


def make_schema(game: Game) -> Json:
    """Return the JSON schema of one question (as `parse_question` reads it), of the first one, and of an answer."""
    fields = {field.name: _field_schema(field) for field in list_fields(game)}
    ends = {"legal": _texts(list_moves(game)), "go": {"const": True}}
    if not sends_legal(game):
        del ends["legal"]
    lines = {**_head_schemas(game), **fields, **ends}
    abouts = {**HEAD, **ENDS}
    for name, line in lines.items():
        line.setdefault("description", abouts.get(name, ""))
    return {
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": f"{game.title}: what a program reads each time that it has to answer",
        "description": "One property for each line: its first word, and what follows. Later questions have only the "
        "lines that changed. The numbers of an array are one after the other, the last dimension runs fastest.",
        "type": "object",
        "properties": lines,
        "required": list(ends),
        "additionalProperties": False,
        "$defs": {
            "first": {"$ref": "#", "required": list(lines), "description": "the first question has every line"},
            "answer": {"type": "string", "pattern": _answer_pattern(game), "description": "what a program writes"},
        },
    }


def _head_schemas(game: Game) -> dict[str, Json]:
    options = {name: {"type": "string"} for name, option in game.options.items() if not option.is_seed}
    return {
        "ludotheque": {"const": VERSION},
        "game": _tuple({"const": game.name}, {"const": game.version}),
        "seat": _tuple(_integer(0, game.seats[-1] - 1), _integer(game.seats[0], game.seats[-1])),
        "options": {
            "type": "object",
            "properties": options,
            "required": list(options),
            "additionalProperties": False,
        },
        "clock": _tuple(_integer(1), _integer(1)),
        "moves": {"const": [move.text for move in list_moves(game)]},
        "random": _integer(0, 2**63 - 1),
    }


def _field_schema(field: Field) -> Json:
    size = {"minItems": max(field.count, 1), "maxItems": max(field.count, 1)}
    shape = {"shape": list(field.shape), "by": list(field.by)} if field.shape else {}
    about = {"description": field.about} if field.about else {}
    return {**about, "type": "array", "items": _integer(field.low, field.high), **size, **shape}


def _integer(low: int, high: int | None = None) -> Json:
    return {"type": "integer", "minimum": low, **({} if high is None else {"maximum": high})}


def _tuple(*items: Json) -> Json:
    return {"type": "array", "prefixItems": list(items), "minItems": len(items), "maxItems": len(items)}


def _texts(moves: Iterable[MoveForm]) -> Json:
    return {"type": "array", "items": {"type": "string", "pattern": f"^({_any_of(moves)})$"}, "minItems": 1}


def _any_of(moves: Iterable[MoveForm]) -> str:
    return "|".join(move.pattern for move in moves)


def _answer_pattern(game: Game) -> str:
    move = f"({_any_of(list_moves(game))})"
    return rf"^ *{move}( *; *{move})* *;? *(#.*)?$"


def parse_question(lines: Iterable[str]) -> Json:
    """Return the lines of one question as the JSON that the schema describes."""
    return {word: _parse_line(word, rest) for word, _, rest in (line.partition(" ") for line in lines)}


def _parse_line(word: str, rest: str) -> Any:
    if word in ("ludotheque", "random"):
        return int(rest)
    if word == "game":
        name, version = rest.split()
        return [name, int(version)]
    if word == "seat":
        return [int(number) for number in rest.split(" of ")]
    if word == "options":
        return dict(option.split("=", 1) for option in rest.split())
    if word in ("moves", "legal"):
        return rest.split("; ")
    return True if word == "go" else [int(number) for number in rest.split()]
