"""What the board of Meduris shows: a view, who looks at it, and what each move would cost and bring."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludotheque.art import BoardContext
from ludotheque.compile import for_interpreter
from ludotheque.game import StateRecord
from ludotheque.games.meduris.druid import BOTH, LAST_STONE, NOTHING
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, NOBODY, hut_cost, huts_beside, next_hut
from ludotheque.games.meduris.rules import DROP, GIVE, HUT, OK, SHIFT, TAKE, TEMPLE, WORKER, check_offer, shift
from ludotheque.games.meduris.turn import GIVING, OFFERING, runes_of


class Site(NamedTuple):
    """A building site, with what stands on it."""

    id: int
    need: tuple[int, int]
    district: int
    owner: int
    run: int  # huts of the run that its hut belongs to, 0 without a hut

    @property
    def is_hut(self) -> bool:
        return self.run > 0

    @property
    def is_temple(self) -> bool:
        return self.owner != NOBODY and self.run == 0

    @property
    def is_empty(self) -> bool:
        return self.owner == NOBODY


class Offering(NamedTuple):
    """One way to answer the druid."""

    what: int
    kinds: tuple[int, ...]
    points: int
    can_pay: bool


class Legal(NamedTuple):
    """What the viewer's legal moves name, by kind."""

    workers: set[int]
    kinds: dict[int, str]  # a resource, and the whole move that names it
    shifts: dict[tuple[int, int], list[int]]  # for each own worker, plateau and height, where it can go
    huts: set[int]
    temples: set[int]

    @property
    def sites(self) -> set[int]:
        return self.huts | self.temples


