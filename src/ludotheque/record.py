"""The replay file: options, seed and moves, from which a whole match can be played again and verified."""

import json
from dataclasses import dataclass, field
from typing import Any

from ludotheque.game import GameError, OptionValue

FORMAT = 1


class BadRecord(GameError):
    """A record that is damaged, or that this program cannot play again."""


@dataclass
class Record:
    """One match, over or not, as it is kept."""

    game: str
    rules: int  # the version of the game's rules
    options: dict[str, OptionValue]
    seats: list[str]  # who sat where
    seed: int
    moves: list[str]  # "seat KIND arguments", one a ply
    result: list[dict[str, Any]] | None  # outcome, rank and verdict of each seat; none while the match goes on
    checksum: str  # of the final state's bytes
    notes: dict[int, dict[str, Any]] = field(default_factory=dict)  # by ply: what a seat said, the time it used

    def write(self) -> str:
        """The record as a file's text; a move a line, so that two records compare well."""
        head = {k: v for k, v in vars(self).items() if k not in ("moves", "notes")}
        lines = [f"{_json(key)}: {_json(value)}" for key, value in {"ludotheque": FORMAT, **head}.items()]
        lines.insert(-2, '"moves": ' + _rows("[]", [_json(move) for move in self.moves]))
        lines.append('"notes": ' + _rows("{}", [f'"{ply}": {_json(note)}' for ply, note in self.notes.items()]))
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Record:
    """A file's text as a record; it is only verified when it is played again (match.replay)."""
    try:
        data = json.loads(text)
        _json(data).encode()  # "\\ud800" is JSON, and yet no text
    except UnicodeEncodeError:
        raise BadRecord("This is no record: it is not text in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise BadRecord(f"This is no record: it is not JSON ({error}).") from None
    if not isinstance(data, dict) or data.pop("ludotheque", None) != FORMAT:
        raise BadRecord(f"This is no record of Ludothèque in format {FORMAT}.")
    for name, kind in KINDS.items():
        if not isinstance(data.get(name), kind) or isinstance(data.get(name), bool):
            raise BadRecord(f"This record's {name!r} is missing or of the wrong kind.")
    if not isinstance(data.get("result"), list | None):
        raise BadRecord("This record's 'result' is missing or of the wrong kind.")
    if not all(isinstance(text, str) for text in data["moves"] + data["seats"]):
        raise BadRecord("This record's moves and seats must be texts.")
    try:
        notes = {int(ply): note for ply, note in data.pop("notes").items()}
    except ValueError:
        raise BadRecord("This record's notes must be numbered by ply.") from None
    return Record(**{name: data[name] for name in KINDS if name != "notes"}, result=data.get("result"), notes=notes)


KINDS: dict[str, type] = {
    "game": str,
    "rules": int,
    "options": dict,
    "seats": list,
    "seed": int,
    "moves": list,
    "checksum": str,
    "notes": dict,
}


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(brackets: str, rows: list[str]) -> str:
    return brackets[0] + "".join(f"\n  {row}," for row in rows).rstrip(",") + ("\n" if rows else "") + brackets[1]
