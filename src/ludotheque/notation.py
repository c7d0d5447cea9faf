"""Moves and text: `KEEP 1 0 3` is the kind and its arguments, read and written from a game's MOVES."""

from collections.abc import Mapping, Sequence

from ludotheque.game import GameError, Move, Moves, quote, suggest

INT32 = range(-(2**31), 2**31)


class BadNotation(GameError):
    """A text that is no move of the game."""


def write(moves: Moves, move: Sequence[int]) -> str:
    """A move as text."""
    kind, arguments = list(moves.items())[move[0]]
    return " ".join([kind, *(str(value) for value in move[1 : 1 + count(arguments)])])


def read(moves: Moves, text: str) -> Move:
    """A text as a move of this table, whether or not it may be played now."""
    words = text.split()
    kinds = list(moves)
    kind = words[0].upper() if words else ""
    if kind not in kinds:
        near = suggest(kind, kinds)
        raise BadNotation(
            "{text} is no move{near}; a move is {form}.", text=quote(text.strip()), near=near, form=forms(moves)
        )
    wanted = count(moves[kind])
    if len(words) != 1 + wanted:
        template, shape = "{text} has {count} numbers; it is {form}.", form(kind, moves[kind])
        raise BadNotation(template, text=quote(text.strip()), count=len(words) - 1, form=shape)
    return Move(kinds.index(kind), *(_number(text, word) for word in words[1:]))


def _number(text: str, word: str) -> int:
    sign, digits = (word[0], word[1:]) if word[0] in "+-" else ("", word)
    if digits.isascii() and digits.isdigit() and len(digits) <= 10 and int(sign + digits) in INT32:
        return int(sign + digits)
    raise BadNotation("In {text}, {word} is no whole number.", text=quote(text.strip()), word=quote(word))


def count(arguments: Mapping[str, object] | None) -> int:
    """How many numbers follow the kind; a kind that is never offered takes none."""
    return len(arguments or ())


def form(kind: str, arguments: Mapping[str, object] | None) -> str:
    """How a kind of move is written: `KEEP ones fives brelan`."""
    return " ".join([kind, *(arguments or ())])


def forms(moves: Moves) -> str:
    """How every offered kind is written."""
    return " or ".join(form(kind, arguments) for kind, arguments in moves.items() if arguments is not None)
