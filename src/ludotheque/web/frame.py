"""Frames: what the server sends to a viewer of a table. Viewers who see the same get the same bytes, made once."""

import asyncio
import gzip
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from itertools import count
from typing import Any

from ludotheque.game import Game, PlayedMove
from ludotheque.match import Match
from ludotheque.playback import count_common
from ludotheque.record import Ending, Verdict
from ludotheque.seating import TIME_IS_UP, Kind, Refused
from ludotheque.table import has_people, why_out
from ludotheque.view import View, read_turn
from ludotheque.web.hints import can_ask
from ludotheque.web.lessons import count_followed
from ludotheque.web.live_table import LiveTable
from ludotheque.web.outlines import make_outline
from ludotheque.web.player_names import name_bot, name_player, name_players, view_with_names
from ludotheque.web.replay_log import HIDDEN, Viewpoint, describe_plies, describe_ply, format_scores, list_named
from ludotheque.web.score_parts import explain_scores
from ludotheque.web.shown_plies import MOST_SHOWN_PLIES, PlyPainter, ShownPly, describe_shown
from ludotheque.web.table_request import FRIEND
from ludotheque.web.words import Language

LOG_PLIES = 300  # plies of which a viewer sees something; older ones are in the replay only
MOST_LOG_PLIES = LOG_PLIES * 3 // 2  # when there are more, old ones are dropped
LOG_TURNS = 100  # the same in games with secrets, where a turn can have many plies that a viewer does not see


@dataclass
class Log:
    """The log of one viewer: each ply with its sentences."""

    first: int  # the ply before the first that the log describes
    entries: list[tuple[PlayedMove, list[str]]] = field(default_factory=list)

    @classmethod
    def begin(cls, match: Match, seat: int, language: Language) -> "Log":
        """Return the log of the last plies. Secret ones must not count: the length of the log would show how many."""
        is_open = match.game.rules.observe is None
        oldest = (read_turn(match.state) or 0) - LOG_TURNS
        entries: list[tuple[PlayedMove, list[str]]] = []
        seen, ply = 0, match.ply
        while ply > 0 and seen < LOG_PLIES and (is_open or (read_turn(match.full_view(ply).state) or 0) > oldest):
            lines = describe_ply(match, ply, Viewpoint(seat), language)
            entries.append((match.played[ply - 1], lines))
            seen, ply = seen + bool(lines), ply - 1
        return cls(ply, entries[::-1])

    def update(self, match: Match, seat: int, language: Language) -> int:
        """Remove the entries of plies that were taken back or replaced, and add those of new plies.

        Return the last ply whose entry was there before.
        """
        played = match.played[self.first :]
        del self.entries[count_common([ply for ply, _ in self.entries], played) :]
        kept = self.first + len(self.entries)
        plies = range(kept + 1, match.ply + 1)
        for ply, sentences in zip(plies, describe_plies(match, plies, Viewpoint(seat), language)):
            self.entries.append((match.played[ply - 1], sentences))
        self._drop_old()
        return kept

    def seen_since(self, ply: int) -> list[tuple[int, list[str]]]:
        """Return the plies after `ply` of which the viewer has seen something, with their sentences."""
        entries = self.entries[max(0, ply - self.first) :]
        return [(number, lines) for number, (_, lines) in enumerate(entries, max(ply, self.first) + 1) if lines]

    def _drop_old(self) -> None:
        """Drop old plies when there are half as many too much: viewers get the whole log then, so not at each ply."""
        if len(self.entries) > MOST_LOG_PLIES:
            seen = [number for number, (_, lines) in enumerate(self.entries) if lines]
            start = seen[-LOG_PLIES] if len(seen) > MOST_LOG_PLIES else 0
            self.first += start
            del self.entries[:start]

    @property
    def lines(self) -> list[str]:
        return [line for _, lines in self.entries for line in lines]


class Frame(dict[str, Any]):
    """All that a viewer may know. `number` tells the frames of a table apart; viewers never see it.

    `plies` are those that one of the viewers at the table has not seen yet.
    """

    def __init__(self, number: int, facts: Mapping[str, Any]):
        super().__init__(facts)
        self.number = number
        self.plies: Sequence[ShownPly] = ()

    def plies_since(self, last: "Frame") -> list[ShownPly]:
        """Return the plies that a viewer has not seen who has the frame `last`."""
        is_same_viewer = last["seat"] == self["seat"]
        return [one for one in self.plies if one.frame > last.number] if is_same_viewer else []


