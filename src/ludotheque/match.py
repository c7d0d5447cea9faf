"""A match: one game being played, to hold in a notebook or to be run by the referee."""

import hashlib
import random
import secrets
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import numpy as np

from ludotheque import art, loops, notation, record
from ludotheque.compile import Machine
from ludotheque.dice import DRAWN, LENGTH
from ludotheque.dice import dice as dice_from_seed
from ludotheque.game import COLUMNS, Game, GameError, Move, OptionValue, PlayedMove, field_names, load
from ludotheque.record import BadRecord, Record

T = TypeVar("T")
SEEDS = range(-(2**63), 2**63)
OK = "ok"


class IllegalMove(GameError):
    """A move that the rules refuse; the message is their sentence."""


class Position:
    """A record of a game with what can be asked of it: the ground of a match and of a view."""

    def __init__(self, game: Game, seats: int, machine: Machine, names: Sequence[str], state: bytes = b""):
        self.game = game
        self.seats = seats
        self.names = list(names)
        self._machine = machine
        self.state: Any = np.zeros(1, game.rules.State)
        if state:
            self.state[:] = np.frombuffer(state, game.rules.State)
        self._held = machine.wrap(self.state)

    @property
    def active(self) -> list[int]:
        """The seats whose answers are awaited."""
        return [int(seat) for seat in np.flatnonzero(self.state["active"][0])]

    @property
    def over(self) -> bool:
        return not self.state["active"].any()

    @property
    def outcome(self) -> list[tuple[int, ...]]:
        """What each seat has reached: numbers to compare in order, higher is better. Readable at any time."""
        out = np.zeros((self.seats, COLUMNS), np.int64)
        self._machine(loops.results)(self._held, 0, self._machine.wrap(out))
        return [tuple(row[: len(self.game.outcome)]) for row in out.tolist()]

    def legal(self, seat: int | None = None) -> list[str]:
        """The offered moves that a seat may play now, as text."""
        moves = self.game.rules.MOVES
        return [notation.write(moves, row) for row in self.legal_rows(self._seat(seat)).tolist()]

    def legal_rows(self, seat: int) -> Any:
        """The same as rows of four numbers."""
        offers = loops.offers_of(self.game)
        mask = np.zeros(len(offers), np.int8)
        wrap = self._machine.wrap
        self._machine(loops.moves)(self._held, 0, seat, wrap(offers), wrap(mask))
        return offers[mask != 0]

    def why(self, move: str | Move, seat: int | None = None) -> str | None:
        """The sentence why a move is not allowed; None if it is."""
        try:
            read = self._read(move)
        except notation.BadNotation as unread:
            return str(unread)
        error = self._machine(loops.judge)(self._held, 0, self._seat(seat), *read)
        return self.game.rules.ERRORS[error] if error else None

    def json(self) -> dict[str, Any]:
        """Every field, as plain numbers and lists."""
        return {name: self.state[name][0].tolist() for name in field_names(self.state.dtype)}

    def _read(self, move: str | Move) -> Move:
        return notation.read(self.game.rules.MOVES, move) if isinstance(move, str) else Move(*move)

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        awaited = self.active
        if len(awaited) > 1:
            raise IllegalMove(f"Seats {', '.join(map(str, awaited))} are all awaited: say which one with seat=.")
        return awaited[0] if awaited else -1


