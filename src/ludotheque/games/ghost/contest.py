"""The contest's protocol: CodinGame's lines, so that real bots play unchanged (GC-20 … GC-23).

A Table speaks for the programs at any match of the game. A Referee is a whole contest game by hand:

    referee = Referee(seed=7, league=3)
    while not referee.over:
        for seat in (0, 1):
            referee.answer(seat, ask(seat, referee.lines(seat)))  # None: no answer in time
        referee.step()
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from ludotheque.game import Move, load
from ludotheque.games.ghost.launches import list_ordered_bombs, list_troops
from ludotheque.games.ghost.rules import BOMB, END, INC, MOVE, OUT
from ludotheque.games.ghost.turn import SEATS, SLOTS
from ludotheque.match import Match
from ludotheque.record import Verdict
from ludotheque.table import Answer

LONGEST_MESSAGE = 100
TIMEOUT = Verdict("timeout", "no answer in time")

FLAGS = re.ASCII | re.IGNORECASE
SEPARATOR = re.compile(r";\s*(?=WAIT|MOVE|BOMB|INC|MSG)", FLAGS)
WHITE = " \t\n\r\f\v"
WAIT = re.compile(r"WAIT", FLAGS)
MESSAGE = re.compile(r"MSG (.*)", FLAGS)
ORDERS = {
    MOVE: re.compile(r"MOVE (\d{1,8})\s+(\d{1,8})\s+(\d{1,8})", FLAGS),
    BOMB: re.compile(r"BOMB (\d{1,8})\s+(\d{1,8})", FLAGS),
    INC: re.compile(r"INC (\d{1,8})", FLAGS),
}


class BadLine(Exception):
    """A part of a line that puts its player out."""


@dataclass
class ParsedLine:
    """What a line asks for: its orders as written, its message, and what is bad about it; the rest is not read."""

    orders: list[Move] = field(default_factory=list)
    message: str | None = None
    fault: Verdict | None = None


@dataclass(frozen=True)
class Launched:
    """A troop or a bomb in flight, as the protocol knows it."""

    id: int
    seat: int
    source: int
    target: int
    arrival: int  # the turn of its battle or explosion


class Table:
    """The protocol at one match, with the ids and the launch order that only the protocol knows."""

    def __init__(self, match: Match):
        self.match = match
        self._next_id = self._count
        self._troops: list[Launched] = []
        self._bombs: list[Launched] = []
        self._written: dict[int, list[Move]] = {}  # a seat's orders of this turn as its line had them, void ones too
        self._seen = (0, 0)  # the turn, and the ply at which it began, up to which launches are known

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return int(self.match.state["turn"][0])

    def lines(self, seat: int) -> list[str]:
        """What a seat reads this turn (GC-20)."""
        self._catch_up()
        entities = [*self._factory_lines(seat), *self._troop_lines(seat), *self._bomb_lines(seat)]
        first = self.first_lines() if self.turns == 0 else []
        return [*first, str(len(entities)), *entities]

    def first_lines(self) -> list[str]:
        """What stands in front of the first turn's lines: the distances."""
        count, distance = self._count, self._state["distance"].tolist()
        links = [f"{i} {j} {distance[i][j]}" for i in range(count) for j in range(i + 1, count)]
        return [str(count), str(len(links)), *links]

    def read(self, seat: int, line: str) -> Answer:
        """A line as moves; a bad one still gives the orders before its bad part, then OUT (GC-15, GC-16)."""
        answer = read(line, self._state, seat)
        self._written[seat] = answer.orders
        notes = {} if answer.message is None else {"said": answer.message}
        return Answer(self._moves(seat, answer), answer.fault, notes=notes)

    def _moves(self, seat: int, answer: ParsedLine) -> Iterator[Move]:
        """The orders that will be carried out: BOMBs, MOVEs as written, INCs (GC-9); judged as they are played."""
        yield from (order for order in answer.orders if order.kind == BOMB and self._is_allowed(order, seat))
        yield from self._troops_of(seat, [order for order in answer.orders if order.kind == MOVE])
        yield from (order for order in answer.orders if order.kind == INC and self._is_allowed(order, seat))
        if answer.fault is None:
            yield Move(END)

    def _is_allowed(self, order: Move, seat: int) -> bool:
        return self.match.why(order, seat) is None

    def _troops_of(self, seat: int, orders: list[Move]) -> Iterator[Move]:
        """MOVEs take what is left and make one troop a route (GC-9)."""
        left, bombed = self._state["stock"].tolist(), list_ordered_bombs(self._state, seat)
        sent: dict[tuple[int, int], int] = {}
        for order in orders:
            route, cyborgs = (order.a, order.b), min(order.c, left[order.a])
            if cyborgs > 0 and route not in bombed:
                left[order.a] -= cyborgs
                sent[route] = sent.get(route, 0) + cyborgs
        for (source, target), cyborgs in sent.items():
            yield Move(MOVE, source, target, cyborgs)

    def _catch_up(self) -> None:
        """Number the launches of the turn that was just played: seat 0's bombs and troops, then seat 1's (GC-21)."""
        turn, ply = self._seen
        if turn == self.turns:
            return
        played = self.match.played[ply:]
        for seat in range(SEATS):
            own = [order for mover, order in played if mover == seat]
            self._number(seat, turn, self._written.get(seat, own), own)
        self._written.clear()
        self._seen = (self.turns, self.match.ply)
        self._troops = [troop for troop in self._troops if troop.arrival >= self.turns]
        self._bombs = [bomb for bomb in self._bombs if bomb.arrival >= self.turns]

    def _number(self, seat: int, turn: int, written: list[Move], played: list[Move]) -> None:
        """Every BOMB and MOVE takes an id, void or not; a route's troop has that of the first that sent anybody."""
        distance = self._state["distance"]
        for kind, flight in ((BOMB, self._bombs), (MOVE, self._troops)):
            routes = {(order.a, order.b) for order in played if order.kind == kind}
            for order in [order for order in written if order.kind == kind]:
                route = (order.a, order.b)
                if route in routes and (kind == BOMB or order.c > 0):
                    routes.remove(route)
                    flight.append(Launched(self._next_id, seat, *route, turn + int(distance[route])))
                self._next_id += 1

    @property
    def _state(self) -> Any:
        return self.match.state[0]

    @property
    def _count(self) -> int:
        return int(self._state["count"])

    def _factory_lines(self, seat: int) -> Iterator[str]:
        fields = (self._state[name].tolist() for name in ("owner", "stock", "production", "halted"))
        for i, (owner, stock, production, halted) in enumerate(list(zip(*fields))[: self._count]):
            yield f"{i} FACTORY {side(owner, seat)} {stock} {production} {halted} 0"

    def _troop_lines(self, seat: int) -> Iterator[str]:
        fleet = {(slot, *route): abs(cyborgs) for slot, route, cyborgs in list_troops(self._state)}
        for troop in self._troops:
            cyborgs = fleet.get((troop.arrival % SLOTS, troop.source, troop.target), 0)  # 0: they vanished (GC-15)
            route = f"{troop.source} {troop.target}"
            yield f"{troop.id} TROOP {side(troop.seat, seat)} {route} {cyborgs} {self._remaining(troop)}"

    def _bomb_lines(self, seat: int) -> Iterator[str]:
        """Of the opponent's bombs only the source is known."""
        for bomb in self._bombs:
            secret = f"{bomb.target} {self._remaining(bomb)}" if bomb.seat == seat else "-1 -1"
            yield f"{bomb.id} BOMB {side(bomb.seat, seat)} {bomb.source} {secret} 0"

    def _remaining(self, launched: Launched) -> int:
        return launched.arrival - self.turns + 1


