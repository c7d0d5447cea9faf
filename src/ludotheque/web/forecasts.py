"""Questions about a move: what it would bring, and why it is refused. The player's view alone answers both."""

import asyncio
from typing import Any

from ludotheque.view import IllegalMove, View
from ludotheque.web.live_table import LiveTable
from ludotheque.web.player_names import view_with_names
from ludotheque.web.words import Language


async def make_forecast(table: LiveTable, seat: int, move: str, language: Language) -> dict[str, Any]:
    """Return the message that answers a question about a move; its `words` are None if the board has no `foresee`."""
    if seat < 0 or not hasattr(table.game.board, "foresee"):
        return {"kind": "forecast", "move": move, "key": "", "words": None, "loses": False}
    async with table.lock:  # only for the copy of the position
        view, key = view_with_names(table.match, language, seat), table.key(seat)
    threads = table.registry.frame_threads
    words, loses = await asyncio.get_running_loop().run_in_executor(threads, foresee, view, move, language)
    return {"kind": "forecast", "move": move, "key": key, "words": words, "loses": loses}


async def explain_refusal(table: LiveTable, seat: int, move: str, language: Language) -> dict[str, Any]:
    """Return the message that says why the rules refuse a move; its `why` is None if they do not, or nobody asks."""
    async with table.lock:
        view = table.match.view(seat) if seat >= 0 else None
    why = view.why(move) if view is not None else None
    return {"kind": "why", "move": move, "why": why and language.error(table.game, IllegalMove(why))}


def foresee(view: View, move: str, language: Language) -> tuple[str, bool]:
    """Return the words of the forecast, and whether the move loses something; of an illegal move nothing is said."""
    if view.game.board is None or view.why(move) is not None:
        return "", False
    forecast = view.game.board.foresee(view, view.seat, move, language.board(view.game))
    return forecast.words, forecast.loses
