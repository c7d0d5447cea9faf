"""Example positions: what a game's examples.toml says, played and drawn.

[match.duel]                 a match, by its moves
seed = 8
seats = ["Ada", "Basile"]
options = { rounds = 12 }
moves = "0 KEEP 1 0 0; 0 STOP; …"

[[example]]                  a position of it, for the rules page
match = "duel"
ply = 12                     after so many moves
seat = 0                     who looks; -1 is a spectator
after = "EM-16"              the clause that it stands behind, or the number of a section; else the first one
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
from ludotheque.match import Match, View
from ludotheque.web.words import Tongue


@dataclass(frozen=True)
class Example:
    """A board with a caption."""

    after: str  # a clause, or the number of a section
    caption: str
    drawing: Markup


@cache
def declared(game: Game) -> Mapping[str, Any]:
    """What the game's folder says, as it stands there."""
    file = game.folder / "examples.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.exists() else {}


def examples(game: Game, tongue: Tongue) -> list[Example]:
    """Every example of a game, drawn for a reader."""
    told = enumerate(declared(game).get("example", []))
    return [Example(str(one.get("after", 1)), one[tongue.language], still(game, one, tongue, n)) for n, one in told]


def still(game: Game, place: Mapping[str, Any], tongue: Tongue, number: int) -> Markup:
    """The board of a place, to be looked at: nothing on it is a button, and its ids are its own."""
    view, say = position(game, place), tongue.board(game)
    drawn = game.board.draw(view, view.seat, say, gid=f"{game.name}-{number}") if game.board else art.plain(view)
    quiet = drawn.replace(' role="button"', "").replace(' tabindex="0"', "").replace('role="group"', 'role="img"', 1)
    return Markup(quiet)


def picture(game: Game) -> str | None:
    """The game's picture, standing alone: a part of the board as it is on a wide page, whatever frame it gets."""
    place = declared(game).get("picture")
    if place is None:
        return None
    frame = f'viewBox="{place["crop"]}" preserveAspectRatio="xMidYMid slice" width="640" height="360"'
    drawn = re.sub('viewBox="[^"]*" preserveAspectRatio="[^"]*"', frame, position(game, place).drawing(), count=1)
    style = art.css(game).replace(":root", ".board")
    ground = f".board.{game.name} {{ aspect-ratio: auto; height: 100%; background: var(--mat); }}"
    return drawn.replace("</title>", f"</title><style>{escape(style + ground)}</style>", 1)


def position(game: Game, place: Mapping[str, Any]) -> View:
    """What somebody sees at a place of a match."""
    return played(game, place["match"]).view(place["seat"], place["ply"])


@cache
def played(game: Game, name: str) -> Match:
    """A match of the game's file, to its last move."""
    told = declared(game)["match"][name]
    interpreted = loops.machine(game, True)  # a page must not wait for a compiler
    match = Match(game, len(told["seats"]), told["seed"], told.get("options", {}), told["seats"], interpreted)
    for line in told["moves"].split(";"):
        seat, _, move = line.strip().partition(" ")
        match.play(move, int(seat))
    return match
