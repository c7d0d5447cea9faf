"""A match: one game being played, move by move."""

import hashlib
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ludotheque import loops, notation
from ludotheque.compile import Machine
from ludotheque.dice import DRAWN, LENGTH
from ludotheque.game import Game, GameError, Move, OptionValue, PlayedMove, load
from ludotheque.history import History
from ludotheque.record import OK, DiceSeed, Ending, Record, SeatEntry, Times, Verdict, Withdrawal
from ludotheque.view import IllegalMove, Position, View, read_turn

T = TypeVar("T")
SEEDS = range(-(2**63), 2**63)
NO_NOTE: Mapping[str, Any] = {}
PLY_BYTES, TIMES_BYTES = 160, 250  # Python's objects for a move, and for the times of an answer


class Ply(NamedTuple):
    """One ply as it was played: enough to put it back without running the rules again."""

    seat: int
    move: Move
    has_rolled: bool
    state: bytes  # after it
    times: Times | None = None
    note: Mapping[str, Any] = NO_NOTE


class Match(Position):
    """One game being played, move by move."""

    def __init__(
        self,
        game: Game,
        seats: int,
        seed: int,
        options: Mapping[str, OptionValue],
        names: Sequence[str] = (),
        machine: Machine | None = None,
        random_seeds: Sequence[int] = (),
    ):
        if seed not in SEEDS:
            raise GameError("A seed is a whole number of 64 bits with sign, not {seed}.", seed=seed)
        chosen = game.read_options(options, seats, seed)
        super().__init__(game, seats, machine or loops.machine_of(game), names or _default_names(seats))
        for name, value in chosen.items():
            self.state[name] = value
        self.options = {name: game.options[name].to_value(value) for name, value in chosen.items()}
        self.kinds = ["person"] * seats  # of the seats, as a record names them
        self.random_seeds = list(random_seeds) or [seat_seed(seed, seat) for seat in range(seats)]
        self.dice_seeds = [DiceSeed(0, seed)]
        self.played: list[PlayedMove] = []
        self.notes: dict[int, dict[str, Any]] = {}
        self.times: dict[int, Times] = {}
        self.verdicts: list[Verdict] = [OK] * seats
        self.withdrawn: dict[int, Withdrawal] = {}
        self.ending: Ending | None = None
        self._own_plies = [0] * seats
        self._rolled = bytearray()  # one flag for each ply
        self._trial: Trial | None = None
        self._shared: dict[Callable[[Match], Any], Any] = {}
        self._dice = self._machine.wrap(np.zeros(LENGTH, np.int64))
        self._machine(loops.begin)(self._held, 0, seats, seed, self._dice)
        self._history = History(self.state.tobytes())

    def __repr__(self) -> str:
        if self.over:
            return f"<{self.game.title}, over after {self.ply} plies: {self.outcome}>"
        return f"<{self.game.title}, ply {self.ply + 1}, awaiting seat {' and '.join(map(str, self.active))}>"

    @property
    def active(self) -> list[int]:
        """The seats whose moves are awaited."""
        return [] if self.ending else super().active

    @property
    def over(self) -> bool:
        return self.ending is not None or super().over

    @property
    def ply(self) -> int:
        """The number of moves played."""
        return len(self.played)

    @property
    def seed(self) -> int:
        return self.dice_seeds[0].seed

    @property
    def moves(self) -> list[str]:
        """The moves played, each with its seat in front."""
        return [f"{seat} {self.format_move(move)}" for seat, move in self.played]

    def format_move(self, move: Move) -> str:
        return notation.write(self.game.rules.MOVES, move)

    @property
    def ranks(self) -> list[int]:
        """Each seat's place, 1 the best; teams that are level share it.

        Teams in play come first, by outcome; then those that resigned or ran out of time; then those at fault, unless
        the game's own rules rank them (Game.rules_rank_faults). In a draw by agreement all teams in play share.
        """
        outcome = self.outcome
        keys = {team: self._rank_key(team, outcome) for team in set(self.team_numbers)}
        return [1 + sum(keys[other] > keys[team] for other in self.team_numbers) for team in self.team_numbers]

    @property
    def shares_of_first(self) -> list[float]:
        """Each seat's share of first place: 1 if its team is first alone, a part of it if teams are level, else 0."""
        ranks = self.ranks
        first = {team for team, rank in zip(self.team_numbers, ranks) if rank == 1}
        return [1 / len(first) if rank == 1 else 0.0 for rank in ranks]

    def _rank_key(self, team: int, outcome: Sequence[tuple[int, ...]]) -> tuple[Any, ...]:
        members = [seat for seat, one in enumerate(self.team_numbers) if one == team]
        reasons = [self.withdrawn[seat].why for seat in members if seat in self.withdrawn]
        if "fault" in reasons and not self.game.rules_rank_faults:
            return (0,)
        if reasons and len(reasons) == len(members) and set(reasons) != {"fault"}:
            return (1,)
        return (2,) if self.ending and self.ending.kind == "draw" else (2, max(outcome[seat] for seat in members))

    def play(self, move: str | Move, seat: int | None = None) -> None:
        """Play a move; a refused one raises IllegalMove and changes nothing."""
        if self.over:
            raise IllegalMove("The match is over.")
        chosen, parsed = self._seat(seat), self.parse_move(move)
        before = self.state.tobytes()
        ply = self.ply + 1
        error = self._machine(loops.play)(self._held, 0, chosen, *parsed, self._seed_at(ply), ply, self._dice)
        if error:
            raise IllegalMove(self.game.rules.ERRORS[error])
        self._append(PlayedMove(chosen, parsed), before, self.state.tobytes(), bool(self._dice[DRAWN] > 0))

    def _append(self, played: PlayedMove, before: bytes, after: bytes, has_rolled: bool) -> None:
        self._history.append(before, after)
        self._rolled.append(has_rolled)
        self.played.append(played)
        self._own_plies[played.seat] += 1

    def _seed_at(self, ply: int) -> int:
        return next(one.seed for one in reversed(self.dice_seeds) if one.first <= ply)

    def undo(self) -> str:
        """Take the last move back, and return it as text."""
        if not self.played:
            raise IllegalMove("There is no move to take back.")
        if self._trial is not None:
            self._trial.before_undo()
        seat, move = self.played[-1]
        self._cut(self.ply - 1)
        return f"{seat} {self.format_move(move)}"

    def undo_to(self, ply: int) -> None:
        while self._trial is not None and self.ply > ply:
            self.undo()
        if self.ply > ply:
            self._cut(ply)

    def _cut(self, ply: int) -> None:
        """Remove the plies after `ply`."""
        for removed in range(ply + 1, self.ply + 1):
            self.notes.pop(removed, None)
            self.times.pop(removed, None)
            self._own_plies[self.played[removed - 1].seat] -= 1
        del self.played[ply:], self._rolled[ply:]
        self._set_state(self._history.cut(ply))
        self.ending = None

    def put_back(self, ply: Ply) -> None:
        """Append a ply that was played before, without running the rules."""
        before = self.state.tobytes()
        self._set_state(ply.state)
        self._append(PlayedMove(ply.seat, ply.move), before, ply.state, ply.has_rolled)
        self.annotate(self.ply, ply.times, ply.note)

    def _set_state(self, state: bytes) -> None:
        self.state.view(np.uint8)[:] = np.frombuffer(state, np.uint8)  # ten times as fast as field by field

    def annotate(self, ply: int, times: Times | None, note: Mapping[str, Any]) -> None:
        """Keep beside ply `ply` what its player said and the time it used."""
        if times is not None:
            self.times[ply] = times
        if note:
            self.notes[ply] = {**self.notes.get(ply, {}), **note}

    def ply_at(self, ply: int) -> Ply:
        seat, move = self.played[ply - 1]
        note = self.notes.get(ply, NO_NOTE)
        return Ply(seat, move, self.has_rolled(ply), self._bytes_at(ply), self.times.get(ply), note)

    def trial(self) -> "Trial":
        """Play and undo inside a block, `with match.trial()`; on leaving it the match is as it was before."""
        return Trial(self)

    def roll_anew(self, first: int, seed: int) -> None:
        """Let plies from `first` on roll with another seed: dice that were seen and taken back do not come again."""
        self.dice_seeds = [*(one for one in self.dice_seeds if one.first < first), DiceSeed(first, seed)]

    def copy(self) -> "Match":
        """Return a match that goes on from here by itself."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin._held = self._machine.wrap(twin.state)
        for name in COPIED:
            setattr(twin, name, getattr(self, name).copy())
        twin._shared = {}
        twin._trial = None
        return twin

    def share(self, make: "Callable[[Match], T]") -> T:
        """Return an object that all players of this match use together; `make` makes it for the first of them."""
        if make not in self._shared:
            self._shared[make] = make(self)
        return self._shared[make]

    def view(self, seat: int = -1, ply: int | None = None) -> View:
        """Return what a seat (-1: a spectator) sees now, or saw after `ply` plies."""
        if not -1 <= seat < self.seats:
            template = "There is no seat {seat}: seats are 0 to {last}, and -1 for a spectator."
            raise GameError(template, seat=seat, last=self.seats - 1)
        view = View(self.game, self.seats, self._machine, self.names, self._bytes_at(ply), seat=seat)
        view._random_seed = self._seed_of_view(seat) if ply is None else b""
        self._machine(loops.look)(view._held, 0, seat)
        return view

    def full_view(self, ply: int | None = None) -> View:
        """Return the position with nothing hidden: for a match that is over."""
        return View(self.game, self.seats, self._machine, self.names, self._bytes_at(ply))

    def _bytes_at(self, ply: int | None) -> bytes:
        if ply is None or ply == self.ply:
            return bytes(self.state.tobytes())
        if not 0 <= ply < self.ply:
            raise GameError("This match has plies 0 to {last}, not {ply}.", last=self.ply, ply=ply)
        return self._history.at(ply)

    def _seed_of_view(self, seat: int) -> bytes:
        """Depends on the seat's own plies only: even the number of other seats' plies may be secret."""
        if seat < 0:
            return b""
        return seed_of_view(self.random_seeds[seat], self._own_plies[seat])

    def has_rolled(self, ply: int) -> bool:
        """Return whether the rules rolled dice in this ply (from 1)."""
        return bool(self._rolled[ply - 1])

    @property
    def machine(self) -> Machine:
        """What the rules run on."""
        return self._machine

    def move_to(self, machine: Machine) -> None:
        """Go on with the same position on another machine."""
        self._machine = machine
        self._held = machine.wrap(self.state)
        self._dice = machine.wrap(np.zeros(LENGTH, np.int64))

    def at(self, ply: int) -> "Match":
        """Return the match as it was after `ply` plies."""
        twin = self.copy()
        if twin.ply > ply:
            twin.ending = None
            twin.withdrawn = {s: one for s, one in twin.withdrawn.items() if one.ply is not None and one.ply <= ply}
        twin.undo_to(ply)
        return twin

    def open_turn_start(self, seat: int) -> int:
        """Return the ply after which this seat's open turn began: all later plies are its own, or staged by others."""
        turn, ply = read_turn(self.state), self.ply
        while ply > 0:
            before = np.frombuffer(self._history.at(ply - 1), self.state.dtype)
            if read_turn(before) != turn or not before["active"][0][seat]:
                break
            ply -= 1
        return ply

    def open_turn_plies(self, seat: int) -> list[int]:
        """Return the plies that a seat has played of its open turn."""
        plies = range(self.open_turn_start(seat) + 1, self.ply + 1)
        return [ply for ply in plies if self.played[ply - 1].seat == seat]

    def take_back_turn(self, seat: int) -> None:
        """Take back what a seat has played of its open turn; what other seats staged meanwhile stays."""
        self.remove(self.open_turn_plies(seat))

    def remove(self, plies: Sequence[int]) -> None:
        """Take these plies back; later plies are played again, with their notes and times."""
        first = min(plies, default=self.ply + 1)
        later = [self.ply_at(ply) for ply in range(first, self.ply + 1) if ply not in plies]
        self.undo_to(first - 1)
        for ply in later:
            self.play(ply.move, ply.seat)
            self.annotate(self.ply, ply.times, ply.note)

    def teams_in_play(self) -> set[int]:
        """Return the teams of which at least one seat still plays for itself."""
        return {team for seat, team in enumerate(self.team_numbers) if seat not in self.withdrawn}

    def substitute_move(self, seat: int, ply: int | None = None) -> Move:
        """Return the move that is played for a seat that is out: its card's, or its first legal one."""
        if self.game.fault is not None:
            return self.parse_move(self.game.fault)
        return self.first_legal_move(seat, ply)

    def first_legal_move(self, seat: int, ply: int | None = None) -> Move:
        return Move(*self.full_view(ply).legal_rows(seat)[0].tolist())

    def result(self) -> list[dict[str, Any]]:
        """Return each seat's result (won, lost, drawn), rank, outcome, verdict and its cause."""
        ranks = self.ranks
        first = {team for team, rank in zip(self.team_numbers, ranks) if rank == 1}
        best = "won" if len(first) == 1 else "drawn"
        return [
            {
                "name": name,
                "result": best if rank == 1 else "lost",
                "rank": rank,
                "outcome": list(outcome),
                "verdict": verdict.kind,
                "cause": verdict.cause,
            }
            for name, rank, outcome, verdict in zip(self.names, ranks, self.outcome, self.verdicts)
        ]

    def checksum(self) -> str:
        return hashlib.sha256(self.state.tobytes()).hexdigest()

    @property
    def size(self) -> int:
        """The memory that this match needs, in bytes, about."""
        notes = sum(len(repr(note)) for note in self.notes.values())
        return self._history.size + PLY_BYTES * self.ply + TIMES_BYTES * len(self.times) + 2 * notes

    def record(self) -> Record:
        """Return the match as a file holds it: `m.record().write()`."""
        return Record(
            game=self.game.name,
            rules=self.game.version,
            options=dict(self.options),
            seats=[SeatEntry(*row) for row in zip(self.names, self.kinds, self.random_seeds)],
            dice=list(self.dice_seeds),
            moves=self.moves,
            withdrawn=dict(self.withdrawn),
            ending=self.ending,
            result=self.result() if self.over else None,
            checksum=self.checksum(),
            times=dict(sorted(self.times.items())),
            notes=dict(sorted(self.notes.items())),
        )

    def _repr_svg_(self) -> str:
        return self.view()._repr_svg_()


