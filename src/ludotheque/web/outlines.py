"""A position in words, for screen readers: what the game's board says, or the fields of the view."""

from typing import Any

from ludotheque.view import View
from ludotheque.web.words import Language


def make_outline(view: View, language: Language) -> list[dict[str, Any]]:
    """Return sections, each with its heading, lines and table."""
    outline = getattr(view.game.board, "outline", None)
    if outline is not None:
        return [section._asdict() for section in outline(view, view.seat, language.board(view.game))]
    lines = [f"{name}: {value}" for name, value in view.json().items()]
    return [{"heading": language.title(view.game), "lines": lines, "table": []}]
