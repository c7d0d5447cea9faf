"""A position of a game, and a view: the position as one seat sees it."""

import random
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any

import numpy as np

from ludotheque import art, loops, notation
from ludotheque.compile import Machine
from ludotheque.dice import dice as dice_from_seed
from ludotheque.game import COLUMNS, Game, GameError, Move, field_names


class IllegalMove(GameError):
    """A move that the rules refuse; the message is their sentence."""


class Position:
    """A state of a game with the questions that a match and a view both answer."""

    def __init__(self, game: Game, seats: int, machine: Machine, names: Sequence[str], state: bytes = b""):
        self.game = game
        self.seats = seats
        self.names = list(names)
        self._machine = machine
        dtype = game.rules.State
        self.state: Any = np.frombuffer(bytearray(state), dtype) if state else np.zeros(1, dtype)
        self._held = machine.wrap(self.state)

    @cached_property
    def team_numbers(self) -> tuple[int, ...]:
        """Each seat's team number; without partners every seat is a team of its own."""
        options = {name: int(self.state[name][0]) for name in self.game.options}
        return self.game.teams_of(options, self.seats)

    @property
    def active(self) -> list[int]:
        """The seats whose answers are awaited."""
        return [seat for seat, is_awaited in enumerate(self.state["active"][0].tolist()) if is_awaited]

    @property
    def over(self) -> bool:
        return not any(self.state["active"][0].tolist())

    @property
    def outcome(self) -> list[tuple[int, ...]]:
        """Each seat's numbers, compared in order, higher is better. Can be read at any time."""
        out = np.zeros((self.seats, COLUMNS), np.int64)
        self._machine(loops.results)(self._held, 0, self._machine.wrap(out))
        return [tuple(row[: len(self.game.outcome)]) for row in out.tolist()]

    def legal(self, seat: int | None = None) -> list[str]:
        """Return the offered moves that a seat may play now, as text."""
        moves = self.game.rules.MOVES
        return [notation.write(moves, row) for row in self.legal_rows(self._seat(seat)).tolist()]

    def legal_rows(self, seat: int) -> Any:
        """Return the legal moves as rows of four numbers."""
        return loops.offers_of(self.game)[self.legal_mask(seat) != 0]

    def legal_mask(self, seat: int) -> Any:
        """Return for each offered move 1 if the seat may play it now."""
        offers = loops.offers_of(self.game)
        mask = np.zeros(len(offers), np.int8)
        wrap = self._machine.wrap
        self._machine(loops.moves)(self._held, 0, seat, wrap(offers), wrap(mask))
        return mask

    def why(self, move: str | Move, seat: int | None = None) -> str | None:
        """Return the sentence that says why a move is not allowed, or None if it is."""
        try:
            parsed = self.parse_move(move)
        except notation.BadNotation as bad:
            return str(bad)
        error = self._machine(loops.judge)(self._held, 0, self._seat(seat), *parsed)
        return self.game.rules.ERRORS[error] if error else None

    def json(self) -> dict[str, Any]:
        """Return every field as plain numbers and lists."""
        return {name: self.state[name][0].tolist() for name in field_names(self.state.dtype)}

    def parse_move(self, move: str | Move) -> Move:
        return notation.read(self.game.rules.MOVES, move) if isinstance(move, str) else Move(*move)

    def _seat(self, seat: int | None) -> int:
        if seat is not None:
            return seat
        awaited = self.active
        if len(awaited) > 1:
            template = "Seats {seats} are all awaited: say which one with seat=."
            raise IllegalMove(template, seats=", ".join(map(str, awaited)))
        return awaited[0] if awaited else -1


def read_turn(state: Any) -> int | None:
    """Return the field `turn` of a state, in games that count turns."""
    return int(state["turn"][0]) if "turn" in state.dtype.names else None


def count_visible_moves(game: Game, ply: int, state: Any) -> int:
    """Return how far a match is, as everybody may know it: the ply, or the turn in games with secret moves."""
    return ply if game.rules.observe is None else read_turn(state) or 0


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
        random_seed: bytes = b"",
    ):
        super().__init__(game, seats, machine, names, state)
        self.seat = seat
        self._random_seed = random_seed
        self._random: random.Random | None = None

    def __getattr__(self, name: str) -> Any:
        state = self.__dict__.get("state")
        if state is None or name not in state.dtype.names:
            raise AttributeError(f"{name!r} is not a field of this game")
        return state[name][0].tolist()

    def __repr__(self) -> str:
        return f"<{self.game.title} as seat {self.seat} sees it>"

    @property
    def random(self) -> random.Random:
        """The player's own random numbers: the same for the same match, seat and move, and unrelated to the dice."""
        if self._random is None:
            self._random = random.Random(self._random_seed)
        return self._random

    def after(self, move: str | Move, dice: int | Sequence[int] = 0, *, fill_hidden: bool = True) -> "View":
        """Return the view that this seat can expect after it plays `move`.

        `dice` is a seed, or dice as `ludotheque.dice.dice` makes them. Hidden facts are filled in by the game's `guess`
        before the move is played, and hidden again after it; `fill_hidden=False` plays on the view as it is. Moves that
        other seats have staged stay hidden: only this seat's own orders are known.
        """
        rules = self.game.rules
        if fill_hidden and rules.observe is not None and rules.guess is None:
            raise GameError(
                "{game} hides facts and has no guess: a view of it cannot be played on.", game=self.game.title
            )
        parsed = self.parse_move(move)
        rolls = dice_from_seed(dice, 0) if isinstance(dice, int) else dice
        after = View(self.game, self.seats, self._machine, self.names, self.state.tobytes(), seat=self.seat)
        held = self._machine.wrap(np.array(rolls, np.int64))
        error = self._machine(loops.expect)(after._held, 0, self.seat, *parsed, fill_hidden, held)
        if error:
            raise IllegalMove(rules.ERRORS[error])
        return after

    def svg(self, say: Callable[[str], str] = str) -> str:
        """Return the board as an SVG file with its own style."""
        return art.make_standalone(self.game, self.drawing(say))

    def drawing(self, say: Callable[[str], str] = str) -> str:
        """Return the board as SVG for a page that has the style already."""
        board = self.game.board
        return str(board.draw(self, self.seat, say)) if board else art.draw_fields(self)

    def text(self, say: Callable[[str], str] = str) -> str:
        """Return the board as text for a terminal."""
        board = self.game.board
        if board is not None and hasattr(board, "text"):
            return str(board.text(self, self.seat, say))
        return "\n".join(f"{name}: {value}" for name, value in self.json().items())

    def _repr_svg_(self) -> str:
        return self.svg()

    def _seat(self, seat: int | None) -> int:
        return self.seat if seat is None else seat
