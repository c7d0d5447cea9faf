"""What one viewer is told of a table: its board, the log in words, the seats, and what he may do now."""

import asyncio
import gzip
import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import cache
from html import unescape
from typing import Any

from ludotheque.game import Game, Move
from ludotheque.match import Match, View
from ludotheque.web.live_table import TIMEOUT, LiveTable
from ludotheque.web.story import Eye, happened, score_of, short
from ludotheque.web.undo import back_to
from ludotheque.web.words import Tongue

MOST_KEPT = 64
LOG_PLIES = 300  # what happened longer ago is told by the replay
LABEL = re.compile(r'aria-label="[^".]*\. ([^"]*)"')


@dataclass
class Log:
    """What one viewer has been told, ply by ply."""

    first: int  # the ply before the first that is told
    told: list[tuple[tuple[int, Move], list[str]]] = field(default_factory=list)

    def follow(self, match: Match, seat: int, tongue: Tongue) -> None:
        """Tell what has happened since; what was taken back is forgotten, though as much was played instead."""
        played = match.played[self.first :]
        del self.told[same_start([ply for ply, _ in self.told], played) :]
        for ply in range(self.first + len(self.told) + 1, match.ply + 1):
            self.told.append((match.played[ply - 1], happened(match, ply, Eye(str(seat)), tongue)))

    @property
    def lines(self) -> list[str]:
        return [line for _, lines in self.told for line in lines]


class Teller:
    """The frames of one table. Everybody who sees the same gets the same bytes, made once."""

    def __init__(self, table: LiveTable):
        self.table = table
        self._logs: dict[tuple[int, str], Log] = {}
        self._made: dict[tuple[int, str], tuple[int, dict[str, Any]]] = {}

    def made(self, seat: int, tongue: Tongue) -> dict[str, Any] | None:
        """A viewer's frame, if it is made already and nothing has changed since."""
        change, frame = self._made.get((seat, tongue.language), (-1, None))
        return frame if change == self.table.change else None

    def frame(self, seat: int, tongue: Tongue) -> dict[str, Any]:
        """All that a viewer may know now, the log whole."""
        change, frame = self.table.change, self._make(seat, tongue)
        self._made[seat, tongue.language] = change, frame
        return frame

    def _make(self, seat: int, tongue: Tongue) -> dict[str, Any]:
        table, match = self.table, self.table.match
        view = match.view(seat)
        view.names = [name or tongue.say("a friend") for name in view.names]
        svg = view.drawing(tongue.board(match.game))
        may_move = seat in match.active and table.bot_of(seat) is None and match.verdicts[seat] != TIMEOUT
        playing = table.state == "playing" and may_move
        return {
            "kind": "frame",
            "seat": seat,
            "state": table.state,
            "svg": svg,
            "log": self.log(seat, tongue).lines,
            "seats": [seat_facts(table, view, one, tongue) for one in range(match.seats)],
            "hint": hint(table, view, svg, tongue),
            "key": table.key(seat),
            "legal": view.legal() if playing else [],
            "moves": move_words(match.game, tongue),
            "free": free_arguments(match.game),
            "undo": undo_facts(table, seat),
            "ready": table.registry.is_ready(match.game),
            "over": match.over,
            "result": result_facts(match, tongue) if match.over else None,
            "replay": f"/replays/{table.row.id}" if match.over else None,
            "watchers": sum(watcher.seat < 0 for watcher in list(table.watchers)),
        }

    def log(self, seat: int, tongue: Tongue) -> Log:
        match = self.table.match
        log = self._logs.setdefault((seat, tongue.language), Log(max(0, match.ply - LOG_PLIES)))
        log.follow(match, seat, tongue)
        return log


def seat_facts(table: LiveTable, view: View, seat: int, tongue: Tongue) -> dict[str, Any]:
    row, match = table.seats[seat], table.match
    away = table.away_for(seat)
    score = score_of(match, match.ply, view, seat)
    return {
        "seat": seat,
        "name": row.name or tongue.say("a friend"),
        "kind": row.kind,
        "bot": row.bot,
        "awaited": table.state == "playing" and seat in match.active,
        "score": score,
        "score_says": f"{tongue.outcome(match.game, match.game.outcome[match.game.score])} {score}",
        "here": row.kind == "bot" or table.is_here(seat),
        "away_seconds": None if away is None else int(away) // 10 * 10,
        "stand_in": row.stand_in,
        "may_stand_in": table.may_stand_in(seat),
        "clock": table.clock(seat),
        "rank": match.ranks[seat] if match.over else None,
        "verdict": verdict_says(match.verdicts[seat], tongue),
        "thinking": table.state == "playing" and seat in match.active and table.bot_of(seat) is not None,
    }


