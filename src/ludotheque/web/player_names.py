"""What players are called on the pages: people as they said, built-in bots by a first name and their level.

Stored tables and records have a bot's identifier ("easy"; "easy 2" if several seats have it), so that every reader gets
its name in their own language. A game can choose the first names: a file names.toml in its folder has a list of them
for each bot.
"""

import re
import tomllib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Protocol

from ludotheque.game import Game, load
from ludotheque.match import Match
from ludotheque.seat import list_bots
from ludotheque.seating import Kind
from ludotheque.view import View
from ludotheque.web.words import Language

FIRST_NAMES: Mapping[str, Sequence[str]] = {
    "easy": ["Basile", "Ninon", "Anatole", "Colette"],
    "medium": ["Marion", "Gaston", "Agathe", "Lucien"],
    "hard": ["Hector", "Judith", "Octave", "Salomé"],
    "champion": ["Victoire", "Auguste", "Clémence", "Maxime"],
    "net": ["Nestor", "Nadège"],
    "greedy": ["Gaspard", "Garance"],
    "search": ["Roxane", "Rodrigue"],
    "random": ["Fortuné", "Félicie"],
}
NUMBERED = re.compile(r"(.+) (\d{1,2})")  # one of several seats with the same bot


def is_bot(game: Game, name: str) -> bool:
    return name in list_bots(game)


def name_bot(game: Game | str, bot: str, language: Language) -> str:
    """Return the name of a built-in bot with its level; a bot without a first name is called by its level alone."""
    return _add_level(_first_name(game, bot, 1), bot, language)


def name_level(bot: str, language: Language) -> str:
    say = language.say
    levels = {"easy": say("easy"), "medium": say("medium"), "hard": say("hard"), "champion": say("champion")}
    general = {"net": say("network"), "greedy": say("looks ahead"), "search": say("searches"), "random": say("random")}
    return {**levels, **general}.get(bot, bot)


def name_player(game: Game | str, name: str, kind: str, language: Language, has_level: bool = True) -> str:
    """Return what a player is called whose stored name is `name`; a seat that waits for somebody has none.

    Boards and logs have little room, and get a bot's first name without its level.
    """
    if kind != Kind.BOT:
        return name or language.say("a friend")
    bot, number = _split_number(name)
    first = _first_name(game, bot, number)
    if not first:
        return name
    return _add_level(first, bot, language) if has_level else first


def name_players(match: Match, language: Language, has_level: bool = True) -> list[str]:
    seats = zip(match.names, match.kinds)
    return [name_player(match.game, name, kind, language, has_level) for name, kind in seats]


class ListedSeats(Protocol):
    """A table in a list, with the names and kinds of its seats as they are stored."""

    @property
    def game(self) -> str: ...
    @property
    def names(self) -> Sequence[str]: ...
    @property
    def kinds(self) -> Sequence[str]: ...


def join_names(table: ListedSeats, language: Language, seats: Iterable[int] | None = None) -> str:
    """Return the names of some seats of a table, or of all, with commas."""
    chosen = range(len(table.names)) if seats is None else seats
    return ", ".join(name_player(table.game, table.names[one], table.kinds[one], language) for one in chosen)


def view_with_names(match: Match, language: Language, seat: int, ply: int | None = None) -> View:
    """Return what a seat sees, with names as a board and a log have them."""
    return set_names(match.view(seat, ply), match, language)


def set_names(view: View, match: Match, language: Language) -> View:
    view.names = name_players(match, language, has_level=False)
    return view


def _split_number(name: str) -> tuple[str, int]:
    """Return a bot's identifier, and the number of its seat among those that have the same bot."""
    numbered = NUMBERED.fullmatch(name)
    return (numbered[1], max(1, int(numbered[2]))) if numbered else (name, 1)


def _add_level(first: str, bot: str, language: Language) -> str:
    level = name_level(bot, language)
    return f"{first} ({level})" if first else level


def _first_name(game: Game | str, bot: str, number: int) -> str:
    names = _first_names(game).get(bot, [])
    if not names:
        return ""
    again, place = divmod(number - 1, len(names))
    return f"{names[place]} {again + 1}" if again else names[place]


@cache
def _first_names(game: Game | str) -> Mapping[str, Sequence[str]]:
    file = (load(game) if isinstance(game, str) else game).folder / "names.toml"
    own: Mapping[str, Sequence[str]] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return {**FIRST_NAMES, **own}
