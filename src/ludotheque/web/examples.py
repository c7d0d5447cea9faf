"""Example positions of a game, from its examples.toml, for the rules page and the game's picture.

[match.duel]                 a match, by its moves
seed = 8
seats = ["Ada", "Basile"]
options = { rounds = 12 }
moves = "0 KEEP 1 0 0; 0 STOP; …"

[[example]]                  a position of it, for the rules page
match = "duel"
ply = 12                     number of moves played
seat = 0                     the viewer; -1 is a spectator
after = "EM-16"              the clause or the number of the section that it follows; by default section 1
en = "…"                     its caption
fr = "…"

[picture]                    the game's picture: a position, and which part of the board
match = "duel"
ply = 30
seat = 0
crop = "0 0 640 360"
"""

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import Any

from markupsafe import Markup

from ludotheque import art, loops
from ludotheque.game import Game
from ludotheque.match import Match
from ludotheque.playback import play_line
from ludotheque.view import View
from ludotheque.web.words import Language

# Comments, and rules for narrow pages.
NOT_IN_PICTURES = re.compile(r"/\*.*?\*/\s*|@container[^{]*\{(?:[^{}]*\{[^{}]*\})*\s*\}\s*", re.DOTALL)


@dataclass(frozen=True)
class Example:
    """A drawn board with a caption."""

    after: str  # a clause, or the number of a section
    caption: str
    drawing: Markup


@cache
def read_examples(game: Game) -> Mapping[str, Any]:
    """Return the content of the game's examples.toml."""
    file = game.folder / "examples.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def draw_examples(game: Game, language: Language) -> list[Example]:
    entries = enumerate(read_examples(game).get("example", []))
    return [
        Example(str(entry.get("after", 1)), entry[language.code], draw_still(game, entry, language, number))
        for number, entry in entries
    ]


def draw_still(game: Game, entry: Mapping[str, Any], language: Language, number: int) -> Markup:
    """Draw a board without buttons, with element ids of its own, so that a page can hold several."""
    view, say = example_view(game, entry), language.board(game)
    svg = game.board.draw(view, view.seat, say, gid=f"{game.name}-{number}") if game.board else art.draw_fields(view)
    still = svg.replace(' role="button"', "").replace(' tabindex="0"', "").replace('role="group"', 'role="img"', 1)
    return Markup(still)


def draw_picture(game: Game) -> str | None:
    """Draw the game's picture as an SVG file: the board or a part of it, whole, at the proportions of a game card."""
    entry = read_examples(game).get("picture")
    if entry is None:
        return None
    frame = f'viewBox="{entry["crop"]}" preserveAspectRatio="xMidYMid meet" width="640" height="360"'
    svg = re.sub('viewBox="[^"]*" preserveAspectRatio="[^"]*"', frame, example_view(game, entry).drawing(), count=1)
    style = NOT_IN_PICTURES.sub("", art.css(game).replace(":root", ".board"))
    whole = f".board.{game.name} {{ aspect-ratio: auto; height: 100%; background: var(--mat); }}"
    style += f"{whole} .legend {{ display: none; }}"  # which a crop would cut in two
    head, end, drawing = svg.partition("</title>")
    return f"{head}{end}<style>{escape(style)}</style>{keep_visible(drawing)}"


def keep_visible(drawing: str) -> str:
    """Return a drawing without what only a page uses: names of elements, data, and ids that nothing refers to."""
    named = re.sub(r'<title>[^<]*</title>| (?:data-[\w-]+|role|tabindex)="[^"]*"', "", drawing)
    return re.sub(r' id="([^"]*)"', lambda found: found[0] if f"#{found[1]})" in drawing else "", named)


def example_view(game: Game, entry: Mapping[str, Any]) -> View:
    return play_example(game, entry["match"]).view(entry["seat"], entry["ply"])


@cache
def play_example(game: Game, name: str) -> Match:
    """Play a match of the game's examples.toml to its last move."""
    entry = read_examples(game)["match"][name]
    interpreted = loops.machine(game, True)  # a page must not wait for a compiler
    match = Match(game, len(entry["seats"]), entry["seed"], entry.get("options", {}), entry["seats"], interpreted)
    for line in entry["moves"].split(";"):
        play_line(match, line.strip())
    return match