class View(Position):
    """A position as one seat sees it (-1: a spectator). Its fields are attributes: view.score, view.active, …"""

    def __init__(
        self,
        game: Game,
        seats: int,
        machine: Machine,
        names: Sequence[str],
        state: bytes = b"",
        *,
        seat: int = -1,
        luck: bytes = b"",
    ):
        super().__init__(game, seats, machine, names, state)
        self.seat = seat
        self._luck = luck
        self._random: random.Random | None = None

    def __getattr__(self, name: str) -> Any:
        state = self.__dict__.get("state")
        if state is None or name not in state.dtype.names:
            raise AttributeError(f"{name!r} is no field of this game")
        return state[name][0].tolist()

    def __repr__(self) -> str:
        return f"<{self.game.title} as seat {self.seat} sees it>"

    @property
    def random(self) -> random.Random:
        """Luck of the player's own: the same for the same match, seat and move, and no hint at the match's dice."""
        if self._random is None:
            self._random = random.Random(self._luck)
        return self._random

    def after(self, move: str | Move, dice: int | Sequence[int] = 0, *, has_guess: bool = True) -> "View":
        """Return the view that this seat can expect after it plays `move`.

        `dice` is a seed, or dice as `ludotheque.dice.dice` makes them. Hidden facts are filled in by the game's `guess`
        before the move is played, and hidden again after it; `has_guess=False` plays on the view as it is. Moves that
        other seats have staged stay hidden: only this seat's own orders are known.
        """
        rules = self.game.rules
        if has_guess and rules.observe is not None and rules.guess is None:
            raise GameError(
                "{game} hides facts and has no guess: a view of it cannot be played on.", game=self.game.title
            )
        parsed = self._read(move)
        rolls = dice_from_seed(dice, 0) if isinstance(dice, int) else dice
        after = View(self.game, self.seats, self._machine, self.names, self.state.tobytes(), seat=self.seat)
        held = self._machine.wrap(np.array(rolls, np.int64))
        error = self._machine(loops.expect)(after._held, 0, self.seat, *parsed, has_guess, held)
        if error:
            raise IllegalMove(rules.ERRORS[error])
        return after

    def svg(self, say: Callable[[str], str] = str) -> str:
        """The board as a drawing that stands alone."""
        return art.alone(self.game, self.drawing(say))

    def drawing(self, say: Callable[[str], str] = str) -> str:
        """The board as the game draws it, for a page that brings the style."""
        board = self.game.board
        return str(board.draw(self, self.seat, say)) if board else art.plain(self)

    def text(self, say: Callable[[str], str] = str) -> str:
        """The board for a terminal."""
        board = self.game.board
        if board is not None and hasattr(board, "text"):
            return str(board.text(self, self.seat, say))
        return "\n".join(f"{name}: {value}" for name, value in self.json().items())

    def _repr_svg_(self) -> str:
        return self.svg()

    def _seat(self, seat: int | None) -> int:
        return self.seat if seat is None else seat


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
    ):
        if seed not in SEEDS:
            raise GameError(f"A seed is a whole number of 64 bits with sign, not {seed}.")
        chosen = game.read_options(options, seats, seed)
        super().__init__(game, seats, machine or loops.machine_of(game), names or _default_names(seats))
        for name, value in chosen.items():
            self.state[name] = value
        self.options = {name: game.options[name].to_value(value) for name, value in chosen.items()}
        self.seed = seed
        self.played: list[PlayedMove] = []
        self._own_plies = [0] * seats
        self.notes: dict[int, dict[str, Any]] = {}
        self.verdicts = [OK] * seats
        self._past: list[bytes] = []
        self._rolled: list[bool] = []
        self._shared: dict[Callable[[Match], Any], Any] = {}
        self._dice = self._machine.wrap(np.zeros(LENGTH, np.int64))
        self._machine(loops.begin)(self._held, 0, seats, seed, self._dice)

    def __repr__(self) -> str:
        if self.over:
            return f"<{self.game.title}, over after {self.ply} plies: {self.outcome}>"
        return f"<{self.game.title}, ply {self.ply + 1}, awaiting seat {' and '.join(map(str, self.active))}>"

    @property
    def ply(self) -> int:
        """How many moves were played."""
        return len(self.played)

    @property
    def moves(self) -> list[str]:
        """The moves played, each with its seat in front."""
        return [f"{seat} {notation.write(self.game.rules.MOVES, move)}" for seat, move in self.played]

    @property
    def ranks(self) -> list[int]:
        """Each seat's place, 1 the best; seats that are level share it.

        A seat at fault is behind all others, unless the game's own rules rank it (Game.rules_rank_faults).
        """
        last = [verdict != OK and not self.game.rules_rank_faults for verdict in self.verdicts]
        keys = [(not behind, () if behind else out) for behind, out in zip(last, self.outcome)]
        return [1 + sum(other > key for other in keys) for key in keys]

    def play(self, move: str | Move, seat: int | None = None) -> None:
        """Play a move; a refused one raises IllegalMove and changes nothing."""
        if self.over:
            raise IllegalMove("The match is over.")
        chosen, read = self._seat(seat), self._read(move)
        before = self.state.tobytes()
        error = self._machine(loops.play)(self._held, 0, chosen, *read, self.seed, self.ply + 1, self._dice)
        if error:
            raise IllegalMove(self.game.rules.ERRORS[error])
        self._past.append(before)
        self._rolled.append(self._dice[DRAWN] > 0)
        self.played.append(PlayedMove(chosen, read))
        self._own_plies[chosen] += 1

    def undo(self) -> str:
        """Take the last move back, and say which it was."""
        if not self.played:
            raise IllegalMove("There is no move to take back.")
        text = self.moves[-1]
        self.notes.pop(self.ply, None)
        self._own_plies[self.played.pop()[0]] -= 1
        self._rolled.pop()
        self.state[:] = np.frombuffer(self._past.pop(), self.state.dtype)
        return text

    def copy(self) -> "Match":
        """The same match, to go on by itself."""
        twin = Match.__new__(Match)
        twin.__dict__.update(self.__dict__)
        twin.state = self.state.copy()
        twin._held = self._machine.wrap(twin.state)
        for name in ("played", "notes", "verdicts", "names", "options", "_past", "_rolled", "_own_plies"):
            setattr(twin, name, getattr(self, name).copy())
        twin._shared = {}
        return twin

    def share(self, make: "Callable[[Match], T]") -> T:
        """What several players of one match use together, made when the first of them asks."""
        if make not in self._shared:
            self._shared[make] = make(self)
        return self._shared[make]

    def view(self, seat: int = -1, ply: int | None = None) -> View:
        """What a seat sees, now or after so many plies; -1 is a spectator."""
        if not -1 <= seat < self.seats:
            raise GameError(f"There is no seat {seat}: seats are 0 to {self.seats - 1}, and -1 for a spectator.")
        view = View(self.game, self.seats, self._machine, self.names, self._bytes_at(ply), seat=seat)
        view._luck = self._luck_of(seat) if ply is None else b""  # nobody plays in the past
        self._machine(loops.look)(view._held, 0, seat)
        return view

    def full_view(self, ply: int | None = None) -> View:
        """The whole position, nothing hidden: for a match that is over."""
        return View(self.game, self.seats, self._machine, self.names, self._bytes_at(ply))

    def _bytes_at(self, ply: int | None) -> bytes:
        if ply is None or ply == self.ply:
            return bytes(self.state.tobytes())
        if not 0 <= ply < self.ply:
            raise GameError(f"This match has plies 0 to {self.ply}, not {ply}.")
        return self._past[ply]

    def _luck_of(self, seat: int) -> bytes:
        own = self._own_plies[seat] if seat >= 0 else 0  # others' plies may be secret, even how many
        return hashlib.sha256(f"{self.seed} {seat} {own}".encode()).digest()

    def has_rolled(self, ply: int) -> bool:
        """Did the rules roll dice in this ply (from 1)?"""
        return self._rolled[ply - 1]

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
        """The match as it stood after so many plies."""
        twin = self.copy()
        while twin.ply > ply:
            twin.undo()
        return twin

    def take_back_turn(self, seat: int) -> None:
        """Take back what a seat has played of its open turn; what others played meanwhile stays."""
        kept: list[tuple[int, Move]] = []
        turn = self._turn()
        while self.played:
            mover = self.played[-1][0]
            before = np.frombuffer(self._past[-1], self.state.dtype)
            if self._turn(before) != turn or not before["active"][0][seat]:
                break
            if mover != seat:
                kept.append(self.played[-1])
            self.undo()
        for mover, move in reversed(kept):
            self.play(move, mover)

    def _turn(self, state: Any = None) -> int:
        state = self.state if state is None else state
        return int(state["turn"][0]) if "turn" in state.dtype.names else 0

    def result(self) -> list[dict[str, Any]]:
        """Each seat's name, outcome, rank and verdict."""
        rows = zip(self.names, self.outcome, self.ranks, self.verdicts)
        return [{"name": n, "outcome": list(o), "rank": r, "verdict": v} for n, o, r, v in rows]

    def checksum(self) -> str:
        return hashlib.sha256(self.state.tobytes()).hexdigest()

    def record(self) -> Record:
        """The match as it is kept in a file: `m.record().write()`."""
        return Record(
            game=self.game.name,
            rules=self.game.version,
            options=dict(self.options),
            seats=list(self.names),
            seed=self.seed,
            moves=self.moves,
            result=self.result() if self.over else None,
            checksum=self.checksum(),
            notes=dict(self.notes),
        )

    def _repr_svg_(self) -> str:
        return self.view()._repr_svg_()


