"""A table: who sits at a match, whose answer counts, what a fault costs, clocks, undo, resignation and draws.

The table is pure and synchronous: no database, no socket, no thread, and time is an argument. A driver (referee,
terminal, web) asks the bots and people that `questions` names, turns what they say into a Change, stores it if it is
durable, and commits it. A Change that is dropped has never happened.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Literal

from ludotheque.draft import Draft, TableState
from ludotheque.game import GameError
from ludotheque.match import NO_NOTE, Match
from ludotheque.record import Times, Verdict, Withdrawal
from ludotheque.seating import (
    NO_REQUESTS,
    TIME_IS_UP,
    UNTIMED,
    Answer,
    BotFailed,
    Change,
    Kind,
    Question,
    Refused,
    Requests,
    Seat,
    Seconds,
    Stale,
    TimeControl,
    UndoRequest,
)
from ludotheque.undo import find_undo_target, has_seen, is_in_open_turn

TOO_LATE = "Your time is up: the rest is played for you."


class Table(TableState):
    """A match with its seats. `key_stem` makes keys unguessable; `new_seed` draws dice after a fault."""

    def __init__(
        self,
        match: Match,
        seats: Sequence[Seat],
        *,
        now: Seconds,
        key_stem: str = "",
        new_seed: Callable[[], int],
        clock: TimeControl = UNTIMED,
        requests: Requests = NO_REQUESTS,
    ) -> None:
        self.match = match
        self.seats = tuple(seats)
        self.version = 0
        self.requests = requests
        self.clock, self.new_seed = clock, new_seed
        self._key_stem = key_stem
        self._key_numbers = [0] * len(seats)
        self.running = {}
        self._asked_at = [-1] * len(seats)  # ply at which each seat was last asked
        self._write_to_match()
        self._run_clocks(now)

    # Reading

    @property
    def state(self) -> Literal["waiting", "playing", "over"]:
        if any(seat.kind == Kind.EMPTY for seat in self.seats):
            return "waiting"
        return "over" if self.match.over else "playing"

    def questions(self) -> list[Question]:
        """Return the open questions by seat; empty while the table waits for people, and at the end."""
        if self.state != "playing":
            return []
        awaited = [seat for seat in self.match.active if self.seats[seat].withdrawn is None]
        return [Question(seat, self.key(seat), self.seats[seat].player) for seat in awaited]

    def is_open(self, question: Question) -> bool:
        """Return whether this question is still asked: an answer before it may have changed the position."""
        seat = question.seat
        is_unanswered = question.key == self.key(seat)
        return is_unanswered and seat in self.match.active and self.seats[seat].withdrawn is None

    def key(self, seat: int) -> str:
        """Return the key that an answer of this seat needs now; a spectator has none."""
        return f"{self._key_stem}{self._key_numbers[seat]}" if seat >= 0 else ""

    def is_clock_running(self, seat: int) -> bool:
        return seat in self.running

    def wake_at(self) -> Seconds | None:
        """Return when the first running bank will be empty."""
        ends = [since + (self.seats[seat].bank or 0.0) for seat, since in self.running.items()]
        return min(ends, default=None)

    def undo_target(self, seat: int) -> int | None:
        """Return the ply to which this seat may ask to go back; None if it may not."""
        return find_undo_target(self.match, seat) if self.match.game.undo else None

    def can_draw(self) -> bool:
        """Return whether every side that is still in play has a person who can agree to a draw."""
        people = [seat for seat, its in enumerate(self.seats) if its.is_person]
        has_stand_in = any(its.stand_in is not None for its in self.seats)
        teams = self.match.teams_in_play()
        return len(teams) > 1 and not has_stand_in and {self.match.team_numbers[seat] for seat in people} == teams

    def must_agree(self) -> frozenset[int]:
        """Return the seats that still have to agree to the open undo request."""
        request = self.requests.undo
        return self._witnesses(request.seat, request.target) - request.agreed if request else frozenset()

    # Proposing: every method returns a Change or raises a GameError with the sentence, and changes nothing

    def answer(self, seat: int, key: str, answer: Answer, now: Seconds) -> Change:
        """Play what a player answered. An illegal move is a person's mistake, and a bot's fault."""
        self._check_key(seat, key)
        self._check_awaited(seat)
        if seat in self.running and self.bank(seat, now) == 0.0:
            raise Refused(TOO_LATE)
        with self._draft(now) as draft:
            try:
                draft.play_answer(seat, answer)
            except GameError as error:
                if self.seats[seat].player is None:
                    raise
                failed = _verdict_of(error)
            else:
                return draft.change(answered={seat})
        return self.fail(seat, key, failed, now, answer.notes, answer.times)

    def fail(
        self,
        seat: int,
        key: str,
        verdict: Verdict,
        now: Seconds,
        notes: Mapping[str, Any] = NO_NOTE,
        times: Times | None = None,
    ) -> Change:
        """A bot gave no usable answer: its open turn is taken back, and the table plays for it from now on."""
        self._check_key(seat, key)
        self._check_awaited(seat)
        with self._draft(now) as draft:
            draft.take_back_turn(seat)
            if self.seats[seat].stand_in is not None:
                draft.play(seat, self.match.first_legal_move(seat), times, {**notes, "stderr": str(verdict)})
            else:
                draft.withdraw(seat, "fault", verdict)
                draft.first_note = (seat, times, dict(notes))
            return draft.change(answered={seat})

    def resign(self, seat: int, now: Seconds) -> Change:
        """Resign; with partners who are people, this is an offer until all of them resign too.

        If only bots are left then, the match ends: nobody has to wait for them.
        """
        self.check_person(seat)
        team = self.match.team_numbers[seat]
        members = [one for one, its in enumerate(self.match.team_numbers) if its == team]
        agreed = self.requests.resign | {seat}
        with self._draft(now) as draft:
            if any(self.seats[one].is_person and one not in agreed for one in members):
                draft.requests = self.requests._replace(resign=agreed)
                draft.tell("resign_offered", seat)
                return draft.change(is_durable=False)
            for one in members:
                if self.seats[one].withdrawn is None:
                    draft.withdraw(one, "resigned")
                    draft.tell("resigned", one)
            if has_people(draft.seats):
                draft.end_if_one_team_is_left("resignation", members)
            elif self.match.teams_in_play() and not self.match.over:
                draft.end("resignation", members)
            return draft.change(answered=set(members))

    def offer_draw(self, seat: int, now: Seconds) -> Change:
        """Offer a draw, or accept one: when everybody who plays has offered it, the match is drawn."""
        self.check_person(seat)
        people = {one for one, its in enumerate(self.seats) if its.is_person}
        if len(self.match.teams_in_play()) == 1:
            raise Refused("There is nobody left to agree with on a draw.")
        if any(one.stand_in is not None for one in self.seats):
            raise Refused("A draw needs everybody's word, and a bot plays for somebody who is away.")
        if not self.can_draw():
            raise Refused("A draw needs a person on every side that is still in play.")
        offers = self.requests.draw | {seat}
        with self._draft(now) as draft:
            if people <= offers:
                draft.end("draw", people)
                return draft.change(answered=people)
            draft.requests = self.requests._replace(draw=offers)
            draft.tell("draw_offered", seat)
            return draft.change(is_durable=False)

    def decline_draw(self, seat: int, now: Seconds) -> Change:
        """Decline the draw that is offered, or take one's own offer back."""
        self.check_person(seat)
        if not self.requests.draw:
            raise Refused("Nobody has offered a draw.")
        with self._draft(now) as draft:
            draft.requests = self.requests._replace(draw=frozenset())
            draft.tell("draw_declined", seat)
            return draft.change(is_durable=False)

    def request_undo(self, seat: int, now: Seconds) -> Change:
        """Take back at once what is the seat's own to take back, or ask everybody who has seen it."""
        self.check_person(seat)
        target = self.undo_target(seat)
        if target is None:
            raise Refused("Nothing can be taken back here: dice were rolled, or something was shown.")
        self._check_programs_can_rewind(seat, target)
        with self._draft(now) as draft:
            if not self._witnesses(seat, target):
                draft.undo(seat, target)
                return draft.change()
            draft.requests = self.requests._replace(undo=UndoRequest(seat, target))
            draft.tell("undo_asked", seat)
            return draft.change(is_durable=False)

    def answer_undo(self, seat: int, yes: bool, now: Seconds) -> Change:
        """Agree or not to what another seat asks."""
        request = self.requests.undo
        if request is None or seat not in self.must_agree():
            raise Refused("Nobody has asked you for that.")
        with self._draft(now) as draft:
            if not yes or self.undo_target(request.seat) != request.target:
                draft.requests = self.requests._replace(undo=None)
                draft.tell("undo_declined", seat)
                return draft.change(is_durable=False)
            agreed = request.agreed | {seat}
            if self._witnesses(request.seat, request.target) - agreed:
                draft.requests = self.requests._replace(undo=request._replace(agreed=agreed))
                return draft.change(is_durable=False)
            draft.undo(request.seat, request.target)
            return draft.change()

    def cancel_undo(self, seat: int, now: Seconds) -> Change:
        """Take one's own undo request back."""
        if self.requests.undo is None or self.requests.undo.seat != seat:
            raise Refused("You have not asked to take anything back.")
        with self._draft(now) as draft:
            draft.requests = self.requests._replace(undo=None)
            return draft.change(is_durable=False)

    def sit_down(self, seat: int, name: str, now: Seconds) -> Change:
        """A person takes an empty seat."""
        if self.seats[seat].kind != Kind.EMPTY:
            raise Refused("This chair is taken, or the link is not whole.")
        with self._draft(now) as draft:
            draft.set_seat(seat, kind=Kind.PERSON, name=name)
            return draft.change(answered={seat})

    def stand_up(self, seat: int, now: Seconds) -> Change:
        """A person leaves a table that still waits for others."""
        if self.state != "waiting" or self.seats[seat].kind != Kind.PERSON:
            raise Refused("The match has begun: this seat cannot be left empty.")
        with self._draft(now) as draft:
            draft.set_seat(seat, kind=Kind.EMPTY, name="")
            return draft.change(answered={seat})

    def stand_in(self, seat: int, bot: str, now: Seconds) -> Change:
        """Let a bot play for a person who is away."""
        one = self.seats[seat]
        if not one.is_person or self.state != "playing":
            raise Refused("This seat cannot be given to a bot now.")
        with self._draft(now) as draft:
            draft.set_seat(seat, stand_in=bot, bank=self.bank(seat, now))
            return draft.change(answered={seat})

    def take_seat_back(self, seat: int, now: Seconds) -> Change:
        """A person comes back and plays for themselves again."""
        if self.seats[seat].stand_in is None or self.seats[seat].withdrawn is not None:
            raise Refused("No bot plays for you here.")
        with self._draft(now) as draft:
            draft.set_seat(seat, stand_in=None)
            return draft.change(answered={seat})

    def tick(self, now: Seconds) -> Change | None:
        """Take out the seats whose bank is empty; None if there are none."""
        late = [seat for seat in sorted(self.running) if self.bank(seat, now) == 0.0]
        if not late:
            return None
        with self._draft(now) as draft:
            for seat in late:
                draft.withdraw(seat, "time", TIME_IS_UP, bank=0.0)
                draft.tell("time", seat)
            draft.end_if_one_team_is_left("time", late)
            return draft.change(answered=set(late))

    def settle(self, now: Seconds) -> Change | None:
        """Return what is still to do after the table was loaded, if anything."""
        with self._draft(now) as draft:
            change = draft.change()
        return change if change.plies or change.ending != self.match.ending else None

    # Committing

    def commit(self, change: Change, now: Seconds) -> None:
        """Do what was proposed. A change made from another version is Stale."""
        if change.version != self.version:
            raise Stale("The position has changed since: look again.")
        new_keys = set(change.answered) | self._changed_hands(change) | self._saw_removed(change)
        request = change.requests.undo
        seen_before = self._view_of_requester(request)
        charged = self.charged(change)
        self.match.undo_to(change.keep)
        for ply in change.plies:
            self.match.put_back(ply)
        self.match.dice_seeds, self.match.ending = list(change.dice), change.ending
        if change.seats:
            self.seats = tuple(change.seats.get(seat, its) for seat, its in enumerate(self.seats))
        self.requests = change.requests
        self._write_to_match()
        if self.match.over:
            self.requests = NO_REQUESTS
        elif self._view_of_requester(request) != seen_before:
            self.requests = self.requests._replace(undo=None)
        for seat in new_keys:
            self._key_numbers[seat] += 1
        self.version += 1
        self.running.update((seat, now) for seat in charged if seat in self.running)
        self._run_clocks(now)

    def charged(self, change: Change) -> frozenset[int]:
        """Return the seats whose banks hold the time that they had used: their clocks begin anew with this change."""
        return change.answered | {seat for seat, one in change.seats.items() if one.bank != self.seats[seat].bank}

    def note_asked(self, seat: int) -> None:
        """The driver has put the question to a bot: a program that remembers cannot forget it again."""
        self._asked_at[seat] = self.match.ply

    def _changed_hands(self, change: Change) -> set[int]:
        return {seat for seat, now in change.seats.items() if now.player != self.seats[seat].player}

    def _saw_removed(self, change: Change) -> set[int]:
        """Return the seats that saw a ply which the change removes and does not play again."""
        if change.keep == self.match.ply:
            return set()
        played_again = Counter((ply.seat, ply.move) for ply in change.plies)
        removed = []
        for ply in range(change.keep + 1, self.match.ply + 1):
            played = self.match.played[ply - 1]
            if played_again[played]:
                played_again[played] -= 1
            else:
                removed.append(ply)
        return {seat for seat in range(self.match.seats) if any(has_seen(self.match, seat, ply) for ply in removed)}

    def _view_of_requester(self, request: UndoRequest | None) -> bytes | None:
        return bytes(self.match.view(request.seat).state.tobytes()) if request else None

    def _write_to_match(self) -> None:
        """Names, verdicts and withdrawals belong to the match's record."""
        self.match.names = [seat.name for seat in self.seats]
        self.match.kinds = [str(seat.kind) for seat in self.seats]
        self.match.verdicts = [seat.verdict for seat in self.seats]
        self.match.withdrawn = {n: one.withdrawn for n, one in enumerate(self.seats) if one.withdrawn}

    def _run_clocks(self, now: Seconds) -> None:
        """Start and stop the banks: one runs while its person is awaited."""
        timed = {seat for seat, its in enumerate(self.seats) if its.bank is not None and its.is_person}
        due = timed.intersection(self.match.active) if timed and self.state == "playing" else ()
        self.running = {seat: self.running.get(seat, now) for seat in due}

    # Checks

    def _check_key(self, seat: int, key: str) -> None:
        if key != self.key(seat):
            raise Stale("The position has changed since: look again.")

    def _check_awaited(self, seat: int) -> None:
        self._check_playing()
        withdrawn = self.seats[seat].withdrawn
        if withdrawn is not None:
            raise Refused(why_out(withdrawn))
        if seat not in self.match.active:
            raise Refused("You are not awaited now.")

    def _check_playing(self) -> None:
        if self.state == "waiting":
            raise Refused("Somebody has still to sit down.")
        if self.state == "over":
            raise Refused("The match is over.")

    def check_person(self, seat: int) -> None:
        """Refuse unless a person decides for this seat now."""
        self._check_playing()
        one = self.seats[seat]
        if one.withdrawn is not None:
            raise Refused(why_out(one.withdrawn))
        if one.stand_in is not None:
            raise Refused("A bot plays for you: take your seat back first.")
        if one.kind != Kind.PERSON:
            raise Refused("You are only looking on here.")

    def _check_programs_can_rewind(self, seat: int, target: int) -> None:
        for other, its in enumerate(self.seats):
            if not its.can_rewind and self._asked_at[other] > target:
                raise Refused("A program has seen this move, and cannot be made to forget it.")

    def _witnesses(self, seat: int, target: int) -> frozenset[int]:
        """Return the people who have to agree when this seat goes back to `target`."""
        if is_in_open_turn(self.match, seat, target):
            return frozenset()
        own = [ply for ply in range(target + 1, self.match.ply + 1) if self.match.played[ply - 1].seat == seat]
        others = [one for one, its in enumerate(self.seats) if its.is_person and one != seat]
        return frozenset(one for one in others if any(has_seen(self.match, one, ply) for ply in own))

    def _draft(self, now: Seconds) -> Draft:
        return Draft(self, self.match.trial(), now)


def has_people(seats: Iterable[Seat]) -> bool:
    """Return whether a person is still in play, if only by a bot that plays for them."""
    return any(seat.kind == Kind.PERSON and seat.withdrawn is None for seat in seats)


def _verdict_of(error: GameError) -> Verdict:
    return error.verdict if isinstance(error, BotFailed) else Verdict("illegal", str(error))


def why_out(withdrawal: Withdrawal) -> str:
    if withdrawal.why == "time":
        return TOO_LATE
    return "You have left this match: the rest is played for you."
