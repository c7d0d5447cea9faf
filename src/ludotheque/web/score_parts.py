"""The scores of a match that is over, broken down by the game's board: which part comes from what."""

from typing import Any

from ludotheque.match import Match
from ludotheque.web.words import Language

Parts = list[dict[str, Any]]  # each with its `words` and `points`


def explain_scores(match: Match, language: Language) -> list[Parts]:
    """Return the parts of each seat's score; none if the board has no `explain_score`. They are made once."""
    made = match.share(_make_memory)
    key = language.code, match.ply
    if key not in made:
        made[key] = [explain_score(match, seat, language) for seat in range(match.seats)]
    return made[key]


def explain_score(match: Match, seat: int, language: Language) -> Parts:
    explain = getattr(match.game.board, "explain_score", None)
    return [part._asdict() for part in explain(match, seat, language.board(match.game))] if explain else []


def _make_memory(match: Match) -> dict[tuple[str, int], list[Parts]]:
    return {}
