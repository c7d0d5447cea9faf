"""The contest's protocol: CodinGame's lines, so that real bots play unchanged (GC-20 … GC-23).

ContestProtocol translates between the programs and any match of the game. Referee is a whole contest game that the
caller feeds line by line:

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
from ludotheque.seating import Answer

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
    """A part of a line that puts its player out of the game."""


@dataclass
class ParsedLine:
    """The orders of a line as written, its message, and its fault; what follows a fault is not read."""

    orders: list[Move] = field(default_factory=list)
    message: str | None = None
    fault: Verdict | None = None


@dataclass(frozen=True)
class Flight:
    """A troop or a bomb in flight, with its number in the protocol."""

    id: int
    seat: int
    source: int
    target: int
    arrival: int  # the turn of its battle or explosion


class ContestProtocol:
    """The protocol for one match. It keeps the ids and the launch order, which the match does not know."""

    def __init__(self, match: Match):
        self.match = match
        self._next_id = self._count
        self._troops: list[Flight] = []
        self._bombs: list[Flight] = []
        self._written: dict[int, list[Move]] = {}  # the orders of this turn as written, also those without effect
        self._numbered = (0, 0)  # launches before this turn, which began at this ply, have their ids

    @property
    def turns(self) -> int:
        """The number of turns played."""
        return int(self.match.state["turn"][0])

    def lines(self, seat: int) -> list[str]:
        """Return the lines that a seat reads this turn (GC-20)."""
        self._number_launches()
        entities = [*self._factory_lines(seat), *self._troop_lines(seat), *self._bomb_lines(seat)]
        first = self.first_lines() if self.turns == 0 else []
        return [*first, str(len(entities)), *entities]

    def first_lines(self) -> list[str]:
        """Return the lines before those of the first turn: the distances."""
        count, distance = self._count, self._state["distance"].tolist()
        links = [f"{i} {j} {distance[i][j]}" for i in range(count) for j in range(i + 1, count)]
        return [str(count), str(len(links)), *links]

    def read(self, seat: int, line: str) -> Answer:
        """Return the moves of a line; of a bad line those before its bad part (GC-15, GC-16)."""
        parsed = parse_line(line, self._state, seat)
        self._written[seat] = parsed.orders
        notes = {} if parsed.message is None else {"said": parsed.message}
        return Answer(self._list_moves(seat, parsed), parsed.fault, notes=notes)

    def _list_moves(self, seat: int, parsed: ParsedLine) -> Iterator[Move]:
        """Yield the orders that will be carried out: BOMBs, MOVEs, INCs (GC-9).

        Each is checked when it is asked for, after those before it were played.
        """
        if parsed.orders:
            yield from (order for order in parsed.orders if order.kind == BOMB and self._is_allowed(order, seat))
            yield from self._merge_moves(seat, [order for order in parsed.orders if order.kind == MOVE])
            yield from (order for order in parsed.orders if order.kind == INC and self._is_allowed(order, seat))
        if parsed.fault is None:
            yield Move(END)

    def _is_allowed(self, order: Move, seat: int) -> bool:
        return self.match.why(order, seat) is None

    def _merge_moves(self, seat: int, orders: list[Move]) -> Iterator[Move]:
        """Yield one MOVE for each route, with the cyborgs that are left (GC-9)."""
        left, bombed = self._state["stock"].tolist(), list_ordered_bombs(self._state, seat)
        sent: dict[tuple[int, int], int] = {}
        for order in orders:
            route, cyborgs = (order.a, order.b), min(order.c, left[order.a])
            if cyborgs > 0 and route not in bombed:
                left[order.a] -= cyborgs
                sent[route] = sent.get(route, 0) + cyborgs
        for (source, target), cyborgs in sent.items():
            yield Move(MOVE, source, target, cyborgs)

    def _number_launches(self) -> None:
        """Give ids to the launches of the last turn: seat 0's bombs and troops, then seat 1's (GC-21)."""
        turn, ply = self._numbered
        if turn == self.turns:
            return
        played = self.match.played[ply:]
        for seat in range(SEATS):
            own = [order for mover, order in played if mover == seat]
            self._number_orders(seat, turn, self._written.get(seat, own), own)
        self._written.clear()
        self._numbered = (self.turns, self.match.ply)
        self._troops = [troop for troop in self._troops if troop.arrival >= self.turns]
        self._bombs = [bomb for bomb in self._bombs if bomb.arrival >= self.turns]

    def _number_orders(self, seat: int, turn: int, written: list[Move], played: list[Move]) -> None:
        """Every BOMB and MOVE takes an id, even without effect; a troop gets that of its first MOVE with cyborgs."""
        distance = self._state["distance"]
        for kind, flights in ((BOMB, self._bombs), (MOVE, self._troops)):
            routes = {(order.a, order.b) for order in played if order.kind == kind}
            for order in [order for order in written if order.kind == kind]:
                route = (order.a, order.b)
                if route in routes and (kind == BOMB or order.c > 0):
                    routes.remove(route)
                    flights.append(Flight(self._next_id, seat, *route, turn + int(distance[route])))
                self._next_id += 1

    @property
    def _state(self) -> Any:
        return self.match.state[0]

    @property
    def _count(self) -> int:
        return int(self._state["count"])

    def _factory_lines(self, seat: int) -> Iterator[str]:
        state, count = self._state, self._count
        fields = [state[name][:count].tolist() for name in ("owner", "stock", "production", "halted")]
        for i, (owner, stock, production, halted) in enumerate(zip(*fields)):
            yield f"{i} FACTORY {owner_sign(owner, seat)} {stock} {production} {halted} 0"

    def _troop_lines(self, seat: int) -> Iterator[str]:
        if not self._troops:
            return
        fleet = {(slot, *route): abs(cyborgs) for slot, route, cyborgs in list_troops(self._state)}
        for troop in self._troops:
            cyborgs = fleet.get((troop.arrival % SLOTS, troop.source, troop.target), 0)  # 0: its side is out (GC-15)
            route = f"{troop.source} {troop.target}"
            yield f"{troop.id} TROOP {owner_sign(troop.seat, seat)} {route} {cyborgs} {self._count_remaining(troop)}"

    def _bomb_lines(self, seat: int) -> Iterator[str]:
        """Of the opponent's bombs only the source is known."""
        for bomb in self._bombs:
            secret = f"{bomb.target} {self._count_remaining(bomb)}" if bomb.seat == seat else "-1 -1"
            yield f"{bomb.id} BOMB {owner_sign(bomb.seat, seat)} {bomb.source} {secret} 0"

    def _count_remaining(self, flight: Flight) -> int:
        return flight.arrival - self.turns + 1