class FrameBuilder:
    """Builds the frames of one table, and keeps the latest of each viewer."""

    def __init__(self, table: LiveTable):
        self.table = table
        self._logs: dict[tuple[int, str], Log] = {}
        self._latest: dict[tuple[int, str], tuple[int, Frame]] = {}
        self._numbers = count(1)

    def latest(self, seat: int, language: Language) -> Frame | None:
        """Return a viewer's latest frame, or None if the table has changed since."""
        change, frame = self._latest.get((seat, language.code), (-1, None))
        return frame if change == self.table.change else None

    def newest_numbers(self) -> set[int]:
        """Return the number of each viewer's newest frame."""
        return {frame.number for _, frame in list(self._latest.values())}  # another thread may add one

    def build(self, seat: int, language: Language) -> Frame:
        """Return everything that a viewer may know now, with the complete log."""
        change, number = self.table.change, next(self._numbers)
        log, kept = self._update_log(seat, language)
        frame = Frame(number, self._build(seat, language, log))
        frame.plies = self._plies_to_show(frame, log, kept, language)
        self._latest[seat, language.code] = change, frame
        return frame

    def _plies_to_show(self, frame: Frame, log: Log, kept: int, language: Language) -> list[ShownPly]:
        """Return the plies that a viewer at the table has still to see; those after `kept` are new.

        They are drawn only if there is such a viewer. A ply of which viewers see nothing is left out: the number of
        such plies is secret too.
        """
        seat = frame["seat"]
        oldest, seen = self.table.oldest_frame(seat), log.seen_since(kept)[-MOST_SHOWN_PLIES:]
        _, last = self._latest.get((seat, language.code), (-1, None))
        if oldest is None or last is None:
            return []
        waiting = [one for one in last.plies if one.frame > oldest and one.ply <= kept]
        painter = PlyPainter(self.table.match, seat, language)
        drawn = painter.paint(frame.number, seen, frame["svg"]) if seen else []
        return [*waiting, *drawn][-MOST_SHOWN_PLIES:]

    def _build(self, seat: int, language: Language, log: Log) -> dict[str, Any]:
        table, match = self.table, self.table.match
        view = view_with_names(match, language, seat)
        is_asked = any(question.seat == seat and question.bot is None for question in table.table.questions())
        scores = format_scores(match, match.ply, view)
        return {
            "kind": "frame",
            "seat": seat,
            "state": table.state,
            "svg": view.drawing(language.board(match.game)),
            "outline": make_outline(view, language),
            "log": log.lines,
            "seats": [describe_seat(table, one, scores[one], language) for one in range(match.seats)],
            "hint": describe_next_step(table, view, language),
            "key": table.key(seat),
            "legal": view.legal() if is_asked else [],
            "moves": label_moves(match.game, language),
            "free": free_arguments(match.game),
            "lesson": count_followed(match, seat),
            "advice": can_ask(table, seat),
            "undo": describe_undo(table, seat),
            "draw": describe_draw(table, seat),
            "resign": describe_resignation(table, seat),
            "rematch": describe_rematch(table, seat),
            "ready": table.registry.is_ready(match.game),
            "over": match.over,
            "ending": match.ending.kind if match.ending else None,
            "result": rank_seats(match, language) if match.over else None,
            "replay": f"/replays/{table.row.id}" if match.over else None,
            "watchers": sum(watcher.seat < 0 for watcher in list(table.watchers)),
        }

    def _update_log(self, seat: int, language: Language) -> tuple[Log, int]:
        """Return a viewer's log, and the last ply that it had before."""
        match = self.table.match
        key = seat, language.code
        if key not in self._logs:
            self._logs[key] = Log.begin(match, seat, language)
        return self._logs[key], self._logs[key].update(match, seat, language)


def describe_seat(table: LiveTable, seat: int, score: str, language: Language) -> dict[str, Any]:
    row, match = table.seats[seat], table.match
    away = table.away_for(seat)
    return {
        "seat": seat,
        "name": name_player(match.game, row.name, row.kind, language),
        "kind": FRIEND if row.kind == Kind.EMPTY else row.kind,
        "bot": row.bot,
        "awaited": table.state == "playing" and seat in match.active,
        "score": score,
        "score_says": f"{language.score_name(match.game)} {score}",
        "here": row.kind != "person" or table.is_here(seat),
        "away_seconds": None if away is None else int(away) // 10 * 10,
        "stand_in": row.stand_in,
        "stand_in_name": name_bot(match.game, row.stand_in, language) if row.stand_in else None,
        "compiling": table.state == "playing" and not table.is_bot_ready(seat),
        "may_stand_in": table.may_stand_in(seat),
        "clock": table.clock(seat),
        "rank": match.ranks[seat] if match.over else None,
        "verdict": describe_verdict(match.verdicts[seat], language),
        "thinking": table.state == "playing" and seat in match.active and table.bot_of(seat) is not None,
    }


