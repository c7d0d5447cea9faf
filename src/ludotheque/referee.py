"""The referee: the only loop that plays a match between players, and what becomes of one that fails."""

import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from ludotheque.game import GameError, Move
from ludotheque.match import OK, Match


class BotFailed(GameError):
    """A player that gave no usable answer; the message is the verdict: what kind of failure, and its cause."""


@dataclass
class Answer:
    """An answer: the moves to play, why the player failed after them if it did, and what it said beside."""

    moves: Iterable[Any] = ()
    fault: str | None = None
    notes: dict[str, Any] = field(default_factory=dict)


class Player(Protocol):
    """Anything that sits down and answers a view with moves."""

    name: str

    def begin(self, match: Match, seat: int) -> None:
        """The match begins. Whatever of it reaches the player is what its view shows."""

    def ask(self) -> None:
        """Put the question. All that are awaited are asked before anybody is waited for."""

    def answer(self) -> Answer:
        """Wait for the answer; raises BotFailed when none comes."""

    def close(self) -> None:
        """The match is over."""


def run(match: Match, players: Sequence[Player], after: Callable[[Match], None] | None = None) -> Match:
    """Play a match to its end. For a player that fails its card's move is played, or its first legal one."""
    match.names = [player.name for player in players]
    try:
        for seat, player in enumerate(players):
            player.begin(match, seat)
        while not match.over:
            _round(match, players, after)
    finally:
        for player in players:
            player.close()
    return match


def _round(match: Match, players: Sequence[Player], after: Callable[[Match], None] | None) -> None:
    """Everybody who is awaited answers once."""
    seats = match.active
    for seat in seats:
        if match.verdicts[seat] == OK:
            players[seat].ask()
    for seat in seats:
        before = match.ply
        if match.verdicts[seat] == OK:
            _hear(match, seat, players[seat])
        elif seat in match.active:
            match.play(match.game.fault or match.legal(seat)[0], seat)
        if after is not None:
            after(match)
        if match.ply < before:
            return  # somebody took moves back: who is awaited is another question now


def _hear(match: Match, seat: int, player: Player) -> None:
    """One player's answer, played out."""
    started = time.monotonic()
    try:
        reply = player.answer()
        for move in reply.moves:
            _play(match, seat, move)
    except BotFailed as error:
        match.take_back_turn(seat)
        match.verdicts[seat] = str(error)
        return
    if reply.fault is not None:
        match.verdicts[seat] = reply.fault
    note = {"seconds": round(time.monotonic() - started, 6), **reply.notes}
    match.notes.setdefault(match.ply, {}).update(note)


def _play(match: Match, seat: int, move: Any) -> None:
    if not isinstance(move, str | Move):
        raise BotFailed(f"illegal: answered {move!r:.80}, which is no text")
    try:
        match.play(move, seat)
    except GameError as error:
        raise BotFailed(f"illegal: {str(move).strip()!r:.80}: {error}") from None