class Referee:
    """One contest game, fed with the answers of both seats."""

    def __init__(self, seed: int, league: int = 3, factories: int | None = None, cyborgs: int | None = None):
        options = {"league": league, "factories": factories or 0, "cyborgs": cyborgs or 0}
        self.match = Match(load("ghost"), SEATS, seed, options)
        self.messages = [""] * SEATS  # the last MSG of each seat
        self.out: list[Verdict | None] = [None] * SEATS  # why a seat is out
        self.protocol = self.match.share(ContestProtocol)
        self._answers: dict[int, Answer] = {}

    @property
    def over(self) -> bool:
        return self.match.over

    @property
    def turns(self) -> int:
        """The number of turns played."""
        return self.protocol.turns

    @property
    def scores(self) -> list[int]:
        return [score for (score,) in self.match.outcome]

    def lines(self, seat: int) -> list[str]:
        """Return the lines that a seat reads this turn (GC-20)."""
        return self.protocol.lines(seat)

    def answer(self, seat: int, line: str | None, fault: Verdict = TIMEOUT) -> None:
        """Take a seat's line; None means that there is no line, and `fault` says why."""
        self._answers[seat] = Answer(fault=fault) if line is None else self.protocol.read(seat, line)

    def step(self) -> None:
        """Carry out both answers; a seat without one since the last step has run out of time."""
        answers, self._answers = self._answers, {}
        for seat in range(SEATS):
            self._carry_out(seat, answers.get(seat, Answer(fault=TIMEOUT)))

    def _carry_out(self, seat: int, answer: Answer) -> None:
        for move in answer.moves:
            self.match.play(move, seat)
        if answer.fault is not None:
            self.match.play(Move(OUT), seat)
            self.out[seat] = self.match.verdicts[seat] = answer.fault
        if "said" in answer.notes:
            self.messages[seat] = answer.notes["said"]
            self.match.notes.setdefault(self.match.ply, {}).update(answer.notes)


def owner_sign(owner: int, seat: int) -> int:
    """Return 1 for the seat itself, -1 for the opponent, 0 for neutral."""
    if owner < 0:
        return 0
    return 1 if owner == seat else -1


def parse_line(line: str, state: Any, seat: int) -> ParsedLine:
    """Parse a line of orders (GC-22), part by part up to the first bad one."""
    parsed = ParsedLine()
    has_moved = False
    for part in split_line(line.removesuffix("\r")):
        try:
            order = parse_part(part, state, seat, parsed, has_moved)
        except BadLine as error:
            parsed.fault = Verdict("illegal", f"{part!r:.80}: {error}")
            break
        if order is not None:
            parsed.orders.append(order)
            has_moved = has_moved or order.kind == MOVE
    return parsed


def split_line(line: str) -> list[str]:
    """Split a line at each `;` that a verb follows; white space around that `;` is removed."""
    *parts, last = SEPARATOR.split(line)
    return [*(part.rstrip(WHITE) for part in parts), last]


def parse_part(part: str, state: Any, seat: int, parsed: ParsedLine, has_moved: bool) -> Move | None:
    """Return one order; None for WAIT, for a message, and for orders that this league ignores."""
    if WAIT.fullmatch(part):
        return None
    if found := MESSAGE.fullmatch(part):
        parsed.message = trim(found[1])[:LONGEST_MESSAGE]
        return None
    for kind, form in ORDERS.items():
        if found := form.fullmatch(part):
            order = Move(kind, *(int(number) for number in found.groups()))
            if is_ignored(order, int(state["league"]), has_moved):
                return None
            check_factories(order, state, seat)
            return order
    raise BadLine("this is no order")


def trim(text: str) -> str:
    """Remove white space and control characters at both ends."""
    return text.strip("".join(map(chr, range(33))))


def is_ignored(order: Move, league: int, has_moved: bool) -> bool:
    """Orders that a league does not have are only checked for their form (GC-1, GC-22)."""
    return (order.kind == INC and league < 3) or (order.kind == MOVE and league == 0 and has_moved)


def check_factories(order: Move, state: Any, seat: int) -> None:
    """Raise BadLine unless the factories exist, the source is the seat's own, and the two are different."""
    factories = (order.a,) if order.kind == INC else (order.a, order.b)
    for factory in factories:
        if factory >= state["count"]:
            raise BadLine(f"there is no factory {factory}")
    if state["owner"][order.a] != seat:
        raise BadLine(f"factory {order.a} is not yours")
    if order.kind != INC and order.a == order.b:
        raise BadLine("source and target are the same factory")