class Referee:
    """One contest game, answered line by line."""

    def __init__(self, seed: int, league: int = 3, factories: int | None = None, cyborgs: int | None = None):
        options = {"league": league, "factories": factories or 0, "cyborgs": cyborgs or 0}
        self.match = Match(load("ghost"), SEATS, seed, options)
        self.messages = [""] * SEATS  # the last MSG of each seat
        self.out: list[Verdict | None] = [None] * SEATS  # why a seat is out
        self.table = self.match.share(Table)
        self._replies: dict[int, Answer] = {}

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def turns(self) -> int:
        """How many turns were played."""
        return self.table.turns

    @property
    def scores(self) -> list[int]:
        return [score for (score,) in self.match.outcome]

    def lines(self, seat: int) -> list[str]:
        """What a seat reads this turn (GC-20)."""
        return self.table.lines(seat)

    def answer(self, seat: int, line: str | None, fault: Verdict = TIMEOUT) -> None:
        """Take a seat's line; None is no line, and `fault` says why there is none."""
        self._replies[seat] = Answer(fault=fault) if line is None else self.table.read(seat, line)

    def step(self) -> None:
        """Carry out both answers; a seat that gave none since the last step is too late."""
        replies, self._replies = self._replies, {}
        for seat in range(SEATS):
            self._carry_out(seat, replies.get(seat, Answer(fault=TIMEOUT)))

    def _carry_out(self, seat: int, reply: Answer) -> None:
        for move in reply.moves:
            self.match.play(move, seat)
        if reply.fault is not None:
            self.match.play(Move(OUT), seat)
            self.out[seat] = self.match.verdicts[seat] = reply.fault
        if "said" in reply.notes:
            self.messages[seat] = reply.notes["said"]
            self.match.notes.setdefault(self.match.ply, {}).update(reply.notes)


