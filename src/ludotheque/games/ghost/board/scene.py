"""What the board of Ghost in the Cell shows: the factories, flights and orders of a view, and words to name them."""

from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludotheque.art import BoardContext, count_words
from ludotheque.games.ghost.launches import list_ordered_bombs, list_ordered_troops, list_troops
from ludotheque.games.ghost.map import NEUTRAL, TOP_PRODUCTION
from ludotheque.games.ghost.rules import BOMB, INC, MOVE
from ludotheque.games.ghost.turn import BOMBS, SEATS, SLOTS

INC_LEAGUE = 3  # production can be raised from this league on (GC-1)


class Factory(NamedTuple):
    """A factory; `spent` and `raised` are what the viewer's orders of this turn take from it and add to it."""

    id: int
    owner: int
    stock: int
    production: int
    halted: int
    spent: int
    raised: int

    @property
    def output(self) -> int:
        """The cyborgs that it makes at the end of this turn: a halt of one turn ends before (GC-8, GC-10)."""
        return 0 if self.owner == NEUTRAL or self.halted > 1 else self.production


class Troop(NamedTuple):
    left: int  # turns until it fights: 1 at the end of this turn
    target: int
    seat: int
    source: int
    cyborgs: int
    arrival: int  # the turn in which it fights


class Bomb(NamedTuple):
    """A bomb in flight; the target is -1 if the viewer may not know it."""

    seat: int
    slot: int
    source: int
    target: int
    flown: int  # turns since it left: at the end of this turn it can hit factories at this distance
    left: int  # turns until it explodes, 0 if unknown


class Order(NamedTuple):
    """A MOVE or, with 0 cyborgs, a BOMB that the viewer has ordered this turn."""

    source: int
    target: int
    cyborgs: int
    turns: int


class Legal(NamedTuple):
    """The factories that the viewer's legal moves name, by argument."""

    sources: set[int]
    targets: set[int]
    incs: set[int]


