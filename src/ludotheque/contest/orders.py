"""What a worker is told to do, and what it reports. Both are plain data that travels as JSON."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any, NamedTuple

from ludotheque.arena.entrants import Conditions, Entrant, check, digest_builtin, digest_files, entrant_of_files
from ludotheque.arena.matches import Result, Task, is_fault, play
from ludotheque.build import CompileFailed
from ludotheque.contest.jobs import VALIDATION, make_task
from ludotheque.contest.live_plies import Reporter
from ludotheque.contest.upload import read_zip
from ludotheque.game import Game, GameError, load
from ludotheque.thinking import prepare_worker

__all__ = ["MODULE", "Bot", "Order", "Report", "carry_out", "prepare_worker"]

MODULE = __name__  # for a WorkerPool
LONGEST_MESSAGE = 20_000


class Bot(NamedTuple):
    """A bot of an order: a built-in one by name, or the files with a digest."""

    name: str
    builtin: str
    digest: str
    main: str


class Order(NamedTuple):
    """A job as a worker gets it."""

    key: str
    kind: str
    clock_scale: float
    tasks: list[dict[str, Any]]
    bots: dict[str, list[str]]  # by what the tasks call them
    seconds: float  # until the lease ends
    live: str = ""  # the table at which people may watch the match

    def list_bots(self) -> dict[str, Bot]:
        return {entrant: Bot(*bot) for entrant, bot in self.bots.items()}


class Report(NamedTuple):
    """What came of it. `problem` is why a bot is not valid, in one sentence; `message` is all there is to say."""

    results: list[str]
    problem: str = ""
    message: str = ""


def carry_out(order: Order, contents: Mapping[str, bytes]) -> Report:
    """Do a job, in a process of its own; `contents` are the archives of its bots by digest."""
    tasks = [make_task(task) for task in order.tasks]
    game, entrants = load(tasks[0].game), make_entrants(order, contents)
    if order.kind == VALIDATION:
        return _validate(game, tasks, entrants)
    after = Reporter() if order.live else None
    return Report([play(task, entrants, after).to_json() for task in tasks])


def make_entrants(order: Order, contents: Mapping[str, bytes]) -> dict[str, Entrant]:
    """Return the bots of an order, by what its tasks call them."""
    game = load(make_task(order.tasks[0]).game)
    conditions = Conditions(clock_scale=order.clock_scale, strict=True)
    return {
        entrant: _make_entrant(game, entrant, bot, contents, conditions) for entrant, bot in order.list_bots().items()
    }


def _make_entrant(game: Game, entrant: str, bot: Bot, contents: Mapping[str, bytes], conditions: Conditions) -> Entrant:
    if bot.builtin:
        if digest_builtin(game, bot.builtin) != entrant:
            template = "{name} is another bot here: workers need the server's version of this package."
            raise GameError(template, name=bot.builtin)
        return Entrant(bot.name, entrant, bot.builtin, "built-in")
    files = read_zip(contents[bot.digest])
    main = next(iter(files)) if bot.main else ""  # equal files may have been submitted under another name
    if digest_files(files, main, conditions) != bot.digest:
        raise GameError("The files of {name} are not those that were submitted.", name=bot.name)
    return replace(entrant_of_files(bot.name, files, main, conditions), digest=entrant)


def _validate(game: Game, tasks: list[Task], entrants: Mapping[str, Entrant]) -> Report:
    """Compile a version, and let it play its first matches; at the first fault the rest is not played."""
    own = tasks[0].seats[0]
    try:
        check(game, entrants[own])
    except CompileFailed as failed:
        return Report([], str(failed), failed.output[:LONGEST_MESSAGE])
    except GameError as error:
        return Report([], str(error))
    results: list[Result] = []
    for task in tasks:
        results.append(play(task, entrants))
        kind, cause = results[-1].verdicts[0]
        if is_fault((kind, cause)):
            opponent = entrants[task.seats[1]].name
            problem = f"In its first match against {opponent}: {kind}, {cause}"
            return Report([one.to_json() for one in results], problem, problem)
    return Report([one.to_json() for one in results])
