"""One match of a league or a duel: what is to be played, how it is played, and what came of it.

A task is its content: game, rules, options, seed, opening, and the digests of the bots in the order of the seats. Its
key names exactly this, so that a result that arrives twice, or from another machine, is the same result.
"""

import base64
import hashlib
import json
import random
import time
import zlib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from functools import cached_property
from typing import NamedTuple

from ludotheque import referee
from ludotheque.arena.entrants import Entrant
from ludotheque.game import Game, OptionValue, load
from ludotheque.match import Match
from ludotheque.record import Record, Verdict, read
from ludotheque.view import read_turn

MOST_TRIES = 3  # of a match that this machine, not a bot, has spoiled
QUICK = 1  # zlib's level: four fifths of the saving in a fifth of the time


@dataclass(frozen=True)
class Task:
    """A match to play. `series` and `round` say what it belongs to; they are no part of its identity."""

    game: str
    rules: int  # version of the game's rules
    options: tuple[tuple[str, OptionValue], ...]  # those that are not the default, by name
    seed: int
    opening: int  # random turns before the first bot is asked
    seats: tuple[str, ...]  # digests of the bots
    series: str = ""
    round: int = 0

    @cached_property
    def key(self) -> str:
        setting = self.game, self.rules, self.options, self.opening
        return make_digest("match", setting, self.seed, self.seats)


def make_digest(*parts: object) -> str:
    """Return a name for exactly these numbers and texts."""
    return hashlib.sha256(json.dumps(parts).encode()).hexdigest()[:32]


class SeatTimes(NamedTuple):
    """How long a seat's answers took, in seconds."""

    answers: int = 0
    total: float = 0.0
    longest: float = 0.0


@dataclass(frozen=True)
class Result:
    """What came of a task. Nothing in it is changed later."""

    key: str
    series: str
    round: int
    seed: int
    seats: tuple[str, ...]
    ranks: tuple[int, ...]
    scores: tuple[int, ...]
    teams: tuple[int, ...]
    verdicts: tuple[tuple[str, str], ...]  # kind and cause
    times: tuple[SeatTimes, ...]
    plies: int
    seconds: float
    content: str  # names the course of the game; where a game has no chance, equal games count once
    record: bytes  # the record, compressed

    @property
    def is_void(self) -> bool:
        """Return whether this machine failed and not a bot: the match says nothing of the bots."""
        return any(kind == "host" for kind, _ in self.verdicts)

    @property
    def has_content(self) -> bool:
        """Return whether an equal game can come again: a game without chance is named by its course."""
        return self.content != self.key

    def read_record(self) -> Record:
        return read_record(self.record)

    def to_json(self) -> str:
        return json.dumps({**asdict(self), "record": base64.b64encode(self.record).decode()})

    @classmethod
    def from_json(cls, text: str) -> "Result":
        data = json.loads(text)
        lists = {one.name: tuple(data[one.name]) for one in fields(cls) if isinstance(data[one.name], list)}
        lists["verdicts"] = tuple((kind, cause) for kind, cause in data["verdicts"])
        lists["times"] = tuple(SeatTimes(*row) for row in data["times"])
        return cls(**{**data, **lists, "record": base64.b64decode(data["record"])})


def read_record(data: bytes) -> Record:
    return read(zlib.decompress(data).decode())


def choose_options(game: Game, given: Mapping[str, OptionValue], seats: int) -> tuple[tuple[str, OptionValue], ...]:
    """Return the options that differ from the card's defaults, in one form, whatever way they were given."""
    numbers = game.read_options(given, seats, 0)
    named = {*given, *(game.preset(str(given["rules"])) if given.get("rules") is not None else ())}
    return tuple(
        (name, option.to_value(numbers[name]))
        for name, option in sorted(game.options.items())
        if name in named and (option.is_seed or numbers[name] != option.default)
    )


def play(task: Task, entrants: Mapping[str, Entrant], after: Callable[[Match], None] | None = None) -> Result:
    """Play a match; once more if this machine and not a bot has failed. `after` is called after every round."""
    for _ in range(MOST_TRIES):
        result = _play_once(task, entrants, after)
        if not result.is_void:
            break
    return result


def _play_once(task: Task, entrants: Mapping[str, Entrant], after: Callable[[Match], None] | None) -> Result:
    game = load(task.game)
    match = Match(game, len(task.seats), task.seed, dict(task.options))
    if task.opening:
        play_opening(match, task.opening)
    players = [entrants[digest].make_player(game) for digest in task.seats]
    started = time.monotonic()
    referee.run(match, players, after)
    return make_result(task, match, time.monotonic() - started)


def play_opening(match: Match, turns: int) -> None:
    """Play so many turns at random. They depend on the seed only, so they are the same for all orders of the seats."""
    chance = random.Random(f"opening of seed {match.seed}")
    for _ in range(turns):
        turn, ply = read_turn(match.state), match.ply
        while not match.over and read_turn(match.state) == turn and (turn is not None or match.ply == ply):
            seat = match.active[0]
            match.play(chance.choice(match.legal(seat)), seat)


def make_result(task: Task, match: Match, seconds: float) -> Result:
    record = match.record()
    assert record.result is not None
    return Result(
        key=task.key,
        series=task.series,
        round=task.round,
        seed=task.seed,
        seats=task.seats,
        ranks=tuple(row["rank"] for row in record.result),
        scores=tuple(row["outcome"][match.game.score] for row in record.result),
        teams=tuple(match.team_numbers),
        verdicts=tuple((row["verdict"], row["cause"]) for row in record.result),
        times=sum_times(match),
        plies=match.ply,
        seconds=round(seconds, 6),
        content=make_digest(task.seats, record.checksum, record.moves) if task.opening else task.key,
        record=pack_record(record),
    )


def pack_record(record: Record) -> bytes:
    """Return the text of a record, compressed; in one line, which takes a third of the time."""
    values = {
        "ludotheque": record.format,
        "game": record.game,
        "rules": record.rules,
        "options": record.options,
        "seats": [seat._asdict() for seat in record.seats],
        "dice": record.dice,
        "moves": record.moves,
        "withdrawn": [{"seat": seat, **one._asdict()} for seat, one in record.withdrawn.items()],
        "ending": record.ending and record.ending._asdict(),
        "result": record.result,
        "checksum": record.checksum,
        "times": record.times,
        "notes": record.notes,
    }
    return zlib.compress(json.dumps(values).encode(), QUICK)


def sum_times(match: Match) -> tuple[SeatTimes, ...]:
    walls: list[list[float]] = [[] for _ in range(match.seats)]
    for ply, times in match.times.items():
        walls[match.played[ply - 1].seat].append(times.wall)
    return tuple(SeatTimes(len(w), round(sum(w), 6), max(w)) if w else SeatTimes() for w in walls)


def is_fault(verdict: Verdict | tuple[str, str]) -> bool:
    kind = verdict.kind if isinstance(verdict, Verdict) else verdict[0]
    return kind not in ("ok", "host")


def list_results(ranks: Sequence[int], teams: Sequence[int]) -> list[str]:
    """Return won, drawn or lost for each seat, as a match's own result says it."""
    best = "won" if len({team for team, rank in zip(teams, ranks) if rank == 1}) == 1 else "drawn"
    return [best if rank == 1 else "lost" for rank in ranks]
