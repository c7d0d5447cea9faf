"""A change while it is being made, inside a trial of the match: nothing happens before it is committed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

import numpy as np

from ludotheque.game import Game, GameError, Move, quote
from ludotheque.match import NO_NOTE, Match, Trial
from ludotheque.notation import INT32, BadNotation, forms
from ludotheque.record import OK, Ending, Times, Verdict, Withdrawal
from ludotheque.seating import (
    NO_REQUESTS,
    Answer,
    BotFailed,
    Change,
    Event,
    Refused,
    Requests,
    Seat,
    Seconds,
    TimeControl,
)
from ludotheque.undo import staged_plies


class TableState:
    """What a table is between two changes: the match, the seats, the open requests and the running clocks."""

    match: Match
    seats: tuple[Seat, ...]
    version: int
    requests: Requests
    clock: TimeControl  # of the seats that have a bank
    new_seed: Callable[[], int]  # draws the seed of further dice
    running: dict[int, Seconds]  # seats whose clock runs, and since when

    def bank(self, seat: int, now: Seconds) -> Seconds | None:
        """Return the time that a seat has left."""
        bank = self.seats[seat].bank
        if bank is None:
            return None
        return max(0.0, bank - (now - self.running[seat] if seat in self.running else 0.0))


class Draft:
    """A change while it is being made, inside a trial of the match: `with` begins and ends the trial."""

    def __init__(self, table: TableState, trial: Trial, now: Seconds):
        self.table, self.match, self._trial, self.now = table, table.match, trial, now
        self.seats = list(table.seats)
        self.requests = table.requests
        self.first_note: tuple[int, Times | None, dict[str, Any]] | None = None  # for a withdrawn seat's next ply
        self._events: list[Event] = []

    def __enter__(self) -> "Draft":
        self._trial.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._trial.__exit__(*error)

    def tell(self, kind: str, seat: int) -> None:
        self._events.append(Event(kind, seat))

    def set_seat(self, seat: int, **facts: Any) -> None:
        self.seats[seat] = replace(self.seats[seat], **facts)

    def play_answer(self, seat: int, answer: Answer) -> None:
        """Play the moves of one answer; the note and the times belong to its last ply."""
        start = self.match.ply
        for move in answer.moves:
            self._play_offered(seat, move)
        if self.match.ply == start and answer.fault is None:
            raise Refused("An answer needs a move.")
        if self.match.ply > start:
            self.match.annotate(self.match.ply, answer.times, answer.notes)
            self._use_time(seat)
        else:
            self.first_note = (seat, answer.times, dict(answer.notes))
        if answer.error is not None and self.seats[seat].verdict == OK:
            self._set_verdict(seat, answer.error)
        if answer.fault is not None:
            self.withdraw(seat, "fault", answer.fault)
        if self.seats[seat].is_person and seat not in self.requests.draw:
            self.requests = self.requests._replace(draw=frozenset())
        if seat in self.requests.resign:
            self.requests = self.requests._replace(resign=self.requests.resign - {seat})

    def _play_offered(self, seat: int, move: Any) -> None:
        if not isinstance(move, str | Move):
            raise BotFailed(Verdict("illegal", f"answered {move!r:.80}, which is no text"))
        try:
            self.match.play(self._parse_offered(move), seat)
        except GameError as error:
            if self.seats[seat].player is None:
                raise
            cause = str(error) if isinstance(error, BadNotation) else f"{str(move).strip()!r:.80}: {error}"
            raise BotFailed(Verdict("illegal", cause)) from None

    def _parse_offered(self, move: str | Move) -> Move:
        """Parse a move and refuse the kinds that only the table may play."""
        moves, parsed = self.match.game.rules.MOVES, self.match.parse_move(move)
        is_move = all(isinstance(number, int | np.integer) and int(number) in INT32 for number in parsed)
        if not is_move or parsed.kind in list_reserved(self.match.game):
            text = quote(str(move).strip())
            raise BadNotation("{text} is no move; a move is {form}.", text=text, form=forms(moves))
        return parsed

    def play(self, seat: int, move: Move, times: Times | None = None, note: Mapping[str, Any] = NO_NOTE) -> None:
        self.match.play(move, seat)
        self.match.annotate(self.match.ply, times, note)

    def _use_time(self, seat: int) -> None:
        """Charge the time up to now. A turn that is done earns more, or gives all of a turn's time back."""
        left, clock = self._bank(seat), self.table.clock
        if left is None:
            return
        is_done = seat not in self.match.active or not self.match.open_turn_plies(seat)
        if is_done and clock.is_per_turn:
            self.set_seat(seat, bank=clock.start)
        elif self.seats[seat].is_person:
            self.set_seat(seat, bank=left + (clock.added if is_done else 0.0))

    def _bank(self, seat: int) -> Seconds | None:
        """Return the time that a seat has left, with what this draft has changed already."""
        drafted = self.seats[seat].bank
        return self.table.bank(seat, self.now) if drafted == self.table.seats[seat].bank else drafted

    def take_back_turn(self, seat: int) -> None:
        """Take the open turn back. Dice that were seen in it must not come again."""
        plies = self.match.open_turn_plies(seat)
        if any(self.match.has_rolled(ply) for ply in plies):
            self.match.roll_anew(plies[0], self.table.new_seed())
        self._remove(plies)

    def undo(self, seat: int, target: int) -> None:
        """Remove the seat's last decision and what followed; what others staged of their own open turns stays."""
        staged = staged_plies(self.match, seat, target)
        removed = [ply for ply in range(target + 1, self.match.ply + 1) if ply not in staged]
        for ply in removed:
            self._return_bonus(ply)
        self._remove(removed)
        self.requests = self.requests._replace(undo=None)
        self.tell("undone", seat)

    def _return_bonus(self, ply: int) -> None:
        """Take back what a turn has earned that is open again; a bot or a stand-in earned nothing."""
        if self.table.clock.is_per_turn:
            return
        seat = self.match.played[ply - 1].seat
        bank = self._bank(seat)
        after = np.frombuffer(self.match.ply_at(ply).state, self.match.state.dtype)
        if bank is not None and self.seats[seat].is_person and not after["active"][0][seat]:
            self.set_seat(seat, bank=max(0.0, bank - self.table.clock.added))

    def _remove(self, plies: Sequence[int]) -> None:
        """Remove plies from the match; later plies, and withdrawals among them, get lower numbers."""
        for seat, one in self.match.withdrawn.items():
            if one.ply is not None:
                self._set_withdrawal(seat, one._replace(ply=one.ply - sum(ply < one.ply for ply in plies)))
        self.match.remove(plies)

    def withdraw(self, seat: int, why: str, verdict: Verdict = OK, **facts: Any) -> None:
        """From the next ply on the table plays for this seat."""
        self._set_withdrawal(seat, Withdrawal(why, self.match.ply + 1))
        self.set_seat(seat, stand_in=None, **facts)
        self._set_verdict(seat, verdict)
        if why == "fault":
            self.tell("fault", seat)

    def _set_verdict(self, seat: int, verdict: Verdict) -> None:
        self.set_seat(seat, verdict=verdict)
        self.match.verdicts = [one.verdict for one in self.seats]

    def _set_withdrawal(self, seat: int, withdrawal: Withdrawal) -> None:
        self.match.withdrawn = {**self.match.withdrawn, seat: withdrawal}
        self.set_seat(seat, withdrawn=withdrawal)

    def end(self, kind: str, seats: Iterable[int]) -> None:
        self.match.ending = Ending(kind, tuple(sorted(seats)))

    def end_if_one_team_is_left(self, kind: str, seats: Iterable[int]) -> None:
        if len(self.match.teams_in_play()) == 1 and not self.match.over:
            self.end(kind, seats)

    def change(self, answered: Iterable[int] = (), is_durable: bool = True) -> Change:
        """Play for the seats that are out, and return the whole proposal."""
        if is_durable:
            self._play_for_withdrawn()
        self._end_requests_of_absent_people()
        before, is_over = self.table.seats, self.match.over
        changed = {seat: now for seat, now in enumerate(self.seats) if now is not before[seat] and now != before[seat]}
        return Change(
            version=self.table.version,
            keep=self._trial.keep,
            plies=self._trial.plies(),
            seats=changed,
            dice=tuple(self.match.dice_seeds),
            ending=self.match.ending,
            is_over=is_over,
            result=self.match.result() if is_over else None,
            requests=self.requests,
            events=tuple(self._events),
            answered=frozenset(answered),
            is_durable=is_durable,
        )

    def _end_requests_of_absent_people(self) -> None:
        if self.requests == NO_REQUESTS:
            return
        undo, draw, resign = self.requests
        people = frozenset(seat for seat, one in enumerate(self.seats) if one.is_person)
        self.requests = Requests(undo if undo and undo.seat in people else None, draw & people, resign & people)

    def _play_for_withdrawn(self) -> None:
        """Play substitute moves until a seat that is still in play is awaited, or the match is over.

        When nobody is left the match is abandoned, unless the rules themselves say how it ends.
        """
        while self.match.withdrawn and not self.match.over:
            if not self.match.teams_in_play() and not self._rules_decide():
                self.end("abandoned", self.match.withdrawn)
                return
            seat = next((one for one in self.match.active if one in self.match.withdrawn), None)
            if seat is None:
                return
            self.play(seat, self.match.substitute_move(seat), *self._take_first_note(seat))

    def _rules_decide(self) -> bool:
        """Do the rules rank seats at fault, so that the match is played to its end without players?"""
        return self.match.game.rules_rank_faults and all(one.why == "fault" for one in self.match.withdrawn.values())

    def _take_first_note(self, seat: int) -> tuple[Times | None, dict[str, Any]]:
        if self.first_note is None or self.first_note[0] != seat:
            return None, {}
        _, times, notes = self.first_note
        self.first_note = None
        return times, notes


@cache
def list_reserved(game: Game) -> list[int]:
    """Return the kinds of moves that only the table may play."""
    return [kind for kind, arguments in enumerate(game.rules.MOVES.values()) if arguments is None]
