"""Plies that a page shows one by one before the newest position: those that its viewer has not seen yet."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from ludotheque.match import Match
from ludotheque.web.player_names import view_with_names
from ludotheque.web.words import Language

MOST_SHOWN_PLIES = 30


@dataclass(frozen=True)
class ShownPly:
    """A ply of which a viewer has seen something; `frame` is the number of the first frame that has it."""

    frame: int
    ply: int
    seat: int
    lines: Sequence[str]
    svg: str

    def describe(self, is_newest: bool) -> dict[str, Any]:
        """Return a ply as JSON; the drawing of the newest one is that of the frame."""
        facts = {"seat": self.seat, "lines": list(self.lines)}
        return facts if is_newest else {**facts, "svg": self.svg}


@dataclass(frozen=True)
class PlyPainter:
    """Draws plies of a match for one seat, in one language."""

    match: Match
    seat: int
    language: Language

    def paint(self, frame: int, seen: Sequence[tuple[int, Sequence[str]]], newest: str) -> list[ShownPly]:
        """Return plies with their drawings; `newest` is the drawing of the position now, which need not be made."""
        *earlier, last = seen
        shown = [self._show(frame, ply, lines, self._draw(ply)) for ply, lines in earlier]
        return [*shown, self._show(frame, *last, newest)]

    def _show(self, frame: int, ply: int, lines: Sequence[str], svg: str) -> ShownPly:
        return ShownPly(frame, ply, self.match.played[ply - 1].seat, lines, svg)

    def _draw(self, ply: int) -> str:
        view = view_with_names(self.match, self.language, self.seat, ply)
        return str(view.drawing(self.language.board(self.match.game)))


def describe_shown(plies: Iterable[ShownPly]) -> list[dict[str, Any]]:
    """Return the plies of a message, oldest first."""
    shown = list(plies)
    return [one.describe(is_newest=one is shown[-1]) for one in shown]
