"""Questions to bots as plain data, so that another process can think about them (worker_pool.py)."""

import time
from dataclasses import replace
from typing import NamedTuple

from ludotheque import game as games
from ludotheque import loops
from ludotheque.bots import greedy
from ludotheque.compile import is_interpreted
from ludotheque.game import GameError
from ludotheque.match import Match
from ludotheque.referee import Heard
from ludotheque.seat import bot_play, call_bot
from ludotheque.seating import BotFailed
from ludotheque.view import View

MODULE = __name__  # for a WorkerPool
PATIENCE = 1.0  # seconds that a stand-in may need for a move
RANDOM = "random"


class BotQuestion(NamedTuple):
    """What a bot needs to answer: the position as its seat sees it."""

    game: str
    bot: str
    is_ready: bool  # False: the bot is not compiled yet, and a simpler one stands in for it
    has_compiled_rules: bool
    seat: int
    names: tuple[str, ...]
    state: bytes
    random_seed: bytes


def make_question(match: Match, seat: int, bot: str, is_ready: bool) -> BotQuestion:
    view = match.view(seat)
    state, names = view.state.tobytes(), tuple(view.names)
    is_compiled = not match.machine.interpreted
    return BotQuestion(match.game.name, bot, is_ready, is_compiled, seat, names, state, view._random_seed)


def prepare_worker() -> None:
    """Load what all bots need: the games, and the tables of Numba, which take half a second."""
    games.cards()
    if not is_interpreted():
        from numba.core.registry import cpu_target

        cpu_target.typing_context.refresh()
        cpu_target.target_context.refresh()


def think(question: BotQuestion) -> Heard:
    """Return a bot's answer, or how it failed. A note says which bot stood in for one that is not compiled yet."""
    view = make_view(question)
    bot = question.bot if question.is_ready else choose_stand_in(view)
    try:
        answer = call_bot(bot_play(view.game, bot), view)
    except BotFailed as failed:
        return failed
    return answer if bot == question.bot else replace(answer, notes={**answer.notes, "stand_in": bot})


def make_view(question: BotQuestion) -> View:
    game = games.load(question.game)
    machine = loops.machine(game, interpreted=not question.has_compiled_rules)
    names, state, seed = question.names, question.state, question.random_seed
    return View(game, len(names), machine, names, state, seat=question.seat, random_seed=seed)


def choose_stand_in(view: View) -> str:
    """Return `greedy` if it would find a move soon, else `random`: interpreted rules can be slow."""
    moves = view.legal()
    try:
        greedy.compute_lead(view.after(moves[0]), view.seat)  # loads compiled rules, if they are compiled
    except GameError:  # the game hides facts and cannot guess them, so nobody can look ahead
        return RANDOM
    started = time.monotonic()
    greedy.compute_lead(view.after(moves[0]), view.seat)
    return "greedy" if len(moves) * (time.monotonic() - started) < PATIENCE else RANDOM
