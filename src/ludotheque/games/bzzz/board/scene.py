"""What the board of Bzzz shows to one viewer: bees, flowers, fights, contacts and legal moves."""

from collections import Counter
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from typing import NamedTuple

from ludotheque.art import BoardContext
from ludotheque.compile import for_interpreter
from ludotheque.game import StateRecord
from ludotheque.games.bzzz.field import DX, DY, hive_cell, is_on_board, zone_of
from ludotheque.games.bzzz.forage import CARRIES, compute_yield, first_flower, is_idle
from ludotheque.games.bzzz.rules import FORAGE, HOLD, KINDS, LAY, LAYING, STEP, check_lay
from ludotheque.games.bzzz.skirmish import ACTIVE, DODGED, FELL, dodge_odds, is_opponent

UNKNOWN = -1
HALF_THE_WAYS = range(2, 6)  # four of the eight ways, to find each pair of neighbours once


class Bee(NamedTuple):
    """A bee; its load is UNKNOWN where the viewer may not know it."""

    seat: int
    number: int
    kind: int
    x: int
    y: int
    load: int
    ko: int
    fought: int
    used: bool

    @property
    def carries(self) -> int:
        return CARRIES[self.kind]


class Flower(NamedTuple):
    """A flower with what the viewer knows of it; an amount that they do not know is UNKNOWN."""

    id: int
    x: int
    y: int
    gain: int  # nectar that the viewer's latest forage gained
    is_all: bool  # whether that was the whole yield; otherwise the bee had no more room
    high: int  # the most nectar that can be left
    is_empty: bool
    nectar: int  # revealed at the end
    start: int  # revealed at the end
    level: int  # the yield of `nectar`, revealed at the end
    is_bound: bool = False  # the latest forage was a full bee's and gained nothing: `gain` is the most it can yield


class Legal(NamedTuple):
    """The viewer's legal moves by kind: kinds to lay, and for each bee its ways."""

    lays: set[int]
    steps: dict[int, list[int]]
    forages: dict[int, list[int]]
    holds: set[int]

    @property
    def bees(self) -> list[int]:
        return sorted({*self.steps, *self.forages, *self.holds})


Pair = tuple[Bee, Bee]


