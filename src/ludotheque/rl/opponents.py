"""Bots as the other seats of an environment."""

from collections.abc import Callable, Sequence
from typing import TypeAlias

from ludotheque.game import BadOption, Game, Move
from ludotheque.seat import Play, bot_play
from ludotheque.view import View

Bot: TypeAlias = str | Play  # the name of a built-in bot, or a function play(view)
RANDOM = "random"  # environments play this one from the mask, without a view


def seat_bots(bots: Bot | Sequence[Bot], seat: int, seats: int) -> dict[int, Bot]:
    """Return the bot of every seat but `seat`: one bot for all of them, or a list in the order of the seats."""
    if seat not in range(seats):
        raise BadOption("There is no seat {seat}: the last one is {last}.", seat=seat, last=seats - 1)
    others = [other for other in range(seats) if other != seat]
    given = [bots] * len(others) if isinstance(bots, str) or callable(bots) else list(bots)
    if len(given) != len(others):
        raise BadOption(
            "{seats} seats need {wanted} bots, not {count}.", seats=seats, wanted=seats - 1, count=len(given)
        )
    return dict(zip(others, given))


class Opponents:
    """The bots of one match. A bot that answers with the moves of a whole turn is asked once for all of them."""

    def __init__(self, game: Game, bots: dict[int, Bot]):
        self.bots = bots
        self._plays: dict[int, Play] = {seat: find_play(game, bot) for seat, bot in bots.items() if bot != RANDOM}
        self._queues: dict[int, list[str]] = {}

    def forget(self) -> None:
        """A match begins: nothing is left of the last one."""
        self._queues.clear()

    def is_random(self, seat: int) -> bool:
        return self.bots[seat] == RANDOM

    def choose(self, seat: int, look: Callable[[int], View]) -> Move:
        """Return the next move of a seat; `look` makes its view."""
        view = look(seat)
        queue = self._queues.setdefault(seat, [])
        if not queue:
            moves = self._plays[seat](view)
            queue += [moves] if isinstance(moves, str) else moves
        return view.parse_move(queue.pop(0))


def find_play(game: Game, bot: Bot) -> Play:
    return bot_play(game, bot) if isinstance(bot, str) else bot