@dataclass(frozen=True)
class Scene(BoardContext):
    """A view and its viewer. Each field of the view is read once."""

    @cached_property
    def count(self) -> int:
        return int(self.view.count)

    @cached_property
    def x(self) -> list[int]:
        return list(self.view.x)

    @cached_property
    def y(self) -> list[int]:
        return list(self.view.y)

    @cached_property
    def distance(self) -> list[list[int]]:
        table: list[list[int]] = self.view.distance
        return table

    @cached_property
    def factories(self) -> list[Factory]:
        view = self.view
        spent = [own * cyborgs for own, cyborgs in zip(self.is_own, view.spent)]
        raised = [own * times for own, times in zip(self.is_own, view.raised)]
        rows = zip(range(self.count), view.owner, view.stock, view.production, view.halted, spent, raised)
        return [Factory(*row) for row in rows]

    @cached_property
    def is_own(self) -> list[bool]:
        """Whether each factory is the viewer's: the orders of others stay hidden, even if the view holds them."""
        return [self.seat >= 0 and owner == self.seat for owner in self.view.owner]

    @cached_property
    def troops(self) -> list[Troop]:
        """The troops in flight, those that arrive next first."""
        turn, found = self.view.turn, []
        for slot, (source, target), cyborgs in list_troops(self.view.state[0]):
            left = (slot - turn) % SLOTS + 1
            found.append(Troop(left, target, int(cyborgs < 0), source, abs(cyborgs), turn + left - 1))
        return sorted(found)

    @cached_property
    def bombs(self) -> list[Bomb]:
        places = [(seat, slot) for seat in range(SEATS) for slot in range(BOMBS)]
        return [self._read_bomb(seat, slot) for seat, slot in places if self.view.bomb_source[seat][slot] >= 0]

    def _read_bomb(self, seat: int, slot: int) -> Bomb:
        view = self.view
        source, target = view.bomb_source[seat][slot], view.bomb_target[seat][slot]
        flown = view.turn - view.bomb_turn[seat][slot]
        left = self.distance[source][target] - flown + 1 if target >= 0 else 0
        return Bomb(seat, slot, source, target, flown, left)

    @cached_property
    def hidden_bombs(self) -> list[Bomb]:
        return [bomb for bomb in self.bombs if bomb.target < 0]

    @cached_property
    def orders(self) -> list[Order]:
        """The viewer's own orders, by route."""
        if self.seat < 0:
            return []
        state = self.view.state[0]
        launched = {**dict.fromkeys(list_ordered_bombs(state, self.seat), 0), **list_ordered_troops(state, self.seat)}
        return [Order(i, j, cyborgs, self.distance[i][j]) for (i, j), cyborgs in sorted(launched.items())]

    @cached_property
    def scores(self) -> list[int]:
        return [score for score, *_ in self.view.outcome]

    @cached_property
    def incs(self) -> int:
        return sum(factory.raised for factory in self.factories)

    @cached_property
    def legal(self) -> Legal:
        rows = self.view.legal_rows(self.seat).tolist() if self.mine else []
        routes = [(source, target) for kind, source, target, _ in rows if kind in (MOVE, BOMB)]
        incs = {factory for kind, factory, *_ in rows if kind == INC}
        return Legal({source for source, _ in routes}, {target for _, target in routes}, incs)

    @cached_property
    def with_plus(self) -> list[int]:
        """The viewer's factories whose production can still rise, also those with too few cyborgs for it (GC-9)."""
        if not self.mine or self.view.league < INC_LEAGUE:
            return []
        own = [factory for factory in self.factories if self.is_own[factory.id]]
        return [factory.id for factory in own if factory.production + factory.raised < TOP_PRODUCTION]

    def count_production(self, seat: int) -> tuple[int, int]:
        """Return what a side makes at the end of this turn, and what it would make if no factory were halted."""
        own = [factory for factory in self.factories if factory.owner == seat]
        return sum(factory.output for factory in own), sum(factory.production for factory in own)

    def possible_targets(self, bomb: Bomb) -> list[int]:
        """Return the factories that a bomb with a hidden target can still reach.

        Those of its sender are left out, unless there are no others.
        """
        reach = [i for i in range(self.count) if i != bomb.source and self.distance[bomb.source][i] >= bomb.flown]
        return [i for i in reach if self.factories[i].owner != bomb.seat] or reach

    @cached_property
    def threatened(self) -> set[int]:
        """The factories that a bomb with a hidden target may hit at the end of this turn."""
        reach = [(i, bomb) for bomb in self.hidden_bombs for i in self.possible_targets(bomb)]
        return {i for i, bomb in reach if self.distance[bomb.source][i] == bomb.flown}


def describe_news(scene: Scene) -> str:
    """Return a text that changes when something happens that concerns the viewer, for the page alone.

    That is a factory that changes hands or is hit, a troop that sets out for a factory of theirs, or a hidden bomb.
    """
    factories = [factory.id for factory in scene.factories if factory.owner == scene.seat]
    halted = [factory.id for factory in scene.factories if factory.id in factories and factory.halted]
    attacks = [
        f"{troop.source}-{troop.target}-{troop.arrival}"
        for troop in scene.troops
        if troop.seat != scene.seat and troop.target in factories
    ]
    bombs = [f"{bomb.source}-{scene.view.turn - bomb.flown}" for bomb in scene.hidden_bombs]
    return " ".join(",".join(map(str, sorted(facts))) or "." for facts in (factories, halted, attacks, bombs))


def format_cyborgs(scene: Scene, cyborgs: int) -> str:
    return count_words(cyborgs, scene.say("one cyborg"), scene.say("{count} cyborgs"))


def format_turns(scene: Scene, turns: int) -> str:
    return count_words(turns, scene.say("one turn"), scene.say("{count} turns"))


def format_orders(scene: Scene) -> str:
    orders = len(scene.orders) + scene.incs
    if not orders:
        return scene.say("no orders")
    return count_words(orders, scene.say("one order"), scene.say("{count} orders"))


def format_owner(scene: Scene, seat: int) -> str:
    if seat == NEUTRAL:
        return scene.say("neutral")
    return scene.name_or_you(seat, scene.say("yours"))