def describe_next_step(table: LiveTable, view: View, language: Language) -> str:
    """Return one sentence: what to do next, or who is awaited."""
    if table.store_is_down:
        return language.say("The database does not answer. The match goes on as soon as it does.")
    if table.state == "waiting":
        return language.say("Waiting for a friend to sit down: send the link.")
    if view.seat >= 0 and table.bot_of(view.seat) and not table.match.over:
        return language.say("A bot plays for you. Take your seat back when you like.")
    if view.seat in table.match.withdrawn and not table.match.over:
        return language.error(view.game, Refused(why_out(table.match.withdrawn[view.seat])))
    if table.match.ending is not None:
        return describe_ending(table.match.ending, language)
    hint = getattr(view.game.board, "hint", None)
    return str(hint(view, view.seat, language.board(view.game))) if hint else ""


def describe_ending(ending: Ending, language: Language) -> str:
    """Describe an end outside the rules, which the board does not know."""
    match ending.kind:
        case "resignation":
            return language.say("The match has ended by resignation.")
        case "draw":
            return language.say("The players have agreed on a draw.")
        case "time":
            return language.say("The match has ended: time is up.")
        case _:
            return language.say("The match was broken off: all players have left.")


def describe_undo(table: LiveTable, seat: int) -> dict[str, Any]:
    """Return whether this viewer can ask to take back a move, and the request that is open now."""
    request = table.table.requests.undo
    return {
        "can": is_player(table, seat) and request is None and table.table.undo_target(seat) is not None,
        "asked_by": request.seat if request else None,
        "agreed": sorted(request.agreed) if request else [],
        "mine": request is not None and request.seat == seat,
        "must_answer": seat >= 0 and seat in table.table.must_agree(),
    }


def describe_draw(table: LiveTable, seat: int) -> dict[str, Any]:
    """Return whether this viewer can offer a draw or answer an offer, and who has offered one."""
    offers = table.table.requests.draw
    can = is_player(table, seat) and table.table.can_draw()
    return {
        "can": can and not offers,
        "offered_by": sorted(offers),
        "mine": seat in offers,
        "must_answer": can and bool(offers) and seat not in offers,
    }


def describe_resignation(table: LiveTable, seat: int) -> dict[str, Any]:
    """Return whether this viewer can resign, and which seats would if their partners do."""
    offers = table.table.requests.resign
    can, others = is_player(table, seat) and seat not in offers, [*table.table.seats]
    return {
        "can": can,
        "ends": can and not has_people(others[:seat] + others[seat + 1 :]),  # only bots play against this viewer
        "offered_by": sorted(offers),
    }


def describe_rematch(table: LiveTable, seat: int) -> dict[str, Any]:
    """Return whether this viewer can ask for a rematch, who has asked, and the address of its table."""
    people = [one.seat for one in table.seats if one.person]
    is_open = table.match.over and not table.rematch_id and len(people) > 1
    return {
        "can": is_open and seat in people and seat not in table.rematch_asked,
        "asked_by": sorted(table.rematch_asked),
        "mine": seat in table.rematch_asked,
        "table": f"/tables/{table.rematch_id}" if table.rematch_id else None,
    }


def is_player(table: LiveTable, seat: int) -> bool:
    """Does a person decide for this seat, in a match that goes on?"""
    return seat >= 0 and table.state == "playing" and table.table.seats[seat].is_person


def rank_seats(match: Match, language: Language) -> list[dict[str, Any]]:
    """Return the seats of a match that is over, best first."""
    scores, parts = format_scores(match, match.ply, match.view(-1)), explain_scores(match, language)
    names = name_players(match, language)
    rows = [
        {"seat": seat, "name": names[seat], "rank": one["rank"], "score": scores[seat]}
        | {"parts": parts[seat] if scores[seat] != HIDDEN else []}
        | {"result": one["result"], "verdict": describe_verdict(match.verdicts[seat], language)}
        for seat, one in enumerate(match.result())
    ]
    return sorted(rows, key=lambda row: row["rank"])


