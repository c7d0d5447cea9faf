"""How a worker plays for a bot at a table of people: it asks the server for the bot's turns, and sends the answers.

It runs in a process of its own, and holds a core only while the bot thinks. If it dies, another worker goes on: the bot
is asked again everything that it was asked before.
"""

import time
from collections.abc import Mapping
from typing import Any, NamedTuple

import httpx

from ludotheque import cores
from ludotheque.arena.entrants import Entrant
from ludotheque.contest.jobs import make_task
from ludotheque.contest.orders import Order, make_entrants
from ludotheque.game import GameError, load
from ludotheque.match import Match
from ludotheque.playback import count_common, play_line
from ludotheque.record import DiceSeed, Times
from ludotheque.referee import Heard, Player, is_timed
from ludotheque.seating import BotFailed
from ludotheque.table_program import TableProgram

REQUEST_SECONDS = 60.0  # longer than the server waits for a question
LOST_SECONDS = 3.0
MOST_LOST = 200  # requests in a row that the server does not answer
LONGEST_MOVE = 100
NO_TIMES = Times(0.0, 0.0, 0.0)


class ServerAddress(NamedTuple):
    """Where a worker asks, and as whom."""

    url: str
    key: str
    worker: str


def play_challenge(order: Order, contents: Mapping[str, bytes], server: ServerAddress) -> None:
    """Play for the bot until the match is over, or until the job belongs to somebody else."""
    entrants = make_entrants(order, contents)
    headers = {"Authorization": f"Bearer {server.key}"}
    with httpx.Client(base_url=server.url, headers=headers, timeout=REQUEST_SECONDS) as client:
        bots = ChallengeBots(order, next(iter(entrants.values())))
        try:
            while (turn := ask(client, order, server, "turn")) is not None and turn["state"] != "over":
                if turn["state"] == "ask":
                    ask(client, order, server, "answer", key=turn["key"], **bots.answer(turn))
        finally:
            bots.close()


def ask(client: httpx.Client, order: Order, server: ServerAddress, what: str, **more: Any) -> dict[str, Any] | None:
    """Ask the server, again if it is away; None if this job is not ours any more."""
    body = {"job": order.key, "worker": server.worker, **more}
    for _ in range(MOST_LOST):
        try:
            response = client.post(f"/api/workers/tables/{order.live}/{what}", json=body)
        except httpx.TransportError:
            pass
        else:
            if response.status_code < 400:
                answer: dict[str, Any] = response.json()
                return answer
            if response.status_code < 500 and response.status_code != 429:
                return None
        time.sleep(LOST_SECONDS)
    return None


class ChallengeBots:
    """The bot at its seats, each a program of its own, with a copy of the match."""

    def __init__(self, order: Order, entrant: Entrant) -> None:
        task = make_task(order.tasks[0])
        self._entrant, self._task = entrant, task
        self._match: Match | None = None
        self._programs: dict[int, tuple[TableProgram, Player, int]] = {}  # with the ply at which it was asked last
        self._last: dict[int, tuple[list[str], dict[str, Any]]] = {}  # what it was asked, and its answer

    def answer(self, turn: Mapping[str, Any]) -> dict[str, Any]:
        """Return what the bot says to a question; one that is asked again after a loss gets the same answer."""
        seat, moves = turn["seat"], turn["moves"]
        asked, known = self._last.get(seat, ([], {}))
        if not known or asked != moves:
            known = describe(self._think(turn), self._follow(turn))
            self._last[seat] = moves, known
        return known

    def _follow(self, turn: Mapping[str, Any]) -> Match:
        """Return the match as it is at the table."""
        if self._match is None:
            game, seats = load(self._task.game), len(self._task.seats)
            options, seeds = dict(self._task.options), turn["random_seeds"]
            self._match = Match(game, seats, turn["dice"][0][1], options, turn["names"], random_seeds=seeds)
        match = self._match
        match.undo_to(count_common(match.moves, turn["moves"]))
        match.dice_seeds = [DiceSeed(*one) for one in turn["dice"]]
        for line in turn["moves"][match.ply :]:
            play_line(match, line)
        for ply in turn["answered"]:
            match.annotate(ply, NO_TIMES, {})
        return match

    def _think(self, turn: Mapping[str, Any]) -> Heard:
        match = self._follow(turn)
        program, player = self._find_program(turn["seat"], match)
        with cores.Locks() as locks, locks.hold([core] if (core := cores.choose(turn["seat"])) is not None else []):
            heard = program.answer()
        if is_timed(player) and not isinstance(heard, BotFailed):
            player.rest()  # until its next turn, so that it takes no time from other bots
        return heard

    def _find_program(self, seat: int, match: Match) -> tuple[TableProgram, Player]:
        """Return the program of a seat; one that has seen what was taken back begins anew."""
        known = self._programs.get(seat)
        if known is not None and known[2] > match.ply:
            known[0].close()
            known = None
        if known is None:
            player = self._entrant.make_player(match.game)
            known = TableProgram(player, match, seat), player, match.ply
        program, player, _ = known
        program.follow(match)
        self._programs[seat] = program, player, match.ply
        return program, player

    def close(self) -> None:
        for program, _, _ in self._programs.values():
            program.close()


def describe(heard: Heard, match: Match) -> dict[str, Any]:
    """Return an answer as the server takes it: without what the bot wrote, and why it failed, which are its team's."""
    times = heard.times or NO_TIMES
    facts: dict[str, Any] = {"times": [times.wall, times.cpu or 0.0, times.delay or 0.0]}
    if isinstance(heard, BotFailed):
        return {**facts, "failed": heard.verdict.kind}
    facts["moves"] = [spell(match, move) for move in heard.moves]
    return facts | {name: one.kind for name in ("fault", "error") if (one := getattr(heard, name)) is not None}


def spell(match: Match, move: Any) -> str:
    try:
        text = move if isinstance(move, str) else match.format_move(match.parse_move(move))
    except (GameError, TypeError, ValueError):
        text = str(move)  # the table says what is wrong with it
    return text[:LONGEST_MOVE]