def side(owner: int, seat: int) -> int:
    """1 is mine, -1 the opponent's, 0 nobody's."""
    if owner < 0:
        return 0
    return 1 if owner == seat else -1


def read(line: str, state: Any, seat: int) -> ParsedLine:
    """A line of orders (GC-22): read part by part, up to the first bad one."""
    answer = ParsedLine()
    moved = False
    for part in split(line.removesuffix("\r")):
        try:
            order = read_part(part, state, seat, answer, moved)
        except BadLine as error:
            answer.fault = Verdict("illegal", f"{part!r:.80}: {error}")
            break
        if order is not None:
            answer.orders.append(order)
            moved = moved or order.kind == MOVE
    return answer


def split(line: str) -> list[str]:
    """At each `;` that a verb follows; white space on both sides of it belongs to it."""
    *parts, last = SEPARATOR.split(line)
    return [*(part.rstrip(WHITE) for part in parts), last]


def read_part(part: str, state: Any, seat: int, answer: ParsedLine, moved: bool) -> Move | None:
    """One order; None for what is no order, or ignored in this league."""
    if WAIT.fullmatch(part):
        return None
    if found := MESSAGE.fullmatch(part):
        answer.message = trim(found[1])[:LONGEST_MESSAGE]
        return None
    for kind, form in ORDERS.items():
        if found := form.fullmatch(part):
            order = Move(kind, *(int(number) for number in found.groups()))
            if is_ignored(order, int(state["league"]), moved):
                return None
            insist(order, state, seat)
            return order
    raise BadLine("this is no order")


def trim(text: str) -> str:
    """Without white space and control characters at both ends."""
    return text.strip("".join(map(chr, range(33))))


def is_ignored(order: Move, league: int, moved: bool) -> bool:
    """What a league leaves out needs the right form and nothing else (GC-1, GC-22)."""
    return (order.kind == INC and league < 3) or (order.kind == MOVE and league == 0 and moved)


def insist(order: Move, state: Any, seat: int) -> None:
    """Factories that exist, one's own as the source, and two different ones."""
    ends = (order.a,) if order.kind == INC else (order.a, order.b)
    for end in ends:
        if end >= state["count"]:
            raise BadLine(f"there is no factory {end}")
    if state["owner"][order.a] != seat:
        raise BadLine(f"factory {order.a} is not yours")
    if order.kind != INC and order.a == order.b:
        raise BadLine("source and target are the same factory")