def describe_verdict(verdict: Verdict, language: Language) -> str:
    return language.say("time is up") if verdict == TIME_IS_UP else str(verdict)


def label_moves(game: Game, language: Language) -> dict[str, Any]:
    """Return the words for each kind of move and for its arguments."""

    def label(arguments: Iterable[str]) -> dict[str, str]:
        return {name: language.argument(game, name) for name in arguments}

    offered = {kind: arguments for kind, arguments in game.rules.MOVES.items() if arguments is not None}
    steps = label_steps(game, language)
    return {
        kind: {"says": language.move(game, kind), "arguments": label(names), "steps": steps.get(kind, {})}
        for kind, names in offered.items()
    }


def label_steps(game: Game, language: Language) -> Mapping[str, Mapping[str, str]]:
    """Return the sentences of the game's board that ask for a part of a move: by kind and argument."""
    steps = getattr(game.board, "steps", None)
    return steps(language.board(game)) if steps else {}


@cache
def free_arguments(game: Game) -> list[str]:
    """Return the arguments that accept any whole number, though only some values are listed as legal."""
    kinds = [arguments for arguments in game.rules.MOVES.values() if arguments]
    return sorted({name for kind in kinds for name, values in kind.items() if has_gaps(values)})


def has_gaps(values: int | Sequence[int]) -> bool:
    """Return whether the listed values leave out numbers between the smallest and the largest."""
    if isinstance(values, int):
        return False
    return len(values) > 1 and list(values) != list(range(min(values), max(values) + 1))


class FrameCache:
    """Frames of one table and their bytes, so that what many viewers get is built and compressed once."""

    def __init__(self, table: LiveTable):
        self.table = table
        self._builder = FrameBuilder(table)
        self._encoded: dict[tuple[int, int | None], bytes | None] = {}  # by the numbers of the next and the last frame

    async def get(self, seat: int, language: Language) -> Frame:
        """Return the newest frame of a viewer."""
        frame = self._builder.latest(seat, language)
        if frame is not None:
            return frame  # without waiting for the lock: many viewers ask for the same frame
        async with self.table.lock:
            frame = self._builder.latest(seat, language)
            if frame is not None:
                return frame
            loop, threads = asyncio.get_running_loop(), self.table.registry.frame_threads
            return await loop.run_in_executor(threads, self._builder.build, seat, language)

    def encode(self, frame: Frame, last: Frame | None) -> bytes | None:
        """Return the bytes that turn a viewer's last frame into this one; None if the viewer sees no difference."""
        key = frame.number, last.number if last is not None else None
        if key not in self._encoded:
            newest = self._builder.newest_numbers()
            self._encoded = {key: data for key, data in self._encoded.items() if key[0] in newest}
            delta = frame_delta(frame, last)
            self._encoded[key] = None if delta is None else gzip_json(delta)
        return self._encoded[key]


def frame_delta(frame: Frame, last: Frame | None) -> dict[str, Any] | None:
    """Return what has changed since a viewer's last frame; None if the viewer sees no difference."""
    if last is None:
        return {**frame, "log": describe_lines(frame["log"], 0), "fresh": 0, "plies": []}
    if without_clocks(frame) == without_clocks(last):
        return None
    same = count_common(last["log"], frame["log"])
    delta = {**frame, "log": describe_lines(frame["log"], same), "fresh": len(frame["log"]) - same}
    delta["plies"] = describe_shown(frame.plies_since(last))
    del delta["moves"], delta["free"]
    return delta


def describe_lines(log: Sequence[str], first: int) -> dict[str, Any]:
    """Return the lines of a log from `first` on, each with the ids of what it names on the board."""
    return {"from": first, "lines": log[first:], "named": [list_named(line) for line in log[first:]]}


def without_clocks(frame: dict[str, Any]) -> dict[str, Any]:
    """Return a frame without elapsed time.

    A frame that differs in its clocks only is not sent: it would tell the others that a seat has staged a secret move.
    """
    return {**frame, "seats": [{**seat, "clock": is_running(seat), "away_seconds": 0} for seat in frame["seats"]]}


def is_running(seat: dict[str, Any]) -> bool:
    return bool(seat["clock"] and seat["clock"]["running"])


def gzip_json(message: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(message, ensure_ascii=False, separators=(",", ":")).encode(), 3, mtime=0)
