"""For notebooks: a match that is played by mouse, and many boards of a batch in one picture (extra `notebook`).

from ludotheque.notebook import MatchWidget, draw_boards
MatchWidget("emile", bots="medium")
draw_boards(batch, range(12))
"""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, NamedTuple
from xml.etree import ElementTree

import anywidget
import traitlets

from ludotheque import match
from ludotheque.game import OptionValue
from ludotheque.paint import Theme, resolve
from ludotheque.rl.batch import Batch
from ludotheque.rl.opponents import Bot, find_play, seat_bots
from ludotheque.rl.single import view_match

WIDTH, GAP = 480, 8  # of a board in a picture of many
SCRIPT = Path(__file__).with_name("notebook.js")


class MatchWidget(anywidget.AnyWidget):
    """A match against bots. A click on the board chooses a part of a move; buttons below it ask for the rest."""

    _esm = SCRIPT
    svg = traitlets.Unicode().tag(sync=True)
    hint = traitlets.Unicode().tag(sync=True)
    choices = traitlets.List(traitlets.Unicode()).tag(sync=True)

    def __init__(
        self,
        game: str,
        bots: Bot | Sequence[Bot] = "medium",
        seat: int = 0,
        seats: int | None = None,
        seed: int | None = None,
        **options: OptionValue,
    ):
        super().__init__()
        self.match = match.new(game, seats=seats, seed=seed, **options)
        self.seat = seat
        self._plays = {
            other: find_play(self.match.game, bot) for other, bot in seat_bots(bots, seat, self.match.seats).items()
        }
        self.builder = MoveBuilder(self.match.game.rules.MOVES, [])
        self.on_msg(lambda _, message, __: self.choose(message))
        self._let_bots_play()

    def choose(self, clicked: dict[str, str]) -> None:
        """Take what was clicked as a part of a move, and play the move when only one is left."""
        move = self.builder.choose(clicked)
        if move is not None:
            self.match.play(move, self.seat)
            self._let_bots_play()
        else:
            self.choices = self.builder.list_choices()

    def _let_bots_play(self) -> None:
        while others := [seat for seat in self.match.active if seat != self.seat]:
            if self.seat in self.match.active and others[0] > self.seat:
                break
            answer = self._plays[others[0]](self.match.view(others[0]))
            for move in [answer] if isinstance(answer, str) else answer:
                self.match.play(move, others[0])
        self._show()

    def _show(self) -> None:
        view = self.match.view(self.seat)
        is_asked = self.seat in self.match.active
        self.builder = MoveBuilder(self.match.game.rules.MOVES, view.legal() if is_asked else [])
        self.svg = view.svg()
        hint = getattr(self.match.game.board, "hint", None)
        self.hint = str(hint(view, self.seat, str)) if hint else ""
        self.choices = self.builder.list_choices()


class MoveBuilder:
    """A move that is chosen part by part: its kind, and its arguments by name. Values are text, as on the board."""

    def __init__(self, moves: Any, legal: Sequence[str]):
        self.moves = moves
        self.legal = legal
        self.names = {"move", "kind", *(name for arguments in moves.values() for name in arguments or ())}
        self.parts: dict[str, str] = {}

    def choose(self, clicked: dict[str, str]) -> str | None:
        """Add parts. Return the move if one is left; after a part that fits no move, begin again with it."""
        clicked = {name: value for name, value in clicked.items() if name in self.names}
        if "move" in clicked:
            return clicked["move"] if clicked["move"] in self.legal else None
        for parts in (self._add(self.parts, clicked), self._add({}, clicked)):
            if self._matching(parts):
                self.parts = parts
                break
        left = self._matching(self.parts)
        return left[0] if len(left) == 1 else None

    def _add(self, parts: dict[str, str], clicked: dict[str, str]) -> dict[str, str]:
        """Return the parts with what was clicked. Without a kind, a click sets the first of its arguments that fits."""
        if "kind" in clicked:
            return {**parts, **clicked}
        fitting = ({**parts, name: value} for name, value in clicked.items() if name not in parts)
        return next((found for found in fitting if self._matching(found)), {"kind": ""})

    def _matching(self, parts: dict[str, str]) -> list[str]:
        return [text for text in self.legal if parts.items() <= self._read(text).items()]

    def _read(self, text: str) -> dict[str, str]:
        kind, *values = text.split()
        return {"kind": kind, **dict(zip(self.moves[kind], values))}

    def list_choices(self) -> list[str]:
        """Return the next question as its answers: NAME=VALUE. The board may answer it too."""
        left = [self._read(text) for text in self._matching(self.parts)]
        for name in dict.fromkeys(name for move in left for name in move):
            values = dict.fromkeys(move[name] for move in left if name in move)
            if name not in self.parts and len(values) > 1:
                return [f"{name}={value}" for value in values]
        return []


class Picture(NamedTuple):
    """An SVG file that a notebook shows."""

    svg: str

    def _repr_svg_(self) -> str:
        return self.svg


def draw_boards(batch: Batch, matches: Sequence[int], columns: int = 4, theme: Theme = "light") -> Picture:
    """Draw some matches of a batch on the CPU side by side, as a spectator sees them."""
    boards = [resolve(batch.game, draw_match(batch, index), theme) for index in matches]
    height = round(WIDTH / find_shape(boards[0]))
    placed = [place_board(board, i % columns * WIDTH, i // columns * height, height) for i, board in enumerate(boards)]
    box = f"0 0 {min(columns, len(boards)) * WIDTH} {-(-len(boards) // columns) * height}"
    return Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}">{"".join(placed)}</svg>')


def draw_match(batch: Batch, index: int) -> str:
    view, board = view_match(batch, index, -1), batch.game.board
    return str(board.draw(view, -1, str, f"m{index}")) if board else view.drawing()


def find_shape(svg: str) -> float:
    """Return the width of a drawing in heights."""
    *_, width, height = ElementTree.fromstring(svg).attrib["viewBox"].split()
    return float(width) / float(height)


def place_board(svg: str, x: int, y: int, height: int) -> str:
    return svg.replace("<svg ", f'<svg x="{x}" y="{y}" width="{WIDTH - GAP}" height="{height - GAP}" ', 1)