def new(name: str, seats: int | None = None, seed: int | None = None, **options: OptionValue) -> Match:
    """A new match: new("emile", seats=3, seed=7). Without a seed one is drawn."""
    game = load(name)
    return Match(game, seats or game.default_seats, secrets.randbits(63) if seed is None else seed, options)


def read(text: str) -> Match:
    """A match from a record's text, played again and verified."""
    return replay(record.read(text))


def replay(kept: Record, machine: Machine | None = None) -> Match:
    """Play a record again; one that departs from the rules is refused with the ply at which it does."""
    game = load(kept.game)
    if kept.rules != game.version:
        raise BadRecord(f"This record follows version {kept.rules} of {game.title}'s rules; here is {game.version}.")
    match = Match(game, len(kept.seats), kept.seed, kept.options, kept.seats, machine)
    for ply, text in enumerate(kept.moves, 1):
        seat, _, move = text.partition(" ")
        try:
            match.play(move, int(seat))
        except (GameError, ValueError) as error:
            raise BadRecord(f"This record departs from the rules at ply {ply}, {text!r}: {error}") from None
    _verify(match, kept)
    match.notes = dict(kept.notes)
    return match


def _verify(match: Match, kept: Record) -> None:
    """The end must be the one that was recorded; verdicts are the referee's and taken as they are."""
    end = f"at its end, ply {match.ply}"
    if match.checksum() != kept.checksum:
        raise BadRecord(f"This record departs from the rules {end}: the final position is another one.")
    if match.over != (kept.result is not None):
        raise BadRecord(f"This record departs from the rules {end}: it is {'' if match.over else 'not '}over there.")
    if kept.result is not None:
        verdicts = [str(seat.get("verdict", OK)) for seat in kept.result if isinstance(seat, dict)]
        match.verdicts = verdicts if len(verdicts) == match.seats else match.verdicts
        if match.result() != kept.result:
            raise BadRecord(f"This record departs from the rules {end}: the result is another one.")


def _default_names(seats: int) -> list[str]:
    return [f"seat {seat}" for seat in range(seats)]