COPIED = (
    "played", "notes", "times", "verdicts", "withdrawn", "names", "kinds", "options", "random_seeds", "dice_seeds",
    "_history", "_rolled", "_own_plies",
)  # fmt: skip


class Trial:
    """Remembers what a match needs to return to where it was.

    Inside a trial the facts below are replaced, never changed in place.
    """

    REPLACED = ("dice_seeds", "ending", "withdrawn", "verdicts")

    def __init__(self, match: Match):
        self._match = match
        self.keep = match.ply  # plies of the match as it was that are still there
        self._removed: list[Ply] = []
        self._facts = {name: getattr(match, name) for name in self.REPLACED}

    def __enter__(self) -> "Trial":
        self._match._trial = self
        return self

    def __exit__(self, *error: object) -> None:
        self._match._trial = None
        self._revert()

    def before_undo(self) -> None:
        match = self._match
        if match.ply == self.keep:
            self._removed.append(match.ply_at(match.ply))
            self.keep -= 1

    def plies(self) -> tuple[Ply, ...]:
        """Return the plies that replace those after `keep`."""
        match = self._match
        return tuple([match.ply_at(ply) for ply in range(self.keep + 1, match.ply + 1)])

    def _revert(self) -> None:
        match = self._match
        match.undo_to(self.keep)
        for ply in reversed(self._removed):
            match.put_back(ply)
        for name, value in self._facts.items():
            setattr(match, name, value)


def new(name: str, seats: int | None = None, seed: int | None = None, **options: OptionValue) -> Match:
    """Start a match: new("emile", seats=3, seed=7). Without a seed all seeds are drawn."""
    game = load(name)
    count = seats or game.default_seats
    if seed is not None:
        return Match(game, count, seed, options)
    return Match(game, count, draw_seed(), options, random_seeds=[draw_seed() for _ in range(count)])


def draw_seed() -> int:
    return secrets.randbits(63)


def seat_seed(seed: int, seat: int) -> int:
    """Return a seat's own random seed where only the match's seed is given: the same match repeats."""
    return derive_seed(f"seat {seat} of seed {seed}")


def seed_of_view(seed: int, own_plies: int) -> bytes:
    """Return what `view.random` starts from, from a seat's own seed and the number of plies that it has played."""
    return hashlib.sha256(f"{seed} {own_plies}".encode()).digest()


def derive_seed(name: str) -> int:
    return int.from_bytes(hashlib.sha256(f"ludotheque {name}".encode()).digest()[:8]) >> 1


def _default_names(seats: int) -> list[str]:
    return [f"seat {seat}" for seat in range(seats)]