@dataclass(frozen=True)
class Scene(BoardContext):
    """What there is to see for who looks on. Fields of a view are read once."""

    @cached_property
    def facts(self) -> StateRecord:
        """The position as the rules read it."""
        return for_interpreter(self.view.state.copy())[0]

    @cached_property
    def over(self) -> bool:
        return bool(self.view.over)

    @cached_property
    def seats(self) -> int:
        return int(self.facts.seats)

    @property
    def phase(self) -> int:
        return int(self.facts.phase)

    @property
    def player(self) -> int:
        """Whose turn it is, whoever is asked."""
        return int(self.facts.player)

    @cached_property
    def asked(self) -> int:
        """Whose decision is awaited; nobody's at the end."""
        return next(iter(self.view.active), NOBODY)

    @property
    def finisher(self) -> int:
        return int(self.facts.finisher)

    @property
    def in_lap(self) -> bool:
        return bool(self.facts.lap)

    @property
    def druid(self) -> int:
        return int(self.facts.druid)

    @cached_property
    def turn(self) -> int:
        """Turns are counted from one; what follows the last one belongs to it."""
        return max(1, int(self.facts.turn) + (not self.over and not self.in_lap))

    @property
    def turns_owed(self) -> int:
        """Turns that are still played once somebody has built everything, this one included (ME-14)."""
        return (self.finisher - self.player) % self.seats

    @property
    def turns_left(self) -> int:
        """Turns until the limit, this one included (ME-18)."""
        return int(self.facts.cap - self.facts.turn)

    @cached_property
    def sites(self) -> list[Site]:
        view = self.view
        rows = zip(range(view.sites), map(tuple, view.need), view.district, view.owner, view.run)
        return [Site(*row) for row in rows]

    @cached_property
    def piles(self) -> list[list[int]]:
        """Whose workers stand on each plateau, from the bottom."""
        return [[seat for seat in pile if seat != NOBODY] for pile in self.view.pile]

    @cached_property
    def hands(self) -> list[list[int]]:
        return list(self.view.hand[: self.seats])

    @cached_property
    def points(self) -> list[int]:
        return list(self.view.points[: self.seats])

    @cached_property
    def runes(self) -> list[int]:
        """Who holds each district's rune stone."""
        return list(self.view.rune)

    def stones(self, seat: int) -> int:
        return int(runes_of(self.facts, seat))

    def cost(self, site: int) -> int:
        """What a hut would cost there, of each of the two resources (ME-8)."""
        return int(hut_cost(self.facts, site))

    def touched(self, site: int) -> int:
        """The huts of the runs beside a site: what a temple there is worth at the end (ME-15)."""
        return int(huts_beside(self.facts, site))

    def to_come(self, seat: int) -> int:
        """What temples and rune stones would add if it ended now (ME-15)."""
        stones = self.stones(seat)
        temples = sum(self.touched(site.id) for site in self.sites if site.is_temple and site.owner == seat)
        return temples + stones * (stones + 1) // 2

    @cached_property
    def visited(self) -> list[int]:
        """The huts that the druid goes to: the rest of this ritual or lap, or the one where a build would send him."""
        if self.over or self.druid < LAST_STONE:
            return []
        left = self.facts.visits - 1 if self.asking else 1
        return self._huts_after(self.druid, left)

    def _huts_after(self, site: int, count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count and (site := next_hut(self.facts, site)) >= 0:
            found.append(site)
        return found

    @property
    def asking(self) -> bool:
        """Does the druid wait for an offering, or for its payment?"""
        return self.phase == OFFERING or (self.phase == GIVING and self.facts.buying not in (HUT, TEMPLE))

    @cached_property
    def offerings(self) -> list[Offering]:
        """What the owner of the druid's hut may answer, whether he can pay it or not (ME-12)."""
        site = self.sites[self.druid]
        both = BOTH + (site.run > 1 or self.facts.isolated_both != 0)
        return [self._offering(site, what) for what in range(both)]

    def _offering(self, site: Site, what: int) -> Offering:
        kinds = tuple(kind for i, kind in enumerate(site.need) if what >> i & 1)
        points = -1 if what == NOTHING else site.run if what == BOTH else 1
        return Offering(what, kinds, points, check_offer(self.facts, self.asked, what) == OK)

    def gains(self, plateau: int, height: int, target: int) -> list[int]:
        """What a great yield would bring the viewer, by kind (ME-7)."""
        after = for_interpreter(self.view.state.copy())[0]
        shift(after, self.seat, plateau, height - 1, target)
        return [after.hand[self.seat, kind] - self.hands[self.seat][kind] for kind in range(KINDS)]

    @cached_property
    def legal(self) -> Legal:
        found = Legal(set(), {}, {}, set(), set())
        for kind, a, b, c in self.view.legal_rows(self.seat).tolist() if self.mine else ():
            if kind == WORKER:
                found.workers.add(a)
            elif kind in KIND_MOVES:
                found.kinds[a] = f"{KIND_MOVES[kind]} {a}"
            elif kind == SHIFT:
                found.shifts.setdefault((a, b), []).append(c)
            elif kind == HUT:
                found.huts.add(a)
            elif kind == TEMPLE:
                found.temples.add(a)
        return found

    @cached_property
    def openings(self) -> tuple[int, int, int]:
        """How many workers whoever acts can move, and on how many sites a hut and a temple can be built."""
        rows = self.view.legal_rows(self.asked).tolist()
        movable = {(plateau, height) for kind, plateau, height, _ in rows if kind == SHIFT}
        return len(movable), sum(row[0] == HUT for row in rows), sum(row[0] == TEMPLE for row in rows)

    @cached_property
    def places(self) -> list[int]:
        """Each seat's rank, 1 the best (ME-16)."""
        results = self.view.outcome
        return [1 + sum(other > result for other in results) for result in results]

    @property
    def winners(self) -> list[int]:
        return [seat for seat, place in enumerate(self.places) if place == 1]


KIND_MOVES = {DROP: "DROP", TAKE: "TAKE", GIVE: "GIVE"}


def districts(sites: Sequence[Site]) -> list[list[Site]]:
    """The sites, district by district."""
    return [[site for site in sites if site.district == district] for district in range(DISTRICTS)]
