"""A league: every combination of bots meets again and again; stopped at any moment, it goes on where it was."""

import time
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, islice
from math import comb, inf
from typing import NamedTuple

from ludotheque.arena.entrants import PLAIN, Conditions, Entrant, read_entrants
from ludotheque.arena.matches import Task, choose_options, list_results, make_digest
from ludotheque.arena.pairing import Setting, choose_seats, order_seats, round_robin, swiss_round
from ludotheque.arena.places import open_runner
from ludotheque.arena.played import Played
from ludotheque.arena.result_rows import pairing_number
from ludotheque.arena.results import Results, Stored
from ludotheque.arena.runner import Runner
from ludotheque.arena.standings import Standings, make_standings
from ludotheque.game import Game, GameError, OptionValue, load

ROUNDS = 10  # if nothing is said
HOUR = 3600.0


class Length(NamedTuple):
    """How long a league goes on: one of these."""

    rounds: int | None = None
    games: int | None = None
    hours: float | None = None

    def check(self, swiss: bool) -> "Length":
        given = [value for value in self if value is not None]
        if len(given) > 1:
            raise GameError("A league has a number of rounds, of games or of hours, not several of them.")
        if any(value <= 0 for value in given):
            raise GameError("A league's length is more than 0, not {value:g}.", value=given[0])
        if swiss and (self.games or self.hours):
            raise GameError("A Swiss league has a number of rounds: its pairs depend on whole rounds.")
        return self if given else Length(rounds=ROUNDS)


DEFAULT = Length()


@dataclass(frozen=True)
class League:
    """Who plays what, and for how long. Everything that was played is in the database."""

    game: Game
    setting: Setting
    entrants: list[Entrant]
    words: tuple[str, ...]  # the bots as the user named them
    length: Length
    swiss: bool = False

    @classmethod
    def make(
        cls,
        game: str,
        bots: Sequence[str],
        *,
        length: Length = DEFAULT,
        swiss: bool = False,
        seats: int | None = None,
        seed: int = 0,
        options: Mapping[str, OptionValue] | None = None,
        conditions: Conditions = PLAIN,
    ) -> "League":
        """Return the league that these words mean; a mistake is a GameError."""
        card = load(game)
        length = length.check(swiss)
        entrants = read_entrants(card, bots, conditions)
        count = choose_seats(card, seats, len(entrants))
        chosen = choose_options(card, options or {}, count)
        # Pairs of a Swiss league depend on who takes part, so each set of bots has a league of its own.
        kind = make_digest("swiss", sorted(e.digest for e in entrants)) if swiss else "league"
        setting = Setting(card.name, card.version, chosen, card.opening_turns, count, seed, kind)
        return cls(card, setting, entrants, tuple(bots), length, swiss)

    @property
    def conditions(self) -> Conditions:
        """How programs run; built-in bots have no conditions."""
        return next((entrant.conditions for entrant in self.entrants if entrant.kind != "built-in"), PLAIN)

    @property
    def bots(self) -> list[str]:
        return [entrant.digest for entrant in self.entrants]

    @property
    def orders(self) -> int:
        """How many matches a group has."""
        return len(order_seats(self.bots[: self.setting.seats]))

    @property
    def total(self) -> int | None:
        """How many matches there will be; None: the clock decides."""
        if self.length.hours is not None:
            return None
        if self.length.games is not None:
            return -(-self.length.games // self.orders) * self.orders
        groups = len(self.bots) // self.setting.seats if self.swiss else comb(len(self.bots), self.setting.seats)
        return (self.length.rounds or 0) * groups * self.orders

    def list_groups(self, results: Results) -> Iterator[list[Task]]:
        """Yield all groups of a league that is not Swiss, without end if the clock decides.

        One of a round before which nothing is missing is an empty list: a million tasks take long to make.
        """
        whole = results.count_whole_rounds(self.setting.series, self.orders)
        combos = combinations(sorted(self.bots), self.setting.seats)
        done = {together: whole.get(pairing_number(self.setting.series, together), 0) for together in combos}
        groups = round_robin(self.setting, self.bots, self.length.rounds, done)
        return groups if self.length.games is None else islice(groups, (self.total or 0) // self.orders)


Watch = Callable[[int], None]  # gets the number of planned matches that have a result


def play_league(league: League, results: Results, runner: Runner, watch: Watch = lambda done: None) -> None:
    """Play what is not played yet. It may be stopped at any point: what is stored stays, and the rest can follow."""
    results.begin(league.setting, league.entrants)
    stored = Stored(results)
    done, last = 0, time.monotonic()
    end = last + _seconds_left(league, results)

    def list_missing(groups: Iterable[Sequence[Task]]) -> Iterator[Task]:
        nonlocal done
        for group in groups:
            missing = [task for task in group if task not in stored]
            done += (len(group) or league.orders) - len(missing)
            yield from missing

    for groups in _list_rounds(league, results):
        for result in runner.run(_until(list_missing(groups), end)):
            last, before = time.monotonic(), last
            results.add([result], last - before)
            done += 1
            watch(done)
        results.flush()
    watch(done)


def _seconds_left(league: League, results: Results) -> float:
    if league.length.hours is None:
        return inf
    return league.length.hours * HOUR - results.seconds(league.setting.series)


def _list_rounds(league: League, results: Results) -> Iterator[Iterable[Sequence[Task]]]:
    """Yield groups that can be played at the same time."""
    if not league.swiss:
        yield league.list_groups(results)
    for round in range(league.length.rounds or 0) if league.swiss else ():
        yield [list_swiss_round(league, results.matches(league.setting.series, league.bots), round)]


def _until(tasks: Iterable[Task], end: float) -> Iterator[Task]:
    for task in tasks:
        if time.monotonic() >= end:
            return
        yield task


def list_swiss_round(league: League, played: Iterable[Played], round: int) -> list[Task]:
    """Return the matches of a round; they depend on the results of the rounds before it only."""
    points: Counter[str] = Counter()
    met: Counter[frozenset[str]] = Counter()
    seen = set()
    teams = league.setting.teams
    for match in played:
        if match.round >= round:
            continue
        together = frozenset(match.bots)
        if (match.round, together) not in seen:
            seen.add((match.round, together))
            met.update(map(frozenset, combinations(sorted(together), 2)))
        if match.counted:
            for bot, result in zip(match.bots, list_results(match.ranks, teams)):
                points[bot] += {"won": 2, "drawn": 1, "lost": 0}[result]
    tables = swiss_round(league.bots, league.setting.seats, points, met)
    return [task for table in tables for task in league.setting.make_group(round, table)]


def league(
    game: str,
    bots: Sequence[str],
    *,
    rounds: int | None = None,
    games: int | None = None,
    hours: float | None = None,
    swiss: bool = False,
    seats: int | None = None,
    seed: int = 0,
    database: str | None = None,
    workers: int | None = None,
    cluster: str | None = None,
    options: Mapping[str, OptionValue] | None = None,
) -> Standings:
    """Let bots play a league and return its table: `lt.league("emile", ["easy", "hard"])`.

    Bots are named as in `ludotheque match`. What was played before is in the database and is not played again.
    """
    made = League.make(
        game, bots, length=Length(rounds, games, hours), swiss=swiss, seats=seats, seed=seed, options=options
    )
    with Results(database) as results:
        with open_runner(made.entrants, workers, cluster) as runner:
            play_league(made, results, runner)
        return make_standings(results, made.setting, made.entrants)