def hint(table: LiveTable, view: View, svg: str, tongue: Tongue) -> str:
    """One sentence: what to do next, or whom we wait for."""
    if table.state == "waiting":
        return tongue.say("Waiting for a friend to sit down: send the link.")
    if view.seat >= 0 and table.bot_of(view.seat) and not table.match.over:
        return tongue.say("A bot plays for you. Take your seat back when you like.")
    if view.seat >= 0 and table.match.verdicts[view.seat] == TIMEOUT and not table.match.over:
        return tongue.say("Your time is up: the rest is played for you.")
    teller = getattr(view.game.board, "hint", None)
    if teller is not None and view.seat in view.active:
        return str(teller(view, view.seat, tongue.board(view.game)))
    label = LABEL.search(svg)
    return unescape(label[1]) if label else ""


def undo_facts(table: LiveTable, seat: int) -> dict[str, Any]:
    """May this viewer take back, and has somebody asked?"""
    sits = seat >= 0 and table.state == "playing" and table.bot_of(seat) is None
    return {
        "can": sits and table.asking is None and back_to(table.match, seat) is not None,
        "asked_by": table.asking,
        "agreed": sorted(table.agreed),
        "mine": seat >= 0 and table.asking == seat,
        "must_answer": seat >= 0 and seat in table.must_agree(),
    }


def result_facts(match: Match, tongue: Tongue) -> list[dict[str, Any]]:
    """The table of a match that is over, best first."""
    view = match.view(-1)
    rows = [
        {"seat": seat, "name": one["name"], "rank": one["rank"], "score": score_of(match, match.ply, view, seat)}
        | {"verdict": verdict_says(one["verdict"], tongue)}
        for seat, one in enumerate(match.result())
    ]
    return sorted(rows, key=lambda row: row["rank"])


def verdict_says(verdict: str, tongue: Tongue) -> str:
    return tongue.say("time is up") if verdict == TIMEOUT else verdict


def move_words(game: Game, tongue: Tongue) -> dict[str, Any]:
    """How the kinds of move and their arguments are called."""

    def says(arguments: Iterable[str]) -> dict[str, str]:
        return {name: short(tongue.argument(game, name)) for name in arguments}

    offered = {kind: arguments for kind, arguments in game.rules.MOVES.items() if arguments is not None}
    return {kind: {"says": tongue.move(game, kind), "arguments": says(names)} for kind, names in offered.items()}


@cache
def free_arguments(game: Game) -> list[str]:
    """Arguments of which only a ladder of values is offered: any whole number may be tried."""
    kinds = [arguments for arguments in game.rules.MOVES.values() if arguments]
    return sorted({name for kind in kinds for name, values in kind.items() if is_ladder(values)})


def is_ladder(values: int | Sequence[int]) -> bool:
    """Do the offered values leave some out?"""
    if isinstance(values, int):
        return False
    return len(values) > 1 and list(values) != list(range(min(values), max(values) + 1))


class Seen:
    """A table as its viewers see it. What many of them get is made and packed once."""

    def __init__(self, table: LiveTable):
        self.table = table
        self._teller = Teller(table)
        self._packed: dict[tuple[int, int], bytes | None] = {}
        self._kept: list[Any] = []  # the frames of which the keys above speak

    async def frame(self, seat: int, tongue: Tongue) -> dict[str, Any]:
        """The newest frame of a viewer."""
        made = self._teller.made(seat, tongue)
        if made is not None:
            return made  # many see the same, and need not stand in line for it
        async with self.table.lock:
            made = self._teller.made(seat, tongue)
            return made if made is not None else await asyncio.to_thread(self._teller.frame, seat, tongue)

    def packed(self, frame: dict[str, Any], last: dict[str, Any] | None) -> bytes | None:
        """The news of a frame as bytes to send; None if there is none."""
        key = id(frame), id(last)
        if key not in self._packed:
            if len(self._kept) > MOST_KEPT:
                self._packed, self._kept = {}, []
            told = news(frame, last)
            self._packed[key] = None if told is None else pack(told)
            self._kept += [frame, last]
        return self._packed[key]


def news(frame: dict[str, Any], last: dict[str, Any] | None) -> dict[str, Any] | None:
    """What has changed since a viewer's last frame; None if he can see no difference."""
    if last is None:
        return {**frame, "log": {"from": 0, "lines": frame["log"]}, "fresh": 0}
    if timeless(frame) == timeless(last):
        return None
    same = same_start(last["log"], frame["log"])
    told = {**frame, "log": {"from": same, "lines": frame["log"][same:]}, "fresh": len(frame["log"]) - same}
    del told["moves"], told["free"]
    return told


def timeless(frame: dict[str, Any]) -> dict[str, Any]:
    """A frame without what only time has changed: that somebody staged a move must not show in a clock."""
    return {**frame, "seats": [{**seat, "clock": is_running(seat), "away_seconds": 0} for seat in frame["seats"]]}


def is_running(seat: dict[str, Any]) -> bool:
    return bool(seat["clock"] and seat["clock"]["running"])


def same_start(old: Sequence[object], new: Sequence[object]) -> int:
    """How many things at the start of two lists are the same."""
    return next((i for i, (a, b) in enumerate(zip(old, new)) if a != b), min(len(old), len(new)))


def pack(message: dict[str, Any]) -> bytes:
    """A message as it travels."""
    return gzip.compress(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode(), 3, mtime=0)
