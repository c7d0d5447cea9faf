"""The replay file: options, seeds and moves, from which a whole match can be played again and verified."""

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, NamedTuple

from ludotheque.game import GameError, OptionValue, quote

FORMAT = 2


class BadRecord(GameError):
    """A record that is damaged, or that this program cannot play again."""


class Verdict(str):
    """How a seat behaved: a kind, and the cause where it failed. As text: "timeout: 1001 ms used of 1000 ms"."""

    KINDS = ("ok", "illegal", "timeout", "crash", "memory", "flood", "compile", "refused", "host")

    kind: str
    cause: str

    def __new__(cls, kind: str = "ok", cause: str = "") -> "Verdict":
        verdict = super().__new__(cls, f"{kind}: {cause}" if cause else kind)
        verdict.kind, verdict.cause = kind, cause
        return verdict

    def __reduce__(self) -> tuple[Any, ...]:
        return Verdict, (self.kind, self.cause)

    @classmethod
    def from_text(cls, text: str) -> "Verdict":
        """Split the text of a format 1 record; an unknown kind counts as a crash."""
        kind, _, cause = text.partition(": ")
        return cls(kind, cause) if kind in cls.KINDS else cls("crash", text)


OK = Verdict()


class DiceSeed(NamedTuple):
    """From ply `first` on the rules roll with this seed; ply 0 is the setup."""

    first: int
    seed: int


class Withdrawal(NamedTuple):
    """From ply `ply` on the table plays for this seat; None: a format 1 record does not say since when."""

    why: str  # fault, time or resigned
    ply: int | None


class Ending(NamedTuple):
    """An end outside the rules."""

    kind: str  # resignation, draw, time or abandoned
    seats: tuple[int, ...]  # those who resigned, agreed, ran out of time or left


class Times(NamedTuple):
    """Seconds that one answer took: by the clock, on the CPU, and waiting for a free CPU."""

    wall: float
    cpu: float | None = None
    delay: float | None = None


class SeatEntry(NamedTuple):
    """Who sat at a seat. The seat's own random seed is what `view.random` starts from."""

    name: str
    kind: str = "person"  # person, bot, program or champion
    random_seed: int | None = None


@dataclass
class Record:
    """One match, finished or not, as a file holds it."""

    game: str
    rules: int  # version of the game's rules
    options: dict[str, OptionValue]
    seats: list[SeatEntry]
    dice: list[DiceSeed]
    moves: list[str]  # "seat KIND arguments", one per ply
    withdrawn: dict[int, Withdrawal] = field(default_factory=dict)  # by seat
    ending: Ending | None = None
    result: list[dict[str, Any]] | None = None  # None while the match goes on
    checksum: str = ""  # of the final state's bytes
    times: dict[int, Times] = field(default_factory=dict)  # by ply
    notes: dict[int, dict[str, Any]] = field(default_factory=dict)  # by ply: what a seat said or wrote to stderr
    format: int = FORMAT

    @property
    def names(self) -> list[str]:
        return [seat.name for seat in self.seats]

    @property
    def seed(self) -> int:
        return self.dice[0].seed

    def write(self) -> str:
        """Return the file's text, with one move per line so that two records compare well."""
        values = {
            "ludotheque": FORMAT,
            "game": self.game,
            "rules": self.rules,
            "options": self.options,
            "seats": [seat._asdict() for seat in self.seats],
            "dice": self.dice,
        }
        lines = [f"{_json(key)}: {_json(value)}" for key, value in values.items()]
        lines.append('"moves": ' + _rows("[]", [_json(move) for move in self.moves]))
        withdrawn = [{"seat": seat, **one._asdict()} for seat, one in sorted(self.withdrawn.items())]
        ending = self.ending._asdict() if self.ending else None
        for key, value in {
            "withdrawn": withdrawn,
            "ending": ending,
            "result": self.result,
            "checksum": self.checksum,
        }.items():
            lines.append(f"{_json(key)}: {_json(value)}")
        lines.append('"times": ' + _rows("{}", [f'"{ply}": {_json(times)}' for ply, times in self.times.items()]))
        lines.append('"notes": ' + _rows("{}", [f'"{ply}": {_json(note)}' for ply, note in self.notes.items()]))
        return "{\n" + ",\n".join(lines) + "\n}\n"


def read(text: str) -> Record:
    """Parse a file's text. The match itself is verified when it is played again (match.replay)."""
    data = _parse_json(text)
    version = data.get("ludotheque")
    if version == FORMAT and not isinstance(version, bool):
        return _read_format_2(data)
    if version == 1 and not isinstance(version, bool):
        return _read_format_1(data)
    raise BadRecord("This is no record of Ludothèque in format 1 or {format}.", format=FORMAT)


def decode(data: bytes) -> str:
    """Return an uploaded file's text."""
    try:
        return data.decode()
    except UnicodeDecodeError:
        raise BadRecord("This is no record: it is not text in UTF-8.") from None


def _parse_json(text: str) -> dict[str, Any]:
    try:
        data = json.loads(text)
        _json(data).encode()  # "\\ud800" is valid JSON but cannot be written as UTF-8
    except UnicodeEncodeError:
        raise BadRecord("This is no record: it is not text in UTF-8.") from None
    except (ValueError, RecursionError) as error:
        raise BadRecord("This is no record: it is not JSON ({why}).", why=error) from None
    if not isinstance(data, dict):
        raise BadRecord("This is no record of Ludothèque in format 1 or {format}.", format=FORMAT)
    return data


