"""Which matches are played. A group is one seed with all orders of the seats, so that no bot gains by its seat."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, count, permutations

from ludotheque.arena.matches import Task, make_digest
from ludotheque.game import Game, GameError, OptionValue, load

PERMUTED_SEATS = 4  # with more seats they only rotate: five seats would need 120 matches a group
NOTHING: Mapping[tuple[str, ...], int] = {}
SEEDS = 10**9  # short enough to be typed


@dataclass(frozen=True)
class Setting:
    """What all matches of a series have in common."""

    game: str
    rules: int
    options: tuple[tuple[str, OptionValue], ...]
    opening: int
    seats: int
    seed: int  # another seed gives other matches
    kind: str  # league, swiss, duel, …: they do not share matches

    @property
    def series(self) -> str:
        """The name under which the results are stored.

        It does not say who takes part: a bot that joins later finds the matches of the others played.
        """
        return make_digest(self.kind, self.game, self.rules, self.options, self.opening, self.seats, self.seed)

    @property
    def teams(self) -> tuple[int, ...]:
        """The team number of each seat."""
        game = load(self.game)
        return game.teams_of(game.read_options(dict(self.options), self.seats, 0), self.seats)

    def make_group(self, round: int, bots: Iterable[str]) -> list[Task]:
        """Return a group of matches between these bots, named by digest."""
        together = sorted(bots)
        first = int(make_digest(self.series, together), 16) % SEEDS
        return [
            Task(self.game, self.rules, self.options, first + round, self.opening, order, self.series, round)
            for order in order_seats(together)
        ]


def order_seats(bots: Sequence[str]) -> list[tuple[str, ...]]:
    """Return all orders of up to four bots, and the rotations of more."""
    if len(bots) <= PERMUTED_SEATS:
        return list(permutations(bots))
    return [tuple(bots[first:]) + tuple(bots[:first]) for first in range(len(bots))]


def choose_seats(game: Game, seats: int | None, bots: int) -> int:
    """Return the number of seats: the one that is asked for, or the game's own if there are enough bots for it."""
    if seats is not None:
        game.check_seat_count(seats)
    chosen = seats or next((n for n in (game.default_seats, *reversed(game.seats)) if n <= bots), game.seats[0])
    if bots < chosen:
        template = "A match of {game} has {seats} seats, and here are {bots} different bots."
        raise GameError(template, game=game.title, seats=chosen, bots=bots)
    return chosen


def round_robin(
    setting: Setting, bots: Sequence[str], rounds: int | None = None, done: Mapping[tuple[str, ...], int] = NOTHING
) -> Iterator[list[Task]]:
    """Yield the groups of all rounds; in a round every combination of bots meets once. Without `rounds`, for ever.

    `done`: how many rounds of a combination are over; their groups are empty.
    """
    together = list(combinations(sorted(bots), setting.seats))
    for round in count() if rounds is None else range(rounds):
        for some in together:
            yield [] if round < done.get(some, 0) else setting.make_group(round, some)


def swiss_round(
    bots: Sequence[str], seats: int, points: Mapping[str, float], met: Mapping[frozenset[str], int]
) -> list[tuple[str, ...]]:
    """Return who plays together in the next round: neighbours in the standings who have met least.

    `met` counts the rounds in which two bots have played together. If the bots cannot be divided evenly, those at the
    end of the standings who have played most sit out.
    """
    waiting = sorted(bots, key=lambda bot: (-points.get(bot, 0.0), bot))
    played = {bot: sum(times for pair, times in met.items() if bot in pair) for bot in bots}
    for _ in range(len(bots) % seats):
        waiting.remove(max(reversed(waiting), key=lambda bot: played[bot]))
    tables = []
    while waiting:
        table = [waiting.pop(0)]
        while len(table) < seats:
            nearest = min(waiting, key=lambda bot: sum(met.get(frozenset((bot, one)), 0) for one in table))
            waiting.remove(nearest)
            table.append(nearest)
        tables.append(tuple(table))
    return tables
