"""Hints: what the best bot would play for a person, at tables where everybody else is a bot."""

from typing import Any

from ludotheque.advice import Advice, advise
from ludotheque.contest.challenges import is_remote
from ludotheque.judge import best_bot
from ludotheque.seating import BotFailed, Kind
from ludotheque.thinking import BotQuestion, make_question
from ludotheque.view import View
from ludotheque.web.live_table import LiveTable
from ludotheque.web.player_names import view_with_names
from ludotheque.web.replay_log import list_moves, name_move, split_move
from ludotheque.web.session import Forbidden, Person
from ludotheque.web.words import Language
from ludotheque.worker_pool import WorkerDied


def can_ask(table: LiveTable, seat: int) -> bool:
    """Return whether a seat may ask for a hint now."""
    return is_against_bots(table, seat) and is_asked(table, seat) and best_bot(table.game) is not None


def is_against_bots(table: LiveTable, seat: int) -> bool:
    """Return whether this seat has a person, and all others bots; but not bots of a contest, where results count."""
    people = [one.seat for one in table.seats if one.kind in (Kind.PERSON, Kind.EMPTY)]
    return people == [seat] and not any(is_remote(one.bot) for one in table.seats)


def is_asked(table: LiveTable, seat: int) -> bool:
    return any(question.seat == seat and question.bot is None for question in table.table.questions())


async def find_hint(table: LiveTable, person: Person, language: Language) -> dict[str, Any]:
    """Return the message with a hint for a person, or raise an error that says why there is none."""
    seat = table.seat_of(person)
    async with table.lock:
        question, key = prepare(table, seat), table.key(seat)
        view = view_with_names(table.match, language, seat)
    await table.registry.hints.take(person.address)
    try:
        advice = await table.registry.pool.run(table.row.id, advise, question)
    except (WorkerDied, BotFailed) as failed:
        raise Forbidden("The bot that was asked for a hint has failed.") from failed
    return describe(view, key, advice, language)


def prepare(table: LiveTable, seat: int) -> BotQuestion:
    """Return the question to the best bot: the position as this seat sees it, and nothing else."""
    bot = best_bot(table.game)
    if not is_against_bots(table, seat):
        raise Forbidden("There are hints only for a player whose opponents are all bots.")
    if not is_asked(table, seat):
        raise Forbidden("There is a hint when it is your turn.")
    if bot is None:
        raise Forbidden("This game has no bot that could give a hint.")
    if not table.registry.is_bot_ready(table.game, bot):
        raise Forbidden("The bot that gives hints is still being compiled: try again in a moment.")
    return make_question(table.match, seat, bot, is_ready=True)


def describe(view: View, key: str, advice: Advice, language: Language) -> dict[str, Any]:
    ranked = sorted(advice.chances.items(), key=lambda one: -one[1])
    return {
        "kind": "hint",
        "key": key,
        "says": language.say("The champion would play: {moves}.", moves=list_moves(view, advice.moves, language)),
        "moves": [split_move(view.game, text) for text in advice.moves],
        "chances": [
            {"says": name_move(view, view.seat, text, language), "chance": round(chance, 4)} for text, chance in ranked
        ],
    }
