"""Words: what a person reads on the pages, in that person's language."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection

from ludotheque.game import Game, load

LANGUAGES = ("en", "fr")
COOKIE = "language"
HOLE = re.compile(r"\\\{(\w+)\\\}")  # {name} in an escaped sentence


@dataclass(frozen=True)
class Tongue:
    """A language, and how everything is said in it. English is the source."""

    language: str

    def say(self, text: str, /, **facts: object) -> str:
        """A sentence of the site, with its facts; or a refusal, which has them in it already."""
        words = _words(self.language, "site").get(text)
        if words is None:
            words = refilled(text, _words(self.language, "refusals")) or text
        return words.format(**facts) if facts else words

    def board(self, game: Game | str) -> Callable[[str], str]:
        """How the captions of a game's board are said."""
        table = self._table(game, "board")
        return lambda caption: table.get(caption, caption)

    def error(self, game: Game | str, sentence: str) -> str:
        """A refusal in the rules' own words, or in the platform's."""
        words = self._table(game, "errors").get(sentence) or refilled(sentence, self._table(game, "refusals"))
        return words or self.say(sentence)

    def title(self, game: Game | str) -> str:
        return str(_card(game).words(self.language).get("title", _card(game).title))

    def about(self, game: Game | str) -> str:
        return str(_card(game).words(self.language).get("about", _card(game).about))

    def option(self, game: Game | str, name: str) -> str:
        """The line that explains an option."""
        told: Any = self._table(game, "options").get(name, {})
        return str(told.get("about", _card(game).options[name].about))

    def move(self, game: Game | str, kind: str) -> str:
        return self._table(game, "moves").get(kind, kind.lower())

    def argument(self, game: Game | str, name: str) -> str:
        return self._table(game, "arguments").get(name, name)

    def outcome(self, game: Game | str, name: str) -> str:
        return self._table(game, "outcome").get(name, name)

    def _table(self, game: Game | str, name: str) -> Mapping[str, str]:
        table: Mapping[str, str] = _card(game).words(self.language).get(name, {})
        return table


def tongue_of(request: HTTPConnection) -> Tongue:
    """The reader's language: as asked for, as remembered, as the browser wishes, else English."""
    wishes = (request.query_params.get("lang"), request.cookies.get(COOKIE), *_accepted(request))
    return Tongue(next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0]))


def _accepted(request: HTTPConnection) -> Iterable[str]:
    """The languages of Accept-Language, best first."""
    wishes = [wish.partition(";q=") for wish in request.headers.get("Accept-Language", "").split(",")]
    ranked = sorted(wishes, key=lambda wish: -_weight(wish[2]))
    return [language.strip().lower().partition("-")[0] for language, _, weight in ranked if _weight(weight) > 0]


def _weight(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](\.\d{0,3})?", text.strip()) else 1.0


@cache
def _words(language: str, table: str) -> Mapping[str, str]:
    file = Path(__file__).with_name(f"words.{language}.toml")
    tables: Mapping[str, Mapping[str, str]] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return tables.get(table, {})


@cache
def _card(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else game


def refilled(sentence: str, table: Mapping[str, str]) -> str | None:
    """A sentence that has its facts in it, by the entry that it was made from: "3 seats" by "{count} seats"."""
    for pattern, key in _patterns(tuple(table)):
        found = pattern.fullmatch(sentence)
        if found:
            return table[key].format(**found.groupdict())
    return None


@cache
def _patterns(keys: tuple[str, ...]) -> list[tuple[re.Pattern[str], str]]:
    """Each entry as a pattern; the longest comes first, since it says the most."""
    ordered = sorted(keys, key=len, reverse=True)
    return [(re.compile(HOLE.sub(r"(?P<\1>.+?)", re.escape(key)), re.DOTALL), key) for key in ordered]
