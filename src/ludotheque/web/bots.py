"""Bots at a table: whoever is awaited and is no person thinks in a thread, and his answer is played."""

import asyncio
import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from ludotheque.match import OK, IllegalMove, View
from ludotheque.notation import BadNotation
from ludotheque.seat import Play, bot_play

if TYPE_CHECKING:
    from ludotheque.web.live_table import LiveTable


async def play_bots(table: "LiveTable") -> None:
    """Play for as long as it is nobody's turn who is a person."""
    while (seat := bot_to_move(table)) is not None:
        if table.match.verdicts[seat] != OK:
            await play_fault(table, seat)
        else:
            await think(table, seat)


def bot_to_move(table: "LiveTable") -> int | None:
    """The first seat that is awaited and is a bot's, or has run out of time; nobody if no one is there to see it."""
    if table.state != "playing" or not table.is_attended:
        return None
    verdicts = table.match.verdicts
    return next((seat for seat in table.match.active if table.bot_of(seat) or verdicts[seat] != OK), None)


async def think(table: "LiveTable", seat: int) -> None:
    """One answer of a bot; it counts only if the position is still the one it was asked about."""
    await table.registry.until_ready(table.game, table.bot_of(seat) or "random")
    async with table.lock:
        bot, key = table.bot_of(seat), table.key(seat)
        if bot is None or seat not in table.match.active:
            return
        view, play = table.match.view(seat), bot_play(table.game, bot)
    pause = asyncio.sleep(table.registry.settings.pace_seconds)  # people want to see what happens
    (moves, note), _ = await asyncio.gather(asyncio.to_thread(answer, play, view), pause)
    async with table.lock:
        if key == table.key(seat) and table.state == "playing" and seat in table.match.active:
            await play_answer(table, seat, moves, note)


def answer(play: Play, view: View) -> tuple[list[str], dict[str, Any]]:
    """What a bot plays and how long it took; a crash becomes a note, and a first legal move."""
    started, note = time.monotonic(), {}
    try:
        moves = play(view)
        texts = [moves] if isinstance(moves, str) else list(moves)
    except Exception as error:  # a bot may fail in any way; the table goes on
        note["stderr"] = f"{type(error).__name__}: {error}"
        texts = view.legal()[:1]
    return texts, {**note, "seconds": round(time.monotonic() - started, 6)}


async def play_answer(table: "LiveTable", seat: int, moves: Sequence[str], note: dict[str, Any]) -> None:
    """A bot that answers nonsense plays its first legal move, and the replay says why."""
    try:
        await table.play_at(seat, moves, note)
    except (IllegalMove, BadNotation) as error:
        note["stderr"] = f"{'; '.join(moves)}: {error}"
        await table.play_at(seat, table.match.legal(seat)[:1], note)


async def play_fault(table: "LiveTable", seat: int) -> None:
    """The move of a seat that ran out of time: its card's, or the first legal one."""
    async with table.lock:
        if seat in table.match.active and table.state == "playing":
            await table.play_at(seat, [table.game.fault or table.match.legal(seat)[0]])
