"""What a duel plays: two bots, in each round one seed with all orders of the seats."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import permutations

from ludotheque.arena.entrants import PLAIN, Conditions, Entrant, read_entrant, read_entrants
from ludotheque.arena.matches import Task, choose_options
from ludotheque.arena.pairing import PERMUTED_SEATS, Setting
from ludotheque.arena.played import Played
from ludotheque.arena.sprt import Bounds, score_group
from ludotheque.game import Game, GameError, OptionValue, load
from ludotheque.match import Match

MOST_GAMES = 20_000
DEFAULT_BOUNDS = Bounds()
NO_OPTIONS: Mapping[str, OptionValue] = {}


@dataclass(frozen=True)
class Plan:
    """What a duel plays: in each round one seed, with the bots in all orders of the seats."""

    setting: Setting
    first: Entrant
    second: Entrant
    fill: Entrant | None  # sits on all further seats
    bounds: Bounds
    games: int  # at most

    @cached_property
    def teams(self) -> tuple[int, ...]:
        game = load(self.setting.game)
        return tuple(Match(game, self.setting.seats, 0, dict(self.setting.options)).team_numbers)

    @cached_property
    def orders(self) -> list[tuple[str, ...]]:
        """Who sits where, by digest. A team has one bot on all its seats."""
        sides = sorted(set(self.teams))
        fill = [self.fill.digest] * (len(sides) - 2) if self.fill else []
        return [
            tuple(order[sides.index(team)] for team in self.teams)
            for order in order_sides(self.first.digest, self.second.digest, fill)
        ]

    @property
    def entrants(self) -> list[Entrant]:
        """Everybody who takes part, each once."""
        found = {one.digest: one for one in (self.fill, self.first, self.second) if one is not None}
        return list(found.values())

    @property
    def rounds(self) -> int:
        return max(1, self.games // len(self.orders))

    def make_group(self, round: int) -> list[Task]:
        task = self.setting.make_group(round, self.orders[0])[0]
        return [replace(task, seats=order) for order in self.orders]

    def score(self, matches: Iterable[Played]) -> float:
        """Return A's share of a group."""
        known = (self.first.digest, self.second.digest)
        rows = [([bot if bot in known else "" for bot in one.bots], one.ranks, self.teams) for one in matches]
        return round(score_group(rows, self.first.digest), 9)


def order_sides(first: str, second: str, fill: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all orders of up to four sides, each once; with more sides, all rotations of two orders."""
    if len(fill) + 2 <= PERMUTED_SEATS:
        return sorted(set(permutations([first, second, *fill])))
    starts = [(first, second, *fill), (second, first, *fill)]
    return [start[turn:] + start[:turn] for start in starts for turn in range(len(start))]


def make_plan(
    game: Game,
    bots: Sequence[str],
    fill: str | None = None,
    bounds: Bounds = DEFAULT_BOUNDS,
    games: int = MOST_GAMES,
    seats: int | None = None,
    seed: int = 0,
    conditions: Conditions = PLAIN,
    options: Mapping[str, OptionValue] = NO_OPTIONS,
) -> Plan:
    """Return the plan of a duel between the two bots of these names; every mistake is a GameError."""
    check_bounds(bounds)
    if games < 1:
        raise GameError("A duel has at least 1 match, not {games}.", games=games)
    seats = seats or game.seats[0]
    game.check_seat_count(seats)
    chosen = choose_options(game, options, seats)
    setting = Setting(game.name, game.version, chosen, game.opening_turns, seats, seed, "duel")
    first, second = read_entrants(game, bots, conditions)
    filled = read_entrant(game, fill or game.default_bot, conditions) if seats > 2 else None
    return Plan(setting, first, second, filled, bounds, games)


def check_bounds(bounds: Bounds) -> None:
    if not bounds.elo0 < bounds.elo1:
        template = "The lower bound is below the upper one: not {elo0:g} and {elo1:g}."
        raise GameError(template, elo0=bounds.elo0, elo1=bounds.elo1)
    for name in ("alpha", "beta"):
        if not 0 < getattr(bounds, name) < 0.5:
            template = "{name} is an error rate between 0 and 0.5, not {rate:g}."
            raise GameError(template, name=name, rate=getattr(bounds, name))