@dataclass(frozen=True)
class Scene(BoardContext):
    """A view of Bzzz with its viewer. Fields of the view are read once."""

    @cached_property
    def state(self) -> StateRecord:
        """The view in the form that functions of the rules take."""
        return for_interpreter(self.view.state)[0]

    @cached_property
    def over(self) -> bool:
        return bool(self.view.over)

    @cached_property
    def ncases(self) -> int:
        return int(self.view.ncases)

    @cached_property
    def seats(self) -> range:
        return range(self.view.seats)

    @cached_property
    def player(self) -> int:
        return int(self.view.player)

    @property
    def last_player(self) -> int:
        """The seat that played the last finished turn."""
        return self.player if self.over else (self.player - 1) % len(self.seats)

    def knows(self, seat: int) -> bool:
        """Return whether the viewer may know the nectar of `seat`, even if the view is another seat's."""
        return self.over or (seat == self.seat and seat == self.view.seat)

    @cached_property
    def stocks(self) -> list[int]:
        return [self.view.stock[seat] if self.knows(seat) else UNKNOWN for seat in self.seats]

    @cached_property
    def bees(self) -> list[Bee]:
        """All bees, by seat and number."""
        view = self.view
        table = zip(view.bees, view.kind, view.x, view.y, view.load, view.ko, view.fought)
        found = []
        for seat, (count, *columns) in enumerate(table):
            is_known, used = self.knows(seat), view.used if self.mine and seat == self.seat else []
            for number, (kind, x, y, load, ko, fought) in enumerate(islice(zip(*columns), count)):
                done = bool(used and used[number])
                found.append(Bee(seat, number, kind, x, y, load if is_known else UNKNOWN, ko, fought, done))
        return found

    @cached_property
    def own(self) -> list[Bee]:
        return [bee for bee in self.bees if bee.seat == self.seat]

    @cached_property
    def bee_at(self) -> dict[tuple[int, int], Bee]:
        return {(bee.x, bee.y): bee for bee in self.bees}

    def count_bees(self, seat: int) -> list[int]:
        """Return the number of bees of each kind that a seat has."""
        kinds = Counter(bee.kind for bee in self.bees if bee.seat == seat)
        return [kinds[kind] for kind in range(KINDS)]

    def hive(self, seat: int) -> tuple[int, int]:
        return hive_cell(self.state, seat)

    @cached_property
    def flowers(self) -> list[Flower]:
        return [self._flower(flower) for flower in range(4 * self.view.nfleurs)]

    def _flower(self, flower: int) -> Flower:
        state = self.state
        place = flower, state.flower_x[flower], state.flower_y[flower]
        nectar, start = (state.nectar[flower], state.start[flower]) if self.over else (UNKNOWN, UNKNOWN)
        level = compute_yield(state, nectar, start) if self.over else UNKNOWN
        if self.seat < 0 or not self.knows(self.seat):
            return Flower(*place, UNKNOWN, False, UNKNOWN, False, nectar, start, level)
        room, gain, high = (table[self.seat, flower] for table in (state.room, state.gain, state.high))
        is_empty = bool(state.empty[self.seat, flower])
        if room < 0 or (room == 0 and state.taken[self.seat, flower] == 0):
            return Flower(*place, UNKNOWN, False, UNKNOWN, is_empty, nectar, start, level)
        if room == 0:
            return Flower(*place, self._most_yield(high), False, high, is_empty, nectar, start, level, is_bound=True)
        return Flower(*place, gain, gain < room or gain == 3, high, is_empty, nectar, start, level)

    def _most_yield(self, nectar: int) -> int:
        """Return the most that a flower with at most `nectar` can yield; its own start may be small (BZ-6)."""
        return max(compute_yield(self.state, nectar, start) for start in (nectar, self.state.max_nectar))

    @cached_property
    def flower_at(self) -> dict[tuple[int, int], Flower]:
        return {(flower.x, flower.y): flower for flower in self.flowers}

    def flower_beside(self, bee: Bee, way: int) -> Flower:
        """Return the flower that FORAGE with this `way` means: 0 is the bee's own cell, 1 … 8 are around it."""
        return self.flower_at[bee.x, bee.y] if way == 0 else self.flower_at[self.cell_beside(bee, way - 1)]

    def cell_beside(self, bee: Bee, way: int) -> tuple[int, int]:
        return bee.x + DX[way], bee.y + DY[way]

    def is_on_field(self, x: int, y: int) -> bool:
        return bool(is_on_board(self.state, x, y))

    def flower_for_idle(self, bee: Bee) -> Flower | None:
        """Return the flower that an idle bee of the viewer will forage at the end of this turn, if any (BZ-6)."""
        if not self.mine or not is_idle(self.state, bee.seat, bee.number):
            return None
        flower = first_flower(self.state, bee.seat, bee.x, bee.y)
        return self.flowers[flower] if flower >= 0 else None

    @cached_property
    def neighbours(self) -> list[Pair]:
        """Pairs of bees of different seats in cells that touch."""
        beside = [(bee, self.bee_at.get(self.cell_beside(bee, way))) for bee in self.bees for way in HALF_THE_WAYS]
        return [(one, other) for one, other in beside if other is not None and one.seat != other.seat]

    @cached_property
    def fights(self) -> list[Pair]:
        """Pairs that fought in the previous turn, until the viewer makes a move (BZ-8)."""
        if self.view.stage != LAYING:
            return []
        return [
            (a, b) for a, b in self.neighbours if a.fought and b.fought and self._could_fight(a, b, self.last_player)
        ]

    @cached_property
    def contacts(self) -> list[Pair]:
        """Pairs that would skirmish if the turn ended now (BZ-8)."""
        if self.over:
            return []
        awake = [(a, b) for a, b in self.neighbours if not a.ko]
        return [(a, b) for a, b in awake if is_opponent(self.state, self.player, a.x, a.y, b.x, b.y)]

    def _could_fight(self, one: Bee, other: Bee, player: int) -> bool:
        return self.state.skirmishes != ACTIVE or player in (one.seat, other.seat)

    @cached_property
    def in_contact(self) -> set[Bee]:
        return {bee for pair in self.contacts for bee in pair}

    def dodge_percent(self, bee: Bee) -> int:
        """Return the chance, in percent, that a bee in contact would dodge."""
        part, whole = dodge_odds(self.state, self.player, bee.x, bee.y)
        return round(100 * part / whole)

    @property
    def fallen_count(self) -> int:
        return sum(bee.fought == FELL for bee in self.bees)

    @property
    def dodged_count(self) -> int:
        return sum(bee.fought == DODGED for bee in self.bees)

    @property
    def at_home(self) -> int:
        """The nectar that the viewer's bees would drop if the turn ended now (BZ-7)."""
        home = [bee for bee in self.own if zone_of(self.state, bee.x, bee.y) == self.seat]
        return sum(max(bee.load, 0) for bee in home)

    @cached_property
    def legal(self) -> Legal:
        found = Legal(set(), {}, {}, set())
        for kind, a, b, _ in self.view.legal_rows(self.seat).tolist() if self.mine else ():
            if kind == LAY:
                found.lays.add(a)
            elif kind == STEP:
                found.steps.setdefault(a, []).append(b)
            elif kind == FORAGE:
                found.forages.setdefault(a, []).append(b)
            elif kind == HOLD:
                found.holds.add(a)
        return found

    @property
    def lay_error(self) -> int:
        """The error that LAY would raise for the viewer."""
        return int(check_lay(self.state, self.seat))
