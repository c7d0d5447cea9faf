"""Bots and results to test with."""

from dataclasses import replace
from pathlib import Path

from ludotheque.arena.entrants import Entrant, read_entrants
from ludotheque.arena.matches import Result, SeatTimes, Task, choose_options, make_digest
from ludotheque.arena.pairing import Setting
from ludotheque.game import load

FIRST = "def play(view):\n    return view.legal()[0]\n"
LAST = "def play(view):\n    return view.legal()[-1]\n"


def write_bot(folder: Path, name: str, text: str) -> str:
    folder.mkdir(parents=True, exist_ok=True)
    (folder / name).write_text(text)
    return str(folder / name)


def quick_setting(name: str = "emile", seats: int = 2, kind: str = "league") -> Setting:
    game = load(name)
    return Setting(name, game.version, choose_options(game, game.quick, seats), game.opening_turns, seats, 1, kind)


def builtin(*names: str, game: str = "emile") -> list[Entrant]:
    return read_entrants(load(game), names)


def make_up_result(task: Task, ranks: tuple[int, ...], content: str = "", verdict: str = "ok") -> Result:
    """Return the result of a match that was not played: only its row matters."""
    seats = len(task.seats)
    return Result(
        key=task.key,
        series=task.series,
        round=task.round,
        seed=task.seed,
        seats=task.seats,
        ranks=ranks,
        scores=tuple(10 * (seats - rank) for rank in ranks),
        teams=tuple(range(seats)),
        verdicts=((verdict, "" if verdict == "ok" else "why"), *[("ok", "")] * (seats - 1)),
        times=(SeatTimes(1, 0.5, 0.5),) * seats,
        plies=7,
        seconds=1.0,
        content=make_digest(content, task.seats) if content else task.key,
        record=b"a record",
    )


def without_times(result: Result) -> Result:
    """Leave out what a clock decides."""
    return replace(result, seconds=0.0, times=(), record=b"")