COMMON: dict[str, type] = {"game": str, "rules": int, "options": dict, "moves": list, "checksum": str, "notes": dict}


def _read_format_2(data: dict[str, Any]) -> Record:
    _check_kinds(data, {**COMMON, "seats": list, "dice": list, "withdrawn": list, "times": dict})
    return Record(
        **_common(data),
        seats=[_read_seat(seat) for seat in data["seats"]],
        dice=_read_dice(data["dice"]),
        withdrawn=dict(_read_withdrawal(one) for one in data["withdrawn"]),
        ending=_read_ending(data.get("ending")),
        times={ply: _read_times(row) for ply, row in _by_ply(data["times"], "times").items()},
        notes=_by_ply(data["notes"], "notes"),
    )


def _read_format_1(data: dict[str, Any]) -> Record:
    """Format 1 has one seed, seats as names, verdict and cause as one text, and times among the notes."""
    _check_kinds(data, {**COMMON, "seats": list, "seed": int})
    if not all(isinstance(name, str) for name in data["seats"]):
        raise BadRecord("This record's moves and seats must be texts.")
    notes = _by_ply(data["notes"], "notes")
    times = {}
    for ply, note in notes.items():
        seconds = note.pop("seconds", None) if isinstance(note, dict) else None
        if isinstance(seconds, int | float) and not isinstance(seconds, bool):
            times[ply] = Times(float(seconds))
    return Record(
        **_common(data),
        seats=[SeatEntry(name) for name in data["seats"]],
        dice=[DiceSeed(0, data["seed"])],
        times=times,
        notes={ply: note for ply, note in notes.items() if note},
        format=1,
    )


def _common(data: dict[str, Any]) -> dict[str, Any]:
    if not all(isinstance(move, str) for move in data["moves"]):
        raise BadRecord("This record's moves and seats must be texts.")
    if not isinstance(data.get("result"), list | None):
        raise _wrong_part("result")
    return {name: data[name] for name in COMMON if name != "notes"} | {"result": data.get("result")}


def _check_kinds(data: Mapping[str, Any], kinds: Mapping[str, type]) -> None:
    for name, kind in kinds.items():
        if not isinstance(data.get(name), kind) or isinstance(data.get(name), bool):
            raise _wrong_part(name)


def _wrong_part(name: str) -> BadRecord:
    return BadRecord("This record's {part} is missing or of the wrong kind.", part=quote(name))


def _is_number(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _read_seat(seat: Any) -> SeatEntry:
    if not isinstance(seat, dict) or not isinstance(seat.get("name"), str) or not isinstance(seat.get("kind"), str):
        raise _wrong_part("seats")
    if not _is_number(seat.get("random_seed", 0)) and seat["random_seed"] is not None:
        raise _wrong_part("seats")
    return SeatEntry(seat["name"], seat["kind"], seat.get("random_seed"))


def _read_dice(rows: list[Any]) -> list[DiceSeed]:
    if not rows or not all(isinstance(row, list) and len(row) == 2 and all(map(_is_number, row)) for row in rows):
        raise _wrong_part("dice")
    dice = [DiceSeed(*row) for row in rows]
    if dice[0].first != 0 or any(one.first >= two.first for one, two in pairwise(dice)):
        raise _wrong_part("dice")
    return dice


def _read_withdrawal(row: Any) -> tuple[int, Withdrawal]:
    if not isinstance(row, dict) or not _is_number(row.get("seat")) or row.get("why") not in REASONS:
        raise _wrong_part("withdrawn")
    if row.get("ply") is not None and not _is_number(row["ply"]):
        raise _wrong_part("withdrawn")
    return row["seat"], Withdrawal(row["why"], row.get("ply"))


REASONS = ("fault", "time", "resigned")
ENDINGS = ("resignation", "draw", "time", "abandoned")


def _read_ending(row: Any) -> Ending | None:
    if row is None:
        return None
    if not isinstance(row, dict) or row.get("kind") not in ENDINGS or not isinstance(row.get("seats"), list):
        raise _wrong_part("ending")
    if not all(map(_is_number, row["seats"])):
        raise _wrong_part("ending")
    return Ending(row["kind"], tuple(row["seats"]))


def _read_times(row: Any) -> Times:
    numbers = row if isinstance(row, list) else []
    is_good = len(numbers) == 3 and isinstance(numbers[0], int | float)
    if not is_good or not all(one is None or isinstance(one, int | float) for one in numbers):
        raise _wrong_part("times")
    return Times(*numbers)


def _by_ply(rows: dict[str, Any], part: str) -> dict[int, Any]:
    try:
        return {int(ply): row for ply, row in rows.items()}
    except ValueError:
        raise BadRecord("This record's {part} must be numbered by ply.", part=part) from None


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def _rows(brackets: str, rows: list[str]) -> str:
    return brackets[0] + "".join(f"\n  {row}," for row in rows).rstrip(",") + ("\n" if rows else "") + brackets[1]
