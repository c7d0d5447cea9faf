"""The facts that the board of Meduris shows: a view, its viewer, and what each move would cost and bring."""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from ludotheque.art import BoardContext
from ludotheque.compile import for_interpreter
from ludotheque.game import Move, StateRecord
from ludotheque.games.meduris.druid import BOTH, LAST_STONE, NOTHING
from ludotheque.games.meduris.ring import DISTRICTS, KINDS, NO_SEAT, count_huts_beside, hut_cost, next_hut
from ludotheque.games.meduris.rules import DROP, GIVE, HUT, OK, SHIFT, TAKE, TEMPLE, WORKER, check_offer
from ludotheque.games.meduris.turn import GIVING, OFFERING, count_runes

KIND_MOVES = {DROP: "DROP", TAKE: "TAKE", GIVE: "GIVE"}
LOSS_SEED = 3  # dice of this seed roll LOSS first: the next event then leaves all hands unchanged until seats choose


class Site(NamedTuple):
    """A building site and its piece."""

    id: int
    need: tuple[int, int]
    district: int
    owner: int
    run: int  # the number of huts in the run of its hut, 0 without a hut

    @property
    def is_hut(self) -> bool:
        return self.run > 0

    @property
    def is_temple(self) -> bool:
        return self.owner != NO_SEAT and self.run == 0

    @property
    def is_empty(self) -> bool:
        return self.owner == NO_SEAT


class Offering(NamedTuple):
    """One answer to the druid."""

    what: int
    kinds: tuple[int, ...]
    points: int
    can_pay: bool


class Legal(NamedTuple):
    """The arguments of the viewer's legal moves, by kind of move."""

    workers: set[int]
    kinds: dict[int, str]  # for each resource, the move that names it
    shifts: dict[tuple[int, int], list[int]]  # for each own worker (plateau, height), its possible targets
    huts: set[int]
    temples: set[int]

    @property
    def sites(self) -> set[int]:
        return self.huts | self.temples


