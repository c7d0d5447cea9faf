"""Translations: every sentence of the pages and every error message, in the reader's language."""

import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from starlette.requests import HTTPConnection

from ludotheque.game import Game, Phrase, load

LANGUAGES = ("en", "fr")
COOKIE = "language"


@dataclass(frozen=True)
class Language:
    """A language and its translations. English is the source: a game may have it for sentences that name moves."""

    code: str

    def say(self, text: str, /, **facts: object) -> str:
        """Translate a sentence of the site and fill in its facts."""
        translated = _words(self.code, "site").get(text, text)
        return translated.format(**facts) if facts else translated

    def board(self, game: Game | str) -> Callable[[str], str]:
        """Return the function that translates the captions of a game's board."""
        table = self._table(game, "board")
        return lambda caption: table.get(caption, caption)

    def error(self, game: Game | str | None, error: Phrase) -> str:
        """Translate an error message: its template, then its facts where they are phrases themselves."""
        own = [self._table(game, "errors"), self._table(game, "refusals")] if game else []
        tables = [*own, _words(self.code, "refusals")]
        template = next((table[error.template] for table in tables if error.template in table), error.template)
        facts = {
            name: self.error(game, fact) if isinstance(fact, Phrase) else fact for name, fact in error.facts.items()
        }
        return template.format(**facts) if facts else template

    def title(self, game: Game | str) -> str:
        return str(_card(game).words(self.code).get("title", _card(game).title))

    def about(self, game: Game | str) -> str:
        return str(_card(game).words(self.code).get("about", _card(game).about))

    def option(self, game: Game | str, name: str) -> str:
        """Return the line that explains an option."""
        translated: Any = self._table(game, "options").get(name, {})
        return str(translated.get("about", _card(game).options[name].about))

    def option_values(self, game: Game | str, name: str) -> dict[str, str]:
        """Return the values that a form offers for an option, each in words; nothing if any number will do."""
        translated: Any = self._table(game, "options").get(name, {})
        offered = {word: word for word in _card(game).options[name].words}
        return {**offered, **translated.get("values", {})}

    def preset(self, game: Game | str, name: str) -> str:
        """Return the name of a rule set."""
        return self._table(game, "presets").get(name, name)

    def move(self, game: Game | str, kind: str) -> str:
        return self._table(game, "moves").get(kind, kind.lower())

    def argument(self, game: Game | str, name: str) -> str:
        """Return the name of a move's argument, without the explanation in brackets that it may have."""
        return self._table(game, "arguments").get(name, name).partition(" (")[0]

    def score_name(self, game: Game) -> str:
        name = game.outcome[game.score]
        return self._table(game, "outcome").get(name, name)

    def _table(self, game: Game | str, name: str) -> Mapping[str, str]:
        table: Mapping[str, str] = _card(game).words(self.code).get(name, {})
        return table


def language_of(request: HTTPConnection) -> Language:
    """Return the reader's language: of the address, of the cookie, of the browser, else English."""
    wishes = (request.query_params.get("lang"), request.cookies.get(COOKIE), *_accepted_languages(request))
    return Language(next((wish for wish in wishes if wish in LANGUAGES), LANGUAGES[0]))


def _accepted_languages(request: HTTPConnection) -> Iterable[str]:
    """Return the languages of Accept-Language, best first."""
    wishes = [wish.partition(";q=") for wish in request.headers.get("Accept-Language", "").split(",")]
    ranked = sorted(wishes, key=lambda wish: -_weight(wish[2]))
    return [language.strip().lower().partition("-")[0] for language, _, weight in ranked if _weight(weight) > 0]


def _weight(text: str) -> float:
    return float(text) if re.fullmatch(r"[01](\.\d{0,3})?", text.strip()) else 1.0


@cache
def _words(code: str, table: str) -> Mapping[str, str]:
    file = Path(__file__).with_name(f"words.{code}.toml")
    tables: Mapping[str, Mapping[str, str]] = tomllib.loads(file.read_text("utf-8")) if file.exists() else {}
    return tables.get(table, {})


@cache
def _card(game: Game | str) -> Game:
    return load(game) if isinstance(game, str) else game