@dataclass(frozen=True)
class Scene(BoardContext):
    """A view with facts that are computed from it, each once."""

    @cached_property
    def facts(self) -> StateRecord:
        """The position in the form that the rules read."""
        return for_interpreter(self.view.state.copy())[0]

    @cached_property
    def is_over(self) -> bool:
        return bool(self.view.over)

    @cached_property
    def seats(self) -> int:
        return int(self.facts.seats)

    @property
    def phase(self) -> int:
        return int(self.facts.phase)

    @property
    def player(self) -> int:
        """The seat whose turn it is, also while another seat is asked."""
        return int(self.facts.player)

    @cached_property
    def asked_seat(self) -> int:
        """The seat whose decision is awaited, or NO_SEAT at the end."""
        return next(iter(self.view.active), NO_SEAT)

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
        """The number of the turn, from 1; the last lap belongs to the last turn."""
        return max(1, int(self.facts.turn) + (not self.is_over and not self.in_lap))

    @property
    def last_turns(self) -> int:
        """The turns still to play after a seat has built everything, this one included (ME-14)."""
        return (self.finisher - self.player) % self.seats

    @property
    def turns_left(self) -> int:
        """The turns until the turn limit, this one included (ME-18)."""
        return int(self.facts.cap - self.facts.turn)

    @cached_property
    def sites(self) -> list[Site]:
        view = self.view
        rows = zip(range(view.sites), map(tuple, view.need), view.district, view.owner, view.run)
        return [Site(*row) for row in rows]

    @cached_property
    def piles(self) -> list[list[int]]:
        """The seats of the workers on each plateau, from the bottom."""
        return [[seat for seat in pile if seat != NO_SEAT] for pile in self.view.pile]

    @cached_property
    def hands(self) -> list[list[int]]:
        return list(self.view.hand[: self.seats])

    @cached_property
    def points(self) -> list[int]:
        return list(self.view.points[: self.seats])

    @cached_property
    def runes(self) -> list[int]:
        """The seat that holds each district's rune stone, or NO_SEAT."""
        return list(self.view.rune)

    def count_runes(self, seat: int) -> int:
        return int(count_runes(self.facts, seat))

    def hut_cost(self, site: int) -> int:
        """Return how many of each of the site's two resources a hut would cost (ME-8)."""
        return int(hut_cost(self.facts, site))

    def count_huts_beside(self, site: int) -> int:
        """Count the huts of the runs beside `site`: the points of a temple there at the end (ME-15)."""
        return int(count_huts_beside(self.facts, site))

    def end_points(self, seat: int) -> int:
        """Return the points that temples and rune stones would add if the match ended now (ME-15)."""
        stones = self.count_runes(seat)
        return self.temple_points(seat) + stones * (stones + 1) // 2

    def temple_points(self, seat: int) -> int:
        """Return the points of the seat's temples if the match ended now (ME-15)."""
        return sum(self.count_huts_beside(site.id) for site in self.sites if site.is_temple and site.owner == seat)

    @cached_property
    def next_stops(self) -> list[int]:
        """The sites that the druid visits next: the rest of this ritual or lap, or the first one after a build."""
        if self.is_over or self.druid < LAST_STONE:
            return []
        left = self.facts.visits - 1 if self.is_asking else 1
        return self._huts_after(self.druid, left)

    def _huts_after(self, site: int, count: int) -> list[int]:
        found: list[int] = []
        while len(found) < count and (site := next_hut(self.facts, site)) >= 0:
            found.append(site)
        return found

    @property
    def is_asking(self) -> bool:
        """Whether the druid waits for an offering, or for its payment."""
        return self.phase == OFFERING or (self.phase == GIVING and self.facts.buying not in (HUT, TEMPLE))

    @cached_property
    def offerings(self) -> list[Offering]:
        """The possible answers of the owner of the druid's hut, also those that they cannot pay (ME-12)."""
        site = self.sites[self.druid]
        both = BOTH + (site.run > 1 or self.facts.isolated_both != 0)
        return [self._offering(site, what) for what in range(both)]

    def _offering(self, site: Site, what: int) -> Offering:
        kinds = tuple(kind for i, kind in enumerate(site.need) if what >> i & 1)
        points = -1 if what == NOTHING else site.run if what == BOTH else 1
        return Offering(what, kinds, points, check_offer(self.facts, self.asked_seat, what) == OK)

    def yield_gains(self, plateau: int, height: int, target: int) -> list[int]:
        """Return what a great yield would bring the viewer, by kind (ME-7)."""
        hand = self.hands_after(Move(SHIFT, plateau, height, target))[self.seat]
        return [hand[kind] - self.hands[self.seat][kind] for kind in range(KINDS)]

    def hands_after(self, move: Move) -> list[list[int]]:
        """Return all hands after a move of the asked seat, before the next event changes them."""
        view = copy(self.view)
        view.seat = self.asked_seat
        return list(view.after(move, LOSS_SEED).hand[: self.seats])

    @cached_property
    def legal(self) -> Legal:
        legal = Legal(set(), {}, {}, set(), set())
        for kind, a, b, c in self.view.legal_rows(self.seat).tolist() if self.mine else ():
            if kind == WORKER:
                legal.workers.add(a)
            elif kind in KIND_MOVES:
                legal.kinds[a] = f"{KIND_MOVES[kind]} {a}"
            elif kind == SHIFT:
                legal.shifts.setdefault((a, b), []).append(c)
            elif kind == HUT:
                legal.huts.add(a)
            elif kind == TEMPLE:
                legal.temples.add(a)
        return legal

    @cached_property
    def open_actions(self) -> tuple[bool, bool, bool]:
        """Whether the asked seat can move a worker, build a hut, and build a temple."""
        kinds = {row[0] for row in self.view.legal_rows(self.asked_seat).tolist()}
        return SHIFT in kinds, HUT in kinds, TEMPLE in kinds

    @cached_property
    def ranks(self) -> list[int]:
        """Each seat's rank, 1 is the best (ME-16)."""
        results = self.view.outcome
        return [1 + sum(other > result for other in results) for result in results]


def group_by_district(sites: Sequence[Site]) -> list[list[Site]]:
    return [[site for site in sites if site.district == district] for district in range(DISTRICTS)]
